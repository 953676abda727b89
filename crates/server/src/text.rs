//! Text: what people write, made fit to be shown to others, and small help with our own sentences.
//!
//! Letters of every script stay as they are. What has no shape of its own goes: it serves to make two names
//! look alike, to turn a line of text round, or to hide words from those who read.

/// Joins emoji into one; elsewhere it has no shape.
const JOINER: char = '\u{200d}';

/// Text without control characters, without what cannot be seen, and without blanks at its ends.
pub fn clean_text(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let before = clean.chars().next_back();
        match letter {
            _ if letter.is_control() => clean.push(' '),
            '\u{2028}' | '\u{2029}' => clean.push(' '),
            JOINER => {
                let joins = before.is_some_and(is_part_of_emoji);
                if joins && letters.peek().is_some_and(|&next| is_part_of_emoji(next)) {
                    clean.push(letter);
                }
            }
            // As text, or as a picture: after something that can be either.
            '\u{fe0e}' | '\u{fe0f}' => {
                if before.is_some_and(|before| !before.is_whitespace() && !is_selector(before)) {
                    clean.push(letter);
                }
            }
            _ if is_invisible(letter) => {}
            _ => clean.push(letter),
        }
    }
    clean.trim().to_owned()
}

fn is_selector(letter: char) -> bool {
    matches!(letter, '\u{fe0e}' | '\u{fe0f}')
}

/// Whether a character belongs to the pictures that can be joined, or says how one is to be drawn.
fn is_part_of_emoji(letter: char) -> bool {
    matches!(letter,
        '\u{fe0f}'
        | '\u{2190}'..='\u{21ff}'
        | '\u{2300}'..='\u{23ff}'
        | '\u{2600}'..='\u{27bf}'
        | '\u{2b00}'..='\u{2bff}'
        | '\u{1f000}'..='\u{1faff}')
}

/// Whether a character has no shape: Unicode's format characters (but those that are drawn), fillers, and
/// what else it says may be ignored.
fn is_invisible(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}'
        | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{2800}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// A clause as a sentence.
pub fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::clean_text;

    #[test]
    fn what_cannot_be_seen_is_dropped() {
        let cases = [
            ("Ann\u{200b}a", "Anna"),
            ("\u{202e}nnA\u{202c}", "nnA"),
            ("\u{2066}x\u{2069}\u{200f}", "x"),
            ("one\u{2028}two\u{2029}", "one two"),
            ("a\tb\u{0}c", "a b c"),
            ("\u{feff}A\u{ad}B\u{2060}C", "ABC"),
            ("x\u{e0041}\u{e007f}", "x"),
            ("a\u{200d}b\u{200c}c", "abc"),
        ];
        for (text, clean) in cases {
            assert_eq!(clean_text(text), clean, "{text:?}");
        }
    }

    #[test]
    fn nothing_visible_is_nothing() {
        for text in ["", " \n", "\u{200b}\u{200d}", "\u{3164}", "\u{2800} \u{feff}", "\u{fe0f}"] {
            assert_eq!(clean_text(text), "", "{text:?}");
        }
    }

    #[test]
    fn letters_of_every_script_and_emoji_stay() {
        let kept = [
            "Zoë Ångström",
            "Σωκράτης",
            "שלום",
            "महात्मा",
            "李四光",
            "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}",
            "\u{1f9d1}\u{1f3fd}\u{200d}\u{2695}\u{fe0f}",
            "\u{2764}\u{fe0f}\u{200d}\u{1f525}",
            "\u{1f1fa}\u{1f1f8}",
        ];
        for text in kept {
            assert_eq!(clean_text(text), text, "{text:?}");
        }
    }
}
