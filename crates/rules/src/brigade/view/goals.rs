//! What the game is about: who wins, what scores, how far it is to the next level, and what the
//! clock leaves; from the battle's facts, so that a battle of one's own has it too.

use atlas::Side;
use atlas::map::System;
use serde_json::{Value, json};

use super::hex;
use crate::bid::Bid;
use crate::brigade::battle::Battle;
use crate::brigade::state::State;
use crate::brigade::victory::{self, Outcome};
use crate::goals::{self, Source};
use crate::rule::Rule;
use crate::words::{army, count};

/// [BR 16.0] Who wins is said there, and what scores.
const RULE: Rule = Rule::of(System::Brigade, "BR", "16.0");

/// What wins, every landmark with its worth and who has it now, the next levels and the clock.
pub(super) fn goals(battle: &Battle, state: &State) -> Value {
    let next = Side::BOTH.into_iter().filter_map(|side| next(battle, state, side));
    json!({
        "words": what_wins(battle),
        "brief": brief(battle),
        "rule": RULE.to_string(),
        "link": RULE.link(),
        "clock": goals::clock(state.turn, battle.turns),
        "next": next.collect::<Vec<_>>(),
        "sources": sources(battle, state).iter().map(Source::told).collect::<Vec<_>>(),
    })
}

fn points(number: u32) -> String {
    count(number as usize, "point", "points")
}

/// The least points with which a side, or nobody, has won.
fn least(battle: &Battle, winner: Option<Side>) -> Option<u32> {
    let levels = battle.facts.levels.iter().filter(|level| level.winner == winner);
    levels.map(|level| level.at_least).min()
}

fn what_wins(battle: &Battle) -> String {
    let end = format!("When turn {} ends", battle.turns);
    let union = match least(battle, Some(Side::Union)) {
        Some(least) => format!("the Union wins with {} or more", points(least)),
        None => "the Union cannot win".to_owned(),
    };
    let rest = match least(battle, None) {
        Some(least) => {
            format!("with {least} or more it is a draw, with fewer the Confederates win")
        }
        None => "with fewer the Confederates win".to_owned(),
    };
    format!(
        "{end}, {union}, {rest}. Only landmarks count, for the Union, where its infantry was the \
         last to rest."
    )
}

/// The same in one sentence: for whoever sits down for the first time.
fn brief(battle: &Battle) -> String {
    let all: u32 = battle.facts.landmarks.iter().map(|landmark| landmark.points).sum();
    let places = count(battle.facts.landmarks.len(), "landmark", "landmarks");
    let least = least(battle, Some(Side::Union)).unwrap_or(all);
    format!(
        "{places} decide after turn {}: the Union wins with {least} of their {all} points.",
        battle.turns
    )
}

/// How many points more the Union needs for a better level, or fewer for a better one of the
/// Confederates.
fn next(battle: &Battle, state: &State, side: Side) -> Option<Value> {
    let now = victory::points(battle, state);
    let most: u32 = battle.facts.landmarks.iter().map(|landmark| landmark.points).sum();
    let step = if side == Side::Union { 1 } else { -1 };
    let reached = |points: i32| -> Outcome { victory::outcome_with(battle, points) };
    let far =
        (1..=most as i32 + 1).find(|far| reached(now + far * step).level != reached(now).level)?;
    // What nobody holds cannot be taken back.
    if side == Side::Confederate && far > victory::of_landmarks(battle, state) as i32 {
        return None;
    }
    let outcome = reached(now + far * step);
    let victory = if outcome.winner.is_some() { " victory" } else { "" };
    let level = format!("{}{victory}", outcome.name(battle));
    let words = match side {
        Side::Union => format!("{} more: {level}.", points(far as u32)),
        Side::Confederate => {
            let take = army(side, "takes", "take");
            format!("{take} {} back: {level}.", points(far as u32))
        }
    };
    Some(json!({"side": side.word(), "points": far, "words": words}))
}

fn sources(battle: &Battle, state: &State) -> Vec<Source> {
    let landmarks = battle.facts.landmarks.iter().map(|landmark| {
        let holder = state.holder(battle, landmark.cell);
        let now = if holder == Some(Side::Union) { landmark.points } else { 0 };
        let cell = hex(battle, landmark.cell);
        Source {
            what: format!("{} ({cell})", landmark.name),
            worth: points(landmark.points),
            to: Some(Side::Union),
            banked: false,
            holder,
            now: Some(now.into()),
            cells: vec![cell],
            rule: RULE,
        }
    });
    let agreed = battle.bid.map(|bid| Source {
        what: format!("Agreed on before the game, for {}", crate::words::the_army(bid.side)),
        worth: points(bid.points.unsigned_abs() as u32),
        to: Some(Side::Union),
        banked: true,
        holder: None,
        now: Some(Bid::lead(Some(bid)).into()),
        cells: Vec::new(),
        rule: RULE,
    });
    landmarks.chain(agreed).collect()
}
