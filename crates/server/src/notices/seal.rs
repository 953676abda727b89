//! Web push: what is sent to a browser is sealed for it alone (RFC 8291), and signed by this server (VAPID, RFC 8292).

use aes_gcm::aead::{Aead, KeyInit};
use aes_gcm::{Aes128Gcm, Nonce};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hkdf::Hkdf;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use p256::{PublicKey, SecretKey};
use serde_json::json;
use sha2::Sha256;

use super::channel::ChannelKeys;
use crate::moment::Moment;
use crate::tokens::{NoRandomness, random};

/// How long a token of ours is good, in seconds; a day is the most that push services take.
const GOOD_FOR: i64 = 12 * 60 * 60;
/// The size of a record; a message is one record.
const RECORD: u32 = 4096;
/// The longest message: what every push service takes, without what sealing adds.
pub const LONGEST: usize = 3000;

/// Why something cannot be sealed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsealable {
    /// The browser's keys are none.
    Keys,
    /// It is too long.
    TooLong,
}

/// Whom something is sealed for.
pub struct Receiver {
    public: PublicKey,
    auth: [u8; 16],
}

impl Receiver {
    /// A browser by the keys it gave.
    pub fn new(keys: &ChannelKeys) -> Option<Receiver> {
        let bytes = |text: &Option<String>| decode(text.as_deref()?);
        let public = PublicKey::from_sec1_bytes(&bytes(&keys.p256dh)?).ok()?;
        Some(Receiver { public, auth: bytes(&keys.auth)?.try_into().ok()? })
    }
}

/// Bytes from base64 for addresses, with padding or without.
fn decode(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()
}

/// A new secret key.
pub fn new_key() -> Result<SecretKey, NoRandomness> {
    loop {
        // Of all 32 bytes only a few in four thousand million are no key.
        if let Ok(key) = SecretKey::from_slice(&random::<32>()?) {
            return Ok(key);
        }
    }
}

/// A public key as it is written to browsers and push services.
pub fn public(key: &SecretKey) -> String {
    URL_SAFE_NO_PAD.encode(uncompressed(&key.public_key()))
}

fn uncompressed(key: &PublicKey) -> Vec<u8> {
    use p256::elliptic_curve::sec1::ToSec1Point;
    key.to_sec1_point(false).as_bytes().to_vec()
}

/// Seals a message with a key and a salt that are used for nothing else.
pub fn seal(
    message: &[u8],
    to: &Receiver,
    own: &SecretKey,
    salt: &[u8; 16],
) -> Result<Vec<u8>, Unsealable> {
    if message.len() > LONGEST {
        return Err(Unsealable::TooLong);
    }
    let (theirs, ours) = (uncompressed(&to.public), uncompressed(&own.public_key()));
    let shared = own.diffie_hellman(&to.public);
    let info = [b"WebPush: info\0".as_slice(), &theirs, &ours].concat();
    let mut secret = [0; 32];
    let (mut key, mut nonce) = ([0; 16], [0; 12]);
    Hkdf::<Sha256>::new(Some(to.auth.as_slice()), shared.raw_secret_bytes())
        .expand(&info, &mut secret)
        .map_err(|_| Unsealable::Keys)?;
    let derived = Hkdf::<Sha256>::new(Some(salt.as_slice()), &secret);
    derived
        .expand(b"Content-Encoding: aes128gcm\0", &mut key)
        .and_then(|()| derived.expand(b"Content-Encoding: nonce\0", &mut nonce))
        .map_err(|_| Unsealable::Keys)?;
    // The mark of the last record.
    let plain = [message, &[2]].concat();
    let cipher = Aes128Gcm::new(&key.into());
    let sealed = cipher.encrypt(&Nonce::from(nonce), plain.as_slice());
    let sealed = sealed.map_err(|_| Unsealable::TooLong)?;
    let length = [u8::try_from(ours.len()).unwrap_or_default()];
    Ok([salt.as_slice(), &RECORD.to_be_bytes(), &length, &ours, &sealed].concat())
}

/// The word by which a push service knows this server, for the `Authorization` of a call.
pub fn vapid(key: &SecretKey, audience: &str, contact: Option<&str>, now: Moment) -> String {
    let mut claims = json!({"aud": audience, "exp": now.0 / 1000 + GOOD_FOR});
    if let Some(contact) = contact {
        claims["sub"] = json!(contact);
    }
    let part = |value: serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let signed = format!("{}.{}", part(json!({"typ": "JWT", "alg": "ES256"})), part(claims));
    let signature: Signature = SigningKey::from(key).sign(signed.as_bytes());
    let signature = URL_SAFE_NO_PAD.encode(signature.to_bytes());
    format!("vapid t={signed}.{signature}, k={}", public(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        decode(text).expect("base64")
    }

    /// The example of RFC 8291, section 5 and appendix A.
    #[test]
    fn a_message_is_sealed_as_the_standards_example() {
        let own = SecretKey::from_slice(&bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"));
        let keys = ChannelKeys {
            p256dh: Some(
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
                    .into(),
            ),
            auth: Some("BTBZMqHH6r4Tts7J_aSIgg".into()),
            secret: None,
        };
        let to = Receiver::new(&keys).expect("a receiver");
        let salt: [u8; 16] = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
        let plain = b"When I grow up, I want to be a watermelon";
        let sealed = seal(plain, &to, &own.unwrap(), &salt).expect("it is sealed");
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIg\
                        Dll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXL\
                        WyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(URL_SAFE_NO_PAD.encode(sealed), expected);
    }

    #[test]
    fn keys_that_are_none_and_messages_that_are_too_long_are_refused() {
        let good = ChannelKeys {
            p256dh: Some(public(&new_key().unwrap())),
            auth: Some("BTBZMqHH6r4Tts7J_aSIgg==".into()),
            secret: None,
        };
        let to = Receiver::new(&good).expect("a receiver");
        for bad in [None, Some(String::new()), Some("BTBZ".into()), Some("ä".into())] {
            assert!(Receiver::new(&ChannelKeys { auth: bad.clone(), ..good.clone() }).is_none());
            assert!(Receiver::new(&ChannelKeys { p256dh: bad, ..good.clone() }).is_none());
        }
        let own = new_key().unwrap();
        let long = vec![b'x'; LONGEST + 1];
        assert_eq!(seal(&long, &to, &own, &[0; 16]), Err(Unsealable::TooLong));
        assert!(seal(&long[1..], &to, &own, &[0; 16]).unwrap().len() <= 4096);
    }
}
