//! What the game is about: who wins, what scores, how far it is to the next level, and what the clock leaves. All of
//! it follows from the battle's facts, so that a battle of one's own has it too.

use atlas::map::System;
use atlas::{BySide, Side};
use field::Cell;
use serde_json::{Value, json};

use super::words::{count, either, ending, hexes, list};
use crate::Rule;
use crate::blue_gray::battle::Battle;
use crate::blue_gray::facts::{ExitPoints, KillPoints, Measure};
use crate::blue_gray::prepared::Prepared;
use crate::blue_gray::state::State;
use crate::blue_gray::victory::{self, Outcome, Source, Tally};
use crate::goals;

/// More points than anybody can be short of: no battle has so many.
const FAR: i32 = 400;

/// What wins, every way to score with what it is worth and who has it now, the next levels and the clock.
pub fn goals(table: &Prepared, state: &State) -> Value {
    let battle = &table.battle;
    let rule = rule(battle, &battle.facts.victory.rule);
    let tally = victory::tally(battle, state);
    json!({
        "words": what_wins(battle),
        "brief": brief(table),
        "rule": rule.to_string(),
        "link": rule.link(),
        "clock": clock(table, state),
        "next": Side::BOTH.into_iter().filter_map(|side| next(battle, state, side)).collect::<Vec<_>>(),
        "sources": sources(table, state, &tally),
    })
}

fn rule(battle: &Battle, number: &str) -> Rule {
    Rule::named(System::BlueGray, &battle.facts.book, number)
}

/// Where the books print a way to score; in other books, where they say who wins.
fn rule_of(battle: &Battle, source: Source) -> Rule {
    let facts = &battle.facts;
    let number = match (facts.book.as_str(), source) {
        ("BG-A", _) => "17.1",
        ("BG-F", Source::Eliminated) => "17.11",
        ("BG-F", Source::Exited) => "17.12",
        ("BG-F", _) => "17.13",
        ("BG-C", Source::Eliminated) => "20.11",
        ("BG-C", _) => "20.12",
        _ => &facts.victory.rule,
    };
    rule(battle, number)
}

/// [BG-A 17.2, BG-F 17.0, BG-C 20.2] Who wins at the end, in a sentence.
fn what_wins(battle: &Battle) -> String {
    let end = format!("When turn {} ends", battle.turns);
    match &battle.facts.victory.measure {
        Measure::Higher => {
            format!("{end}, the side with more points wins; equal points are a draw.")
        }
        Measure::Difference(levels) => {
            let least = |winner| {
                levels
                    .iter()
                    .filter(|level| level.winner == winner)
                    .filter_map(|level| level.least)
                    .min()
            };
            let union = least(Some(Side::Union)).unwrap_or(1);
            let below = least(None).unwrap_or(union);
            let confederate = 1 - below;
            format!(
                "{end}, the Union wins if it is {} ahead, the Confederates if they are {} ahead; \
                 anything between is a draw.",
                points(union),
                points(confederate),
            )
        }
        Measure::Ratio(levels) => {
            let last = levels.iter().rfind(|level| level.winner == Some(Side::Union));
            let (ratio, above) =
                last.map_or(((1, 1), true), |l| (l.ratio.unwrap_or((1, 1)), l.above));
            let than = match (ratio, above) {
                ((1, 1), true) => "more points than the Confederates".to_owned(),
                ((1, 1), false) => "at least as many points as the Confederates".to_owned(),
                ((a, b), true) => format!("more than {a} points to {b} of the Confederates"),
                ((a, b), false) => format!("at least {a} points to {b} of the Confederates"),
            };
            format!(
                "{end}, the Union wins with {than}; else the Confederates do. The greater the lead, the \
                 higher the level of the victory."
            )
        }
    }
}

/// The same in short, with what scores: for whoever sits down for the first time.
fn brief(table: &Prepared) -> String {
    let battle = &table.battle;
    let scoring = &battle.facts.scoring;
    let mut ways = vec!["enemy units eliminated".to_owned()];
    let places = scoring.hexes.len() + scoring.groups.len() + scoring.firsts.len();
    match (scoring.groups.as_slice(), places) {
        (_, 0) => {}
        ([group], 1) => ways.push(format!("{} ({} points)", group.name, group.points)),
        _ => ways.push(count(places, "place", "places")),
    }
    if scoring.threatened.is_some() {
        ways.push("the town".to_owned());
    }
    if !battle.facts.exits.is_empty() {
        ways.push("units that leave the map".to_owned());
    }
    format!("More points win after turn {}: for {}.", battle.turns, list(&ways))
}

/// What is left of the time, and a victory that may come before the end.
fn clock(table: &Prepared, state: &State) -> String {
    let battle = &table.battle;
    let mut words = goals::clock(state.turn, battle.turns);
    let early = battle.facts.victory.early.as_ref().filter(|early| state.turn <= early.turn);
    if let Some(early) = early {
        let held = either(&hexes(battle, early.unless_held.iter().copied()));
        words += &format!(
            " At the end of turn {} {} at once with {} times the other side's points for eliminations, \
             unless {} {held}.",
            early.turn,
            army(early.side, "wins", "win"),
            early.times,
            army(early.side.other(), "holds", "hold"),
        );
    }
    words
}

/// How many points more a side would need for the next better level, all else as it is.
fn next(battle: &Battle, state: &State, side: Side) -> Option<Value> {
    let totals = victory::totals(battle, state);
    let with = |more: i32| {
        let mut totals: BySide<i32> = totals;
        totals[side] += more;
        victory::outcome_with(battle, totals)
    };
    let now = with(0);
    let more = (1..FAR).find(|&more| with(more) != now)?;
    let outcome: Outcome = with(more);
    let a = if outcome.winner.is_some() { "a " } else { "" };
    let whom = army(side, "", "");
    let words =
        format!("{} more for {}: {a}{}.", points(more), whom.trim_end(), ending(battle, &outcome));
    Some(json!({"side": side.word(), "points": more, "words": words}))
}

/// An army within a sentence, with its verb.
fn army(side: Side, one: &str, many: &str) -> String {
    match side {
        Side::Union => format!("the Union {one}"),
        Side::Confederate => format!("the Confederates {many}"),
    }
}

fn points(number: i32) -> String {
    count(number.unsigned_abs() as usize, "point", "points")
}

/// One way to score, as it is told.
struct Told {
    source: Source,
    what: String,
    worth: String,
    to: Option<Side>,
    holder: Option<Side>,
    cells: Vec<Cell>,
}

/// Every way to score.
fn sources(table: &Prepared, state: &State, tally: &[Tally]) -> Vec<Value> {
    let battle = &table.battle;
    let mut told = for_units(battle, state);
    told.extend(for_places(table, state));
    told.extend(battle.bid.map(|bid| Told {
        source: Source::Bid,
        what: "Agreed on before the game".into(),
        worth: points(bid.points as i32),
        to: Some(bid.side),
        holder: None,
        cells: Vec::new(),
    }));
    let scored = |source: Source, side: Side| -> i32 {
        tally.iter().filter(|l| l.source == source && l.side == side).map(|l| l.points).sum()
    };
    told.into_iter()
        .map(|line| {
            let rule = rule_of(battle, line.source);
            let (union, confederate) = match line.to {
                Some(Side::Union) => (scored(line.source, Side::Union), 0),
                Some(Side::Confederate) => (0, scored(line.source, Side::Confederate)),
                None => (scored(line.source, Side::Union), scored(line.source, Side::Confederate)),
            };
            json!({
                "what": line.what,
                "worth": line.worth,
                "to": line.to.map(Side::word),
                "banked": line.source.is_banked(),
                "holder": line.holder.map(Side::word),
                "now": {"union": union, "confederate": confederate},
                "cells": hexes(battle, line.cells),
                "rule": rule.to_string(),
                "link": rule.link(),
            })
        })
        .collect()
}

/// [BG-A 17.1, BG-F 17.11, 17.12, BG-C 20.11] What units bring.
fn for_units(battle: &Battle, state: &State) -> Vec<Told> {
    let scoring = &battle.facts.scoring;
    let kill = |side: Side, rate: KillPoints| Told {
        source: Source::Eliminated,
        what: format!("Each {} unit eliminated", side.other()),
        worth: match rate {
            KillPoints::Strength => "its strength".into(),
            KillPoints::Each(each) => points(each.into()),
        },
        to: Some(side),
        holder: None,
        cells: Vec::new(),
    };
    let mut told = vec![
        kill(Side::Union, scoring.union_kill),
        kill(Side::Confederate, scoring.confederate_kill),
    ];
    let left = state.points.union.exited != 0 || state.points.confederate.exited != 0;
    if let Some(exit) = battle.facts.exits.first() {
        let rate = |points: ExitPoints| match points {
            ExitPoints::Strength => "its strength, cavalry twice that",
            ExitPoints::Unit => "1 point, a division or cavalry 2",
        };
        for (side, rate) in
            [(Side::Union, rate(exit.union)), (Side::Confederate, rate(exit.confederate))]
        {
            told.push(Told {
                source: Source::Exited,
                what: format!("Each {side} unit that leaves the map"),
                worth: rate.into(),
                to: Some(side),
                holder: None,
                cells: battle.facts.exits.iter().map(|exit| exit.cell).collect(),
            });
        }
    } else if left {
        told.push(Told {
            source: Source::Exited,
            what: "Units that left the map".into(),
            worth: "as they left".into(),
            to: None,
            holder: None,
            cells: Vec::new(),
        });
    }
    told
}

/// [BG-A 17.1, BG-F 17.13, BG-C 20.12] What places bring.
fn for_places(table: &Prepared, state: &State) -> Vec<Told> {
    let battle = &table.battle;
    let scoring = &battle.facts.scoring;
    let name = |cell: Cell| {
        let hex = battle.grid().name(cell).to_string();
        table.name(cell).map_or(hex.clone(), |name| format!("{name} ({hex})"))
    };
    let mut told = Vec::new();
    for (index, group) in scoring.groups.iter().enumerate() {
        let holds =
            |&side: &Side| group.cells.iter().all(|&cell| state.holder(battle, cell) == Some(side));
        told.push(Told {
            source: Source::Group(index),
            what: format!("{}: all {} hexes held at the end", group.name, group.cells.len()),
            worth: points(group.points),
            to: group.to,
            holder: Side::BOTH.into_iter().find(holds),
            cells: group.cells.clone(),
        });
    }
    for (index, hex) in scoring.hexes.iter().enumerate() {
        told.push(Told {
            source: Source::Hex(index),
            what: format!("{} held at the end", name(hex.cell)),
            worth: points(hex.points),
            to: hex.to,
            holder: state.holder(battle, hex.cell),
            cells: vec![hex.cell],
        });
    }
    if let Some(first) = scoring.firsts.first() {
        let cells: Vec<Cell> = scoring.firsts.iter().map(|hex| hex.cell).collect();
        let all: Vec<String> = cells.iter().map(|&cell| name(cell)).collect();
        told.push(Told {
            source: Source::Awarded,
            what: format!("{} taken for the first time", list(&all)),
            worth: if cells.len() > 1 {
                format!("{} each", points(first.points))
            } else {
                points(first.points)
            },
            to: first.to,
            holder: None,
            cells,
        });
    }
    if let Some(town) = &scoring.threatened {
        let number = town.cells.len();
        told.push(Told {
            source: Source::Threatened,
            what: format!(
                "Each of {number} town hexes with infantry in it or next to it at the end"
            ),
            worth: points(town.points),
            to: Some(town.to),
            holder: None,
            cells: town.cells.clone(),
        });
    }
    if let Some(cut) = &scoring.cut_off {
        told.push(Told {
            source: Source::CutOff,
            what: format!("{} units without a clear way to {} at the end", cut.side, name(cut.to)),
            worth: "as if eliminated".into(),
            to: Some(cut.side.other()),
            holder: None,
            cells: vec![cut.to],
        });
    }
    told
}
