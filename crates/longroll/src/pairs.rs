//! The pairs of a match that are over, in a file: a line that says which match it is, then a line a pair, with its seed
//! and both margins, in the order they were over.
//!
//! A pair is written whole as soon as it is over, so an interruption loses nothing but the pairs that were under way. A
//! last line without its end was being written when the power went: it is not there.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use atlas::BySide;

use crate::trouble::Trouble;

/// The two games of a pair, as margins of the first player: as Union and as Confederate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair(pub BySide<i64>);

/// The pairs that are over, by their seeds; and where they are kept, if they are.
#[derive(Debug, Default)]
pub struct Pairs {
    file: Option<(PathBuf, File)>,
    pairs: BTreeMap<u64, Pair>,
}

impl Pairs {
    /// The pairs of a file, which is begun if it is not there yet. `of` is the match: one line, by which a file is known
    /// as one of it.
    pub fn of_file(path: &Path, of: &str) -> Result<Pairs, Trouble> {
        let trouble = |error| Trouble::file(path, error);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(trouble)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let told = format!("{}: another match is writing there", path.display());
                return Err(Trouble::Request(told));
            }
            Err(TryLockError::Error(error)) => return Err(trouble(error)),
        }
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(trouble)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        if whole == 0 && !text.is_empty() && !format!("{of}\n").starts_with(&text) {
            return Err(other_match(path, &text, of));
        }
        let pairs = read(path, &text[..whole], of)?;
        file.set_len(whole as u64).map_err(trouble)?;
        file.seek(SeekFrom::Start(whole as u64)).map_err(trouble)?;
        let mut kept = Pairs { file: Some((path.to_owned(), file)), pairs };
        if whole == 0 {
            kept.write(of)?;
        }
        Ok(kept)
    }

    /// Whether the pair of a seed is over.
    pub fn has(&self, seed: u64) -> bool {
        self.pairs.contains_key(&seed)
    }

    /// Adds a pair that is over.
    pub fn add(&mut self, seed: u64, pair: Pair) -> Result<(), Trouble> {
        let Pair(BySide { union, confederate }) = pair;
        self.write(&format!("{seed} {union:+} {confederate:+}"))?;
        self.pairs.insert(seed, pair);
        Ok(())
    }

    /// Those of some seeds, in their order.
    pub fn within(&self, seeds: std::ops::RangeInclusive<u64>) -> Vec<Pair> {
        self.pairs.range(seeds).map(|(_, pair)| *pair).collect()
    }

    fn write(&mut self, line: &str) -> Result<(), Trouble> {
        let Some((path, file)) = &mut self.file else { return Ok(()) };
        file.write_all(format!("{line}\n").as_bytes()).map_err(|error| Trouble::file(path, error))
    }
}

/// The pairs in the whole lines of a file.
fn read(path: &Path, text: &str, of: &str) -> Result<BTreeMap<u64, Pair>, Trouble> {
    let mut pairs = BTreeMap::new();
    for (index, line) in text.lines().enumerate() {
        if index == 0 {
            if line != of {
                return Err(other_match(path, line, of));
            }
            continue;
        }
        let bad = |what: &str| {
            let (path, line) = (path.display(), index + 1);
            Trouble::Request(format!("{path}, line {line}: {what}"))
        };
        let (seed, pair) = pair_of(line)
            .ok_or_else(|| bad("expected a seed and two margins, as in `7 +120 -15`"))?;
        if pairs.insert(seed, pair).is_some() {
            return Err(bad(&format!("the pair of seed {seed} is told twice")));
        }
    }
    Ok(pairs)
}

fn pair_of(line: &str) -> Option<(u64, Pair)> {
    let mut words = line.split(' ');
    let seed = words.next()?.parse().ok()?;
    let mut margin = || words.next()?.parse().ok();
    let pair = Pair(BySide { union: margin()?, confederate: margin()? });
    words.next().is_none().then_some((seed, pair))
}

fn other_match(path: &Path, found: &str, of: &str) -> Trouble {
    let found: String = found.chars().take(300).collect();
    Trouble::Request(format!(
        "{}, line 1: holds another match\n  found    {found}\n  expected {of}",
        path.display()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATCH: &str = "match 1: one against the other";

    fn file(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("longroll-{}-{name}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        path
    }

    fn pair(union: i64, confederate: i64) -> Pair {
        Pair(BySide { union, confederate })
    }

    #[test]
    fn what_was_kept_is_there_again() {
        let path = file("pairs");
        let mut pairs = Pairs::of_file(&path, MATCH).expect("a new file");
        pairs.add(9, pair(-3, 40)).expect("room");
        pairs.add(7, pair(0, 5)).expect("room");
        let busy = Pairs::of_file(&path, MATCH).expect_err("one at a time").to_string();
        assert!(busy.contains("another match is writing there"), "{busy}");
        drop(pairs);
        let again = Pairs::of_file(&path, MATCH).expect("the file");
        assert_eq!(again.within(7..=9), [pair(0, 5), pair(-3, 40)]);
        assert_eq!(again.within(8..=9), [pair(-3, 40)]);
        assert!(again.has(7) && !again.has(8));
        drop(again);
        let text = std::fs::read_to_string(&path).expect("the file");
        assert_eq!(text, format!("{MATCH}\n9 -3 +40\n7 +0 +5\n"));
        std::fs::remove_file(&path).expect("the file");
    }

    /// Wherever the power goes, what was whole stays and the rest is played again.
    #[test]
    fn a_line_that_breaks_off_is_not_there() {
        let (path, whole) = (file("torn"), format!("{MATCH}\n9 -3 +40\n7 +0 +5\n"));
        for end in 0..=whole.len() {
            std::fs::write(&path, &whole[..end]).expect("the file");
            let mut pairs = Pairs::of_file(&path, MATCH).expect("a file that breaks off");
            let kept = whole[..end].matches('\n').count().saturating_sub(1);
            assert_eq!(pairs.within(0..=u64::MAX).len(), kept, "{end}");
            if !pairs.has(7) {
                pairs.add(7, pair(0, 5)).expect("room");
            }
            drop(pairs);
            assert!(Pairs::of_file(&path, MATCH).expect("the file").has(7), "{end}");
        }
        std::fs::remove_file(&path).expect("the file");
    }

    #[test]
    fn what_is_no_such_file_is_refused_and_left_alone() {
        let path = file("strange");
        for (text, told) in [
            ("my letters", "line 1: holds another match"),
            ("my letters\n", "line 1: holds another match"),
            ("match 1: one against the other\n7 +1\n", "line 2: expected a seed"),
            ("match 1: one against the other\n7 +1 +2 +3\n", "line 2: expected a seed"),
            ("match 1: one against the other\n7 +1 +2\n7 +1 +2\n", "line 3: the pair of seed 7"),
        ] {
            std::fs::write(&path, text).expect("the file");
            let refused = Pairs::of_file(&path, MATCH).expect_err(text).to_string();
            assert!(refused.contains(told), "{refused}");
            assert_eq!(std::fs::read_to_string(&path).expect("the file"), text);
        }
        std::fs::remove_file(&path).expect("the file");
    }
}
