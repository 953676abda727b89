//! What the program says when it is started without a command.

use std::io::{Write, stdout};

use crate::battles;
use crate::library::Library;
use crate::trouble::Trouble;

/// Lists the battles and says how to see their maps.
pub fn welcome(library: &Library) -> Result<(), Trouble> {
    battles::list(library)?;
    let mut out = stdout().lock();
    writeln!(out)?;
    writeln!(out, "What you can do with them:")?;
    writeln!(
        out,
        "  longroll battles show ID                    the facts, options, scenarios and sources"
    )?;
    writeln!(
        out,
        "  longroll map render ID --units --out M.png  the map with the armies on it (.svg or .png)"
    )?;
    writeln!(
        out,
        "  longroll map check FILE                     everything that is wrong with a map of yours"
    )?;
    writeln!(
        out,
        "  longroll play ID                            a game of two at this terminal (Blue & Gray)"
    )?;
    writeln!(
        out,
        "  longroll position new ID                    a game as JSON, for puzzles and other programs"
    )?;
    writeln!(out, "  longroll help                               everything else")?;
    writeln!(out)?;
    writeln!(out, "From a checkout, `cargo run --release --` stands for `longroll`.")?;
    Ok(())
}
