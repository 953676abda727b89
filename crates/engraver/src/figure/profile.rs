//! Ground from the side, with a line of sight from eye to eye: why it is clear, or what is in its way.

use super::overlay::Inks;
use super::text::{Feet, LineText, ProfileText};
use super::{Meaning, head};
use crate::font;
use crate::palette::{Palette, Theme};
use crate::point::Point;
use crate::svg::{PathData, Svg, escape, number};

/// Drawing units of a square from side to side, and of a foot of height.
const SQUARE: f64 = 110.0;
const FOOT: f64 = 1.7;
/// Room above the highest thing of a line, and below its ground.
const SKY: f64 = 46.0;
const BELOW: f64 = 34.0;
const BORDER: f64 = 14.0;

/// Lines of sight, one below the other.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Profile {
    feet: Feet,
    lines: Vec<Line>,
}

/// One of them.
#[derive(Clone, PartialEq, Debug)]
struct Line {
    squares: Vec<Square>,
    ends: [String; 2],
    meaning: Meaning,
}

/// A square that a line goes over.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Square {
    level: u8,
    on: Thing,
}

/// What stands on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Thing {
    Nothing,
    Woods,
    Town,
    Corn,
    Unit,
}

impl Square {
    fn read(text: &str) -> Option<Square> {
        let (level, on) = text.split_once(' ').unwrap_or((text, ""));
        let on = match on {
            "" => Thing::Nothing,
            "woods" => Thing::Woods,
            "town" => Thing::Town,
            "corn" => Thing::Corn,
            "unit" => Thing::Unit,
            _ => return None,
        };
        let level = level.parse().ok().filter(|level| (1..=4).contains(level))?;
        Some(Square { level, on })
    }

    /// Feet of its ground above the lowest level.
    fn ground(self, feet: Feet) -> f64 {
        f64::from(self.level - 1) * feet.level
    }

    /// Feet of what stands on it.
    fn height(self, feet: Feet) -> f64 {
        match self.on {
            Thing::Nothing => 0.0,
            Thing::Woods => feet.woods,
            Thing::Town => feet.town,
            Thing::Corn => feet.corn,
            Thing::Unit => feet.unit,
        }
    }
}

impl Line {
    fn read(text: &LineText) -> Result<Line, String> {
        let square = |text: &String| {
            Square::read(text).ok_or(format!("`{text}`; expected a level and what stands there"))
        };
        let squares = text.squares.iter().map(square).collect::<Result<Vec<_>, _>>()?;
        if squares.len() < 2 {
            return Err("a line of sight; expected two squares or more".into());
        }
        Ok(Line { squares, ends: text.ends.clone(), meaning: text.r#as })
    }

    /// Drawing units from its sky to the lowest ground.
    fn height(&self, feet: Feet) -> f64 {
        let tops = self.squares.iter().map(|square| square.ground(feet) + square.height(feet));
        SKY + tops.fold(0.0, f64::max) * FOOT
    }

    /// Feet of the eyes of the first and the last.
    fn eyes(&self, feet: Feet) -> (f64, f64) {
        let eye = |square: &Square| square.ground(feet) + feet.unit;
        (eye(&self.squares[0]), eye(&self.squares[self.squares.len() - 1]))
    }
}

impl Profile {
    pub(super) fn read(text: &ProfileText) -> Result<Profile, String> {
        let lines = text.lines.iter().map(Line::read).collect::<Result<Vec<_>, _>>()?;
        Ok(Profile { feet: text.feet, lines })
    }

    fn extent(&self) -> (f64, f64) {
        let widest = self.lines.iter().map(|line| line.squares.len()).max().unwrap_or(0);
        let heights = self.lines.iter().map(|line| line.height(self.feet) + BELOW);
        (widest as f64 * SQUARE + 2.0 * BORDER, heights.sum::<f64>() + 2.0 * BORDER)
    }

    pub(super) fn size(&self) -> (u32, u32) {
        let (width, height) = self.extent();
        (width.round() as u32, height.round() as u32)
    }

    pub(super) fn svg(&self, title: &str, theme: Theme) -> String {
        let (palette, inks) = (theme.palette(), Inks::of(theme));
        let (width, height) = self.extent();
        let mut svg = Svg::new();
        svg.raw(&head(title, 0.0, (width, height), self.size()));
        let (inner, deep) = (number(width - 10.0), number(height - 10.0));
        svg.raw(&format!(
            "<rect x=\"5\" y=\"5\" width=\"{inner}\" height=\"{deep}\" rx=\"9\" fill=\"{}\" stroke=\"{}\" \
             stroke-width=\"4\"/>",
            palette.paper, palette.frame
        ));
        let mut floor = BORDER;
        for line in &self.lines {
            floor += line.height(self.feet);
            Panel { feet: self.feet, line, floor, palette, inks: &inks }.draw(&mut svg);
            floor += BELOW;
        }
        svg.raw("\n</svg>\n");
        svg.into_string()
    }
}

/// One line being drawn; its lowest ground is at the height of the floor.
struct Panel<'a> {
    feet: Feet,
    line: &'a Line,
    floor: f64,
    palette: &'a Palette,
    inks: &'a Inks,
}

impl Panel<'_> {
    /// The point over the middle of a square, at a height in feet.
    fn at(&self, square: f64, feet: f64) -> Point {
        Point::new(BORDER + (square + 0.5) * SQUARE, self.floor - feet * FOOT)
    }

    fn draw(&self, svg: &mut Svg) {
        for (index, &square) in self.line.squares.iter().enumerate() {
            self.draw_ground(svg, index, square);
            self.draw_thing(svg, index as f64, square);
        }
        self.draw_sight(svg);
        let last = self.line.squares.len() - 1;
        for (at, name) in [(0, &self.line.ends[0]), (last, &self.line.ends[1])] {
            let top = self.line.squares[at].ground(self.feet) + self.feet.unit;
            let shift = Point::new(0.0, -14.0);
            self.write(
                svg,
                self.at(at as f64, top) + shift,
                name,
                self.inks.colour(Meaning::Plain),
            );
        }
    }

    fn draw_ground(&self, svg: &mut Svg, index: usize, square: Square) {
        let top = self.at(index as f64, square.ground(self.feet));
        let (left, right) = (top.x - SQUARE / 2.0, top.x + SQUARE / 2.0);
        let bottom = self.floor + BELOW - 8.0;
        let mut area = PathData::new();
        let corners = [(left, top.y), (right, top.y), (right, bottom), (left, bottom)];
        area.polygon(&corners.map(|(x, y)| Point::new(x, y)));
        let (fill, line) =
            (self.palette.levels[usize::from(square.level - 1)], self.palette.hachure);
        svg.path(&area, format_args!("fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"1\""));
        let label = format!("level {}", square.level);
        let at = Point::new(top.x, self.floor + BELOW / 2.0 - 3.0);
        self.write(svg, at, &label, self.palette.number);
    }

    fn draw_thing(&self, svg: &mut Svg, index: f64, square: Square) {
        let base = square.ground(self.feet);
        let ends = index == 0.0 || index as usize == self.line.squares.len() - 1;
        let (thing, tall) = match square.on {
            Thing::Nothing if ends => (Thing::Unit, self.feet.unit),
            Thing::Nothing => return,
            thing => (thing, square.height(self.feet)),
        };
        let (half, fill, edge) = match thing {
            Thing::Woods => (0.36, self.palette.crowns[1], self.palette.crown_edge),
            Thing::Town => (0.3, self.palette.roofs[0], self.palette.roof_edge),
            Thing::Corn => (0.42, self.palette.corn, self.palette.corn_stalk),
            Thing::Unit | Thing::Nothing => (0.2, self.palette.ink, self.palette.ink),
        };
        let (foot, top) = (self.at(index, base), self.at(index, base + tall));
        let (left, right) = (foot.x - half * SQUARE, foot.x + half * SQUARE);
        let mut shape = PathData::new();
        if thing == Thing::Woods {
            // Three crowns side by side, as high as woods are.
            for crown in 0..3 {
                let width = (right - left) / 3.0;
                let x = left + (f64::from(crown) + 0.5) * width;
                let round = [
                    Point::new(x - width / 2.0, foot.y),
                    Point::new(x - width / 2.0, top.y + 6.0),
                    Point::new(x, top.y),
                    Point::new(x + width / 2.0, top.y + 6.0),
                    Point::new(x + width / 2.0, foot.y),
                ];
                shape.polygon(&round);
            }
        } else {
            let corners = [(left, foot.y), (left, top.y), (right, top.y), (right, foot.y)];
            shape.polygon(&corners.map(|(x, y)| Point::new(x, y)));
        }
        svg.path(&shape, format_args!("fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"1.2\""));
    }

    /// The line from eye to eye, and its height over whatever might be in the way.
    fn draw_sight(&self, svg: &mut Svg) {
        let (from, to) = self.line.eyes(self.feet);
        let steps = self.line.squares.len() - 1;
        let height = |i: usize| (from * (steps - i) as f64 + to * i as f64) / steps as f64;
        let mut line = PathData::new();
        line.segment(self.at(0.0, from), self.at(steps as f64, to));
        let (halo, colour) = (self.inks.halo, self.inks.colour(self.line.meaning));
        let dashes = self.line.meaning.dashes();
        svg.path(
            &line,
            format_args!(
                "fill=\"none\" stroke=\"{halo}\" stroke-width=\"6\" stroke-opacity=\".8\""
            ),
        );
        svg.path(
            &line,
            format_args!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"3\"{dashes}"),
        );
        for (i, square) in self.line.squares.iter().enumerate().take(steps).skip(1) {
            if square.on == Thing::Nothing {
                continue;
            }
            let (there, top) = (height(i), square.ground(self.feet) + square.height(self.feet));
            let mut dot = PathData::new();
            dot.circle(self.at(i as f64, there), 4.6);
            svg.path(&dot, format_args!("fill=\"{colour}\" stroke=\"{halo}\" stroke-width=\"2\""));
            let words = format!("line {}, top {}", number(there), number(top));
            let above = self.at(i as f64, there.max(top)) + Point::new(46.0, -20.0);
            self.write(svg, above, &words, colour);
        }
    }

    fn write(&self, svg: &mut Svg, at: Point, text: &str, colour: &str) {
        const SIZE: f64 = 15.0;
        let capital = f64::from(font::heights(SIZE as f32, font::Style::SANS_BOLD).capital);
        svg.raw(&format!(
            "<text x=\"{}\" y=\"{}\" font-family=\"{}\" font-size=\"{SIZE}\" font-weight=\"700\" text-anchor=\"middle\" \
             paint-order=\"stroke\" stroke=\"{}\" stroke-width=\"4\" stroke-linejoin=\"round\" fill=\"{colour}\">{}</text>",
            number(at.x),
            number(at.y + capital / 2.0),
            font::SANS_FAMILY,
            self.inks.halo,
            escape(text)
        ));
    }
}
