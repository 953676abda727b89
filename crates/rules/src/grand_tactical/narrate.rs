//! What happened, in sentences for a reader at a terminal.

use serde_json::Value;

use super::battle::Battle;
use crate::narrate::{Names, Told};
use crate::words::{capital, count};

impl Names for Battle {
    fn unit(&self, id: &str) -> Option<(&str, bool)> {
        Some((&self.unit(self.find(id)?).short, false))
    }

    fn place(&self, _cell: &str) -> Option<&str> {
        None
    }
}

/// An event as a sentence; `None` for one that needs none: draws are told by what comes of them.
pub fn sentence(battle: &Battle, event: &Value) -> Option<String> {
    let told = Told::new(event, battle);
    let words = match told.text("event") {
        "phase_began" => phase(&told),
        "activated" => format!("{}'s division is activated", told.text("division")),
        "limited" => {
            let most = told.number("limit").unsigned_abs() as usize;
            format!("{} may be activated", count(most, "division", "divisions"))
        }
        "ford_found" => format!("there is a ford at {}", told.text("square")),
        "released" => format!("{} may move from now on", told.text("formation")),
        "came_due" => format!("{} has come up and enters the map", told.text("group")),
        "sighted" => format!("{} sees {} at {}", told.side("by"), unit(&told), told.text("square")),
        "sub_phase" => told.text("name").replace('_', " "),
        "melee" => melee(&told),
        "leader_lost" => {
            format!("{} is lost, leader of a {}", told.text("leader"), told.text("rank"))
        }
        "leader_moved" if told.text("unit").is_empty() => {
            format!("{} leaves the field", told.text("leader"))
        }
        "leader_moved" | "transferred" => {
            format!("{} goes to {}", told.text("leader"), unit(&told))
        }
        "succeeded" => format!("{} takes over {}", told.text("leader"), told.text("commands")),
        "scored" => format!("the Union has {} points", told.number("score")),
        "ended" => format!("the game is over: the Union has {} points", told.number("score")),
        kind => of_one(&told, kind)?,
    };
    Some(format!("{}.", capital(&words)))
}

/// What one unit did or suffered.
fn of_one(told: &Told<'_, Battle>, kind: &str) -> Option<String> {
    let does = |deed: &str| told.does(deed, deed);
    Some(match kind {
        "moved" => {
            let cost = told.number("cost").unsigned_abs() as usize;
            let points = count(cost, "operation point", "operation points");
            format!(
                "{} from {} to {}, {points}",
                does("moves"),
                told.text("from"),
                told.end_of_path()
            )
        }
        "faced" => format!("{} {}", does("faces direction"), told.number("dir")),
        "mode_changed" => format!("{} {}", does("forms"), told.text("mode")),
        "force_marched" => does("marches by force"),
        "fortified" => format!("{} {}", does("digs in: fortification"), told.number("fort")),
        "fire_plotted" if told.text("square").is_empty() => does("will fire at the nearest"),
        "fire_plotted" => format!("{} {}", does("will fire at"), told.text("square")),
        "melee_plotted" if told.is("on") => does("will charge"),
        "melee_plotted" => does("will not charge"),
        "advance_plotted" if told.is("on") => does("will advance"),
        "advance_plotted" => does("will not advance"),
        "arrived" => format!("{} {}", does("arrives at"), told.text("square")),
        "recovered" => does("is in order again"),
        "rallied" => does("rallies"),
        "resupplied" => does("has ammunition again"),
        "fired" => fired(told),
        "lost" => lost(told),
        "disrupted" => does("is disrupted"),
        "routed" => does("routs"),
        "retreated" => {
            format!("{} from {} to {}", does("falls back"), told.text("from"), told.end_of_path())
        }
        "advanced" => {
            format!("{} from {} to {}", does("advances"), told.text("from"), told.text("to"))
        }
        "eliminated" => format!("{} {}", does("is eliminated at"), told.text("square")),
        _ => return None,
    })
}

fn unit<'a>(told: &Told<'a, Battle>) -> &'a str {
    told.unit(told.text("unit"))
}

fn phase(told: &Told<'_, Battle>) -> String {
    let side = match told.text("side") {
        "" => String::new(),
        _ => format!("{} ", told.side("side")),
    };
    let round = match told.number("round") {
        0 => String::new(),
        round => format!(", round {round}"),
    };
    format!("turn {}: {side}{}{round}", told.number("turn"), told.text("phase").replace('_', " "))
}

fn fired(told: &Told<'_, Battle>) -> String {
    let casualties = told.number("casualties");
    let dry = if told.is("dry") { "; its ammunition is spent" } else { "" };
    // In a hidden game the firer may be unseen.
    let who = match told.text("unit") {
        "" => "somebody unseen fires".to_owned(),
        _ => told.does("fires", "fires"),
    };
    format!("{who} at {}: {casualties} casualties{dry}", told.text("at"))
}

fn lost(told: &Told<'_, Battle>) -> String {
    let lost = match (told.number("men"), told.number("guns")) {
        (0, guns) => count(guns.unsigned_abs() as usize, "gun", "guns"),
        (men, _) => count(men.unsigned_abs() as usize, "man", "men"),
    };
    format!("{} {lost}", told.does("loses", "loses"))
}

fn melee(told: &Told<'_, Battle>) -> String {
    let (by, of) = (told.units("attackers"), told.units("defenders"));
    format!(
        "melee at {}: {by} against {of}, difference {}",
        told.text("at"),
        told.number("difference")
    )
}
