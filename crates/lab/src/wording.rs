//! Words for numbers.

/// So many things: the word for one of them, or with an s for any other number.
pub fn counted(count: usize, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_is_one() {
        assert_eq!(["0 games", "1 game", "2 games"], [0, 1, 2].map(|n| counted(n, "game")));
    }
}
