//! `longroll position advise` and `assess`: what the staff would do in a position, and what it expects of it.
//!
//! Nothing is played on beyond a throw of the die: what comes after it is for the player to find out.

use std::io::{Write, stdout};
use std::sync::Arc;

use atlas::battle::Battle;
use clap::Args;
use rules::dice::Seed;
use rules::game::{Game, Seat};
use rules::record::Source;
use serde_json::{Value, json};
use staff::{Choice, Level, Staff};

use crate::levels;
use crate::position::{Opened, not_done};
use crate::thought::{Thinker, Thinking};
use crate::trouble::Trouble;

/// Who is asked, and how long he may think.
#[derive(Args)]
pub struct Advise {
    /// Who is asked: recruit, captain, colonel or general.
    #[arg(long, default_value = "general", value_parser = levels::level)]
    level: Level,
    #[command(flatten)]
    thinking: Thinking,
    /// The luck of whoever is asked: with the same seed he answers the same.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Every action until the phase or this side's say is over, as far as no die is thrown.
    #[arg(long)]
    phase: bool,
}

impl Advise {
    /// Prints what the staff would do, an action a line.
    pub fn run(&self, opened: Opened) -> Result<(), Trouble> {
        let staff = staff_of(&opened.game, &opened.files)?;
        let Opened { game, mut state, .. } = opened;
        let mut player = staff.player(self.level, self.seed);
        let mut thinker = Thinker::new(self.thinking.thought());
        let begun = game.moment(&state);
        let decider = game.decider(&state);
        let mut out = stdout().lock();
        while let Some(side) = game.decider(&state) {
            let seen = game.seen(&state, Seat::Side(side));
            let Some(chosen) = thinker.choose(&mut *player, &seen) else { break };
            writeln!(out, "{}", told(&chosen))?;
            if !self.phase {
                return Ok(());
            }
            let source = Source::new(Seed::from_number(0));
            let acted = game.act(&state, &source, &chosen.action, &[]).map_err(not_done)?;
            state = acted.state;
            let goes_on = acted.line.dice.is_empty() && game.moment(&state) == begun;
            if !goes_on || game.decider(&state) != decider {
                return Ok(());
            }
        }
        Err(Trouble::Request("the game is over: there is nothing to decide".to_owned()))
    }
}

fn told(chosen: &Choice) -> Value {
    json!({"action": chosen.action, "why": chosen.why, "nodes": chosen.nodes})
}

/// What the staff expects of a position: margins to a tenth of a point, chances to a thousandth.
pub fn assess(opened: &Opened) -> Result<Value, Trouble> {
    let seen = opened.game.seen(&opened.state, opened.seat());
    let found = staff_of(&opened.game, &opened.files)?.assess(&seen);
    let points = |points: f64| json!(rounded(points, 10.0));
    let (low, high) = found.range();
    let chances: Vec<Value> = found
        .chances
        .iter()
        .map(|level| {
            let chance = rounded(level.chance, 1000.0);
            let winner = level.winner.map(atlas::Side::word);
            json!({"winner": winner, "level": level.level, "chance": chance})
        })
        .collect();
    Ok(json!({
        "margin": points(found.margin),
        "low": points(low),
        "high": points(high),
        "chances": chances,
        "known": found.known,
    }))
}

/// The staff of a battle.
pub fn staff_of(game: &Game, files: &Battle) -> Result<Arc<dyn Staff>, Trouble> {
    staff::of(&Arc::new(game.clone()), files)
        .ok_or_else(|| Trouble::Request("there is no staff for these rules".into()))
}

/// To so many parts of one; never a negative nothing.
fn rounded(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts + 0.0
}
