//! News between servers, by LISTEN and NOTIFY. They say that something has changed, never what: whoever hears it reads
//! the tables. So a message that is lost, late or doubled does no harm, and a slow look at the tables does without any.
//!
//! A message is sent after the commit, in a transaction of its own that waits for no disk: PostgreSQL lets those who
//! notify commit one after the other.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use sqlx::{ConnectOptions, PgConnection};
use tokio::sync::Notify;

use super::StoreError;
use super::sql::{Line, query};

/// Where news are told.
const CHANNEL: &str = "longroll";
/// The longest message; PostgreSQL takes 8000 bytes.
const LONGEST: usize = 7_000;
/// How many messages wait at most; then everything is looked at.
const MOST_WAITING: usize = 4_096;
/// How long to wait after a failure.
const PAUSE: Duration = Duration::from_millis(500);

/// Messages that wait, each once.
#[derive(Default)]
pub struct Mailbox {
    waiting: Mutex<Waiting>,
    come: Notify,
}

#[derive(Default)]
struct Waiting {
    news: BTreeSet<String>,
    lost: bool,
    closed: bool,
}

/// What waited in a mailbox.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Post {
    /// These messages.
    News(Vec<String>),
    /// Some were lost: anything may have changed.
    Lost,
}

impl Mailbox {
    /// Puts in what is to be told.
    pub fn put(&self, news: impl IntoIterator<Item = String>) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.news.extend(news);
        if waiting.news.len() > MOST_WAITING {
            waiting.news.clear();
            waiting.lost = true;
        }
        drop(waiting);
        self.come.notify_one();
    }

    /// Notes that messages were lost.
    pub fn lose(&self) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).lost = true;
        self.come.notify_one();
    }

    /// No more is taken out.
    pub fn close(&self) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
        self.come.notify_one();
    }

    /// Waits for messages and takes them all out; `None` once it is closed.
    pub async fn take(&self) -> Option<Post> {
        loop {
            {
                let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
                if waiting.closed {
                    return None;
                }
                if std::mem::take(&mut waiting.lost) {
                    waiting.news.clear();
                    return Some(Post::Lost);
                }
                if !waiting.news.is_empty() {
                    return Some(Post::News(
                        std::mem::take(&mut waiting.news).into_iter().collect(),
                    ));
                }
            }
            self.come.notified().await;
        }
    }
}

/// Sends what is put into a mailbox to all servers.
pub async fn tell(options: PgConnectOptions, mailbox: std::sync::Arc<Mailbox>) {
    let options = options.options([("synchronous_commit", "off")]);
    let mut line: Option<PgConnection> = None;
    while let Some(post) = mailbox.take().await {
        // Of what was lost others learn when they look.
        let Post::News(news) = post else { continue };
        for message in messages(news) {
            if let Err(error) = send(&options, &mut line, message).await {
                tracing::warn!(%error, "news were not told; other servers see them when they look");
                line = None;
            }
        }
    }
}

async fn send(
    options: &PgConnectOptions,
    line: &mut Option<PgConnection>,
    message: String,
) -> Result<(), StoreError> {
    super::lines::in_time(async {
        if line.is_none() {
            *line = Some(options.connect().await?);
        }
        let Some(connection) = line else { return Ok(()) };
        let notify = query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(message);
        notify.execute(&mut Line::Postgres(connection)).await.map(|_| ())
    })
    .await
}

/// News put together into messages that are not too long.
fn messages(news: Vec<String>) -> Vec<String> {
    let mut messages: Vec<String> = Vec::new();
    for each in news {
        match messages.last_mut() {
            Some(last) if last.len() + each.len() < LONGEST => {
                last.push(' ');
                last.push_str(&each);
            }
            _ => messages.push(each),
        }
    }
    messages
}

/// Puts what other servers tell into a mailbox.
pub async fn hear(options: PgConnectOptions, mailbox: std::sync::Arc<Mailbox>) {
    let pool = PgPoolOptions::new().max_connections(1).connect_lazy_with(options);
    loop {
        if let Err(error) = listen(&pool, &mailbox).await {
            tracing::warn!(%error, "news of other servers are not heard");
        }
        // What was told meanwhile was told to nobody.
        mailbox.lose();
        tokio::time::sleep(PAUSE).await;
    }
}

async fn listen(pool: &sqlx::PgPool, mailbox: &Mailbox) -> Result<(), sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await?;
    mailbox.lose();
    while let Some(message) = listener.try_recv().await? {
        mailbox.put(message.payload().split(' ').map(str::to_owned));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn news_wait_once_each_and_too_many_are_told_as_lost() {
        let mailbox = Mailbox::default();
        mailbox.put(["b".to_owned(), "a".to_owned(), "b".to_owned()]);
        assert_eq!(mailbox.take().await, Some(Post::News(vec!["a".into(), "b".into()])));
        mailbox.put((0..=MOST_WAITING).map(|number| number.to_string()));
        mailbox.put(["c".to_owned()]);
        assert_eq!(mailbox.take().await, Some(Post::Lost));
        mailbox.close();
        assert_eq!(mailbox.take().await, None);
    }

    #[test]
    fn no_message_is_longer_than_the_database_takes_and_none_is_dropped() {
        let news: Vec<String> = (0..2_000).map(|number| format!("game-{number:040}")).collect();
        let messages = messages(news.clone());
        assert!(messages.iter().all(|message| message.len() < 8_000));
        let back: Vec<&str> = messages.iter().flat_map(|message| message.split(' ')).collect();
        assert_eq!(back, news);
    }
}
