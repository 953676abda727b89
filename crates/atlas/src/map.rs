//! The model of a map: what `map.json` says, once it has been found free of faults.
//!
//! Everything a player sees on the sheet and everything the rules read of the ground is in here and
//! nowhere else. `docs/maps.md` describes the file.

use std::collections::BTreeMap;

use field::{Cell, Edge, Grid};

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
}

impl System {
    /// As it is written in files.
    pub const fn word(self) -> &'static str {
        match self {
            System::BlueGray => "blue-gray",
            System::Brigade => "brigade",
            System::GrandTactical => "grand-tactical",
        }
    }

    /// What grows or stands on cells of this system's maps.
    pub const fn terrains(self) -> &'static [Terrain] {
        use Terrain::*;
        match self {
            System::BlueGray => &[Clear, Forest, Rough, ForestRough, Town, River],
            System::Brigade => &[Clear, Woods, RoadInWoods, Town, SunkenRoad, River],
            System::GrandTactical => &[Clear, Woods, Town, Cornfield, Stream, River, Bridge, Ford],
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

/// How good a road is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RoadClass {
    /// A turnpike: a road in play, drawn stronger.
    Pike,
    /// A road.
    Road,
    /// A trail.
    Trail,
}

/// One step of a road: two neighbouring cells, the smaller first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoadStep {
    /// One end.
    pub a: Cell,
    /// The other.
    pub b: Cell,
    /// Pike, road or trail.
    pub class: RoadClass,
    /// What the road is called.
    pub name: String,
}

/// Water that fills cells, in order from edge to edge of the sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Watercourse {
    /// What it is called.
    pub name: String,
    /// Whether it is a mere stream (squares), not a river.
    pub stream: bool,
    /// Its cells.
    pub course: Vec<Cell>,
}

/// How a river cell may be passed through.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CrossingKind {
    /// A ferry, or a river ford played as one.
    Ferry,
    /// A pontoon bridge.
    Pontoon,
}

/// A river cell that may be passed through. With one open side it is closed in play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Crossing {
    /// Ferry or pontoon.
    pub kind: CrossingKind,
    /// The bank cells it opens to.
    pub open: Vec<Cell>,
    /// Movement points to enter it.
    pub cost: u8,
    /// What it is called.
    pub name: String,
    /// Where it leads, if off the map.
    pub leads: Option<String>,
}

/// What a label names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LabelKind {
    /// A river, creek or run.
    Water,
    /// A town, farm, bridge, church …
    Place,
    /// A hill or ridge.
    Height,
    /// A wood.
    Wood,
    /// Earthworks or a fort.
    Work,
    /// A road.
    Road,
}

/// A name on the sheet.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// The words.
    pub text: String,
    /// What they name.
    pub kind: LabelKind,
    /// The cell they belong to.
    pub at: Cell,
    /// Degrees counter-clockwise; without it water and road labels follow their line.
    pub angle: Option<f64>,
    /// Size factor, 1 as a rule.
    pub size: f64,
    /// Shift to the right, in cells.
    pub dx: f64,
    /// Shift downward, in cells.
    pub dy: f64,
}

/// A cell that is worth something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objective {
    /// What it is called.
    pub name: String,
    /// Points for it, if it has a number.
    pub points: Option<u32>,
    /// Whom it can serve: a side, or `None` for either.
    pub to: Option<Side>,
    /// The rule in a sentence.
    pub rule: Option<String>,
    /// Cells of one group count together.
    pub group: Option<String>,
}

/// A cell where reinforcements come on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Whose.
    pub side: Side,
    /// The turns, as printed on the sheet ("4", "7, 8, 9", "11+").
    pub turn: String,
    /// Who comes, in words.
    pub who: String,
    /// The group that comes.
    pub group: Option<String>,
    /// The scenario it is meant for, if not all.
    pub scenario: Option<String>,
    /// The rule in a sentence.
    pub rule: Option<String>,
}

/// A cell where units may leave the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exit {
    /// Where it leads.
    pub name: String,
}

/// Where the facts of a map come from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Provenance {
    /// Cells whose number a rulebook states.
    pub stated_cells: Vec<Cell>,
    /// Edges that a rulebook states.
    pub stated_edges: Vec<Edge>,
    /// What "stated" covers here.
    pub stated_note: String,
    /// What surveys and documents give.
    pub documented: String,
    /// What we worked out ourselves.
    pub reconstructed: String,
    /// Further sources, as (what, from where).
    pub further: Vec<(String, String)>,
    /// What was changed against the sources.
    pub changes: Option<String>,
    /// The credit that must go with the map.
    pub attribution: String,
}

/// The sheet as paper: how its cells lie in the real world.
#[derive(Clone, PartialEq, Debug)]
pub struct Sheet {
    /// Real metres from side to side of a cell.
    pub cell_m: f64,
    /// True bearing of the sheet's top edge, degrees.
    pub up_bearing_deg: f64,
}

/// A map free of faults.
#[derive(Clone, Debug)]
pub struct Map {
    /// Short name, as in `blue-gray-antietam`.
    pub id: String,
    /// Title and subtitle with a colon between them.
    pub title: String,
    /// Whose rules it is drawn for.
    pub system: System,
    /// The cells.
    pub grid: Grid,
    /// The sheet as paper.
    pub sheet: Sheet,
    /// What each cell is like; by [`Cell::index`], `None` in slots without a cell.
    pub ground: Vec<Option<Ground>>,
    /// What lies on hexsides; only those with something on them.
    pub hexsides: BTreeMap<Edge, Hexside>,
    /// Steps of roads, in order.
    pub roads: Vec<RoadStep>,
    /// Steps of railroads: scenery.
    pub railroads: Vec<(Cell, Cell)>,
    /// Water that fills cells.
    pub rivers: Vec<Watercourse>,
    /// River cells that may be passed through.
    pub crossings: BTreeMap<Cell, Crossing>,
    /// Names on the sheet.
    pub labels: Vec<Label>,
    /// Cells that are worth something.
    pub objectives: BTreeMap<Cell, Objective>,
    /// Cells where reinforcements come on.
    pub entries: BTreeMap<Cell, Entry>,
    /// Cells where units may leave.
    pub exits: BTreeMap<Cell, Exit>,
    /// Where the facts come from.
    pub provenance: Provenance,
}

impl Map {
    /// What a cell is like.
    ///
    /// # Panics
    /// If the cell is not of this map's grid.
    pub fn ground(&self, cell: Cell) -> &Ground {
        self.ground[cell.index()].as_ref().expect("a cell of this map")
    }

    /// What lies between two neighbouring cells, if anything does.
    pub fn hexside(&self, a: Cell, b: Cell) -> Option<&Hexside> {
        self.hexsides.get(&self.grid.edge(a, b)?)
    }
}
