//! What the game is about: who wins, what scores, how far it is to the next level, and what the
//! clock leaves; from the battle's tables, so that a battle of one's own has it too.

use atlas::Side;
use atlas::map::System;
use serde_json::{Value, json};

use crate::bid::Bid;
use crate::goals::{self, Source};
use crate::grand_tactical::battle::Battle;
use crate::grand_tactical::state::State;
use crate::grand_tactical::victory;
use crate::rule::Rule;
use crate::words::{army, count};

/// [GT 10.1] What scores.
const SCORES: Rule = Rule::of(System::GrandTactical, "GT", "10.1");
/// [GT 10.2] What a score is worth.
const LEVELS: Rule = Rule::of(System::GrandTactical, "GT", "10.2");

/// What wins, every way to score, the next levels and the clock. `closed`: what the other side has
/// lost is not known.
pub(super) fn goals(battle: &Battle, seen: &State, closed: bool) -> Value {
    let next = Side::BOTH.into_iter().filter_map(|side| next(battle, seen, side, closed));
    json!({
        "words": what_wins(battle),
        "brief": brief(battle),
        "rule": LEVELS.to_string(),
        "link": LEVELS.link(),
        "clock": goals::clock(seen.turn, battle.turns),
        "next": next.collect::<Vec<_>>(),
        "sources": sources(battle, seen, closed).iter().map(Source::told).collect::<Vec<_>>(),
    })
}

/// A score with its sign.
fn signed(score: i32) -> String {
    match score {
        ..0 => format!("\u{2212}{}", score.unsigned_abs()),
        0 => "0".to_owned(),
        _ => format!("+{score}"),
    }
}

/// The least score with which a side, or nobody, has won.
fn least(battle: &Battle, winner: Option<Side>) -> Option<i32> {
    let levels = battle.tables.levels.iter().filter(|level| level.winner == winner);
    levels.filter_map(|level| level.from).min()
}

fn what_wins(battle: &Battle) -> String {
    let union = least(battle, Some(Side::Union)).unwrap_or(0);
    let mut words = format!(
        "The score decides when turn {} ends: the Union's points less the Confederates'. With {} \
         or more the Union wins",
        battle.turns,
        signed(union)
    );
    words += &match least(battle, None) {
        Some(least) => {
            format!(", with {} or more it is a draw, else the Confederates win.", signed(least))
        }
        None => ", else the Confederates do.".to_owned(),
    };
    if let Some(least) = &battle.tables.least_casualties {
        words += &format!(
            " But {} at least a {} victory unless {} {} men.",
            army(least.winner, "wins", "win").replacen("The", "the", 1),
            least.level,
            match least.of == least.winner {
                true => "they have lost".to_owned(),
                false => army(least.of, "has lost", "have lost").replacen("The", "the", 1),
            },
            least.men
        );
    }
    words
}

/// The same in one sentence: for whoever sits down for the first time.
fn brief(battle: &Battle) -> String {
    let places = battle.objectives.iter().filter(|goal| goal.side == Side::Union).count();
    let held = match places {
        0 => String::new(),
        some => format!(" and {} that the Union is to hold", count(some, "place", "places")),
    };
    let union = signed(least(battle, Some(Side::Union)).unwrap_or(0));
    format!(
        "Points come from men lost{held}; with a score of {union} or more after turn {} the \
         Union wins.",
        battle.turns
    )
}

/// How far the score is from a better ending for a side, by the score as it stands; where that is
/// not known, as announced.
fn next(battle: &Battle, seen: &State, side: Side, closed: bool) -> Option<Value> {
    let bid = Bid::lead(battle.bid);
    let now = if closed { seen.score } else { victory::score(battle, seen) } + bid;
    let ending = |counted: i32| {
        let mut then = *seen;
        then.score = counted - bid;
        if closed { victory::by_score(battle, &then) } else { victory::outcome(battle, &then) }
    };
    let steps = battle.tables.levels.iter().filter_map(|level| level.from);
    let mut scores: Vec<i32> = match side {
        Side::Union => steps.filter(|&from| from > now).collect(),
        Side::Confederate => steps.map(|from| from - 1).filter(|&below| below < now).collect(),
    };
    scores.sort_by_key(|score| score.abs_diff(now));
    let Some(to) = scores.into_iter().find(|&score| ending(score) != ending(now)) else {
        return if closed { None } else { unbled(battle, seen, side) };
    };
    let words = format!(
        "{} more for {}: {}.",
        count(to.abs_diff(now) as usize, "point", "points"),
        army(side, "", "").replacen("The", "the", 1).trim_end(),
        ending(to).words
    );
    Some(json!({"side": side.word(), "points": to.abs_diff(now), "words": words}))
}

/// [GT 10.2] What no score brings a side as long as too few men have fallen.
fn unbled(battle: &Battle, seen: &State, side: Side) -> Option<Value> {
    let least = battle.tables.least_casualties.as_ref()?;
    let lost = seen.losses[least.of].infantry + seen.losses[least.of].cavalry;
    if least.winner == side || lost >= least.men {
        return None;
    }
    let left = least.men - lost;
    let words =
        format!("First {left} more {} men must fall: till then no score is enough.", least.of);
    Some(json!({"side": side.word(), "points": null, "words": words}))
}

fn sources(battle: &Battle, seen: &State, closed: bool) -> Vec<Source> {
    let points = |number: i32| count(number.unsigned_abs() as usize, "point", "points");
    let losses = Side::BOTH.into_iter().map(|side| Source {
        what: format!("{} losses", side.other()),
        worth: worth_of_losses(battle, side),
        to: Some(side),
        banked: true,
        holder: None,
        now: (!closed).then(|| victory::worth_of_losses(battle, seen, side).into()),
        cells: Vec::new(),
        rule: SCORES,
    });
    let objectives = battle.objectives.iter().enumerate().map(|(index, goal)| {
        let brings = victory::objective(battle, seen, index);
        Source {
            what: format!("{} ({})", goal.name, battle.name(goal.cell)),
            worth: format!("{}, half for a zone of control", points(goal.points)),
            to: Some(goal.side),
            banked: false,
            holder: (brings > 0).then_some(goal.side),
            now: Some(brings.into()),
            cells: vec![battle.name(goal.cell)],
            rule: SCORES,
        }
    });
    let agreed = battle.bid.map(|bid| Source {
        what: "Agreed on before the game".to_owned(),
        worth: points(bid.points as i32),
        to: Some(bid.side),
        banked: true,
        holder: None,
        now: Some(bid.points),
        cells: Vec::new(),
        rule: LEVELS,
    });
    losses.chain(objectives).chain(agreed).collect()
}

/// "1 point a man, 2 a cavalryman, 20 a gun"; in the advanced game the leaders, too.
fn worth_of_losses(battle: &Battle, side: Side) -> String {
    let table = &battle.tables.score;
    let men = format!(
        "{} for an infantryman, {} for a cavalryman, {} for a gun",
        table.infantryman, table.cavalryman, table.gun
    );
    if !battle.options.advanced() {
        return men;
    }
    format!(
        "{men}, {} for the leader of a brigade, {} of a division, {} of a corps",
        table.brigade_leader,
        table.division_leader,
        table.corps_leader[side.other()]
    )
}
