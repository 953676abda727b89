//! Positions in which anybody knows what to do.

use rules::grand_tactical::Action;
use staff::Level;

use crate::common::{battle, cell, field_with, midgame, ordered, seen, unit};

#[test]
fn guns_alone_do_not_stay_next_to_infantry() {
    for options in [&[][..], &["4=intermediate", "8"]] {
        let battle = battle(options);
        let mut state = field_with(
            &battle,
            5,
            1,
            &[("US-ICORPS-A", "10,10"), ("CS-RIPLEY-A", "11,10"), ("CS-RIPLEY-B", "11,11")],
        );
        let guns = unit(&battle, "US-ICORPS-A");
        state.unit_mut(guns).strength = 6;
        let enemy = unit(&battle, "CS-RIPLEY-A");
        for level in [Level::Captain, Level::Colonel] {
            let (_, after) = ordered(&battle, &state, level);
            let (at, near) = (after.cell(guns).unwrap(), after.cell(enemy).unwrap());
            assert!(battle.distance(at, near) > 1, "{options:?} {level}: at {}", battle.name(at));
        }
    }
}

#[test]
fn a_routed_unit_goes_out_of_reach() {
    for options in [&[][..], &["4=intermediate", "8"]] {
        let battle = battle(options);
        let mut state =
            field_with(&battle, 5, 1, &[("US-GIBBON-A", "10,10"), ("CS-RIPLEY-A", "12,10")]);
        let routed = unit(&battle, "US-GIBBON-A");
        state.set_routed(&battle, routed, true);
        for level in Level::ALL {
            let (_, after) = ordered(&battle, &state, level);
            let squares = battle.distance(after.cell(routed).unwrap(), cell(&battle, "12,10"));
            assert_eq!(squares, 3, "{options:?} {level}");
        }
    }
}

#[test]
fn a_free_objective_is_taken_on_the_last_turn() {
    for options in [&[][..], &["4=intermediate", "8"], &["4=advanced", "8"]] {
        let battle = battle(options);
        for goal in &battle.objectives {
            // Somebody two squares away, and an enemy too far to matter.
            let near = battle.grid.disc(goal.cell, 2);
            let near = near.iter().find(|&at| {
                battle.distance(at, goal.cell) == 2
                    && battle.ground[at].terrain == atlas::map::Terrain::Clear
                    && battle.ground[at].level <= battle.ground[goal.cell].level
            });
            let Some(near) = near else { continue };
            let name = battle.name(near);
            let places = [("US-GIBBON-A", name.as_str()), ("CS-RIPLEY-A", "0,34")];
            let state = field_with(&battle, battle.turns, 2, &places);
            let mut reach = rules::grand_tactical::movement::Reach::new();
            reach.search(&battle, &state, unit(&battle, "US-GIBBON-A"));
            if reach.cost(goal.cell).is_none() {
                continue;
            }
            for level in Level::ALL {
                let (_, after) = ordered(&battle, &state, level);
                // A better one that is in reach, too, is as good.
                let at = after.cell(unit(&battle, "US-GIBBON-A"));
                let mut taken = battle.objectives.iter().filter(|goal| Some(goal.cell) == at);
                let enough = taken.any(|taken| taken.points >= goal.points);
                assert!(enough, "{options:?} {level}: {}", goal.name);
            }
        }
    }
}

#[test]
fn nobody_fires_at_nothing() {
    for options in [&[][..], &["4=advanced"], &["5"], &["4=advanced", "5"]] {
        let battle = battle(options);
        for seed in 0..3 {
            let state = midgame(&battle, seed, 50 + 300 * seed as usize);
            let (orders, after) = ordered(&battle, &state, Level::Captain);
            let seen = seen(&battle, &after);
            for order in &orders {
                if let Action::PlotFire { square: Some(square), .. } = *order {
                    let enemies = seen.occupied(state.side.other());
                    assert!(enemies.contains(square), "{options:?} {}", battle.name(square));
                }
            }
        }
    }
}

#[test]
fn a_weak_enemy_is_charged_by_all_who_stand_around_him() {
    for options in [&[][..], &["4=intermediate", "8"]] {
        let battle = battle(options);
        let mut state = field_with(
            &battle,
            5,
            1,
            &[
                ("US-CRAWFORD-A", "10,9"),
                ("US-CRAWFORD-B", "10,10"),
                ("US-GIBBON-A", "10,11"),
                ("CS-RIPLEY-A", "11,10"),
            ],
        );
        let enemy = unit(&battle, "CS-RIPLEY-A");
        state.unit_mut(enemy).strength = 200;
        let (orders, _) = ordered(&battle, &state, Level::Captain);
        let charges = orders.iter().filter(|o| matches!(o, Action::PlotMelee { on: true, .. }));
        assert!(charges.count() >= 2, "{options:?}: {orders:?}");
    }
}
