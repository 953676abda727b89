//! The office that sends what is in the outbox. One loop takes what is due; each parcel goes in a task of its own, so that
//! a slow address delays no other, and none of it delays a command.

mod open;
mod send;

use std::sync::Arc;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::SecretKey;
use tokio::sync::{Notify, OnceCell, Semaphore, watch};
use tokio::task::JoinSet;

use super::parcel::{self, Parcel};
use super::{Caller, HOUR, Settings, Words, seal};
use crate::clock::Clock;
use crate::moment::Moment;
use crate::problem::Problem;
use crate::store::{Change, OutboxChange, Outcome, Store, StoreError};
use crate::tables::failed;
use crate::tokens::random;

pub use open::{Offers, Opened, Opening};

/// How many parcels are under way at once.
const AT_ONCE: usize = 16;
/// How long a server may take to send what it took, in milliseconds; then another may. Longer than any call or mail.
const LEASE: i64 = 3 * 60 * 1000;
/// How often it is looked whether other servers left something, in milliseconds.
const LOOK: i64 = 60 * 1000;
/// How long parcels that are under way are waited for at the end.
const CLOSING: Duration = Duration::from_secs(5);
/// After how long what was not taken is sent again, in milliseconds; then it is given up.
const AGAIN: [i64; 6] = [30_000, 2 * 60_000, 10 * 60_000, HOUR, 4 * HOUR, 12 * HOUR];

/// The keys of the server itself.
struct ServerKeys {
    words: Words,
    push: SecretKey,
}

/// The office of a server.
pub struct Office {
    store: Arc<Store>,
    clock: Clock,
    settings: Settings,
    public_url: Option<String>,
    keys: OnceCell<ServerKeys>,
    caller: Caller,
    bell: Notify,
    places: Arc<Semaphore>,
}

impl Office {
    /// An office that sends nothing yet.
    pub fn new(
        store: Arc<Store>,
        clock: Clock,
        settings: Settings,
        public_url: Option<String>,
    ) -> Office {
        let caller = Caller::new(settings.allow_private);
        let (keys, bell) = (OnceCell::new(), Notify::new());
        let places = Arc::new(Semaphore::new(AT_ONCE));
        Office { store, clock, settings, public_url, keys, caller, bell, places }
    }

    /// Says that something may be due.
    pub fn ring(&self) {
        self.bell.notify_one();
    }

    /// The words in links.
    pub async fn words(&self) -> Result<&Words, Problem> {
        Ok(&self.keys().await.map_err(failed)?.words)
    }

    /// Writes a change of the outbox.
    pub async fn write(&self, change: OutboxChange) -> Result<(), Problem> {
        self.store.write(Change::Outbox(change)).await.map_err(failed)?;
        self.ring();
        Ok(())
    }

    /// Sends what is due until the server stops.
    pub async fn run(self: Arc<Office>, mut stopping: watch::Receiver<bool>) {
        // The folder is this server's alone: whoever took something before is dead. Of a database that is shared the
        // leases of other servers are left alone.
        if !self.store.is_shared()
            && let Err(error) = self.store.write(Change::Outbox(OutboxChange::Release)).await
        {
            tracing::warn!(%error, "what was on its way is sent when its leases end");
        }
        let mut under_way = JoinSet::new();
        let mut swept = Moment(i64::MIN);
        while !*stopping.borrow() {
            let now = self.clock.now();
            if now.0.saturating_sub(swept.0) > 24 * HOUR {
                swept = now;
                self.sweep(now).await;
            }
            let next = self.round(now, &mut under_way).await.unwrap_or_else(|error| {
                tracing::error!(%error, "what is to be sent");
                None
            });
            // What is due and was not taken has no place yet: it gets one when a parcel has gone.
            let later = Moment(now.0.saturating_add(LOOK));
            let next = next.filter(|next| *next > now).map_or(later, |next| next.min(later));
            tokio::select! {
                () = self.clock.reach(next) => {}
                () = self.bell.notified() => {}
                Some(_) = under_way.join_next() => {}
                _ = stopping.wait_for(|stopping| *stopping) => {}
            }
        }
        let all = async { while under_way.join_next().await.is_some() {} };
        if tokio::time::timeout(CLOSING, all).await.is_err() {
            tracing::warn!("messages that were under way are sent again later");
        }
    }

    async fn sweep(&self, now: Moment) {
        if let Err(error) = self.store.write(Change::Outbox(OutboxChange::Sweep(now))).await {
            tracing::warn!(%error, "messages of long ago");
        }
    }

    /// Takes what is due and sends it; when something is due next.
    async fn round(
        self: &Arc<Office>,
        now: Moment,
        under_way: &mut JoinSet<()>,
    ) -> Result<Option<Moment>, StoreError> {
        let next = self.store.next_due().await?;
        let most = i64::try_from(self.places.available_permits()).unwrap_or(i64::MAX);
        if most == 0 || next.is_none_or(|next| next > now) {
            return Ok(next);
        }
        let no_name = |_| StoreError::Failed("the system gives no random bytes".into());
        let lease = URL_SAFE_NO_PAD.encode(random::<12>().map_err(no_name)?);
        let until = Moment(now.0.saturating_add(LEASE));
        let take = OutboxChange::Take { now, lease: lease.clone(), until, most };
        self.store.write(Change::Outbox(take)).await?;
        for parcel in parcel::pack(self.store.leased(&lease).await?) {
            let Ok(place) = Arc::clone(&self.places).try_acquire_owned() else { break };
            let (office, lease) = (Arc::clone(self), lease.clone());
            under_way.spawn(async move {
                office.deliver(parcel, &lease).await;
                drop(place);
            });
        }
        self.store.next_due().await
    }

    /// Sends a parcel and writes down what came of it.
    async fn deliver(&self, parcel: Parcel, lease: &str) {
        let sent = self.send(&parcel).await;
        let now = self.clock.now();
        let means = parcel.channel.means.word();
        let told = if sent.is_ok() { "sent" } else { "not_sent" };
        metrics::counter!("longroll_notices_total", "means" => means, "outcome" => told)
            .increment(1);
        for item in &parcel.items {
            let outcome = match &sent {
                Ok(()) => Outcome::Sent,
                Err(fault) => fault.outcome(item.message.attempts, now),
            };
            let id = item.message.id.clone();
            let finish = OutboxChange::Finish(id, lease.to_owned(), now, outcome);
            if let Err(error) = self.store.write(Change::Outbox(finish)).await {
                // It is sent again when the lease has ended.
                tracing::warn!(%error, "what came of a message was not noted");
            }
        }
        if sent.is_err_and(|fault| fault.gone) {
            let close = OutboxChange::Close(parcel.channel.id);
            if let Err(error) = self.store.write(Change::Outbox(close)).await {
                tracing::warn!(%error, "a browser that is gone was not forgotten");
            }
        }
    }

    /// The keys of the server: made once, whoever needs them first, and kept in the store.
    async fn keys(&self) -> Result<&ServerKeys, StoreError> {
        self.keys
            .get_or_try_init(|| async {
                let words = self.key("words", random::<32>).await?;
                let push =
                    self.key("push", || seal::new_key().map(|key| key.to_bytes().into())).await?;
                let push = SecretKey::from_slice(&push)
                    .map_err(|_| StoreError::Damaged("the key for push services".into()))?;
                Ok(ServerKeys { words: Words::new(words), push })
            })
            .await
    }

    async fn key(
        &self,
        name: &'static str,
        make: impl Fn() -> Result<[u8; 32], crate::tokens::NoRandomness>,
    ) -> Result<[u8; 32], StoreError> {
        let read = |text: String| {
            let bytes = URL_SAFE_NO_PAD.decode(text).ok().and_then(|bytes| bytes.try_into().ok());
            bytes.ok_or_else(|| StoreError::Damaged("a key of the server".into()))
        };
        if let Some(known) = self.store.secret(name).await? {
            return read(known);
        }
        let no_key = |_| StoreError::Failed("the system gives no random bytes".into());
        let made = URL_SAFE_NO_PAD.encode(make().map_err(no_key)?);
        self.store.write(Change::Outbox(OutboxChange::Secret(name, made))).await?;
        // Another server may have been first: what is stored is what counts.
        let known = self.store.secret(name).await?;
        read(known.ok_or_else(|| StoreError::Failed("a key of the server was not kept".into()))?)
    }
}
