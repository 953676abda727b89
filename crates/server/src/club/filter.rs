//! What a host lets nobody say at open tables, and what nobody may be called there: words in a file, one a line.
//!
//! A word blocks itself, with small letters and large ones alike and with signs that look like letters read as them.
//! `*` at its beginning or end stands for any letters. A line that begins with `name:` blocks in names only. Lines
//! that begin with `#` are the host's own notes. It is a help against the careless: whoever wants to hurt finds a way,
//! and is dealt with by the host.

use std::collections::HashSet;
use std::fmt;

/// The longest file, in bytes.
pub const MOST_BYTES: usize = 256 << 10;
/// The most words.
pub const MOST_WORDS: usize = 5_000;
/// The most words with a `*`, each of which is looked for in every word that is said.
pub const MOST_PATTERNS: usize = 500;
/// The longest word, in characters.
pub const LONGEST_WORD: usize = 60;

/// Lines that block in names only begin so.
const NAME: &str = "name:";

/// What is wrong with a file of words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FilterFault {
    /// It is longer than [`MOST_BYTES`].
    TooLong,
    /// It has more than [`MOST_WORDS`] words.
    TooManyWords,
    /// It has more than [`MOST_PATTERNS`] words with a `*`.
    TooManyPatterns,
    /// A line is no word, with why.
    Line(usize, &'static str),
}

impl fmt::Display for FilterFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FilterFault::TooLong => write!(f, "it is longer than {MOST_BYTES} bytes"),
            FilterFault::TooManyWords => write!(f, "it has more than {MOST_WORDS} words"),
            FilterFault::TooManyPatterns => {
                write!(f, "it has more than {MOST_PATTERNS} words with a *")
            }
            FilterFault::Line(line, why) => write!(f, "line {line}: {why}"),
        }
    }
}

/// A word with `*` at its beginning or end.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Pattern {
    word: String,
    begins: bool,
    ends: bool,
}

impl Pattern {
    fn fits(&self, word: &str) -> bool {
        match (self.begins, self.ends) {
            (true, true) => word.contains(&self.word),
            (true, false) => word.ends_with(&self.word),
            (false, true) => word.starts_with(&self.word),
            (false, false) => word == self.word,
        }
    }
}

#[derive(Clone, Default, PartialEq, Eq, Debug)]
struct Words {
    whole: HashSet<String>,
    patterns: Vec<Pattern>,
}

impl Words {
    fn block(&self, text: &str) -> bool {
        let said = |word: &str| {
            self.whole.contains(word) || self.patterns.iter().any(|pattern| pattern.fits(word))
        };
        spellings(text).any(|spelling| {
            let mut words = spelling.split(|letter: char| !letter.is_alphanumeric());
            words.any(|word| !word.is_empty() && said(word))
        })
    }
}

/// What a host lets nobody say.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Filter {
    everywhere: Words,
    names: Words,
}

impl Filter {
    /// Reads the words of a file.
    pub fn read(text: &str) -> Result<Filter, Vec<FilterFault>> {
        if text.len() > MOST_BYTES {
            return Err(vec![FilterFault::TooLong]);
        }
        let (mut filter, mut faults) = (Filter::default(), Vec::new());
        for (number, line) in text.lines().enumerate() {
            let line = line.trim_start_matches('\u{feff}').trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (word, names) = match line.strip_prefix(NAME) {
                Some(word) => (word.trim(), true),
                None => (line, false),
            };
            let words = if names { &mut filter.names } else { &mut filter.everywhere };
            if let Err(why) = add(words, word) {
                faults.push(FilterFault::Line(number + 1, why));
            }
        }
        let all = [&filter.everywhere, &filter.names];
        let patterns: usize = all.iter().map(|words| words.patterns.len()).sum();
        if patterns > MOST_PATTERNS {
            faults.push(FilterFault::TooManyPatterns);
        }
        if patterns + all.iter().map(|words| words.whole.len()).sum::<usize>() > MOST_WORDS {
            faults.push(FilterFault::TooManyWords);
        }
        if faults.is_empty() { Ok(filter) } else { Err(faults) }
    }

    /// Whether nobody may say this.
    pub fn blocks_talk(&self, text: &str) -> bool {
        self.everywhere.block(text)
    }

    /// Whether nobody may be called so.
    pub fn blocks_name(&self, name: &str) -> bool {
        self.everywhere.block(name) || self.names.block(name)
    }
}

fn add(words: &mut Words, word: &str) -> Result<(), &'static str> {
    let inner = word.strip_prefix('*').unwrap_or(word);
    let (begins, inner) = (inner.len() < word.len(), inner);
    let bare = inner.strip_suffix('*').unwrap_or(inner);
    let ends = bare.len() < inner.len();
    if bare.chars().count() > LONGEST_WORD {
        return Err("the word is too long");
    }
    if bare.is_empty() || !bare.chars().all(char::is_alphanumeric) {
        return Err("expected one word of letters and digits, with * at its ends only");
    }
    let word = bare.to_lowercase();
    match begins || ends {
        true => words.patterns.push(Pattern { word, begins, ends }),
        false => {
            words.whole.insert(word);
        }
    }
    Ok(())
}

/// A text in small letters, as it is written and with signs that look like letters read as them.
fn spellings(text: &str) -> impl Iterator<Item = String> {
    let plain = text.to_lowercase();
    let read = plain.chars().map(|letter| match letter {
        '0' => 'o',
        '1' | '!' | '|' => 'i',
        '3' | '€' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        other => other,
    });
    let read: String = read.collect();
    [Some(plain.clone()), Some(read).filter(|read| *read != plain)].into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filter(text: &str) -> Filter {
        Filter::read(text).expect("a filter")
    }

    #[test]
    fn words_block_themselves_and_nothing_longer() {
        let filter = filter("# notes of the host\n\nrogue\n");
        for said in ["rogue", "You ROGUE!", "a r0gu3, you", "rogue-like"] {
            assert!(filter.blocks_talk(said), "{said}");
        }
        for said in ["roguery", "", "prorogue", "notes of the host"] {
            assert!(!filter.blocks_talk(said), "{said}");
        }
    }

    #[test]
    fn stars_stand_for_letters() {
        let filter = filter("knav*\n*bald\n*scound*\n");
        for said in ["knaves", "knav", "piebald", "you arch5coundrels"] {
            assert!(filter.blocks_talk(said), "{said}");
        }
        for said in ["an unknavish man", "baldness", "sound"] {
            assert!(!filter.blocks_talk(said), "{said}");
        }
    }

    #[test]
    fn some_words_are_blocked_in_names_only() {
        let filter = filter("name:admin\nname: *host*\n");
        assert!(filter.blocks_name("Admin") && filter.blocks_name("The Hostess"));
        assert!(!filter.blocks_talk("ask the admin of the host"));
        assert!(!Filter::default().blocks_name("Admin"));
    }

    #[test]
    fn all_faults_of_a_file_are_told_with_their_lines() {
        let faults = Filter::read("good\ntwo words\n*\n# fine\nna*me\n").unwrap_err();
        let lines: Vec<usize> = faults
            .iter()
            .map(|fault| match fault {
                FilterFault::Line(line, _) => *line,
                other => panic!("{other}"),
            })
            .collect();
        assert_eq!(lines, [2, 3, 5]);
        let stars: String = (0..=MOST_PATTERNS).map(|n| format!("w{n}*\n")).collect();
        assert_eq!(Filter::read(&stars), Err(vec![FilterFault::TooManyPatterns]));
        let many: String = (0..=MOST_WORDS).map(|n| format!("w{n}\n")).collect();
        assert_eq!(Filter::read(&many), Err(vec![FilterFault::TooManyWords]));
        assert_eq!(Filter::read(&"x\n".repeat(MOST_BYTES)), Err(vec![FilterFault::TooLong]));
        let long = "x".repeat(LONGEST_WORD + 1);
        assert!(matches!(Filter::read(&long).unwrap_err()[..], [FilterFault::Line(1, _)]));
    }
}
