//! Calls of an address that a player has given, signed as <https://www.standardwebhooks.com> has it.

use axum::http::header::{self, HeaderName};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

use super::parcel::Parcel;
use crate::moment::Moment;
use crate::tokens::{NoRandomness, random};

/// With what such a secret begins.
const PREFIX: &str = "whsec_";

/// A new secret with which calls are signed.
pub fn new_secret() -> Result<String, NoRandomness> {
    Ok(format!("{PREFIX}{}", STANDARD.encode(random::<24>()?)))
}

/// What is posted.
pub fn body(
    parcel: &Parcel,
    link: impl Fn(&str) -> Option<String>,
    confirm: Option<&str>,
) -> String {
    let notice = |item: &super::parcel::Item| {
        let said = &item.message.said;
        json!({
            "id": item.message.id,
            "what": item.message.what,
            "game": item.channel.game,
            "side": item.channel.side.word(),
            "title": said.title,
            "turn": said.turn,
            "turns": said.turns,
            "phase": said.phase,
            "ended": said.ended,
            "words": format!("{}. {}", item.subject(), item.sentence()),
            "link": link(&item.channel.game),
            "at": item.message.created,
        })
    };
    let notices: Vec<Value> = parcel.items.iter().map(notice).collect();
    let mut body = json!({"notices": notices});
    if let Some(word) = confirm {
        body["confirm"] = json!(word);
    }
    body.to_string()
}

/// The headers of a call: its id, when it is made, and the signature of both with the body.
pub fn headers(secret: &str, id: &str, now: Moment, body: &str) -> Vec<(HeaderName, String)> {
    let seconds = now.0 / 1000;
    let key = STANDARD.decode(secret.strip_prefix(PREFIX).unwrap_or(secret)).unwrap_or_default();
    let mut headers = vec![
        (header::CONTENT_TYPE, "application/json".to_owned()),
        (HeaderName::from_static("webhook-id"), id.to_owned()),
        (HeaderName::from_static("webhook-timestamp"), seconds.to_string()),
    ];
    if let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&key) {
        mac.update(format!("{id}.{seconds}.{body}").as_bytes());
        let signature = STANDARD.encode(mac.finalize().into_bytes());
        headers.push((HeaderName::from_static("webhook-signature"), format!("v1,{signature}")));
    }
    headers
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the standard's own libraries.
    #[test]
    fn a_call_is_signed_as_the_standards_example() {
        let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
        let id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
        let now = Moment(1_614_265_330_000);
        let headers = headers(secret, id, now, "{\"test\": 2432232314}");
        let found = |name: &str| headers.iter().find(|(known, _)| known == name).unwrap().1.clone();
        let signature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
        assert_eq!(found("webhook-signature"), signature);
        assert_eq!(
            (found("webhook-id").as_str(), found("webhook-timestamp").as_str()),
            (id, "1614265330")
        );
        assert!(new_secret().unwrap().starts_with(PREFIX));
    }
}
