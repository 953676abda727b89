//! Why an action is refused: a closed list, each with its printed rule and a sentence in our words.

use atlas::Side;
use atlas::map::System;
use field::Cell;

use super::battle::Battle;
use super::crt::Column;
use super::ids::UnitId;
use super::pending::Step;
use crate::Rule;

/// Why an action is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The game is over.
    GameOver,
    /// Another kind of choice is due.
    NotNow {
        /// What is due, in words.
        due: &'static str,
    },
    /// A combat, or a withdrawal, waits for another choice.
    Unresolved(Step),
    /// A unit would move in a combat phase.
    OutOfSequence(UnitId),
    /// An attack in a movement phase.
    FightsWhileMoving,
    /// An attack at night.
    NightCombat,
    /// A unit of the other side was named.
    NotYours(UnitId),
    /// The unit is not on the map.
    NotOnMap(UnitId),
    /// It has moved in this phase.
    MovesTwice(UnitId),
    /// It never moves.
    Immobile(UnitId),
    /// It stands still until released.
    Held(UnitId),
    /// It stands still on this turn.
    Standstill(UnitId),
    /// Its side does not move at night.
    NightStandstill(Side),
    /// The quota of moving units is spent.
    QuotaSpent {
        /// How many units may move.
        quota: u8,
    },
    /// It starts in an enemy-controlled hex.
    StartsUnderControl(UnitId),
    /// It goes on after entering an enemy-controlled hex.
    MovesOnUnderControl {
        /// Who.
        unit: UnitId,
        /// The hex that stops it.
        at: Cell,
    },
    /// It would enter an enemy-controlled hex at night.
    NightIntoControl {
        /// Who.
        unit: UnitId,
        /// Where.
        to: Cell,
    },
    /// Ineffective, it would enter an enemy-controlled hex.
    IneffectiveIntoControl {
        /// Who.
        unit: UnitId,
        /// Where.
        to: Cell,
    },
    /// It would enter a hex with an enemy.
    IntoEnemy {
        /// Who.
        unit: UnitId,
        /// Where.
        to: Cell,
    },
    /// It skips hexes.
    Skips {
        /// From.
        from: Cell,
        /// To.
        to: Cell,
    },
    /// The hex is a river.
    Prohibited {
        /// Where.
        to: Cell,
    },
    /// The hex is scenery: off the map.
    OffMap {
        /// Where.
        to: Cell,
    },
    /// A creek without bridge or ford lies between.
    AcrossCreek {
        /// From.
        from: Cell,
        /// To.
        to: Cell,
    },
    /// A ferry or pontoon is not entered and left by its open sides in one move.
    BadCrossing {
        /// The ferry or pontoon hex.
        at: Cell,
    },
    /// The points do not suffice.
    TooFar {
        /// Who.
        unit: UnitId,
        /// Where.
        to: Cell,
        /// What it would cost, if there is a way at all.
        cost: Option<u8>,
        /// What it has.
        allowance: u8,
    },
    /// The path goes nowhere.
    EmptyPath(UnitId),
    /// There is no room in the hex.
    NoRoom {
        /// Who.
        unit: UnitId,
        /// Where.
        to: Cell,
    },
    /// The unit is not a reinforcement waiting to come on.
    NotWaiting(UnitId),
    /// It is not yet its turn.
    NotYetDue(UnitId),
    /// It comes on elsewhere.
    WrongEntry {
        /// Who.
        unit: UnitId,
        /// The hex named.
        hex: Cell,
    },
    /// The entry hex is barred by an enemy unit, or by enemy control.
    EntryBarred {
        /// Where.
        hex: Cell,
    },
    /// Units do not leave the map there.
    NotAnExit {
        /// Where.
        hex: Cell,
    },
    /// The exit hex is under enemy control.
    ExitUnderControl {
        /// Where.
        hex: Cell,
    },
    /// Reinforcements that must arrive can still come on.
    ReinforcementsWait(UnitId),
    /// Somebody must still attack, or be attacked.
    MustStillAttack(Cell),
    /// Somebody must still be attacked.
    MustStillBeAttacked(Cell),
    /// The attack names nobody who defends.
    NoDefender,
    /// There is no enemy in the hex.
    EmptyTarget(Cell),
    /// The hex was attacked in this phase.
    AttackedTwice(Cell),
    /// The unit in the hex has advanced in this phase.
    TargetAdvanced(Cell),
    /// The attack names nobody who attacks.
    NoAttacker,
    /// There is no unit of the attacker in the hex.
    EmptyAttacker(Cell),
    /// The unit has attacked in this phase.
    AttacksTwice(UnitId),
    /// Every unit of the hex has attacked in this phase.
    HexAttacksTwice(Cell),
    /// The unit has advanced in this phase.
    AttackAfterAdvance(UnitId),
    /// The unit has lost its attack effectiveness.
    Ineffective(UnitId),
    /// An attacking hex is not next to the defending one.
    NotAdjacent {
        /// Attacker.
        from: Cell,
        /// Defender.
        to: Cell,
    },
    /// An attacking hex is next to some of the defending ones, but not to all.
    NotNextToAll {
        /// Attacker.
        from: Cell,
        /// Defender.
        to: Cell,
    },
    /// The unit is no artillery.
    NotArtillery(UnitId),
    /// The gun is the other player's.
    NotYourGun(UnitId),
    /// No bombardment in fog.
    FogBombardment,
    /// The gun was displaced.
    DisplacedGun(UnitId),
    /// The gun is under enemy control.
    BombardsUnderControl(UnitId),
    /// Another gun of the hex has bombarded another hex.
    BatteryHasFired(UnitId),
    /// The target is out of the gun's range.
    OutOfRange(UnitId),
    /// The gun does not see the target.
    OutOfSight(UnitId),
    /// Guns alone bombard one hex.
    BombardsSeveral,
    /// The attack leaves a friendly hex that must attack without a target.
    LeavesWithoutTarget(Cell),
    /// The attack leaves an enemy hex that must be attacked without an attacker.
    LeavesUnattacked(Cell),
    /// The attackers leave an enemy hex next to them out, and nobody else could take it.
    LeavesNeighbour(Cell),
    /// The odds do not reach the column announced.
    ColumnTooHigh {
        /// The column announced.
        announced: Column,
        /// The column the odds give.
        odds: Column,
    },
    /// The unit has no part in what is to be chosen.
    NotConcerned {
        /// Who.
        unit: UnitId,
        /// What is to be chosen.
        step: Step,
    },
    /// The unit bombarded and is not lost in the exchange.
    BombardsUnharmed(UnitId),
    /// The losses are not enough.
    LossesTooSmall,
    /// A unit could be spared.
    LossesTooLarge,
    /// A retreat is one hex.
    RetreatsTooFar {
        /// Who.
        unit: UnitId,
        /// Where.
        to: Cell,
    },
    /// A retreat into or across something prohibited.
    RetreatsIntoProhibited {
        /// Who.
        unit: UnitId,
        /// Where.
        to: Cell,
    },
    /// A retreat into an enemy unit.
    RetreatsIntoEnemy {
        /// Who.
        unit: UnitId,
        /// Where.
        to: Cell,
    },
    /// A retreat into enemy control.
    RetreatsIntoControl {
        /// Who.
        unit: UnitId,
        /// Where.
        to: Cell,
    },
    /// A chain of displacements would come back to a hex.
    DisplacedInCircle {
        /// Who.
        unit: UnitId,
        /// Where.
        to: Cell,
    },
    /// A hex with room is open: nobody may be displaced.
    DisplacesWithoutNeed {
        /// Who.
        unit: UnitId,
        /// Where.
        to: Cell,
    },
    /// The hex is full and nobody was named to make room.
    NobodyNamedToDisplace {
        /// Who.
        unit: UnitId,
        /// Where.
        to: Cell,
    },
    /// The unit named to make room is not there.
    DisplacesAbsent {
        /// Who.
        unit: UnitId,
        /// Who is not there.
        other: UnitId,
        /// Where.
        to: Cell,
    },
    /// The unit named to make room cannot move.
    DisplacesImmobile {
        /// Who.
        other: UnitId,
    },
    /// No chain of displacements ends without a loss.
    DisplacementKills {
        /// Who.
        unit: UnitId,
        /// Where.
        to: Cell,
    },
    /// The hex has room: nobody is displaced.
    DisplacesIntoRoom {
        /// Who.
        unit: UnitId,
        /// Where.
        to: Cell,
    },
    /// A displaced unit must go on first.
    DisplacedFirst(UnitId),
    /// The hex was not vacated in this combat.
    NotVacated(Cell),
    /// An advance is one hex, over an open hexside.
    AdvancesTooFar {
        /// Who.
        unit: UnitId,
        /// Where.
        to: Cell,
    },
    /// The unit never advances.
    ImmobileAdvance(UnitId),
}

impl Refusal {
    /// The printed rule that forbids it.
    pub fn rule(&self, battle: &Battle) -> Rule {
        use Refusal::*;
        let facts = &battle.facts;
        let own = |number: &str| Rule::named(System::BlueGray, &facts.book, number);
        let immobile = || facts.immobile.as_ref().map_or("5.1", |f| f.rule.as_str());
        let number = match self {
            GameOver => "4.0",
            NotNow { .. } => "4.1",
            NotYours(_) | OutOfSequence(_) => "5.11",
            FightsWhileMoving => "5.14",
            NightCombat => "10.1",
            OffMap { .. } => "2.1",
            NotOnMap(_) => "3.0",
            MovesTwice(_) => "5.17",
            Immobile(_) | ImmobileAdvance(_) => return own(immobile()),
            Held(_) => return own(facts.release.as_ref().map_or("", |f| f.rule.as_str())),
            Standstill(_) => return own(&facts.standstill_rule),
            NightStandstill(side) => {
                let fact = facts.night.iter().find(|fact| fact.side == *side);
                return own(fact.map_or("10.2", |fact| fact.rule.as_str()));
            }
            QuotaSpent { .. } => return own(facts.quota.as_ref().map_or("", |f| f.rule.as_str())),
            StartsUnderControl(_) => "5.13",
            MovesOnUnderControl { .. } => "6.0",
            NightIntoControl { .. } => "10.2",
            IneffectiveIntoControl { .. } | Ineffective(_) => "11.2",
            IntoEnemy { .. } => "5.12",
            Skips { .. } | EmptyPath(_) => "5.16",
            Prohibited { .. } | BadCrossing { .. } => "5.24",
            AcrossCreek { .. } => "5.25",
            TooFar { .. } => "5.15",
            NoRoom { .. } => "5.32",
            NotWaiting(_) | NotYetDue(_) | WrongEntry { .. } | ReinforcementsWait(_) => {
                return own(&facts.entry.rule);
            }
            EntryBarred { .. } => return own(&facts.entry.barred_rule),
            // Without exits nobody leaves the map at all.
            NotAnExit { .. } if facts.exits.is_empty() => "2.1",
            NotAnExit { .. } => return own(&facts.exit_rule),
            ExitUnderControl { .. } => "6.0",
            MustStillAttack(_) | LeavesWithoutTarget(_) => "7.12",
            MustStillBeAttacked(_) | LeavesUnattacked(_) => "7.11",
            NoDefender | EmptyTarget(_) | NoAttacker | EmptyAttacker(_) => "7.0",
            AttackedTwice(_) | AttacksTwice(_) | HexAttacksTwice(_) => "7.14",
            TargetAdvanced(_) | AttackAfterAdvance(_) => "7.75",
            NotAdjacent { .. } => "7.15",
            NotNextToAll { .. } => "7.25",
            LeavesNeighbour(_) => "7.23",
            NotArtillery(_) => "8.0",
            NotYourGun(_) => "8.51",
            FogBombardment => return own(&facts.fog_rule),
            DisplacedGun(_) => "7.82",
            BombardsUnderControl(_) => "8.41",
            BatteryHasFired(_) => "8.14",
            OutOfRange(_) => "8.11",
            OutOfSight(_) => "8.31",
            BombardsSeveral => "8.13",
            ColumnTooHigh { .. } => "7.9",
            Unresolved(step) | NotConcerned { step, .. } => governing(*step),
            BombardsUnharmed(_) => "8.15",
            LossesTooSmall | LossesTooLarge => "7.6",
            RetreatsTooFar { .. } => "7.71",
            RetreatsIntoProhibited { .. }
            | RetreatsIntoEnemy { .. }
            | RetreatsIntoControl { .. } => "7.72",
            DisplacesWithoutNeed { .. }
            | DisplacedInCircle { .. }
            | DisplacesImmobile { .. }
            | DisplacementKills { .. } => "7.82",
            NobodyNamedToDisplace { .. }
            | DisplacesAbsent { .. }
            | DisplacesIntoRoom { .. }
            | DisplacedFirst(_) => "7.81",
            NotVacated(_) | AdvancesTooFar { .. } => "7.75",
        };
        Rule::of(System::BlueGray, "BG", number)
    }

    /// The reason in a sentence.
    pub fn reason(&self, battle: &Battle) -> String {
        super::reasons::sentence(self, battle)
    }
}

/// The rule that makes a choice due.
fn governing(step: Step) -> &'static str {
    match step {
        Step::Elect => "8.16",
        Step::Losses => "7.6",
        Step::Retreat => "7.71",
        Step::Advance => "7.75",
        Step::Withdraw => "11.31",
    }
}
