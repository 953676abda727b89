//! Positions one after another as an animated picture (APNG).
//!
//! The map is drawn once. Of each further picture only what differs is kept, and what does not differ within that is
//! left transparent, so that hundreds of positions on a large map stay a small file.

use std::collections::HashMap;

use atlas::map::Map;
use resvg::{tiny_skia, usvg};

use crate::counter::{Counter, States, definitions};
use crate::furniture::credit;
use crate::geometry::Geometry;
use crate::palette::Theme;
use crate::png::{MAX_PIXELS, PngError, options};
use crate::sheet::{BLEED, Options, board_fragment};
use crate::svg::{escape, fine};
use crate::units::{Stack, spots};
use crate::{font, point::Point};

/// One position.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// What is said above it.
    pub caption: String,
    /// Who stands where.
    pub stacks: Vec<Stack>,
    /// How long it is shown, in milliseconds.
    pub milliseconds: u16,
}

/// How high the words above and below the map are, as a share of its width.
const BAND: f64 = 0.045;

/// What a counter is drawn with beside itself: room for its shadow.
const ROOM: f64 = 1.3;

/// The scenes as an animated PNG, so many pixels wide, that begins again when it is over. `None` without a scene.
pub fn film(
    map: &Map,
    scenes: &[Scene],
    theme: Theme,
    width: u32,
) -> Result<Option<Vec<u8>>, PngError> {
    let Some(first) = scenes.first() else { return Ok(None) };
    let mut stage = Stage::new(map, theme, width)?;
    let mut before = stage.picture(first)?;
    let count = u32::try_from(scenes.len()).unwrap_or(u32::MAX);
    let mut out = Vec::new();
    let failed = |error: ::png::EncodingError| PngError::Encoding(error.to_string());
    let mut encoder = ::png::Encoder::new(&mut out, before.width(), before.height());
    encoder.set_color(::png::ColorType::Rgba);
    encoder.set_depth(::png::BitDepth::Eight);
    encoder.set_filter(::png::Filter::Adaptive);
    if count > 1 {
        encoder.set_animated(count, 0).map_err(failed)?;
        encoder.set_frame_delay(first.milliseconds, 1000).map_err(failed)?;
    }
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&straight(&before)).map_err(failed)?;
    for scene in &scenes[1..] {
        let now = stage.picture(scene)?;
        let change = Change::between(&before, &now);
        writer.set_frame_delay(scene.milliseconds, 1000).map_err(failed)?;
        writer.reset_frame_position().map_err(failed)?;
        writer.set_frame_dimension(change.width, change.height).map_err(failed)?;
        writer.set_frame_position(change.x, change.y).map_err(failed)?;
        writer.set_blend_op(::png::BlendOp::Over).map_err(failed)?;
        writer.set_dispose_op(::png::DisposeOp::None).map_err(failed)?;
        writer.write_image_data(&change.pixels).map_err(failed)?;
        before = now;
    }
    writer.finish().map_err(failed)?;
    Ok(Some(out))
}

/// The map, and the counters that were drawn before.
struct Stage {
    geometry: Geometry,
    theme: Theme,
    base: tiny_skia::Pixmap,
    scale: f64,
    band: f64,
    sprites: HashMap<(String, States, u32), tiny_skia::Pixmap>,
}

impl Stage {
    fn new(map: &Map, theme: Theme, width: u32) -> Result<Stage, PngError> {
        let geometry = Geometry::new(&map.grid);
        let (wide, high) = geometry.size();
        let (wide, high) = (wide + 2.0 * BLEED, high + 2.0 * BLEED);
        let band = wide * BAND;
        let scale = f64::from(width) / wide;
        let whole = high + 2.0 * band;
        let (columns, rows) = (u64::from(width), (whole * scale).ceil() as u64);
        if columns * rows > MAX_PIXELS || columns == 0 {
            return Err(PngError::TooLarge { width: columns, height: rows });
        }
        let palette = theme.palette();
        let board = board_fragment(map, &Options { theme, ..Options::default() });
        let words = escape(&credit(map));
        let mut size = band * 0.42;
        let style = font::Style { italic: true, ..font::Style::SERIF };
        let long = f64::from(font::text_width(&words, size as f32, style));
        size *= (0.97 * wide / long).min(1.0);
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\">\
             <rect width=\"{w}\" height=\"{h}\" fill=\"{}\"/><g transform=\"translate({} {})\">{board}</g>\
             <text x=\"{}\" y=\"{}\" font-family=\"{}\" font-style=\"italic\" font-size=\"{}\" fill=\"{}\">{words}</text></svg>",
            palette.paper,
            fine(BLEED),
            fine(BLEED + band),
            fine(band * 0.3),
            fine(high + 1.65 * band),
            font::SERIF_FAMILY,
            fine(size),
            palette.ink,
            w = fine(wide),
            h = fine(whole),
        );
        let base = draw(&svg, scale)?;
        Ok(Stage { geometry, theme, base, scale, band, sprites: HashMap::new() })
    }

    fn picture(&mut self, scene: &Scene) -> Result<tiny_skia::Pixmap, PngError> {
        let mut picture = self.base.clone();
        self.caption(&scene.caption, &mut picture)?;
        for stack in &scene.stacks {
            let middle = self.geometry.centre(stack.cell);
            let spots = spots(stack.counters.len(), self.geometry.is_hex());
            for (counter, spot) in stack.counters.iter().zip(&spots).rev() {
                let at = middle + Point::new(spot.x + BLEED, spot.y + BLEED + self.band);
                let (x, y) = (at.x * self.scale, at.y * self.scale);
                let side = (spot.side * self.scale * ROOM).round().max(1.0) as u32;
                let sprite = self.sprite(counter, side)?;
                let half = f64::from(side) / 2.0;
                picture.draw_pixmap(
                    (x - half).round() as i32,
                    (y - half).round() as i32,
                    sprite.as_ref(),
                    &tiny_skia::PixmapPaint::default(),
                    tiny_skia::Transform::identity(),
                    None,
                );
            }
        }
        Ok(picture)
    }

    /// A counter, its room so many pixels wide.
    fn sprite(&mut self, counter: &Counter, side: u32) -> Result<&tiny_skia::Pixmap, PngError> {
        let key = (format!("{} {}", counter.side, counter.id), counter.states, side);
        if !self.sprites.contains_key(&key) {
            let from = fine(-50.0 * ROOM);
            let size = fine(100.0 * ROOM);
            let svg = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{from} {from} {size} {size}\" width=\"{side}\" \
                 height=\"{side}\">{}{}</svg>",
                definitions(self.theme),
                counter.svg(self.theme)
            );
            self.sprites.insert(key.clone(), draw(&svg, 1.0)?);
        }
        Ok(&self.sprites[&key])
    }

    fn caption(&self, words: &str, picture: &mut tiny_skia::Pixmap) -> Result<(), PngError> {
        let (wide, high) = (f64::from(picture.width()), self.band * self.scale);
        let mut size = high * 0.62;
        let long = f64::from(font::text_width(words, size as f32, font::Style::SERIF)) + high;
        size *= (wide / long).min(1.0);
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\"><text x=\"{}\" y=\"{}\" \
             font-family=\"{}\" font-size=\"{}\" fill=\"{}\">{}</text></svg>",
            fine(wide),
            fine(high),
            fine(high * 0.3),
            fine(high * 0.72),
            font::SERIF_FAMILY,
            fine(size),
            self.theme.palette().ink,
            escape(words)
        );
        let drawn = draw(&svg, 1.0)?;
        let paint = tiny_skia::PixmapPaint::default();
        picture.draw_pixmap(0, 0, drawn.as_ref(), &paint, tiny_skia::Transform::identity(), None);
        Ok(())
    }
}

fn draw(svg: &str, scale: f64) -> Result<tiny_skia::Pixmap, PngError> {
    let tree = usvg::Tree::from_str(svg, &options()).map_err(|e| PngError::Svg(e.to_string()))?;
    let pixels = |length: f32| ((f64::from(length) * scale).round() as u32).max(1);
    let (width, height) = (pixels(tree.size().width()), pixels(tree.size().height()));
    let too_large = PngError::TooLarge { width: width.into(), height: height.into() };
    let mut picture = tiny_skia::Pixmap::new(width, height).ok_or(too_large)?;
    let scale = scale as f32;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut picture.as_mut());
    Ok(picture)
}

/// The pixels of a picture as a file has them.
fn straight(picture: &tiny_skia::Pixmap) -> Vec<u8> {
    picture.pixels().iter().flat_map(|&pixel| bytes(pixel)).collect()
}

fn bytes(pixel: tiny_skia::PremultipliedColorU8) -> [u8; 4] {
    let colour = pixel.demultiply();
    [colour.red(), colour.green(), colour.blue(), colour.alpha()]
}

/// The rectangle in which a picture differs from the one before.
struct Change {
    x: u32,
    y: u32,
    width: u32,
    height: u32,
    pixels: Vec<u8>,
}

impl Change {
    fn between(before: &tiny_skia::Pixmap, after: &tiny_skia::Pixmap) -> Change {
        let (wide, old, new) = (after.width(), before.pixels(), after.pixels());
        let differs = |x: u32, y: u32| old[(y * wide + x) as usize] != new[(y * wide + x) as usize];
        let (mut left, mut top, mut right, mut bottom) = (wide, after.height(), 0, 0);
        for y in 0..after.height() {
            for x in (0..wide).filter(|&x| differs(x, y)) {
                (left, right) = (left.min(x), right.max(x + 1));
                (top, bottom) = (top.min(y), bottom.max(y + 1));
            }
        }
        if right == 0 {
            return Change { x: 0, y: 0, width: 1, height: 1, pixels: vec![0; 4] };
        }
        let cells = (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y)));
        let pixels = cells.flat_map(|(x, y)| match differs(x, y) {
            true => bytes(new[(y * wide + x) as usize]),
            false => [0; 4],
        });
        let pixels = pixels.collect();
        Change { x: left, y: top, width: right - left, height: bottom - top, pixels }
    }
}
