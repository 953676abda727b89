//! What the outbox holds, on either engine.

use atlas::Side;

use super::super::outbox;
use super::super::sql::Line;
use super::super::{Leased, Message, StoreError};
use super::{Engine, Store, in_time};
use crate::moment::Moment;
use crate::notices::{Channel, Means};

impl Store {
    /// How the holder of a seat is reached, with the last message of each way.
    pub async fn channels(
        &self,
        game: &str,
        side: Side,
        now: Moment,
    ) -> Result<Vec<(Channel, Option<Message>)>, StoreError> {
        reading!(self, |line| outbox::channels(line, game, side, now))
    }

    /// Whether the holder of a seat is reached in any way.
    pub async fn is_told(&self, game: &str, side: Side) -> Result<bool, StoreError> {
        reading!(self, |line| outbox::is_told(line, game, side))
    }

    /// One way to reach somebody.
    pub async fn channel(&self, id: &str) -> Result<Option<Channel>, StoreError> {
        reading!(self, |line| outbox::channel(line, id))
    }

    /// What was taken under a lease.
    pub async fn leased(&self, lease: &str) -> Result<Vec<Leased>, StoreError> {
        reading!(self, |line| outbox::leased(line, lease))
    }

    /// When something is next to be sent, or somebody's lease of it ends.
    pub async fn next_due(&self) -> Result<Option<Moment>, StoreError> {
        reading!(self, |line| outbox::next_due(line))
    }

    /// What a feed shows, the newest first.
    pub async fn listed(&self, channel: &str, now: Moment) -> Result<Vec<Message>, StoreError> {
        reading!(self, |line| outbox::listed(line, channel, now))
    }

    /// How often an address was asked since then whether it is somebody's.
    pub async fn asked_since(
        &self,
        means: Means,
        target: &str,
        since: Moment,
    ) -> Result<i64, StoreError> {
        reading!(self, |line| outbox::asked_since(line, means, target, since))
    }

    /// A key of the server itself.
    pub async fn secret(&self, name: &str) -> Result<Option<String>, StoreError> {
        reading!(self, |line| outbox::secret(line, name))
    }
}
