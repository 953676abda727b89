//! Why, in plain words, single choices are made.

use field::Cell;
use rules::brigade::pending::Attack;
use rules::brigade::resolve::{loser_of_ground, losers, result_of, strengths};
use rules::brigade::{Action, Phase, State};
use rules::ids::UnitId;

use super::actions::corps_words;
use crate::brigade::combat::steps::Weighed;
use crate::brigade::position::desk::Desk;
use crate::names::Names;

/// The words of a staff officer.
pub struct Words<'a> {
    /// The battle.
    pub desk: &'a Desk<'a>,
    /// What places are called.
    pub names: &'a Names,
}

/// Things in a row: `A`, `A and B`, `A, B and C`.
pub fn listed(things: Vec<String>) -> String {
    match &things[..] {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

impl Words<'_> {
    /// A hex as a player reads it.
    pub fn hex(&self, cell: Cell) -> String {
        self.names.hex(self.desk.battle.grid(), cell)
    }

    /// What a unit is called.
    pub fn unit(&self, unit: UnitId) -> String {
        self.desk.battle.unit(unit).called.clone()
    }

    /// A landmark with its points: `Dunker Church (3 points)`; `None` elsewhere.
    pub fn landmark(&self, cell: Cell) -> Option<String> {
        let found = self.desk.battle.facts.landmarks.iter().find(|one| one.cell == cell)?;
        let points = if found.points == 1 { "point" } else { "points" };
        Some(format!("{} ({} {points})", found.name, found.points))
    }

    /// Who stands in a hex of the other side.
    fn enemies(&self, state: &State, cell: Cell) -> String {
        let there = state.of_side_at(self.desk.battle, state.side.other(), cell);
        listed(there.iter().map(|unit| self.unit(unit)).collect())
    }

    /// An assault in a few words: whom, where, at which odds.
    pub fn blow(&self, state: &State, hexes: &[Cell], column: &str) -> String {
        let whom = hexes.iter().map(|&hex| {
            let place = self.landmark(hex).map(|name| format!(" for {name}"));
            let at = self.desk.battle.grid().name(hex);
            format!("{} at {at}{}", self.enemies(state, hex), place.unwrap_or_default())
        });
        format!("{} at {column}", listed(whom.collect()))
    }

    /// The odds of an attack: of six faces, how many hurt or drive off the enemy and how many the attacker.
    fn odds(&self, state: &State, attack: &Attack) -> String {
        let battle = self.desk.battle;
        let found = strengths(battle, state, attack);
        let enemy = state.side.other();
        let (mut good, mut bad) = (0, 0);
        for die in 1..=6 {
            let result = result_of(battle, &found, die);
            let loses = losers(attack, result, state.side);
            let driven = loser_of_ground(attack, result, state.side);
            good += u8::from(loses.contains(&enemy) || driven == Some(enemy));
            bad += u8::from(loses.contains(&state.side) || driven == Some(state.side));
        }
        let column = battle.facts.results.name(found.column);
        let bad = if bad == 0 { String::new() } else { format!(", {bad} go against us") };
        format!("at {column}: {good} faces of six hurt the enemy{bad}")
    }

    /// Why a hex is bombarded or assaulted.
    pub fn attack(&self, state: &State, attack: &Attack) -> String {
        let odds = self.odds(state, attack);
        let first = attack.targets().first();
        let whom = first.map_or(String::new(), |&hex| self.enemies(state, hex));
        let owed = attack.targets().iter().any(|hex| state.obligations().contains(*hex));
        let prize = attack.targets().iter().find_map(|&hex| {
            let theirs = state.holder(self.desk.battle, hex) == Some(state.side.other());
            self.landmark(hex).filter(|_| theirs)
        });
        match (attack, prize) {
            (Attack::Bombardment(_), _) => format!("fire on {whom} {odds}"),
            (_, Some(place)) => format!("to take {place} from {whom} {odds}"),
            (_, None) if owed => format!("{whom} must be assaulted, {odds}"),
            (_, None) => format!("to break {whom} {odds}"),
        }
    }

    /// Why a unit rallies.
    pub fn rally(&self, unit: UnitId, chance: f64) -> String {
        let who = self.unit(unit);
        let percent = (100.0 * chance).round();
        format!("{who} is out of contact and can be whole again ({percent} %)")
    }

    /// Why a unit looks for a ford.
    pub fn search(&self, hex: Cell) -> String {
        let least = self.desk.battle.facts.search.map_or(6, |facts| facts.least);
        let hex = self.hex(hex);
        format!("a ford to {hex} would shorten the way across the creek ({least} or more finds it)")
    }

    /// Why corps are named.
    pub fn corps(&self, corps: rules::brigade::battle::CorpsSet, about: &str) -> String {
        match corps.is_empty() {
            true => "no corps could do anything".to_owned(),
            false => format!("{}: {about}", corps_words(self.desk.battle, corps)),
        }
    }

    /// Why a phase ends.
    pub fn end(&self, state: &State, about: &str) -> String {
        match state.phase {
            Phase::Activation => "no corps could do anything".to_owned(),
            Phase::Rally => "everybody else has something better to do".to_owned(),
            Phase::Movement if about.is_empty() => "everybody stands where he should".to_owned(),
            Phase::Movement => about.to_owned(),
            Phase::Bombardment => "no target is worth a shot".to_owned(),
            Phase::Assault => "no assault promises anything more".to_owned(),
        }
    }

    /// Why a choice in the midst of a combat or a move was made.
    pub fn step(&self, state: &State, weighed: &Weighed) -> String {
        let battle = self.desk.battle;
        let reason = match weighed.action {
            Action::Loss { unit } if state.is_reduced(unit) => {
                format!("{} is the least that can be given up", self.unit(unit))
            }
            Action::Loss { unit } => format!("{} can best bear it", self.unit(unit)),
            Action::Retreat { to: None, .. } => "there is no way out".to_owned(),
            Action::Retreat { unit, to: Some(to), .. } | Action::Withdraw { unit, to } => {
                self.retreat(unit, to)
            }
            Action::Advance { unit, to } => match self.landmark(to) {
                Some(place) => format!("to take {place}"),
                None if battle.ground.cover.contains(to) => "to stand under cover".to_owned(),
                None => format!("{} gains ground", self.unit(unit)),
            },
            Action::Move { to, .. } => match self.landmark(to) {
                Some(place) => format!("on to {place}"),
                None => "further on its way".to_owned(),
            },
            _ => "it is better placed where it is".to_owned(),
        };
        match weighed.second {
            Some(second) if weighed.value - second >= 0.25 => {
                format!(
                    "{reason}, {:.1} points better than the next choice",
                    weighed.value - second
                )
            }
            _ => reason,
        }
    }

    fn retreat(&self, unit: UnitId, to: Cell) -> String {
        match self.landmark(to) {
            Some(place) => format!("{} falls back on {place}", self.unit(unit)),
            None if self.desk.battle.ground.cover.contains(to) => "back under cover".to_owned(),
            None => "out of the enemy's reach as far as may be".to_owned(),
        }
    }
}
