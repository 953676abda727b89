//! What happened, in sentences for a reader at a terminal.

use serde_json::Value;

use super::prepared::Prepared;
use crate::narrate::{Names, Told};
use crate::words::{army, capital, count, list};

impl Names for Prepared {
    fn unit(&self, id: &str) -> Option<(&str, bool)> {
        let unit = self.battle.unit(self.battle.find(id)?);
        Some((&unit.called, unit.is_plural()))
    }

    fn place(&self, cell: &str) -> Option<&str> {
        self.name(self.battle.grid().cell(cell)?)
    }
}

/// An event as a sentence; `None` for one that needs none.
pub fn sentence(prepared: &Prepared, event: &Value) -> Option<String> {
    let told = Told::new(event, prepared);
    let words = match told.text("event") {
        "phase_began" => phase(&told),
        "moved" => {
            let (to, cost) =
                (told.place(told.end_of_path()), points(told.number("cost"), "movement point"));
            format!("{} from {} to {to}, {cost}", told.does("moves", "move"), told.text("from"))
        }
        "entered" => entered(&told),
        "exited" => {
            let worth = match told.number("points") {
                0 => String::new(),
                worth => format!(", for {}", points(worth, "point")),
            };
            format!("{} the map at {}{worth}", told.does("leaves", "leave"), told.text("hex"))
        }
        "attacked" => attacked(&told),
        "die_thrown" => match told.text("for") {
            "rally" => format!(
                "the die shows {} for {}",
                told.number("face"),
                told.unit(told.text("unit"))
            ),
            "admission" => format!(
                "the die shows {} for the arrival of the optional brigades",
                told.number("face")
            ),
            _ => format!("the die shows {}", told.number("face")),
        },
        "resulted" => format!("{}: {}", told.text("result"), result(told.text("result"))),
        "elected" if told.is("retreat") => told.does("shares the retreat", "share the retreat"),
        "elected" => told.does("stays", "stay"),
        "stood" => told.does("stands fast", "stand fast"),
        "eliminated" => eliminated(&told),
        "retreated" => stepped(&told, "retreats", "retreat"),
        "displaced" => stepped(&told, "makes room and goes", "make room and go"),
        "advanced" => stepped(&told, "advances", "advance"),
        "declined" => army(told.side("side"), "does not advance", "do not advance"),
        "became_ineffective" => {
            told.does("has lost its attack effectiveness", "have lost their attack effectiveness")
        }
        "rallied" => told.does("recovers and may attack again", "recover and may attack again"),
        "control_changed" => {
            format!("{} is now in {} hands", told.place(told.text("hex")), told.side("to"))
        }
        "awarded" => {
            let scores = army(told.side("side"), "scores", "score");
            format!(
                "{scores} {} for {}",
                points(told.number("points"), "point"),
                told.place(told.text("hex"))
            )
        }
        "released" => format!("{} may move from now on", told.unit(told.text("unit"))),
        "quota_lifted" => "the limit on moving units is lifted for good".to_owned(),
        "creek_crossed" => told.does("has crossed the creek", "have crossed the creek"),
        "group_admitted" => "the optional brigades may come from now on".to_owned(),
        "ended" => ended(&told),
        _ => return None,
    };
    Some(format!("{}.", capital(&words)))
}

fn phase(told: &Told<'_, Prepared>) -> String {
    let (turn, phase) = (told.number("turn"), told.text("phase"));
    format!("game-turn {turn}: {} {phase} phase", told.side("side"))
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
    let attack = told.part("attack");
    let (near, guns) = (attack.texts("attackers"), attack.units("bombard"));
    let by = match (near.is_empty(), guns.is_empty()) {
        (true, _) => format!("by {guns}"),
        (false, true) => format!("from {}", list(&near)),
        (false, false) => format!("from {} with {guns}", list(&near)),
    };
    let what = if near.is_empty() { "bombardment of" } else { "attack on" };
    let (strength, defence) = (told.number("strength"), told.number("defence"));
    let odds = told.text("column").replace('-', " to ");
    format!("{what} {} {by}: {strength} against {defence}, {odds}", attack.places("defenders"))
}

/// What a result of the table means.
fn result(result: &str) -> &'static str {
    match result {
        "Ae" => "attackers eliminated",
        "Ar" => "attackers retreat",
        "Ex" => "exchange",
        "Dr" => "defenders retreat",
        "De" => "defenders eliminated",
        _ => "no effect",
    }
}

fn eliminated(told: &Told<'_, Prepared>) -> String {
    let how = match told.text("by") {
        "exchange" => told.does("is lost in the exchange", "are lost in the exchange"),
        "no_retreat" => told.does("has no retreat and is lost", "have no retreat and are lost"),
        "immobile" => told.does("cannot move and is lost", "cannot move and are lost"),
        "late" => told.does("could not come on in time and is lost", "came too late and are lost"),
        _ => told.does("is eliminated", "are eliminated"),
    };
    match told.number("points") {
        0 => how,
        worth => format!("{how}, {}", points(worth, "point")),
    }
}

fn stepped(told: &Told<'_, Prepared>, one: &str, many: &str) -> String {
    let (from, to) = (told.text("from"), told.place(told.text("to")));
    format!("{} from {from} to {to}", told.does(one, many))
}

fn ended(told: &Told<'_, Prepared>) -> String {
    let how = if told.is("early") { "the game ends early" } else { "the game is over" };
    let result = match (told.text("winner"), told.text("level")) {
        ("", _) => "a draw".to_owned(),
        (_, "victory") => format!("{} victory", told.side("winner")),
        (_, level) => format!("{} {level} victory", told.side("winner")),
    };
    let score = told.part("points");
    let (union, confederate) = (score.number("union"), score.number("confederate"));
    format!("{how}: {result}. Union {union}, Confederate {confederate}")
}

fn points(number: i64, one: &str) -> String {
    count(number.unsigned_abs() as usize, one, &format!("{one}s"))
}
