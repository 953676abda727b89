//! Keys of players, and what is signed with them.
//!
//! ECDSA over P-256 with SHA-256: every browser that is still in use makes and keeps such keys by itself, also those
//! that know no Ed25519 yet. What is signed names the server, the method and the address, the hour and a number used
//! once, and has the whole body behind it: it is of no use at another server, for another request, later or again.

use axum::http::{HeaderMap, Method, header};
use p256::ecdsa::signature::Verifier;
use p256::ecdsa::{Signature, VerifyingKey};

use crate::moment::Moment;
use crate::problem::Problem;

/// With what the head of a signed request names how it is signed.
const SCHEME: &str = "LongRoll";
/// What is signed begins so: a signature for another end is none for this one.
const PURPOSE: &str = "long roll player 1";
/// How far a browser's clock may be from ours, in milliseconds.
pub const SKEW: i64 = 5 * 60 * 1000;
/// An uncompressed point: a byte that says so and two coordinates.
const KEY_BYTES: usize = 65;
const SIGNATURE_BYTES: usize = 64;
/// Digits of the number used once.
const NONCE_DIGITS: usize = 32;
/// Digits of the hour, far into the future.
const MOST_AT_DIGITS: usize = 15;

/// The public key of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerKey {
    point: VerifyingKey,
    hex: String,
}

impl PlayerKey {
    /// Reads a key: an uncompressed point in small hexadecimal digits, so that each key is written in one way.
    pub fn read(hex: &str) -> Option<PlayerKey> {
        let bytes: [u8; KEY_BYTES] = bytes(hex)?;
        // The bare coordinates have a 4 before them.
        let point = VerifyingKey::from_sec1_bytes(&bytes).ok().filter(|_| bytes[0] == 4)?;
        Some(PlayerKey { point, hex: hex.to_owned() })
    }

    /// As it is written.
    pub fn hex(&self) -> &str {
        &self.hex
    }

    /// A hash of it, in digits: the sign behind a name is its beginning.
    pub fn fingerprint(&self) -> String {
        let mut hasher = blake3::Hasher::new_derive_key("long roll 2026 player");
        hasher.update(self.hex.as_bytes()).finalize().to_hex()[..32].to_owned()
    }
}

/// The signature in the head of a request.
#[derive(Clone, Debug)]
pub struct Proof {
    /// Whose it is said to be.
    pub key: PlayerKey,
    /// A number used once.
    pub nonce: String,
    at: Moment,
    signature: Signature,
}

/// What is signed besides the hour and the number.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// What is done.
    pub method: &'a Method,
    /// The address, without what all have in common, and with what follows a question mark.
    pub path: &'a str,
    /// The body.
    pub body: &'a [u8],
}

impl Proof {
    /// Reads the signature of a request.
    pub fn read(head: &HeaderMap) -> Result<Proof, Problem> {
        let none = "Sign the request as `Authorization: LongRoll KEY.AT.NONCE.SIGNATURE`.";
        let said = head.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let said = said.and_then(|said| said.split_once(' '));
        let parts = match said {
            Some((scheme, parts)) if scheme.eq_ignore_ascii_case(SCHEME) => parts.trim(),
            _ => return Err(Problem::BadSignature(none.into())),
        };
        parts_of(parts).ok_or_else(|| {
            let words = "The signature cannot be read: KEY, NONCE and SIGNATURE are 130, 32 and 128 small hexadecimal \
                         digits, AT milliseconds since 1970.";
            Problem::BadSignature(words.into())
        })
    }

    /// Whether it was made now, for this request, at a server of one of these names.
    pub fn check(&self, asked: Asked<'_>, names: &[&str], now: Moment) -> Result<(), Problem> {
        if (now.0 - self.at.0).abs() > SKEW {
            return Err(Problem::BadSignature(format!(
                "It was signed at another hour: here it is {now}. Set the clock, or sign again."
            )));
        }
        let fits = |name: &&str| {
            let text = signed(name, asked, self.at, &self.nonce);
            self.key.point.verify(&text, &self.signature).is_ok()
        };
        match names.iter().any(fits) {
            true => Ok(()),
            false => Err(Problem::BadSignature(
                "The signature does not fit: it is of another key, for another request, or for another server.".into(),
            )),
        }
    }
}

/// What is signed.
pub fn signed(name: &str, asked: Asked<'_>, at: Moment, nonce: &str) -> Vec<u8> {
    let Asked { method, path, body } = asked;
    let mut text = format!("{PURPOSE}\n{name}\n{method}\n{path}\n{}\n{nonce}\n", at.0).into_bytes();
    text.extend(body);
    text
}

fn parts_of(parts: &str) -> Option<Proof> {
    let mut parts = parts.split('.');
    let key = PlayerKey::read(parts.next()?)?;
    let at = parts.next().filter(|at| at.len() <= MOST_AT_DIGITS)?.parse::<u64>().ok()?;
    let nonce = parts.next()?;
    bytes::<{ NONCE_DIGITS / 2 }>(nonce)?;
    let signature: [u8; SIGNATURE_BYTES] = bytes(parts.next()?)?;
    let signature = Signature::from_slice(&signature).ok()?;
    let (at, nonce) = (Moment(i64::try_from(at).ok()?), nonce.to_owned());
    parts.next().is_none().then_some(Proof { key, nonce, at, signature })
}

/// Bytes in small hexadecimal digits.
fn bytes<const N: usize>(hex: &str) -> Option<[u8; N]> {
    let digit = |digit: u8| match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    };
    let mut found = [0; N];
    if hex.len() != 2 * N {
        return None;
    }
    for (byte, pair) in found.iter_mut().zip(hex.as_bytes().chunks_exact(2)) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use p256::ecdsa::SigningKey;
    use p256::ecdsa::signature::Signer;

    use super::*;

    const NOW: Moment = Moment(1_790_000_000_000);
    const NONCE: &str = "00112233445566778899aabbccddeeff";

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn own(byte: u8) -> SigningKey {
        SigningKey::from_slice(&[byte; 32]).expect("a key")
    }

    fn public(key: &SigningKey) -> String {
        hex(key.verifying_key().to_sec1_point(false).as_bytes())
    }

    fn asked(body: &[u8]) -> Asked<'_> {
        Asked { method: &Method::POST, path: "/club/offers", body }
    }

    fn proof(key: &SigningKey, name: &str, asked: Asked<'_>, at: Moment) -> Proof {
        let signature: Signature = key.sign(&signed(name, asked, at, NONCE));
        let said =
            format!("LongRoll {}.{}.{NONCE}.{}", public(key), at.0, hex(&signature.to_bytes()));
        let value = HeaderValue::from_str(&said).expect("a header");
        Proof::read(&HeaderMap::from_iter([(header::AUTHORIZATION, value)])).expect("a proof")
    }

    #[test]
    fn a_signature_fits_its_request_at_its_server_and_nothing_else() {
        let made = proof(&own(7), "table.example.org", asked(b"{}"), NOW);
        let names = ["localhost", "table.example.org"];
        assert_eq!(made.check(asked(b"{}"), &names, NOW), Ok(()));
        let wrong = |asked, names: &[&str]| made.check(asked, names, NOW).is_err();
        assert!(wrong(asked(b"{} "), &names), "another body");
        assert!(wrong(Asked { path: "/club/cups", ..asked(b"{}") }, &names), "another address");
        assert!(wrong(Asked { method: &Method::PUT, ..asked(b"{}") }, &names), "another method");
        assert!(wrong(asked(b"{}"), &["localhost"]), "another server");
        let stolen = Proof { key: PlayerKey::read(&public(&own(8))).unwrap(), ..made.clone() };
        assert!(stolen.check(asked(b"{}"), &names, NOW).is_err(), "another key");
    }

    #[test]
    fn a_signature_is_good_for_minutes() {
        let made = proof(&own(7), "a", asked(b""), NOW);
        for (late, good) in [(0, true), (SKEW, true), (-SKEW, true), (SKEW + 1, false)] {
            assert_eq!(
                made.check(asked(b""), &["a"], Moment(NOW.0 + late)).is_ok(),
                good,
                "{late}"
            );
        }
        assert!(made.check(asked(b""), &["a"], Moment(NOW.0 - SKEW - 1)).is_err());
    }

    #[test]
    fn a_key_is_written_in_one_way() {
        let key = public(&own(7));
        assert_eq!(PlayerKey::read(&key).unwrap().hex(), key);
        let other = own(7).verifying_key().to_sec1_point(true).as_bytes().to_vec();
        let off = format!("04{}", "11".repeat(64));
        for bad in ["", "04", &key.to_uppercase(), &hex(&other), &off, &key[2..]] {
            assert!(PlayerKey::read(bad).is_none(), "{bad}");
        }
        let two = PlayerKey::read(&public(&own(8))).unwrap();
        assert_ne!(PlayerKey::read(&key).unwrap().fingerprint(), two.fingerprint());
    }

    #[test]
    fn what_is_no_signature_is_refused_with_words() {
        for bad in ["", "Bearer x", "LongRoll", "LongRoll a.b.c.d", "LongRoll ...", "LongRoll 1"] {
            let head = HeaderMap::from_iter([(
                header::AUTHORIZATION,
                HeaderValue::from_str(bad).expect("a header"),
            )]);
            assert!(matches!(Proof::read(&head), Err(Problem::BadSignature(_))), "{bad}");
        }
    }
}
