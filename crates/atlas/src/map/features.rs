//! The parts of the model that run across the sheet or stand beside it: roads, water, names, goals.

use field::{Cell, Edge};
use serde_json::Value;

use crate::Side;

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

impl RoadClass {
    /// All of them.
    pub const ALL: [RoadClass; 3] = [RoadClass::Pike, RoadClass::Road, RoadClass::Trail];

    /// As it is written in files.
    pub const fn word(self) -> &'static str {
        match self {
            RoadClass::Pike => "pike",
            RoadClass::Road => "road",
            RoadClass::Trail => "trail",
        }
    }
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

impl CrossingKind {
    /// All of them.
    pub const ALL: [CrossingKind; 2] = [CrossingKind::Ferry, CrossingKind::Pontoon];

    /// As it is written in files.
    pub const fn word(self) -> &'static str {
        match self {
            CrossingKind::Ferry => "ferry",
            CrossingKind::Pontoon => "pontoon",
        }
    }
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

impl LabelKind {
    /// All of them.
    pub const ALL: [LabelKind; 6] = [
        LabelKind::Water,
        LabelKind::Place,
        LabelKind::Height,
        LabelKind::Wood,
        LabelKind::Work,
        LabelKind::Road,
    ];

    /// As it is written in files.
    pub const fn word(self) -> &'static str {
        match self {
            LabelKind::Water => "water",
            LabelKind::Place => "place",
            LabelKind::Height => "height",
            LabelKind::Wood => "wood",
            LabelKind::Work => "work",
            LabelKind::Road => "road",
        }
    }
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
#[derive(Clone, PartialEq, Debug, Default)]
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
    /// Further sources: what, and the file's words about it, as they stand there.
    pub further: Vec<(String, Value)>,
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
    /// How the cells are numbered, in the file's words.
    pub numbering: String,
    /// How cells and real places correspond, as it stands in the file; nothing in play reads it.
    pub georeference: Option<Value>,
}
