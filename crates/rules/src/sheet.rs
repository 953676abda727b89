//! A sheet of hexes in characters, for terminals.

use std::fmt::Write;

use field::{Cell, Grid};

/// Draws a sheet. A hex is five characters wide and two lines high; even columns stand half a hex lower.
pub(crate) fn draw(out: &mut String, grid: &Grid, hex: impl Fn(Cell) -> String) {
    let tallest = grid.rows(0).max(grid.rows(1));
    let mut head = String::from("    ");
    for column in 0..grid.columns() {
        let _ = write!(head, "{:02}   ", column + 1);
    }
    let _ = writeln!(out, "{}", head.trim_end());
    for half in 0..2 * tallest + 1 {
        let row = half / 2;
        let mut line = if half % 2 == 0 && row < tallest {
            format!("{:02}  ", row + 1)
        } else {
            "    ".into()
        };
        for column in 0..grid.columns() {
            // Printed odd columns stand on the even half-lines, even columns on the odd ones.
            let here = half % 2 == column % 2;
            let at = if column % 2 == 0 { half / 2 } else { (half.max(1) - 1) / 2 };
            if here && at < grid.rows(column) {
                let _ = write!(line, "{:<5}", hex(Cell::at(column, at)));
            } else {
                line.push_str("     ");
            }
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
}
