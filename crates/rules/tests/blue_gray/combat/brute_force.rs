//! The test of obligations against every way to meet them, on small random boards.
//!
//! Two questions are asked of the engine at every decision of a combat phase: which attacks are legal, and
//! may the phase end. The answers are compared with those of the slow judge in [`reference`](crate::combat::reference).

use std::collections::BTreeMap;

use rules::blue_gray::check_combat::check_attack_with;
use rules::blue_gray::ids::{Around, UnitSet};
use rules::blue_gray::json::Position;
use rules::blue_gray::obligations::Obligations;
use rules::blue_gray::random::RandomPlayer;
use rules::blue_gray::{Action, Attack, Battle, Decision, actions, apply, check, decision};
use rules::dice::Chance;
use serde_json::{Value, json};

use crate::combat::reference::{Known, Plan, Reference};
use crate::fixture::Field;

const UNION: [&str; 6] = ["A1", "A2", "A3", "A4", "A5", "A6"];
const UNION_GUNS: [&str; 3] = ["G1", "G2", "G3"];
const CONFEDERATES: [&str; 5] = ["X1", "X2", "X3", "X4", "X5"];

/// Creeks through the middle of the field, for every third board each.
const CREEKS: [&[&str]; 3] =
    [&[], &["0303|0304", "0303|0403"], &["0203|0303", "0302|0303", "0303|0402", "0403|0404"]];

/// How many boards: more when the long tests are asked for.
fn boards() -> u64 {
    if std::env::var_os("LONGROLL_SOAK").is_some() { 60_000 } else { 1_200 }
}

fn is_union(id: &str) -> bool {
    !id.starts_with('X')
}

fn is_gun(id: &str) -> bool {
    id.starts_with('G')
}

fn battles() -> [Battle; 3] {
    CREEKS.map(|creeks| {
        let mut field = Field::new(&"......\n".repeat(6)).options(&["11.0"]).creek(creeks);
        for (index, id) in UNION.iter().enumerate() {
            field = field.union(id, 2 + index as u32 % 3, &format!("0{}01", index + 1));
        }
        for (index, id) in UNION_GUNS.iter().enumerate() {
            field = field.union_gun(id, 2, &format!("0{}02", index + 1));
        }
        for (index, id) in CONFEDERATES.iter().enumerate() {
            field = field.confederate(id, 2 + index as u32 % 3, &format!("0{}06", index + 1));
        }
        field.battle()
    })
}

/// Units thrown onto the field, the guns farther off, with flags as a phase under way may have them.
fn scattered(chance: &mut Chance, flags: bool) -> Value {
    let mut units: Vec<Value> = Vec::new();
    let once_in = |odds: usize, chance: &mut Chance| flags && chance.below(odds) == 0;
    let mut order: Vec<&str> = [&UNION[..], &UNION_GUNS, &CONFEDERATES].concat();
    while !order.is_empty() {
        let id = order.swap_remove(chance.below(order.len()));
        let (first, width) = if is_gun(id) { (1, 6) } else { (2, 4) };
        let hex = format!("{:02}{:02}", first + chance.below(width), first + chance.below(width));
        let there = units.iter().filter(|unit| unit["hex"] == hex).count();
        let hostile = |unit: &Value| is_union(unit["id"].as_str().unwrap()) != is_union(id);
        if there >= 2 || units.iter().any(|unit| unit["hex"] == hex && hostile(unit)) {
            continue;
        }
        let mut unit = json!({"id": id, "hex": hex});
        if is_union(id) {
            for (flag, odds) in [("used", 5), ("ineffective", 9), ("advanced", 12)] {
                if once_in(odds, chance) {
                    unit[flag] = json!(true);
                }
            }
            if is_gun(id) && once_in(6, chance) {
                unit["displaced"] = json!(true);
            }
            if is_gun(id) && unit["used"] == true && once_in(2, chance) {
                unit["bombarded_from"] = unit["hex"].clone();
            }
        } else {
            for (flag, odds) in [("attacked", 6), ("advanced", 9)] {
                if once_in(odds, chance) {
                    unit[flag] = json!(true);
                }
            }
        }
        units.push(unit);
    }
    json!({"game": "test/field", "options": ["11.0"], "phase": "combat", "units": units})
}

fn hexes(battle: &Battle, names: &[String], chosen: u32) -> Around {
    let named = names.iter().enumerate().filter(|(index, _)| chosen >> index & 1 != 0);
    Around::of(named.map(|(_, name)| battle.grid().cell(name).unwrap())).unwrap()
}

fn attack(battle: &Battle, judge: &Reference, plan: Plan) -> Attack {
    let guns = judge.guns.iter().enumerate().filter(|(index, _)| plan.guns >> index & 1 != 0);
    Attack {
        defenders: hexes(battle, &judge.targets, plan.defenders),
        attackers: hexes(battle, &judge.attackers, plan.attackers),
        bombard: guns.map(|(_, gun)| battle.find(&gun.id).unwrap()).collect(),
        column: None,
    }
}

/// The hexes of an attack as text.
fn text_of(attack: &Attack) -> String {
    format!("{:?} on {:?}", attack.attackers, attack.defenders)
}

/// The list names every legal attack once, with the guns that could join it.
fn compare_list(
    battle: &Battle,
    position: &Position,
    judge: &Reference,
    expected: &BTreeMap<String, Vec<&str>>,
    may_end: bool,
    board: u64,
) {
    let mut ends = false;
    let mut found = BTreeMap::new();
    for listed in actions(battle, &position.state) {
        let Action::Attack(attack) = listed.action else {
            assert_eq!(listed.action, Action::EndPhase);
            ends = true;
            continue;
        };
        let guns = listed.may_bombard.unwrap_or(UnitSet::EMPTY);
        let guns: Vec<&str> = guns.iter().map(|gun| battle.unit(gun).id.as_str()).collect();
        let twice = found.insert(text_of(&attack), guns);
        assert!(twice.is_none(), "board {board}: {attack:?} is listed twice");
    }
    assert_eq!(ends, may_end, "board {board}: the end in the list");
    assert!(ends || !found.is_empty(), "board {board}: nothing can be done\n{judge:?}");
    let found: BTreeMap<String, Vec<&str>> = found;
    assert_eq!(&found, expected, "board {board}: the list");
}

/// Compares the engine with the judge at one decision; how many attacks were refused for what they would
/// leave undone.
fn compare(battle: &Battle, creeks: &[&str], position: &Position, board: u64) -> usize {
    let state = &position.state;
    let text = position.to_json(battle);
    let judge = Reference::of(&text, creeks, is_union, is_gun);
    let known = &mut Known::new();
    assert!(judge.can_be_done(known), "board {board}: somebody cannot do his duty\n{text}");
    let obligations = Obligations::of(battle, state);
    let mut expected = BTreeMap::new();
    let mut refused = 0;
    // No hex has more than six neighbours, and an attack has no room for more.
    for plan in judge.plans().into_iter().filter(|plan| plan.attackers.count_ones() <= 6) {
        let action = attack(battle, &judge, plan);
        let verdict = check_attack_with(battle, state, &action, &obligations);
        let legal = judge.is_legal(plan, known);
        assert_eq!(verdict.is_ok(), legal, "board {board}: {action:?}: {verdict:?}\n{text}");
        refused += usize::from(!legal && judge.is_attack(plan));
        if legal && plan.guns == 0 {
            expected.insert(text_of(&action), judge.guns_for(plan, known));
        }
    }
    for target in 0..judge.targets.len() {
        let plan = Plan { defenders: 1 << target, attackers: 0, guns: 0 };
        let guns = judge.guns_for(plan, known);
        if !guns.is_empty() {
            expected.insert(text_of(&attack(battle, &judge, plan)), guns);
        }
    }
    let may_end = check(battle, state, &Action::EndPhase).is_ok();
    assert_eq!(may_end, judge.may_end(known), "board {board}: the end\n{text}");
    compare_list(battle, position, &judge, &expected, may_end, board);
    refused
}

/// [BG 7.11?, 7.12?, 7.23?] An attack is legal exactly if it leaves every duty that can be done doable.
mod r7_23_obligations_are_exact {
    use super::*;

    #[test]
    fn on_boards_in_the_middle_of_a_phase() {
        let battles = battles();
        let mut refused = 0;
        for board in 0..boards() {
            let kind = (board % 3) as usize;
            let text = scattered(&mut Chance::new(board), true);
            let position = Position::read(&battles[kind], &text).unwrap();
            refused += compare(&battles[kind], CREEKS[kind], &position, board);
        }
        assert!(
            refused > 3 * boards() as usize,
            "only {refused} attacks would leave duties undone"
        );
    }

    /// Every combat phase played at random comes to its end, and the judge agrees all the way.
    #[test]
    fn all_through_a_phase() {
        let battles = battles();
        let (mut decisions, mut advances) = (0, 0);
        for board in 0..boards() / 2 {
            let kind = (board % 3) as usize;
            let battle = &battles[kind];
            let text = scattered(&mut Chance::new(1_000_000 + board), false);
            let mut position = Position::read(battle, &text).unwrap();
            let mut player = RandomPlayer::new(board);
            while matches!(decision(&position.state), Decision::Combat(_) | Decision::Step(..))
                && position.state.turn == 1
                && position.state.side == atlas::Side::Union
            {
                if position.state.pending().is_none() {
                    compare(battle, CREEKS[kind], &position, board);
                    decisions += 1;
                }
                let action = player.choose(battle, &position.state).expect("an action");
                advances += usize::from(matches!(action, Action::Advance { .. }));
                let mut events = Vec::new();
                let mut dice = player.chance().clone();
                apply(battle, &mut position.state, &action, &mut dice, &mut events).unwrap();
                *player.chance() = dice;
            }
        }
        assert!(decisions > boards() as usize && advances > 20, "{decisions}, {advances}");
    }
}
