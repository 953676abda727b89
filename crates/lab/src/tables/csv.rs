//! Tables as CSV (RFC 4180, lines ended by a line feed): a header, then a row a line.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use super::{Column, Datum, beside};
use crate::fault::LabError;

/// A table being written.
pub struct Writer {
    path: PathBuf,
    file: BufWriter<File>,
}

impl Writer {
    /// Begins a table with its header.
    pub fn create(folder: &Path, name: &str, columns: &[Column]) -> Result<Writer, LabError> {
        let path = folder.join(format!("{name}.csv"));
        let part = beside(&path);
        let mut file = BufWriter::new(File::create(&part).map_err(LabError::file(&part))?);
        let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
        writeln!(file, "{}", names.join(",")).map_err(LabError::file(&part))?;
        Ok(Writer { path, file })
    }

    /// Adds a row.
    pub fn add(&mut self, row: &[Datum]) -> Result<(), LabError> {
        let fields: Vec<String> = row.iter().map(field).collect();
        writeln!(self.file, "{}", fields.join(",")).map_err(LabError::file(&self.path))
    }

    /// Puts the table in its place.
    pub fn finish(mut self) -> Result<PathBuf, LabError> {
        self.file.flush().map_err(LabError::file(&self.path))?;
        std::fs::rename(beside(&self.path), &self.path).map_err(LabError::file(&self.path))?;
        Ok(self.path)
    }
}

/// A datum as it is written; text in quotes where it must be.
fn field(datum: &Datum) -> String {
    match datum {
        Datum::Number(number) => number.to_string(),
        Datum::Flag(flag) => flag.to_string(),
        Datum::Nothing => String::new(),
        Datum::Text(text) if text.contains([',', '"', '\n', '\r']) => {
            format!("\"{}\"", text.replace('"', "\"\""))
        }
        Datum::Text(text) => text.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_quoted_where_it_must_be() {
        let text = |text: &str| field(&Datum::Text(text.to_owned()));
        assert_eq!(text("AP Hill"), "AP Hill");
        assert_eq!(text("1, 2"), "\"1, 2\"");
        assert_eq!(text("the \"Iron\" brigade"), "\"the \"\"Iron\"\" brigade\"");
        assert_eq!(text("a\nb"), "\"a\nb\"");
        assert_eq!(field(&Datum::Nothing), "");
        assert_eq!(field(&Datum::Number(-3)), "-3");
    }
}
