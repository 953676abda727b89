//! What follows the die [BR 10.0]: losses, retreats and the advance, step by step, until somebody
//! has a real choice.
//!
//! Who may lose a step, where units retreat and who advances is said in [`losses`], [`retreat`] and
//! [`advance`]; here is in which order they come.

use atlas::Side;
use field::Cell;

use super::action::{Action, Assault, Bombardment};
use super::advance;
use super::battle::Battle;
use super::event::{Event, Loss, Purpose};
use super::losses;
use super::pending::{Attack, Combat, CombatChoice, Pending, Step};
use super::play::Play;
use super::results::CombatResult;
use super::retreat::{self, Choices, From, Retreat};
use super::state::{Mark, Place, State};
use super::strength::{self, Strengths};
use crate::dice::Dice;
use crate::ids::{Hexes, UnitId, UnitSet};

/// Whether a combat can go on by itself.
enum Progress {
    /// Somebody must choose.
    Waits,
    /// Something was done that was no choice, and more may follow.
    GoesOn,
    /// Nothing is left to be done.
    Over,
}

/// What an attack comes to before the die.
pub fn strengths(battle: &Battle, state: &State, attack: &Attack) -> Strengths {
    match attack {
        Attack::Assault(assault) => strength::of_assault(battle, state, assault),
        Attack::Bombardment(fire) => strength::of_bombardment(battle, state, fire),
    }
}

/// [BR 9.0?] What a face of the die means: distance takes from it, but never below one.
pub fn result_of(battle: &Battle, strengths: &Strengths, die: u8) -> CombatResult {
    let face = die.saturating_sub(strengths.less).max(1);
    battle.facts.results.result(strengths.column, face)
}

/// [BR 7.0?, 11.0?] The sides that lose a step by a result, in order: the defender first. Guns that
/// bombard lose none.
pub fn losers(attack: &Attack, result: CombatResult, attacker: Side) -> &'static [Side] {
    use CombatResult::{AttackerLoses, DefenderLoses, Exchange};
    let (own, other, both): (&[Side], &[Side], &[Side]) = match attacker {
        Side::Union => (&[Side::Union], &[Side::Confederate], &[Side::Confederate, Side::Union]),
        Side::Confederate => {
            (&[Side::Confederate], &[Side::Union], &[Side::Union, Side::Confederate])
        }
    };
    match (result, attack.is_assault()) {
        (AttackerLoses, true) => own,
        (Exchange, true) => both,
        (DefenderLoses, _) | (Exchange, false) => other,
        _ => &[],
    }
}

/// [BR 7.0, 13.0] The side that retreats by a result. Guns that bombard do not.
pub fn loser_of_ground(attack: &Attack, result: CombatResult, attacker: Side) -> Option<Side> {
    match result {
        CombatResult::AttackersRetreat if attack.is_assault() => Some(attacker),
        CombatResult::DefendersRetreat => Some(attacker.other()),
        _ => None,
    }
}

/// [BR 13.0] What the units of a side retreat from: the attackers from all defending hexes, the
/// defenders from the hexes of all attackers.
pub fn retreats_from(state: &State, attack: &Attack, side: Side) -> From {
    let cells = || attack.attackers().iter().filter_map(|unit| state.cell(unit));
    let from = match side == state.side {
        true => Hexes::of(attack.targets().iter().copied()),
        false => Hexes::of(cells()),
    };
    from.unwrap_or(Hexes::EMPTY)
}

impl Play<'_> {
    /// [BR 8.0] Resolves an assault.
    pub fn assault(&mut self, assault: Assault, dice: &mut (impl Dice + ?Sized)) {
        for &hex in assault.defenders.iter() {
            self.state.board.noted.remove(hex);
        }
        self.attack(Attack::Assault(assault), Purpose::Assault, dice);
    }

    /// [BR 7.0] Resolves a bombardment.
    pub fn bombard(&mut self, bombardment: Bombardment, dice: &mut (impl Dice + ?Sized)) {
        self.state.board.noted.insert(bombardment.target);
        self.attack(Attack::Bombardment(bombardment), Purpose::Bombardment, dice);
    }

    fn attack(&mut self, attack: Attack, purpose: Purpose, dice: &mut (impl Dice + ?Sized)) {
        let strengths = strengths(self.battle, self.state, &attack);
        let Strengths { attack: strength, defence, column, .. } = strengths;
        self.tell(Event::Attacked { attack, strength, defence, column });
        let die = dice.d6();
        self.tell(Event::DieThrown { face: die, purpose });
        let result = result_of(self.battle, &strengths, die);
        self.tell(Event::Resulted { result });
        match attack {
            Attack::Assault(assault) => {
                self.state.mark(assault.attackers, Mark::Assaulted);
                self.state.mark(strengths.defenders, Mark::Defended);
            }
            Attack::Bombardment(fire) => self.state.mark(fire.guns, Mark::Bombarded),
        }
        self.follow(Combat { attack, die, result }, strengths.defenders);
    }

    /// [BR 10.0] Follows a result as far as nobody has a choice.
    fn follow(&mut self, combat: Combat, defenders: UnitSet) {
        let attacker = self.state.side;
        let units_of = |side: Side| match side == attacker {
            true => combat.attack.attackers(),
            false => defenders,
        };
        let loses = losers(&combat.attack, combat.result, attacker).first().copied();
        let retreats = loser_of_ground(&combat.attack, combat.result, attacker);
        let choice = |step, decider, units| CombatChoice {
            step,
            decider,
            combat,
            units,
            moving: None,
            displaced: UnitSet::EMPTY,
        };
        let choice = match (loses, retreats) {
            (Some(side), _) => {
                let units = losses::candidates(self.battle, self.state, units_of(side));
                choice(Step::Loss, side, units)
            }
            (None, Some(side)) => choice(Step::Retreat, side, units_of(side)),
            (None, None) => return self.release_obligations(),
        };
        self.settle(choice);
    }

    /// Goes on until somebody has a real choice, or the combat is over.
    fn settle(&mut self, mut choice: CombatChoice) {
        loop {
            match self.go_on(&mut choice) {
                Progress::GoesOn => {}
                Progress::Waits => {
                    self.state.pending = Some(Box::new(Pending::Combat(choice)));
                    return;
                }
                Progress::Over => return self.release_obligations(),
            }
        }
    }

    /// Takes what is not a choice.
    fn go_on(&mut self, choice: &mut CombatChoice) -> Progress {
        match choice.step {
            Step::Loss => self.go_on_losing(choice),
            Step::Retreat => self.go_on_retreating(choice),
            _ if choice.units.is_empty() => Progress::Over,
            _ => Progress::Waits,
        }
    }

    fn go_on_losing(&mut self, choice: &mut CombatChoice) -> Progress {
        match (choice.units.first(), choice.units.len()) {
            (Some(only), 1) => self.lose(choice, only),
            (None, _) => self.after_loss(choice),
            _ => return Progress::Waits,
        }
        Progress::GoesOn
    }

    /// [BR 11.0] A unit loses the step.
    fn lose(&mut self, choice: &mut CombatChoice, unit: UnitId) {
        self.lose_step(unit, Loss::Combat);
        self.after_loss(choice);
    }

    /// [BR 11.0?] In an exchange the attacker loses after the defender, also if nobody is left to
    /// pay for.
    fn after_loss(&mut self, choice: &mut CombatChoice) {
        let Combat { attack, result, .. } = choice.combat;
        let attacker = self.state.side;
        let next = losers(&attack, result, attacker).iter().skip_while(|&&it| it != choice.decider);
        match next.copied().nth(1) {
            Some(side) => {
                choice.decider = side;
                choice.units = losses::candidates(self.battle, self.state, attack.attackers());
            }
            None => self.begin_advance(choice),
        }
    }

    /// [BR 12.0] After an assault one attacker may advance into a hex that was vacated.
    fn begin_advance(&mut self, choice: &mut CombatChoice) {
        choice.step = Step::Advance;
        choice.displaced = UnitSet::EMPTY;
        choice.decider = self.state.side;
        let thrown_back = choice.combat.result == CombatResult::AttackersRetreat;
        choice.units = match &choice.combat.attack {
            Attack::Assault(assault) if !thrown_back => {
                advance::candidates(self.battle, self.state, assault)
            }
            _ => UnitSet::EMPTY,
        };
    }

    /// [BR 13.0] The last unit goes by itself if it has one way, or none; a displaced unit, too.
    /// Who goes first of several is a choice.
    fn go_on_retreating(&mut self, choice: &mut CombatChoice) -> Progress {
        let unit = match (choice.moving, choice.units.len(), choice.units.first()) {
            (Some(unit), _, _) | (None, 1, Some(unit)) => unit,
            (None, 0, _) | (None, _, None) => {
                self.begin_advance(choice);
                return Progress::GoesOn;
            }
            _ => return Progress::Waits,
        };
        let from = retreats_from(self.state, &choice.combat.attack, choice.decider);
        let choices = retreat_of(choice, &from).choices(self.battle, self.state, unit);
        let mut all = choices.iter();
        match (all.next(), all.next()) {
            (Some((to, displace)), None) => {
                self.retreat(choice, unit, to, displace);
                Progress::GoesOn
            }
            _ => Progress::Waits,
        }
    }

    /// [BR 13.0] A unit retreats, is displaced onward, or has no way and loses a step where it
    /// stands.
    fn retreat(
        &mut self,
        choice: &mut CombatChoice,
        unit: UnitId,
        to: Option<Cell>,
        displace: Option<UnitId>,
    ) {
        let from = retreats_from(self.state, &choice.combat.attack, choice.decider);
        let way =
            to.and_then(|to| retreat_of(choice, &from).way(self.battle, self.state, unit, to));
        let displaced = choice.moving.take().is_some();
        choice.units.remove(unit);
        let (Some(to), Some(way), Some(start)) = (to, way, self.state.cell(unit)) else {
            self.tell(Event::Stood { unit });
            return self.lose_step(unit, Loss::Trapped);
        };
        if retreat::dies_on(self.state, unit, way) {
            return self.lose_step(unit, Loss::Crossing);
        }
        self.state.put(self.battle, unit, Place::On(to));
        self.tell(Event::Retreated { unit, from: start, to, displaced });
        if way == retreat::Way::Wet {
            self.lose_step(unit, Loss::Crossing);
        }
        self.come_to_rest(unit, to);
        if let Some(friend) = displace {
            choice.moving = Some(friend);
            choice.displaced.insert(friend);
        }
    }

    /// Follows a choice made in a combat.
    pub fn choose(&mut self, mut choice: CombatChoice, action: &Action) {
        match *action {
            Action::Loss { unit } => self.lose(&mut choice, unit),
            Action::Retreat { unit, to, displace } => {
                self.retreat(&mut choice, unit, to, displace);
            }
            Action::Advance { unit, to } => {
                self.advance(unit, to);
                choice.units = UnitSet::EMPTY;
            }
            _ => {
                self.tell(Event::Declined { side: choice.decider });
                choice.units = UnitSet::EMPTY;
            }
        }
        self.settle(choice);
    }

    /// [BR 12.0] A unit advances.
    fn advance(&mut self, unit: UnitId, to: Cell) {
        let Some(from) = self.state.cell(unit) else { return };
        self.state.put(self.battle, unit, Place::On(to));
        self.tell(Event::Advanced { unit, from, to });
        self.come_to_rest(unit, to);
    }
}

/// The retreat that a choice is about.
pub fn retreat_of<'r>(choice: &CombatChoice, from: &'r From) -> Retreat<'r> {
    Retreat { from, units: choice.units, displaced: choice.displaced }
}

/// What a unit that must retreat can do at a choice.
pub fn retreat_choices(
    battle: &Battle,
    state: &State,
    choice: &CombatChoice,
    unit: UnitId,
) -> Choices {
    let from = retreats_from(state, &choice.combat.attack, choice.decider);
    retreat_of(choice, &from).choices(battle, state, unit)
}
