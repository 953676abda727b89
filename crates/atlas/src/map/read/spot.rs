//! A value of the tree together with its place, and the readers of plain values.
//!
//! A reader returns `None` after it has reported what was wrong, so that callers only pass `None` on.

use std::cell::RefCell;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::rc::Rc;

use field::{Cell, CellSet, Grid, Shape};

use crate::fault::{Fault, Faults, Report, one_of, quoted, shown};
use crate::map::json::{Json, Member, Node};

/// The longest name, in characters.
const NAME_CHARACTERS: usize = 120;
/// The longest sentence, in characters.
const SENTENCE_CHARACTERS: usize = 2000;

/// The faults found so far, shared by everything that reads.
#[derive(Default)]
pub(super) struct Log(RefCell<Report>);

impl Log {
    /// Notes a fault.
    pub fn add(&self, fault: Fault) {
        self.0.borrow_mut().add(fault);
    }

    /// Notes every key that stands twice in one object.
    pub fn doubled_keys(&self, tree: &Node) {
        tree.report_doubled_keys("", &mut self.0.borrow_mut());
    }

    /// Everything that was found, in the order of the file.
    pub fn into_faults(self) -> Option<Faults> {
        let mut report = self.0.into_inner();
        report.sort_by_line();
        report.into_faults()
    }
}

/// A value and where it stands.
#[derive(Clone)]
pub(super) struct Spot<'a> {
    pub log: &'a Log,
    pub node: &'a Node,
    /// What it is a part of: "cell 0816".
    place: Rc<str>,
    /// Which part; empty for the whole.
    part: &'a str,
}

impl<'a> Spot<'a> {
    /// The whole file.
    pub fn whole(log: &'a Log, node: &'a Node) -> Spot<'a> {
        Spot::at(log, node, "".into())
    }

    /// A value with a place of its own.
    pub fn at(log: &'a Log, node: &'a Node, place: Rc<str>) -> Spot<'a> {
        Spot { log, node, place, part: "" }
    }

    /// The same value by a better name.
    pub fn named(&self, place: impl Into<Rc<str>>) -> Spot<'a> {
        Spot { place: place.into(), part: "", ..self.clone() }
    }

    fn place(&self) -> String {
        match (&*self.place, self.part) {
            (place, "") => place.to_owned(),
            ("", part) => shown(part),
            (place, part) => format!("{place}, {}", shown(part)),
        }
    }

    /// Notes that something is wrong here.
    pub fn fault(&self, message: impl Into<String>) {
        self.log.add(Fault::new(self.place(), message).at_line(self.node.line));
    }

    /// Notes that something else should stand here.
    pub fn expected<T>(&self, what: impl Display) -> Option<T> {
        self.fault(format!("found {}; expected {what}", self.node.described()));
        None
    }

    /// The fields of an object.
    pub fn fields(&self) -> Option<Fields<'a>> {
        let members = self.members()?;
        Some(Fields { spot: self.named(self.place()), members, known: Vec::new() })
    }

    /// The members of an object.
    pub fn members(&self) -> Option<&'a [Member]> {
        match &self.node.json {
            Json::Object(members) => Some(members),
            _ => self.expected("an object"),
        }
    }

    /// The items of a list, as parts of this place.
    pub fn items(&self) -> Option<Vec<Spot<'a>>> {
        match &self.node.json {
            Json::List(items) => {
                Some(items.iter().map(|node| Spot { node, ..self.clone() }).collect())
            }
            _ => self.expected("a list"),
        }
    }

    /// A name or short phrase.
    pub fn text(&self) -> Option<String> {
        self.bounded_text(NAME_CHARACTERS)
    }

    /// One or more sentences.
    pub fn sentence(&self) -> Option<String> {
        self.bounded_text(SENTENCE_CHARACTERS)
    }

    fn bounded_text(&self, most: usize) -> Option<String> {
        let Json::Text(text) = &self.node.json else { return self.expected("a text") };
        if text.trim().is_empty() {
            return self.expected("a text that is not blank");
        }
        if text.chars().any(char::is_control) {
            return self.expected("a text without control characters");
        }
        let length = text.chars().count();
        if length > most {
            return self.expected(format!("at most {most} characters, not {length}"));
        }
        Some(text.clone())
    }

    /// A battle's name: words of small letters, digits and dashes with slashes between them.
    pub fn identifier(&self) -> Option<String> {
        let text = self.text()?;
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if text.split('/').all(|word| !word.is_empty() && word.bytes().all(plain)) {
            Some(text)
        } else {
            self.expected("small letters, digits, dashes and slashes, as in blue-gray/antietam")
        }
    }

    /// Yes or no.
    pub fn flag(&self) -> Option<bool> {
        match self.node.json {
            Json::Bool(value) => Some(value),
            _ => self.expected("true or false"),
        }
    }

    /// One word of a closed list.
    pub fn word<T: Copy>(&self, all: &[T], word: fn(T) -> &'static str) -> Option<T> {
        let found = match &self.node.json {
            Json::Text(text) => all.iter().copied().find(|&one| word(one) == text),
            _ => None,
        };
        found.or_else(|| self.expected(one_of(all.iter().map(|&one| word(one)))))
    }

    /// A whole number within limits.
    pub fn whole_number(&self, limits: RangeInclusive<u32>) -> Option<u32> {
        let found = match &self.node.json {
            Json::Number(number) => number.as_u64().and_then(|n| u32::try_from(n).ok()),
            _ => None,
        };
        found.filter(|number| limits.contains(number)).or_else(|| {
            self.expected(format!("a whole number, {} to {}", limits.start(), limits.end()))
        })
    }

    /// A number within limits.
    pub fn number(&self, limits: RangeInclusive<f64>) -> Option<f64> {
        let found = match &self.node.json {
            Json::Number(number) => number.as_f64(),
            _ => None,
        };
        found
            .filter(|number| limits.contains(number))
            .or_else(|| self.expected(format!("a number, {} to {}", limits.start(), limits.end())))
    }

    /// A cell of the sheet, by its printed name.
    pub fn cell(&self, grid: &Grid) -> Option<Cell> {
        let found = match &self.node.json {
            Json::Text(text) => grid.cell(text),
            _ => None,
        };
        found.or_else(|| self.expected(cell_range(grid)))
    }

    /// A list of cells of the sheet, none twice.
    pub fn distinct_cells(&self, grid: &Grid) -> Option<Vec<Cell>> {
        let mut seen = CellSet::EMPTY;
        let mut cells = Vec::new();
        for item in self.items()? {
            let Some(cell) = item.cell(grid) else { continue };
            if seen.contains(cell) {
                let name = grid.name(cell);
                item.fault(format!("the cell {name} stands twice; expected every cell once"));
            } else {
                seen.insert(cell);
                cells.push(cell);
            }
        }
        Some(cells)
    }
}

/// The cells of a sheet in words.
pub(super) fn cell_range(grid: &Grid) -> String {
    match grid.shape() {
        Shape::HexFlat { columns, rows_odd, rows_even } => {
            let even = if rows_even == rows_odd {
                String::new()
            } else {
                format!(" ({rows_even:02} in even columns)")
            };
            format!("a cell of the sheet: column 01 to {columns:02}, row 01 to {rows_odd:02}{even}")
        }
        Shape::Square { columns, rows } => {
            format!("a cell of the sheet: 0,0 to {},{}", rows - 1, columns - 1)
        }
    }
}

/// The fields of an object, and which of them are known.
pub(super) struct Fields<'a> {
    spot: Spot<'a>,
    members: &'a [Member],
    known: Vec<&'static str>,
}

impl<'a> Fields<'a> {
    /// A field that may be missing.
    pub fn find(&mut self, key: &'static str) -> Option<Spot<'a>> {
        self.known.push(key);
        // The last of doubled keys, as every other reader of JSON would take it; the doubling itself
        // is reported elsewhere.
        let member = self.members.iter().rev().find(|member| member.key == key)?;
        Some(Spot { node: &member.node, part: key, ..self.spot.clone() })
    }

    /// A field that must be there.
    pub fn need(&mut self, key: &'static str) -> Option<Spot<'a>> {
        let found = self.find(key);
        if found.is_none() {
            self.spot.fault(format!("the field {} is missing", quoted(key)));
        }
        found
    }

    /// Notes that something is wrong with the object.
    pub fn fault(&self, message: impl Into<String>) {
        self.spot.fault(message);
    }

    /// A field that is false when missing.
    pub fn flag(&mut self, key: &'static str) -> bool {
        self.find(key).and_then(|spot| spot.flag()).unwrap_or(false)
    }

    /// A name that may be missing.
    pub fn text_if_any(&mut self, key: &'static str) -> Option<String> {
        self.find(key).and_then(|spot| spot.text())
    }

    /// A sentence that may be missing.
    pub fn sentence_if_any(&mut self, key: &'static str) -> Option<String> {
        self.find(key).and_then(|spot| spot.sentence())
    }

    /// Notes the fields that nobody asked for.
    pub fn finish(self) {
        for Member { key, line, .. } in self.members {
            if !self.known.contains(&key.as_str()) {
                let message = format!(
                    "unknown field {}; expected {}",
                    quoted(key),
                    one_of(self.known.iter().copied())
                );
                self.spot.log.add(Fault::new(self.spot.place(), message).at_line(*line));
            }
        }
    }

    /// The members that nobody asked for, as parts of this place.
    pub fn rest(self) -> impl Iterator<Item = (&'a str, Spot<'a>)> {
        let Fields { spot, members, known } = self;
        members.iter().filter(move |member| !known.contains(&member.key.as_str())).map(
            move |member| {
                let part = member.key.as_str();
                (part, Spot { node: &member.node, part, ..spot.clone() })
            },
        )
    }
}
