//! Why an action is not allowed: a closed list, each with its printed rule.

use atlas::battle::Rank;
use atlas::map::System;
use field::Cell;

use super::battle::Battle;
use super::ids::*;
use super::sight::NoShot;
use super::state::Phase;
use crate::rule::Rule;

/// Why an action is not allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The game is over.
    GameOver,
    /// Not in this phase.
    NotNow {
        /// The phase it is.
        phase: Phase,
    },
    /// The unit is the other player's.
    NotYours(UnitId),
    /// The unit is not on the map.
    NotOnMap(UnitId),
    /// The game's level has no such rule.
    NotAtThisLevel(Lacking),
    /// The post is no division that is activated.
    NoSuchDivision(PostId),
    /// No unit of the division is on the map.
    DivisionNotOnMap(PostId),
    /// The division is active already.
    ActivatedTwice(PostId),
    /// So many divisions and no more.
    LimitReached {
        /// How many.
        limit: u8,
    },
    /// The unit's division was not activated.
    NotActivated(UnitId),
    /// The unit's formation has not been released.
    NotReleased(UnitId),
    /// The cavalry starts later.
    CavalryWaits {
        /// Who.
        unit: UnitId,
        /// From which turn on it may move.
        turn: u8,
    },
    /// The cavalry division starts later.
    CavalryDivisionWaits {
        /// Which.
        division: PostId,
        /// From which turn on it may be activated.
        turn: u8,
    },
    /// The map ends there.
    OffMap(UnitId),
    /// A move has no step.
    EmptyPath(UnitId),
    /// The unit stands elsewhere than its move begins.
    NotThere(UnitId),
    /// There is no way there.
    NoWay {
        /// Who.
        unit: UnitId,
        /// Where.
        to: Cell,
    },
    /// Unlimbered artillery does not move.
    Unlimbered(UnitId),
    /// River, stream or scenery.
    Impassable {
        /// Who.
        unit: UnitId,
        /// Where.
        to: Cell,
    },
    /// An enemy unit is there.
    IntoEnemy {
        /// Who.
        unit: UnitId,
        /// Where.
        to: Cell,
    },
    /// No room in the square.
    NoRoom {
        /// Who.
        unit: UnitId,
        /// Where.
        to: Cell,
    },
    /// Only one unit in a town, on a bridge or at a ford.
    OneUnitOnly {
        /// Who.
        unit: UnitId,
        /// Where.
        to: Cell,
    },
    /// The unit is not formed to cross a bridge.
    WrongModeForBridge(UnitId),
    /// A routed unit moves one square.
    RoutedMovesOnce(UnitId),
    /// From one zone of control to another only as the first step.
    ZoneToZoneAfterStep {
        /// Who.
        unit: UnitId,
        /// Where.
        to: Cell,
    },
    /// Artillery does not go from one zone of control to another.
    ArtilleryZoneToZone {
        /// Who.
        unit: UnitId,
        /// Where.
        to: Cell,
    },
    /// Not enough operation points.
    TooFewPoints {
        /// Who.
        unit: UnitId,
        /// What it costs.
        cost: u8,
        /// What it has.
        has: u8,
    },
    /// The unit looks that way already.
    FacesSo(UnitId),
    /// No change of mode on a bridge.
    ModeOnBridge(UnitId),
    /// A routed unit keeps its mode.
    RoutedMode(UnitId),
    /// The unit is too tired to force march.
    TooTired(UnitId),
    /// A routed unit does not force march.
    RoutedForceMarch(UnitId),
    /// No operation points on this turn: no force march either.
    NoPointsThisTurn(UnitId),
    /// It has as many points as a unit can have.
    FullOfPoints(UnitId),
    /// Only infantry in line and dismounted cavalry fortify.
    CannotFortify(UnitId),
    /// It is fortified as well as can be.
    FullyFortified(UnitId),
    /// A routed unit does not fortify.
    RoutedFortify(UnitId),
    /// The plot stands so already.
    PlotStands(UnitId),
    /// The square cannot be fired at.
    CannotFire {
        /// Who.
        unit: UnitId,
        /// Where.
        square: Cell,
        /// Why.
        why: NoShot,
    },
    /// Artillery does not melee.
    ArtilleryMelee(UnitId),
    /// Artillery does not advance.
    ArtilleryAdvance(UnitId),
    /// A routed unit neither melees nor advances.
    RoutedPlot(UnitId),
    /// A disrupted unit neither melees nor advances.
    DisruptedPlot(UnitId),
    /// The leader is the other player's.
    NotYourLeader(LeaderId),
    /// The leader is no more.
    LeaderOut(LeaderId),
    /// Leaders of brigades and deputies are not transferred.
    RankStays {
        /// Who.
        leader: LeaderId,
        /// His rank.
        rank: Rank,
    },
    /// The leader was transferred in this phase.
    TransferredTwice(LeaderId),
    /// The leader's unit has not arrived.
    LeaderNotArrived(LeaderId),
    /// The unit is not of the leader's formation.
    NotHisFormation {
        /// Who.
        leader: LeaderId,
        /// Which unit.
        unit: UnitId,
    },
    /// The leader is with that unit already.
    WithThatUnit(LeaderId),
}

/// A rule that a level of the game does without.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lacking {
    /// [GT 7.9] Facing.
    Facing,
    /// [GT 7.8] Modes.
    Modes,
    /// [GT 7.10] Force marches.
    ForceMarches,
    /// [GT 7.11] Fortification by order.
    Fortification,
    /// [GT 7.13] Advance plots.
    AdvancePlots,
    /// [GT 7.12] Leaders.
    Leaders,
}

impl Refusal {
    /// The printed rule that forbids it.
    pub fn rule(&self, battle: &Battle) -> Rule {
        use Refusal::*;
        let basic = battle.options.basic();
        let quick = |number| Rule::of(System::GrandTactical, "GT-QS", number);
        // What the Quick Start rules say themselves is cited from there in the basic game.
        let number = match self {
            GameOver if basic => return quick("7.0"),
            NotReleased(_) | CavalryWaits { .. } if basic => return quick("2.0"),
            OffMap(_) | EmptyPath(_) | NotThere(_) | NoWay { .. } | TooFewPoints { .. }
                if basic =>
            {
                return quick("3.4");
            }
            NoRoom { .. } if basic => return quick("3.5"),
            ZoneToZoneAfterStep { .. } | ArtilleryZoneToZone { .. } if basic => {
                return quick("3.6");
            }
            RoutedMovesOnce(_) if basic => return quick("4.3"),
            CannotFire { .. } if basic => return quick("3.7"),
            ArtilleryMelee(_) | RoutedPlot(_) if basic => return quick("3.8"),
            NotAtThisLevel(Lacking::Leaders) => "2.1",
            NotAtThisLevel(Lacking::Fortification) if !basic => "2.1",
            NotAtThisLevel(_) => return quick("3.3"),
            GameOver => "10.0",
            NotNow { .. } => "2.3",
            NotYours(_) | NotYourLeader(_) => "7.1",
            NotOnMap(_) => "7.3",
            NoSuchDivision(_) | DivisionNotOnMap(_) | ActivatedTwice(_) => "3.1",
            LimitReached { .. }
            | NotReleased(_)
            | CavalryWaits { .. }
            | CavalryDivisionWaits { .. } => "3.2",
            NotActivated(_) => "3.3",
            OffMap(_) => "1.3",
            EmptyPath(_)
            | NotThere(_)
            | NoWay { .. }
            | Unlimbered(_)
            | Impassable { .. }
            | IntoEnemy { .. } => "7.5",
            NoRoom { .. } | OneUnitOnly { .. } => "7.7",
            WrongModeForBridge(_) | ModeOnBridge(_) | RoutedMode(_) => "7.8",
            RoutedMovesOnce(_) => "8.6",
            ZoneToZoneAfterStep { .. } | ArtilleryZoneToZone { .. } => "7.6",
            TooFewPoints { .. } | NoPointsThisTurn(_) => "7.4",
            FacesSo(_) => "7.9",
            TooTired(_) | RoutedForceMarch(_) | FullOfPoints(_) => "7.10",
            CannotFortify(_) | FullyFortified(_) | RoutedFortify(_) => "7.11",
            PlotStands(_) => "7.13",
            CannotFire { why: NoShot::OutOfArc, .. } => "7.9",
            CannotFire { .. } => "8.3",
            ArtilleryMelee(_) => "8.4",
            ArtilleryAdvance(_) => "8.7",
            RoutedPlot(_) => "8.6",
            DisruptedPlot(_) => "8.8",
            LeaderOut(_)
            | RankStays { .. }
            | TransferredTwice(_)
            | LeaderNotArrived(_)
            | NotHisFormation { .. }
            | WithThatUnit(_) => "7.12",
        };
        Rule::of(System::GrandTactical, "GT", number)
    }

    /// The reason in a sentence.
    pub fn reason(&self, battle: &Battle) -> String {
        super::reasons::sentence(self, battle)
    }
}
