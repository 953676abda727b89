//! How a way to reach somebody is opened.

use atlas::Side;
use serde::Serialize;
use utoipa::ToSchema;

use super::Office;
use crate::moment::Moment;
use crate::notices::seal::{self, Receiver};
use crate::notices::word::Purpose;
use crate::notices::{
    Channel, ChannelKeys, HOUR, MOST_ASKED, MOST_CHANNELS, Means, Pace, Said, new_secret,
    read_address,
};
use crate::problem::Problem;
use crate::store::OutboxChange;
use crate::tables::failed;
use crate::tokens::new_game_id;

/// What this host offers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Offers {
    /// Whether it sends mail.
    pub mail: bool,
    /// The public key that a browser subscribes with, as base64 for addresses.
    pub push: String,
    /// After how many minutes without input somebody counts as not at the table.
    pub quiet: i64,
}

/// How somebody wants to be reached.
#[derive(Clone, Debug)]
pub struct Opening {
    /// By which means.
    pub means: Means,
    /// How often.
    pub pace: Pace,
    /// The address; none of a feed.
    pub to: Option<String>,
    /// The keys of a browser.
    pub keys: ChannelKeys,
}

/// A way that was opened.
pub struct Opened {
    /// The way.
    pub channel: Channel,
    /// With what calls are signed: told now and never again.
    pub secret: Option<String>,
}

impl Office {
    /// What this host offers.
    pub async fn offers(&self) -> Result<Offers, Problem> {
        let keys = self.keys().await.map_err(failed)?;
        let mail = self.settings.mail.is_some() && self.public_url.is_some();
        let quiet = crate::notices::QUIET / 60_000;
        Ok(Offers { mail, push: seal::public(&keys.push), quiet })
    }

    /// The path of a feed.
    pub async fn feed_path(&self, channel: &Channel) -> Result<String, Problem> {
        let word = self.words().await?.make(Purpose::Feed, &channel.id);
        Ok(format!("/api/v1/notices/feed/{word}"))
    }

    /// The address of this server, if it is told.
    pub fn public_url(&self) -> Option<&str> {
        self.public_url.as_deref()
    }

    /// Opens a way to reach the holder of a seat. An address is used for nothing but to ask whether it is his, until
    /// it is confirmed.
    pub async fn open(
        &self,
        game: &str,
        side: Side,
        opening: Opening,
        said: Said,
    ) -> Result<Opened, Problem> {
        let Opening { means, pace, to, mut keys } = opening;
        let target = self.check(means, to.as_deref(), &keys)?;
        let now = self.clock.now();
        let known = self.store.channels(game, side, now).await.map_err(failed)?;
        if known.iter().any(|(one, _)| one.means == means && one.target == target) {
            return Err(Problem::NotAllowed("This seat has that already.".into()));
        }
        if known.len() >= MOST_CHANNELS {
            let words = format!("A seat is reached in {MOST_CHANNELS} ways at most.");
            return Err(Problem::NotAllowed(words));
        }
        let is_feed = means == Means::Feed;
        if !is_feed {
            self.check_asked(means, &target, now).await?;
        }
        keys.secret = match means {
            Means::Webhook => Some(new_secret()?),
            _ => None,
        };
        let secret = keys.secret.clone();
        let channel = Channel {
            id: new_game_id()?,
            game: game.to_owned(),
            side,
            means,
            pace,
            target,
            keys,
            created: now,
            confirmed: is_feed.then_some(now),
        };
        let confirm = (!is_feed).then_some(said);
        self.write(OutboxChange::Open(Box::new(channel.clone()), confirm)).await?;
        Ok(Opened { channel, secret })
    }

    /// The address that is meant, if it is one that this host writes to.
    fn check(&self, means: Means, to: Option<&str>, keys: &ChannelKeys) -> Result<String, Problem> {
        let malformed = |words: String| Problem::Malformed(words);
        let browser = keys.p256dh.is_some() || keys.auth.is_some();
        if browser != (means == Means::Push) {
            return Err(malformed(
                "The keys of a browser belong to `push`, which needs both.".into(),
            ));
        }
        let to = match (means, to) {
            (Means::Feed, None) => return Ok(String::new()),
            (Means::Feed, Some(_)) => {
                return Err(malformed("A feed goes nowhere: no `to`.".into()));
            }
            (_, None) => return Err(malformed("Whereto? `to` is missing.".into())),
            (_, Some(to)) => to,
        };
        if means == Means::Mail {
            if self.settings.mail.is_none() || self.public_url.is_none() {
                return Err(Problem::NotAllowed("This host sends no mail.".into()));
            }
            let words = "This is no address of mail: expected one as name@example.org.";
            return read_address(to).ok_or_else(|| malformed(words.into()));
        }
        let target = self.caller.target(to);
        target.map_err(|fault| malformed(format!("The address: {fault}.")))?;
        if means == Means::Push && Receiver::new(keys).is_none() {
            return Err(malformed("These keys of a browser cannot be read.".into()));
        }
        Ok(to.to_owned())
    }

    /// Refuses to ask the same address again and again.
    async fn check_asked(&self, means: Means, target: &str, now: Moment) -> Result<(), Problem> {
        let day = 24 * HOUR;
        let since = Moment(now.0.saturating_sub(day));
        let asked = self.store.asked_since(means, target, since).await.map_err(failed)?;
        match asked < MOST_ASKED {
            true => Ok(()),
            false => {
                Err(Problem::TooManyRequests { after: u64::try_from(day / 1000).unwrap_or(0) })
            }
        }
    }
}
