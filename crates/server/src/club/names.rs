//! Names of players. One chooses a name, and a sign of the key is put behind it, so that no two are alike and nobody
//! can pass for another.

use super::key::PlayerKey;
use crate::problem::Problem;
use crate::text::clean_text;

/// Least and most characters of a name, without the sign.
pub const LENGTHS: std::ops::RangeInclusive<usize> = 2..=24;
/// How long the sign behind a name may be: as short as tells it from the others.
pub const SIGNS: std::ops::RangeInclusive<usize> = 4..=12;

/// A name as it was chosen, made fit to be shown.
pub fn chosen(name: &str) -> Result<String, Problem> {
    let name = clean_text(name).split_whitespace().collect::<Vec<_>>().join(" ");
    let length = name.chars().count();
    let (least, most) = (LENGTHS.start(), LENGTHS.end());
    if !LENGTHS.contains(&length) || name.contains('#') {
        let words = format!("A name has {least} to {most} characters, and no # among them.");
        return Err(Problem::Malformed(words));
    }
    if !name.chars().any(char::is_alphanumeric) {
        return Err(Problem::Malformed("A name has a letter in it.".into()));
    }
    Ok(name)
}

/// A name with so much of the sign of a key behind it.
pub fn tag(name: &str, key: &PlayerKey, sign: usize) -> String {
    format!("{name}#{}", &key.fingerprint()[..sign])
}

/// What no two names may share: letters are alike whether they are small or not.
pub fn fold(tag: &str) -> String {
    tag.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_short_and_visible_and_has_no_sign_of_its_own() {
        assert_eq!(chosen("  Ada \u{200b}  Lovelace ").as_deref(), Ok("Ada Lovelace"));
        assert_eq!(chosen("李四").as_deref(), Ok("李四"));
        assert!(chosen(&"x".repeat(24)).is_ok());
        for bad in ["", "A", "Ada#7f3e", "\u{200b}\u{200b}\u{200b}", "--", &"x".repeat(25)] {
            assert!(chosen(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn large_letters_make_no_other_name() {
        assert_eq!(fold("ADA#7f3e"), fold("ada#7f3e"));
        assert_ne!(fold("ada#7f3e"), fold("ada#7f3f"));
    }
}
