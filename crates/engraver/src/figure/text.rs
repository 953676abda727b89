//! The form of a file of figures, as it is written.

use std::collections::BTreeMap;

use atlas::battle::Arm;
use serde::Deserialize;

use super::Meaning;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    /// The folder of `battles/` whose counters and grounds these are.
    pub(super) battle: String,
    pub(super) figures: Vec<Text>,
    /// Ground seen from the side.
    #[serde(default)]
    pub(super) profiles: Vec<ProfileText>,
}

/// Lines of sight over ground that is seen from the side, one below the other.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ProfileText {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) feet: Feet,
    pub(super) lines: Vec<LineText>,
}

/// How high things are, in feet.
#[derive(Deserialize, Clone, Copy, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Feet {
    /// From a level to the next.
    pub(super) level: f64,
    pub(super) woods: f64,
    pub(super) town: f64,
    pub(super) corn: f64,
    /// A unit, and its eyes.
    pub(super) unit: f64,
}

/// A line of sight from the first of its squares to the last.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LineText {
    /// The levels of the squares, with what stands on each after a blank: `3`, `1 woods`, `1 unit`.
    pub(super) squares: Vec<String>,
    /// Who looks, and at whom.
    pub(super) ends: [String; 2],
    pub(super) r#as: Meaning,
}

/// A figure as it is written. Cells are written by their numbers with spaces between them, sides as `1010|1011`.
/// On squares water fills cells: `stream` is its course, `bridge` and `ford` are squares of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Text {
    pub(super) name: String,
    pub(super) title: String,
    /// The first and the last cell of the window: `0909-1312`.
    pub(super) cells: String,
    /// Whether the ground is that of the battle's map; otherwise it is clear.
    #[serde(default)]
    pub(super) map: bool,
    /// Whether the names of the map are left out.
    #[serde(default)]
    pub(super) nameless: bool,
    /// Whether the numbers of the cells are left out.
    #[serde(default)]
    pub(super) numberless: bool,
    #[serde(default = "whole")]
    pub(super) scale: f64,
    #[serde(default)]
    pub(super) woods: String,
    #[serde(default)]
    pub(super) road_in_woods: String,
    #[serde(default)]
    pub(super) town: String,
    #[serde(default)]
    pub(super) sunken_road: String,
    #[serde(default)]
    pub(super) elevated: String,
    /// Corn (squares).
    #[serde(default)]
    pub(super) corn: String,
    /// The squares of each level above the first, by its number (squares).
    #[serde(default)]
    pub(super) levels: BTreeMap<String, String>,
    /// Each from cell to cell.
    #[serde(default)]
    pub(super) roads: Vec<String>,
    #[serde(default)]
    pub(super) creek: String,
    #[serde(default)]
    pub(super) stream: String,
    #[serde(default)]
    pub(super) bridge: String,
    #[serde(default)]
    pub(super) ford: String,
    /// Units of the battle's first scenario where they begin, by id; one that ends in a star stands for many.
    #[serde(default)]
    pub(super) deployed: Vec<String>,
    #[serde(default)]
    pub(super) units: Vec<Piece>,
    #[serde(default)]
    pub(super) shades: Vec<ShadeText>,
    #[serde(default)]
    pub(super) arrows: Vec<ArrowText>,
    #[serde(default)]
    pub(super) sights: Vec<SightText>,
    #[serde(default)]
    pub(super) arcs: Vec<ArcText>,
    #[serde(default)]
    pub(super) rings: Vec<RingText>,
    #[serde(default)]
    pub(super) words: Vec<WordsText>,
}

/// A unit: one of the battle, by its id, or one of nobody's with name, side, arm and strength.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Piece {
    pub(super) at: String,
    pub(super) id: Option<String>,
    pub(super) name: Option<String>,
    pub(super) side: Option<String>,
    pub(super) strength: Option<u16>,
    #[serde(default = "infantry")]
    pub(super) arm: String,
    pub(super) guns: Option<String>,
    #[serde(default)]
    pub(super) reduced: bool,
    /// Where it faces, 1 (north) to 8.
    pub(super) facing: Option<u8>,
    pub(super) mode: Option<String>,
    /// What is the matter with it: `routed`, `disrupted`, `out of command`.
    #[serde(default)]
    pub(super) states: Vec<String>,
    /// Stars of the leader with it.
    pub(super) stars: Option<u8>,
    /// The level of its works, 1 to 5.
    pub(super) works: Option<u8>,
    /// Whether it is there and not seen.
    #[serde(default)]
    pub(super) unseen: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ShadeText {
    pub(super) cells: String,
    pub(super) r#as: Meaning,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ArrowText {
    pub(super) way: String,
    pub(super) r#as: Meaning,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SightText {
    pub(super) from: String,
    pub(super) to: String,
    pub(super) r#as: Meaning,
}

/// What a unit in a square has before it: ninety degrees, so many squares deep.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ArcText {
    pub(super) at: String,
    pub(super) facing: u8,
    pub(super) reach: usize,
    pub(super) r#as: Meaning,
}

/// All squares within a distance.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RingText {
    pub(super) at: String,
    pub(super) reach: usize,
    pub(super) r#as: Meaning,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WordsText {
    pub(super) at: String,
    pub(super) text: String,
    #[serde(default)]
    pub(super) dx: f64,
    #[serde(default)]
    pub(super) dy: f64,
    #[serde(default = "whole")]
    pub(super) size: f64,
    #[serde(default = "plain")]
    pub(super) r#as: Meaning,
}

fn whole() -> f64 {
    1.0
}

fn infantry() -> String {
    Arm::Infantry.word().to_owned()
}

fn plain() -> Meaning {
    Meaning::Plain
}
