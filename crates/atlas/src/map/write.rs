//! Writes a map in the canonical form of `map.json`.
//!
//! One line for each edge, road, river, label or goal and four cells to a line, in the order of
//! printed names, so that a change of one fact is a change of one line. What has its usual value is
//! left out.

use std::io;

use field::{Cell, Shape};
use serde::Serialize;
use serde_json::ser::Formatter;
use serde_json::{Serializer, Value, json};

use super::{Crossing, Entry, Ground, Hexside, Label, Map, Objective, RoadStep, Watercourse};
use crate::Side;

/// How many cells stand on a line.
const CELLS_TO_A_LINE: usize = 4;

/// The fields of an object, in order.
type Fields = serde_json::Map<String, Value>;

impl Map {
    /// The text of this map's file, in canonical form: [`Map::from_json`] gives the same map again.
    pub fn to_json(&self) -> String {
        let mut page = Page::default();
        page.plain("id", &json!(self.id));
        page.plain("title", &json!(self.title));
        page.plain("system", &json!(self.system.word()));
        page.object("grid", self.grid_fields().iter().map(|(key, value)| entry(key, value)));
        page.cells(self);
        page.object("edges", self.edge_lines().into_iter());
        page.list("roads", self.roads.iter().map(|step| self.road(step)));
        let railroads: Vec<Value> =
            self.railroads.iter().map(|&(a, b)| json!([self.name(a), self.name(b)])).collect();
        page.plain("railroads", &Value::Array(railroads));
        page.list("rivers", self.rivers.iter().map(|river| self.river(river)));
        page.by_cell(self, "crossings", &self.crossings, |crossing| self.crossing(crossing));
        page.list("labels", self.labels.iter().map(|label| self.label(label)));
        page.by_cell(self, "objectives", &self.objectives, objective);
        page.by_cell(self, "entries", &self.entries, entrance);
        page.by_cell(self, "exits", &self.exits, |exit| json!({ "name": exit.name }));
        page.object("provenance", self.provenance().iter().map(|(key, value)| entry(key, value)));
        page.finish()
    }

    fn name(&self, cell: Cell) -> String {
        self.grid.name(cell).to_string()
    }

    fn names(&self, cells: &[Cell]) -> Vec<String> {
        cells.iter().map(|&cell| self.name(cell)).collect()
    }

    fn grid_fields(&self) -> Fields {
        let mut fields = Fields::new();
        let mut put = |key: &str, value: Value| fields.insert(key.to_owned(), value);
        match self.grid.shape() {
            Shape::HexFlat { columns, rows_odd, rows_even } => {
                put("kind", json!("hex-flat"));
                put("columns", json!(columns));
                put("rows_odd", json!(rows_odd));
                put("rows_even", json!(rows_even));
                put("even_columns", json!("low"));
            }
            Shape::Square { columns, rows } => {
                put("kind", json!("square"));
                put("columns", json!(columns));
                put("rows", json!(rows));
            }
        }
        put("cell_m", number(self.sheet.cell_m));
        put("numbering", json!(self.sheet.numbering));
        put("up_bearing_deg", number(self.sheet.up_bearing_deg));
        if let Some(georeference) = &self.sheet.georeference {
            put("georeference", georeference.clone());
        }
        fields
    }

    fn cell(&self, ground: &Ground) -> Value {
        let mut fields = Fields::new();
        fields.insert("terrain".to_owned(), json!(ground.terrain.word()));
        if !self.grid.is_hex() {
            fields.insert("elevation".to_owned(), json!(ground.elevation));
        }
        put_flag(&mut fields, "road", ground.road);
        put_flag(&mut fields, "elevated", ground.elevated);
        if let Some(ends) = &ground.ends {
            fields.insert("ends".to_owned(), json!(self.names(ends)));
        }
        put_text(&mut fields, "name", &ground.name);
        put_flag(&mut fields, "scenery", ground.scenery);
        fields.into()
    }

    fn edge_lines(&self) -> Vec<String> {
        let mut edges: Vec<_> = self.hexsides.iter().collect();
        edges.sort_by_cached_key(|&(&edge, _)| {
            let (a, b) = self.grid.edge_cells(edge);
            let (a, b) = (self.print_order(a), self.print_order(b));
            (a.min(b), a.max(b))
        });
        edges
            .into_iter()
            .map(|(&edge, hexside)| entry(&self.edge_name(edge), &self.hexside_value(hexside)))
            .collect()
    }

    fn hexside_value(&self, hexside: &Hexside) -> Value {
        let mut fields = Fields::new();
        put_text(&mut fields, "creek", &hexside.creek);
        put_text(&mut fields, "stream", &hexside.stream);
        put_flag(&mut fields, "canal", hexside.canal);
        put_flag(&mut fields, "ditch", hexside.ditch);
        put_text(&mut fields, "bridge", &hexside.bridge);
        put_text(&mut fields, "ford", &hexside.ford);
        put_text(&mut fields, "burned_bridge", &hexside.burned_bridge);
        if let Some(redoubt) = &hexside.redoubt {
            let value = json!({
                "defender": self.name(redoubt.defender),
                "enemy": self.name(redoubt.enemy),
                "work": redoubt.work,
                "built_by": redoubt.built_by.word(),
            });
            fields.insert("redoubt".to_owned(), value);
        }
        put_text(&mut fields, "clarification", &hexside.clarification);
        fields.into()
    }

    fn road(&self, step: &RoadStep) -> Value {
        let (a, b) = (self.name(step.a), self.name(step.b));
        json!({ "a": a, "b": b, "class": step.class.word(), "name": step.name })
    }

    fn river(&self, river: &Watercourse) -> Value {
        let mut fields = Fields::new();
        fields.insert("name".to_owned(), json!(river.name));
        if !self.grid.is_hex() {
            let kind = if river.stream { "stream" } else { "river" };
            fields.insert("kind".to_owned(), json!(kind));
        }
        fields.insert("course".to_owned(), json!(self.names(&river.course)));
        fields.into()
    }

    fn crossing(&self, crossing: &Crossing) -> Value {
        let mut fields = Fields::new();
        fields.insert("type".to_owned(), json!(crossing.kind.word()));
        fields.insert("open".to_owned(), json!(self.names(&crossing.open)));
        fields.insert("cost".to_owned(), json!(crossing.cost));
        fields.insert("name".to_owned(), json!(crossing.name));
        put_text(&mut fields, "leads", &crossing.leads);
        fields.into()
    }

    fn label(&self, label: &Label) -> Value {
        let mut fields = Fields::new();
        fields.insert("text".to_owned(), json!(label.text));
        fields.insert("kind".to_owned(), json!(label.kind.word()));
        fields.insert("at".to_owned(), json!(self.name(label.at)));
        if let Some(angle) = label.angle {
            fields.insert("angle".to_owned(), number(angle));
        }
        for (key, value, usual) in
            [("dx", label.dx, 0.0), ("dy", label.dy, 0.0), ("size", label.size, 1.0)]
        {
            if value != usual {
                fields.insert(key.to_owned(), number(value));
            }
        }
        fields.into()
    }

    fn provenance(&self) -> Fields {
        let source = &self.provenance;
        let mut stated = Fields::new();
        stated.insert("cells".to_owned(), json!(self.names(&source.stated_cells)));
        if !source.stated_edges.is_empty() {
            let edges: Vec<String> =
                source.stated_edges.iter().map(|&edge| self.edge_name(edge)).collect();
            stated.insert("edges".to_owned(), json!(edges));
        }
        stated.insert("note".to_owned(), json!(source.stated_note));
        let mut fields = Fields::new();
        fields.insert("stated in a rulebook".to_owned(), stated.into());
        fields.extend(source.further.iter().cloned());
        fields.insert("documented".to_owned(), json!(source.documented));
        fields.insert("reconstructed".to_owned(), json!(source.reconstructed));
        put_text(&mut fields, "changes", &source.changes);
        fields.insert("attribution".to_owned(), json!(source.attribution));
        fields
    }
}

fn objective(objective: &Objective) -> Value {
    let mut fields = Fields::new();
    fields.insert("name".to_owned(), json!(objective.name));
    if let Some(points) = objective.points {
        fields.insert("points".to_owned(), json!(points));
    }
    fields.insert("to".to_owned(), json!(objective.to.map_or("either", Side::word)));
    put_text(&mut fields, "group", &objective.group);
    put_text(&mut fields, "rule", &objective.rule);
    fields.into()
}

fn entrance(entry: &Entry) -> Value {
    let mut fields = Fields::new();
    fields.insert("side".to_owned(), json!(entry.side.word()));
    fields.insert("turn".to_owned(), turns(&entry.turn));
    put_text(&mut fields, "group", &entry.group);
    put_text(&mut fields, "scenario", &entry.scenario);
    fields.insert("who".to_owned(), json!(entry.who));
    put_text(&mut fields, "rule", &entry.rule);
    fields.into()
}

/// Turns as the file has them: a number, a list, or words such as "11+".
fn turns(printed: &str) -> Value {
    let numbers: Result<Vec<u32>, _> = printed.split(", ").map(str::parse).collect();
    match numbers.as_deref() {
        Ok([turn]) => json!(turn),
        Ok(turns) => json!(turns),
        Err(_) => json!(printed),
    }
}

fn put_flag(fields: &mut Fields, key: &str, flag: bool) {
    if flag {
        fields.insert(key.to_owned(), Value::Bool(true));
    }
}

fn put_text(fields: &mut Fields, key: &str, text: &Option<String>) {
    if let Some(text) = text {
        fields.insert(key.to_owned(), json!(text));
    }
}

/// A number without a needless fraction.
fn number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 1e9 { json!(value as i64) } else { json!(value) }
}

/// A key and a value on one line.
fn entry(key: &str, value: &Value) -> String {
    format!("{}: {}", on_one_line(&json!(key)), on_one_line(value))
}

/// A value on one line, with a space after each comma and colon.
fn on_one_line(value: &Value) -> String {
    let mut bytes = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut bytes, Spaced);
    value.serialize(&mut serializer).expect("a value always serialises into memory");
    String::from_utf8(bytes).expect("JSON is UTF-8")
}

/// Sets a space after each comma and colon.
struct Spaced;

impl Formatter for Spaced {
    fn begin_array_value<W: ?Sized + io::Write>(
        &mut self,
        w: &mut W,
        first: bool,
    ) -> io::Result<()> {
        w.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_key<W: ?Sized + io::Write>(
        &mut self,
        w: &mut W,
        first: bool,
    ) -> io::Result<()> {
        w.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, w: &mut W) -> io::Result<()> {
        w.write_all(b": ")
    }
}

/// The file as it grows, section by section.
#[derive(Default)]
struct Page {
    sections: Vec<String>,
}

impl Page {
    /// A section on one line.
    fn plain(&mut self, key: &str, value: &Value) {
        self.sections.push(entry(key, value));
    }

    /// An object, a line for each member.
    fn object(&mut self, key: &str, lines: impl Iterator<Item = String>) {
        self.lines(key, ['{', '}'], lines);
    }

    /// A list, a line for each item.
    fn list(&mut self, key: &str, items: impl Iterator<Item = Value>) {
        self.lines(key, ['[', ']'], items.map(|item| on_one_line(&item)));
    }

    /// An object keyed by cells, a line for each in print order.
    fn by_cell<T>(
        &mut self,
        map: &Map,
        key: &str,
        of: &std::collections::BTreeMap<Cell, T>,
        value: impl Fn(&T) -> Value,
    ) {
        let mut cells: Vec<_> = of.iter().collect();
        cells.sort_by_key(|&(&cell, _)| map.print_order(cell));
        self.object(key, cells.into_iter().map(|(&cell, of)| entry(&map.name(cell), &value(of))));
    }

    /// The cells, four to a line; each column of hexes and each row of squares begins a new line.
    fn cells(&mut self, map: &Map) {
        let mut cells: Vec<Cell> = map.grid.cells().collect();
        cells.sort_by_key(|&cell| map.print_order(cell));
        let lines = cells
            .chunk_by(|&a, &b| map.print_order(a).0 == map.print_order(b).0)
            .flat_map(|run| run.chunks(CELLS_TO_A_LINE))
            .map(|few| {
                let few =
                    few.iter().map(|&cell| entry(&map.name(cell), &map.cell(map.ground(cell))));
                few.collect::<Vec<_>>().join(", ")
            });
        self.lines("cells", ['{', '}'], lines);
    }

    fn lines(&mut self, key: &str, [open, close]: [char; 2], lines: impl Iterator<Item = String>) {
        let indented: Vec<String> = lines.map(|line| format!(" {line}")).collect();
        let newline = if indented.is_empty() { "" } else { "\n" };
        let body = indented.join(",\n");
        self.sections.push(format!("\"{key}\": {open}\n{body}{newline}{close}"));
    }

    fn finish(self) -> String {
        format!("{{\n{}\n}}\n", self.sections.join(",\n"))
    }
}
