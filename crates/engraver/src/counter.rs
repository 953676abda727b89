//! Counters: what a unit looks like on the table, drawn from data as SVG.
//!
//! A counter is a group of 100 by 100 units around its middle, put in place with a `transform`; it
//! uses parts that [`definitions`] draws once for a whole document. The page, pictures and
//! documents share it. Which side a counter belongs to, and every state, can be told without
//! colour. Nothing here knows rules: the caller says what a unit's state is.

mod label;
mod marks;
mod paint;
mod parts;
mod sheet;
mod state;

use std::fmt::Write;

use atlas::Side;
use atlas::battle::{Arm, Guns, Mode, Rank, Size, Unit};
use field::Direction;

use crate::font;
use crate::palette::Theme;
use crate::svg::{escape, fine};

pub use paint::{Livery, Paint, SidePaint, TINTS, contrast};
pub use parts::definitions;
pub use sheet::counter_sheet_svg;
pub use state::{State, States};

/// Units from side to side of a counter.
pub const SIDE: f64 = 100.0;

/// Size of the letters of a designation, where there is room: they are the smallest on a counter.
const DESIGNATION: f32 = 19.0;

/// What a counter shows.
#[derive(Clone, PartialEq, Debug)]
pub struct Counter {
    /// Name of the unit in its scenario, for the page to find the group by.
    pub id: String,
    /// Whose.
    pub side: Side,
    /// What it fights with.
    pub arm: Arm,
    /// How big it is.
    pub size: Size,
    /// The large number.
    pub strength: String,
    /// The small number beside it: movement points, where they are printed.
    pub movement: Option<String>,
    /// The name on the top strip; shortened if it must be.
    pub designation: String,
    /// What is the matter with it.
    pub states: States,
    /// Colour of the strip, one of [`TINTS`]; without one the strip has the side's colour.
    pub tint: Option<&'static str>,
    /// Where it faces, if that matters.
    pub facing: Option<Direction>,
    /// Guns that ride with the cavalry.
    pub horse: bool,
    /// Its formation; only those for marching have a mark.
    pub mode: Option<Mode>,
    /// Names of leaders with it.
    pub leaders: Vec<String>,
    /// Stars of the highest leader with it, at most three.
    pub stars: u8,
}

impl Counter {
    /// The counter of a unit as printed.
    pub fn of(unit: &Unit, livery: &Livery) -> Counter {
        let special = &unit.special;
        let leaders = livery.leaders(unit);
        Counter {
            id: unit.id.clone(),
            side: unit.side,
            arm: unit.arm,
            size: unit.size,
            strength: unit.strength.to_string(),
            movement: livery.movement(unit).map(|points| points.to_string()),
            designation: unit.short.as_ref().unwrap_or(&unit.id).clone(),
            states: special.immobile.then_some(State::Immobile).into_iter().collect(),
            tint: livery.tint(unit),
            facing: special.facing.and_then(direction),
            horse: special.horse_artillery || special.guns == Some(Guns::Horse),
            mode: special.mode,
            leaders: leaders.iter().map(|(_, name)| name.clone()).collect(),
            stars: leaders.iter().map(|&(rank, _)| stars(rank)).max().unwrap_or(0),
        }
    }

    /// The other side of a unit's counter, if it has one.
    pub fn reverse_of(unit: &Unit, livery: &Livery) -> Option<Counter> {
        let reduced = unit.reduced?;
        let mut counter = Counter::of(unit, livery);
        counter.strength = reduced.to_string();
        counter.states.insert(State::Reduced);
        Some(counter)
    }

    /// The same without what changes in play in some games: strength, facing, formation and leaders. Whoever shows
    /// it puts them on.
    pub fn bare(self) -> Counter {
        Counter {
            strength: String::new(),
            facing: None,
            mode: None,
            leaders: Vec::new(),
            stars: 0,
            ..self
        }
    }

    /// The counter as a group around (0, 0). The document must hold the [`definitions`] of the same
    /// theme.
    pub fn svg(&self, theme: Theme) -> String {
        self.placed(theme, "")
    }

    /// The group with its middle at a point and its side this long, in the units of the drawing.
    pub fn svg_at(&self, theme: Theme, x: f64, y: f64, side: f64) -> String {
        let (x, y, scale) = (fine(x), fine(y), fine4(side / SIDE));
        self.placed(theme, &format!(" transform=\"translate({x} {y})scale({scale})\""))
    }

    /// The counter as a symbol with this id, for a page that places it with `use`.
    pub fn symbol(&self, theme: Theme, id: &str) -> String {
        let (id, group) = (escape(id), self.svg(theme));
        format!("<symbol id=\"{id}\" viewBox=\"-70 -70 140 140\">{group}</symbol>")
    }

    fn placed(&self, theme: Theme, transform: &str) -> String {
        let paint = Paint::of(theme);
        let ink = paint.sides[self.side].ink;
        let mut out = format!(
            "<g class=\"counter {}\" data-unit=\"{}\" role=\"img\" aria-label=\"{}\"{transform} \
             font-family=\"{}\" font-weight=\"700\" text-anchor=\"middle\" fill=\"{ink}\">",
            self.side.word(),
            escape(&label::clean(&self.id)),
            escape(&self.description()),
            font::SANS_FAMILY,
        );
        self.draw_body(&mut out, paint);
        self.draw_strip(&mut out, paint);
        self.draw_symbol(&mut out);
        self.draw_numbers(&mut out, paint);
        marks::draw(&mut out, self);
        out.push_str("</g>");
        out
    }

    fn has(&self, state: State) -> bool {
        self.states.contains(state)
    }

    fn draw_body(&self, out: &mut String, paint: Paint) {
        let letter = parts::letter(self.side);
        let part = |out: &mut String, name: &str| {
            let _ = write!(out, "<use href=\"#lr-{name}-{letter}\"/>");
        };
        if self.has(State::Selected) {
            part(out, "halo");
        }
        if let Some(facing) = self.facing {
            parts::facing(out, self.side, facing, paint);
        }
        part(out, "body");
        if self.has(State::Disrupted) {
            part(out, "dashes");
        }
        if self.has(State::Reduced) {
            part(out, "band");
        }
    }

    fn draw_strip(&self, out: &mut String, paint: Paint) {
        let letter = parts::letter(self.side);
        if let Some(tint) = self.tint {
            let _ = write!(out, "<use href=\"#lr-strip-{letter}\" fill=\"{}\"/>", escape(tint));
        }
        let ink = if self.tint.is_some() { paint.ink } else { paint.sides[self.side].ink };
        let (left, right) = marks::covered(self);
        let stars = self.stars.min(3);
        let starred = f32::from(stars) * parts::STAR;
        let room = parts::strip_room(self.side) - left - right - starred;
        let name = label::fit(&self.designation, room, DESIGNATION, 9.0);
        let start = (left - right - name.width - starred) / 2.0;
        for star in 0..stars {
            let x = fine((start + (f32::from(star) + 0.5) * parts::STAR - 1.2).into());
            let _ = write!(out, "<use href=\"#lr-star\" x=\"{x}\" fill=\"{ink}\"/>");
        }
        let middle = start + starred + name.width / 2.0;
        let capital = font::heights(name.size, font::Style::SANS_BOLD).capital;
        write_text(out, middle, parts::STRIP_MIDDLE + capital / 2.0, &name, ink);
    }

    fn draw_symbol(&self, out: &mut String) {
        let arm = parts::arm_name(self.arm, self.horse);
        let inverse = if self.has(State::Ineffective) { "-i" } else { "" };
        let _ = write!(out, "<use href=\"#lr-{}\"/>", parts::size_name(self.size));
        let _ = write!(out, "<use href=\"#lr-{arm}{inverse}\"/>");
        if let Some(part) = self.mode.and_then(parts::mode_name) {
            let _ = write!(out, "<use href=\"#lr-{part}\"/>");
        }
        if self.has(State::Routed) {
            out.push_str("<use href=\"#lr-crack\"/>");
        }
    }

    fn draw_numbers(&self, out: &mut String, paint: Paint) {
        let movement = self.movement.as_deref().map(|text| label::fit(text, 26.0, 23.0, 10.0));
        let beside = movement.as_ref().map_or(0.0, |fitted| fitted.width + parts::NUMBER_GAP);
        let largest = if self.mode.and_then(parts::mode_name).is_some() { 32.5 } else { 39.0 };
        let strength =
            label::fit(&self.strength, parts::number_room(self.side) - beside, largest, 12.0);
        let left = -(strength.width + beside) / 2.0;
        let ink = if self.has(State::Reduced) { paint.ink } else { paint.sides[self.side].ink };
        write_text(out, left + strength.width / 2.0, parts::NUMBER_LINE, &strength, ink);
        if let Some(movement) = movement {
            let dash = left + strength.width + parts::NUMBER_GAP / 2.0;
            let _ =
                write!(out, "<use href=\"#lr-dash\" x=\"{}\" fill=\"{ink}\"/>", fine(dash.into()));
            write_text(
                out,
                left + strength.width + beside - movement.width / 2.0,
                parts::NUMBER_LINE,
                &movement,
                ink,
            );
        }
    }

    /// The counter in words, for those who hear the table.
    pub fn description(&self) -> String {
        let mut out = format!(
            "{} {} {} {}",
            self.side,
            self.arm.word(),
            self.size.word(),
            label::clean(&self.designation),
        );
        if !self.strength.is_empty() {
            let _ = write!(out, ", strength {}", label::clean(&self.strength));
        }
        if let Some(movement) = &self.movement {
            let _ = write!(out, ", movement {}", label::clean(movement));
        }
        for state in self.states.iter() {
            let _ = write!(out, ", {}", state.word());
        }
        if let Some(mode) = self.mode {
            let _ = write!(out, ", {}", mode.word());
        }
        if let Some(facing) = self.facing {
            let _ = write!(out, ", facing {}", parts::direction_word(facing));
        }
        if !self.leaders.is_empty() {
            let names: Vec<String> =
                self.leaders.iter().take(4).map(|name| label::clean(name)).collect();
            let _ = write!(out, ", with {}", names.join(" and "));
        }
        out
    }
}

/// Writes fitted text around x, on the baseline y.
fn write_text(out: &mut String, x: f32, y: f32, fitted: &label::Fitted, ink: &str) {
    if !fitted.text.is_empty() {
        let (x, y, size) = (fine(x.into()), fine(y.into()), fine(fitted.size.into()));
        let text = escape(&fitted.text);
        let _ = write!(
            out,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{ink}\">{text}</text>"
        );
    }
}

/// The direction with a printed number, 1 (north) to 8 (north-west).
fn direction(number: u8) -> Option<Direction> {
    Direction::ALL.get(usize::from(number).checked_sub(1)?).copied()
}

/// How many stars a rank wears.
const fn stars(rank: Rank) -> u8 {
    match rank {
        Rank::Brigade | Rank::Division => 1,
        Rank::Corps | Rank::Deputy => 2,
    }
}

/// A number with four decimals at most.
fn fine4(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
