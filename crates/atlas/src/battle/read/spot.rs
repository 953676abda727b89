//! A value of a TOML tree together with its place, and the readers of plain values.
//!
//! A reader returns `None` after it has reported what was wrong, so that callers only pass `None`
//! on.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::rc::Rc;

use field::{Cell, Grid, Shape};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::text::{Lines, Log};
use crate::fault::{Fault, one_of, quoted};

/// The longest name, in characters.
const NAME_CHARACTERS: usize = 120;
/// The longest paragraph, in characters.
const PARAGRAPH_CHARACTERS: usize = 4000;

/// What a [`Spot`] looks at.
#[derive(Clone, Copy)]
enum Found<'a> {
    /// A whole file.
    File(&'a DeTable<'a>),
    /// A value in it.
    Value(&'a Spanned<DeValue<'a>>),
}

/// A value and where it stands.
#[derive(Clone)]
pub struct Spot<'a> {
    log: &'a Log,
    lines: &'a Lines,
    found: Found<'a>,
    /// What it is a part of: "unit 1/1/I"; empty for the whole file.
    place: Rc<str>,
    /// Which part; empty for all of it.
    part: &'a str,
}

impl<'a> Spot<'a> {
    /// The whole file.
    pub fn whole(log: &'a Log, lines: &'a Lines, table: &'a DeTable<'a>) -> Spot<'a> {
        Spot { log, lines, found: Found::File(table), place: "".into(), part: "" }
    }

    /// The same value by a better name.
    pub fn named(&self, place: impl Into<Rc<str>>) -> Spot<'a> {
        Spot { place: place.into(), part: "", ..self.clone() }
    }

    fn place(&self) -> String {
        match (&*self.place, self.part) {
            (place, "") => place.to_owned(),
            ("", part) => part.to_owned(),
            (place, part) => format!("{place}, {part}"),
        }
    }

    /// Notes that something is wrong here.
    pub fn fault(&self, message: impl Into<String>) {
        let fault = Fault::new(self.place(), message);
        self.log.add(match self.found {
            Found::File(_) => fault,
            Found::Value(value) => fault.at_line(self.lines.at(value.span())),
        });
    }

    /// Notes that something else should stand here.
    pub fn expected<T>(&self, what: impl Display) -> Option<T> {
        self.fault(format!("found {}; expected {what}", self.described()));
        None
    }

    fn value(&self) -> Option<&'a DeValue<'a>> {
        match self.found {
            Found::File(_) => None,
            Found::Value(value) => Some(value.get_ref()),
        }
    }

    fn string(&self) -> Option<&'a str> {
        self.value().and_then(DeValue::as_str)
    }

    /// What stands here, for a message.
    fn described(&self) -> String {
        match self.value() {
            None | Some(DeValue::Table(_)) => "a table".to_owned(),
            Some(DeValue::Array(_)) => "a list".to_owned(),
            Some(DeValue::String(text)) => quoted(text),
            Some(DeValue::Integer(number)) => number.to_string(),
            Some(DeValue::Float(number)) => number.to_string(),
            Some(DeValue::Boolean(flag)) => flag.to_string(),
            Some(DeValue::Datetime(date)) => date.to_string(),
        }
    }

    /// The fields of a table.
    pub fn fields(&self) -> Option<Fields<'a>> {
        let table = match self.found {
            Found::File(table) => table,
            Found::Value(value) => match value.get_ref() {
                DeValue::Table(table) => table,
                _ => return self.expected("a table"),
            },
        };
        Some(Fields { spot: self.clone(), table, known: Vec::new(), refused: Vec::new() })
    }

    /// The text of a field, looked up without reading it: for naming the place.
    pub fn peek(&self, key: &str) -> Option<&'a str> {
        match self.value()? {
            DeValue::Table(table) => table.get(key)?.get_ref().as_str(),
            _ => None,
        }
    }

    /// The items of a list, as parts of this place.
    pub fn items(&self) -> Option<Vec<Spot<'a>>> {
        match self.value() {
            Some(DeValue::Array(items)) => {
                let spot = |value| Spot { found: Found::Value(value), ..self.clone() };
                Some(items.iter().map(spot).collect())
            }
            _ => self.expected("a list"),
        }
    }

    /// The members of a table whose keys are free, each named after its key.
    pub fn members(&self) -> Option<Vec<(&'a str, Spot<'a>)>> {
        let Fields { table, .. } = self.fields()?;
        let member = |(key, value): (&'a Spanned<_>, _)| {
            let key: &'a str = AsRef::<str>::as_ref(key.get_ref());
            let place = format!("{}, {}", self.place(), quoted(key));
            (key, Spot { found: Found::Value(value), ..self.named(place) })
        };
        Some(table.iter().map(member).collect())
    }

    /// A name or short phrase.
    pub fn name(&self) -> Option<String> {
        let Some(text) = self.string() else { return self.expected("a text") };
        if text.trim().is_empty() || text.trim() != text {
            return self.expected("a text that is not blank and has no blanks around it");
        }
        if text.chars().any(char::is_control) {
            return self.expected("a text on one line, without control characters");
        }
        self.bounded(text.to_owned(), NAME_CHARACTERS)
    }

    /// One or more sentences; line ends become blanks.
    pub fn paragraph(&self) -> Option<String> {
        let Some(text) = self.string() else { return self.expected("a text") };
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.is_empty() {
            return self.expected("a text that is not blank");
        }
        if words.iter().any(|word| word.chars().any(char::is_control)) {
            return self.expected("a text without control characters");
        }
        self.bounded(words.join(" "), PARAGRAPH_CHARACTERS)
    }

    fn bounded(&self, text: String, most: usize) -> Option<String> {
        let length = text.chars().count();
        if length > most {
            return self.expected(format!("at most {most} characters, not {length}"));
        }
        Some(text)
    }

    /// A short name made of small letters, digits and dashes.
    pub fn plain_word(&self) -> Option<String> {
        let text = self.name()?;
        if super::is_plain_word(&text) {
            Some(text)
        } else {
            self.expected("small letters, digits and dashes, as in may-3")
        }
    }

    /// Yes or no.
    pub fn flag(&self) -> Option<bool> {
        self.value().and_then(DeValue::as_bool).or_else(|| self.expected("true or false"))
    }

    /// One word of a closed list.
    pub fn word<T: Copy>(&self, all: &[T], word: fn(T) -> &'static str) -> Option<T> {
        let found =
            self.string().and_then(|text| all.iter().copied().find(|&one| word(one) == text));
        found.or_else(|| self.expected(one_of(all.iter().map(|&one| word(one)))))
    }

    /// A whole number within limits.
    pub fn number(&self, limits: RangeInclusive<u16>) -> Option<u16> {
        let found = self
            .value()
            .and_then(DeValue::as_integer)
            .and_then(|number| u16::from_str_radix(number.as_str(), number.radix()).ok());
        found.filter(|number| limits.contains(number)).or_else(|| {
            self.expected(format!("a whole number, {} to {}", limits.start(), limits.end()))
        })
    }

    /// A whole number within limits that may be negative.
    pub fn signed(&self, limits: RangeInclusive<i32>) -> Option<i32> {
        let found = self
            .value()
            .and_then(DeValue::as_integer)
            .and_then(|number| i32::from_str_radix(number.as_str(), number.radix()).ok());
        found.filter(|number| limits.contains(number)).or_else(|| {
            self.expected(format!("a whole number, {} to {}", limits.start(), limits.end()))
        })
    }

    /// Whether a text stands here.
    pub fn is_text(&self) -> bool {
        self.string().is_some()
    }

    /// A whole number within small limits.
    pub fn small_number(&self, limits: RangeInclusive<u8>) -> Option<u8> {
        let wide = u16::from(*limits.start())..=u16::from(*limits.end());
        self.number(wide).and_then(|number| u8::try_from(number).ok())
    }

    /// Game-turns of a game of this length, each later than the one before.
    pub fn turns(&self, length: u8) -> Option<Vec<u8>> {
        let mut turns: Vec<u8> = Vec::new();
        for item in self.items()? {
            let turn = item.small_number(1..=length)?;
            if turns.last().is_some_and(|&last| last >= turn) {
                return item.expected("game-turns in order, none twice");
            }
            turns.push(turn);
        }
        Some(turns)
    }

    /// A cell of the sheet, by its printed name. Without a sheet, only that it is a text.
    pub fn cell(&self, grid: Option<&Grid>) -> Option<Cell> {
        let Some(text) = self.string() else { return self.expected("the number of a cell") };
        let grid = grid?;
        grid.cell(text).or_else(|| self.expected(cell_range(grid)))
    }
}

/// The cells of a sheet in words.
fn cell_range(grid: &Grid) -> String {
    match grid.shape() {
        Shape::HexFlat { columns, rows_odd, rows_even } => format!(
            "a cell of the map, CCRR from 0101, columns to {columns:02}, \
             rows to {rows_odd:02} (odd) and {rows_even:02} (even)"
        ),
        Shape::Square { columns, rows } => {
            format!("a cell of the map, x,y from 0,0 to {},{}", rows - 1, columns - 1)
        }
    }
}

/// The fields of a table, and which of them are known.
pub struct Fields<'a> {
    /// The table itself.
    pub spot: Spot<'a>,
    table: &'a DeTable<'a>,
    known: Vec<&'static str>,
    refused: Vec<&'static str>,
}

impl<'a> Fields<'a> {
    /// A field that may be missing.
    pub fn find(&mut self, key: &'static str) -> Option<Spot<'a>> {
        self.known.push(key);
        let value = self.table.get(key)?;
        Some(Spot { found: Found::Value(value), part: key, ..self.spot.clone() })
    }

    /// A field that must be there.
    pub fn need(&mut self, key: &'static str) -> Option<Spot<'a>> {
        let found = self.find(key);
        if found.is_none() {
            self.spot.fault(format!("the field {} is missing", quoted(key)));
        }
        found
    }

    /// A field that must be there, of one word of a closed list.
    pub fn need_word<T: Copy>(
        &mut self,
        key: &'static str,
        all: &[T],
        word: fn(T) -> &'static str,
    ) -> Option<T> {
        self.need(key)?.word(all, word)
    }

    /// A name that may be missing.
    pub fn name_if_any(&mut self, key: &'static str) -> Option<String> {
        self.find(key)?.name()
    }

    /// A flag that is false when missing.
    pub fn flag(&mut self, key: &'static str) -> bool {
        self.find(key).and_then(|spot| spot.flag()).unwrap_or(false)
    }

    /// Refuses a field that has no business here, and says where it has.
    pub fn refuse(&mut self, key: &'static str, only: impl Display) {
        if let Some(value) = self.table.get(key) {
            let spot = Spot { found: Found::Value(value), part: key, ..self.spot.clone() };
            spot.fault(format!("found {}; expected only {only}", spot.described()));
        }
        self.refused.push(key);
    }

    /// Notes the fields that nobody asked for.
    pub fn finish(self) {
        for key in self.table.keys() {
            let name: &str = key.get_ref();
            if self.known.contains(&name) || self.refused.contains(&name) {
                continue;
            }
            let expected = one_of(self.known.iter().copied());
            let message = format!("unknown field {}; expected {expected}", quoted(name));
            let fault = Fault::new(self.spot.place(), message);
            self.spot.log.add(fault.at_line(self.spot.lines.at(key.span())));
        }
    }
}
