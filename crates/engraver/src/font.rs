//! The typefaces everything is set in, and what they measure.
//!
//! The bytes come with two crates (Libertinus Serif with `typst-assets`, Noto Sans with `notosans`;
//! both under the SIL Open Font License), so a drawing looks the same on every machine. Nothing
//! here looks at the fonts of the system. Text is measured by shaping it, kerning and ligatures
//! included, as the renderer does.

mod latin;

use std::sync::{Arc, LazyLock};

use harfrust::{Direction, Feature, ShapeOptions, ShaperData, Tag, UnicodeBuffer};
use resvg::usvg::fontdb;
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};

pub use latin::{RANGES as LATIN, latin};

/// Names on maps and in documents, as a `font-family` attribute.
pub const SERIF_FAMILY: &str = "'Libertinus Serif',Georgia,'Times New Roman',serif";

/// Numerals on counters, as a `font-family` attribute.
pub const SANS_FAMILY: &str = "'Noto Sans','Segoe UI',Helvetica,Arial,sans-serif";

/// One of the two families.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Family {
    /// Libertinus Serif: upright and italic, three weights.
    Serif,
    /// Noto Sans: upright only, regular and bold.
    Sans,
}

impl Family {
    /// The value of a `font-family` attribute; the embedded family comes first.
    pub const fn stack(self) -> &'static str {
        match self {
            Family::Serif => SERIF_FAMILY,
            Family::Sans => SANS_FAMILY,
        }
    }
}

/// How heavy a letter is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Weight {
    /// 400.
    #[default]
    Regular,
    /// 600.
    Semibold,
    /// 700.
    Bold,
}

impl Weight {
    /// The value of a `font-weight` attribute.
    pub const fn number(self) -> u16 {
        match self {
            Weight::Regular => 400,
            Weight::Semibold => 600,
            Weight::Bold => 700,
        }
    }
}

/// Everything about text that changes its width, except its size.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Style {
    /// Serif or sans.
    pub family: Family,
    /// How heavy.
    pub weight: Weight,
    /// Italic; the sans has none and stays upright.
    pub italic: bool,
    /// Set in small capitals (`font-variant="small-caps"`).
    pub small_caps: bool,
    /// Added between letters, in pixels.
    pub letter_spacing: f32,
}

impl Style {
    /// Upright serif text.
    pub const SERIF: Style = Style {
        family: Family::Serif,
        weight: Weight::Regular,
        italic: false,
        small_caps: false,
        letter_spacing: 0.0,
    };

    /// Bold sans text.
    pub const SANS_BOLD: Style =
        Style { family: Family::Sans, weight: Weight::Bold, ..Style::SERIF };
}

/// An embedded face.
#[derive(Clone, Copy, Debug)]
pub struct Face {
    /// Its family.
    pub family: Family,
    /// Its weight.
    pub weight: Weight,
    /// Whether it is italic.
    pub italic: bool,
    /// The whole font file, for a page that wants the same letters.
    pub bytes: &'static [u8],
    /// What a server should call it.
    pub media_type: &'static str,
}

/// Heights of a face at one size, in pixels above the baseline (the descent below it, positive).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Heights {
    /// From the baseline to the top of a line.
    pub ascent: f32,
    /// From the baseline to the bottom of a line.
    pub descent: f32,
    /// Of a capital letter.
    pub capital: f32,
    /// Of a small letter without ascender.
    pub small: f32,
}

struct Loaded {
    face: Face,
    font: FontRef<'static>,
    shaper: ShaperData,
    units_per_em: f32,
}

static FACES: LazyLock<Vec<Loaded>> = LazyLock::new(|| embedded().into_iter().map(load).collect());

static DATABASE: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut database = fontdb::Database::new();
    for loaded in FACES.iter() {
        database.load_font_source(fontdb::Source::Binary(Arc::new(loaded.face.bytes)));
    }
    database.set_serif_family("Libertinus Serif");
    database.set_sans_serif_family("Noto Sans");
    Arc::new(database)
});

/// The faces in a fixed order. Only these end up in the program: the linker drops what else the
/// crate holds.
fn embedded() -> [Face; 7] {
    let mut serif = typst_assets::fonts();
    let mut next = |weight, italic| Face {
        family: Family::Serif,
        weight,
        italic,
        bytes: serif.next().unwrap_or_default(),
        media_type: "font/otf",
    };
    let sans = |weight, bytes| Face {
        family: Family::Sans,
        weight,
        italic: false,
        bytes,
        media_type: "font/ttf",
    };
    [
        next(Weight::Regular, false),
        next(Weight::Bold, false),
        next(Weight::Regular, true),
        next(Weight::Bold, true),
        next(Weight::Semibold, false),
        sans(Weight::Regular, notosans::REGULAR_TTF),
        sans(Weight::Bold, notosans::BOLD_TTF),
    ]
}

fn load(face: Face) -> Loaded {
    let font = FontRef::new(face.bytes).expect("the embedded font files are sound");
    let units_per_em =
        f32::from(font.metrics(Size::unscaled(), LocationRef::default()).units_per_em);
    Loaded { face, shaper: ShaperData::new(&font), font, units_per_em }
}

/// The embedded faces, and no others.
pub fn faces() -> impl Iterator<Item = Face> {
    FACES.iter().map(|loaded| loaded.face)
}

/// The embedded faces as the renderer wants them.
pub fn database() -> Arc<fontdb::Database> {
    Arc::clone(&DATABASE)
}

/// The face a style is set in: its own, or the nearest that exists.
fn face(style: Style) -> &'static Loaded {
    &FACES[face_number(style)]
}

fn face_number(style: Style) -> usize {
    let distance = |(_, candidate): &(usize, &Loaded)| {
        let face = candidate.face;
        let weight = face.weight.number().abs_diff(style.weight.number());
        (face.family != style.family, face.italic != style.italic, weight)
    };
    let nearest = FACES.iter().enumerate().min_by_key(distance);
    nearest.map(|(number, _)| number).expect("there are embedded faces")
}

/// A glyph of a line of text; lengths are in ems.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Glyph {
    /// The number of its face among the [`faces`].
    pub(crate) face: usize,
    /// Its number in the face.
    pub(crate) id: u32,
    /// How far it is to the next one.
    pub(crate) advance: f32,
    /// Where it is drawn: so far to the right of, and above, where the last one ended.
    pub(crate) shift: (f32, f32),
    /// The bytes of the text that it, and those with the same bytes, stand for.
    pub(crate) bytes: std::ops::Range<usize>,
}

/// The glyphs of a line of text, as the renderer sets them, kerning and ligatures included. What the face of the style
/// lacks is taken from another that has it.
pub(crate) fn glyphs(text: &str, style: Style) -> Vec<Glyph> {
    let own = face_number(style);
    let loaded = &FACES[own];
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(text);
    buffer.set_direction(Direction::LeftToRight);
    buffer.guess_segment_properties();
    let small_caps = [Feature::new(Tag::new(b"smcp"), 1, ..)];
    let features: &[Feature] = if style.small_caps { &small_caps } else { &[] };
    let shaper = loaded.shaper.shaper(&loaded.font).build();
    let shaped = shaper.shape(buffer, ShapeOptions::new().features(features));
    let starts: Vec<usize> =
        shaped.glyph_infos().iter().map(|info| info.cluster as usize).collect();
    let set = shaped.glyph_infos().iter().zip(shaped.glyph_positions()).enumerate();
    set.map(|(at, (info, position))| {
        let from = starts[at];
        let end = starts[at..].iter().copied().find(|&start| start > from).unwrap_or(text.len());
        let ems = |units: i32| units as f32 / loaded.units_per_em;
        let elsewhere = match info.glyph_id {
            0 => text.get(from..).and_then(elsewhere),
            _ => None,
        };
        let (face, id, advance) =
            elsewhere.unwrap_or((own, info.glyph_id, ems(position.x_advance)));
        let shift = (ems(position.x_offset), ems(position.y_offset));
        Glyph { face, id, advance, shift, bytes: from..end }
    })
    .collect()
}

/// How wide a line of text is, in pixels.
pub fn text_width(text: &str, size: f32, style: Style) -> f32 {
    let mut ems = 0.0;
    let mut clusters = 0_u32;
    let mut cluster = None;
    for glyph in glyphs(text, style) {
        if cluster.replace(glyph.bytes.start) != Some(glyph.bytes.start) {
            clusters += 1;
        }
        ems += glyph.advance;
    }
    ems * size + style.letter_spacing * clusters.saturating_sub(1) as f32
}

/// Whether the face of a style has a character.
pub fn has(character: char, style: Style) -> bool {
    face(style).font.charmap().map(character).is_some()
}

/// The first character in whichever face has it: the number of the face, its glyph and its advance in ems.
fn elsewhere(text: &str) -> Option<(usize, u32, f32)> {
    let character = text.chars().next()?;
    FACES.iter().enumerate().find_map(|(number, loaded)| {
        let glyph = loaded.font.charmap().map(character)?;
        let metrics = loaded.font.glyph_metrics(Size::unscaled(), LocationRef::default());
        Some((number, glyph.to_u32(), metrics.advance_width(glyph)? / loaded.units_per_em))
    })
}

/// The heights of a style at a size.
pub fn heights(size: f32, style: Style) -> Heights {
    let metrics = face(style).font.metrics(Size::new(size), LocationRef::default());
    Heights {
        ascent: metrics.ascent,
        descent: -metrics.descent,
        capital: metrics.cap_height.unwrap_or(metrics.ascent),
        small: metrics.x_height.unwrap_or(metrics.ascent),
    }
}
