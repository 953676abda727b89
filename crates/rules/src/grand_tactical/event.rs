//! What happened, in the past tense.

use atlas::Side;
use atlas::battle::{Mode, Rank};
use field::{Cell, Direction};

use super::action::Path;
use super::battle::Battle;
use super::ids::*;
use super::state::State;

/// Who saw something at its moment. Not written: [`tell`](crate::System::tell) reads it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Eyes(u8);

impl Eyes {
    /// Both sides.
    pub const BOTH: Eyes = Eyes(3);

    /// One side alone.
    pub const fn of(side: Side) -> Eyes {
        Eyes(match side {
            Side::Union => 1,
            Side::Confederate => 2,
        })
    }

    /// Who sees a unit now.
    pub fn on(battle: &Battle, state: &State, unit: UnitId) -> Eyes {
        let own = battle.unit(unit).side;
        if state.sees(battle, own.other(), unit) { Eyes::BOTH } else { Eyes::of(own) }
    }

    /// Whether a side saw it.
    pub const fn has(self, side: Side) -> bool {
        self.0 & Eyes::of(side).0 != 0
    }
}

/// The most units that meet in one melee on a side: eight squares of two units.
pub const MOST_IN_MELEE: usize = 16;

/// Some units, in order.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Crowd {
    len: u8,
    units: [UnitId; MOST_IN_MELEE],
}

impl Crowd {
    /// Nobody.
    pub const EMPTY: Crowd = Crowd { len: 0, units: [UnitId(0); MOST_IN_MELEE] };

    /// Adds a unit, if there is room.
    pub fn push(&mut self, unit: UnitId) {
        if let Some(slot) = self.units.get_mut(usize::from(self.len)) {
            *slot = unit;
            self.len += 1;
        }
    }

    /// The units.
    pub fn units(&self) -> &[UnitId] {
        &self.units[..usize::from(self.len)]
    }
}

impl std::fmt::Debug for Crowd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.units()).finish()
    }
}

impl FromIterator<UnitId> for Crowd {
    fn from_iter<I: IntoIterator<Item = UnitId>>(units: I) -> Crowd {
        let mut crowd = Crowd::EMPTY;
        for unit in units {
            crowd.push(unit);
        }
        crowd
    }
}

/// The factors of a shot, in the order in which they are applied. `mode` stands first, `random`
/// last.
pub const FACTORS: [&str; 14] = [
    "mode",
    "horse_holders",
    "fatigue",
    "leaders",
    "ammunition",
    "battle_time",
    "fortification",
    "terrain",
    "elevation",
    "flank",
    "flank_defender",
    "density",
    "difficulty",
    "random",
];

/// The phases of a game-turn, as the book numbers them [GT 2.3].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Phase 1.
    Activation,
    /// Phase 2.
    Command,
    /// Phase 3.
    Recovery,
    /// Phase 4.
    Reinforcement,
    /// Phases 5, 7, 10, 12.
    Operations,
    /// Phases 6, 8, 11, 13.
    Combat,
    /// Phase 9.
    MidTurnRecovery,
    /// Phase 14.
    Victory,
}

impl Stage {
    /// As it is written.
    pub const fn word(self) -> &'static str {
        match self {
            Stage::Activation => "activation",
            Stage::Command => "command",
            Stage::Recovery => "recovery",
            Stage::Reinforcement => "reinforcement",
            Stage::Operations => "operations",
            Stage::Combat => "combat",
            Stage::MidTurnRecovery => "mid-turn recovery",
            Stage::Victory => "victory",
        }
    }
}

/// The six parts of a combat phase [GT 8.1].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SubPhase {
    /// Guns of the side that is not phasing.
    DefensiveArtillery,
    /// Guns of the phasing side.
    OffensiveArtillery,
    /// Infantry and cavalry of the side that is not phasing.
    DefensiveFire,
    /// Infantry and cavalry of the phasing side.
    OffensiveFire,
    /// Whoever is about to be meleed.
    DefensiveMeleeFire,
    /// The melees.
    Melee,
}

impl SubPhase {
    /// All of them, in order.
    pub const ALL: [SubPhase; 6] = [
        SubPhase::DefensiveArtillery,
        SubPhase::OffensiveArtillery,
        SubPhase::DefensiveFire,
        SubPhase::OffensiveFire,
        SubPhase::DefensiveMeleeFire,
        SubPhase::Melee,
    ];

    /// As it is written.
    pub const fn word(self) -> &'static str {
        match self {
            SubPhase::DefensiveArtillery => "defensive artillery fire",
            SubPhase::OffensiveArtillery => "offensive artillery fire",
            SubPhase::DefensiveFire => "defensive fire",
            SubPhase::OffensiveFire => "offensive fire",
            SubPhase::DefensiveMeleeFire => "defensive melee fire",
            SubPhase::Melee => "melee",
        }
    }
}

/// What a draw was for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Purpose {
    /// [GT 1.3?] How many fords there are (D-12).
    FordCount,
    /// [GT 1.3?] Which square is the next ford (D-12).
    Ford,
    /// [GT 3.2?] The random part of the activation limit (D-13).
    ActivationLimit,
    /// [GT-QS 2.0?] Whether a formation is released (D-15).
    Release,
    /// [GT 6.0?] Whether a group arrives (D-22).
    Arrival,
    /// [GT 5.1] Whether a unit recovers from disruption.
    Disruption,
    /// [GT 5.4] Whether a unit is eligible for resupply.
    Eligibility,
    /// [GT 5.4] Whether a unit is resupplied.
    Resupply,
    /// [GT 8.9] Whether ammunition gives out.
    Ammunition,
    /// The random modifier of a shot.
    FireModifier,
    /// [GT 8.2?] One more gun (D-55).
    Gun,
    /// [GT 7.12?] Whether a leader is lost (D-66).
    LeaderLoss,
    /// [GT 8.8] Whether a unit is disrupted.
    Disrupts,
    /// [GT 8.6] Whether a unit routs.
    Routs,
    /// The attackers' random modifier of a melee.
    MeleeAttack,
    /// The defenders' random modifier of a melee.
    MeleeDefence,
    /// What a melee costs the attackers.
    AttackersLoss,
    /// What a melee costs the defenders.
    DefendersLoss,
    /// Whether the defenders retreat from a melee.
    DefendersRetreat,
    /// Whether the attackers retreat from a melee.
    AttackersRetreat,
}

impl Purpose {
    /// As it is written.
    pub const fn word(self) -> &'static str {
        match self {
            Purpose::FordCount => "number of fords",
            Purpose::Ford => "ford",
            Purpose::ActivationLimit => "activation limit",
            Purpose::Release => "release",
            Purpose::Arrival => "arrival",
            Purpose::Disruption => "recovery",
            Purpose::Eligibility => "eligibility for resupply",
            Purpose::Resupply => "resupply",
            Purpose::Ammunition => "ammunition",
            Purpose::FireModifier => "fire",
            Purpose::Gun => "gun",
            Purpose::LeaderLoss => "leader",
            Purpose::Disrupts => "disruption",
            Purpose::Routs => "rout",
            Purpose::MeleeAttack => "attackers",
            Purpose::MeleeDefence => "defenders",
            Purpose::AttackersLoss => "attackers' loss",
            Purpose::DefendersLoss => "defenders' loss",
            Purpose::DefendersRetreat => "defenders' retreat",
            Purpose::AttackersRetreat => "attackers' retreat",
        }
    }
}

/// What happened. Where sight can change within an action, `eyes` says who saw it at its moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A division was activated.
    Activated {
        /// Which.
        division: PostId,
    },
    /// A unit went some squares.
    Moved {
        /// Who.
        unit: UnitId,
        /// Where from.
        from: Cell,
        /// Its way, as far as it went.
        path: Path,
        /// What it paid.
        cost: u8,
    },
    /// A unit turned, and all in its square with it.
    Faced {
        /// Who.
        unit: UnitId,
        /// Where it looks.
        direction: Direction,
    },
    /// A unit took its other formation.
    ModeChanged {
        /// Who.
        unit: UnitId,
        /// Which one.
        mode: Mode,
        /// What it paid.
        cost: u8,
    },
    /// A unit got a point for fatigue.
    ForceMarched {
        /// Who.
        unit: UnitId,
    },
    /// A unit fortified its place by a level.
    Fortified {
        /// Who.
        unit: UnitId,
        /// The level it has now.
        level: u8,
        /// Who saw it.
        eyes: Eyes,
    },
    /// A fire plot was set or cleared.
    FirePlotted {
        /// Who.
        unit: UnitId,
        /// At which square.
        square: Option<Cell>,
    },
    /// A melee plot was set or cleared.
    MeleePlotted {
        /// Who.
        unit: UnitId,
        /// Which.
        on: bool,
    },
    /// An advance plot was set or cleared.
    AdvancePlotted {
        /// Who.
        unit: UnitId,
        /// Which.
        on: bool,
    },
    /// A leader was transferred.
    Transferred {
        /// Who.
        leader: LeaderId,
        /// To which unit.
        unit: UnitId,
    },
    /// A player ended his phase.
    PhaseEnded {
        /// Who.
        side: Side,
    },
    /// A phase began.
    PhaseBegan {
        /// Its game-turn.
        turn: u8,
        /// Which.
        stage: Stage,
        /// The round, 1 or 2; 0 outside the two rounds.
        round: u8,
        /// Whose, if it is a side's.
        side: Option<Side>,
    },
    /// Something was drawn.
    Drew {
        /// What for.
        purpose: Purpose,
        /// How many values it could have had.
        of: u16,
        /// The value, from 0.
        value: u16,
    },
    /// A square of the stream turned out to be a ford.
    FordFound {
        /// Where.
        at: Cell,
    },
    /// The limit of activations for this turn was set.
    Limited {
        /// How many divisions.
        limit: u8,
    },
    /// A formation of the timetable was released.
    Released {
        /// Its place in the timetable.
        formation: u8,
    },
    /// A group of reinforcements is due.
    CameDue {
        /// Which.
        group: GroupId,
    },
    /// A reinforcement arrived.
    Arrived {
        /// Who.
        unit: UnitId,
        /// Where.
        at: Cell,
        /// Who saw it.
        eyes: Eyes,
    },
    /// A unit is no longer disrupted.
    Recovered {
        /// Who.
        unit: UnitId,
        /// Who saw it.
        eyes: Eyes,
    },
    /// A unit rallied.
    Rallied {
        /// Who.
        unit: UnitId,
        /// Who saw it.
        eyes: Eyes,
    },
    /// A unit has ammunition again.
    Resupplied {
        /// Who.
        unit: UnitId,
        /// Who saw it.
        eyes: Eyes,
    },
    /// A side sighted an enemy unit.
    Sighted {
        /// Who sees.
        by: Side,
        /// Whom.
        unit: UnitId,
        /// Where.
        at: Cell,
    },
    /// A part of a combat phase began.
    SubPhaseBegan {
        /// Which.
        part: SubPhase,
    },
    /// A unit fired.
    Fired {
        /// Who.
        unit: UnitId,
        /// Where it stood.
        from: Cell,
        /// At which square.
        at: Cell,
        /// What it cost the enemy, in men (of artillery alone: points).
        casualties: u16,
        /// Every factor, in the order of [`FACTORS`], in per cent.
        factors: [u16; FACTORS.len()],
        /// Whether its ammunition gave out.
        dry: bool,
        /// Who saw the firer.
        eyes: Eyes,
    },
    /// A unit lost men or guns.
    Lost {
        /// Who.
        unit: UnitId,
        /// Where it stood.
        at: Cell,
        /// Men, or guns of artillery.
        losses: u16,
        /// The fatigue it has now.
        fatigue: u8,
        /// Who saw it.
        eyes: Eyes,
    },
    /// A leader was killed or wounded.
    LeaderLost {
        /// Who.
        leader: LeaderId,
        /// The rank he held.
        rank: Rank,
        /// With which unit.
        unit: UnitId,
        /// Who saw it.
        eyes: Eyes,
    },
    /// A leader whose unit is no more went to another, or left play.
    LeaderMoved {
        /// Who.
        leader: LeaderId,
        /// To which unit; `None`: he left play.
        unit: Option<UnitId>,
        /// Who saw it.
        eyes: Eyes,
    },
    /// A leader took over a post.
    Succeeded {
        /// Who.
        leader: LeaderId,
        /// Which post.
        post: PostId,
        /// With which unit.
        unit: Option<UnitId>,
        /// Who saw it.
        eyes: Eyes,
    },
    /// A unit was disrupted.
    Disrupted {
        /// Who.
        unit: UnitId,
        /// Who saw it.
        eyes: Eyes,
    },
    /// A unit routed.
    Routed {
        /// Who.
        unit: UnitId,
        /// Who saw it.
        eyes: Eyes,
    },
    /// A unit retreated.
    Retreated {
        /// Who.
        unit: UnitId,
        /// Where from.
        from: Cell,
        /// Its way.
        path: Path,
        /// Who saw it.
        eyes: Eyes,
    },
    /// A melee was fought.
    Melee {
        /// In which square.
        at: Cell,
        /// Who attacked.
        attackers: Crowd,
        /// Who defended.
        defenders: Crowd,
        /// The differential.
        difference: i32,
    },
    /// A unit advanced.
    Advanced {
        /// Who.
        unit: UnitId,
        /// Where from.
        from: Cell,
        /// Where to.
        to: Cell,
        /// Who saw it.
        eyes: Eyes,
    },
    /// A unit is no more.
    Eliminated {
        /// Who.
        unit: UnitId,
        /// Where it stood.
        at: Cell,
        /// Who saw it.
        eyes: Eyes,
    },
    /// The score was announced.
    Scored {
        /// Union points less Confederate points.
        score: i32,
    },
    /// The game is over.
    Ended {
        /// The score.
        score: i32,
    },
}
