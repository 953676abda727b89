//! Prints kits of built-in battles into a folder, to be looked at: `kits FOLDER [BATTLE…]`; without a battle, all of them
//! on both papers.

use std::path::Path;
use std::process::ExitCode;

use engraver::Theme;
use engraver::print::Paper;
use press::{Order, Source, assemble, pdf};

/// The books as they stand in the project.
struct Books;

impl Source for Books {
    fn rulebook(&self, system: &str) -> Option<String> {
        std::fs::read_to_string(rules().join(format!("{system}.md"))).ok()
    }

    fn figure(&self, target: &str) -> Option<(String, (u32, u32))> {
        let (book, picture) = target.strip_prefix("../images/rules/")?.split_once('/')?;
        let file = rules().join(format!("figures/{book}.toml"));
        let figures = engraver::figure::read(&std::fs::read_to_string(file).ok()?).ok()?;
        let name = picture.strip_suffix(".svg")?;
        let figure = figures.iter().find(|figure| figure.name == name)?;
        Some((figure.svg(Theme::Print), figure.size()))
    }
}

fn rules() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules"))
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((folder, wanted)) = arguments.split_first() else {
        eprintln!("expected a folder");
        return ExitCode::from(2);
    };
    let all = atlas::builtin::ids().map(str::to_owned);
    let ids: Vec<String> = if wanted.is_empty() { all.collect() } else { wanted.to_vec() };
    let papers = if wanted.is_empty() { &Paper::ALL[..] } else { &[Paper::A4] };
    for id in ids {
        for &paper in papers {
            if let Err(error) = print(&id, paper, Path::new(folder)) {
                eprintln!("{id}: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

fn print(id: &str, paper: Paper, folder: &Path) -> Result<(), String> {
    let files = atlas::builtin::battle(id).map_err(|faults| faults.to_string())?;
    let order =
        Order { paper, counter: 15.0, theme: Theme::Print, scenario: None, options: Vec::new() };
    let kit = assemble(&files, &order, &Books).map_err(|error| error.to_string())?;
    let bytes = pdf(&kit).map_err(|error| error.to_string())?;
    let file = folder.join(format!("{}-{}.pdf", id.replace('/', "-"), paper.word()));
    std::fs::write(&file, &bytes).map_err(|error| error.to_string())?;
    let pages = kit.document.pages.len();
    println!("{}: {pages} pages, {} KiB", file.display(), bytes.len() / 1024);
    for part in &kit.parts {
        println!("  {:?}: {} from page {}", part.kind, part.pages, part.first + 1);
    }
    Ok(())
}
