//! A drawing as paths and letters of a PDF: what the renderer of pictures reads is written here as it is, without pixels.
//!
//! Only what our drawings hold is known: paths, groups, clips, gradients and text. Anything else is refused, so that
//! nothing is ever left out of a page without a word.

use krilla::color::rgb;
use krilla::geom::{Path, PathBuilder, Point, Transform};
use krilla::num::NormalizedF32;
use krilla::paint::{
    Fill, FillRule, LineCap, LineJoin, LinearGradient, Paint, RadialGradient, SpreadMethod, Stop,
    Stroke, StrokeDash,
};
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use resvg::tiny_skia::{self, PathSegment};
use resvg::usvg;

use super::write::PrintError;

/// Draws a whole tree.
pub(super) fn draw(
    tree: &usvg::Tree,
    surface: &mut Surface,
    fonts: &[Font],
) -> Result<(), PrintError> {
    let faces: Vec<usvg::fontdb::ID> = tree.fontdb().faces().map(|face| face.id).collect();
    Drawer { fonts, faces }.group(tree.root(), surface)
}

struct Drawer<'f> {
    fonts: &'f [Font],
    faces: Vec<usvg::fontdb::ID>,
}

impl Drawer<'_> {
    fn group(&self, group: &usvg::Group, surface: &mut Surface) -> Result<(), PrintError> {
        if group.mask().is_some() || !group.filters().is_empty() {
            return Err(PrintError::Unknown("a mask or a filter"));
        }
        if group.blend_mode() != usvg::BlendMode::Normal {
            return Err(PrintError::Unknown("a blend mode"));
        }
        surface.push_transform(&transform(group.transform()));
        let mut pushed = 1;
        if let Some(clip) = group.clip_path() {
            let (path, rule) = clip_path(clip)?;
            surface.push_clip_path(&path, &rule);
            pushed += 1;
        }
        if group.opacity() != usvg::Opacity::ONE {
            surface.push_opacity(share(group.opacity().get()));
            pushed += 1;
        }
        for node in group.children() {
            self.node(node, surface)?;
        }
        for _ in 0..pushed {
            surface.pop();
        }
        Ok(())
    }

    fn node(&self, node: &usvg::Node, surface: &mut Surface) -> Result<(), PrintError> {
        match node {
            usvg::Node::Group(inner) => self.group(inner, surface),
            usvg::Node::Path(path) => draw_path(path, surface),
            usvg::Node::Text(text) => self.text(text, surface),
            usvg::Node::Image(_) => Err(PrintError::Unknown("a picture within a drawing")),
        }
    }

    fn text(&self, text: &usvg::Text, surface: &mut Surface) -> Result<(), PrintError> {
        for span in text.layouted().iter().filter(|span| span.visible) {
            for decoration in [&span.overline, &span.underline, &span.line_through] {
                if decoration.is_some() {
                    return Err(PrintError::Unknown("a line along a text"));
                }
            }
            let fill = span.fill.as_ref().map(fill_of).transpose()?;
            let stroke = span.stroke.as_ref().map(stroke_of).transpose()?;
            if stroke.is_some() {
                for glyph in &span.positioned_glyphs {
                    self.glyph(glyph, None, stroke.clone(), true, surface)?;
                }
            }
            if fill.is_some() {
                for glyph in &span.positioned_glyphs {
                    self.glyph(glyph, fill.clone(), None, false, surface)?;
                }
            }
        }
        Ok(())
    }

    fn glyph(
        &self,
        glyph: &usvg::layout::PositionedGlyph,
        fill: Option<Fill>,
        stroke: Option<Stroke>,
        outlined: bool,
        surface: &mut Surface,
    ) -> Result<(), PrintError> {
        let face = self.faces.iter().position(|&face| face == glyph.font);
        let font = face.and_then(|face| self.fonts.get(face));
        let font = font.ok_or(PrintError::Unknown("a typeface"))?.clone();
        let size = glyph.font_size();
        let scale = font.units_per_em() / size;
        let at = glyph.transform().pre_concat(tiny_skia::Transform::from_scale(scale, scale));
        let one = KrillaGlyph::new(
            GlyphId::new(glyph.id.0),
            0.0,
            0.0,
            0.0,
            0.0,
            0..glyph.text.len(),
            None,
        );
        surface.push_transform(&transform(at));
        surface.set_fill(fill);
        surface.set_stroke(stroke);
        surface.draw_glyphs(Point::from_xy(0.0, 0.0), &[one], font, &glyph.text, size, outlined);
        surface.pop();
        Ok(())
    }
}

fn draw_path(path: &usvg::Path, surface: &mut Surface) -> Result<(), PrintError> {
    if !path.is_visible() {
        return Ok(());
    }
    let fill = path.fill().map(fill_of).transpose()?;
    let stroke = path.stroke().map(stroke_of).transpose()?;
    let Some(shape) = shape(path.data()) else { return Ok(()) };
    let both = match path.paint_order() {
        usvg::PaintOrder::FillAndStroke => vec![(fill, stroke)],
        usvg::PaintOrder::StrokeAndFill => vec![(None, stroke), (fill, None)],
    };
    for (fill, stroke) in both {
        if fill.is_some() || stroke.is_some() {
            surface.set_fill(fill);
            surface.set_stroke(stroke);
            surface.draw_path(&shape);
        }
    }
    Ok(())
}

/// The paths of a clip as one, and which of its points are inside.
fn clip_path(clip: &usvg::ClipPath) -> Result<(Path, FillRule), PrintError> {
    if clip.clip_path().is_some() {
        return Err(PrintError::Unknown("a clip within a clip"));
    }
    let mut builder = PathBuilder::new();
    let mut rule = FillRule::NonZero;
    gather(clip.root(), clip.transform(), &mut builder, &mut rule)?;
    let path = builder.finish().ok_or(PrintError::Unknown("an empty clip"))?;
    Ok((path, rule))
}

fn gather(
    group: &usvg::Group,
    outer: tiny_skia::Transform,
    builder: &mut PathBuilder,
    rule: &mut FillRule,
) -> Result<(), PrintError> {
    let here = outer.pre_concat(group.transform());
    for node in group.children() {
        match node {
            usvg::Node::Group(inner) => gather(inner, here, builder, rule)?,
            usvg::Node::Path(path) => {
                if path.fill().is_some_and(|fill| fill.rule() == usvg::FillRule::EvenOdd) {
                    *rule = FillRule::EvenOdd;
                }
                let data = path.data().clone().transform(here);
                let data = data.ok_or(PrintError::Unknown("a clip without size"))?;
                segments(&data, builder);
            }
            usvg::Node::Text(_) | usvg::Node::Image(_) => {
                return Err(PrintError::Unknown("a clip of letters or pictures"));
            }
        }
    }
    Ok(())
}

fn shape(data: &tiny_skia::Path) -> Option<Path> {
    let mut builder = PathBuilder::new();
    segments(data, &mut builder);
    builder.finish()
}

fn segments(data: &tiny_skia::Path, builder: &mut PathBuilder) {
    for segment in data.segments() {
        match segment {
            PathSegment::MoveTo(p) => builder.move_to(p.x, p.y),
            PathSegment::LineTo(p) => builder.line_to(p.x, p.y),
            PathSegment::QuadTo(c, p) => builder.quad_to(c.x, c.y, p.x, p.y),
            PathSegment::CubicTo(c, d, p) => builder.cubic_to(c.x, c.y, d.x, d.y, p.x, p.y),
            PathSegment::Close => builder.close(),
        }
    }
}

fn fill_of(fill: &usvg::Fill) -> Result<Fill, PrintError> {
    let rule = match fill.rule() {
        usvg::FillRule::NonZero => FillRule::NonZero,
        usvg::FillRule::EvenOdd => FillRule::EvenOdd,
    };
    Ok(Fill { paint: paint(fill.paint())?, opacity: share(fill.opacity().get()), rule })
}

fn stroke_of(stroke: &usvg::Stroke) -> Result<Stroke, PrintError> {
    let offset = stroke.dashoffset();
    Ok(Stroke {
        paint: paint(stroke.paint())?,
        width: stroke.width().get(),
        miter_limit: stroke.miterlimit().get(),
        line_cap: match stroke.linecap() {
            usvg::LineCap::Butt => LineCap::Butt,
            usvg::LineCap::Round => LineCap::Round,
            usvg::LineCap::Square => LineCap::Square,
        },
        line_join: match stroke.linejoin() {
            usvg::LineJoin::Miter | usvg::LineJoin::MiterClip => LineJoin::Miter,
            usvg::LineJoin::Round => LineJoin::Round,
            usvg::LineJoin::Bevel => LineJoin::Bevel,
        },
        opacity: share(stroke.opacity().get()),
        dash: stroke.dasharray().map(|array| StrokeDash { array: array.to_vec(), offset }),
    })
}

fn paint(paint: &usvg::Paint) -> Result<Paint, PrintError> {
    Ok(match paint {
        usvg::Paint::Color(colour) => rgb::Color::new(colour.red, colour.green, colour.blue).into(),
        usvg::Paint::LinearGradient(gradient) => LinearGradient {
            x1: gradient.x1(),
            y1: gradient.y1(),
            x2: gradient.x2(),
            y2: gradient.y2(),
            transform: transform(gradient.transform()),
            spread_method: SpreadMethod::Pad,
            stops: stops(gradient.stops()),
            anti_alias: false,
        }
        .into(),
        usvg::Paint::RadialGradient(gradient) => RadialGradient {
            fx: gradient.fx(),
            fy: gradient.fy(),
            fr: 0.0,
            cx: gradient.cx(),
            cy: gradient.cy(),
            cr: gradient.r().get(),
            transform: transform(gradient.transform()),
            spread_method: SpreadMethod::Pad,
            stops: stops(gradient.stops()),
            anti_alias: false,
        }
        .into(),
        usvg::Paint::Pattern(_) => return Err(PrintError::Unknown("a pattern")),
    })
}

fn stops(stops: &[usvg::Stop]) -> Vec<Stop> {
    let one = |stop: &usvg::Stop| Stop {
        offset: share(stop.offset().get()),
        color: rgb::Color::new(stop.color().red, stop.color().green, stop.color().blue).into(),
        opacity: share(stop.opacity().get()),
    };
    stops.iter().map(one).collect()
}

fn transform(t: tiny_skia::Transform) -> Transform {
    Transform::from_row(t.sx, t.ky, t.kx, t.sy, t.tx, t.ty)
}

/// A number between nothing and all.
pub(super) fn share(number: f32) -> NormalizedF32 {
    NormalizedF32::new(number.clamp(0.0, 1.0)).unwrap_or(NormalizedF32::ONE)
}
