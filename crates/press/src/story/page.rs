//! The story as one page that needs nothing else: map, counters, steps, and the few lines that run it.

use std::collections::BTreeMap;
use std::fmt::Write;

use engraver::counter::{State, definitions};
use engraver::geometry::Geometry;
use engraver::{BLEED, Options, Theme, board_fragment, credit, escape, units};
use field::Cell;
use serde_json::{Value, json};

use super::{Field, Standing, Story};

/// How the page looks.
const STYLE: &str = include_str!("page.css");

/// What runs it.
const SCRIPT: &str = include_str!("page.js");

/// What a counter shows: who it is, and the states it is in.
type Face = (String, Vec<&'static str>);

fn face(standing: &Standing) -> Face {
    (standing.unit.clone(), standing.states.iter().map(State::word).collect())
}

/// The faces of a story in the order in which they are first seen.
#[derive(Default)]
struct Faces {
    numbers: BTreeMap<Face, usize>,
    symbols: String,
}

impl Faces {
    fn number(&mut self, story: &Story, standing: &Standing, theme: Theme) -> Option<usize> {
        let face = face(standing);
        if let Some(&number) = self.numbers.get(&face) {
            return Some(number);
        }
        let number = self.numbers.len();
        let counter = story.counter(standing)?;
        let _ = write!(self.symbols, "<g id=\"face-{number}\">{}</g>", counter.svg(theme));
        self.numbers.insert(face, number);
        Some(number)
    }
}

/// The story as a page.
pub fn html(story: &Story) -> String {
    let theme = Theme::Light;
    let map = &story.files.map;
    let geometry = Geometry::new(&map.grid);
    let (width, height) = geometry.size();
    let mut faces = Faces::default();
    let mut steps = Vec::new();
    let mut before = Field::new();
    for step in &story.steps {
        let changed = changed(story, &before, &step.field, &mut faces, theme);
        steps.push(json!({"when": step.when, "said": step.said, "cells": changed}));
        before.clone_from(&step.field);
    }
    let middles = map.grid.cells().map(|cell| {
        let middle = geometry.centre(cell);
        let place = json!([tenth(middle.x), tenth(middle.y)]);
        (map.grid.name(cell).to_string(), place)
    });
    let spots = (1..=units::SHOWN).map(|count| {
        let spots = units::spots(count, geometry.is_hex());
        let one = |spot: &units::Spot| json!([tenth(spot.x), tenth(spot.y), tenth(spot.side)]);
        Value::Array(spots.iter().map(one).collect())
    });
    let data = json!({
        "steps": steps,
        "middles": Value::Object(middles.collect()),
        "spots": Value::Array(spots.collect()),
    });
    let options = Options { theme, ..Options::default() };
    let view = format!("{0} {0} {1:.1} {2:.1}", -BLEED, width + 2.0 * BLEED, height + 2.0 * BLEED);
    let (title, outcome) = (escape(&story.title()), escape(&story.outcome));
    let seats = escape(&story.seats.join(", "));
    let mut out =
        String::from("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    let _ = writeln!(
        out,
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<header><h1>{title}</h1><p>{outcome}. {seats}</p></header>\n\
         <main><svg id=\"map\" viewBox=\"{view}\" role=\"img\" aria-label=\"{title}\">{}<defs>{}{}</defs>\
         <g id=\"units\"></g></svg></main>",
        board_fragment(map, &options),
        definitions(theme),
        faces.symbols,
    );
    let _ = writeln!(
        out,
        "<footer>\n<div class=\"bar\"><button id=\"first\" type=\"button\">Beginning</button>\
         <button id=\"back\" type=\"button\">Back</button><button id=\"play\" type=\"button\">Play</button>\
         <button id=\"next\" type=\"button\">Next</button>\
         <label>Pace <select id=\"pace\"><option value=\"1600\">slow</option><option value=\"800\" selected>\
         even</option><option value=\"250\">fast</option></select></label></div>\n\
         <input id=\"at\" type=\"range\" min=\"0\" max=\"{}\" value=\"0\" aria-label=\"Step\">\n\
         <p id=\"when\"></p><ul id=\"said\" aria-live=\"polite\"></ul>\n<p class=\"credit\">{}. Told by Long Roll.</p>\n\
         <noscript><p>This story moves by a script that your browser does not run.</p></noscript>\n</footer>",
        story.actions(),
        escape(credit(map).trim_end_matches('.')),
    );
    // Nothing in the data may end the element that holds it.
    let data = data.to_string().replace('<', "\\u003c");
    let _ = writeln!(out, "<script type=\"application/json\" id=\"story\">{data}</script>");
    let _ = writeln!(out, "<script>{SCRIPT}</script>\n</body>\n</html>");
    out
}

fn tenth(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// The cells that changed, with who stands there now, those on top first: unit and face.
fn changed(story: &Story, before: &Field, after: &Field, faces: &mut Faces, theme: Theme) -> Value {
    let name = |cell: Cell| story.files.map.grid.name(cell).to_string();
    let mut out = serde_json::Map::new();
    for &cell in before.keys().filter(|cell| !after.contains_key(cell)) {
        out.insert(name(cell), json!([]));
    }
    for (&cell, here) in after.iter().filter(|(cell, here)| before.get(*cell) != Some(*here)) {
        let told = here.iter().filter_map(|standing| {
            Some(json!([standing.unit, faces.number(story, standing, theme)?]))
        });
        out.insert(name(cell), Value::Array(told.collect()));
    }
    Value::Object(out)
}
