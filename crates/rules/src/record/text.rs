//! Records as text: from format 2 on each line pins the one before it.

use std::fmt;

use serde::Serialize;
use serde_json::{Value, json};

use super::line::ChainKind;
use crate::dice::Seed;

/// How each line pins the one before it.
#[derive(Clone, Copy)]
pub(super) struct Chaining {
    key: Option<[u8; 32]>,
}

impl Chaining {
    /// By the hashes of lines, or by hashes with the key that follows from this seed.
    pub fn new(keyed_by: Option<&Seed>) -> Chaining {
        Chaining { key: keyed_by.map(Seed::chain_key) }
    }

    /// The hash of a line's text, by which the next line pins it.
    pub fn of(&self, line: &str) -> String {
        let hash = match &self.key {
            Some(key) => blake3::keyed_hash(key, line.as_bytes()),
            None => blake3::hash(line.as_bytes()),
        };
        hash.to_hex().to_string()
    }
}

/// A key is not shown by accident.
impl fmt::Debug for Chaining {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.key.is_some() { "Chaining(keyed)" } else { "Chaining(plain)" })
    }
}

/// Writes the lines of a record one after the other.
#[derive(Clone, Debug)]
pub struct Text {
    chaining: Chaining,
    /// The hash of the last line; none where the format has no chain.
    chain: Option<String>,
}

impl Text {
    /// Begins a record: its writer and its first line.
    pub fn begin(header: &impl Serialize) -> (Text, String) {
        Text::begin_with(header, None)
    }

    /// Begins a record whose seed is known. A header with a keyed chain needs it; without it no line is pinned.
    pub fn begin_with(header: &impl Serialize, seed: Option<&Seed>) -> (Text, String) {
        let header = json!(header);
        let line = header.to_string();
        let keyed = header["chain"] == json!(ChainKind::Keyed);
        let chaining = Chaining::new(seed.filter(|_| keyed));
        let chained = header["longroll_record"].as_u64().is_some_and(|format| format > 1)
            && (!keyed || seed.is_some());
        (Text { chaining, chain: chained.then(|| chaining.of(&line)) }, line)
    }

    /// The hash of the last line, which pins all that were written; none where there is no chain.
    pub fn head(&self) -> Option<&str> {
        self.chain.as_deref()
    }

    /// The next line: an action, something between actions, or the end.
    pub fn line(&mut self, line: &impl Serialize) -> String {
        let mut line = json!(line);
        if let (Some(chain), Value::Object(members)) = (&self.chain, &mut line) {
            // A line taken from another record is pinned to its place in this one.
            members.shift_remove("chain");
            members.insert("chain".into(), json!(chain));
        }
        let text = line.to_string();
        self.chain = self.chain.is_some().then(|| self.chaining.of(&text));
        text
    }
}
