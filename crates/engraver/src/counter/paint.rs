//! The colours of counters, for three kinds of surroundings, and how well they stand out.

use std::collections::BTreeMap;

use atlas::battle::{Leader, Rank, Scenario, Unit};
use atlas::{BySide, Side};

use crate::palette::Theme;

/// The colours of one side's counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SidePaint {
    /// The face of the counter.
    pub body: &'static str,
    /// Letters and marks on the face.
    pub ink: &'static str,
    /// The cut edge.
    pub edge: &'static str,
}

/// The colours of counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paint {
    /// Each side's own.
    pub sides: BySide<SidePaint>,
    /// The inside of the symbol box and the band of a reduced unit.
    pub paper: &'static str,
    /// Lines and letters on paper and on corps tints.
    pub ink: &'static str,
    /// The sign of a unit that must attack.
    pub alarm: &'static str,
    /// The ring of a selected unit and the arrow of its facing.
    pub accent: &'static str,
    /// How dark the shadow below a counter is, in hundredths.
    pub shadow: u8,
    /// How strong the light on a counter's edge is, in hundredths.
    pub bevel: u8,
}

impl Paint {
    /// The colours of a theme.
    pub const fn of(theme: Theme) -> Paint {
        match theme {
            Theme::Light => LIGHT,
            Theme::Dark => DARK,
            Theme::Print => PRINT,
        }
    }
}

const LIGHT: Paint = Paint {
    sides: BySide {
        union: SidePaint { body: "#234a87", ink: "#ffffff", edge: "#0e1f3d" },
        confederate: SidePaint { body: "#b2ad9a", ink: "#1a150d", edge: "#2f281b" },
    },
    paper: "#f8f3e3",
    ink: "#191510",
    alarm: "#bf1f14",
    accent: "#ffc21a",
    shadow: 34,
    bevel: 38,
};

const DARK: Paint = Paint {
    sides: BySide {
        union: SidePaint { body: "#2a5599", ink: "#ffffff", edge: "#9db7de" },
        confederate: SidePaint { body: "#a29c88", ink: "#14100a", edge: "#ddd0b0" },
    },
    shadow: 60,
    bevel: 20,
    ..LIGHT
};

const PRINT: Paint = Paint {
    sides: BySide {
        union: SidePaint { body: "#cfdcf1", ink: "#0f1e3a", edge: "#0f1e3a" },
        confederate: SidePaint { body: "#e4dfd0", ink: "#1d160d", edge: "#1d160d" },
    },
    paper: "#ffffff",
    accent: "#e0a100",
    shadow: 0,
    bevel: 0,
    ..LIGHT
};

/// Light colours for the strip of a corps; letters on them are in the dark ink.
pub const TINTS: [&str; 12] = [
    "#f3b8ae", "#f6dc6f", "#b9e0a5", "#cfc2f0", "#f7b569", "#a6dbea", "#f4f0dc", "#d9b68c",
    "#f2a9cf", "#ccd765", "#b6c6dc", "#8fd6b8",
];

/// What a scenario's counters take from the whole of it: the tint of each corps, the leader with a
/// unit.
///
/// Each side deals its own tints, in the order of the first unit that names a corps.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Livery {
    tints: BTreeMap<(Side, String), &'static str>,
    leaders: BTreeMap<String, Vec<(Rank, String)>>,
    movement: Option<u8>,
}

impl Livery {
    /// The livery of a scenario.
    pub fn of(scenario: &Scenario) -> Livery {
        let parts = Livery::from_parts(&scenario.units, &scenario.leaders);
        Livery { movement: scenario.movement, ..parts }
    }

    /// The movement points on a unit's counter, where the game prints them.
    pub fn movement(&self, unit: &Unit) -> Option<u8> {
        unit.movement.or(self.movement)
    }

    /// The livery of some units and their leaders.
    pub fn from_parts(units: &[Unit], leaders: &[Leader]) -> Livery {
        let mut livery = Livery::default();
        let mut next: BySide<usize> = BySide::default();
        for unit in units {
            let Some(corps) = &unit.corps else { continue };
            livery.tints.entry((unit.side, corps.clone())).or_insert_with(|| {
                next[unit.side] += 1;
                TINTS[(next[unit.side] - 1) % TINTS.len()]
            });
        }
        for leader in leaders {
            let Some(unit) = &leader.with else { continue };
            let with = livery.leaders.entry(unit.clone()).or_default();
            with.push((leader.rank, leader.name.clone()));
        }
        livery
    }

    /// The tint of a unit's corps, if the data name one.
    pub fn tint(&self, unit: &Unit) -> Option<&'static str> {
        self.tints.get(&(unit.side, unit.corps.clone()?)).copied()
    }

    /// The leaders with a unit.
    pub fn leaders(&self, unit: &Unit) -> &[(Rank, String)] {
        self.leaders.get(&unit.id).map_or(&[], Vec::as_slice)
    }
}

/// The contrast of two `#rrggbb` colours as WCAG counts it, 1 to 21; `None` if one is not such a
/// colour.
pub fn contrast(a: &str, b: &str) -> Option<f64> {
    let (a, b) = (luminance(a)?, luminance(b)?);
    Some((a.max(b) + 0.05) / (a.min(b) + 0.05))
}

fn luminance(colour: &str) -> Option<f64> {
    let digits =
        colour.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
    let channel = |at: usize| -> Option<f64> {
        let value = f64::from(u8::from_str_radix(&digits[at..at + 2], 16).ok()?) / 255.0;
        Some(if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) })
    };
    Some(0.2126 * channel(0)? + 0.7152 * channel(2)? + 0.0722 * channel(4)?)
}
