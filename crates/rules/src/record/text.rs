//! Records as text: from format 2 on each line pins the one before it.

use serde::Serialize;
use serde_json::{Value, json};

/// The hash of a line's text, by which the next line pins it.
pub(super) fn chain_of(line: &str) -> String {
    blake3::hash(line.as_bytes()).to_hex().to_string()
}

/// Writes the lines of a record one after the other.
#[derive(Clone, Debug)]
pub struct Text {
    /// The hash of the last line; none where the format has no chain.
    chain: Option<String>,
}

impl Text {
    /// Begins a record: its writer and its first line.
    pub fn begin(header: &impl Serialize) -> (Text, String) {
        let header = json!(header);
        let line = header.to_string();
        let chained = header["longroll_record"].as_u64().is_some_and(|format| format > 1);
        (Text { chain: chained.then(|| chain_of(&line)) }, line)
    }

    /// The next line: an action, a contribution, or the end.
    pub fn line(&mut self, line: &impl Serialize) -> String {
        let mut line = json!(line);
        if let (Some(chain), Value::Object(members)) = (&self.chain, &mut line) {
            // A line taken from another record is pinned to its place in this one.
            members.shift_remove("chain");
            members.insert("chain".into(), json!(chain));
        }
        let text = line.to_string();
        self.chain = self.chain.is_some().then(|| chain_of(&text));
        text
    }
}
