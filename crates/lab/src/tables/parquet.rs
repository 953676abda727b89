//! Tables as Parquet: plain columns without compression, which every reader knows.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use super::{Column, Datum, Kind, beside};
use crate::fault::LabError;

/// How many rows are gathered before they are written.
const GROUP: usize = 65_536;

/// A table being written.
pub struct Writer {
    path: PathBuf,
    columns: Vec<Column>,
    file: SerializedFileWriter<File>,
    rows: Vec<Vec<Datum>>,
}

impl Writer {
    /// Begins a table.
    pub fn create(folder: &Path, name: &str, columns: Vec<Column>) -> Result<Writer, LabError> {
        let path = folder.join(format!("{name}.parquet"));
        let part = beside(&path);
        let file = File::create(&part).map_err(LabError::file(&part))?;
        let properties = WriterProperties::builder().set_created_by("longroll".to_owned()).build();
        let file = parse_message_type(&message(name, &columns))
            .and_then(|schema| {
                SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties))
            })
            .map_err(|error| trouble(&path, error))?;
        Ok(Writer { path, columns, file, rows: Vec::new() })
    }

    /// Adds a row.
    pub fn add(&mut self, row: Vec<Datum>) -> Result<(), LabError> {
        self.rows.push(row);
        if self.rows.len() >= GROUP { self.write_group() } else { Ok(()) }
    }

    fn write_group(&mut self) -> Result<(), LabError> {
        let rows = std::mem::take(&mut self.rows);
        let mut write = || -> Result<(), ParquetError> {
            let mut group = self.file.next_row_group()?;
            for (index, (_, kind)) in self.columns.iter().enumerate() {
                let Some(mut column) = group.next_column()? else { break };
                let values = rows.iter().filter_map(|row| row.get(index));
                write_column(column.untyped(), *kind, values)?;
                column.close()?;
            }
            group.close().map(|_| ())
        };
        write().map_err(|error| trouble(&self.path, error))
    }

    /// Puts the table in its place.
    pub fn finish(mut self) -> Result<PathBuf, LabError> {
        if !self.rows.is_empty() {
            self.write_group()?;
        }
        self.file.close().map_err(|error| trouble(&self.path, error))?;
        std::fs::rename(beside(&self.path), &self.path).map_err(LabError::file(&self.path))?;
        Ok(self.path)
    }
}

fn write_column<'v>(
    writer: &mut ColumnWriter<'_>,
    kind: Kind,
    values: impl Iterator<Item = &'v Datum> + Clone,
) -> Result<(), ParquetError> {
    let there: Vec<i16> = values.clone().map(|value| i16::from(*value != Datum::Nothing)).collect();
    let levels = matches!(kind, Kind::MaybeNumber | Kind::MaybeText).then_some(there.as_slice());
    match writer {
        ColumnWriter::Int64ColumnWriter(writer) => {
            let number = |value: &Datum| if let Datum::Number(n) = value { Some(*n) } else { None };
            let numbers: Vec<i64> = values.filter_map(number).collect();
            writer.write_batch(&numbers, levels, None).map(|_| ())
        }
        ColumnWriter::BoolColumnWriter(writer) => {
            let flag = |value: &Datum| if let Datum::Flag(f) = value { Some(*f) } else { None };
            let flags: Vec<bool> = values.filter_map(flag).collect();
            writer.write_batch(&flags, levels, None).map(|_| ())
        }
        ColumnWriter::ByteArrayColumnWriter(writer) => {
            let text = |value: &Datum| match value {
                Datum::Text(text) => Some(ByteArray::from(text.as_str())),
                _ => None,
            };
            let texts: Vec<ByteArray> = values.filter_map(text).collect();
            writer.write_batch(&texts, levels, None).map(|_| ())
        }
        _ => Err(ParquetError::General("a column of an unknown kind".to_owned())),
    }
}

/// The schema in Parquet's own words.
fn message(name: &str, columns: &[Column]) -> String {
    let column = |(name, kind): &(&str, Kind)| match kind {
        Kind::Number => format!("required int64 {name};"),
        Kind::MaybeNumber => format!("optional int64 {name};"),
        Kind::Text => format!("required binary {name} (string);"),
        Kind::MaybeText => format!("optional binary {name} (string);"),
        Kind::Flag => format!("required boolean {name};"),
    };
    let columns: Vec<String> = columns.iter().map(column).collect();
    format!("message {name} {{ {} }}", columns.join(" "))
}

fn trouble(path: &Path, error: ParquetError) -> LabError {
    LabError::File { path: path.to_owned(), error: std::io::Error::other(error) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    const COLUMNS: [Column; 5] = [
        ("number", Kind::Number),
        ("name", Kind::Text),
        ("hex", Kind::MaybeText),
        ("attack", Kind::MaybeNumber),
        ("early", Kind::Flag),
    ];

    #[test]
    fn rows_are_read_as_they_were_written() {
        let folder = std::env::temp_dir().join(format!("longroll-parquet-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut writer = Writer::create(&folder, "sample", COLUMNS.to_vec()).unwrap();
        let text = |text: &str| Datum::Text(text.to_owned());
        let (nothing, number) = (Datum::Nothing, Datum::Number);
        writer
            .add(vec![number(1), text("Hood"), text("0805"), nothing.clone(), Datum::Flag(true)])
            .unwrap();
        writer.add(vec![number(-2), text(""), nothing, number(7), Datum::Flag(false)]).unwrap();
        let path = writer.finish().unwrap();
        let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
        let rows: Vec<Vec<Field>> = reader
            .get_row_iter(None)
            .unwrap()
            .map(|row| row.unwrap().get_column_iter().map(|(_, field)| field.clone()).collect())
            .collect();
        let string = |text: &str| Field::Str(text.to_owned());
        assert_eq!(
            rows,
            [
                vec![
                    Field::Long(1),
                    string("Hood"),
                    string("0805"),
                    Field::Null,
                    Field::Bool(true)
                ],
                vec![Field::Long(-2), string(""), Field::Null, Field::Long(7), Field::Bool(false)],
            ]
        );
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
