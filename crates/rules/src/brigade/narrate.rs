//! What happened, in sentences for a reader at a terminal.

use serde_json::Value;

use super::prepared::Prepared;
use crate::narrate::{Names, Told};
use crate::words::{army, capital, count, halves, is_plural, list, points_in_halves};

impl Names for Prepared {
    fn unit(&self, id: &str) -> Option<(&str, bool)> {
        let unit = self.battle.unit(self.battle.find(id)?);
        Some((&unit.called, is_plural(&unit.called)))
    }

    fn place(&self, cell: &str) -> Option<&str> {
        let cell = self.battle.grid().cell(cell)?;
        let landmark = self.battle.landmark(cell)?;
        Some(&self.battle.facts.landmarks[landmark].name)
    }
}

/// An event as a sentence; `None` for one that needs none.
pub fn sentence(prepared: &Prepared, event: &Value) -> Option<String> {
    let told = Told::new(event, prepared);
    let words = match told.text("event") {
        "turn_began" => begun(&told),
        "phase_began" => {
            let (turn, phase) = (told.number("turn"), told.text("phase"));
            format!("turn {turn}: {} {phase} phase", told.side("side"))
        }
        "die_thrown" => die(&told),
        "activated" => activated(&told),
        "assaulted" | "bombarded" => attacked(&told),
        "resulted" => format!("{}: {}", told.text("result"), result(told.text("result"))),
        "declined" => army(told.side("side"), "does not advance", "do not advance"),
        "lapsed" => format!("{} need not be assaulted any more", told.place(told.text("hex"))),
        "control_changed" => {
            format!("{} is now in {} hands", told.place(told.text("hex")), told.side("to"))
        }
        "arrived" => format!("{} come on at {}", told.units("units"), told.text("at")),
        "delayed" => format!("an enemy in {} delays the arrival", told.text("at")),
        "sent_back" => format!("{} find no room and come later", told.units("units")),
        "ended" => ended(&told),
        kind => of_one(&told, kind)?,
    };
    Some(format!("{}.", capital(&words)))
}

/// What one unit did or suffered.
fn of_one(told: &Told<'_, Prepared>, kind: &str) -> Option<String> {
    Some(match kind {
        "rallied" => {
            told.does("rallies and has both steps again", "rally and have both steps again")
        }
        "rally_failed" => told.does("does not rally", "do not rally"),
        "moved" => {
            let to = told.place(told.end_of_path());
            let moves = told.does("moves", "move");
            format!("{moves} from {} to {to}, {}", told.text("from"), cost(told))
        }
        "entered" => entered(told),
        "searched" if told.is("found") => {
            let finds = told.does("finds a ford", "find a ford");
            format!("{finds} towards {}", told.place(told.text("hex")))
        }
        "searched" => {
            let finds = told.does("finds no ford", "find no ford");
            format!("{finds} towards {}", told.place(told.text("hex")))
        }
        "withdrew" => stepped(told, "withdraws", "withdraw"),
        "stayed" => told.does("stays", "stay"),
        "reduced" => lost(told, "is reduced", "are reduced"),
        "eliminated" => lost(told, "is eliminated", "are eliminated"),
        "retreated" => stepped(told, "retreats", "retreat"),
        "displaced" => stepped(told, "makes room and goes", "make room and go"),
        "stood" => told.does("cannot retreat and stands", "cannot retreat and stand"),
        "advanced" => stepped(told, "advances", "advance"),
        _ => return None,
    })
}

fn begun(told: &Told<'_, Prepared>) -> String {
    let first = army(told.side("first"), "goes first", "go first");
    format!("turn {} begins. {first}", told.number("turn"))
}

fn die(told: &Told<'_, Prepared>) -> String {
    let face = format!("the die shows {}", told.number("face"));
    match told.text("for") {
        "arrival" => format!("{face} for the arrival of reinforcements"),
        "initiative" => format!("{face} for the {} initiative", told.side("side")),
        "rally" => format!("{face} for {}", told.unit(told.text("unit"))),
        "search" => format!("{face} for the search of {}", told.unit(told.text("unit"))),
        _ => face,
    }
}

fn activated(told: &Told<'_, Prepared>) -> String {
    let corps = told.texts("corps");
    let how = if told.is("drawn") { "drawn" } else { "named" };
    match corps.as_slice() {
        [] => format!("no corps is {how}"),
        [one] => format!("{one} Corps is {how}"),
        many => format!("{} Corps are {how}", list(many)),
    }
}

fn cost(told: &Told<'_, Prepared>) -> String {
    points_in_halves(told.number("half_points").unsigned_abs() as u32)
}

fn entered(told: &Told<'_, Prepared>) -> String {
    let path = told.texts("path");
    let (first, last) = (path.first().copied().unwrap_or_default(), told.end_of_path());
    let enters = told.does("enters", "enter");
    match first == last {
        true => format!("{enters} the map at {}", told.place(first)),
        false => format!("{enters} the map at {first}, then to {}", told.place(last)),
    }
}

fn attacked(told: &Told<'_, Prepared>) -> String {
    let what = match told.text("event") {
        "assaulted" => {
            let assault = told.part("assault");
            format!("{} assault {}", assault.units("attackers"), assault.places("defenders"))
        }
        _ => {
            let fire = told.part("bombard");
            format!("{} bombard {}", fire.units("guns"), told.place(fire.text("target")))
        }
    };
    let twice = |member: &str| halves(told.number(member).unsigned_abs() as u32);
    let odds = told.text("column").replace('-', " to ");
    format!("{what}: {} against {}, {odds}", twice("attack_doubled"), twice("defence_doubled"))
}

/// What a result of the table means.
fn result(result: &str) -> &'static str {
    match result {
        "A1" => "an attacker loses a step",
        "AR" => "the attackers retreat",
        "EX" => "both lose a step",
        "DR" => "the defenders retreat",
        "D1" => "a defender loses a step",
        _ => "no effect",
    }
}

/// A unit that lost a step, and why.
fn lost(told: &Told<'_, Prepared>, one: &str, many: &str) -> String {
    let how = match told.text("by") {
        "crossing" => " crossing water",
        "trapped" => ", for it has no retreat",
        _ => "",
    };
    format!("{} in {}{how}", told.does(one, many), told.place(told.text("at")))
}

fn stepped(told: &Told<'_, Prepared>, one: &str, many: &str) -> String {
    let (from, to) = (told.text("from"), told.place(told.text("to")));
    format!("{} from {from} to {to}", told.does(one, many))
}

fn ended(told: &Told<'_, Prepared>) -> String {
    let victory = if told.text("winner").is_empty() { "" } else { " victory" };
    let points = told.number("points").unsigned_abs() as usize;
    let points = count(points, "point", "points");
    format!("the game is over: {}{victory}, with {points} in Union hands", told.text("level"))
}
