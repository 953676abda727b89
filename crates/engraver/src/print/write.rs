//! A laid out document as a PDF.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use krilla::annotation::{Annotation, LinkAnnotation, Target};
use krilla::color::rgb;
use krilla::destination::XyzDestination;
use krilla::geom::{PathBuilder, Point, Rect as Rectangle, Transform};
use krilla::graphic::Graphic;
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule, Stroke, StrokeDash};
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use krilla::{Document as Pdf, SerializeSettings};
use resvg::usvg;

use super::page::{Colour, Document, DrawingId, Item, Mark, Page, Rect, Words};
use super::text::POINT;
use super::vector;
use crate::font;

/// Why a document did not become a PDF.
#[derive(Clone, PartialEq, Debug)]
pub enum PrintError {
    /// A drawing is not an SVG text; the reason.
    Svg(String),
    /// A drawing holds something that is not known here.
    Unknown(&'static str),
    /// A page or a drawing has no size.
    Size,
    /// A page shows a drawing that another document holds.
    NoDrawing,
    /// The file could not be put together; the reason.
    Writing(String),
}

impl fmt::Display for PrintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PrintError::Svg(reason) => write!(f, "not an SVG drawing: {reason}"),
            PrintError::Unknown(what) => write!(f, "{what} cannot be printed"),
            PrintError::Size => f.write_str("a page or a drawing without size"),
            PrintError::NoDrawing => f.write_str("a drawing of another document"),
            PrintError::Writing(reason) => write!(f, "the PDF could not be written: {reason}"),
        }
    }
}

impl std::error::Error for PrintError {}

/// The document as the bytes of a PDF.
pub fn write(document: &Document) -> Result<Vec<u8>, PrintError> {
    let fonts = font::faces().filter_map(|face| Font::new(face.bytes.into(), 0)).collect();
    let settings = SerializeSettings { enable_tagging: false, ..SerializeSettings::default() };
    let mut pdf = Pdf::new_with(settings);
    let mut writer = Writer { document, fonts, graphics: BTreeMap::new(), glyphs: HashMap::new() };
    for page in &document.pages {
        writer.page(page, &mut pdf)?;
    }
    pdf.set_outline(outline(&document.outline));
    let metadata = Metadata::new()
        .title(document.title.clone())
        .language("en".to_owned())
        .creator("Long Roll".to_owned());
    pdf.set_metadata(metadata);
    pdf.finish().map_err(|error| PrintError::Writing(error.to_string()))
}

struct Writer<'d> {
    document: &'d Document,
    fonts: Vec<Font>,
    /// The drawings that were shown before, with their width: each is written once.
    graphics: BTreeMap<DrawingId, (Graphic, f32)>,
    glyphs: HashMap<(String, u16, bool, bool), Vec<font::Glyph>>,
}

fn points(millimetres: f64) -> f32 {
    (millimetres / POINT) as f32
}

impl Writer<'_> {
    fn page(&mut self, page: &Page, pdf: &mut Pdf) -> Result<(), PrintError> {
        let settings = PageSettings::from_wh(points(page.width), points(page.height));
        let mut sheet = pdf.start_page_with(settings.ok_or(PrintError::Size)?);
        let mut surface = sheet.surface();
        for item in &page.items {
            match item {
                Item::Words(words) => self.words(words, &mut surface)?,
                Item::Line { from, to, width, colour, dashed } => {
                    line(*from, *to, *width, *colour, *dashed, &mut surface)?;
                }
                Item::Box { at, fill, outline } => rectangle(at, *fill, *outline, &mut surface)?,
                Item::Picture { drawing, at, clip, .. } => {
                    self.picture(*drawing, at, clip.as_ref(), &mut surface)?;
                }
                Item::Link { .. } => {}
            }
        }
        surface.finish();
        for item in &page.items {
            let Item::Link { at, to } = item else { continue };
            let Some(&(number, y)) = self.document.anchors.get(to) else { continue };
            let place = XyzDestination::new(number, Point::from_xy(0.0, points(y)));
            let link = LinkAnnotation::new(area(at)?, Target::Destination(place.into()));
            sheet.add_annotation(Annotation::new_link(link, None));
        }
        sheet.finish();
        Ok(())
    }

    fn words(&mut self, words: &Words, surface: &mut Surface) -> Result<(), PrintError> {
        let style = words.style;
        let sans = style.family == font::Family::Sans;
        let key = (words.text.clone(), style.weight.number(), sans, style.italic);
        let glyphs = self.glyphs.entry(key).or_insert_with(|| font::glyphs(&words.text, style));
        surface.set_stroke(None);
        surface.set_fill(Some(ink(words.colour)));
        let (mut x, y, size) = (points(words.x), points(words.y), words.size as f32);
        for run in glyphs.chunk_by(|a, b| a.face == b.face) {
            let face = self.fonts.get(run[0].face).ok_or(PrintError::Unknown("a typeface"))?;
            let set: Vec<KrillaGlyph> = run
                .iter()
                .map(|glyph| {
                    let (right, up) = glyph.shift;
                    let id = GlyphId::new(glyph.id);
                    KrillaGlyph::new(id, glyph.advance, right, up, 0.0, glyph.bytes.clone(), None)
                })
                .collect();
            surface.draw_glyphs(Point::from_xy(x, y), &set, face.clone(), &words.text, size, false);
            x += run.iter().map(|glyph| glyph.advance).sum::<f32>() * size;
        }
        Ok(())
    }

    fn picture(
        &mut self,
        id: DrawingId,
        at: &Rect,
        clip: Option<&Rect>,
        surface: &mut Surface,
    ) -> Result<(), PrintError> {
        if !self.graphics.contains_key(&id) {
            let graphic = self.graphic(id, surface)?;
            self.graphics.insert(id, graphic);
        }
        let Some((graphic, width)) = self.graphics.get(&id) else { return Ok(()) };
        if let Some(clip) = clip {
            surface.push_clip_path(&outline_of(clip)?, &FillRule::NonZero);
        }
        let scale = points(at.width) / width;
        surface.push_transform(&Transform::from_row(
            scale,
            0.0,
            0.0,
            scale,
            points(at.x),
            points(at.y),
        ));
        surface.draw_graphic(graphic.clone());
        surface.pop();
        if clip.is_some() {
            surface.pop();
        }
        Ok(())
    }

    /// A drawing as an object of its own, and its width.
    fn graphic(&self, id: DrawingId, surface: &mut Surface) -> Result<(Graphic, f32), PrintError> {
        let svg = self.document.drawings.get(id.0).ok_or(PrintError::NoDrawing)?;
        let tree = usvg::Tree::from_str(svg, &crate::png::options());
        let tree = tree.map_err(|error| PrintError::Svg(error.to_string()))?;
        let mut builder = surface.stream_builder();
        let mut inner = builder.surface();
        vector::draw(&tree, &mut inner, &self.fonts)?;
        inner.finish();
        Ok((Graphic::new(builder.finish(), false), tree.size().width()))
    }
}

fn ink(colour: Colour) -> Fill {
    Fill { paint: paint(colour).into(), opacity: NormalizedF32::ONE, rule: FillRule::NonZero }
}

fn paint([red, green, blue]: Colour) -> rgb::Color {
    rgb::Color::new(red, green, blue)
}

fn pen(width: f64, colour: Colour, dashed: bool) -> Stroke {
    let dash = StrokeDash { array: vec![points(0.8), points(0.5)], offset: 0.0 };
    Stroke {
        paint: paint(colour).into(),
        width: points(width),
        dash: dashed.then_some(dash),
        ..Stroke::default()
    }
}

fn line(
    from: (f64, f64),
    to: (f64, f64),
    width: f64,
    colour: Colour,
    dashed: bool,
    surface: &mut Surface,
) -> Result<(), PrintError> {
    let mut builder = PathBuilder::new();
    builder.move_to(points(from.0), points(from.1));
    builder.line_to(points(to.0), points(to.1));
    surface.set_fill(None);
    surface.set_stroke(Some(pen(width, colour, dashed)));
    surface.draw_path(&builder.finish().ok_or(PrintError::Size)?);
    Ok(())
}

fn rectangle(
    at: &Rect,
    fill: Option<Colour>,
    outline: Option<(f64, Colour)>,
    surface: &mut Surface,
) -> Result<(), PrintError> {
    if fill.is_none() && outline.is_none() {
        return Ok(());
    }
    surface.set_fill(fill.map(ink));
    surface.set_stroke(outline.map(|(width, colour)| pen(width, colour, false)));
    surface.draw_path(&outline_of(at)?);
    Ok(())
}

fn outline_of(at: &Rect) -> Result<krilla::geom::Path, PrintError> {
    let mut builder = PathBuilder::new();
    builder.push_rect(area(at)?);
    builder.finish().ok_or(PrintError::Size)
}

fn area(at: &Rect) -> Result<Rectangle, PrintError> {
    let (x, y) = (points(at.x), points(at.y));
    Rectangle::from_xywh(x, y, points(at.width), points(at.height)).ok_or(PrintError::Size)
}

/// Bookmarks, those of a lower level below the one before them.
fn outline(marks: &[Mark]) -> Outline {
    let mut outline = Outline::new();
    let mut at = 0;
    while at < marks.len() {
        outline.push_child(node(marks, &mut at));
    }
    outline
}

fn node(marks: &[Mark], at: &mut usize) -> OutlineNode {
    let mark = &marks[*at];
    *at += 1;
    let place = XyzDestination::new(mark.page, Point::from_xy(0.0, points(mark.y)));
    let mut node = OutlineNode::new(mark.title.clone(), place);
    while marks.get(*at).is_some_and(|next| next.level > mark.level) {
        node.push_child(self::node(marks, at));
    }
    node
}
