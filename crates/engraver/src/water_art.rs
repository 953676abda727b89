//! Drawing of water: banks first, then everything wet, so that waters run into each other.

use crate::ground::closed;
use crate::palette::Palette;
use crate::point::Point;
use crate::survey::{Survey, scatter};
use crate::svg::{PathData, Svg};
use crate::water::{Creek, Kind};

pub(crate) fn draw_water(svg: &mut Svg, survey: &Survey, palette: &Palette) {
    let waters = &survey.waters;
    if waters.river.is_empty() && waters.creeks.is_empty() {
        return;
    }
    svg.layer("water", "stroke-linejoin=\"round\"");
    draw_meadow(svg, survey, palette);
    paint_banks(svg, &waters.creeks, palette);
    draw_rivers(svg, survey, palette);
    paint_water(svg, &waters.creeks, palette);
    svg.end();
}

/// Creeks alone.
pub(crate) fn paint_creeks(svg: &mut Svg, creeks: &[Creek], palette: &Palette) {
    paint_banks(svg, creeks, palette);
    paint_water(svg, creeks, palette);
}

fn paint_banks(svg: &mut Svg, creeks: &[Creek], palette: &Palette) {
    let mut banks = PathData::new();
    for creek in creeks {
        banks.polygon(&creek.banks(1.7));
    }
    svg.path(&banks, format_args!("fill=\"{}\"", palette.bank));
}

fn paint_water(svg: &mut Svg, creeks: &[Creek], palette: &Palette) {
    for (kinds, fill) in [
        (&[Kind::Creek, Kind::Stream, Kind::Ditch][..], palette.water),
        (&[Kind::Canal][..], palette.canal),
    ] {
        let mut data = PathData::new();
        for creek in creeks.iter().filter(|creek| kinds.contains(&creek.kind)) {
            data.polygon(&creek.banks(0.0));
        }
        svg.path(&data, format_args!("fill=\"{fill}\""));
    }
    draw_flow(svg, creeks, palette);
}

/// The wet ground that belongs to stream cells, with tufts of reed.
fn draw_meadow(svg: &mut Svg, survey: &Survey, palette: &Palette) {
    let meadow = &survey.waters.meadow;
    if meadow.is_empty() {
        return;
    }
    svg.path(&closed(meadow), format_args!("fill=\"{}\"", palette.meadow));
    let mut reeds = PathData::halves();
    for (p, mut chance) in scatter(survey, meadow, 23.0, 7.0, 61) {
        let wide = chance.between(4.0, 7.0);
        reeds.segment(p - Point::new(wide, 0.0), p + Point::new(wide, 0.0));
        for dx in [-2.2, 0.0, 2.2] {
            reeds.segment(p + Point::new(dx, -1.2), p + Point::new(dx * 1.5, -4.2 - chance.unit()));
        }
    }
    svg.path(
        &reeds,
        format_args!(
            "fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\" stroke-opacity=\".75\" stroke-linecap=\"round\" transform=\"scale(.5)\"",
            palette.water_line
        ),
    );
}

/// Rivers with the lining of engraved water: lines along the banks, closer together near them.
fn draw_rivers(svg: &mut Svg, survey: &Survey, palette: &Palette) {
    if survey.waters.river.is_empty() {
        return;
    }
    let (id, clip) = (survey.id("river"), survey.id("river-clip"));
    svg.define(&id, &closed(&survey.waters.river));
    svg.raw(&format!("<defs><clipPath id=\"{clip}\"><use href=\"#{id}\"/></clipPath></defs>"));
    svg.reuse(&id, format_args!("fill=\"{0}\" stroke=\"{0}\" stroke-width=\"4.4\"", palette.bank));
    svg.group(&format!("clip-path=\"url(#{clip})\" fill=\"none\""));
    svg.reuse(&id, format_args!("fill=\"{}\"", palette.deep));
    for (distance, width) in
        [(36.0, 0.6), (28.0, 0.7), (20.5, 0.8), (14.0, 0.95), (8.6, 1.1), (4.2, 1.2)]
    {
        let line = 2.0 * (distance + width / 2.0);
        let back = 2.0 * (distance - width / 2.0);
        let tone = if distance > 22.0 { palette.deep } else { palette.water };
        svg.reuse(
            &id,
            format_args!("stroke=\"{}\" stroke-width=\"{line:.1}\"", palette.water_line),
        );
        svg.reuse(&id, format_args!("stroke=\"{tone}\" stroke-width=\"{back:.1}\""));
    }
    svg.end();
}

/// A line of light down the middle of creeks, the towpath dashes of canals.
fn draw_flow(svg: &mut Svg, creeks: &[Creek], palette: &Palette) {
    let (mut light, mut dashes, mut lining) = (PathData::new(), PathData::new(), PathData::new());
    for creek in creeks {
        match creek.kind {
            Kind::Creek if creek.widths.1 > 20.0 => {
                for inset in [-4.0, -8.5] {
                    lining.polygon(&creek.banks(inset));
                }
            }
            Kind::Creek => light.polyline(&crate::roads::thin(&creek.line.points)),
            Kind::Canal => dashes.polyline(&crate::roads::thin(&creek.line.points)),
            Kind::Ditch | Kind::Stream => {}
        }
    }
    let line = palette.water_line;
    svg.path(
        &light,
        format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\"", palette.deep),
    );
    svg.path(&lining, format_args!("fill=\"none\" stroke=\"{line}\" stroke-width=\".8\""));
    svg.path(
        &dashes,
        format_args!(
            "fill=\"none\" stroke=\"{}\" stroke-width=\"1\" stroke-dasharray=\"3.2 3.2\"",
            palette.bank
        ),
    );
}
