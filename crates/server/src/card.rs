//! Cards: small pictures of the middle of the maps, in few colours so that a page of them opens at once.

use std::io::Cursor;

use atlas::battle::Battle;
use engraver::geometry::Geometry;
use engraver::{BLEED, Options, Theme, board_svg};

/// How large a card is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Size {
    /// For wide places, and for screens with two dots a pixel.
    Large,
    /// As a card is shown on the front page.
    Small,
}

impl Size {
    /// The width in pixels; the page says the same to the browser, which chooses.
    const fn width(self) -> f64 {
        match self {
            Size::Large => 720.0,
            Size::Small => 400.0,
        }
    }
}

/// A card is so many times as wide as it is high: as it is shown, so that nothing is fetched in vain.
const SHAPE: u32 = 2;
/// How many colours it has.
const COLOURS: usize = 64;
/// Colours are told apart by so many bits of each part.
const BITS: u32 = 5;

/// The card of a battle as a PNG file, or what went wrong.
pub fn draw(battle: &Battle, theme: Theme, size: Size) -> Result<Vec<u8>, String> {
    let options = Options { theme, numbers: false, ..Options::default() };
    let (width, _) = Geometry::new(&battle.map.grid).size();
    let scale = size.width() / (width + 2.0 * BLEED);
    let picture = engraver::png::render(&board_svg(&battle.map, &options), scale as f32);
    reduce(&picture.map_err(|error| error.to_string())?)
}

/// The same picture in few colours.
fn reduce(file: &[u8]) -> Result<Vec<u8>, String> {
    let text = |error: png::DecodingError| error.to_string();
    let mut reader = png::Decoder::new(Cursor::new(file)).read_info().map_err(text)?;
    let mut bytes = vec![0; reader.output_buffer_size().ok_or("a picture without a size")?];
    let info = reader.next_frame(&mut bytes).map_err(text)?;
    let step = match info.color_type {
        png::ColorType::Rgb => 3,
        png::ColorType::Rgba => 4,
        other => return Err(format!("a picture of {other:?}")),
    };
    bytes.truncate(info.buffer_size());
    let height = info.height.min(info.width / SHAPE);
    let above = (info.height - height) / 2;
    let row = info.width as usize * step;
    let strip = &bytes[above as usize * row..][..height as usize * row];
    // What lies outside the map is clear.
    let pixel = |c: &[u8]| (c.get(3).is_none_or(|&alpha| alpha > 127)).then(|| [c[0], c[1], c[2]]);
    let pixels: Vec<Option<[u8; 3]>> = strip.chunks_exact(step).map(pixel).collect();
    let seen: Vec<[u8; 3]> = pixels.iter().copied().flatten().collect();
    let (mut palette, of_bin) = colours(&seen);
    let clear = u8::try_from(palette.len() / 3).unwrap_or(u8::MAX);
    palette.extend([0; 3]);
    let indices: Vec<u8> =
        pixels.iter().map(|pixel| pixel.map_or(clear, |pixel| of_bin[bin(pixel)])).collect();
    encode(info.width, height, palette, &indices).map_err(|error| error.to_string())
}

fn encode(
    width: u32,
    height: u32,
    palette: Vec<u8>,
    indices: &[u8],
) -> Result<Vec<u8>, png::EncodingError> {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    // The last colour is the clear one.
    let mut clear = vec![u8::MAX; palette.len() / 3];
    clear.iter_mut().next_back().into_iter().for_each(|last| *last = 0);
    encoder.set_palette(palette);
    encoder.set_trns(clear);
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(indices)?;
    writer.finish()?;
    Ok(out)
}

/// The bin of colours that a pixel falls into.
fn bin(pixel: [u8; 3]) -> usize {
    pixel.iter().fold(0, |bin, part| bin << BITS | usize::from(*part) >> (8 - BITS))
}

/// Pixels of one bin: how many, and the sums of their parts.
#[derive(Clone, Copy, Default)]
struct Bin {
    count: u64,
    sums: [u64; 3],
}

/// Few colours that stand for many, and for each bin the one that stands for it: the widest group of bins is
/// halved until there are enough groups (median cut).
fn colours(pixels: &[[u8; 3]]) -> (Vec<u8>, Vec<u8>) {
    let mut bins = vec![Bin::default(); 1 << (3 * BITS)];
    for &pixel in pixels {
        let bin = &mut bins[bin(pixel)];
        bin.count += 1;
        for (sum, part) in bin.sums.iter_mut().zip(pixel) {
            *sum += u64::from(part);
        }
    }
    let used: Vec<usize> = (0..bins.len()).filter(|&index| bins[index].count > 0).collect();
    let mut groups = vec![used];
    while groups.len() < COLOURS {
        let widest = (0..groups.len()).max_by_key(|&index| spread(&bins, &groups[index]).0);
        let Some(index) = widest.filter(|&index| groups[index].len() > 1) else { break };
        let mut group = groups.swap_remove(index);
        let axis = spread(&bins, &group).1;
        group.sort_by_key(|&bin| part(bin, axis));
        let half: u64 = group.iter().map(|&bin| bins[bin].count).sum::<u64>() / 2;
        let mut counted = 0;
        let middle = group.iter().position(|&bin| {
            counted += bins[bin].count;
            counted > half
        });
        let middle = middle.unwrap_or(0).clamp(1, group.len() - 1);
        let upper = group.split_off(middle);
        groups.extend([group, upper]);
    }
    let (mut palette, mut of_bin) = (Vec::new(), vec![0; bins.len()]);
    for (index, group) in groups.iter().enumerate() {
        let count = group.iter().map(|&bin| bins[bin].count).sum::<u64>().max(1);
        for axis in 0..3 {
            let sum: u64 = group.iter().map(|&bin| bins[bin].sums[axis]).sum();
            palette.push(u8::try_from(sum / count).unwrap_or(u8::MAX));
        }
        for &bin in group {
            of_bin[bin] = u8::try_from(index).unwrap_or(u8::MAX);
        }
    }
    (palette, of_bin)
}

/// One part of a bin's colour.
fn part(bin: usize, axis: usize) -> usize {
    bin >> (BITS as usize * (2 - axis)) & ((1 << BITS) - 1)
}

/// How far a group reaches along its longest axis, weighed by its pixels, and that axis.
fn spread(bins: &[Bin], group: &[usize]) -> (u64, usize) {
    let count: u64 = group.iter().map(|&bin| bins[bin].count).sum();
    let reach = |axis: usize| {
        let parts = || group.iter().map(|&bin| part(bin, axis));
        parts().max().unwrap_or(0) - parts().min().unwrap_or(0)
    };
    let axis = (0..3).max_by_key(|&axis| reach(axis)).unwrap_or(0);
    (reach(axis) as u64 * count, axis)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pixel_keeps_nearly_its_colour() {
        let pixels: Vec<[u8; 3]> = (0..4096u32)
            .map(|n| [(n % 16 * 16) as u8, (n / 16 % 16 * 16) as u8, (n / 256 * 16) as u8])
            .collect();
        let (palette, of_bin) = colours(&pixels);
        assert_eq!(palette.len(), 3 * COLOURS);
        for pixel in pixels {
            let index = usize::from(of_bin[bin(pixel)]) * 3;
            let far = palette[index..index + 3].iter().zip(pixel).any(|(a, b)| a.abs_diff(b) > 64);
            assert!(!far, "{pixel:?}");
        }
    }

    #[test]
    fn a_picture_of_two_colours_keeps_both() {
        let (palette, of_bin) = colours(&[[255, 255, 255], [0, 0, 0], [0, 0, 0]]);
        assert_eq!(palette.len(), 6);
        assert_ne!(of_bin[bin([255, 255, 255])], of_bin[bin([0, 0, 0])]);
    }

    #[test]
    fn a_card_is_small() {
        let battle = atlas::builtin::ids()
            .next()
            .map(atlas::builtin::battle)
            .expect("an id")
            .expect("a battle");
        let small = draw(&battle, Theme::Light, Size::Small).expect("a card");
        assert!(small.len() < 40 << 10, "{} bytes", small.len());
        let card = draw(&battle, Theme::Light, Size::Large).expect("a card");
        assert!(card.starts_with(b"\x89PNG"));
        assert!(card.len() < 120 << 10, "{} bytes", card.len());
        let mut reader = png::Decoder::new(Cursor::new(card)).read_info().expect("a PNG file");
        let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut bytes).expect("a picture");
        assert_eq!(info.height * SHAPE, info.width);
        let clear = reader.info().trns.as_ref().expect("something clear").len() - 1;
        let at = |x: u32, y: u32| usize::from(bytes[(y * info.width + x) as usize]);
        assert_eq!(at(0, 0), clear, "the corner lies outside the map");
        assert_ne!(at(info.width / 2, info.height / 2), clear, "the middle does not");
    }
}
