//! An SVG drawing as a PNG picture.
//!
//! Only the embedded typefaces are used and nothing outside the text is read (no linked images, no
//! system fonts), so the same drawing gives the same bytes everywhere. The size is bounded before
//! memory is taken.

use std::fmt;

use resvg::{tiny_skia, usvg};

use crate::font;

/// The most pixels a picture may have.
pub const MAX_PIXELS: u64 = 100_000_000;

/// Why a drawing did not become a picture.
#[derive(Clone, PartialEq, Debug)]
pub enum PngError {
    /// The scale is not a positive number.
    Scale(f32),
    /// The text is not an SVG drawing; the reason.
    Svg(String),
    /// The picture would have no pixels or too many.
    TooLarge {
        /// Its width in pixels.
        width: u64,
        /// Its height in pixels.
        height: u64,
    },
    /// The picture could not be packed; the reason.
    Encoding(String),
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PngError::Scale(scale) => write!(f, "scale {scale}; expected a number above zero"),
            PngError::Svg(reason) => write!(f, "not an SVG drawing: {reason}"),
            PngError::TooLarge { width, height } => write!(
                f,
                "a picture of {width} x {height} pixels; expected at most {} million",
                MAX_PIXELS / 1_000_000
            ),
            PngError::Encoding(reason) => write!(f, "the picture could not be packed: {reason}"),
        }
    }
}

impl std::error::Error for PngError {}

/// Draws an SVG text at a scale (1: one pixel for each unit of its width and height).
pub fn render(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    if !(scale.is_finite() && scale > 0.0) {
        return Err(PngError::Scale(scale));
    }
    let tree = usvg::Tree::from_str(svg, &options()).map_err(|e| PngError::Svg(e.to_string()))?;
    let mut picture = canvas(tree.size(), scale)?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut picture.as_mut());
    encode(&picture).map_err(|e| PngError::Encoding(e.to_string()))
}

/// Packs a picture, ten times as fast as the renderer's own way and a fifth larger. A picture that
/// nothing shines through is packed without transparency.
fn encode(picture: &tiny_skia::Pixmap) -> Result<Vec<u8>, ::png::EncodingError> {
    let pixels = picture.pixels();
    let opaque = pixels.iter().all(|pixel| pixel.is_opaque());
    let mut bytes = Vec::with_capacity(pixels.len() * 4);
    for pixel in pixels {
        let colour = pixel.demultiply();
        bytes.extend_from_slice(&[colour.red(), colour.green(), colour.blue()]);
        if !opaque {
            bytes.push(colour.alpha());
        }
    }
    let mut out = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut out, picture.width(), picture.height());
    encoder.set_color(if opaque { ::png::ColorType::Rgb } else { ::png::ColorType::Rgba });
    encoder.set_depth(::png::BitDepth::Eight);
    encoder.set_compression(::png::Compression::Fast);
    encoder.set_filter(::png::Filter::Adaptive);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&bytes)?;
    writer.finish()?;
    Ok(out)
}

/// Parsing with the embedded typefaces and without a way to other files.
pub(crate) fn options() -> usvg::Options<'static> {
    usvg::Options {
        fontdb: font::database(),
        font_family: "Libertinus Serif".to_owned(),
        image_href_resolver: usvg::ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..usvg::Options::default()
    }
}

fn canvas(size: usvg::Size, scale: f32) -> Result<tiny_skia::Pixmap, PngError> {
    let pixels = |length: f32| (f64::from(length) * f64::from(scale)).ceil().max(1.0) as u64;
    let (width, height) = (pixels(size.width()), pixels(size.height()));
    let too_large = PngError::TooLarge { width, height };
    if width.saturating_mul(height) > MAX_PIXELS {
        return Err(too_large);
    }
    match (u32::try_from(width), u32::try_from(height)) {
        (Ok(width), Ok(height)) => tiny_skia::Pixmap::new(width, height).ok_or(too_large),
        _ => Err(too_large),
    }
}
