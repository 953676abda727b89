//! `longroll position advise` and `assess`: what the staff would do in a position, and what it expects of it.
//!
//! Nothing is played on beyond a throw of the die: what comes after it is for the player to find out.

use std::io::{Write, stdout};

use clap::Args;
use rules::blue_gray::json::action_to_json;
use rules::blue_gray::{Battle, State, apply, decision};
use rules::dice::Dice;
use serde_json::{Value, json};
use staff::{Assessor, Budget, Choice, Level, Names, Player};

use crate::levels;
use crate::position::Opened;
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

/// A die that notes that it was thrown.
#[derive(Default)]
struct Noted {
    thrown: bool,
}

impl Dice for Noted {
    fn throw(&mut self) -> u8 {
        self.thrown = true;
        1
    }
}

impl Advise {
    /// Prints what the staff would do, an action a line.
    pub fn run(&self, opened: Opened) -> Result<(), Trouble> {
        let (battle, mut state) = (&opened.battle, opened.position.state);
        let mut player =
            Player::new(battle, self.level, self.seed).with_names(Names::of(&opened.files.map));
        let mut thinker = Thinker::new(self.thinking.thought());
        let begun = moment(&state);
        let mut out = stdout().lock();
        while let Some(chosen) = self.choose(&mut player, battle, &state, &mut thinker) {
            writeln!(out, "{}", told(battle, &chosen))?;
            let goes_on = self.phase && carry_out(battle, &mut state, &chosen)?;
            if !goes_on || moment(&state) != begun {
                return Ok(());
            }
        }
        Err(Trouble::Request("the game is over: there is nothing to decide".to_owned()))
    }

    /// One decision, within the share of its player-turn.
    fn choose(
        &self,
        player: &mut Player,
        battle: &Battle,
        state: &State,
        thinker: &mut Thinker,
    ) -> Option<Choice> {
        if self.level != Level::General || player.has_plan(state) {
            return player.choose(battle, state, Budget::FREE);
        }
        thinker.decide(state, &|| false, |budget| player.choose(battle, state, budget))
    }
}

/// Whose decision it is, and in which phase of whose player-turn.
fn moment(state: &State) -> impl PartialEq + use<> {
    (state.turn, state.side, state.phase, decision(state).side())
}

/// Carries a choice out; says whether no die was thrown.
fn carry_out(battle: &Battle, state: &mut State, chosen: &Choice) -> Result<bool, Trouble> {
    let mut dice = Noted::default();
    apply(battle, state, &chosen.action, &mut dice, &mut Vec::new()).map_err(|refusal| {
        Trouble::Refused { rule: refusal.rule(battle).to_string(), reason: refusal.reason(battle) }
    })?;
    Ok(!dice.thrown)
}

fn told(battle: &Battle, chosen: &Choice) -> Value {
    let action = action_to_json(battle, &chosen.action);
    json!({"action": action, "why": chosen.why, "nodes": chosen.nodes})
}

/// What the staff expects of a position: margins to a tenth of a point, chances to a thousandth.
pub fn assess(opened: &Opened) -> Value {
    let found = Assessor::of(&opened.battle).assess(&opened.battle, &opened.position.state);
    let points = |points: f64| json!(rounded(points, 10.0));
    let (low, high) = found.range();
    let chances: Vec<Value> = found
        .levels
        .iter()
        .map(|level| {
            let chance = rounded(level.chance.clamp(0.0, 1.0), 1000.0);
            let winner = level.winner.map(atlas::Side::word);
            json!({"winner": winner, "level": level.level, "chance": chance})
        })
        .collect();
    json!({
        "margin": points(found.margin),
        "low": points(low),
        "high": points(high),
        "chances": chances,
    })
}

/// To so many parts of one; never a negative nothing.
fn rounded(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts + 0.0
}
