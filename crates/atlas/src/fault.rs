//! What is wrong with a file: every fault at once, each with its place.
//!
//! Loaders collect into a [`Report`] while they read on, and turn it into `Ok` or [`Faults`] at the
//! end. Nothing here knows of any file format.

use std::fmt;

/// How many faults are kept; the rest are only counted.
pub const KEPT_FAULTS: usize = 100;

/// The longest piece of a file that a message quotes, in characters.
const QUOTED_CHARACTERS: usize = 60;

/// One thing that is wrong with a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The file, where more than one is read together.
    pub file: Option<String>,
    /// The line in the file, from 1, if it is known.
    pub line: Option<u32>,
    /// What it is about, in the words of the file: "cell 0816", "scenario may-3, unit 1/1/I, strength".
    pub place: String,
    /// What was found there and what was expected.
    pub message: String,
}

impl Fault {
    /// A fault at a place.
    pub fn new(place: impl Into<String>, message: impl Into<String>) -> Fault {
        Fault { file: None, line: None, place: place.into(), message: message.into() }
    }

    /// The same in this line of the file.
    pub fn at_line(mut self, line: u32) -> Fault {
        self.line = Some(line);
        self
    }

    /// The same in this file.
    pub fn in_file(mut self, file: impl Into<String>) -> Fault {
        self.file = Some(file.into());
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => write!(f, "{file}:{line}: ")?,
            (Some(file), None) => write!(f, "{file}: ")?,
            (None, Some(line)) => write!(f, "line {line}: ")?,
            (None, None) => {}
        }
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        f.write_str(&self.message)
    }
}

/// Everything that is wrong with a file; never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Faults {
    kept: Vec<Fault>,
    left_out: usize,
}

impl Faults {
    /// The faults that were kept, in the order they were found: at least one.
    pub fn kept(&self) -> &[Fault] {
        &self.kept
    }

    /// How many more there were.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// How many there were in all.
    pub fn count(&self) -> usize {
        self.kept.len() + self.left_out
    }

    /// The same, with this file named in every fault that names none.
    pub fn in_file(mut self, file: &str) -> Faults {
        for fault in &mut self.kept {
            fault.file.get_or_insert_with(|| file.to_owned());
        }
        self
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Faults {
        Faults { kept: vec![fault], left_out: 0 }
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.kept.iter().enumerate() {
            let newline = if i == 0 { "" } else { "\n" };
            write!(f, "{newline}{fault}")?;
        }
        if self.left_out > 0 {
            write!(f, "\n… and {} more", self.left_out)?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// Collects faults while a file is being read.
#[derive(Clone, Debug, Default)]
pub struct Report {
    file: Option<String>,
    kept: Vec<Fault>,
    left_out: usize,
}

impl Report {
    /// An empty report on text whose file needs no name.
    pub fn new() -> Report {
        Report::default()
    }

    /// An empty report that names this file in every fault which names none.
    pub fn on_file(file: impl Into<String>) -> Report {
        Report { file: Some(file.into()), ..Report::default() }
    }

    /// Adds a fault.
    pub fn add(&mut self, mut fault: Fault) {
        if self.kept.len() >= KEPT_FAULTS {
            self.left_out += 1;
            return;
        }
        if fault.file.is_none() {
            fault.file.clone_from(&self.file);
        }
        self.kept.push(fault);
    }

    /// Adds a fault at a place, without a line.
    pub fn fault(&mut self, place: impl Into<String>, message: impl Into<String>) {
        self.add(Fault::new(place, message));
    }

    /// Adds what another loader found, keeping its files and lines.
    pub fn extend(&mut self, faults: Faults) {
        self.left_out += faults.left_out;
        for fault in faults.kept {
            self.add(fault);
        }
    }

    /// Puts what was kept into the order of the lines; faults without a line come first.
    pub fn sort_by_line(&mut self) {
        self.kept.sort_by_key(|fault| fault.line);
    }

    /// Whether nothing was found yet.
    pub fn is_clean(&self) -> bool {
        self.count() == 0
    }

    /// How many faults were found so far.
    pub fn count(&self) -> usize {
        self.kept.len() + self.left_out
    }

    /// The value if nothing is wrong; else everything that is.
    pub fn finish<T>(self, value: T) -> Result<T, Faults> {
        match self.into_faults() {
            None => Ok(value),
            Some(faults) => Err(faults),
        }
    }

    /// Everything that was found, if anything was.
    pub fn into_faults(self) -> Option<Faults> {
        (!self.is_clean()).then_some(Faults { kept: self.kept, left_out: self.left_out })
    }
}

/// A piece of a file for use in a message: in quotes, on one line, cut if long.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", shown(text))
}

/// A piece of a file for use as a place: on one line, cut if long.
pub fn shown(text: &str) -> String {
    let escaped: String =
        text.chars().take(QUOTED_CHARACTERS).flat_map(char::escape_debug).collect();
    let more = if text.chars().nth(QUOTED_CHARACTERS).is_some() { "…" } else { "" };
    // An apostrophe needs no backslash between double quotes.
    format!("{}{more}", escaped.replace("\\'", "'"))
}

/// A list of words for use in a message: "pike, road or trail".
pub fn one_of<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let words: Vec<&str> = words.into_iter().collect();
    match words.split_last() {
        None => String::new(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

/// A number of things for use in a message: "1 cell is", "5 cells are".
pub fn counted(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_each_with_file_line_and_place() {
        let mut report = Report::on_file("map.json");
        report.add(Fault::new("cell 0816", "found \"bog\"; expected a terrain").at_line(12));
        report.fault("", "the file is empty");
        report.add(Fault::new("x", "y").in_file("battle.toml"));
        let faults = report.finish(()).unwrap_err();
        assert_eq!(
            faults.to_string(),
            "map.json:12: cell 0816: found \"bog\"; expected a terrain\n\
             map.json: the file is empty\n\
             battle.toml: x: y"
        );
    }

    #[test]
    fn keeps_the_first_hundred_and_counts_the_rest() {
        let mut report = Report::new();
        for n in 0..KEPT_FAULTS + 7 {
            report.fault(format!("cell {n}"), "wrong");
        }
        let faults = report.into_faults().unwrap();
        assert_eq!(faults.kept().len(), KEPT_FAULTS);
        assert_eq!(faults.left_out(), 7);
        assert!(faults.to_string().ends_with("cell 99: wrong\n… and 7 more"));

        let mut both = Report::new();
        both.fault("first", "wrong");
        both.extend(faults);
        assert_eq!((both.count(), both.into_faults().unwrap().left_out()), (108, 8));
    }

    #[test]
    fn nothing_wrong_gives_the_value() {
        assert_eq!(Report::new().finish(5), Ok(5));
    }

    #[test]
    fn quotes_stay_short_and_on_one_line() {
        assert_eq!(quoted("Boteler's \"ford\"\n"), r#""Boteler's \"ford\"\n""#);
        let long = "é".repeat(70);
        assert_eq!(quoted(&long), format!("\"{}…\"", "é".repeat(60)));
    }

    #[test]
    fn lists_read_like_a_sentence() {
        assert_eq!(one_of([]), "");
        assert_eq!(one_of(["pike"]), "pike");
        assert_eq!(one_of(["pike", "road", "trail"]), "pike, road or trail");
    }
}
