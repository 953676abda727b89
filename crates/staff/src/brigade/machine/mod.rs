//! The machine [BR 3.0?]: the procedure for solitaire play, rule by rule and without thought. It draws its corps by
//! lot, marches for the nearest landmark and assaults what it must.
//!
//! The rules let it play the Union. At the other side it does the same for the Confederates, whose corps are all
//! active; that is our own.

mod fight;
mod march;

use atlas::Side;
use field::Search;
use rules::brigade::battle::CorpsSet;
use rules::brigade::{Action, Battle, Decision, Phase, State, activation, check, decision, rally};
use rules::dice::Chance;
use rules::ids::UnitSet;

use super::position::survey::Survey;
use super::position::weights::Weights;

/// The machine, with its lots and what it has looked at in this phase.
#[derive(Clone, Debug)]
pub struct Machine {
    chance: Chance,
    survey: Survey,
    search: Search,
    /// The units whose moves are settled, and the player-turn they belong to.
    settled: UnitSet,
    turn: Option<(u8, Side)>,
}

impl Machine {
    /// A machine for a battle, with luck of its own.
    pub fn new(battle: &Battle, seed: u64) -> Machine {
        let survey = Survey::of(battle, None, Weights::USUAL);
        let (chance, search) = (Chance::new(seed), Search::new());
        Machine { chance, survey, search, settled: UnitSet::EMPTY, turn: None }
    }

    /// What the procedure says; `None` when the game is over.
    pub fn choose(&mut self, battle: &Battle, state: &State) -> Option<Action> {
        if self.survey.ford != state.ford {
            self.survey = Survey::of(battle, state.ford, self.survey.weights);
        }
        let said = match decision(state) {
            Decision::Over(_) => return None,
            Decision::Phase(Phase::Activation, _) => Some(self.draw(battle, state)),
            Decision::Phase(Phase::Rally, _) => {
                // [BR 3.0?] Everybody who may tries to rally.
                let first = rally::able(battle, state).first();
                first.map(|unit| Action::Rally { unit })
            }
            Decision::Phase(Phase::Movement, _) => self.march(battle, state),
            Decision::Phase(Phase::Bombardment, _) => fight::bombardment(battle, state),
            Decision::Phase(Phase::Assault, _) => self.assault(battle, state),
            Decision::Step(..) => fight::choice(battle, state),
        };
        let said = said.unwrap_or(Action::EndPhase);
        if check(battle, state, &said).is_ok() {
            return Some(said);
        }
        // Where the procedure is silent, whatever the rules allow.
        rules::brigade::actions(battle, state).pop().map(|listed| listed.action)
    }

    /// [BR 3.0?] Corps are drawn one after another, each as likely as the others that are left.
    fn draw(&mut self, battle: &Battle, state: &State) -> Action {
        let mut corps = CorpsSet::EMPTY;
        if let Some(facts) = battle.activation(state.side) {
            let all = 0..facts.corps.len();
            let mut left: Vec<usize> =
                all.filter(|&one| activation::why_not(battle, state, one).is_none()).collect();
            for _ in 0..facts.most {
                if !left.is_empty() {
                    corps = corps.with(left.remove(self.chance.below(left.len())));
                }
            }
        }
        Action::Activate { corps }
    }
}
