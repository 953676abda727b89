//! Draws sample counters at several sizes, counter sheets and deployments into a folder: `cargo run
//! -p engraver --example counters -- DIR`.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use atlas::Side;
use atlas::battle::{Arm, Mode, Size};
use engraver::counter::{self, Counter, State, TINTS};
use engraver::{Options, Theme, units};
use field::Direction;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).map_or_else(std::env::temp_dir, PathBuf::from);
    for theme in Theme::ALL {
        let svg = page(theme);
        save(&folder, &format!("counters-{}", theme.word()), &svg, 1.0)?;
    }
    for id in atlas::builtin::ids() {
        let battle = atlas::builtin::battle(id)?;
        let scenario = &battle.scenarios[0];
        let name = id.replace('/', "-");
        save(
            &folder,
            &format!("sheet-{name}"),
            &counter::counter_sheet_svg(scenario, Theme::Light, 60.0),
            1.0,
        )?;
        let options = Options::default();
        let svg = units::deployment_svg(&battle.map, scenario, &options);
        save(&folder, &format!("deployment-{name}"), &svg, 0.6)?;
    }
    Ok(())
}

fn save(
    folder: &Path,
    name: &str,
    svg: &str,
    scale: f32,
) -> Result<(), Box<dyn std::error::Error>> {
    let started = std::time::Instant::now();
    let png = engraver::png::render(svg, scale)?;
    println!("{name}: {} kB of SVG, PNG in {} ms", svg.len() / 1000, started.elapsed().as_millis());
    std::fs::write(folder.join(format!("{name}.svg")), svg)?;
    std::fs::write(folder.join(format!("{name}.png")), png)?;
    Ok(())
}

/// The same counters at 96, 48 and 24 pixels.
fn page(theme: Theme) -> String {
    let counters = samples();
    let mut body = String::new();
    let mut y = 0.0;
    for (side, columns) in [(96.0, 10), (48.0, 20), (24.0, 40)] {
        let step = side * 1.3;
        for (index, counter) in counters.iter().enumerate() {
            let (column, row) = (index % columns, index / columns);
            let x = (column as f64 + 0.5) * step + 10.0;
            body.push_str(&counter.svg_at(theme, x, y + (row as f64 + 0.5) * step + 10.0, side));
        }
        y += counters.len().div_ceil(columns) as f64 * step + 12.0;
    }
    let ground = match theme {
        Theme::Light => "#f3eacd",
        Theme::Dark => "#3d3527",
        Theme::Print => "#ffffff",
    };
    let mut out = String::new();
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1270\" height=\"{:.0}\">\
         <rect width=\"100%\" height=\"100%\" fill=\"{ground}\"/>{}{body}</svg>",
        y + 20.0,
        counter::definitions(theme),
    );
    out
}

fn samples() -> Vec<Counter> {
    let mut out = Vec::new();
    for side in Side::BOTH {
        for (index, (name, arm, size, strength)) in [
            ("3/1/I", Arm::Infantry, Size::Brigade, "4"),
            ("Wright\u{2019}s Brig.", Arm::Infantry, Size::Brigade, "10"),
            ("Brockenbrough", Arm::Infantry, Size::Division, "15"),
            ("Pelham", Arm::Artillery, Size::Battalion, "2"),
            ("Reserve Artillery", Arm::Artillery, Size::Corps, "5"),
            ("Hampton", Arm::Cavalry, Size::Regiment, "6"),
        ]
        .into_iter()
        .enumerate()
        {
            let mut counter = plain(side, arm, size, strength, name);
            counter.movement = (index % 2 == 0).then(|| "6".to_owned());
            counter.tint = (index > 1).then_some(TINTS[index]);
            out.push(counter);
        }
        for state in State::ALL {
            let mut counter = plain(side, Arm::Infantry, Size::Brigade, "5", state.word());
            counter.states.insert(state);
            counter.movement = Some("6".to_owned());
            out.push(counter);
        }
        for (facing, mode, arm, strength) in [
            (Direction::North, Mode::Normal, Arm::Infantry, "701"),
            (Direction::NorthEast, Mode::Column, Arm::Infantry, "1050"),
            (Direction::South, Mode::Limbered, Arm::Artillery, "22"),
            (Direction::West, Mode::Mounted, Arm::Cavalry, "451"),
        ] {
            let mut counter = plain(side, arm, Size::HalfBrigade, strength, "Seymour A");
            counter.facing = Some(facing);
            counter.mode = Some(mode);
            counter.horse = arm == Arm::Artillery;
            counter.stars = u8::try_from(facing.index() / 2).unwrap_or(0);
            out.push(counter);
        }
        let mut busy = plain(side, Arm::Infantry, Size::Brigade, "4", "everything");
        busy.states = State::ALL.into_iter().collect();
        busy.movement = Some("6".to_owned());
        out.push(busy);
    }
    out
}

fn plain(side: Side, arm: Arm, size: Size, strength: &str, designation: &str) -> Counter {
    Counter {
        id: designation.to_owned(),
        side,
        arm,
        size,
        strength: strength.to_owned(),
        movement: None,
        designation: designation.to_owned(),
        states: [].into_iter().collect(),
        tint: None,
        facing: None,
        horse: false,
        mode: None,
        leaders: Vec::new(),
        stars: 0,
    }
}
