//! The parts of the model that lie on cells and hexsides.

use field::Cell;

use crate::Side;

/// Which family of rules a map is drawn for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum System {
    /// Blue & Gray: 400 m hexes, water on hexsides and in river hexes.
    BlueGray,
    /// The brigade game: about 220 m hexes, elevated hexes, streams.
    Brigade,
    /// The grand-tactical game: 200-yard squares with four levels.
    GrandTactical,
    /// The system of the tests: bare squares.
    #[cfg(feature = "toy")]
    Toy,
}

impl System {
    /// All of them.
    pub const ALL: &'static [System] = &[
        System::BlueGray,
        System::Brigade,
        System::GrandTactical,
        #[cfg(feature = "toy")]
        System::Toy,
    ];

    /// As it is written in files.
    pub const fn word(self) -> &'static str {
        match self {
            System::BlueGray => "blue-gray",
            System::Brigade => "brigade",
            System::GrandTactical => "grand-tactical",
            #[cfg(feature = "toy")]
            System::Toy => "toy",
        }
    }

    /// What players call it.
    pub const fn title(self) -> &'static str {
        match self {
            System::BlueGray => "Blue & Gray",
            System::Brigade => "Brigade",
            System::GrandTactical => "Grand-tactical",
            #[cfg(feature = "toy")]
            System::Toy => "Toy",
        }
    }

    /// What grows or stands on cells of this system's maps.
    pub const fn terrains(self) -> &'static [Terrain] {
        use Terrain::*;
        match self {
            System::BlueGray => &[Clear, Forest, Rough, ForestRough, Town, River],
            System::Brigade => &[Clear, Woods, RoadInWoods, Town, SunkenRoad, River],
            System::GrandTactical => &[Clear, Woods, Town, Cornfield, Stream, River, Bridge, Ford],
            #[cfg(feature = "toy")]
            System::Toy => &[Clear, Town],
        }
    }
}

/// What a cell is made of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Terrain {
    /// Open ground.
    Clear,
    /// Forest (Blue & Gray).
    Forest,
    /// Rough ground (Blue & Gray).
    Rough,
    /// Forest on rough ground (Blue & Gray).
    ForestRough,
    /// Houses.
    Town,
    /// A river that fills the cell.
    River,
    /// Woods (brigade, grand-tactical).
    Woods,
    /// Woods with a road through them (brigade).
    RoadInWoods,
    /// A lane worn deep (brigade).
    SunkenRoad,
    /// Standing corn (grand-tactical).
    Cornfield,
    /// A creek that fills the cell (grand-tactical).
    Stream,
    /// A bridge over the creek (grand-tactical).
    Bridge,
    /// A ford through the creek (grand-tactical).
    Ford,
}

impl Terrain {
    /// Every terrain of every system.
    pub const ALL: [Terrain; 13] = [
        Terrain::Clear,
        Terrain::Forest,
        Terrain::Rough,
        Terrain::ForestRough,
        Terrain::Town,
        Terrain::River,
        Terrain::Woods,
        Terrain::RoadInWoods,
        Terrain::SunkenRoad,
        Terrain::Cornfield,
        Terrain::Stream,
        Terrain::Bridge,
        Terrain::Ford,
    ];

    /// As it is written in files.
    pub const fn word(self) -> &'static str {
        match self {
            Terrain::Clear => "clear",
            Terrain::Forest => "forest",
            Terrain::Rough => "rough",
            Terrain::ForestRough => "forest-rough",
            Terrain::Town => "town",
            Terrain::River => "river",
            Terrain::Woods => "woods",
            Terrain::RoadInWoods => "road-in-woods",
            Terrain::SunkenRoad => "sunken-road",
            Terrain::Cornfield => "cornfield",
            Terrain::Stream => "stream",
            Terrain::Bridge => "bridge",
            Terrain::Ford => "ford",
        }
    }

    /// Whether water fills the cell, bridged or forded or neither.
    pub const fn is_watercourse(self) -> bool {
        matches!(self, Terrain::River | Terrain::Stream | Terrain::Bridge | Terrain::Ford)
    }

    /// Whether water fills the cell and there is no way through.
    pub const fn is_open_water(self) -> bool {
        matches!(self, Terrain::River | Terrain::Stream)
    }
}

/// What one cell is like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ground {
    /// What it is made of.
    pub terrain: Terrain,
    /// A road runs through it (brigade, grand-tactical).
    pub road: bool,
    /// It stands above its surroundings (brigade).
    pub elevated: bool,
    /// Its level, 1 to 4 (grand-tactical; 1 elsewhere).
    pub elevation: u8,
    /// The bank cells that a bridge or ford square joins, west then east (grand-tactical).
    pub ends: Option<[Cell; 2]>,
    /// What the place is called.
    pub name: Option<String>,
    /// Drawn, never entered: off the map for every purpose of play.
    pub scenery: bool,
}

/// What lies on a hexside.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hexside {
    /// The creek that runs along it.
    pub creek: Option<String>,
    /// The smaller stream that runs along it (brigade).
    pub stream: Option<String>,
    /// The creek is a canal.
    pub canal: bool,
    /// The creek is the town ditch of Fredericksburg.
    pub ditch: bool,
    /// The bridge across the creek.
    pub bridge: Option<String>,
    /// The ford through the creek.
    pub ford: Option<String>,
    /// A bridge that stood here and was burned: scenery.
    pub burned_bridge: Option<String>,
    /// Earthworks along it.
    pub redoubt: Option<Redoubt>,
    /// A published clarification that concerns it.
    pub clarification: Option<String>,
}

/// Earthworks along a hexside: they help the cell behind them against the cell in front.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Redoubt {
    /// The cell behind the works.
    pub defender: Cell,
    /// The cell the works look at.
    pub enemy: Cell,
    /// What the works are called.
    pub work: String,
    /// Who dug them.
    pub built_by: Side,
}
