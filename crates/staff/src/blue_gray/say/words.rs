//! Why, in plain words: what a plan strikes, holds and heads for, and what single choices are made for.

use field::{Cell, Search};
use rules::blue_gray::{Action, State, UnitId};

use crate::blue_gray::combat::orders::Order;
use crate::blue_gray::combat::steps::Weighed;
use crate::blue_gray::position::desk::Desk;
use crate::blue_gray::say::purpose::{Prospect, Purpose};
use crate::blue_gray::say::reasons::{Reason, Reasons};
use crate::names::{Names, Towards};

/// How many attacks of a plan are told.
const TOLD_ATTACKS_MAX: usize = 2;

/// The words of a staff officer.
pub struct Words<'a> {
    /// The battle.
    pub desk: &'a Desk<'a>,
    /// What places are called.
    pub names: &'a Names,
}

impl Words<'_> {
    fn hex(&self, cell: Cell) -> String {
        self.names.hex(self.desk.battle.grid(), cell)
    }

    /// Several hexes; the name of the place they are all in is said once.
    fn hexes(&self, cells: &[Cell]) -> String {
        let battle = self.desk.battle;
        let place = |cell: &Cell| self.names.place(*cell);
        let shared = cells.first().and_then(place);
        if shared.is_some() && cells.iter().all(|cell| place(cell) == shared) {
            let numbers = cells.iter().map(|&cell| battle.grid().name(cell).to_string());
            return format!("{} ({})", listed(numbers.collect()), shared.unwrap_or_default());
        }
        listed(cells.iter().map(|&cell| self.hex(cell)).collect())
    }

    /// The attacks a plan leads to, the most valuable first.
    pub fn strikes(&self, after: &State) -> Vec<Order> {
        if self.desk.battle.is_night(after.turn) {
            return Vec::new();
        }
        let mut orders = self.desk.orders(after).list;
        orders.sort_by(|a, b| b.price.value.total_cmp(&a.price.value));
        orders
    }

    /// What a plan is about, from the position it leads to, its attacks and what its moves are for.
    pub fn plan(&self, prospect: &Prospect<'_>, purposes: &[Purpose]) -> String {
        let orders = prospect.orders;
        let mut parts: Vec<String> = Vec::new();
        parts.extend(prospect.stronghold().map(|cell| format!("holding {}", self.prize(cell))));
        parts.extend(orders.iter().take(TOLD_ATTACKS_MAX).map(|order| self.strike(order)));
        if orders.is_empty() {
            parts.extend(self.direction(purposes));
            parts.push("no attack on this turn".to_owned());
        }
        if orders.is_empty() && purposes.is_empty() {
            parts.insert(0, "standing fast".to_owned());
        }
        parts.join("; ")
    }

    /// Where most of the moves lead that lead somewhere.
    fn direction(&self, purposes: &[Purpose]) -> Option<String> {
        let leads = |purpose: &&Purpose| {
            matches!(purpose, Purpose::Towards(_) | Purpose::Guards(_) | Purpose::Nearer(_))
        };
        let times = |purpose: &Purpose| purposes.iter().filter(|other| *other == purpose).count();
        // Of equals, the first.
        let most = purposes.iter().filter(leads).rev().max_by_key(|purpose| times(purpose))?;
        Some(match most {
            Purpose::Guards(cell) => format!("gathering about {}", self.prize(*cell)),
            Purpose::Nearer(cell) => format!("closing with the enemy at {}", self.hex(*cell)),
            Purpose::Towards(cell) => format!("marching on {}", self.prize(*cell)),
            _ => return None,
        })
    }

    /// Why a unit leaves the map.
    pub fn exit(&self, unit: UnitId, hex: Cell, purpose: &Purpose) -> String {
        let taken = match purpose {
            Purpose::Takes(cells) => format!(", taking {} on the way", self.hexes(cells)),
            _ => String::new(),
        };
        let who = self.does(unit, "leaves", "leave");
        format!("{who} the map at {} for points{taken}", self.hex(hex))
    }

    /// What a single move of a plan is for.
    pub fn march(&self, prospect: &Prospect<'_>, purpose: &Purpose) -> String {
        let order = |number: &usize| prospect.orders.get(*number);
        match purpose {
            Purpose::Strikes(number) => {
                let told = order(number).map(|order| format!("striking {}", self.blow(order)));
                told.unwrap_or_default()
            }
            Purpose::Bombards(number) => {
                let told = order(number).map(|order| format!("bombarding {}", self.blow(order)));
                told.unwrap_or_default()
            }
            Purpose::Takes(cells) => format!("to take {}", self.hexes(cells)),
            Purpose::Garrisons(cell) => format!("to garrison {}", self.prize(*cell)),
            Purpose::Covers(cell) => format!("to cover {}", self.prize(*cell)),
            Purpose::OutOfReach => "out of the enemy's reach".to_owned(),
            Purpose::Towards(cell) => format!("towards {}", self.prize(*cell)),
            Purpose::Guards(cell) => format!("nearer to {}, to guard it", self.prize(*cell)),
            Purpose::Lured(cell) => format!("towards {}, {}", self.hex(*cell), self.lure(*cell)),
            Purpose::Leaves(cell) => {
                format!("on its way to leave the map at {} for points", self.hex(*cell))
            }
            Purpose::Nearer(cell) => format!("nearer to the enemy at {}", self.hex(*cell)),
            Purpose::LessExposed { before, after } => less_exposed(*before, *after),
            Purpose::Shelter => "to ground that doubles the defence".to_owned(),
            Purpose::Away(cell) => format!("away from the enemy at {}", self.hex(*cell)),
            Purpose::Joins(friend) => format!("to stand by {}", self.unit(*friend)),
            Purpose::ComesOn => "to be on the field as soon as it can".to_owned(),
            Purpose::Onward => "to leave room where it stood".to_owned(),
        }
    }

    /// What a hex is wanted for at the end that nobody holds.
    fn lure(&self, cell: Cell) -> &'static str {
        let cut = self.desk.battle.facts.scoring.cut_off.as_ref();
        if cut.is_some_and(|cut| cut.to == cell) {
            "the enemy's only way out"
        } else {
            "which scores for infantry next to it at the end"
        }
    }

    /// A hex worth having: its number, its name and the points that are at stake.
    fn prize(&self, cell: Cell) -> String {
        let number = self.desk.battle.grid().name(cell);
        let scoring = &self.desk.battle.facts.scoring;
        let held = scoring.hexes.iter().chain(&scoring.firsts);
        let own = held.filter(|hex| hex.cell == cell).map(|hex| hex.points);
        let shared = scoring.groups.iter().filter(|group| group.cells.contains(&cell));
        let points = own.chain(shared.map(|group| group.points)).next();
        let points = points.map(|points| format!("{points} points"));
        let place = self.names.place(cell).map(str::to_owned);
        let told: Vec<String> = place.into_iter().chain(points).collect();
        if told.is_empty() { number.to_string() } else { format!("{number} ({})", told.join(", ")) }
    }

    /// An attack of a plan.
    fn strike(&self, order: &Order) -> String {
        let verb = if order.attack.attackers.is_empty() { "bombarding" } else { "striking" };
        format!("{verb} {}", self.blow(order))
    }

    fn blow(&self, order: &Order) -> String {
        let closed = if order.price.closed { " with the retreat closed" } else { "" };
        format!("{} at {}{closed}", self.hexes(&order.attack.defenders), order.price.column)
    }

    /// Why an attack is made.
    pub fn attack(&self, order: &Order) -> String {
        let price = &order.price;
        let closed = if price.closed { ", the retreat closed" } else { "" };
        let lowered = if price.column < price.odds { " (announced)" } else { "" };
        // Nobody gives battle to lose by it unless the rules make him.
        let obliged = if price.value < 0.0 { "obliged to attack " } else { "" };
        format!(
            "{obliged}{} at {}{lowered}: {:.0}% to clear it, {:.0}% to destroy it{closed}",
            self.hexes(&order.attack.defenders),
            price.column,
            100.0 * price.clears,
            100.0 * price.kills,
        )
    }

    /// Why a choice after the die is made.
    pub fn step(&self, state: &State, weighed: &Weighed, search: &mut Search) -> String {
        let Some(side) = state.pending().map(|pending| pending.decider) else {
            return self.other(state, &weighed.action);
        };
        let reasons = Reasons { desk: self.desk, state, side, weighed };
        match weighed.action {
            Action::Retreat { unit, to, displace } => {
                let reason = reasons.retreat(unit, to, search);
                let whither = state.cell(unit).and_then(|from| self.whither(from, to));
                let place = matches!(reason, Reason::OnlyWay | Reason::Keeps(_) | Reason::Takes(_));
                let whither = whither.filter(|_| !place);
                let told = whither.into_iter().chain([self.reason(reason)]);
                let pushed =
                    displace.map(|other| format!("though {} must make room", self.unit(other)));
                told.chain(pushed).collect::<Vec<_>>().join(", ")
            }
            Action::Advance { unit, to } => match reasons.advance(unit, to, search) {
                Reason::Even => "no worse than to stay".to_owned(),
                reason => self.reason(reason),
            },
            Action::Decline => match reasons.decline(search) {
                Reason::Shelter => "keeping the better ground rather than advance".to_owned(),
                Reason::Faces(enemy) => format!("so as not to stand before {}", self.unit(enemy)),
                Reason::StrikesBack => "to strike better from where it stands".to_owned(),
                Reason::OnlyWay | Reason::Even => "no worse than to advance".to_owned(),
                reason => self.reason(reason),
            },
            ref other => self.other(state, other),
        }
    }

    fn unit(&self, unit: UnitId) -> &str {
        self.desk.battle.unit(unit).called.as_str()
    }

    /// What a unit does; guns do it as many.
    fn does(&self, unit: UnitId, one: &str, many: &str) -> String {
        let plural = self.desk.battle.unit(unit).is_plural();
        format!("{} {}", self.unit(unit), if plural { many } else { one })
    }

    /// Where a step back leads, by the names on the map.
    fn whither(&self, from: Cell, to: Cell) -> Option<String> {
        self.names.towards(self.desk.battle.grid(), from, to).map(|towards| match towards {
            Towards::At(place) => format!("back to {place}"),
            Towards::Near(place) => format!("back towards {place}"),
        })
    }

    fn reason(&self, reason: Reason) -> String {
        match reason {
            Reason::OnlyWay => "the only way out".to_owned(),
            Reason::Keeps(cell) => format!("to keep {}", self.hex(cell)),
            Reason::Takes(cell) => format!("to take {}", self.hex(cell)),
            Reason::Closes(cell) => {
                format!("to close the retreat of the enemy at {}", self.hex(cell))
            }
            Reason::OutOfReach => "out of the enemy's reach".to_owned(),
            Reason::OutOfReachOf(enemy) => format!("out of reach of {}", self.unit(enemy)),
            Reason::Shelter => "for ground that doubles the defence".to_owned(),
            Reason::Open => "where more ways stay open".to_owned(),
            Reason::Joins(friend) => format!("to join {}", self.unit(friend)),
            Reason::Undisturbed => "where nobody must make room".to_owned(),
            Reason::Saves(friend) => format!("so that {} not lost", self.does(friend, "is", "are")),
            Reason::Threatens(cell) => {
                format!("to stand by {}, which scores at the end", self.hex(cell))
            }
            Reason::CutsOff(cell) => format!("to cut the enemy off from {}", self.hex(cell)),
            Reason::KeepsWay(cell) => format!("to keep the way to {} open", self.hex(cell)),
            Reason::Standing => "for the points as they stand".to_owned(),
            Reason::OwnFights => "for the attacks still to come".to_owned(),
            Reason::TheirFights => "to give the enemy's other attacks less".to_owned(),
            Reason::StrikesBack => "to strike back from there".to_owned(),
            Reason::TheirMoves => "to give the enemy less to strike at".to_owned(),
            Reason::Bars(cell) => format!("to bar the way to {}", self.prize(cell)),
            Reason::Pins(enemy) => format!("so that {} cannot march", self.unit(enemy)),
            Reason::LessExposed { before, after } => less_exposed(before, after),
            Reason::Exposed { cell, strength } => format!(
                "{} is worth nothing to us and within reach of {strength} strength points",
                self.hex(cell)
            ),
            Reason::Stands { facing, held } => format!(
                "to keep the ground won: {facing} strength points before it, {held} of ours where it stood"
            ),
            Reason::Free => "with no enemy before it there".to_owned(),
            Reason::Faces(enemy) => format!("with {} before it", self.unit(enemy)),
            Reason::Even => "no way back is safer".to_owned(),
        }
    }

    /// Why another action is taken.
    pub fn other(&self, state: &State, action: &Action) -> String {
        match *action {
            Action::Losses { .. } => "giving up those that are missed least".to_owned(),
            Action::Elect { retreat: false, .. } => "nothing drives the guns away".to_owned(),
            Action::Elect { retreat: true, .. } => "to stay with those who retreat".to_owned(),
            Action::EndPhase if state.pending().is_none() => {
                "no attack is left that is owed or gains anything".to_owned()
            }
            _ => "one of the legal choices".to_owned(),
        }
    }
}

/// How much less can come next to whoever goes than to whoever stays.
fn less_exposed(before: u32, after: u32) -> String {
    format!("within reach of {after} enemy strength points there, not of {before}")
}

/// `one`, `one and two`, `one, two and three`.
fn listed(mut words: Vec<String>) -> String {
    let last = words.pop().unwrap_or_default();
    if words.is_empty() { last } else { format!("{} and {last}", words.join(", ")) }
}
