//! `longroll map`: check, export and draw.

use std::io::{Write, stdout};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Instant;

use atlas::battle::{Battle, Scenario};
use atlas::map::Map;
use clap::{Args, Subcommand, ValueEnum};
use engraver::{Options, Theme, battle_svg, map_svg, png};
use rules::game::CannotPlay;
use rules::printed::contradictions;

use crate::library::{Entry, Library, read_bounded};
use crate::trouble::Trouble;

/// What can be done with maps.
#[derive(Subcommand)]
pub enum Command {
    /// Say everything that is wrong with a map, and what is odd about it; of a battle, also what its sheet prints otherwise than
    /// its rules count.
    Check {
        /// A `map.json` file, a folder of a battle, or the id of a battle.
        what: String,
    },
    /// Write a battle's map as JSON.
    Export {
        /// The battle by its id: `longroll battles` lists them.
        id: String,
        /// Where to; standard output without it.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Draw a map as SVG or PNG.
    Render(Render),
    /// Draw every map in every theme, with and without units.
    Gallery {
        /// The folder to draw into.
        folder: PathBuf,
    },
}

/// How a map is drawn.
#[derive(Args)]
pub struct Render {
    /// The battle by its id, or a `map.json` file.
    what: String,
    /// The file to write: its ending, .svg or .png, says how.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Put the armies on the map as they begin.
    #[arg(long)]
    units: bool,
    /// Whose title and armies; without it those of the battle's first scenario.
    #[arg(long, value_name = "SCENARIO")]
    scenario: Option<String>,
    /// Size of a PNG: 1 is 60 pixels from side to side of a cell.
    #[arg(long, value_name = "N", default_value_t = 1.0)]
    #[arg(value_parser = zoom, allow_negative_numbers = true)]
    zoom: f32,
    /// Colours.
    #[arg(long, value_enum, default_value_t = ThemeName::Light)]
    theme: ThemeName,
}

/// Zooms that give a picture one can look at; how many pixels it may have is bounded besides.
const ZOOMS: RangeInclusive<f32> = 0.05..=50.0;

fn zoom(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number| ZOOMS.contains(number));
    number.ok_or_else(|| format!("expected a number, {} to {}", ZOOMS.start(), ZOOMS.end()))
}

/// The themes as words on the command line.
#[derive(Clone, Copy, ValueEnum)]
enum ThemeName {
    /// Warm paper.
    Light,
    /// A night table.
    Dark,
    /// White paper, little ink.
    Print,
}

impl From<ThemeName> for Theme {
    fn from(name: ThemeName) -> Theme {
        match name {
            ThemeName::Light => Theme::Light,
            ThemeName::Dark => Theme::Dark,
            ThemeName::Print => Theme::Print,
        }
    }
}

impl Command {
    /// Does it.
    pub fn run(&self, library: &Library) -> Result<(), Trouble> {
        match self {
            Command::Check { what } => check(library, what),
            Command::Export { id, out } => export(library, id, out.as_deref()),
            Command::Render(render) => render.run(library),
            Command::Gallery { folder } => gallery(library, folder),
        }
    }
}

/// The map of a file, a battle's folder, or a battle.
fn open(library: &Library, what: &str) -> Result<Map, Trouble> {
    if !is_a_file(library, what) {
        return Ok(library.load(what)?.map);
    }
    let path = Path::new(what);
    let file = if path.is_dir() { path.join("map.json") } else { path.to_owned() };
    let bytes = read_bounded(&file)?;
    let name = file.display().to_string();
    Map::from_bytes(&bytes).map_err(|faults| Trouble::Faults { what: name, faults })
}

/// Whether a file or folder is meant, be it there or not, rather than a battle.
fn is_a_file(library: &Library, what: &str) -> bool {
    let known = library.entries().iter().any(|entry| entry.id == what);
    let named_so = what.ends_with(".json") || what.starts_with(['.', '/']);
    Path::new(what).exists() || (named_so && !known)
}

/// The battle of a folder or an id, with its rules and set-ups; none of a map that stands alone.
fn open_battle(library: &Library, what: &str) -> Result<Option<Battle>, Trouble> {
    if !is_a_file(library, what) {
        return library.load(what).map(Some);
    }
    let folder = Path::new(what);
    if !folder.join("battle.toml").is_file() {
        return Ok(None);
    }
    // A folder that is named so may stand anywhere: its map says what it is called.
    let id = open(library, what)?.id;
    Entry::in_folder(&id, folder).load().map(Some)
}

fn check(library: &Library, what: &str) -> Result<(), Trouble> {
    let battle = open_battle(library, what)?;
    let map = match &battle {
        Some(battle) => battle.map.clone(),
        None => open(library, what)?,
    };
    let mut out = stdout().lock();
    let remarks = map.remarks();
    for remark in &remarks {
        writeln!(out, "{what}: remark: {remark}")?;
    }
    if let Some(battle) = &battle {
        hold_against_rules(battle, what)?;
    }
    let (cells, count) = (map.grid.len(), remarks.len());
    let noun = if count == 1 { "remark" } else { "remarks" };
    writeln!(out, "{what}: {cells} cells, no faults, {count} {noun}")?;
    Ok(())
}

/// What the sheet prints is what the rules count and the set-ups bring.
fn hold_against_rules(battle: &Battle, what: &str) -> Result<(), Trouble> {
    let found = match contradictions(battle) {
        Ok(report) => report.into_faults(),
        Err(CannotPlay::Faults(faults)) => Some(faults),
        Err(CannotPlay::NoEngine(_)) => None,
        Err(other) => return Err(Trouble::Request(format!("{what}: {other}"))),
    };
    found.map_or(Ok(()), |faults| Err(Trouble::Faults { what: what.to_owned(), faults }))
}

fn export(library: &Library, id: &str, out: Option<&Path>) -> Result<(), Trouble> {
    let text = library.load(id)?.map.to_json();
    match out {
        Some(path) => write_file(path, text.as_bytes()),
        None => Ok(stdout().lock().write_all(text.as_bytes())?),
    }
}

impl Render {
    fn run(&self, library: &Library) -> Result<(), Trouble> {
        let kind = Kind::of(&self.out)?;
        let cells = kind == Kind::Svg;
        let options = Options { theme: self.theme.into(), cells, ..Options::default() };
        let begun = Instant::now();
        let svg = if self.units || self.scenario.is_some() {
            let battle = self.battle(library)?;
            let scenario = scenario(&battle, self.scenario.as_deref())?;
            let options = titled(&battle, scenario, &options);
            match self.units {
                true => battle_svg(&battle.map, scenario, &options),
                false => map_svg(&battle.map, &options),
            }
        } else {
            map_svg(&open(library, &self.what)?, &options)
        };
        let bytes = kind.bytes(svg, self.zoom)?;
        write_file(&self.out, &bytes)?;
        let (size, seconds) = (bytes.len() / 1024, begun.elapsed().as_secs_f32());
        writeln!(stdout(), "{}: {size} KiB in {seconds:.2} s", self.out.display())?;
        Ok(())
    }

    fn battle(&self, library: &Library) -> Result<Battle, Trouble> {
        if is_a_file(library, &self.what) {
            return Err(Trouble::Request(format!(
                "{}: a map has no armies; expected the id of a battle with --units or --scenario",
                self.what
            )));
        }
        library.load(&self.what)
    }
}

/// Options for a scenario's sheet: one that is not the battle's first has its own title.
fn titled(battle: &Battle, scenario: &Scenario, options: &Options) -> Options {
    let first = battle.scenarios.first().is_some_and(|first| first.id == scenario.id);
    let subtitle = (!first).then(|| scenario.title.clone());
    Options { subtitle, ..options.clone() }
}

fn scenario<'b>(battle: &'b Battle, id: Option<&str>) -> Result<&'b Scenario, Trouble> {
    battle.scenario(id).ok_or_else(|| {
        let known: Vec<&str> = battle.scenarios.iter().map(|one| one.id.as_str()).collect();
        let wanted = id.unwrap_or_default();
        Trouble::Request(format!(
            "{} has no scenario `{wanted}`; there are: {}",
            battle.id,
            known.join(", ")
        ))
    })
}

/// How much smaller than the drawing's own units a PNG is at a zoom of 1.
const PNG_SCALE: f32 = 0.6;

/// What kind of picture a file holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Svg,
    Png,
}

impl Kind {
    fn of(path: &Path) -> Result<Kind, Trouble> {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("svg") => Ok(Kind::Svg),
            Some("png") => Ok(Kind::Png),
            _ => Err(Trouble::Request(format!(
                "{}: expected a file that ends in .svg or .png",
                path.display()
            ))),
        }
    }

    fn bytes(self, svg: String, zoom: f32) -> Result<Vec<u8>, Trouble> {
        match self {
            Kind::Svg => Ok(svg.into_bytes()),
            Kind::Png => png::render(&svg, zoom * PNG_SCALE)
                .map_err(|error| Trouble::Request(error.to_string())),
        }
    }
}

/// Every built-in map in every theme, plain and with the armies of each scenario.
fn gallery(library: &Library, folder: &Path) -> Result<(), Trouble> {
    std::fs::create_dir_all(folder).map_err(|error| Trouble::file(folder, error))?;
    for entry in library.entries() {
        let battle = entry.load()?;
        for theme in Theme::ALL {
            let options = Options { theme, ..Options::default() };
            let name = battle.id.replace('/', "-");
            let plain = map_svg(&battle.map, &options);
            draw(folder, &format!("{name}-{}", theme.word()), plain)?;
            for scenario in &battle.scenarios {
                let options = titled(&battle, scenario, &options);
                let svg = battle_svg(&battle.map, scenario, &options);
                draw(folder, &format!("{name}-{}-{}", scenario.id, theme.word()), svg)?;
            }
        }
    }
    Ok(())
}

fn draw(folder: &Path, name: &str, svg: String) -> Result<(), Trouble> {
    write_file(&folder.join(format!("{name}.svg")), svg.as_bytes())?;
    let file = folder.join(format!("{name}.png"));
    write_file(&file, &Kind::Png.bytes(svg, 1.0)?)?;
    Ok(writeln!(stdout(), "{}", file.display())?)
}

fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Trouble> {
    std::fs::write(path, bytes).map_err(|error| Trouble::file(path, error))
}
