//! Why a choice after the die was made: what the hex that was chosen has and the best of the others has not.
//!
//! Only what whoever chose had compared is given as a reason: a rule of thumb looks at the ground and at the ways
//! that stay open, an outlook at what it is made of ([`Parts`]), and the part that differs most is told. Nothing is
//! chosen here.

use atlas::Side;
use field::{Cell, Search};
use rules::blue_gray::{Action, State, UnitId, UnitSet, apply_listed, retreat};
use rules::dice::Chance;

use crate::blue_gray::combat::steps::{By, Weighed};
use crate::blue_gray::position::desk::{Desk, Reaches};
use crate::blue_gray::position::outlook::{Outlook, Parts};

/// Less than this, in points, is no difference. Set by hand.
const SLIGHT_POINTS: f64 = 0.1;

/// Why a unit retreats to a hex, advances or stays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Reason {
    /// There is no other way.
    OnlyWay,
    /// The hex is held by it.
    Keeps(Cell),
    /// The hex is won by it.
    Takes(Cell),
    /// It closes the retreat of the enemy in a hex, who has still to be attacked.
    Closes(Cell),
    /// No enemy can come next to it on his next player-turn.
    OutOfReach,
    /// This enemy cannot, who could come next to it elsewhere.
    OutOfReachOf(UnitId),
    /// The ground doubles whoever defends it.
    Shelter,
    /// More of the hexes around are free of the enemy's control.
    Open,
    /// This friend is there.
    Joins(UnitId),
    /// Nobody is pushed aside.
    Undisturbed,
    /// This friend would be lost elsewhere.
    Saves(UnitId),
    /// This hex scores if infantry is next to it at the end.
    Threatens(Cell),
    /// Enemies have no clear way to this hex any more, which they need at the end.
    CutsOff(Cell),
    /// Friends have a clear way to this hex, which they need at the end.
    KeepsWay(Cell),
    /// What is held and left is worth more.
    Standing,
    /// The side's own attacks still to come in the phase bring more.
    OwnFights,
    /// The enemy's bring him less.
    TheirFights,
    /// The side can do more in its next moves.
    StrikesBack,
    /// The enemy can do less in his.
    TheirMoves,
    /// Enemies could walk into this hex otherwise.
    Bars(Cell),
    /// This enemy is held in contact and cannot march.
    Pins(UnitId),
    /// Enemies of less strength could come next to it.
    LessExposed {
        /// The strength otherwise.
        before: u32,
        /// The strength there.
        after: u32,
    },
    /// The hex it could go to is no goal, and enemies of this strength could come next to it there.
    Exposed {
        /// That hex.
        cell: Cell,
        /// The strength.
        strength: u32,
    },
    /// The enemies around are hardly stronger than those it comes from.
    Stands {
        /// The strength of the enemies around.
        facing: u32,
        /// The strength of those it comes from, its own included.
        held: u32,
    },
    /// No enemy stands before it there.
    Free,
    /// This enemy stands before it there.
    Faces(UnitId),
    /// It makes no difference.
    Even,
}

/// A part of the outlook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// None of them: there is no difference.
    None,
    /// How it stands.
    Standing,
    /// The side's own attacks of this phase.
    OwnFights,
    /// The enemy's.
    TheirFights,
    /// The side's own next moves.
    OwnMoves,
    /// The enemy's.
    TheirMoves,
}

/// Looks for reasons in a state.
pub struct Reasons<'a> {
    /// The battle.
    pub desk: &'a Desk<'a>,
    /// The state that was chosen in.
    pub state: &'a State,
    /// Who chose.
    pub side: Side,
    /// What was chosen and between what.
    pub weighed: &'a Weighed,
}

impl Reasons<'_> {
    /// Why a unit retreats to a hex.
    pub fn retreat(&self, unit: UnitId, to: Cell, search: &mut Search) -> Reason {
        let chosen = self.weighed.action;
        let rival = self.weighed.best_of(|action| {
            matches!(*action, Action::Retreat { unit: who, to: other, .. } if who == unit && other != to)
        });
        let Some((value, rival)) = rival else { return Reason::OnlyWay };
        let Action::Retreat { to: other, displace, .. } = rival else { return Reason::OnlyWay };
        let goal = self.goal(to).filter(|_| self.goal(other).is_none());
        let shelter = self.shelters(to) && !self.shelters(other);
        let shelter = shelter.then_some(Reason::Shelter);
        let by_thumb = || {
            let open = self.open(to) > self.open(other);
            let pushes = matches!(chosen, Action::Retreat { displace: Some(_), .. });
            let undisturbed = displace.is_some() && !pushes;
            let joins = self.friend(to).filter(|_| self.friend(other).is_none());
            goal.or(shelter)
                .or(open.then_some(Reason::Open))
                .or(undisturbed.then_some(Reason::Undisturbed))
                .or(joins)
                .unwrap_or(Reason::Even)
        };
        if self.weighed.by == By::Thumb {
            return by_thumb();
        }
        match self.decisive(value, &rival, search) {
            Part::None if self.is_by_thumb() => by_thumb(),
            Part::None => Reason::Even,
            Part::Standing => goal.unwrap_or_else(|| self.standing(&rival)),
            Part::OwnFights => Reason::OwnFights,
            Part::TheirFights => shelter.unwrap_or(Reason::TheirFights),
            Part::OwnMoves => Reason::StrikesBack,
            Part::TheirMoves => self
                .out_of_reach((&chosen, to), (&rival, other), search)
                .or(shelter)
                .or_else(|| self.hindered(&rival, search))
                .unwrap_or(Reason::TheirMoves),
        }
    }

    /// Why a unit advances rather than stay.
    pub fn advance(&self, unit: UnitId, to: Cell, search: &mut Search) -> Reason {
        let takes = self.desk.goal_worth(self.state, self.side, to) > 0.0;
        let closes = self.desk.closed_by(self.state, self.side, to);
        let closes = closes.filter(|&enemy| self.is_closed(enemy)).map(Reason::Closes);
        let stood = self.state.cell(unit).is_some_and(|from| self.shelters(from));
        let shelter = (self.shelters(to) && !stood).then_some(Reason::Shelter);
        let by_thumb = || {
            let takes = takes.then_some(Reason::Takes(to));
            takes.or(closes).or(shelter).unwrap_or_else(|| self.stands(unit, to))
        };
        let stays = self.weighed.best_of(|action| *action == Action::Decline);
        let (value, rival) = match (self.weighed.by, stays) {
            (By::Thumb, _) | (_, None) => return by_thumb(),
            (By::Outlook, Some(stays)) => stays,
        };
        match self.decisive(value, &rival, search) {
            Part::None if self.is_by_thumb() => by_thumb(),
            Part::None => Reason::Even,
            Part::Standing if takes => Reason::Takes(to),
            Part::Standing => self.standing(&rival),
            Part::OwnFights => closes.unwrap_or(Reason::OwnFights),
            Part::TheirFights => shelter.unwrap_or(Reason::TheirFights),
            Part::OwnMoves => Reason::StrikesBack,
            Part::TheirMoves => {
                let from = self.state.cell(unit).unwrap_or(to);
                shelter
                    .or_else(|| self.hindered(&rival, search))
                    .or_else(|| self.less_exposed(to, (&rival, from), search))
                    .unwrap_or(Reason::TheirMoves)
            }
        }
    }

    /// Whether the rule of thumb would have chosen the same: of equals, an outlook takes what it would.
    fn is_by_thumb(&self) -> bool {
        self.desk.step_by_thumb(self.state) == Some(self.weighed.action)
    }

    /// How a unit stands among the enemies around a hex.
    fn stands(&self, unit: UnitId, to: Cell) -> Reason {
        let facing = self.desk.strength(self.facing(to));
        let from = self.state.cell(unit);
        let held = from.map_or(UnitSet::EMPTY, |from| self.desk.stack(self.state, self.side, from));
        match facing {
            0 => Reason::Free,
            _ => Reason::Stands { facing, held: self.desk.strength(held) },
        }
    }

    /// Whether the enemy in a hex has no way out any more: whoever advances leaves a hex that may have been one's own
    /// guard of another way.
    fn is_closed(&self, cell: Cell) -> bool {
        let after = self.after(&self.weighed.action);
        let there = self.desk.stack(&after, self.side.other(), cell);
        there.iter().all(|enemy| !retreat::is_possible(self.desk.battle, &after, enemy))
    }

    /// Why nobody advances.
    pub fn decline(&self, search: &mut Search) -> Reason {
        let advance = self.weighed.best_of(|action| matches!(action, Action::Advance { .. }));
        let Some((value, rival)) = advance else { return Reason::OnlyWay };
        let Action::Advance { unit, to } = rival else { return Reason::OnlyWay };
        let by_thumb = || self.strongest(self.facing(to)).map_or(Reason::Even, Reason::Faces);
        if self.weighed.by == By::Thumb {
            return by_thumb();
        }
        let from = self.state.cell(unit);
        let part = self.decisive(value, &rival, search);
        match part {
            Part::None if self.is_by_thumb() => by_thumb(),
            Part::None => Reason::Even,
            Part::Standing => self.standing(&rival),
            Part::OwnFights => Reason::OwnFights,
            Part::OwnMoves => Reason::StrikesBack,
            Part::TheirFights | Part::TheirMoves => {
                let before = from.map_or(UnitSet::EMPTY, |from| self.facing(from));
                let faces = self.strongest(self.facing(to).without(before)).map(Reason::Faces);
                let sheltered = from.is_some_and(|from| self.shelters(from)) && !self.shelters(to);
                let shelter = sheltered.then_some(Reason::Shelter);
                let exposed = || match part {
                    Part::TheirMoves => self.exposed(&rival, (from?, to), search),
                    _ => None,
                };
                shelter.or_else(exposed).or(faces).unwrap_or(Reason::TheirMoves)
            }
        }
    }

    /// The part of the outlook by which the choice is most better than a rival of this value.
    fn decisive(&self, value: f64, rival: &Action, search: &mut Search) -> Part {
        if self.weighed.value() - value < SLIGHT_POINTS {
            return Part::None;
        }
        let chosen = self.parts(&self.weighed.action, search);
        let rival = self.parts(rival, search);
        let own = |mover: Side| mover == self.side;
        let fights = if own(self.state.side) { Part::OwnFights } else { Part::TheirFights };
        let moves = if own(chosen.mover) { Part::OwnMoves } else { Part::TheirMoves };
        let gains = [
            (chosen.standing - rival.standing, Part::Standing),
            (chosen.fights - rival.fights, fights),
            (chosen.next - rival.next, moves),
        ];
        let most = gains.into_iter().reduce(|best, next| if next.0 > best.0 { next } else { best });
        most.map_or(Part::None, |(_, part)| part)
    }

    /// What is expected once something is done, in its parts.
    fn parts(&self, action: &Action, search: &mut Search) -> Parts {
        Outlook::new(self.desk, self.side).parts(&self.settled(action), search)
    }

    /// The position once something is done and what follows is chosen by rule of thumb.
    fn settled(&self, action: &Action) -> State {
        let mut after = self.after(action);
        self.desk.settle(&mut after, &mut Chance::new(0), &mut Vec::new());
        after
    }

    /// What of the position as it stands is better than after a rival choice.
    fn standing(&self, rival: &Action) -> Reason {
        let (desk, side) = (self.desk, self.side);
        let (chosen, rival) = (self.settled(&self.weighed.action), self.settled(rival));
        let battle = desk.battle;
        let saved = chosen.on_map(battle, side).without(rival.on_map(battle, side));
        if let Some(friend) = self.strongest(saved) {
            return Reason::Saves(friend);
        }
        let scoring = &battle.facts.scoring;
        let threatened = scoring.threatened.as_ref().filter(|town| town.to == side);
        let more = desk.infantry_reach(&chosen, side) - desk.infantry_reach(&rival, side);
        let mut town = threatened.iter().flat_map(|town| town.cells.iter());
        if let Some(&cell) = town.find(|&&cell| more.contains(cell)) {
            return Reason::Threatens(cell);
        }
        let Some(cut) = &scoring.cut_off else { return Reason::Standing };
        let (here, there) = (desk.cut_off(&chosen), desk.cut_off(&rival));
        match (cut.side == side, here.abs() < there.abs(), here.abs() > there.abs()) {
            (true, true, _) => Reason::KeepsWay(cut.to),
            (false, _, true) => Reason::CutsOff(cut.to),
            _ => Reason::Standing,
        }
    }

    fn after(&self, action: &Action) -> State {
        let mut after = self.state.clone();
        let mut dice = Chance::new(0);
        apply_listed(self.desk.battle, &mut after, action, &mut dice, &mut Vec::new());
        after
    }

    /// What a hex worth having is to whoever stands in it.
    fn goal(&self, cell: Cell) -> Option<Reason> {
        let (desk, state, side) = (self.desk, self.state, self.side);
        if desk.goal_worth(state, side, cell) > 0.0 {
            return Some(Reason::Takes(cell));
        }
        (desk.goal_worth(state, side.other(), cell) > 0.0).then_some(Reason::Keeps(cell))
    }

    fn shelters(&self, cell: Cell) -> bool {
        self.desk.battle.ground.doubling.contains(cell)
    }

    /// How many hexes around are free of the enemy's control.
    fn open(&self, cell: Cell) -> usize {
        let controlled = self.state.controlled_by(self.side.other());
        let around = self.desk.battle.adjacent(cell).iter();
        around.filter(|near| !controlled.contains(**near)).count()
    }

    fn friend(&self, cell: Cell) -> Option<Reason> {
        self.strongest(self.desk.stack(self.state, self.side, cell)).map(Reason::Joins)
    }

    fn strongest(&self, units: UnitSet) -> Option<UnitId> {
        units.iter().max_by_key(|&unit| self.desk.survey.strength(unit))
    }

    /// The enemies around a hex.
    fn facing(&self, cell: Cell) -> UnitSet {
        let enemy = self.side.other();
        let near = self.desk.battle.adjacent(cell).iter();
        near.fold(UnitSet::EMPTY, |all, &near| all.union(self.desk.stack(self.state, enemy, near)))
    }

    /// Whether fewer enemies can come next to a unit in the first of two hexes than in the other.
    fn out_of_reach(
        &self,
        (chosen, to): (&Action, Cell),
        (rival, other): (&Action, Cell),
        search: &mut Search,
    ) -> Option<Reason> {
        let near = self.hunters(chosen, to, search)?;
        let far = self.hunters(rival, other, search)?;
        let spared = far.without(near);
        if self.desk.strength(near) >= self.desk.strength(far) || spared.is_empty() {
            return None;
        }
        if near.is_empty() {
            return Some(Reason::OutOfReach);
        }
        self.strongest(spared).map(Reason::OutOfReachOf)
    }

    /// What enemies could do in their next moves after a rival choice and cannot now: walk into a hex worth having,
    /// or march at all.
    fn hindered(&self, rival: &Action, search: &mut Search) -> Option<Reason> {
        let (desk, enemy) = (self.desk, self.side.other());
        let mut moves = |action: &Action| {
            let after = self.after(action);
            let turn = desk.next_turn(&after, enemy)?;
            let reaches = Reaches::of(desk, &after, enemy, turn, search);
            Some((after, reaches))
        };
        let (after, now) = moves(&self.weighed.action)?;
        let (_, then) = moves(rival)?;
        let barred = desk.survey.goals.iter().filter(|goal| {
            let cell = goal.cell;
            desk.goal_worth(&after, enemy, cell) > 0.0
                && then.all.contains(cell)
                && !now.all.contains(cell)
                && !after.occupied(self.side).contains(cell)
        });
        let dearest = barred.max_by(|a, b| a.swing.total_cmp(&b.swing));
        let pinned = self.strongest(then.mobile.without(now.mobile));
        dearest.map(|goal| Reason::Bars(goal.cell)).or(pinned.map(Reason::Pins))
    }

    /// Whether less strength can come next to the hex that was chosen than to another.
    fn less_exposed(
        &self,
        to: Cell,
        (rival, other): (&Action, Cell),
        search: &mut Search,
    ) -> Option<Reason> {
        let after = self.danger(&self.weighed.action, to, search)?;
        let before = self.danger(rival, other, search)?;
        (after < before).then_some(Reason::LessExposed { before, after })
    }

    /// Whether a hex to advance to is no goal and more strength can come next to it than to where one stands.
    fn exposed(
        &self,
        advance: &Action,
        (from, to): (Cell, Cell),
        search: &mut Search,
    ) -> Option<Reason> {
        if self.goal(to).is_some() {
            return None;
        }
        let strength = self.danger(advance, to, search)?;
        let before = self.danger(&self.weighed.action, from, search)?;
        (strength > before).then_some(Reason::Exposed { cell: to, strength })
    }

    /// The strength of the enemies who stand next to a hex or could come there on their next player-turn, once
    /// something is done; `None` if they have none left.
    fn danger(&self, action: &Action, cell: Cell, search: &mut Search) -> Option<u32> {
        let come = self.hunters(action, cell, search)?;
        let after = self.after(action);
        let enemy = self.side.other();
        let near = self.desk.battle.adjacent(cell).iter();
        let all = near.fold(come, |all, &near| all.union(self.desk.stack(&after, enemy, near)));
        Some(self.desk.strength(all))
    }

    /// The enemies who could come next to a hex on their next player-turn, once something is done; `None` if they
    /// have none left.
    fn hunters(&self, action: &Action, cell: Cell, search: &mut Search) -> Option<UnitSet> {
        let (desk, enemy) = (self.desk, self.side.other());
        let after = self.after(action);
        let turn = desk.next_turn(&after, enemy)?;
        let reaches = Reaches::of(desk, &after, enemy, turn, search);
        let near = desk.battle.adjacent(cell).iter();
        Some(near.fold(UnitSet::EMPTY, |all, &near| all.union(reaches.to(near))))
    }
}
