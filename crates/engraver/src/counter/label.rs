//! Words on a counter: cleaned, shortened the way printed counters do, and fitted by their real
//! width.

use crate::font::{self, Style};

/// The most letters of a designation that are looked at.
const MAX_LETTERS: usize = 48;

/// How much smaller letters may get before words are shortened.
const COMFORT: f32 = 0.72;

const LETTERS: Style = Style::SANS_BOLD;

/// Long words and how printed counters shorten them.
const SHORT_WORDS: [(&str, &str); 10] = [
    ("Artillery", "Art."),
    ("Battalion", "Bn."),
    ("Battery", "Bty."),
    ("Batteries", "Btys."),
    ("Brigade", "Brig."),
    ("Cavalry", "Cav."),
    ("Division", "Div."),
    ("Infantry", "Inf."),
    ("Regiment", "Regt."),
    ("Reserve", "Res."),
];

/// Text with the size at which it fits.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Fitted {
    /// What to write, not yet escaped.
    pub(super) text: String,
    /// Font size.
    pub(super) size: f32,
    /// Its width at that size.
    pub(super) width: f32,
}

/// Fits text into a width: a little smaller, then in shorter words, then as small as allowed, then
/// with fewer letters.
pub(super) fn fit(text: &str, room: f32, largest: f32, smallest: f32) -> Fitted {
    let clean = clean(text);
    let words = shorten_words(&clean);
    let bare = drop_brackets(&words);
    let comfortable = (largest * COMFORT).max(smallest);
    let tries =
        [(&clean, comfortable), (&words, comfortable), (&bare, comfortable), (&bare, smallest)];
    tries
        .into_iter()
        .find_map(|(text, least)| shrink(text, room, largest, least))
        .unwrap_or_else(|| squeeze(bare.clone(), room, smallest))
}

/// The text at the largest size that fits, if one does.
fn shrink(text: &str, room: f32, largest: f32, smallest: f32) -> Option<Fitted> {
    let em = font::text_width(text, 1.0, LETTERS);
    let size = if em * largest <= room { largest } else { (room / em * 20.0).floor() / 20.0 };
    (size >= smallest).then(|| Fitted { text: text.to_owned(), size, width: em * size })
}

/// Leaves out vowels from the end, then cuts, until the text fits at this size.
fn squeeze(mut text: String, room: f32, size: f32) -> Fitted {
    let width = |text: &str| font::text_width(text, size, LETTERS);
    while width(&text) > room {
        match last_inner_vowel(&text) {
            Some(at) => drop(text.remove(at)),
            None => break,
        }
    }
    let mut cut = false;
    while width(&text) > room && text.chars().count() > 2 {
        if cut {
            text.pop();
        }
        text.pop();
        text = text.trim_end().to_owned();
        text.push('\u{2026}');
        cut = true;
    }
    let width = width(&text);
    Fitted { text, size, width }
}

/// Byte position of the last small vowel that is not the first letter of a word.
fn last_inner_vowel(text: &str) -> Option<usize> {
    let mut found = None;
    let mut before = ' ';
    for (at, letter) in text.char_indices() {
        if "aeiou".contains(letter) && before.is_alphabetic() {
            found = Some(at);
        }
        before = letter;
    }
    found
}

fn shorten_words(text: &str) -> String {
    let short = |word: &str| {
        SHORT_WORDS
            .iter()
            .find(|(long, _)| *long == word)
            .map_or(word.to_owned(), |pair| pair.1.to_owned())
    };
    text.split(' ').map(short).collect::<Vec<_>>().join(" ")
}

fn drop_brackets(text: &str) -> String {
    match text.split_once(" (") {
        Some((before, _)) if !before.is_empty() => before.to_owned(),
        _ => text.to_owned(),
    }
}

/// Keeps letters that the embedded faces can set, one space between words, and a bounded number of
/// them.
pub(super) fn clean(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars().take(MAX_LETTERS * 4) {
        if letter.is_whitespace() {
            if !out.is_empty() && !out.ends_with(' ') {
                out.push(' ');
            }
        } else if letter.is_control() || is_mark(letter) {
        } else if font::has(letter, LETTERS) {
            out.push(letter);
        } else {
            out.push('?');
        }
        if out.chars().count() >= MAX_LETTERS {
            break;
        }
    }
    out.trim_end().to_owned()
}

/// Marks that combine with a letter and signs without width, which could be piled up without end.
fn is_mark(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}' | '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}'
            | '\u{1dc0}'..='\u{1dff}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{fe20}'..='\u{fe2f}' | '\u{feff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, room: f32, expected: &str) {
        let fitted = fit(text, room, 15.0, 10.0);
        assert_eq!(fitted.text, expected, "{fitted:?}");
        assert!(fitted.width <= room, "{fitted:?}");
        assert!(fitted.size <= 15.0, "{fitted:?}");
    }

    #[test]
    fn short_names_keep_their_letters() {
        check("3/1/I", 90.0, "3/1/I");
        check("Wright\u{2019}s Brig.", 90.0, "Wright\u{2019}s Brig.");
        check("Brockenbrough", 90.0, "Brockenbrough");
    }

    #[test]
    fn long_names_are_shortened_as_printed_counters_do() {
        check("Stafford's Artillery", 84.0, "Stafford's Art.");
        check("Featherston (Anderson's division)", 80.0, "Featherston");
        check("Brockenbrough", 60.0, "Brocknbrgh");
    }

    #[test]
    fn nonsense_is_cut() {
        check(&"W".repeat(5000), 90.0, "WWWWWWWW\u{2026}");
        check("a\u{301}\u{301}\u{301}\u{202e}b\u{0}c\n\td", 90.0, "abc d");
        check("\u{4e00}\u{1f600}", 90.0, "??");
        check("   ", 90.0, "");
    }
}
