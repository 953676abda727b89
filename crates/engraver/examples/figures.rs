//! Draws the figures of the rulebooks: `cargo xtask figures`, or this example, writes
//! `docs/images/rules/BOOK/*.svg` from `docs/rules/figures/BOOK.toml`. With a folder as its argument it also writes
//! a PNG of each into it, in every theme, to be looked at.

use std::path::{Path, PathBuf};

use engraver::{Theme, figure, png};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let proofs = std::env::args().nth(1).map(PathBuf::from);
    if let Some(proofs) = &proofs {
        std::fs::create_dir_all(proofs)?;
    }
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    for entry in std::fs::read_dir(docs.join("rules/figures"))? {
        let file = entry?.path();
        let book =
            file.file_stem().and_then(|stem| stem.to_str()).ok_or("a file without a name")?;
        let folder = docs.join("images/rules").join(book);
        std::fs::create_dir_all(&folder)?;
        for figure in figure::read(&std::fs::read_to_string(&file)?)? {
            let svg = figure.svg(Theme::Light);
            println!("{book}/{}: {} bytes", figure.name, svg.len());
            std::fs::write(folder.join(format!("{}.svg", figure.name)), &svg)?;
            if let Some(proofs) = &proofs {
                for theme in Theme::ALL {
                    let file = format!("{book}-{}-{}.png", figure.name, theme.word());
                    std::fs::write(proofs.join(file), png::render(&figure.svg(theme), 1.0)?)?;
                }
            }
        }
    }
    Ok(())
}
