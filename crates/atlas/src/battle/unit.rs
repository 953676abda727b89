//! A unit: what is printed on its counter, and where it begins.

use field::Cell;

use crate::Side;

/// A unit as printed on its counter, and where it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Designation, unique in its scenario.
    pub id: String,
    /// What the counter says, if not the designation.
    pub short: Option<String>,
    /// Commander or full name, if neither of those.
    pub name: Option<String>,
    /// Whose.
    pub side: Side,
    /// What it fights with.
    pub arm: Arm,
    /// How big it is.
    pub size: Size,
    /// Printed strength; men, or guns of artillery, in the grand-tactical game.
    pub strength: u16,
    /// Strength of the reverse side (brigade).
    pub reduced: Option<u16>,
    /// Movement points printed on its counter, if not those of its scenario.
    pub movement: Option<u8>,
    /// Corps, where the files name it.
    pub corps: Option<String>,
    /// Division, where the files name it.
    pub division: Option<String>,
    /// Brigade, where a unit is only part of one (grand-tactical).
    pub brigade: Option<String>,
    /// Where it begins.
    pub start: Start,
    /// Where the facts come from.
    pub provenance: String,
    /// What else there is to say about them.
    pub note: Option<String>,
    /// Facts that only one system reads.
    pub special: Special,
}

impl Unit {
    /// What it is called in a sentence: by its chief and designation, or by the one name it has. `Phelps (1/1/I)`,
    /// `Hood`, `Rifled artillery B`.
    pub fn called(&self) -> String {
        let (id, name) = (self.id.as_str(), self.name.as_deref().unwrap_or_default());
        let chief = name.split([',', '(', '[']).next().unwrap_or_default().trim();
        if id.starts_with(chief) {
            return id.to_owned();
        }
        let ends_so = chief.strip_suffix(id).is_some_and(|before| before.ends_with(' '));
        if ends_so { chief.to_owned() } else { format!("{chief} ({id})") }
    }
}

/// Where a unit begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// On the map.
    At(Cell),
    /// Later, with a [`Group`](super::Group) of its scenario.
    Arrives {
        /// The name of the group.
        group: String,
    },
}

/// What a unit fights with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Arm {
    /// Foot.
    Infantry,
    /// Horse.
    Cavalry,
    /// Guns.
    Artillery,
}

impl Arm {
    /// All of them.
    pub const ALL: [Arm; 3] = [Arm::Infantry, Arm::Cavalry, Arm::Artillery];

    /// As it is written in files.
    pub const fn word(self) -> &'static str {
        match self {
            Arm::Infantry => "infantry",
            Arm::Cavalry => "cavalry",
            Arm::Artillery => "artillery",
        }
    }
}

/// How big a unit is, for the marks on its counter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Size {
    /// A battery: I.
    Battery,
    /// A battalion of guns: II.
    Battalion,
    /// A regiment: III.
    Regiment,
    /// A group of batteries: III.
    Group,
    /// Half a brigade (grand-tactical): II.
    HalfBrigade,
    /// A brigade: X.
    Brigade,
    /// A division: XX.
    Division,
    /// A corps: XXX.
    Corps,
}

impl Size {
    /// All of them, the smallest first.
    pub const ALL: [Size; 8] = [
        Size::Battery,
        Size::Battalion,
        Size::Regiment,
        Size::Group,
        Size::HalfBrigade,
        Size::Brigade,
        Size::Division,
        Size::Corps,
    ];

    /// As it is written in files.
    pub const fn word(self) -> &'static str {
        match self {
            Size::Battery => "battery",
            Size::Battalion => "battalion",
            Size::Regiment => "regiment",
            Size::Group => "group",
            Size::HalfBrigade => "half-brigade",
            Size::Brigade => "brigade",
            Size::Division => "division",
            Size::Corps => "corps",
        }
    }
}

/// Facts of a unit that only one system reads; in the others they keep their defaults.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Special {
    /// It never moves of its own will (Blue & Gray).
    pub immobile: bool,
    /// Bombardment range, if not the usual one (Blue & Gray).
    pub range: Option<u8>,
    /// Game-turns on which it may not move (Blue & Gray).
    pub may_not_move_on: Vec<u8>,
    /// Kind of guns (brigade: of all artillery, of nothing else).
    pub guns: Option<Guns>,
    /// What its men carry (grand-tactical: of every unit).
    pub weapon: Option<Weapon>,
    /// How good it is, 1 to 100 (grand-tactical: of every unit).
    pub effectiveness: Option<u8>,
    /// Direction it faces, 1 to 8 clockwise from north (grand-tactical: of every unit).
    pub facing: Option<u8>,
    /// Formation (grand-tactical: of every unit).
    pub mode: Option<Mode>,
    /// Guns that ride with the cavalry (grand-tactical).
    pub horse_artillery: bool,
    /// Game-turns on which it has no operation points (grand-tactical).
    pub no_points_on: Vec<u8>,
}

/// Kinds of guns in the brigade game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Guns {
    /// Smoothbores and light rifles.
    Regular,
    /// Parrott rifles.
    Parrott,
    /// Horse artillery.
    Horse,
}

impl Guns {
    /// All of them.
    pub const ALL: [Guns; 3] = [Guns::Regular, Guns::Parrott, Guns::Horse];

    /// As it is written in files.
    pub const fn word(self) -> &'static str {
        match self {
            Guns::Regular => "regular",
            Guns::Parrott => "parrott",
            Guns::Horse => "horse",
        }
    }
}

/// Formations of the grand-tactical game, two for each arm.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mode {
    /// Infantry in line.
    Normal,
    /// Infantry on the march.
    Column,
    /// Cavalry in the saddle.
    Mounted,
    /// Cavalry on foot.
    Dismounted,
    /// Guns ready to move.
    Limbered,
    /// Guns ready to fire.
    Unlimbered,
}

impl Mode {
    /// All of them.
    pub const ALL: [Mode; 6] = [
        Mode::Normal,
        Mode::Column,
        Mode::Mounted,
        Mode::Dismounted,
        Mode::Limbered,
        Mode::Unlimbered,
    ];

    /// As it is written in files.
    pub const fn word(self) -> &'static str {
        match self {
            Mode::Normal => "normal",
            Mode::Column => "column",
            Mode::Mounted => "mounted",
            Mode::Dismounted => "dismounted",
            Mode::Limbered => "limbered",
            Mode::Unlimbered => "unlimbered",
        }
    }

    /// Whose formation it is.
    pub const fn arm(self) -> Arm {
        match self {
            Mode::Normal | Mode::Column => Arm::Infantry,
            Mode::Mounted | Mode::Dismounted => Arm::Cavalry,
            Mode::Limbered | Mode::Unlimbered => Arm::Artillery,
        }
    }
}

/// The rows of the grand-tactical weapon table, by their printed codes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Weapon {
    /// Rifles: RFL.
    Rifle,
    /// Muskets: MSK.
    Musket,
    /// Rifles and muskets: R/M.
    RifleAndMusket,
    /// Rifles and Sharps rifles: R/S.
    RifleAndSharps,
    /// Rifles and shotguns: R/G.
    RifleAndShotgun,
    /// Sharps rifles: SHR.
    Sharps,
    /// Rifles and carbines: R/C.
    RifleAndCarbine,
    /// Carbines: CRB.
    Carbine,
    /// Pistols: PST.
    Pistol,
    /// Shotguns: SHG.
    Shotgun,
    /// Six-pounder smoothbores: SM6.
    SixPounder,
    /// Twelve-pounder Napoleons: N12.
    Napoleon,
    /// Three-inch rifles: RG3.
    ThreeInchRifle,
    /// Twelve-pounder howitzers: H12.
    TwelvePounderHowitzer,
    /// Twenty-four-pounder howitzers: H24.
    TwentyFourPounderHowitzer,
    /// Ten-pounder Parrotts: P10.
    TenPounderParrott,
    /// Twenty-pounder Parrotts: P20.
    TwentyPounderParrott,
}

impl Weapon {
    /// All of them, small arms first.
    pub const ALL: [Weapon; 17] = [
        Weapon::Rifle,
        Weapon::Musket,
        Weapon::RifleAndMusket,
        Weapon::RifleAndSharps,
        Weapon::RifleAndShotgun,
        Weapon::Sharps,
        Weapon::RifleAndCarbine,
        Weapon::Carbine,
        Weapon::Pistol,
        Weapon::Shotgun,
        Weapon::SixPounder,
        Weapon::Napoleon,
        Weapon::ThreeInchRifle,
        Weapon::TwelvePounderHowitzer,
        Weapon::TwentyFourPounderHowitzer,
        Weapon::TenPounderParrott,
        Weapon::TwentyPounderParrott,
    ];

    /// As it is printed and written in files.
    pub const fn word(self) -> &'static str {
        match self {
            Weapon::Rifle => "RFL",
            Weapon::Musket => "MSK",
            Weapon::RifleAndMusket => "R/M",
            Weapon::RifleAndSharps => "R/S",
            Weapon::RifleAndShotgun => "R/G",
            Weapon::Sharps => "SHR",
            Weapon::RifleAndCarbine => "R/C",
            Weapon::Carbine => "CRB",
            Weapon::Pistol => "PST",
            Weapon::Shotgun => "SHG",
            Weapon::SixPounder => "SM6",
            Weapon::Napoleon => "N12",
            Weapon::ThreeInchRifle => "RG3",
            Weapon::TwelvePounderHowitzer => "H12",
            Weapon::TwentyFourPounderHowitzer => "H24",
            Weapon::TenPounderParrott => "P10",
            Weapon::TwentyPounderParrott => "P20",
        }
    }

    /// Whether artillery fires it.
    pub const fn is_gun(self) -> bool {
        matches!(
            self,
            Weapon::SixPounder
                | Weapon::Napoleon
                | Weapon::ThreeInchRifle
                | Weapon::TwelvePounderHowitzer
                | Weapon::TwentyFourPounderHowitzer
                | Weapon::TenPounderParrott
                | Weapon::TwentyPounderParrott
        )
    }
}

#[cfg(test)]
mod tests {
    fn called(battle: &str, id: &str) -> String {
        let files = crate::builtin::battle(battle).expect("a battle");
        files.scenario(None).and_then(|scenario| scenario.unit(id)).expect("a unit").called()
    }

    #[test]
    fn units_are_called_by_their_chief_and_designation() {
        assert_eq!(called("blue-gray/antietam", "1/1/I"), "Phelps (1/1/I)");
        assert_eq!(called("blue-gray/antietam", "GB And"), "G. B. Anderson (GB And)");
        assert_eq!(called("blue-gray/antietam", "Wilcox"), "Wilcox");
        assert_eq!(called("blue-gray/antietam", "B"), "Rifled artillery B");
        assert_eq!(called("blue-gray/antietam", "Hood"), "Hood");
    }
}
