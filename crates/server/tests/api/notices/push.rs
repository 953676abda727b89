//! Web push, against an endpoint that decrypts what it receives and checks who signed it. No push service of the
//! internet was ever met.

use aes_gcm::aead::{Aead, KeyInit};
use aes_gcm::{Aes128Gcm, Nonce};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hkdf::Hkdf;
use p256::ecdsa::signature::Verifier;
use p256::ecdsa::{Signature, VerifyingKey};
use p256::elliptic_curve::sec1::ToSec1Point;
use p256::{PublicKey, SecretKey};
use serde_json::{Value, json};
use sha2::Sha256;

use super::hook::{Called, Hook};
use super::{QUIET, confirm, hand_over, last, look, open, pass, private, toy};
use crate::common::table::Seats;

/// A browser, as its push service knows it.
struct Browser {
    key: SecretKey,
    auth: [u8; 16],
}

impl Browser {
    fn new(byte: u8) -> Browser {
        Browser { key: SecretKey::from_slice(&[byte; 32]).unwrap(), auth: [byte; 16] }
    }

    fn public(&self) -> Vec<u8> {
        self.key.public_key().to_sec1_point(false).as_bytes().to_vec()
    }

    fn subscription(&self, endpoint: &str) -> Value {
        let text = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        json!({"means": "push", "to": endpoint, "p256dh": text(&self.public()), "auth": text(&self.auth)})
    }

    /// Opens what was sealed for it (RFC 8291, RFC 8188).
    fn open(&self, sealed: &[u8]) -> Value {
        let (salt, rest) = sealed.split_at(16);
        let (size, rest) = rest.split_at(4);
        assert_eq!(u32::from_be_bytes(size.try_into().unwrap()), 4096);
        let (sender, sealed) = rest[1..].split_at(rest[0].into());
        let shared = self.key.diffie_hellman(&PublicKey::from_sec1_bytes(sender).unwrap());
        let info = [b"WebPush: info\0".as_slice(), &self.public(), sender].concat();
        let mut secret = [0; 32];
        let first = Hkdf::<Sha256>::new(Some(self.auth.as_slice()), shared.raw_secret_bytes());
        first.expand(&info, &mut secret).unwrap();
        let derived = Hkdf::<Sha256>::new(Some(salt), &secret);
        let (mut key, mut nonce) = ([0; 16], [0; 12]);
        derived.expand(b"Content-Encoding: aes128gcm\0", &mut key).unwrap();
        derived.expand(b"Content-Encoding: nonce\0", &mut nonce).unwrap();
        let cipher = Aes128Gcm::new(&key.into());
        let mut plain = cipher.decrypt(&Nonce::from(nonce), sealed).expect("it was meant for us");
        assert_eq!(plain.pop(), Some(2), "the last record");
        serde_json::from_slice(&plain).expect("JSON")
    }
}

/// Checks who sent a message (RFC 8292): the claims, and the public key.
fn vapid(call: &Called) -> (Value, String) {
    let word = call.header("authorization").strip_prefix("vapid t=").expect("our scheme");
    let (token, key) = word.split_once(", k=").expect("a key");
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text).unwrap();
    let verifying = VerifyingKey::from_sec1_bytes(&bytes(key)).unwrap();
    let signature = Signature::from_slice(&bytes(signature)).unwrap();
    verifying.verify(signed.as_bytes(), &signature).expect("the signature holds");
    let (head, claims) = signed.split_once('.').unwrap();
    let read = |text: &str| serde_json::from_slice::<Value>(&bytes(text)).unwrap();
    assert_eq!(read(head), json!({"typ": "JWT", "alg": "ES256"}));
    (read(claims), key.to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_alone_can_read_what_it_is_told_and_its_service_knows_who_says_it() {
    let (mut bench, hour) = private("notices-push").await;
    let seats = Seats::create(&bench.client(), &toy(&["6"])).await;
    let (mut service, browser) = (Hook::open().await, Browser::new(7));
    let made = open(&seats, browser.subscription(&service.url())).await;
    let asked = service.called().await;
    assert_eq!(asked.header("content-encoding"), "aes128gcm");
    assert!(asked.header("ttl").parse::<u32>().unwrap() > 0);
    assert!(asked.header("topic").len() <= 32);
    let (claims, key) = vapid(&asked);
    assert_eq!(claims["aud"], format!("http://{}", service.address));
    let left = claims["exp"].as_i64().unwrap() - hour.borrow().0 / 1000;
    assert!((1..=24 * 3600).contains(&left), "{left}");
    assert_eq!(made["offers"]["push"], key, "the key that the browser subscribed with");
    let question = browser.open(&asked.body);
    assert_eq!(confirm(&bench.client(), question["confirm"].as_str().unwrap()).await.status, 200);
    // The server's own key outlives it.
    bench.restart().await;
    let seats = seats.moved_to(&bench.client());
    assert_eq!(look(&seats).await["offers"]["push"], key);
    pass(&hour, QUIET);
    hand_over(&seats).await;
    let told = service.called().await;
    assert_eq!(vapid(&told).1, key);
    let message = browser.open(&told.body);
    assert_eq!((&message["what"], &message["game"]), (&json!("turn"), &json!(seats.id)));
    assert_eq!(message["confirm"], Value::Null);
    assert!(message["title"].as_str().unwrap().ends_with("a decision is yours"), "{message}");
    assert_ne!(told.body[..16], asked.body[..16], "another salt");
    assert_ne!(told.body[21..86], asked.body[21..86], "another key");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_that_is_gone_is_forgotten_and_one_that_is_refused_is_not_asked_again() {
    let (bench, _hour) = private("notices-push-gone").await;
    let seats = Seats::create(&bench.client(), &toy(&["6"])).await;
    let mut service = Hook::open().await;
    service.will_answer("400 Bad Request", "");
    open(&seats, Browser::new(3).subscription(&service.url())).await;
    service.called().await;
    let failed = last(&seats, |last| last["state"] == "failed").await;
    assert_eq!(failed["why"], "the push service answered 400");
    service.will_answer("410 Gone", "");
    open(&seats, Browser::new(4).subscription(&format!("{}&other", service.url()))).await;
    service.called().await;
    while look(&seats).await["channels"].as_array().unwrap().len() > 1 {}
}
