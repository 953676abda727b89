//! How one parcel goes.

use axum::http::header::{self, HeaderName};
use serde_json::json;

use super::{AGAIN, Office};
use crate::moment::Moment;
use crate::notices::call::Fault;
use crate::notices::parcel::{Item, Parcel};
use crate::notices::word::Purpose;
use crate::notices::{Means, What, feed, mail, seal, webhook};
use crate::store::{OutboxChange, Outcome};
use crate::tokens::random;

/// When a call is made for which there was no place, in milliseconds.
const SOON: i64 = 5_000;
/// How long a push service keeps a message for a browser that is not there, in seconds.
const KEPT: u32 = 24 * 60 * 60;

/// Why a parcel was not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotTaken {
    why: String,
    is_final: bool,
    /// It was not even tried.
    soon: bool,
    /// The address is no longer anybody's.
    pub gone: bool,
}

impl NotTaken {
    fn new(why: impl Into<String>, is_final: bool) -> NotTaken {
        NotTaken { why: why.into(), is_final, soon: false, gone: false }
    }

    /// What becomes of a message that was tried so often.
    pub fn outcome(&self, attempts: i64, now: Moment) -> Outcome {
        if self.soon {
            return Outcome::Later(Moment(now.0.saturating_add(SOON)));
        }
        let tried = usize::try_from(attempts.max(1) - 1).unwrap_or(usize::MAX);
        match AGAIN.get(tried).filter(|_| !self.is_final) {
            Some(delay) => Outcome::Again(Moment(now.0.saturating_add(*delay)), self.why.clone()),
            None => Outcome::GivenUp(self.why.clone()),
        }
    }
}

impl From<Fault> for NotTaken {
    fn from(fault: Fault) -> NotTaken {
        let soon = fault == Fault::Busy;
        NotTaken { soon, ..NotTaken::new(fault.to_string(), fault.is_final()) }
    }
}

fn ours<E>(_: E) -> NotTaken {
    NotTaken::new("something is wrong with this server", false)
}

impl Office {
    /// Sends a parcel.
    pub(super) async fn send(&self, parcel: &Parcel) -> Result<(), NotTaken> {
        match parcel.channel.means {
            Means::Mail => self.mail(parcel).await,
            Means::Webhook => self.call(parcel).await,
            Means::Push => self.push(parcel).await,
            Means::Feed => Ok(()),
        }
    }

    async fn mail(&self, parcel: &Parcel) -> Result<(), NotTaken> {
        let (Some(settings), Some(base)) = (&self.settings.mail, &self.public_url) else {
            return Err(NotTaken::new("this host sends no mail any more", false));
        };
        let confirm = self.confirmation(parcel).await?;
        let stop = self.words().await.map_err(ours)?.make(Purpose::Stop, &parcel.channel.id);
        let links = mail::Links { base, confirm: confirm.as_deref(), stop: &stop };
        let sent = mail::send(settings, parcel, &links, self.clock.now()).await;
        sent.map_err(|fault| NotTaken::new(fault.why, fault.is_final))
    }

    async fn call(&self, parcel: &Parcel) -> Result<(), NotTaken> {
        let channel = &parcel.channel;
        let target = self.caller.target(&channel.target)?;
        let confirm = self.confirmation(parcel).await?;
        let link = |game: &str| self.public_url.as_deref().map(|base| feed::table(base, game));
        let body = webhook::body(parcel, link, confirm.as_deref());
        let id = first(parcel)?.message.id.clone();
        let secret = channel.keys.secret.as_deref().unwrap_or_default();
        let headers = webhook::headers(secret, &id, self.clock.now(), &body);
        let reply = self.caller.post(&target, headers, body.into_bytes()).await?;
        if !(200..300).contains(&reply.status) {
            return Err(NotTaken::new(format!("the answer was {}", reply.status), false));
        }
        // Whoever says the word back has read it: the address is his.
        let answer = String::from_utf8_lossy(&reply.body);
        if confirm.is_some_and(|word| answer.contains(&word)) {
            let confirm = OutboxChange::Confirm(channel.id.clone(), self.clock.now());
            self.write(confirm).await.map_err(ours)?;
        }
        Ok(())
    }

    async fn push(&self, parcel: &Parcel) -> Result<(), NotTaken> {
        let channel = &parcel.channel;
        let target = self.caller.target(&channel.target)?;
        let receiver = seal::Receiver::new(&channel.keys);
        let receiver =
            receiver.ok_or_else(|| NotTaken::new("the browser's keys are none", true))?;
        let confirm = self.confirmation(parcel).await?;
        let item = first(parcel)?;
        let words: Vec<String> = match parcel.items.as_slice() {
            [one] => vec![one.sentence()],
            many => many.iter().map(Item::subject).collect(),
        };
        let message = json!({
            "id": item.message.id,
            "what": item.message.what,
            "title": parcel.subject(),
            "words": words.join("\n"),
            "game": item.channel.game,
            "confirm": confirm,
        });
        let key = seal::new_key().map_err(ours)?;
        let salt = random::<16>().map_err(ours)?;
        let sealed = seal::seal(message.to_string().as_bytes(), &receiver, &key, &salt);
        let sealed = sealed.map_err(|_| NotTaken::new("it is too long", true))?;
        let own = &self.keys().await.map_err(ours)?.push;
        let contact = self.contact();
        let word = seal::vapid(own, &target.origin(), contact.as_deref(), self.clock.now());
        let headers = vec![
            (header::AUTHORIZATION, word),
            (header::CONTENT_TYPE, "application/octet-stream".to_owned()),
            (header::CONTENT_ENCODING, "aes128gcm".to_owned()),
            (HeaderName::from_static("ttl"), KEPT.to_string()),
            (HeaderName::from_static("urgency"), "normal".to_owned()),
            (HeaderName::from_static("topic"), topic(&item.channel.game, &channel.id)),
        ];
        let reply = self.caller.post(&target, headers, sealed).await?;
        match reply.status {
            200..300 => Ok(()),
            404 | 410 => Err(NotTaken {
                why: "this browser takes no notices any more".into(),
                is_final: true,
                soon: false,
                gone: true,
            }),
            // Too often, or not now.
            status @ (408 | 429 | 500..) => {
                Err(NotTaken::new(format!("the push service answered {status}"), false))
            }
            status => Err(NotTaken::new(format!("the push service answered {status}"), true)),
        }
    }

    /// Whom a push service asks when something is wrong with what we send.
    fn contact(&self) -> Option<String> {
        let site = self.public_url.clone().filter(|url| url.starts_with("https://"));
        let mail = || self.settings.mail.as_ref().map(|mail| format!("mailto:{}", mail.from.email));
        site.or_else(mail)
    }

    /// The word that confirms an address, if that is what a parcel asks.
    async fn confirmation(&self, parcel: &Parcel) -> Result<Option<String>, NotTaken> {
        match first(parcel)?.message.what {
            What::Confirm => {
                let words = self.words().await.map_err(ours)?;
                Ok(Some(words.make(Purpose::Confirm, &parcel.channel.id)))
            }
            _ => Ok(None),
        }
    }
}

fn first(parcel: &Parcel) -> Result<&Item, NotTaken> {
    parcel.items.first().ok_or_else(|| ours(()))
}

/// By which a later message takes the place of an earlier one that still waits: 32 letters at most (RFC 8030).
fn topic(game: &str, channel: &str) -> String {
    blake3::hash(format!("{game} {channel}").as_bytes()).to_hex()[..32].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_taken_is_tried_again_ever_later_and_then_given_up() {
        let fault = NotTaken::new("no", false);
        let mut last = 0;
        for (tried, delay) in AGAIN.into_iter().enumerate() {
            let outcome = fault.outcome(i64::try_from(tried).unwrap() + 1, Moment(7));
            assert_eq!(outcome, Outcome::Again(Moment(7 + delay), "no".into()));
            assert!(delay > last);
            last = delay;
        }
        let many = i64::try_from(AGAIN.len()).unwrap() + 1;
        assert_eq!(fault.outcome(many, Moment(7)), Outcome::GivenUp("no".into()));
        let busy = NotTaken::from(Fault::Busy);
        assert_eq!(busy.outcome(100, Moment(7)), Outcome::Later(Moment(7 + SOON)));
        let hopeless = NotTaken::new("never", true);
        assert_eq!(hopeless.outcome(1, Moment(7)), Outcome::GivenUp("never".into()));
    }
}
