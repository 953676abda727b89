//! Draws a map file: `draw MAP.json OUT [light|dark|print] [scale] [x,y,width,height]` writes OUT.svg
//! and OUT.png; with a window, the picture shows only that part of the sheet.

use std::process::ExitCode;
use std::time::Instant;

use atlas::map::Map;
use engraver::{Options, Theme, map_svg, png};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: draw MAP.json OUT [light|dark|print] [scale] [x,y,width,height]";
    let (Some(input), Some(output)) = (arguments.next(), arguments.next()) else {
        return Err(usage.into());
    };
    let theme = match arguments.next() {
        Some(word) => Theme::from_word(&word).ok_or(usage)?,
        None => Theme::Light,
    };
    let scale: f32 = match arguments.next() {
        Some(number) => number.parse().map_err(|_| usage)?,
        None => 1.0,
    };
    let window = arguments.next();
    let text = std::fs::read_to_string(&input).map_err(|e| format!("{input}: {e}"))?;
    let map = Map::from_json(&text).map_err(|faults| format!("{input}: {faults}"))?;
    let start = Instant::now();
    let svg = map_svg(&map, &Options { theme, ..Options::default() });
    let drawn = start.elapsed();
    std::fs::write(format!("{output}.svg"), &svg).map_err(|e| e.to_string())?;
    let start = Instant::now();
    let shown = match &window {
        Some(window) => windowed(&svg, window).ok_or(usage)?,
        None => svg.clone(),
    };
    let picture = png::render(&shown, scale).map_err(|e| e.to_string())?;
    let painted = start.elapsed();
    std::fs::write(format!("{output}.png"), picture).map_err(|e| e.to_string())?;
    println!("{output}: {} bytes of SVG in {drawn:.0?}, PNG in {painted:.0?}", svg.len());
    Ok(())
}

/// The drawing with another view box and size.
fn windowed(svg: &str, window: &str) -> Option<String> {
    let numbers: Vec<f64> = window.split(',').map(|n| n.parse().ok()).collect::<Option<_>>()?;
    let [x, y, width, height] = numbers[..] else { return None };
    let (_, rest) = svg.split_once('>')?;
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {width} {height}\" width=\"{width}\" height=\"{height}\">{rest}"
    ))
}
