//! The section `grid`: the shape of the sheet and how it lies in the real world.

use std::ops::RangeInclusive;

use field::{Grid, MAX_COLUMNS, MAX_ROWS, Shape};

use super::spot::{Fields, Spot};
use crate::map::json::Json;
use crate::map::{Sheet, System};

/// A cell's real size from side to side, in metres, that a map may have.
const CELL_METRES: RangeInclusive<f64> = 10.0..=5000.0;

/// The section as read.
pub(super) struct ReadSheet {
    pub grid: Grid,
    /// Whether the grid has the size the file says; if not it is the largest there can be.
    pub sized: bool,
    pub sheet: Sheet,
}

/// The two kinds of grid.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    HexFlat,
    Square,
}

impl Kind {
    const ALL: [Kind; 2] = [Kind::HexFlat, Kind::Square];

    fn word(self) -> &'static str {
        match self {
            Kind::HexFlat => "hex-flat",
            Kind::Square => "square",
        }
    }

    fn of(system: System) -> Kind {
        match system {
            System::BlueGray | System::Brigade => Kind::HexFlat,
            System::GrandTactical => Kind::Square,
            #[cfg(feature = "toy")]
            System::Toy => Kind::Square,
        }
    }

    /// How its numbering is announced.
    fn numbering(self) -> &'static str {
        match self {
            Kind::HexFlat => "CCRR",
            Kind::Square => "x,y",
        }
    }

    /// The largest grid of its kind, to read on with when the size is unknown.
    fn largest(self) -> Shape {
        match self {
            Kind::HexFlat => {
                Shape::HexFlat { columns: MAX_COLUMNS, rows_odd: MAX_ROWS, rows_even: MAX_ROWS }
            }
            Kind::Square => Shape::Square { columns: MAX_COLUMNS, rows: MAX_ROWS },
        }
    }
}

/// Reads the section; `None` if not even the kind of the cells can be told.
pub(super) fn read(spot: &Spot<'_>, system: Option<System>) -> Option<ReadSheet> {
    let mut fields = spot.fields()?;
    let stated = fields.need("kind").and_then(|spot| {
        let kind = spot.word(&Kind::ALL, Kind::word)?;
        match system {
            Some(system) if kind != Kind::of(system) => {
                let right = Kind::of(system).word();
                spot.expected(format!("{right} on a map of the {} system", system.word()))
            }
            _ => Some(kind),
        }
    });
    let kind = stated.or(system.map(Kind::of))?;
    let shape = read_shape(&mut fields, kind);
    let cell_m = fields.need("cell_m").and_then(|spot| spot.number(CELL_METRES));
    let numbering = fields.need("numbering").and_then(|spot| {
        let text = spot.sentence()?;
        let right = kind.numbering();
        if text.starts_with(right) { Some(text) } else { spot.expected(format!("{right} …")) }
    });
    let up_bearing_deg = fields.need("up_bearing_deg").and_then(|spot| spot.number(0.0..=360.0));
    let georeference = fields.find("georeference").and_then(|spot| match &spot.node.json {
        Json::Object(_) => Some(spot.node.to_value()),
        Json::Null => None,
        _ => spot.expected("an object or null"),
    });
    fields.finish();
    let grid = shape.and_then(|shape| match Grid::new(shape) {
        Ok(grid) => Some(grid),
        Err(error) => {
            spot.fault(error.to_string());
            None
        }
    });
    let sized = grid.is_some() && stated.is_some();
    Some(ReadSheet {
        grid: grid.or_else(|| Grid::new(kind.largest()).ok())?,
        sized,
        sheet: Sheet {
            cell_m: cell_m.unwrap_or_default(),
            up_bearing_deg: up_bearing_deg.unwrap_or_default(),
            numbering: numbering.unwrap_or_default(),
            georeference,
        },
    })
}

/// Reads the numbers of columns and rows.
fn read_shape(fields: &mut Fields<'_>, kind: Kind) -> Option<Shape> {
    let mut number = |key: &'static str, most: usize| {
        let found = fields.need(key)?.whole_number(1..=most as u32)?;
        Some(found as usize)
    };
    let columns = number("columns", MAX_COLUMNS);
    match kind {
        Kind::HexFlat => {
            let rows_odd = number("rows_odd", MAX_ROWS);
            let rows_even = number("rows_even", MAX_ROWS);
            fields.need("even_columns").and_then(|spot| spot.word(&["low"], |word| word));
            let (columns, rows_odd, rows_even) = (columns?, rows_odd?, rows_even?);
            if rows_odd.abs_diff(rows_even) > 1 {
                fields.fault(format!(
                    "{rows_odd} rows in odd and {rows_even} in even columns; \
                     expected numbers that differ by one at most"
                ));
                return None;
            }
            Some(Shape::HexFlat { columns, rows_odd, rows_even })
        }
        Kind::Square => {
            let rows = number("rows", MAX_ROWS);
            Some(Shape::Square { columns: columns?, rows: rows? })
        }
    }
}
