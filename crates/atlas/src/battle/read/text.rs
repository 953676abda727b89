//! From the bytes of a TOML file to its tree, with a list of what is wrong.

use std::cell::RefCell;
use std::ops::Range;

use toml::de::DeTable;

use super::MAX_BYTES;
use super::spot::Spot;
use crate::fault::{Fault, Faults, Report};

/// The faults of one file found so far, shared by everything that reads it.
pub struct Log(RefCell<Report>);

impl Log {
    /// An empty log on this file.
    pub fn new(file: &str) -> Log {
        Log(RefCell::new(Report::on_file(file)))
    }

    /// Notes a fault.
    pub fn add(&self, fault: Fault) {
        self.0.borrow_mut().add(fault);
    }

    /// Everything that was found, in the order of the file.
    pub fn into_faults(self) -> Option<Faults> {
        let mut report = self.0.into_inner();
        report.sort_by_line();
        report.into_faults()
    }
}

/// Where the lines of a text begin.
pub struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &[u8]) -> Lines {
        let newline = |(at, &byte): (usize, &u8)| (byte == b'\n').then_some(at + 1);
        Lines(std::iter::once(0).chain(text.iter().enumerate().filter_map(newline)).collect())
    }

    /// The line of a place in the text, from 1.
    pub fn at(&self, span: Range<usize>) -> u32 {
        self.0.partition_point(|&begin| begin <= span.start) as u32
    }
}

/// Reads the tree of a file, or notes why there is none.
pub fn parsed<T>(log: &Log, bytes: &[u8], read: impl FnOnce(Spot<'_>) -> Option<T>) -> Option<T> {
    if bytes.len() > MAX_BYTES {
        let message = format!("the file is too long; expected at most {MAX_BYTES} bytes");
        log.add(Fault::new("", message));
        return None;
    }
    let lines = Lines::of(bytes);
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let at = error.valid_up_to();
            let message = format!("byte {at} (from 0) is not UTF-8; expected UTF-8 text");
            log.add(Fault::new("", message).at_line(lines.at(at..at)));
            return None;
        }
    };
    let (tree, errors) = DeTable::parse_recoverable(text);
    if errors.is_empty() {
        return read(Spot::whole(log, &lines, tree.get_ref()));
    }
    for error in errors {
        let message = format!("not TOML: {}", error.message().replace('\n', "; "));
        let fault = Fault::new("", message);
        log.add(match error.span() {
            Some(span) => fault.at_line(lines.at(span)),
            None => fault,
        });
    }
    None
}
