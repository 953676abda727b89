//! Words for numbers.

/// So many things: the word for one of them, or with an s for any other number.
pub fn counted(count: usize, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}

/// Some things with a space between.
pub fn joined<T: ToString>(items: impl Iterator<Item = T>) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

/// A number with its sign and one place behind the point; nought has no sign.
pub fn signed(value: f64) -> String {
    match format!("{value:+.1}").as_str() {
        "+0.0" | "-0.0" => "0.0".to_owned(),
        told => told.replace('-', "−"),
    }
}

#[cfg(test)]
mod tests {
    use super::{counted, signed};

    #[test]
    fn signs_are_those_of_print() {
        let told = [1.25, -2.34, 0.04, -0.04].map(signed);
        assert_eq!(told, ["+1.2", "−2.3", "0.0", "0.0"]);
    }

    #[test]
    fn one_is_one() {
        assert_eq!(["0 games", "1 game", "2 games"], [0, 1, 2].map(|n| counted(n, "game")));
    }
}
