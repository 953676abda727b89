//! Tokens: unguessable words that open one role of one game; and invitations, each of which becomes the token
//! of a seat once. Only their hashes are kept.

use std::fmt;

use atlas::{BySide, Side};
use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq;
use utoipa::ToSchema;

use crate::moment::Moment;

/// What a token lets its holder do in its game.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Keeps the game: invites to seats, deletes it; may watch.
    Owner,
    /// Plays the Union.
    Union,
    /// Plays the Confederates.
    Confederate,
    /// Watches.
    Watch,
}

impl Role {
    /// Every role.
    pub const ALL: [Role; 4] = [Role::Owner, Role::Union, Role::Confederate, Role::Watch];

    /// As it is written.
    pub const fn word(self) -> &'static str {
        match self {
            Role::Owner => "owner",
            Role::Union => "union",
            Role::Confederate => "confederate",
            Role::Watch => "watch",
        }
    }

    /// Reads a role.
    pub fn from_word(word: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.word() == word)
    }

    /// The side it plays, if any.
    pub const fn side(self) -> Option<Side> {
        match self {
            Role::Union => Some(Side::Union),
            Role::Confederate => Some(Side::Confederate),
            Role::Owner | Role::Watch => None,
        }
    }

    /// The role that plays a side.
    pub const fn of(side: Side) -> Role {
        match side {
            Side::Union => Role::Union,
            Side::Confederate => Role::Confederate,
        }
    }
}

/// The hash of a token, as it is stored.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenHash(pub [u8; 32]);

impl TokenHash {
    /// Whether it is that of the token; takes as long for a wrong one as for the right one.
    pub fn is_of(&self, other: &TokenHash) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

/// A seat that was offered by link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Invitation {
    /// Whose seat.
    pub side: Side,
    /// The word in the link.
    pub hash: TokenHash,
    /// It was redeemed, and opens nothing any more.
    pub spent: bool,
}

/// Everything that opens a game.
#[derive(Clone, Debug, Default)]
pub struct Keys {
    /// The tokens.
    pub tokens: Vec<(Role, TokenHash)>,
    /// The last invitation of each seat that had one.
    pub invitations: Vec<Invitation>,
    /// When the holder of a seat was last heard of, if that is known.
    pub seen: BySide<Option<Moment>>,
    /// When the owner or somebody who watches was last heard of, if that is known.
    pub touched: Option<Moment>,
}

/// What a word opens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opened {
    /// A role.
    Role(Role),
    /// A seat, once it is redeemed.
    Invitation(Side),
    /// Nothing any more: the invitation was redeemed.
    Spent(Side),
}

impl Keys {
    /// What a word opens. Every key is compared, whichever fits.
    pub fn opens(&self, sent: &TokenHash) -> Option<Opened> {
        let offered = self.invitations.iter().fold(None, |found, offer| {
            let opened = if offer.spent {
                Opened::Spent(offer.side)
            } else {
                Opened::Invitation(offer.side)
            };
            if offer.hash.is_of(sent) { Some(opened) } else { found }
        });
        self.tokens.iter().fold(offered, |found, (role, hash)| {
            let fits = hash.is_of(sent);
            if fits { Some(Opened::Role(*role)) } else { found }
        })
    }

    /// The role that a token opens.
    pub fn role(&self, sent: &TokenHash) -> Option<Role> {
        match self.opens(sent) {
            Some(Opened::Role(role)) => Some(role),
            _ => None,
        }
    }

    /// Whether nothing opens the game: there is none.
    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// Puts a token in the place of a role's old one, which is returned.
    pub fn replace(&mut self, role: Role, new: Option<TokenHash>) -> Option<TokenHash> {
        let old = self.tokens.iter().find(|(known, _)| *known == role).map(|(_, hash)| *hash);
        self.tokens.retain(|(known, _)| *known != role);
        self.tokens.extend(new.map(|hash| (role, hash)));
        old
    }

    /// Puts an invitation in the place of a seat's old one.
    pub fn invite(&mut self, offer: Invitation) {
        self.invitations.retain(|known| known.side != offer.side);
        self.invitations.push(offer);
    }
}

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenHash(…)")
    }
}

/// How many letters a token has.
pub const TOKEN_LENGTH: usize = 43;

/// A token in the clear, which its holder alone keeps.
#[derive(Clone, Serialize, ToSchema)]
#[schema(value_type = String)]
pub struct Token(String);

impl Token {
    /// A new one: 32 random bytes.
    pub fn new() -> Result<Token, NoRandomness> {
        Ok(Token(base64url(&random::<32>()?)))
    }

    /// A token that a client has made for itself, so that nobody else ever knows it: 32 bytes as base64 for
    /// addresses, without padding.
    pub fn read(text: &str) -> Option<Token> {
        let fits = text.len() == TOKEN_LENGTH
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
        fits.then(|| Token(text.to_owned()))
    }

    /// The hash by which it is known.
    pub fn hash(&self) -> TokenHash {
        Token::hash_of(&self.0)
    }

    /// The hash of a token as it was sent.
    pub fn hash_of(text: &str) -> TokenHash {
        let mut hasher = blake3::Hasher::new_derive_key("long roll 2026 seat token");
        TokenHash(*hasher.update(text.as_bytes()).finalize().as_bytes())
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// The system has no randomness to give.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoRandomness;

/// Random bytes from the system.
pub fn random<const N: usize>() -> Result<[u8; N], NoRandomness> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| NoRandomness)?;
    Ok(bytes)
}

/// A new id of a game: 96 random bits, so that ids tell nothing about other games.
pub fn new_game_id() -> Result<String, NoRandomness> {
    Ok(base64url(&random::<12>()?))
}

/// Bytes as base64 with the alphabet for addresses, without padding.
fn base64url(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let at = |index: usize| u32::from(chunk.get(index).copied().unwrap_or(0));
        let group = at(0) << 16 | at(1) << 8 | at(2);
        for letter in 0..=chunk.len() {
            let index = group >> (18 - 6 * letter) & 63;
            out.push(char::from(LETTERS[index as usize]));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_rfc_4648() {
        let cases = [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg")];
        for (bytes, text) in cases {
            assert_eq!(base64url(bytes.as_bytes()), text);
        }
        assert_eq!(base64url(&[0xfb, 0xff]), "-_8");
    }

    #[test]
    fn a_token_that_a_client_makes_has_the_shape_of_ours() {
        let ours = Token::new().unwrap();
        assert!(Token::read(&ours.0).is_some());
        for bad in ["", "short", &"x".repeat(44), &"=".repeat(43), &"\u{e9}".repeat(43)] {
            assert!(Token::read(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn a_spent_invitation_opens_nothing_and_is_known_for_what_it_is() {
        let (token, link, other) = (Token::hash_of("t"), Token::hash_of("l"), Token::hash_of("o"));
        let mut keys = Keys { tokens: vec![(Role::Owner, token)], ..Keys::default() };
        keys.invite(Invitation { side: Side::Union, hash: link, spent: false });
        assert_eq!(keys.opens(&token), Some(Opened::Role(Role::Owner)));
        assert_eq!(
            (keys.opens(&link), keys.role(&link)),
            (Some(Opened::Invitation(Side::Union)), None)
        );
        keys.invite(Invitation { side: Side::Union, hash: link, spent: true });
        assert_eq!(
            (keys.opens(&link), keys.opens(&other)),
            (Some(Opened::Spent(Side::Union)), None)
        );
    }

    #[test]
    fn a_token_is_long_unlike_others_and_never_shown() {
        let (one, two) = (Token::new().unwrap(), Token::new().unwrap());
        assert_eq!(one.0.len(), 43);
        assert!(one.hash().is_of(&Token::hash_of(&one.0)));
        assert!(!one.hash().is_of(&two.hash()));
        assert!(!format!("{one:?}{:?}", one.hash()).contains(&one.0));
    }
}
