//! The reasons for moves are true of the board, each for its own unit.

use atlas::Side;
use atlas::map::Map;
use field::Cell;
use rules::blue_gray::{
    Action, Battle, Decision, State, UnitId, UnitSet, actions, apply, apply_listed, decision,
    new_game,
};
use rules::dice::Chance;
use staff::blue_gray::Player;
use staff::{Budget, Level, Names};

use crate::common::{BATTLES, Tally, Together, all_met, battle, by_battle, check_names, position};

/// A movement phase: where it begins, every move with its reason, where it ends, what it was said to be about.
struct Phase<'a> {
    battle: &'a Battle,
    moves: Vec<(State, Action, String)>,
    end: State,
    about: String,
}

impl Phase<'_> {
    fn side(&self) -> Side {
        self.end.side
    }

    /// The hexes named in a reason.
    fn cells(&self, text: &str) -> Vec<Cell> {
        let words = text.split([' ', ',']);
        words
            .filter(|word| word.len() == 4)
            .filter_map(|word| self.battle.grid().cell(word))
            .collect()
    }

    fn distance(&self, a: Cell, b: Cell) -> usize {
        self.battle.grid().distance(a, b)
    }

    /// The enemies who stand next to a hex or could come there in the player-turn after this phase, or to the hex
    /// itself, if nobody fights; `None` if somebody must.
    fn in_reach(&self, cell: Cell) -> Option<(UnitSet, bool)> {
        let (mut after, mut dice, mut events) = (self.end.clone(), Chance::new(0), Vec::new());
        while decision(&after).side() == Some(self.side()) {
            apply(self.battle, &mut after, &Action::EndPhase, &mut dice, &mut events).ok()?;
        }
        let near = self.battle.adjacent(cell);
        let enemies = self.battle.of_side(self.side().other()).iter();
        let stands = |unit: &UnitId| after.cell(*unit).is_some_and(|at| near.contains(&at));
        let mut found: UnitSet = enemies.filter(stands).collect();
        let mut enters = false;
        for one in actions(self.battle, &after) {
            let Action::Move { unit, to, .. } = one.action else { continue };
            enters |= to == cell;
            if near.contains(&to) {
                found.insert(unit);
            }
        }
        Some((found, enters))
    }

    fn is_in_reach(&self, cell: Cell) -> Option<bool> {
        self.in_reach(cell).map(|(units, _)| !units.is_empty())
    }

    fn strength_in_reach(&self, cell: Cell) -> Option<u32> {
        self.in_reach(cell).map(|(units, _)| self.battle.strength(units))
    }

    /// Holds the reason of a move against the board; what kind it is.
    fn check(&self, before: &State, action: &Action, why: &str) -> &'static str {
        let (unit, to) = match *action {
            Action::Move { unit, to, .. } | Action::Enter { unit, to, .. } => (unit, to),
            Action::Exit { .. } => {
                assert!(why.contains(" the map at "), "{why}");
                return "leaves";
            }
            _ => panic!("{action:?} in a movement phase"),
        };
        assert!(!why.contains("others"), "of a fight elsewhere: {why}");
        let cells = self.cells(why);
        let from = match *action {
            Action::Enter { hex, .. } => Some(hex),
            _ => before.cell(unit),
        };
        let nearer = |cell: Cell| {
            from.is_none_or(|from| self.distance(cell, to) < self.distance(cell, from))
        };
        let enemies = self.end.occupied(self.side().other());
        // [BG 7.11] Whoever is next to an enemy in the combat phase attacks him or another, guns as well.
        let contact = enemies.iter().any(|enemy| self.battle.adjacent(enemy).contains(&to));
        if contact && !self.battle.is_night(self.end.turn) {
            assert!(why.starts_with("striking "), "{why}: next to an enemy");
        }
        // Whoever stands in a hex that scores and that the enemy could come to says so.
        let comes = || self.in_reach(to).is_some_and(|(near, enters)| enters || !near.is_empty());
        if self.scores(to) && comes() {
            let said = ["striking ", "bombarding ", "to take ", "to garrison "];
            assert!(said.iter().any(|said| why.starts_with(said)), "{why}: in a hex that scores");
        }
        let own = why;
        let kind = own.split(' ').next().unwrap_or_default();
        match kind {
            "striking" => self.check_strike(to, &cells, why),
            "bombarding" => self.check_bombardment(unit, to, &cells, why),
            _ if own.starts_with("to take ") => {
                let mut after = before.clone();
                apply_listed(self.battle, &mut after, action, &mut Chance::new(0), &mut Vec::new());
                for cell in cells {
                    assert_ne!(before.holder(self.battle, cell), Some(self.side()), "{why}");
                    assert_eq!(after.holder(self.battle, cell), Some(self.side()), "{why}");
                }
                "takes"
            }
            _ if own.starts_with("to garrison ") => {
                assert_eq!((self.end.holder(self.battle, to), cells[0]), (Some(self.side()), to));
                let far = enemies.iter().all(|enemy| self.distance(enemy, to) > 3);
                if far { "garrisons in time" } else { "garrisons" }
            }
            _ if own.starts_with("to cover ") => {
                assert_eq!(self.end.holder(self.battle, cells[0]), Some(self.side()), "{why}");
                assert!(self.battle.adjacent(to).contains(&cells[0]), "{why}");
                let reached =
                    self.in_reach(cells[0]).map(|(near, enters)| enters || !near.is_empty());
                assert_ne!(reached, Some(false), "{why}: nobody can come");
                reached.map_or("not known", |_| "covers")
            }
            _ if own == "out of the enemy's reach" => {
                let reached = self.is_in_reach(to);
                assert_ne!(reached, Some(true), "{why}");
                reached.map_or("not known", |_| "out of reach")
            }
            "towards" => {
                assert_ne!(self.end.holder(self.battle, cells[0]), Some(self.side()), "{why}");
                assert!(nearer(cells[0]), "{why}");
                "towards"
            }
            "nearer" if own.ends_with(", to guard it") => {
                assert_eq!(self.end.holder(self.battle, cells[0]), Some(self.side()), "{why}");
                assert!(nearer(cells[0]), "{why}");
                "guards"
            }
            "nearer" => {
                assert!(enemies.contains(cells[0]) && nearer(cells[0]), "{why}");
                "nearer"
            }
            "away" => {
                assert!(enemies.contains(cells[0]) && !nearer(cells[0]), "{why}");
                "away"
            }
            _ if own.starts_with("to stand by ") => {
                let friend = called(self.battle, own.trim_start_matches("to stand by "));
                let friend = self.end.cell(friend).unwrap();
                assert!(self.distance(friend, to) <= 1, "{why}");
                "stands by"
            }
            _ if own.starts_with("to ground") => {
                assert!(self.battle.ground.doubling.contains(to), "{why}");
                "ground"
            }
            "within" => {
                let told: Vec<u32> = why.split(' ').filter_map(|word| word.parse().ok()).collect();
                let [after, before] = told[..] else { panic!("{why}") };
                assert!(after < before, "{why}");
                let strength = self.strength_in_reach(to);
                assert!(strength.is_none_or(|strength| strength == after), "{why}: {strength:?}");
                "less exposed"
            }
            "on" => {
                assert!(
                    nearer(cells[0])
                        && self.battle.facts.exits.iter().any(|exit| exit.cell == cells[0])
                );
                "off the map"
            }
            _ if own == "to be on the field as soon as it can" => {
                assert!(matches!(action, Action::Enter { .. }), "{why}");
                "comes on"
            }
            _ => {
                assert_eq!(own, "to leave room where it stood");
                "nothing"
            }
        }
    }

    /// Whether a hex scores for whoever holds it at the end.
    fn scores(&self, cell: Cell) -> bool {
        let scoring = &self.battle.facts.scoring;
        scoring.hexes.iter().any(|hex| hex.cell == cell)
            || scoring.groups.iter().any(|group| group.cells.contains(&cell))
    }

    fn check_strike(&self, to: Cell, targets: &[Cell], why: &str) -> &'static str {
        assert!(!targets.is_empty(), "{why}");
        for &target in targets {
            assert!(self.end.occupied(self.side().other()).contains(target), "{why}");
        }
        let near = targets.iter().any(|&target| self.battle.adjacent(target).contains(&to));
        assert!(near, "{why}: not next to it");
        "strikes"
    }

    fn check_bombardment(
        &self,
        unit: UnitId,
        to: Cell,
        targets: &[Cell],
        why: &str,
    ) -> &'static str {
        let range = usize::from(self.battle.unit(unit).range);
        assert!(!targets.is_empty(), "{why}");
        assert!(targets.iter().any(|&target| self.distance(target, to) <= range), "{why}");
        "bombards"
    }
}

/// The unit that is called so.
fn called(battle: &Battle, name: &str) -> UnitId {
    let found = battle.roster().find(|&unit| battle.unit(unit).called == name);
    found.unwrap_or_else(|| panic!("nobody is called {name}"))
}

/// Plays a game and holds every reason for a move against the board.
fn played((battle, map): (&Battle, &Map), level: Level, seed: u64, kinds: &mut Tally) {
    let (mut dice, mut events) = (Chance::new(seed), Vec::new());
    let mut state = new_game(battle, &mut dice, &mut events);
    let mut player = Player::new(battle, level, seed).with_names(Names::of(map));
    let mut moves = Vec::new();
    while let Some(choice) = player.choose(battle, &state, Budget::nodes(400)) {
        assert!(!choice.why.is_empty() && choice.why.len() < 200, "{}", choice.why);
        check_names(map, &choice.why);
        if let Decision::Movement(_) = decision(&state) {
            if choice.action == Action::EndPhase {
                let (moves, about) = (std::mem::take(&mut moves), choice.why);
                let phase = Phase { battle, moves, end: state.clone(), about };
                for (before, action, why) in &phase.moves {
                    *kinds.entry(phase.check(before, action, why)).or_default() += 1;
                }
                let fast = phase.about.starts_with("standing fast");
                assert!(!fast || phase.moves.is_empty(), "{}", phase.about);
            } else {
                moves.push((state.clone(), choice.action, choice.why));
            }
        }
        apply(battle, &mut state, &choice.action, &mut dice, &mut events).unwrap();
    }
}

/// The kinds of reasons that are given somewhere.
const GIVEN: [&str; 13] = [
    "strikes",
    "bombards",
    "takes",
    "garrisons",
    "garrisons in time",
    "covers",
    "out of reach",
    "towards",
    "guards",
    "nearer",
    "less exposed",
    "leaves",
    "comes on",
];

/// What was met on all battles.
static MET: Together<Tally> = Together::of(BATTLES.len());

by_battle!(reasons_for_moves_are_true, moves_are_explained);

fn moves_are_explained((id, scenario): (&str, &str)) {
    let (battle, map) = (battle(id, scenario, &[]), atlas::builtin::battle(id).unwrap().map);
    let mut kinds = Tally::new();
    for (level, seed) in
        [(Level::Recruit, 1), (Level::Captain, 2), (Level::Colonel, 3), (Level::General, 4)]
    {
        played((&battle, &map), level, seed, &mut kinds);
    }
    MET.add(kinds, |tallies| {
        all_met(tallies, &GIVEN);
        let all: usize = tallies.iter().flat_map(Tally::values).sum();
        let empty: usize = tallies.iter().filter_map(|tally| tally.get("nothing")).sum();
        assert!(20 * empty < all, "{empty} of {all} moves have no reason: {tallies:?}");
    });
}

/// A brigade in contact with three times its strength, and no way to get away before it has to attack.
const CAUGHT: &str = r#"{"game":"blue-gray/antietam","turn":5,"side":"union","phase":"combat","units":[
    {"id":"1/1/I","hex":"0808"},{"id":"Hood","hex":"0809"},{"id":"Law","hex":"0809"},
    {"id":"AP Hill","state":"eliminated"}]}"#;

#[test]
fn an_attack_that_the_rules_demand_is_said_to_be_one() {
    for level in Level::ALL {
        let (battle, state) = position(CAUGHT);
        let choice =
            Player::new(&battle, level, 1).choose(&battle, &state, Budget::nodes(100)).unwrap();
        assert!(choice.why.starts_with("obliged to attack 0809 at "), "{level}: {}", choice.why);
    }
}

/// The last turn: all of Sharpsburg lies open to one brigade.
const STREETS: &str = r#"{"game":"blue-gray/antietam","turn":10,"side":"union","phase":"movement","units":[
    {"id":"1/1/I","hex":"0813"},{"id":"Winder","hex":"0124"},{"id":"AP Hill","state":"eliminated"}]}"#;

#[test]
fn a_town_is_named_once() {
    let files = atlas::builtin::battle("blue-gray/antietam").unwrap();
    let (battle, state) = position(STREETS);
    let mut player = Player::new(&battle, Level::Colonel, 1).with_names(Names::of(&files.map));
    let choice = player.choose(&battle, &state, Budget::FREE).unwrap();
    assert_eq!(choice.why, "to take 0815, 0816, 0716 and 0616 (Sharpsburg)");
}

#[test]
fn a_player_without_reasons_plays_the_same() {
    let battle = battle("blue-gray/chattanooga", "november-24", &[]);
    for level in [Level::Recruit, Level::Colonel] {
        let (mut dice, mut events) = (Chance::new(5), Vec::new());
        let mut state = new_game(&battle, &mut dice, &mut events);
        let mut told = Player::new(&battle, level, 5);
        let mut silent = Player::new(&battle, level, 5).without_reasons();
        while let Some(choice) = told.choose(&battle, &state, Budget::FREE) {
            let other = silent.choose(&battle, &state, Budget::FREE).unwrap();
            assert_eq!(choice.action, other.action);
            apply(&battle, &mut state, &choice.action, &mut dice, &mut events).unwrap();
        }
    }
}
