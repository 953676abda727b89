//! The chain of a game: every entry holds a hash of itself and of all before it, so that what rots in the file is seen.
//!
//! It guards against accidents: whoever can write the file can write the hashes too.

use rules::dice::Seed;

use super::row::Row;

/// A link of a chain: the hash of everything up to an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link([u8; 32]);

impl Link {
    /// The first: of what is fixed about a game, as it is stored.
    pub fn head(game: &str, created: i64, seed: Option<&str>, facts: &str) -> Link {
        let mut hasher = blake3::Hasher::new_derive_key("long roll 2026 stored game");
        text(&mut hasher, Some(game));
        hasher.update(&created.to_le_bytes());
        text(&mut hasher, seed);
        text(&mut hasher, Some(facts));
        Link(*hasher.finalize().as_bytes())
    }

    /// The next: of an entry, as it is stored.
    pub fn next(&self, row: &Row) -> Link {
        let mut hasher = blake3::Hasher::new_derive_key("long roll 2026 stored entry");
        hasher.update(&self.0);
        for number in [row.seq, row.version, row.at, i64::from(row.automatic)] {
            hasher.update(&number.to_le_bytes());
        }
        let words = [Some(&row.kind), row.side.as_ref(), row.role.as_ref(), row.request.as_ref()];
        for word in words.into_iter().chain([Some(&row.body)]) {
            text(&mut hasher, word.map(String::as_str));
        }
        Link(*hasher.finalize().as_bytes())
    }

    /// As it is stored.
    pub fn to_hex(self) -> String {
        blake3::Hash::from_bytes(self.0).to_hex().to_string()
    }

    /// Reads what is stored.
    pub fn parse(stored: &str) -> Option<Link> {
        blake3::Hash::from_hex(stored).ok().map(|hash| Link(hash.into()))
    }
}

/// Nothing, or a text with its length before it: no two lists of texts are hashed alike.
fn text(hasher: &mut blake3::Hasher, text: Option<&str>) {
    let Some(text) = text else {
        hasher.update(&u64::MAX.to_le_bytes());
        return;
    };
    hasher.update(&(text.len() as u64).to_le_bytes());
    hasher.update(text.as_bytes());
}

/// Where a chain begins and ends, as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain {
    /// The first link.
    pub head: String,
    /// The number of the last entry.
    pub seq: i64,
    /// Its link.
    pub link: String,
    /// The game is from before there were chains, and got its own then, as it was found.
    pub adopted: Option<i64>,
}

/// What is wrong with what is stored of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Damage {
    /// What is fixed about it is not what it was.
    Head,
    /// The seed is not the one that was committed to.
    Seed,
    /// An entry is not what it was, or is missing; those before it hold.
    Entries,
}

/// How many entries of a game hold, one after another, and what is wrong, if something is.
pub fn follow(head: Link, chain: Option<&Chain>, rows: &[Row]) -> (usize, Option<Damage>) {
    let Some(chain) = chain.filter(|chain| Link::parse(&chain.head) == Some(head)) else {
        return (0, Some(Damage::Head));
    };
    let mut link = head;
    for (index, row) in rows.iter().enumerate() {
        let next = link.next(row);
        let in_order = usize::try_from(row.seq).is_ok_and(|seq| seq == index + 1);
        if !in_order || row.link.as_deref().and_then(Link::parse) != Some(next) {
            return (index, Some(Damage::Entries));
        }
        link = next;
    }
    let whole = usize::try_from(chain.seq) == Ok(rows.len()) && chain.link == link.to_hex();
    (rows.len(), (!whole).then_some(Damage::Entries))
}

/// Whether a seed is the one that was committed to.
pub fn is_committed(seed: &Seed, commitment: &str) -> bool {
    seed.commitment() == commitment
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(seq: i64) -> Row {
        Row {
            seq,
            version: seq,
            at: 7,
            kind: "talk".into(),
            side: Some("union".into()),
            automatic: false,
            role: None,
            request: None,
            body: format!("{{\"text\":\"{seq}\"}}"),
            link: None,
        }
    }

    /// A head, and so many entries that follow it.
    fn chained(count: i64) -> (Link, Chain, Vec<Row>) {
        let head = Link::head("g", 1, Some("5eed"), "{}");
        let mut rows: Vec<Row> = (1..=count).map(row).collect();
        let mut link = head;
        for row in &mut rows {
            link = link.next(row);
            row.link = Some(link.to_hex());
        }
        let chain = Chain { head: head.to_hex(), seq: count, link: link.to_hex(), adopted: None };
        (head, chain, rows)
    }

    type Change = fn(&mut Vec<Row>);

    #[test]
    fn a_chain_holds_until_something_is_changed_and_up_to_there() {
        let (head, chain, rows) = chained(5);
        assert_eq!(follow(head, Some(&chain), &rows), (5, None));
        let changes: [(usize, Change); 9] = [
            (2, |rows| rows[2].body.push(' ')),
            (0, |rows| rows[0].at += 1),
            (4, |rows| rows[4].automatic = true),
            (3, |rows| rows[3].role = Some(String::new())),
            (1, |rows| (rows[1].kind, rows[1].side) = ("tal".into(), Some("kunion".into()))),
            (2, |rows| rows.swap(2, 3)),
            (1, |rows| drop(rows.remove(1))),
            (4, |rows| rows.truncate(4)),
            (3, |rows| rows[3].link = None),
        ];
        for (number, (sound, change)) in changes.into_iter().enumerate() {
            let mut rows = rows.clone();
            change(&mut rows);
            let found = follow(head, Some(&chain), &rows);
            assert_eq!(found, (sound, Some(Damage::Entries)), "change {number}");
        }
    }

    #[test]
    fn what_is_fixed_is_held_too_and_a_chain_that_is_missing_is_missed() {
        let (_, chain, rows) = chained(2);
        for head in [
            Link::head("h", 1, Some("5eed"), "{}"),
            Link::head("g", 2, Some("5eed"), "{}"),
            Link::head("g", 1, None, "{}"),
            Link::head("g", 1, Some(""), "5eed{}"),
            Link::head("g", 1, Some("5eed"), "{ }"),
        ] {
            assert_eq!(follow(head, Some(&chain), &rows), (0, Some(Damage::Head)));
        }
        let (head, _, rows) = chained(0);
        assert_eq!(follow(head, None, &rows), (0, Some(Damage::Head)));
    }
}
