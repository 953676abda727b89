//! What is likely to come of a position: the chance that the Union ends with each landmark, as it was in other games.
//!
//! The numbers of the built-in scenarios are in `outlook.csv`; `cargo run --release -p staff --example brigade_outlook`
//! plays games between Colonels and prints such lines. Battles without any are judged by numbers of no place in particular.

use atlas::Side;
use rules::brigade::{Battle, Phase, State};

use super::balance::{Balance, SOMEBODY, Trend};
use super::desk::Desk;
use super::survey::LANDMARKS_MAX;

/// The lines: battle, scenario, a number for each of the [`Signs`], and two for each landmark in the order of the hexes.
const NUMBERS: &str = include_str!("outlook.csv");

/// So many turns of marching make a unit count a third as much for a landmark here.
pub const NEAR_TURNS: f64 = 0.7;

/// It helps at least so much to hold a landmark, to those who plan.
const LEAST_HOLD: f64 = 0.3;

/// How many signs speak of every landmark.
const SIGNS: usize = 7;

/// What speaks for the Union at a landmark: the balance of strength near it, who holds it, whose turn it is, the balance of
/// the armies; some of them again for the part of a player-turn in those that are left, or for the part of the battle.
type Signs = [f64; SIGNS];

/// What each sign means for who ends with a landmark, as a part of the logarithm of the odds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outlook {
    signs: Signs,
    /// By landmark, how it inclines to the Union: at the end, and more for the part of the battle that is left.
    inclines: [[f64; 2]; LANDMARKS_MAX],
}

impl Outlook {
    /// Of no place in particular.
    pub const ANYWHERE: Outlook =
        Outlook { signs: [1.2, 0.6, 0.0, 2.0, 0.6, 0.5, 1.0], inclines: [[0.0; 2]; LANDMARKS_MAX] };

    /// The numbers for a battle.
    pub fn of(battle: &Battle) -> Outlook {
        NUMBERS.lines().find_map(|line| read(line, battle)).unwrap_or(Outlook::ANYWHERE)
    }

    /// The points that the Union is likely to end with.
    pub fn points(&self, desk: &Desk<'_>, state: &State, balance: &Balance) -> f64 {
        let (signs, early) = signs(desk, state, balance);
        let mut sum = 0.0;
        for (index, &(_, points)) in desk.survey.landmarks.iter().enumerate() {
            let [bias, bias_early] = self.inclines[index];
            let told: f64 = self.signs.iter().zip(&signs[index]).map(|(a, b)| a * b).sum();
            let odds = bias + bias_early * early + told;
            sum += points / (1.0 + (-odds).exp());
        }
        sum
    }
}

impl Outlook {
    /// What decides who will have a landmark, to plan by.
    pub fn trend(&self, desk: &Desk<'_>, state: &State, balance: &Balance) -> Trend {
        let Times { late, early } = Times::of(desk.battle, state);
        let [sharp, sharp_late, held, held_late, moves, armies, armies_early] = self.signs;
        let union_moves = if state.side == Side::Union { late } else { -late };
        let besides =
            moves * union_moves + (armies + armies_early * early) * odds_of_armies(balance);
        let mut inclines = [0.0; LANDMARKS_MAX];
        for (incline, [bias, bias_early]) in inclines.iter_mut().zip(self.inclines) {
            *incline = bias + bias_early * early + besides;
        }
        let hold = (held + held_late * late).max(LEAST_HOLD);
        Trend { sharp: sharp + sharp_late * late, hold, inclines }
    }
}

/// The parts of the battle.
struct Times {
    /// A player-turn's part of those that are left.
    late: f64,
    /// What is left of the whole.
    early: f64,
}

impl Times {
    fn of(battle: &Battle, state: &State) -> Times {
        let left = Balance::left(battle, state);
        let turns = f64::from(left[0]) + f64::from(left[1]);
        let all = (2.0 * f64::from(battle.turns)).max(1.0);
        Times { late: 1.0 / turns.max(1.0), early: turns / all }
    }
}

/// The balance of the armies, as a logarithm.
fn odds_of_armies(balance: &Balance) -> f64 {
    let army = |side| balance.army(side).max(1.0);
    (army(Side::Union) / army(Side::Confederate)).ln()
}

/// The signs of each landmark, and the part of the battle that is left. The balance is one of somebody who judges by them.
pub fn signs(desk: &Desk<'_>, state: &State, balance: &Balance) -> ([Signs; LANDMARKS_MAX], f64) {
    let Times { late, early } = Times::of(desk.battle, state);
    let armies = odds_of_armies(balance);
    let union_moves = (state.side == Side::Union) == (state.phase <= Phase::Movement);
    let moves = if union_moves { late } else { -late };
    let mut found = [[0.0; SIGNS]; LANDMARKS_MAX];
    for (index, found) in found[..desk.survey.landmarks.len()].iter_mut().enumerate() {
        let force = |side| balance.near(side, index).max(0.0) + SOMEBODY;
        let near = (force(Side::Union) / force(Side::Confederate)).ln();
        let held = if balance.holder(index) == Side::Union { 1.0 } else { -1.0 };
        *found = [near, near * late, held, held * late, moves, armies, armies * early];
    }
    (found, early)
}

fn read(line: &str, battle: &Battle) -> Option<Outlook> {
    let mut fields = line.split(',');
    let here = fields.next()? == battle.id && fields.next()? == battle.scenario;
    let mut number = || fields.next()?.parse::<f64>().ok();
    let mut found = Outlook { signs: [0.0; SIGNS], inclines: [[0.0; 2]; LANDMARKS_MAX] };
    for sign in &mut found.signs {
        *sign = number()?;
    }
    for place in found.inclines.iter_mut().take(battle.facts.landmarks.len()) {
        *place = [number()?, number()?];
    }
    here.then_some(found)
}

#[cfg(test)]
mod tests {
    use rules::brigade::new_game;
    use rules::dice::Chance;

    use super::super::survey::Survey;
    use super::super::weights::Weights;
    use super::*;

    fn battle(scenario: &str) -> Battle {
        let files = atlas::builtin::battle("brigade/antietam").expect("a battle");
        Battle::new(&files, Some(scenario), &[]).expect("a battle to play")
    }

    #[test]
    fn the_built_in_scenarios_have_an_outlook_of_their_own() {
        for scenario in ["september-17", "hooker-attacks"] {
            let battle = battle(scenario);
            let outlook = Outlook::of(&battle);
            assert_ne!(outlook, Outlook::ANYWHERE, "{scenario}");
            let own = &outlook.inclines[..battle.facts.landmarks.len()];
            assert!(own.iter().all(|place| place[0] != 0.0), "{scenario}: {own:?}");
        }
    }

    #[test]
    fn the_start_of_each_scenario_promises_about_what_its_games_came_to() {
        for (scenario, least, most) in [("september-17", 12.0, 17.0), ("hooker-attacks", 1.3, 2.7)]
        {
            let battle = battle(scenario);
            let weights = Weights { judges_by_outlook: true, ..Weights::USUAL };
            let survey = Survey::of(&battle, None, weights);
            let state = new_game(&battle, &mut Chance::new(1), &mut Vec::new());
            let desk = Desk { battle: &battle, survey: &survey };
            let points = survey.outlook.points(&desk, &state, &Balance::of(&desk, &state));
            assert!((least..most).contains(&points), "{scenario}: {points}");
        }
    }
}
