//! The files of a battle's folder, already read.

use std::collections::BTreeMap;

/// Names and bytes of the files in a battle's folder.
///
/// Names are relative to the folder, with slashes: `battle.toml`, `setups/may-3.toml`. Whoever has
/// the files fills it, from a disk, an archive or the program itself; nothing here opens any.
#[derive(Clone, Debug, Default)]
pub struct Folder<'a> {
    files: BTreeMap<String, &'a [u8]>,
}

impl<'a> Folder<'a> {
    /// A folder without files.
    pub fn new() -> Folder<'a> {
        Folder::default()
    }

    /// Puts a file in, in place of one with the same name.
    pub fn add(&mut self, name: impl Into<String>, bytes: &'a [u8]) {
        self.files.insert(name.into(), bytes);
    }

    /// The bytes of a file.
    pub fn get(&self, name: &str) -> Option<&'a [u8]> {
        self.files.get(name).copied()
    }

    /// The names of the files, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }
}

impl<'a, N: Into<String>> FromIterator<(N, &'a [u8])> for Folder<'a> {
    fn from_iter<I: IntoIterator<Item = (N, &'a [u8])>>(files: I) -> Folder<'a> {
        Folder { files: files.into_iter().map(|(name, bytes)| (name.into(), bytes)).collect() }
    }
}
