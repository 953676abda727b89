//! Tables as CSV (RFC 4180, lines ended by a line feed): a header, then a row a line.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use super::{Shape, Value, beside};
use crate::fault::LabError;

/// A table being written.
pub struct Writer {
    path: PathBuf,
    file: BufWriter<File>,
}

impl Writer {
    /// Begins a table with its header.
    pub fn create(folder: &Path, shape: &Shape) -> Result<Writer, LabError> {
        let path = folder.join(format!("{}.csv", shape.name));
        let part = beside(&path);
        let mut file = BufWriter::new(File::create(&part).map_err(LabError::file(&part))?);
        let names: Vec<&str> = shape.columns.iter().map(|(name, _)| *name).collect();
        writeln!(file, "{}", names.join(",")).map_err(LabError::file(&part))?;
        Ok(Writer { path, file })
    }

    /// Adds a row.
    pub fn add(&mut self, row: &[Value]) -> Result<(), LabError> {
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

/// A value as it is written; text in quotes where it must be.
fn field(value: &Value) -> String {
    match value {
        Value::Number(number) => number.to_string(),
        Value::Flag(flag) => flag.to_string(),
        Value::Nothing => String::new(),
        Value::Text(text) if text.contains([',', '"', '\n', '\r']) => {
            format!("\"{}\"", text.replace('"', "\"\""))
        }
        Value::Text(text) => text.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_quoted_where_it_must_be() {
        let text = |text: &str| field(&Value::Text(text.to_owned()));
        assert_eq!(text("AP Hill"), "AP Hill");
        assert_eq!(text("1, 2"), "\"1, 2\"");
        assert_eq!(text("the \"Iron\" brigade"), "\"the \"\"Iron\"\" brigade\"");
        assert_eq!(text("a\nb"), "\"a\nb\"");
        assert_eq!(field(&Value::Nothing), "");
        assert_eq!(field(&Value::Number(-3)), "-3");
    }
}
