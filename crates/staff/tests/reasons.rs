//! The reasons for choices after the die are true, and say more than what is done.

mod common;

use std::collections::BTreeMap;

use atlas::Side;
use common::{battle, position};
use field::Cell;
use rules::blue_gray::pending::Step;
use rules::blue_gray::random::Chance;
use rules::blue_gray::{
    Action, Battle, Decision, Phase, State, UnitId, actions, apply, decision, new_game, retreat,
};
use rules::dice::ForcedDice;
use staff::{Budget, Choice, Level, Names, Player};

/// A choice after the die, and the state it was made in.
struct Told<'a> {
    battle: &'a Battle,
    state: &'a State,
    side: Side,
    choice: &'a Choice,
}

impl Told<'_> {
    fn units_at(&self, side: Side, cell: Cell) -> Vec<&str> {
        let there = self.state.units_at(cell).intersection(self.battle.of_side(side));
        there.iter().map(|unit| self.battle.unit(unit).id.as_str()).collect()
    }

    fn enemies_around(&self, cell: Cell) -> Vec<&str> {
        let around = self.battle.adjacent(cell).iter();
        around.flat_map(|&near| self.units_at(self.side.other(), near)).collect()
    }

    /// The number of a hex at the beginning of a text.
    fn cell(&self, text: &str) -> Cell {
        let number = text.split(' ').next().unwrap();
        self.battle.grid().cell(number).unwrap_or_else(|| panic!("{text}"))
    }

    fn after(&self) -> State {
        let mut after = self.state.clone();
        let action = &self.choice.action;
        apply(self.battle, &mut after, action, &mut Chance::new(0), &mut Vec::new()).unwrap();
        after
    }

    /// Whether an enemy could come next to a unit in the player-turn after this one; `None` if something must be
    /// decided before.
    fn is_in_reach(&self, unit: UnitId, enemy: Option<UnitId>) -> Option<bool> {
        let mut after = self.after();
        let (mut dice, mut events) = (Chance::new(0), Vec::new());
        let stands = after.cell(unit)?;
        // Nobody advances, and nothing more is attacked.
        for next in [Action::Decline, Action::EndPhase] {
            let due = match next {
                Action::Decline => matches!(decision(&after), Decision::Step(..)),
                _ => decision(&after) == Decision::Combat(self.side),
            };
            if due {
                apply(self.battle, &mut after, &next, &mut dice, &mut events).ok()?;
            }
        }
        if decision(&after) != Decision::Movement(self.side.other()) {
            return None;
        }
        let comes = |action: &Action| match *action {
            Action::Move { unit, to, .. } | Action::Enter { unit, to, .. } => {
                enemy.is_none_or(|enemy| enemy == unit)
                    && after.cell(unit).is_some()
                    && self.battle.adjacent(stands).contains(&to)
            }
            _ => false,
        };
        Some(actions(self.battle, &after).iter().any(|one| comes(&one.action)))
    }

    /// Holds a reason against the board; what kind it is.
    fn check(&self) -> &'static str {
        match self.choice.action {
            Action::Retreat { unit, to, displace } => self.check_retreat(unit, to, displace),
            Action::Advance { to, .. } => self.check_advance(to),
            Action::Decline => self.check_decline(),
            _ => "other",
        }
    }

    fn check_retreat(&self, unit: UnitId, to: Cell, displace: Option<UnitId>) -> &'static str {
        let why = self.choice.why.as_str();
        let id = |unit| self.battle.unit(unit).id.as_str();
        let ways = actions(self.battle, self.state).into_iter();
        let elsewhere = |action: &Action| matches!(*action, Action::Retreat { unit: who, to: other, .. } if who == unit && other != to);
        let only = !ways.map(|one| one.action).any(|action| elsewhere(&action));
        assert_eq!(why.starts_with("the only way out"), only, "{why}");
        let makes_room = displace.map(|other| format!(", though {} must make room", id(other)));
        assert_eq!(why.contains(" must make room"), displace.is_some(), "{why}");
        let why = makes_room.map_or(why, |room| why.strip_suffix(room.as_str()).unwrap());
        let reason = why.rsplit_once(", ").map_or(why, |(_, reason)| reason);
        if only {
            "the only way"
        } else if let Some(hex) = reason.strip_prefix("to keep ") {
            assert_eq!(self.cell(hex), to, "{why}");
            assert_eq!(self.state.holder(self.battle, to), Some(self.side), "{why}");
            "keep"
        } else if let Some(friend) = reason.strip_prefix("to join ") {
            assert!(self.units_at(self.side, to).contains(&friend), "{why}");
            "join"
        } else if let Some(enemy) = reason.strip_prefix("out of reach of ") {
            let enemy = self.battle.find(enemy).unwrap();
            let reached = self.is_in_reach(unit, Some(enemy));
            assert_ne!(reached, Some(true), "{why}");
            reached.map_or("not yet known", |_| "out of reach")
        } else if reason == "out of the enemy's reach" {
            let reached = self.is_in_reach(unit, None);
            assert_ne!(reached, Some(true), "{why}");
            reached.map_or("not yet known", |_| "out of reach")
        } else if reason == "for ground that doubles the defence" {
            assert!(self.battle.ground.doubling.contains(to), "{why}");
            "ground"
        } else {
            "retreat"
        }
    }

    fn check_advance(&self, to: Cell) -> &'static str {
        let why = self.choice.why.as_str();
        if let Some(hex) = why.strip_prefix("to take ") {
            assert_eq!(self.cell(hex), to, "{why}");
            assert_ne!(self.state.holder(self.battle, to), Some(self.side), "{why}");
            "take"
        } else if let Some(hex) = why.strip_prefix("to close the retreat of the enemy at ") {
            let (cell, after) = (self.cell(hex), self.after());
            let mut there =
                after.units_at(cell).intersection(self.battle.of_side(self.side.other())).iter();
            assert!(self.battle.adjacent(to).contains(&cell), "{why}");
            assert!(there.all(|enemy| !retreat::is_possible(self.battle, &after, enemy)), "{why}");
            "close"
        } else if why == "with no enemy before it there" {
            assert!(self.enemies_around(to).is_empty(), "{why}");
            "free"
        } else {
            "advance"
        }
    }

    fn check_decline(&self) -> &'static str {
        let why = self.choice.why.as_str();
        let Some(enemy) = why.strip_prefix("so as not to stand before ") else { return "decline" };
        let listed = actions(self.battle, self.state);
        let before = listed.iter().any(|one| match one.action {
            Action::Advance { to, .. } => self.enemies_around(to).contains(&enemy),
            _ => false,
        });
        assert!(before, "{why}");
        "stand before"
    }
}

/// Lets a level play both sides, and holds every reason after the die against the board.
fn played(id: &str, scenario: &str, level: Level, seed: u64, kinds: &mut BTreeMap<&str, usize>) {
    let files = atlas::builtin::battle(id).unwrap();
    let battle = battle(id, scenario, &[]);
    let (mut dice, mut events) = (Chance::new(seed), Vec::new());
    let mut state = new_game(&battle, &mut dice, &mut events);
    let mut player = Player::new(&battle, level, seed).with_names(Names::of(&files.map));
    while let Some(choice) = player.choose(&battle, &state, Budget::FREE) {
        if let Decision::Step(_, side) = decision(&state) {
            let told = Told { battle: &battle, state: &state, side, choice: &choice };
            *kinds.entry(told.check()).or_default() += 1;
            assert!(!choice.why.is_empty() && choice.why.len() < 100, "{}", choice.why);
        }
        apply(&battle, &mut state, &choice.action, &mut dice, &mut events).unwrap();
    }
}

#[test]
fn reasons_for_retreats_and_advances_are_true() {
    let mut kinds = BTreeMap::new();
    for (level, seeds) in [(Level::Recruit, 2), (Level::Colonel, 4)] {
        for seed in 0..seeds {
            played("blue-gray/antietam", "september-17", level, seed, &mut kinds);
            played("blue-gray/fredericksburg", "december-13", level, seed, &mut kinds);
            played("blue-gray/chattanooga", "november-24", level, seed, &mut kinds);
        }
    }
    for kind in [
        "the only way",
        "keep",
        "join",
        "out of reach",
        "ground",
        "take",
        "close",
        "free",
        "stand before",
    ] {
        assert!(kinds.get(kind).is_some_and(|&count| count > 0), "no {kind}: {kinds:?}");
    }
}

/// A brigade in Sharpsburg with a division before it.
const STREET: &str = r#"{"game":"blue-gray/antietam","turn":9,"side":"union","phase":"combat","units":[
    {"id":"Evans","hex":"0815"},{"id":"AP Hill","state":"eliminated"},{"id":"Wilcox","hex":"0321"},
    {"id":"1/1/I","hex":"0814"},{"id":"3/1/I","hex":"0814"}]}"#;

#[test]
fn whoever_follows_into_the_town_says_so() {
    let files = atlas::builtin::battle("blue-gray/antietam").unwrap();
    for level in Level::ALL {
        let (battle, mut state) = position(STREET);
        let mut player = Player::new(&battle, level, 1).with_names(Names::of(&files.map));
        // Every face drives so weak a brigade out or destroys it.
        let mut dice = ForcedDice::new(&[1], Chance::new(1)).unwrap();
        let why = loop {
            assert_eq!(state.phase, Phase::Combat, "{level} does not advance");
            let choice = player.choose(&battle, &state, Budget::nodes(500)).unwrap();
            if matches!(decision(&state), Decision::Step(Step::Advance, _)) {
                break choice.why;
            }
            apply(&battle, &mut state, &choice.action, &mut dice, &mut Vec::new()).unwrap();
        };
        assert_eq!(why, "to take 0815 (Sharpsburg)", "{level}");
    }
}
