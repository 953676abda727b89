//! Why an action is refused: a closed list, each with its printed rule and a sentence in our words.

use atlas::map::System;
use field::Cell;

use super::battle::Battle;
use super::pending::Step;
use super::state::Mark;
use crate::Rule;
use crate::ids::UnitId;

/// What bars a hex to a unit that retreats or withdraws.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bar {
    /// It is more than two hexes away, or where the unit stands.
    Distance,
    /// Every way leads through or into enemy units, their control, prohibited ground or the creek.
    Way,
    /// It brings the unit nearer to those it retreats from.
    Direction,
    /// There is no room in it.
    Room,
}

/// Why an action is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The game is over.
    GameOver,
    /// Another phase: what is due, in words.
    NotNow(&'static str),
    /// A choice must be made first.
    Unresolved(Step),
    /// The unit is the other player's.
    NotYours(UnitId),
    /// The unit is not on the map.
    NotOnMap(UnitId),
    /// The unit's corps is not active.
    Inactive(UnitId),
    /// The unit has done something in this turn that bars what it is to do.
    Done {
        /// Who.
        unit: UnitId,
        /// What it has done.
        mark: Mark,
    },
    /// More corps are named than may be.
    TooManyCorps {
        /// How many may be.
        most: u8,
    },
    /// A corps without a unit on the map is named.
    CorpsAbsent(usize),
    /// A corps is named too early.
    CorpsTooEarly {
        /// Which.
        corps: usize,
        /// The first turn on which it may be named.
        turn: u8,
    },
    /// The unit has all its steps.
    NotReduced(UnitId),
    /// An enemy is too near for the unit to rally.
    EnemyNear {
        /// Who.
        unit: UnitId,
        /// Where the enemy is.
        at: Cell,
    },
    /// The path goes nowhere.
    EmptyPath(UnitId),
    /// It comes back to where it started, and its way is not named.
    RoundTrip(UnitId),
    /// It skips hexes.
    Skips {
        /// From.
        from: Cell,
        /// To.
        to: Cell,
    },
    /// The hex is off the map, or a river.
    OffMap(Cell),
    /// The ground is closed to the unit.
    Prohibited {
        /// Who.
        unit: UnitId,
        /// Where.
        to: Cell,
    },
    /// The ground is open to the unit by road only.
    OnlyByRoad {
        /// Who.
        unit: UnitId,
        /// Where.
        to: Cell,
    },
    /// The creek lies between, without a crossing.
    AcrossCreek {
        /// From.
        from: Cell,
        /// To.
        to: Cell,
    },
    /// An enemy is in the hex.
    IntoEnemy {
        /// Who.
        unit: UnitId,
        /// Where.
        to: Cell,
    },
    /// It goes on after entering an enemy zone of control.
    MovesOnUnderControl {
        /// Who.
        unit: UnitId,
        /// The hex that stops it.
        at: Cell,
    },
    /// It leaves an enemy zone of control straight into another.
    FromControlToControl {
        /// Who.
        unit: UnitId,
        /// The hex it would enter.
        to: Cell,
    },
    /// The points do not suffice, or there is no way.
    TooFar {
        /// Who.
        unit: UnitId,
        /// Where.
        to: Cell,
        /// Half-points it would cost, if there is a way at all.
        cost: Option<u8>,
        /// Half-points it has.
        allowance: u8,
    },
    /// There is no room in the hex.
    NoRoom {
        /// Who.
        unit: UnitId,
        /// Where.
        to: Cell,
    },
    /// Units that arrived together are still too many in a hex.
    Crowded(Cell),
    /// Nobody searches for a ford in this scenario, or all fords are known.
    NoSearch,
    /// A ford has been found.
    FordFound,
    /// Somebody has searched in this turn.
    SearchedThisTurn,
    /// The unit does not search: the other side's, or artillery.
    CannotSearch(UnitId),
    /// There is no plain creek between the unit and the hex.
    NotAcrossCreek {
        /// Who.
        unit: UnitId,
        /// The hex named.
        hex: Cell,
    },
    /// The unit is not waiting to come on.
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
    /// Another unit decides first whether it withdraws.
    WithdrawsFirst(UnitId),
    /// The unit may not withdraw there.
    WithdrawalBarred {
        /// Who.
        unit: UnitId,
        /// Where.
        to: Cell,
        /// Why not.
        bar: Bar,
    },
    /// Somebody else moves.
    OtherMover(UnitId),
    /// No gun is named.
    NoGuns,
    /// The unit is not artillery.
    NotArtillery(UnitId),
    /// There is no enemy in the hex to be bombarded.
    NothingToBombard(Cell),
    /// The hex has been bombarded in this phase.
    BombardedTwice(Cell),
    /// The hex is under cover.
    TargetCovered(Cell),
    /// A friend is too near the target.
    FriendsNear {
        /// The target.
        target: Cell,
        /// Where the friend is.
        at: Cell,
    },
    /// The target is out of the gun's range.
    OutOfRange {
        /// Who.
        unit: UnitId,
        /// How far it is.
        distance: u8,
        /// How far the gun fires.
        range: u8,
    },
    /// The gun does not see the target.
    OutOfSight(UnitId),
    /// No hex to be assaulted is named.
    NoDefender,
    /// There is no enemy in the hex to be assaulted.
    NothingToAssault(Cell),
    /// All units in the hex have been assaulted.
    AssaultedTwice(Cell),
    /// Nobody who assaults is next to the defenders.
    NoAttacker,
    /// The unit is not next to a hex that it would assault.
    NotAdjacent {
        /// Who.
        unit: UnitId,
        /// The hex.
        to: Cell,
    },
    /// The unit is next to some of the hexes, but not to all.
    NotNextToAll {
        /// Who.
        unit: UnitId,
        /// One that it is not next to.
        to: Cell,
    },
    /// Nobody assaults over the creek without a crossing.
    AssaultOverCreek {
        /// Who.
        unit: UnitId,
        /// The hex.
        to: Cell,
    },
    /// Only infantry assaults over a crossing or a stream.
    OnlyInfantryCrosses {
        /// Who.
        unit: UnitId,
        /// The hex.
        to: Cell,
    },
    /// Only infantry assaults defensive terrain.
    OnlyInfantryIntoCover {
        /// Who.
        unit: UnitId,
        /// The hex.
        to: Cell,
    },
    /// Cavalry and guns have no part in an assault over water.
    NotWithCrossing(UnitId),
    /// The gun has no open hex of the defenders two hexes away that it sees.
    CannotSupport(UnitId),
    /// The assault would leave a hex that must be assaulted to nobody.
    LeavesObligation(Cell),
    /// A hex must still be assaulted.
    MustStillAssault(Cell),
    /// The unit has no part in what is to be chosen.
    NotConcerned {
        /// Who.
        unit: UnitId,
        /// What is to be chosen.
        step: Step,
    },
    /// Infantry or cavalry loses the step before artillery.
    GunsLoseLast(UnitId),
    /// A displaced unit goes first.
    DisplacedFirst(UnitId),
    /// A way is open, and the unit may not stand.
    MayNotStand(UnitId),
    /// The unit may not retreat there.
    RetreatBarred {
        /// Who.
        unit: UnitId,
        /// Where.
        to: Cell,
        /// Why not.
        bar: Bar,
    },
    /// Nobody is displaced while a hex with room is open, or into a hex with room.
    DisplacesWithoutNeed {
        /// Who.
        unit: UnitId,
        /// Where.
        to: Cell,
    },
    /// The unit to be displaced is not there, has been displaced, must retreat itself, would not
    /// make room or has no way.
    CannotBeDisplaced {
        /// Who.
        unit: UnitId,
        /// Where.
        to: Cell,
    },
    /// The hex was not vacated in this combat.
    NotVacated(Cell),
    /// The unit is not next to the hex over ground that it may enter.
    AdvanceBarred {
        /// Who.
        unit: UnitId,
        /// Where.
        to: Cell,
    },
}

impl Refusal {
    /// The printed rule that forbids it; the rules of a scenario have no number but that of the
    /// book's list.
    pub fn rule(&self, battle: &Battle) -> Rule {
        use Refusal::*;
        let number = match self {
            GameOver => "16.0",
            NotNow(_) | NotYours(_) | Inactive(_) | TooManyCorps { .. } | CorpsAbsent(_) => "3.0",
            CorpsTooEarly { corps, turn } if is_of_scenario(battle, *corps, *turn) => "13",
            CorpsTooEarly { .. } => "3.0",
            NotOnMap(_) | OffMap(_) => "2.0",
            Done { mark, .. } => spending(*mark),
            NotReduced(_) | EnemyNear { .. } => "4.0",
            IntoEnemy { .. } | NoRoom { .. } => "5.0",
            EmptyPath(_)
            | RoundTrip(_)
            | Skips { .. }
            | Prohibited { .. }
            | OnlyByRoad { .. }
            | AcrossCreek { .. }
            | MovesOnUnderControl { .. }
            | FromControlToControl { .. }
            | TooFar { .. }
            | WithdrawsFirst(_)
            | WithdrawalBarred { .. }
            | OtherMover(_) => "6.0",
            Crowded(_) => "15.0",
            NoSearch if battle.options.ford.is_none() => "13",
            NoSearch | FordFound | SearchedThisTurn | CannotSearch(_) | NotAcrossCreek { .. } => {
                "14.0"
            }
            NotWaiting(_) | NotYetDue(_) | WrongEntry { .. } => "13",
            NoGuns
            | NotArtillery(_)
            | NothingToBombard(_)
            | BombardedTwice(_)
            | TargetCovered(_)
            | FriendsNear { .. }
            | OutOfRange { .. }
            | OutOfSight(_) => "7.0",
            NoDefender
            | NothingToAssault(_)
            | AssaultedTwice(_)
            | NoAttacker
            | NotAdjacent { .. }
            | NotNextToAll { .. }
            | AssaultOverCreek { .. }
            | OnlyInfantryCrosses { .. }
            | OnlyInfantryIntoCover { .. }
            | NotWithCrossing(_)
            | CannotSupport(_)
            | LeavesObligation(_)
            | MustStillAssault(_) => "8.0",
            Unresolved(step) | NotConcerned { step, .. } => governing(*step),
            GunsLoseLast(_) => "11.0",
            DisplacedFirst(_)
            | MayNotStand(_)
            | RetreatBarred { .. }
            | DisplacesWithoutNeed { .. }
            | CannotBeDisplaced { .. } => "13.0",
            NotVacated(_) | AdvanceBarred { .. } => "12.0",
        };
        Rule::of(System::Brigade, "BR", number)
    }

    /// The reason in a sentence.
    pub fn reason(&self, battle: &Battle) -> String {
        super::reasons::sentence(self, battle)
    }
}

/// Whether a scenario, not an option, holds a corps back until a turn.
fn is_of_scenario(battle: &Battle, corps: usize, turn: u8) -> bool {
    !battle.options.not_before.contains(&(corps, turn))
}

/// The rule by which whoever has done something does nothing else.
fn spending(mark: Mark) -> &'static str {
    match mark {
        Mark::Rallied => "4.0",
        Mark::Moved => "6.0",
        Mark::Searched => "14.0",
        Mark::Bombarded => "7.0",
        Mark::Assaulted | Mark::Defended => "8.0",
    }
}

/// The rule that makes a choice due.
fn governing(step: Step) -> &'static str {
    match step {
        Step::Loss => "11.0",
        Step::Retreat => "13.0",
        Step::Advance => "12.0",
        Step::Withdraw | Step::GoOn => "6.0",
    }
}
