//! The embedded typefaces for a browser: the letters of western Europe, and nothing else.
//!
//! A whole face is 200 to 340 KB, and a page wants four of them before it is read. Here all other glyphs lose their
//! outlines. No glyph is renumbered, so every other table, kerning and ligatures among them, stays as it was made. The
//! page must ask for [`RANGES`] only (`unicode-range`), or what is missing here would be shown as a gap instead of in
//! another typeface.

use std::ops::RangeInclusive;

use skrifa::raw::collections::IntSet;
use skrifa::raw::ps::cff::CffFontRef;
use skrifa::raw::tables::glyf::Glyph;
use skrifa::raw::{ReadError, TableProvider};
use skrifa::{FontRef, GlyphId, MetadataProvider, Tag};

/// The characters that are left: Latin, punctuation, arrows and a few signs.
pub const RANGES: [RangeInclusive<u32>; 9] = [
    0x0020..=0x00ff,
    0x0152..=0x0153,
    0x0160..=0x0161,
    0x0178..=0x017e,
    0x2010..=0x203a,
    0x20ac..=0x20ac,
    0x2116..=0x2122,
    0x2190..=0x2199,
    0x2212..=0x2215,
];

/// Substitutions that a page asks for, or browsers make by themselves.
const FEATURES: [&[u8; 4]; 9] =
    [b"calt", b"ccmp", b"clig", b"liga", b"lnum", b"locl", b"onum", b"pnum", b"tnum"];

/// The byte with which a charstring ends: a glyph of nothing else is empty.
const ENDCHAR: u8 = 14;

/// The face with the outlines of [`RANGES`] only.
///
/// # Errors
/// Where the font's own tables contradict each other.
pub fn latin(bytes: &[u8]) -> Result<Vec<u8>, ReadError> {
    let font = FontRef::new(bytes)?;
    let kept = kept(&font)?;
    let glyphs = (0..u32::from(font.maxp()?.num_glyphs())).map(GlyphId::new);
    let tables = match font.cff() {
        Ok(cff) => vec![(CFF, charstrings(cff.offset_data().as_bytes(), glyphs, &kept)?)],
        Err(_) => outlines(&font, glyphs, &kept)?,
    };
    Ok(with_tables(&font, &tables))
}

const CFF: Tag = Tag::new(b"CFF ");
const GLYF: Tag = Tag::new(b"glyf");
const LOCA: Tag = Tag::new(b"loca");

/// A CFF table in which charstrings that are not kept draw nothing. They stay as long as they were, so that no offset
/// changes, and pack to almost nothing.
fn charstrings(
    table: &[u8],
    glyphs: impl Iterator<Item = GlyphId>,
    kept: &IntSet<GlyphId>,
) -> Result<Vec<u8>, ReadError> {
    let malformed = |_| ReadError::MalformedData("CFF");
    let cff = CffFontRef::new_cff(table, 0, None).map_err(malformed)?;
    let mut out = table.to_vec();
    for glyph in glyphs.filter(|&glyph| !kept.contains(glyph)) {
        let outline = cff.charstrings().get(glyph.to_u32() as usize).map_err(malformed)?;
        // It is a part of the table: where it lies there, it lies in the copy.
        let from = outline.as_ptr() as usize - table.as_ptr() as usize;
        out[from..from + outline.len()].fill(ENDCHAR);
    }
    Ok(out)
}

/// The tables `glyf` and `loca` with the outlines that are kept.
fn outlines(
    font: &FontRef<'_>,
    glyphs: impl Iterator<Item = GlyphId>,
    kept: &IntSet<GlyphId>,
) -> Result<Vec<(Tag, Vec<u8>)>, ReadError> {
    let (loca, glyf) = (font.loca(None)?, font.glyf()?);
    let is_long = font.head()?.index_to_loc_format() == 1;
    let (mut data, mut places) = (Vec::new(), Vec::new());
    let mut place = |at: usize| {
        // An offset is written halved in the short form; it is a multiple of four.
        if is_long {
            places.extend(u32::try_from(at).unwrap_or(u32::MAX).to_be_bytes());
        } else {
            places.extend(u16::try_from(at / 2).unwrap_or(u16::MAX).to_be_bytes());
        }
    };
    for glyph in glyphs {
        place(data.len());
        if let Some(outline) = loca.get_glyf(glyph, &glyf)?.filter(|_| kept.contains(glyph)) {
            data.extend(outline.offset_data().as_bytes());
            data.resize(data.len().next_multiple_of(4), 0);
        }
    }
    place(data.len());
    Ok(vec![(GLYF, data), (LOCA, places)])
}

/// The glyphs of the characters, what substitutions make of them, and what they are put together from.
fn kept(font: &FontRef<'_>) -> Result<IntSet<GlyphId>, ReadError> {
    let mut kept = IntSet::empty();
    kept.insert(GlyphId::new(0));
    let letters = font.charmap();
    kept.extend(RANGES.into_iter().flatten().filter_map(|letter| letters.map(letter)));
    if let Ok(gsub) = font.gsub() {
        let features = gsub.feature_list()?;
        let mut lookups = IntSet::empty();
        for record in features.feature_records() {
            if FEATURES.contains(&&record.feature_tag().to_be_bytes()) {
                let feature = record.feature(features.offset_data())?;
                lookups.extend(feature.lookup_list_indices().iter().map(|index| index.get()));
            }
        }
        gsub.closure_glyphs(&lookups, &mut kept)?;
    }
    if let (Ok(loca), Ok(glyf)) = (font.loca(None), font.glyf()) {
        let mut open: Vec<GlyphId> = kept.iter().collect();
        while let Some(glyph) = open.pop() {
            let Some(Glyph::Composite(whole)) = loca.get_glyf(glyph, &glyf)? else { continue };
            for part in whole.components() {
                let part = GlyphId::from(part.glyph);
                if kept.insert(part) {
                    open.push(part);
                }
            }
        }
    }
    Ok(kept)
}

/// The font's file with some of its tables replaced.
fn with_tables(font: &FontRef<'_>, tables: &[(Tag, Vec<u8>)]) -> Vec<u8> {
    let records = font.table_directory().table_records();
    let head = 12 + 16 * records.len();
    let mut out = font.data().as_bytes()[..head].to_vec();
    for (at, record) in records.iter().enumerate() {
        let tag = record.tag();
        let replaced = tables.iter().find(|(of, _)| *of == tag).map(|(_, table)| table.as_slice());
        let table = replaced
            .or_else(|| font.table_data(tag).map(|data| data.as_bytes()))
            .unwrap_or_default();
        let (offset, length) = (out.len() as u32, table.len() as u32);
        out.extend(table);
        out.resize(out.len().next_multiple_of(4), 0);
        // The sum of `head` leaves out a sum of the whole file, which browsers do not look at: it stays.
        let sum = if replaced.is_some() { sum(&out[offset as usize..]) } else { record.checksum() };
        let entry = [sum, offset, length].map(u32::to_be_bytes).concat();
        out[12 + 16 * at + 4..][..12].copy_from_slice(&entry);
    }
    out
}

/// A table's checksum: its words, added up.
fn sum(table: &[u8]) -> u32 {
    let words =
        table.chunks_exact(4).map(|word| word.iter().fold(0, |sum, b| sum << 8 | u32::from(*b)));
    words.fold(0, u32::wrapping_add)
}
