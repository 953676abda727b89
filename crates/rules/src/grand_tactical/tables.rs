//! The tables of a battle, in the shape in which the book prints them: what `rules.toml` says.

use atlas::battle::Weapon;
use atlas::map::Terrain;
use atlas::{BySide, Side};
use field::Cell;

/// Which column of the Operation Costs Table a unit uses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Column {
    /// Infantry, and cavalry on foot.
    Foot,
    /// Mounted cavalry.
    Mounted,
    /// Artillery: limbered where it moves.
    Artillery,
}

impl Column {
    /// Its place in the table.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A row of the Operation Costs Table: a figure for each [`Column`].
pub type Row<T> = [T; 3];

/// What a square costs, across a side and across a corner; 0 where it is prohibited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Entry {
    /// Across a side.
    pub side: u8,
    /// Across a corner.
    pub corner: u8,
}

/// [GT-T 1.0] The Operation Costs Table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Costs {
    /// Open ground.
    pub clear: Row<Entry>,
    /// A town.
    pub town: Row<Entry>,
    /// Woods.
    pub woods: Row<Entry>,
    /// Corn.
    pub cornfield: Row<Entry>,
    /// A ford.
    pub ford: Row<Entry>,
    /// A bridge.
    pub bridge: Row<Entry>,
    /// The road rate.
    pub road: Row<Entry>,
    /// Into a higher square.
    pub higher: Row<u8>,
    /// The same at the road rate.
    pub higher_by_road: Row<u8>,
    /// Into an enemy zone of control, or out of it.
    pub zone: Row<u8>,
    /// From one enemy zone of control to another; `None`: prohibited.
    pub zone_to_zone: Row<Option<u8>>,
    /// To change the mode.
    pub change_mode: Row<u8>,
    /// To fire.
    pub fire: Row<u8>,
    /// To attack in a melee; `None`: prohibited.
    pub melee: Row<Option<u8>>,
    /// To defend in a melee.
    pub defend: Row<u8>,
    /// To limber or unlimber horse artillery.
    pub horse_artillery_mode: u8,
    /// To unlimber in an enemy zone of control.
    pub unlimber_in_zone: u8,
    /// To fortify by a level.
    pub fortify: u8,
    /// [GT-QS 3.6] The basic game: into an enemy zone of control.
    pub basic_zone: u8,
    /// [GT-QS 3.6] The basic game: from one enemy zone of control to another, in all.
    pub basic_zone_to_zone: u8,
}

impl Costs {
    /// What a square of this terrain costs; `None` where nobody goes.
    pub const fn of(&self, terrain: Terrain) -> Option<&Row<Entry>> {
        Some(match terrain {
            Terrain::Town => &self.town,
            Terrain::Woods => &self.woods,
            Terrain::Cornfield => &self.cornfield,
            Terrain::Ford => &self.ford,
            Terrain::Bridge => &self.bridge,
            Terrain::River | Terrain::Stream => return None,
            _ => &self.clear,
        })
    }
}

/// [GT 7.4] Operation points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Points {
    /// For a unit in command control.
    pub in_command: u8,
    /// For a unit out of it.
    pub out_of_command: u8,
    /// The most that is kept for the second round.
    pub carried_over: u8,
}

/// The longest range in squares.
pub const LONGEST_RANGE: usize = 15;

/// [GT-T 2.0] The Weapon/Range Casualty Table, spread out by squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weapons(pub(super) [[u8; LONGEST_RANGE + 1]; Weapon::ALL.len()]);

impl Weapons {
    /// The rate of a weapon at a range in squares; 0 where it does not reach.
    #[inline]
    pub fn rate(&self, weapon: Weapon, range: usize) -> u8 {
        self.0[weapon as usize].get(range).copied().unwrap_or(0)
    }

    /// The longest range at which a weapon does anything.
    pub fn reach(&self, weapon: Weapon) -> usize {
        self.0[weapon as usize].iter().rposition(|&rate| rate > 0).unwrap_or(0)
    }
}

/// A row of the Melee Combat Results Table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MeleeRow {
    /// The row holds up to this differential; `None`: all that is left.
    pub up_to: Option<i32>,
    /// What the attackers lose beside the random number.
    pub attacker: u16,
    /// What the defenders lose beside the random number.
    pub defender: u16,
    /// Chance that the attackers retreat.
    pub attacker_retreats: u8,
    /// Chance that the defenders retreat.
    pub defender_retreats: u8,
}

/// [GT-T 3.0] The Melee Combat Results Table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Melee {
    /// Men for one point of differential.
    pub differential: u16,
    /// The random number of the losses: 1 to this.
    pub random: u16,
    /// The rows, from the lowest differential up.
    pub rows: Vec<MeleeRow>,
    /// [GT 8.4?] Fighting men of a gun (D-57).
    pub men_per_gun: u16,
    /// [GT 8.5?] One gun in so many is lost when artillery falls back (D-61).
    pub guns_lost: u16,
}

impl Melee {
    /// The place of the row for a differential.
    pub fn row(&self, difference: i32) -> usize {
        let holds = |row: &MeleeRow| row.up_to.is_none_or(|most| difference <= most);
        self.rows.iter().position(holds).unwrap_or(self.rows.len() - 1)
    }
}

/// A modifier on fire and one on melee, in per cent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Modifier {
    /// On fire.
    pub fire: u16,
    /// On melee.
    pub melee: u16,
}

/// [GT-T 8.0, GT-T 9.0, GT-T 10.0] The modifiers on strength and casualties.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Modifiers {
    /// Infantry in column.
    pub column: Modifier,
    /// Mounted cavalry.
    pub mounted: Modifier,
    /// Routed, whatever the arm.
    pub routed: Modifier,
    /// [GT 7.8] Dismounted cavalry.
    pub dismounted: Modifier,
    /// The defender is in woods.
    pub woods: Modifier,
    /// The defender is in a town.
    pub town: Modifier,
    /// The defender is in corn.
    pub cornfield: Modifier,
    /// The defender is higher.
    pub higher: Modifier,
    /// The attacker is on a bridge or ford.
    pub crossing: Modifier,
    /// [GT 8.9?] Ammunition gave out on this shot, or before the melee (D-51, D-58).
    pub no_ammunition: Modifier,
    /// The defender is flanked.
    pub flank_to_attacker: u16,
    /// A flanked defender fights back.
    pub flank_to_defender: u16,
    /// For each level of fortification.
    pub fortification: u16,
    /// Men in a square at which density changes nothing.
    pub density_men: i32,
    /// Men for one per cent of density.
    pub density_step: i32,
    /// The most that density changes.
    pub density_most: i32,
    /// The most that chance changes.
    pub random: u16,
    /// Operation points with which a unit is always credited.
    pub least_battle_time: u8,
    /// [GT 8.10?] The least that fatigue leaves (D-49).
    pub least_fatigue_factor: u16,
}

/// [GT-T 4.0, GT-T 5.0] Fatigue gained and recovered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fatigue {
    /// For a square entered.
    pub square: u8,
    /// The same in column, mounted or limbered.
    pub square_in_column: u8,
    /// For a level of fortification.
    pub fortify: u8,
    /// For a point of force march.
    pub force_march: u8,
    /// [GT 7.10] Units as tired as this may not force march.
    pub may_force_march_below: u8,
    /// A leader is lost.
    pub leader_lost: u8,
    /// Somebody retreats into the square or through it.
    pub passed_through: u8,
    /// Casualties for a point, of a small unit.
    pub casualty_divisor: u32,
    /// From so many men on fatigue is proportionately less.
    pub proportional_from: u32,
    /// Up to so many men.
    pub proportional_to: u32,
    /// Points if a unit lost all its men, where it is proportionate.
    pub proportional_rate: u32,
    /// Effectiveness divided by this is recovered in an enemy zone of control.
    pub recovery_in_zone: u8,
    /// Effectiveness divided by this is recovered elsewhere.
    pub recovery_elsewhere: u8,
}

/// [GT 5.1, 5.2, 8.6, 8.8] Morale, rout, disruption and rally.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Morale {
    /// Morale below which a unit may rout.
    pub rout_below: i32,
    /// The chance that it does.
    pub rout_chance: u8,
    /// Fewer men than this rout when they take losses.
    pub rout_men: u16,
    /// Squares of a rout.
    pub rout_squares: u8,
    /// [GT 8.5?] Squares of a retreat from a melee (D-62).
    pub retreat_squares: u8,
    /// Chance of disruption for 100 casualties.
    pub disruption: u32,
    /// [GT 8.5?] One man in so many is lost when a rout meets a zone of control (D-64).
    pub trapped: u16,
    /// Morale above which a unit may recover from disruption.
    pub recovers_above: i32,
    /// [GT-T 6.0] Chance with a leader, out of zones of control.
    pub recovery_with_leader: u8,
    /// [GT-T 6.0] Chance without a leader, or in a zone of control.
    pub recovery_with_one: u8,
    /// [GT-T 6.0] Chance without a leader in a zone of control.
    pub recovery_with_neither: u8,
    /// Morale from which a unit rallies.
    pub rally_from: i32,
    /// Only units with more men than this rally.
    pub rally_men: BySide<u16>,
    /// [GT 8.2] Artillery more tired than this leaves a melee.
    pub guns_give_way: u8,
}

/// [GT 8.9, GT-T 7.0] Ammunition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ammunition {
    /// Chance that infantry or cavalry runs out with a shot.
    pub runs_out: u8,
    /// Chance that artillery does.
    pub guns_run_out: u8,
    /// Chance to be eligible for resupply, by squares to the leader; 100 is supplied at once.
    pub eligible: Vec<u8>,
    /// The same for those who trace to nobody.
    pub eligible_apart: u8,
    /// Chances of resupply.
    pub resupply: BySide<Resupply>,
}

/// [GT-T 7.0] The Resupply Table of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Resupply {
    /// Artillery, at the beginning of a turn.
    pub guns: u8,
    /// Artillery, in mid-turn.
    pub guns_mid_turn: u8,
    /// Infantry and cavalry, at the beginning of a turn.
    pub others: u8,
    /// Infantry and cavalry, in mid-turn.
    pub others_mid_turn: u8,
}

/// [GT 8.3] Line of sight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sight {
    /// Feet of a level.
    pub feet_a_level: u16,
    /// Squares that a unit sees for each level it stands on.
    pub squares_a_level: u8,
    /// Height of woods, in feet.
    pub woods: u16,
    /// Height of a town.
    pub town: u16,
    /// Height of corn.
    pub cornfield: u16,
    /// Height of a unit, and of its eyes.
    pub unit: u16,
    /// Visibility by game-turn, in per cent.
    pub visibility: Vec<u8>,
}

/// [GT 4.0] Command control: the most squares; `None` traces to nobody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Command {
    /// A unit to its corps leader.
    pub unit_to_corps: u8,
    /// A unit to its division leader.
    pub unit_to_division: BySide<u8>,
    /// A division leader to his corps leader.
    pub division_to_corps: BySide<Option<u8>>,
    /// Artillery to its corps leader.
    pub artillery_to_corps: BySide<Option<u8>>,
}

/// [GT 3.2] Who must activate divisions, and how many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Activation {
    /// Whose divisions.
    pub side: Side,
    /// The base number.
    pub base: u8,
    /// The random part: 0 to one less than this.
    pub random: u16,
    /// Points of score for one more.
    pub score_a_division: i32,
    /// Turns for one more.
    pub turns_a_division: u8,
}

impl Activation {
    /// [GT 3.2?] Takes what option D-99 says in place of its own.
    pub fn slow_down(&mut self, slow: &SlowActivation) {
        self.random = slow.random;
        self.score_a_division = slow.score_a_division;
        self.turns_a_division = slow.turns_a_division;
    }
}

/// [GT 3.2?] Option D-99: what grows more slowly than the table of activation says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SlowActivation {
    /// The random part: 0 to one less than this.
    pub random: u16,
    /// Points of score for one more.
    pub score_a_division: i32,
    /// Turns for one more.
    pub turns_a_division: u8,
}

/// [GT-QS 2.0] The timetable of the basic game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Timetable {
    /// [GT-QS 2.0?] Chance on the turn before the scheduled one, and on that turn (D-15).
    pub chances: [u8; 2],
    /// The formations, in order.
    pub formations: Vec<Formation>,
}

/// A formation of the timetable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Formation {
    /// Its name.
    pub name: String,
    /// The corps that waits.
    pub corps: Option<String>,
    /// The division that waits.
    pub division: Option<String>,
    /// The game-turn on which it is to be released.
    pub turn: u8,
}

/// [GT 6.0?] A group that comes by chance (D-22).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// Its id.
    pub group: String,
    /// Chances on all of its turns but the last.
    pub chances: Vec<u8>,
    /// The square that keeps it off while an enemy stands there.
    pub blocked_by: Option<Cell>,
}

/// [GT 2.1] Difficulty by level, 1 to 5.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difficulty {
    /// Casualties inflicted by the Union, in per cent.
    pub union: [u16; 5],
    /// Casualties inflicted by the Confederates.
    pub confederate: [u16; 5],
    /// Activations more or less.
    pub activation: [i8; 5],
}

/// [GT 10.1] Points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score {
    /// For an infantryman.
    pub infantryman: u32,
    /// For a cavalryman.
    pub cavalryman: u32,
    /// For a gun.
    pub gun: u32,
    /// For the leader of a brigade.
    pub brigade_leader: u32,
    /// For the leader of a division.
    pub division_leader: u32,
    /// For the leader of a corps of each side.
    pub corps_leader: BySide<u32>,
}

/// A level of victory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// The least score; `None`: all that is left.
    pub from: Option<i32>,
    /// Who wins; `None`: a draw.
    pub winner: Option<Side>,
    /// How clearly.
    pub level: String,
}

/// [GT 10.2] A side wins at least so much, unless an army has lost so many men.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeastCasualties {
    /// Whose casualties.
    pub of: Side,
    /// How many men.
    pub men: u32,
    /// Who wins otherwise.
    pub winner: Side,
    /// At least so clearly.
    pub level: String,
}

/// Everything in `rules.toml`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tables {
    /// [GT 8.5?] The squares to which units retreat (D-63).
    pub rear: BySide<Cell>,
    /// Operation costs.
    pub costs: Costs,
    /// Operation points.
    pub points: Points,
    /// Weapons.
    pub weapons: Weapons,
    /// Melee results.
    pub melee: Melee,
    /// Modifiers.
    pub modifiers: Modifiers,
    /// Fatigue.
    pub fatigue: Fatigue,
    /// Morale.
    pub morale: Morale,
    /// [GT 8.2?] Points that take a gun (D-55).
    pub points_per_gun: u16,
    /// [GT 7.12?] Chance, of 10000, that a leader is lost with all the men of his unit (D-66).
    pub leader_risk: u32,
    /// Ammunition.
    pub ammunition: Ammunition,
    /// Line of sight.
    pub sight: Sight,
    /// Command control.
    pub command: Command,
    /// Activation.
    pub activation: Activation,
    /// [GT 3.2?] Option D-99: slower activation.
    pub slow_activation: Option<SlowActivation>,
    /// The timetable.
    pub timetable: Timetable,
    /// [GT 3.2?] Option D-17: cavalry of a side may not move before a turn.
    pub late_cavalry: Option<(Side, u8)>,
    /// [GT 1.3] The most fords that chance adds.
    pub most_fords: u8,
    /// Groups that come by chance.
    pub arrivals: Vec<Arrival>,
    /// Difficulty.
    pub difficulty: Difficulty,
    /// Points of victory.
    pub score: Score,
    /// Levels of victory, the best for the Union first.
    pub levels: Vec<Level>,
    /// The condition on casualties.
    pub least_casualties: Option<LeastCasualties>,
}
