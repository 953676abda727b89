//! Who held the hexes that count.

use atlas::Side;
use atlas::map::Map;

use super::Set;
use crate::report::plot::escaped;
use crate::report::{class, figure, panels, some_ended_early};

/// Who held the hexes that count.
pub fn section(map: &Map, sets: &[Set<'_>]) -> String {
    if sets.iter().all(|set| set.digest.watched.is_empty()) {
        return String::new();
    }
    let figures: Vec<String> =
        sets.iter().map(|set| figure(&set.caption(""), &held(map, set))).collect();
    let games = if some_ended_early(sets.iter().map(|set| &**set)) {
        "games that lasted so long"
    } else {
        "games"
    };
    let words = format!(
        "Who held them at the end of each turn: the share of {games}, in per cent, in which the \
         Confederates did, coloured for the side that did more often."
    );
    panels("The hexes that count", &words, &figures, "")
}

/// A row a hex, a column a turn.
fn held(map: &Map, set: &Set<'_>) -> String {
    let mut out = String::from(
        "<div class=\"wide\"><table class=\"held\"><thead><tr><th scope=\"col\">Hex</th>",
    );
    for turn in 1..=set.summary.turns.len() {
        out.push_str(&format!("<th scope=\"col\">{turn}</th>"));
    }
    out.push_str("</tr></thead><tbody>");
    for (index, &cell) in set.digest.watched.iter().enumerate() {
        let number = set.system.battle.grid().name(cell);
        let place = map.objectives.get(&cell).map_or("", |objective| &objective.name);
        let name = format!("{number} {place}");
        out.push_str(&format!("<tr><th scope=\"row\">{}</th>", escaped(name.trim_end())));
        for (common, turn) in set.summary.turns.iter().zip(&set.digest.turns) {
            let games = common.reached;
            if games == 0 {
                out.push_str("<td>–</td>");
                continue;
            }
            let share = f64::from(turn.held[index]) / games as f64;
            let (side, depth) = if share >= 0.5 {
                (Side::Confederate, 2.0 * share - 1.0)
            } else {
                (Side::Union, 1.0 - 2.0 * share)
            };
            // Five steps of colour are enough to see, and keep the style in the style sheet.
            let deep = (depth * 5.0).round() as u8;
            let side = class(Some(side));
            out.push_str(&format!("<td class=\"{side} deep{deep}\">{:.0}</td>", 100.0 * share));
        }
        out.push_str("</tr>");
    }
    out.push_str("</tbody></table></div>");
    out
}
