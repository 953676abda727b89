//! The attacks: which odds were chosen, and what came of them.

use rules::blue_gray::crt::Column;

use super::Set;
use super::digest::RESULTS;
use crate::report::odds::{self, Attacks, Chart, Fought};

/// Attacks by men, and by guns alone.
fn kinds<'a>(set: &Set<'a>) -> Vec<Attacks<'a>> {
    let men = Attacks { word: "attacks", made: &set.digest.odds };
    vec![men, Attacks { word: "bombardments", made: &set.digest.bombarded }]
}

/// Odds chosen and results: attacks, and the bombardments by guns alone if there were any.
pub fn section(sets: &[Set<'_>]) -> String {
    let fought: Vec<Fought<'_>> = sets.iter().map(|set| (&**set, kinds(set))).collect();
    let guns = " Guns that bombard alone risk nothing and are told apart: to them Ae and Ar do nothing, and \
                Ex costs the defender only.";
    let words = format!(
        "Attacks a game on each column of the combat results table, by result: Ae and Ar favour the \
         defender, Ex costs both, Dr and De favour the attacker.{}",
        if odds::any_made(&fought, 1) { guns } else { "" }
    );
    let classes = ["result0", "result1", "result2", "result3", "result4"];
    let results: Vec<(&str, &str)> =
        RESULTS.iter().map(|result| result.name()).zip(classes).collect();
    let chart = Chart {
        columns: Column::BEST.up_to().map(|column| column.name()).collect(),
        even: Column::EVEN.index(),
        results: &results,
        words,
        fold: "Every column, with strength lost per attack",
    };
    odds::section(&chart, &fought)
}
