//! The reasons for choices after the die are true, and say more than what is done.

use atlas::Side;
use field::Cell;
use rules::blue_gray::pending::Step;
use rules::blue_gray::{
    Action, Battle, Decision, Phase, State, UnitId, UnitSet, actions, apply, decision, new_game,
    retreat,
};
use rules::dice::Chance;
use rules::dice::ForcedDice;
use staff::blue_gray::{Chosen, Player};
use staff::{Budget, Level, Names};

use crate::common::{BATTLES, Tally, Together, all_met, battle, check_names, position, soak};

/// A choice after the die, and the state it was made in.
struct Told<'a> {
    battle: &'a Battle,
    state: &'a State,
    side: Side,
    choice: &'a Chosen,
}

impl Told<'_> {
    fn units_at(&self, side: Side, cell: Cell) -> Vec<&str> {
        let there = self.state.units_at(cell).intersection(self.battle.of_side(side));
        there.iter().map(|unit| self.battle.unit(unit).called.as_str()).collect()
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

    fn after(&self, action: &Action) -> State {
        let mut after = self.state.clone();
        apply(self.battle, &mut after, action, &mut Chance::new(0), &mut Vec::new()).unwrap();
        after
    }

    /// The enemy's movement phase after an action, if nothing must be decided before.
    fn their_turn(&self, action: &Action) -> Option<State> {
        let mut after = self.after(action);
        let (mut dice, mut events) = (Chance::new(0), Vec::new());
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
        (decision(&after) == Decision::Movement(self.side.other())).then_some(after)
    }

    /// The enemies who could come next to a hex in the player-turn after this one; `None` if something must be
    /// decided before.
    fn hunters(&self, action: &Action, stands: Cell) -> Option<UnitSet> {
        let after = self.their_turn(action)?;
        let comes = |action: &Action| match *action {
            Action::Move { unit, to, .. } if self.battle.adjacent(stands).contains(&to) => {
                Some(unit)
            }
            _ => None,
        };
        Some(actions(self.battle, &after).iter().filter_map(|one| comes(&one.action)).collect())
    }

    /// Whether an enemy could come next to a unit in the player-turn after this one.
    fn is_in_reach(&self, unit: UnitId, enemy: Option<UnitId>) -> Option<bool> {
        let stands = self.after(&self.choice.action).cell(unit)?;
        let hunters = self.hunters(&self.choice.action, stands)?;
        Some(enemy.map_or(!hunters.is_empty(), |enemy| hunters.contains(enemy)))
    }

    /// The strength of those who stand next to a hex or could come there.
    fn danger(&self, action: &Action, cell: Cell) -> Option<u32> {
        let after = self.their_turn(action)?;
        let next_to = |unit: &UnitId| {
            after.cell(*unit).is_some_and(|at| self.battle.adjacent(cell).contains(&at))
        };
        let enemies = self.battle.of_side(self.side.other()).iter();
        let near: UnitSet = enemies.filter(next_to).collect();
        Some(self.battle.strength(near.union(self.hunters(action, cell)?)))
    }

    fn unit(&self, called: &str) -> UnitId {
        let found = self.battle.roster().find(|&unit| self.battle.unit(unit).called == called);
        found.unwrap_or_else(|| panic!("nobody is called {called}"))
    }

    /// Holds a reason against the board; what kind it is.
    fn check(&self) -> &'static str {
        match self.choice.action {
            Action::Retreat { unit, to, displace } => self.check_retreat(unit, to, displace),
            Action::Advance { unit, to } => self.check_advance(unit, to),
            Action::Decline => self.check_decline(),
            _ => "other",
        }
    }

    fn check_retreat(&self, unit: UnitId, to: Cell, displace: Option<UnitId>) -> &'static str {
        let why = self.choice.why.as_str();
        let called = |unit| self.battle.unit(unit).called.as_str();
        let ways = actions(self.battle, self.state).into_iter();
        let elsewhere = |action: &Action| matches!(*action, Action::Retreat { unit: who, to: other, .. } if who == unit && other != to);
        let only = !ways.map(|one| one.action).any(|action| elsewhere(&action));
        assert_eq!(why.starts_with("the only way out"), only, "{why}");
        let makes_room = displace.map(|other| format!(", though {} must make room", called(other)));
        assert_eq!(why.contains(" must make room"), displace.is_some(), "{why}");
        let why = makes_room.map_or(why, |room| why.strip_suffix(room.as_str()).unwrap());
        let reason = why.rsplit_once(", ").map_or(why, |(_, reason)| reason);
        if only {
            "the only way"
        } else if let Some(hex) = reason.strip_prefix("to keep the way to ") {
            let cut = self.battle.facts.scoring.cut_off.as_ref().unwrap();
            assert_eq!((self.cell(hex), self.side), (cut.to, cut.side), "{why}");
            "way out"
        } else if let Some(hex) = reason.strip_prefix("to keep ") {
            assert_eq!(self.cell(hex), to, "{why}");
            assert_eq!(self.state.holder(self.battle, to), Some(self.side), "{why}");
            "keep"
        } else if let Some(friend) = reason.strip_prefix("to join ") {
            assert!(self.units_at(self.side, to).contains(&friend), "{why}");
            "join"
        } else if let Some(enemy) = reason.strip_prefix("out of reach of ") {
            let enemy = self.unit(enemy);
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

    fn check_advance(&self, unit: UnitId, to: Cell) -> &'static str {
        let why = self.choice.why.as_str();
        if let Some(hex) = why.strip_prefix("to take ") {
            assert_eq!(self.cell(hex), to, "{why}");
            assert_ne!(self.state.holder(self.battle, to), Some(self.side), "{why}");
            "take"
        } else if let Some(hex) = why.strip_prefix("to close the retreat of the enemy at ") {
            let (cell, after) = (self.cell(hex), self.after(&self.choice.action));
            let mut there =
                after.units_at(cell).intersection(self.battle.of_side(self.side.other())).iter();
            assert!(self.battle.adjacent(to).contains(&cell), "{why}");
            assert!(there.all(|enemy| !retreat::is_possible(self.battle, &after, enemy)), "{why}");
            "close"
        } else if why == "with no enemy before it there" {
            assert!(self.enemies_around(to).is_empty(), "{why}");
            "free"
        } else if why.starts_with("to keep the ground won: ") {
            self.check_ground(unit, to);
            "ground won"
        } else if why.starts_with("so that ") && why.ends_with(" cannot march") {
            let name = why.trim_start_matches("so that ").trim_end_matches(" cannot march");
            self.check_pinned(self.unit(name))
        } else if let Some(hex) = why.strip_prefix("to bar the way to ") {
            let cell = self.cell(hex);
            assert_eq!(self.state.holder(self.battle, cell), Some(self.side), "{why}");
            "bar"
        } else {
            "advance"
        }
    }

    fn check_ground(&self, unit: UnitId, to: Cell) {
        let why = self.choice.why.as_str();
        let told: Vec<u32> = why.split(' ').filter_map(|word| word.parse().ok()).collect();
        let strength = |side: Side, cells: &[Cell]| {
            let there = cells.iter().map(|&cell| self.state.units_at(cell));
            let all = there.fold(UnitSet::EMPTY, |all, units| all.union(units));
            self.battle.strength(all.intersection(self.battle.of_side(side)))
        };
        let facing = strength(self.side.other(), self.battle.adjacent(to));
        let own = strength(self.side, &[self.state.cell(unit).unwrap()]);
        assert_eq!(told, [facing, own], "{why}");
    }

    fn check_pinned(&self, enemy: UnitId) -> &'static str {
        let why = self.choice.why.as_str();
        let marches = |after: &State| {
            let mut listed = actions(self.battle, after).into_iter();
            listed.any(|one| matches!(one.action, Action::Move { unit, .. } if unit == enemy))
        };
        let Some(after) = self.their_turn(&self.choice.action) else { return "not yet known" };
        assert!(!marches(&after), "{why}");
        "pin"
    }

    fn check_decline(&self) -> &'static str {
        let why = self.choice.why.as_str();
        let listed = actions(self.battle, self.state);
        if let Some((hex, strength)) =
            why.split_once(" is worth nothing to us and within reach of ")
        {
            let (to, told) = (self.cell(hex), strength.split(' ').next().unwrap().parse().unwrap());
            let leads =
                |action: &Action| matches!(*action, Action::Advance { to: cell, .. } if cell == to);
            let mut known = listed.iter().map(|one| one.action).filter(leads);
            assert!(!self.battle.facts.scoring.hexes.iter().any(|worth| worth.cell == to), "{why}");
            let danger: Vec<Option<u32>> =
                known.by_ref().map(|one| self.danger(&one, to)).collect();
            let unknown = danger.contains(&None);
            assert!(unknown || danger.contains(&Some(told)), "{why}: {danger:?}");
            return if unknown { "not yet known" } else { "exposed" };
        }
        let Some(enemy) = why.strip_prefix("so as not to stand before ") else { return "decline" };
        let before = listed.iter().any(|one| match one.action {
            Action::Advance { to, .. } => self.enemies_around(to).contains(&enemy),
            _ => false,
        });
        assert!(before, "{why}");
        "stand before"
    }
}

/// Lets a level play both sides, and holds every reason after the die against the board.
fn played(id: &str, scenario: &str, level: Level, seed: u64, kinds: &mut Tally) {
    let files = atlas::builtin::battle(id).unwrap();
    let battle = battle(id, scenario, &[]);
    let (mut dice, mut events) = (Chance::new(seed), Vec::new());
    let mut state = new_game(&battle, &mut dice, &mut events);
    let mut player = Player::new(&battle, level, seed).with_names(Names::of(&files.map));
    while let Some(choice) = player.choose(&battle, &state, Budget::FREE) {
        if let Decision::Step(_, side) = decision(&state) {
            let told = Told { battle: &battle, state: &state, side, choice: &choice };
            *kinds.entry(told.check()).or_default() += 1;
            assert!(!choice.why.is_empty() && choice.why.len() < 120, "{}", choice.why);
            check_names(&files.map, &choice.why);
        }
        apply(&battle, &mut state, &choice.action, &mut dice, &mut events).unwrap();
    }
}

/// The kinds of reasons that are given somewhere.
const GIVEN: [&str; 12] = [
    "the only way",
    "keep",
    "join",
    "out of reach",
    "ground",
    "take",
    "close",
    "free",
    "ground won",
    "pin",
    "exposed",
    "stand before",
];

/// What was met on all battles.
static MET: Together<Tally> = Together::of(3);

mod reasons_for_retreats_and_advances_are_true {
    use super::{BATTLES, choices_are_explained};

    #[test]
    fn antietam() {
        choices_are_explained(BATTLES[0]);
    }

    #[test]
    fn december_13() {
        choices_are_explained(BATTLES[1]);
    }

    #[test]
    fn chattanooga() {
        choices_are_explained(BATTLES[3]);
    }
}

fn choices_are_explained((id, scenario): (&str, &str)) {
    let mut kinds = Tally::new();
    let times = if soak() { 4 } else { 1 };
    for (level, seeds) in [(Level::Recruit, times), (Level::Colonel, 2 * times)] {
        for seed in 0..seeds {
            played(id, scenario, level, seed, &mut kinds);
        }
    }
    MET.add(kinds, |tallies| all_met(tallies, &GIVEN));
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
        let mut dice = ForcedDice::faces(&[1], Chance::new(1)).unwrap();
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
