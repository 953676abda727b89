//! Witnessed dice in a record: the chains that two browsers deposited, the links they showed, and the
//! agreement to go on with the host's dice.
//!
//! [`Witnesses`] follows them along a game. A table keeps one that never goes back, whatever is taken back; a replay
//! makes its own from the lines.

use atlas::{BySide, Side};
use serde::{Deserialize, Serialize};

use super::header::HeaderLine;
use super::line::DicePolicy;
use crate::dice::{Link, MOST_LINKS};

/// The end of a chain, deposited by a browser.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deposit {
    /// Whose.
    #[serde(with = "super::side_word")]
    pub by: Side,
    /// The end, as 64 hexadecimal digits.
    pub end: String,
    /// How many links it has.
    pub links: u32,
}

/// A link that was shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UsedLink {
    /// Its number in its chain, from 1: hashed so many times it is the end.
    pub at: u32,
    /// The link, as 64 hexadecimal digits.
    pub link: String,
}

/// The links of both sides for one throw.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UsedLinks {
    /// The Union's.
    pub union: UsedLink,
    /// The Confederates'.
    pub confederate: UsedLink,
}

impl UsedLinks {
    /// The links themselves.
    pub fn read(&self) -> Result<BySide<Link>, String> {
        let read = |used: &UsedLink| {
            Link::parse(&used.link).ok_or_else(|| "a link is not 64 hexadecimal digits".to_owned())
        };
        Ok(BySide { union: read(&self.union)?, confederate: read(&self.confederate)? })
    }
}

/// A chain as far as it was shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chain {
    /// Its end.
    pub end: Link,
    /// How many links it has.
    pub links: u32,
    /// The number of the link that was shown last; 0: none.
    pub at: u32,
    /// That link, or the end.
    pub last: Link,
}

impl Chain {
    /// A chain that was deposited.
    pub fn new(deposit: &Deposit) -> Result<Chain, String> {
        let end = Link::parse(&deposit.end).ok_or("a chain's end is not 64 hexadecimal digits")?;
        if !(1..=MOST_LINKS).contains(&deposit.links) {
            return Err(format!("a chain of {} links; expected 1 to {MOST_LINKS}", deposit.links));
        }
        Ok(Chain { end, links: deposit.links, at: 0, last: end })
    }

    /// The number of the next link; none if all were shown.
    pub fn next(&self) -> Option<u32> {
        (self.at < self.links).then_some(self.at + 1)
    }

    /// The chain after a link was shown that belongs to it: a later one than all before.
    fn shown(&self, used: &UsedLink) -> Result<Chain, String> {
        if used.at <= self.at || used.at > self.links {
            let (at, links) = (self.at + 1, self.links);
            return Err(format!("link {} of a chain; expected one from {at} to {links}", used.at));
        }
        let link = Link::parse(&used.link).ok_or("a link is not 64 hexadecimal digits")?;
        if link.back(used.at - self.at) != self.last {
            return Err(format!("link {} is not of the chain that was deposited", used.at));
        }
        Ok(Chain { at: used.at, last: link, ..*self })
    }
}

/// What is known of the witnesses of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Witnesses {
    /// Whether throws are witnessed.
    pub active: bool,
    /// The chains of both.
    pub chains: BySide<Option<Chain>>,
}

impl Witnesses {
    /// Those of a game that begins with this header, after its set-up.
    pub fn of(header: &HeaderLine) -> Result<Witnesses, String> {
        let active = header.dice_policy == Some(DicePolicy::Witnessed);
        if !active && (!header.chains.is_empty() || header.links.is_some()) {
            return Err("chains of witnesses, but the dice are not witnessed".into());
        }
        let mut witnesses = Witnesses { active, chains: BySide::default() };
        header.chains.iter().try_for_each(|deposit| witnesses.deposit(deposit))?;
        witnesses.check_links(header.links.as_ref(), !header.dice.is_empty(), "the set-up")?;
        Ok(witnesses)
    }

    /// A side deposits a chain, in the place of the one it had.
    pub fn deposit(&mut self, deposit: &Deposit) -> Result<(), String> {
        if !self.active {
            return Err("a chain is deposited, but the dice are not witnessed".into());
        }
        self.chains[deposit.by] = Some(Chain::new(deposit)?);
        Ok(())
    }

    /// A side shows a link.
    pub fn show(&mut self, side: Side, used: &UsedLink) -> Result<(), String> {
        let chain = self.chains[side].ok_or_else(|| format!("no {side} chain was deposited"))?;
        let shown = chain.shown(used).map_err(|problem| format!("the {side} chain: {problem}"))?;
        self.chains[side] = Some(shown);
        Ok(())
    }

    /// Both show a link.
    pub fn show_both(&mut self, used: &UsedLinks) -> Result<(), String> {
        self.show(Side::Union, &used.union)?;
        self.show(Side::Confederate, &used.confederate)
    }

    /// Checks the links of a line: what draws under witnesses has them, and nothing else.
    pub fn check_links(
        &mut self,
        links: Option<&UsedLinks>,
        drew: bool,
        what: &str,
    ) -> Result<(), String> {
        match links {
            Some(used) if self.active && drew => self.show_both(used),
            Some(_) => Err(format!("links of witnesses, but {what} has no witnessed throw")),
            None if self.active && drew => Err(format!("{what} draws without its witnesses")),
            None => Ok(()),
        }
    }

    /// Both agree to go on with the host's dice.
    pub fn go_on_with_host(&mut self, used: &UsedLinks) -> Result<(), String> {
        if !self.active {
            return Err("the host's dice are agreed upon, but the dice are not witnessed".into());
        }
        self.show_both(used)?;
        self.active = false;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn used(secret: &Link, links: u32, at: u32) -> UsedLink {
        UsedLink { at, link: secret.back(links - at).to_hex() }
    }

    #[test]
    fn links_are_taken_in_order_and_none_twice() {
        let secret = Link::from_bytes([4; 32]);
        let deposit = Deposit { by: Side::Union, end: secret.back(5).to_hex(), links: 5 };
        let mut all = Witnesses { active: true, ..Witnesses::default() };
        assert!(all.show(Side::Union, &used(&secret, 5, 1)).is_err(), "nothing is deposited");
        all.deposit(&deposit).unwrap();
        assert!(all.show(Side::Confederate, &used(&secret, 5, 1)).is_err(), "it is another's");
        all.show(Side::Union, &used(&secret, 5, 1)).unwrap();
        assert!(all.show(Side::Union, &used(&secret, 5, 1)).is_err(), "it was shown");
        // What was taken back has left a gap.
        all.show(Side::Union, &used(&secret, 5, 4)).unwrap();
        assert!(all.show(Side::Union, &used(&secret, 5, 3)).is_err(), "it is an earlier one");
        let forged = UsedLink { at: 5, ..used(&secret, 5, 4) };
        assert!(all.show(Side::Union, &forged).is_err(), "it is another link");
        all.show(Side::Union, &used(&secret, 5, 5)).unwrap();
        assert_eq!(all.chains.union.and_then(|chain| chain.next()), None);
        assert!(all.show(Side::Union, &UsedLink { at: 6, ..used(&secret, 5, 5) }).is_err());
    }

    #[test]
    fn a_chain_without_links_or_with_too_many_is_refused() {
        let deposit = |links| Deposit { by: Side::Union, end: "ab".repeat(32), links };
        assert!(Chain::new(&deposit(0)).is_err());
        assert!(Chain::new(&deposit(MOST_LINKS + 1)).is_err());
        assert!(Chain::new(&deposit(MOST_LINKS)).is_ok());
        assert!(Chain::new(&Deposit { end: "AB".repeat(32), ..deposit(1) }).is_err());
    }
}
