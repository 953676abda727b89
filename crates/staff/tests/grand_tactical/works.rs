//! [GT 7.10, 7.11] Works and forced marches: where they pay, and nowhere else.

use atlas::Side;
use atlas::battle::Mode;
use rules::grand_tactical::movement::Reach;
use rules::grand_tactical::state::State;
use rules::grand_tactical::{Action, Battle};
use staff::Level;

use crate::common::{battle, field_with, ordered, unit};

/// A Confederate on an objective in the second round of a turn, and an enemy some squares away who is on his way there.
fn waiting(battle: &Battle, enemy: &str) -> State {
    let mut state = field_with(battle, 5, 2, &[("CS-RIPLEY-A", "21,14"), ("US-GIBBON-A", enemy)]);
    state.side = Side::Confederate;
    state.unit_mut(unit(battle, "CS-RIPLEY-A")).op = 12;
    state
}

fn digs(battle: &Battle, state: &State) -> bool {
    let (orders, _) = ordered(battle, state, Level::Captain);
    orders.iter().any(|order| matches!(order, Action::Fortify { .. }))
}

#[test]
fn whoever_waits_for_the_enemy_digs_in_while_nobody_shoots_at_him() {
    let advanced = battle(&["4=advanced", "8"]);
    assert!(digs(&advanced, &waiting(&advanced, "16,19")));
    assert!(!digs(&advanced, &waiting(&advanced, "22,15")), "he is at the door");
    let mut tired = waiting(&advanced, "16,19");
    tired.unit_mut(unit(&advanced, "CS-RIPLEY-A")).fatigue = 50;
    assert!(!digs(&advanced, &tired));
    let intermediate = battle(&["4=intermediate", "8"]);
    assert!(!digs(&intermediate, &waiting(&intermediate, "16,19")), "there it is automatic");
}

fn marches(orders: &[Action]) -> usize {
    orders.iter().filter(|order| matches!(order, Action::ForceMarch { .. })).count()
}

/// A Union unit that reaches an objective with four points more, but not without, in the last round of a turn.
fn just_short(battle: &Battle, turn: u8) -> Option<(State, field::Cell)> {
    let mut reach = Reach::new();
    for goal in &battle.objectives {
        for from in &battle.grid.disc(goal.cell, 7) {
            let name = battle.name(from);
            if battle.ground[from].terrain != atlas::map::Terrain::Clear {
                continue;
            }
            let places = [("US-GIBBON-A", name.as_str()), ("CS-RIPLEY-A", "0,34")];
            let mut state = field_with(battle, turn, 2, &places);
            let gibbon = unit(battle, "US-GIBBON-A");
            reach.search(battle, &state, gibbon);
            let mut short = reach.cost(goal.cell).is_none();
            // Nor does a column help, which takes two points to form.
            (state.unit_mut(gibbon).mode, state.unit_mut(gibbon).op) = (Mode::Column, 8);
            reach.search(battle, &state, gibbon);
            short &= reach.cost(goal.cell).is_none();
            state.unit_mut(gibbon).op = 12;
            reach.search(battle, &state, gibbon);
            let enough = reach.cost(goal.cell).is_some();
            let mut others = battle.objectives.iter().filter(|other| other.cell != goal.cell);
            let alone = others.all(|other| reach.cost(other.cell).is_none());
            (state.unit_mut(gibbon).mode, state.unit_mut(gibbon).op) = (Mode::Normal, 10);
            if short && enough && alone {
                return Some((state, goal.cell));
            }
        }
    }
    None
}

#[test]
fn an_objective_just_out_of_reach_is_force_marched_to_in_the_last_phase() {
    let battle = battle(&["4=intermediate", "8"]);
    let (last, goal) = just_short(&battle, battle.turns).expect("there is such a place");
    let (orders, after) = ordered(&battle, &last, Level::Captain);
    assert!((1..=4).contains(&marches(&orders)), "{orders:?}");
    assert_eq!(after.cell(unit(&battle, "US-GIBBON-A")), Some(goal));
    let (earlier, _) = just_short(&battle, 5).expect("there is such a place");
    assert_eq!(marches(&ordered(&battle, &earlier, Level::Captain).0), 0, "there is time");
}

#[test]
fn at_the_end_of_the_day_fatigue_is_given_for_a_longer_shot() {
    let battle = battle(&["4=intermediate", "8"]);
    let places = [("US-GIBBON-A", "10,10"), ("CS-RIPLEY-A", "11,10")];
    for (turn, presses) in [(battle.turns, true), (5, false)] {
        let mut state = field_with(&battle, turn, 2, &places);
        state.unit_mut(unit(&battle, "US-GIBBON-A")).op = 5;
        let (orders, after) = ordered(&battle, &state, Level::Captain);
        assert_eq!(marches(&orders) > 0, presses, "turn {turn}: {orders:?}");
        let gibbon = after.unit(unit(&battle, "US-GIBBON-A"));
        assert!(gibbon.fatigue <= 40 && gibbon.fire.is_some(), "{gibbon:?}");
    }
}
