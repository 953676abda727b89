//! What the report tells of this system: who was set in motion, the landmarks, what chance brought, attacks, losses.

use atlas::Side;
use rules::brigade::results::CombatResult;

use super::Set;
use super::digest::{Corps, Turn};
use crate::report::bars::{self, Bar};
use crate::report::odds::{self, Attacks, Chart, Fought};
use crate::report::shares::{Row, by_turn, contested};
use crate::report::{figure, folded_table, panels, percent};
use crate::statistics::{Share, mean};

/// How often each corps was named on each turn.
pub fn activation(sets: &[Set<'_>]) -> String {
    if sets.iter().all(|set| set.digest.names.is_empty()) {
        return String::new();
    }
    let figures: Vec<String> = sets
        .iter()
        .map(|set| {
            let rows = rows(set, &set.digest.names, |turn, index| turn.named[index]);
            figure(&set.caption(""), &by_turn("Corps", &rows, |share| (Side::Union, share)))
        })
        .collect();
    let words =
        "The share of games, in per cent, in which a corps was named on a turn; at most two are.";
    panels("Who was set in motion", words, &figures, "")
}

/// Who held the landmarks.
pub fn landmarks(sets: &[Set<'_>]) -> String {
    let figures: Vec<String> = sets
        .iter()
        .map(|set| {
            let named = |landmark: &rules::brigade::facts::Landmark| {
                let hex = set.system.battle.grid().name(landmark.cell);
                format!("{hex} {} ({})", landmark.name, landmark.points)
            };
            let names: Vec<String> = set.system.battle.facts.landmarks.iter().map(named).collect();
            let rows = rows(set, &names, |turn, index| turn.held[index]);
            figure(&set.caption(""), &by_turn("Landmark", &rows, contested(Side::Union)))
        })
        .collect();
    let words = "Who held them at the end of each turn: the share of games, in per cent, in which the Union did, \
                 coloured for the side that did more often. In brackets what each is worth.";
    panels("The landmarks", words, &figures, "")
}

/// A row a thing, with its share of games on each turn.
fn rows(set: &Set<'_>, names: &[String], hits: impl Fn(&Turn, usize) -> u32) -> Vec<Row> {
    let row = |(index, name): (usize, &String)| {
        let turns = set.summary.turns.iter().zip(&set.digest.turns);
        let share = |(common, turn): (&crate::summary::Turn, &Turn)| {
            let games = common.reached;
            (games > 0).then(|| f64::from(hits(turn, index)) / games as f64)
        };
        (name.clone(), turns.map(share).collect())
    };
    names.iter().enumerate().map(row).collect()
}

/// When a ford was found and the group came that a die brings on, where the scenario has them.
pub fn chance(sets: &[Set<'_>]) -> String {
    let facts = |set: &Set<'_>| set.system.battle.facts.clone();
    let searched = sets.iter().any(|set| facts(set).search.is_some());
    let awaited = sets.iter().any(|set| set.system.battle.hill().is_some());
    if !searched && !awaited {
        return String::new();
    }
    let figures: Vec<String> = sets
        .iter()
        .map(|set| {
            let group = set.system.battle.hill().map(|hill| hill.group.clone());
            let mut names = vec!["a ford found".to_owned()];
            names.extend(group.map(|group| format!("{group} there")));
            let rows = rows(set, &names, |turn, index| [turn.fords, turn.hills][index]);
            figure(
                &set.caption(&met(set)),
                &by_turn("On turn", &summed(rows), |share| (Side::Union, share)),
            )
        })
        .collect();
    let words =
        "The share of games, in per cent, in which it had happened by the end of each turn.";
    panels("What the die brought", words, &figures, "")
}

/// How often it happened at all.
fn met(set: &Set<'_>) -> String {
    let games = set.summary.games();
    let sum = |hits: fn(&Turn) -> u32| set.digest.turns.iter().map(hits).sum::<u32>() as usize;
    let fords = percent(Share::of(sum(|turn| turn.fords), games));
    let searches = mean(set.digest.searches.iter().copied());
    let mut words = format!("a ford was found in {fords}, {:.1} searches a game", searches.mean);
    if let Some(hill) = set.system.battle.hill() {
        let came = percent(Share::of(sum(|turn| turn.hills), games));
        words = format!("{words}; {} came in {came}", hill.group);
    }
    words
}

/// Shares added up from turn to turn.
fn summed(rows: Vec<Row>) -> Vec<Row> {
    let row = |(name, shares): Row| {
        let mut sum = 0.0;
        let add = |share: Option<f64>| {
            share.map(|share| {
                sum += share;
                sum
            })
        };
        (name, shares.into_iter().map(add).collect())
    };
    rows.into_iter().map(row).collect()
}

/// Assaults, and bombardments.
fn kinds<'a>(set: &Set<'a>) -> Vec<Attacks<'a>> {
    let men = Attacks { word: "assaults", made: &set.digest.assaulted };
    vec![men, Attacks { word: "bombardments", made: &set.digest.bombarded }]
}

/// Odds chosen and results: assaults, and bombardments.
pub fn attacks(sets: &[Set<'_>]) -> String {
    let Some(first) = sets.first() else { return String::new() };
    let fought: Vec<Fought<'_>> = sets.iter().map(|set| (&**set, kinds(set))).collect();
    // Between exchange and retreat stands the one result that does nothing.
    let classes = ["result0", "result1", "plain", "result2", "result3", "result4"];
    let results: Vec<(&str, &str)> =
        CombatResult::ALL.iter().map(|result| result.name()).zip(classes).collect();
    let table = &first.system.battle.facts.results;
    let chart = Chart {
        columns: table.columns().map(|column| table.name(column)).collect(),
        even: usize::from(table.column(1, 1).0),
        results: &results,
        words: "Attacks a game on each column of the combat results table, by result: A1 and AR favour the defender, \
                NE does nothing, EX costs both, DR and D1 favour the attacker. To guns that bombard A1 and AR do \
                nothing, and EX costs the defender only."
            .to_owned(),
        fold: "Every column, with steps lost per attack",
    };
    odds::section(&chart, &fought)
}

/// What each corps lost.
pub fn losses(sets: &[Set<'_>]) -> String {
    let (mut figures, mut rows) = (Vec::new(), Vec::new());
    for set in sets {
        for side in Side::BOTH {
            let corps: Vec<&Corps> =
                set.digest.corps.iter().filter(|corps| corps.side == side).collect();
            let steps = mean(set.digest.steps_lost[side].iter().copied());
            let caption = set.caption(&format!("{side}, {} steps a game", steps.words()));
            let bars: Vec<Bar> = corps.iter().map(|corps| bar(corps)).collect();
            let label = format!("{side} corps by the part of their strength that they lost");
            figures.push(figure(&caption, &bars::of_side(&label, side, &bars)));
            rows.extend(corps.iter().map(|corps| row(set, corps)));
        }
    }
    let head = ["Corps", "Strength", "Steps lost", "Strength lost", "Units lost"];
    let table = folded_table("Every corps, a game", &head, &rows);
    let words = "The strength that a corps lost in a game, as a part of all it has; what rallied and was lost again \
                 counts twice.";
    panels("Losses by corps", words, &figures, &table)
}

fn bar(corps: &Corps) -> Bar {
    let lost = mean(corps.lost.iter().copied());
    let value = (lost.mean / f64::from(corps.strength.max(1))).min(1.0);
    let name = format!("{} ({})", corps.name, corps.strength);
    let title = format!("{name}: {} strength points a game", lost.words());
    Bar { name, value, interval: None, title }
}

fn row(set: &Set<'_>, corps: &Corps) -> Vec<String> {
    let words = |values: &[i64]| mean(values.iter().copied()).words();
    vec![
        set.caption(&format!("{} ({})", corps.name, corps.side)),
        corps.strength.to_string(),
        words(&corps.steps),
        words(&corps.lost),
        words(&corps.units),
    ]
}
