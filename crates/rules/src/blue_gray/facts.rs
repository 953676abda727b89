//! What a battle's own book says, as data: charts, quotas, entries, points, levels.
//!
//! These are read from `rules.toml` of the battle's folder; a battle that uses only what is here plays
//! without code. Each fact carries the printed number of its rule, so that refusals can cite it.

use atlas::Side;
use atlas::battle::Arm;
use field::Cell;

use super::crt::CombatResults;

/// The facts of one scenario.
#[derive(Clone, PartialEq, Debug)]
pub struct Facts {
    /// Code of the book that holds the battle's own rules, as in `BG-A`.
    pub book: String,
    /// Movement points of every unit [BG 5.0].
    pub allowance: u8,
    /// Movement points in fog.
    pub fog_allowance: u8,
    /// The rule that names the fog turns.
    pub fog_rule: String,
    /// Bombardment range in hexes, unless a unit has its own [BG 8.11].
    pub range: u8,
    /// The combat results table [BG 7.6].
    pub results: CombatResults,
    /// Every creek hexside that is not a canal's can be forded.
    pub creeks_are_fords: bool,
    /// How reinforcements come on.
    pub entry: EntryFacts,
    /// How many units a side may move.
    pub quota: Option<QuotaFacts>,
    /// What a side may do at night beyond the standard rule.
    pub night: Vec<NightFact>,
    /// What immobile units may do.
    pub immobile: Option<ImmobileFacts>,
    /// Units that stand still until something happens.
    pub release: Option<ReleaseFacts>,
    /// The rule by which units may not move on certain turns.
    pub standstill_rule: String,
    /// Where units may leave the map, and what that is worth.
    pub exits: Vec<ExitFact>,
    /// The rule about leaving the map.
    pub exit_rule: String,
    /// Hexes whose last visitor matters, with their owner at the start.
    pub control: Vec<(Cell, Side)>,
    /// What is scored.
    pub scoring: Scoring,
    /// Who has won.
    pub victory: VictoryFacts,
    /// How attack effectiveness comes back [BG 11.4].
    pub recovery: Recovery,
}

/// How reinforcements come on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryFacts {
    /// What it costs to be placed.
    pub cost: EntryCost,
    /// Whether by day an enemy-controlled entry hex may be entered.
    pub into_control: bool,
    /// Whether units that miss their turn are lost.
    pub lost_if_late: bool,
    /// The rule that governs entries.
    pub rule: String,
    /// The rule that closes an entry hex to them.
    pub barred_rule: String,
}

/// What it costs a reinforcement to be placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntryCost {
    /// One movement point, whatever the terrain.
    One,
    /// What the terrain of the entry hex costs.
    Terrain,
}

/// How many units a side may move in a movement phase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuotaFacts {
    /// Whom it binds.
    pub side: Side,
    /// How many units, as a rule.
    pub units: u8,
    /// How many on a particular game-turn.
    pub on_turn: Vec<(u8, u8)>,
    /// More units while the side controls a hex.
    pub bonus: Option<(Cell, u8)>,
    /// What ends it for good.
    pub lifted_by: Option<QuotaLift>,
    /// When reinforcements begin to count.
    pub entrants_count: EntrantsCount,
    /// The rule.
    pub rule: String,
}

/// What ends a quota for good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuotaLift {
    /// An enemy unit crosses a creek hexside: from the next own player-turn on.
    EnemyCrossesCreek,
    /// An enemy unit enters or passes this hex: at once.
    EnemyEnters(Cell),
}

/// When reinforcements begin to count against a quota.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntrantsCount {
    /// From the moment they enter.
    AtOnce,
    /// Not on the turn of their arrival, if they enter on it.
    AfterArrivalTurn,
    /// From this game-turn on.
    FromTurn(u8),
}

/// What a side may do at night.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NightFact {
    /// Whom it concerns.
    pub side: Side,
    /// What.
    pub movement: NightMovement,
    /// The rule.
    pub rule: String,
}

/// Exceptions from the standard night rule [BG 10.2].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NightMovement {
    /// No unit moves.
    Forbidden,
    /// Units may leave enemy-controlled hexes, but not enter them.
    MayLeaveControl,
}

/// What immobile units may do besides standing still.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImmobileFacts {
    /// They ignore Dr when attacked by artillery alone.
    pub ignore_retreat_from_artillery: bool,
    /// The rule: immobile units are eliminated instead of retreating, and never advance.
    pub rule: String,
}

/// Units that stand still until something happens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReleaseFacts {
    /// Whose.
    pub side: Side,
    /// Which arms.
    pub arms: Vec<Arm>,
    /// Those that start on the land joined to this hex without crossing a river.
    pub bank: Cell,
    /// All are released when a unit of the side leaves the map at one of these hexes.
    pub on_exit: Vec<Cell>,
    /// All are released when an enemy enters a ferry or pontoon hex.
    pub on_enemy_crossing: bool,
    /// One is released when an enemy comes within so many hexes of it.
    pub within: u8,
    /// The rule.
    pub rule: String,
}

/// A hex where units may leave the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExitFact {
    /// Which.
    pub cell: Cell,
    /// What a Union unit scores.
    pub union: ExitPoints,
    /// What a Confederate unit scores.
    pub confederate: ExitPoints,
}

/// What a unit that leaves the map is worth to its owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExitPoints {
    /// Its printed strength; cavalry counts double.
    Strength,
    /// One; two for an infantry division or a cavalry brigade.
    Unit,
}

/// What is scored.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Scoring {
    /// Points the Union has at the start.
    pub union_start: i32,
    /// Points the Confederates have at the start.
    pub confederate_start: i32,
    /// For a Confederate unit eliminated, to the Union.
    pub union_kill: KillPoints,
    /// For a Union unit eliminated, to the Confederates.
    pub confederate_kill: KillPoints,
    /// For hexes last visited, at the end.
    pub hexes: Vec<HexPoints>,
    /// For groups of hexes all controlled, at the end.
    pub groups: Vec<GroupPoints>,
    /// For hexes the first time a side controls them, during play.
    pub firsts: Vec<HexPoints>,
    /// For hexes in the zone of control of infantry, or occupied by it, at the end.
    pub threatened: Option<ThreatenedPoints>,
    /// Units that cannot trace a path to a hex at the end count as eliminated.
    pub cut_off: Option<CutOff>,
}

/// What an eliminated enemy unit is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum KillPoints {
    /// Its printed strength.
    #[default]
    Strength,
    /// So many points, whatever its strength.
    Each(u8),
}

/// Points for one hex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HexPoints {
    /// Which.
    pub cell: Cell,
    /// How many.
    pub points: i32,
    /// Who can have them; `None`: whoever controls it.
    pub to: Option<Side>,
}

/// Points for all hexes of a group together, to whoever controls them all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GroupPoints {
    /// What the group is called.
    pub name: String,
    /// Its hexes.
    pub cells: Vec<Cell>,
    /// How many points.
    pub points: i32,
    /// Who can have them; `None`: whoever controls them all.
    pub to: Option<Side>,
}

/// Points for hexes that a side's infantry threatens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreatenedPoints {
    /// Who can have them.
    pub to: Side,
    /// Which hexes.
    pub cells: Vec<Cell>,
    /// How many points each.
    pub points: i32,
}

/// Units that cannot trace a path count as eliminated at the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CutOff {
    /// Whose units.
    pub side: Side,
    /// To which hex.
    pub to: Cell,
}

/// Who has won.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VictoryFacts {
    /// How the totals are compared.
    pub measure: Measure,
    /// The rule.
    pub rule: String,
    /// A victory before the last turn.
    pub early: Option<EarlyVictory>,
}

/// How the totals are compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Measure {
    /// The higher total wins; equal is a draw.
    Higher,
    /// Union points minus Confederate points; the first level whose least difference is met.
    Difference(Vec<DifferenceLevel>),
    /// Union points to Confederate points; the first level that is met.
    Ratio(Vec<RatioLevel>),
}

/// A level of victory by difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DifferenceLevel {
    /// The least difference, Union minus Confederate; `None`: whatever is left.
    pub least: Option<i32>,
    /// Who wins; `None`: a draw.
    pub winner: Option<Side>,
    /// What it is called: "decisive", "substantive", "marginal", "draw".
    pub level: String,
}

/// A level of victory by ratio: met if Union : Confederate is at least (or above) `union` : `confederate`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatioLevel {
    /// The ratio, Union to Confederate; `None`: whatever is left.
    pub ratio: Option<(u32, u32)>,
    /// Whether the ratio itself is not enough.
    pub above: bool,
    /// Who wins; `None`: a draw.
    pub winner: Option<Side>,
    /// What it is called.
    pub level: String,
}

/// A victory before the last turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EarlyVictory {
    /// At the end of this game-turn.
    pub turn: u8,
    /// Who can win.
    pub side: Side,
    /// By so many times the other's points for eliminations.
    pub times: u32,
    /// If the other side controls none of these hexes.
    pub unless_held: Vec<Cell>,
}

/// How attack effectiveness comes back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recovery {
    /// At the end of a night game-turn, for all [BG 11.4].
    Night,
    /// By a die of 1 at the start of the owner's combat phase.
    DieOfOne,
}

/// What an optional rule changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Attack effectiveness is played [BG 11.0].
    AttackEffectiveness,
    /// The quota is this number on every turn after those with their own.
    Quota(u8),
    /// There is no quota.
    NoQuota,
    /// No unit stands still by order.
    NoStandstill,
    /// A die of 1 at the start of a player-turn of its side lets this group in from then on.
    DieForGroup(String),
    /// Attacks of a side shift by columns; only those at least at `from`, if given.
    Shift {
        /// Whose attacks.
        side: Side,
        /// To the right if positive.
        columns: i8,
        /// The lowest column concerned.
        from: Option<super::crt::Column>,
    },
}

/// An optional rule as data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionFact {
    /// Its printed number.
    pub number: String,
    /// What it changes.
    pub effects: Vec<Effect>,
}
