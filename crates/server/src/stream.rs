//! News as they happen: Server-Sent Events that resume where they broke off.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use atlas::Side;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::Stream;
use rules::game::Seat;
use serde::Deserialize;
use serde_json::json;
use tokio::sync::{broadcast, watch};
use utoipa::IntoParams;

use crate::api::{At, Problems, Query};
use crate::app::{App, Guest};
use crate::connections::OpenStream;
use crate::limits_layer::Asker;
use crate::live::{EntryText, Live, News, Presence};
use crate::problem::Problem;
use crate::table::{Table, eyes};
use crate::tables::Tables;
use crate::tokens::{Role, TokenHash};
use crate::words::spelled_or_none;

/// How often it is noted that somebody who only listens is there: he is not silent.
const NOTED_EVERY: Duration = Duration::from_secs(60 * 60);

/// Where to go on.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct From {
    /// Number of the last entry the listener knows, if it cannot send `Last-Event-ID`.
    #[serde(default, deserialize_with = "spelled_or_none")]
    after: Option<u64>,
}

/// Listen to what happens at a table.
#[utoipa::path(get, path = "/games/{id}/stream", tag = "story", operation_id = "listen",
    params(("id" = String, Path), From,
        ("Last-Event-ID" = Option<String>, Header, description = "Number of the last entry known")),
    security(("token" = [])),
    responses((status = 200, content_type = "text/event-stream", body = String,
        description = "`hello` first, unless it resumes; then an event `news` for each entry, its number as \
                       `id`; `presence` when a seat comes or goes, or a computer begins or ceases to think"), Problems))]
pub async fn listen(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    Query(query): Query<From>,
    asker: Asker,
    head: HeaderMap,
) -> Result<Response, Problem> {
    let guest = app.enter(&id, &head).await?;
    let after = match head.get("last-event-id") {
        None => query.after,
        Some(value) => {
            let number = value.to_str().ok().and_then(|text| text.trim().parse().ok());
            Some(number.ok_or_else(|| {
                Problem::Malformed("Last-Event-ID: expected the number of an entry.".into())
            })?)
        }
    };
    guest.live.computer_seats.set_origin(app.limits.origin(asker.0));
    let open = app.streams.open(&app.limits, &guest.live.id, guest.role, asker.0)?;
    let listener = Listener::begin(&app, guest, asker, after, open).await?;
    let alive = KeepAlive::new().interval(app.limits.heartbeat.max(Duration::from_millis(50)));
    let mut response = Sse::new(listener.events()).keep_alive(alive).into_response();
    // A proxy that gathers before it passes on would keep the news back.
    let headers = response.headers_mut();
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// Somebody who listens; counted in when made and out when dropped.
struct Present {
    tables: Arc<Tables>,
    live: Arc<Live>,
    role: Role,
    token: TokenHash,
    seats: Vec<Side>,
    _open: OpenStream,
}

impl Present {
    /// Made before anything is waited for: a listener that gives up while waiting is counted out
    /// again.
    fn new(app: &App, guest: &Guest, open: OpenStream) -> Present {
        let seats = seats_of(guest);
        guest.live.come(&seats);
        app.tables.tell_listeners(&guest.live);
        Present {
            tables: Arc::clone(&app.tables),
            live: Arc::clone(&guest.live),
            role: guest.role,
            token: guest.token,
            seats,
            _open: open,
        }
    }

    /// Notes that he is there still; by a token that died he is nobody.
    fn note(&self) {
        if self.live.role(&self.token) == Some(self.role) {
            self.tables.see(&self.live, self.role);
        }
    }
}

impl Drop for Present {
    fn drop(&mut self) {
        self.note();
        self.live.leave(&self.seats);
        self.tables.tell_listeners(&self.live);
    }
}

struct Listener {
    /// What is to be sent before anything new is waited for.
    ready: VecDeque<Event>,
    /// The last entry that was sent or is ready: none is sent twice.
    seen: u64,
    /// Whose eyes read it.
    seat: Seat,
    news: broadcast::Receiver<News>,
    token: TokenHash,
    stopping: watch::Receiver<bool>,
    present: Present,
}

impl Listener {
    async fn begin(
        app: &App,
        guest: Guest,
        asker: Asker,
        after: Option<u64>,
        open: OpenStream,
    ) -> Result<Listener, Problem> {
        let present = Present::new(app, &guest, open);
        // Computers that waited for somebody to look on have one now.
        app.tables.wake(&guest.live);
        // News are heard before the table is looked at: nothing can fall between the two.
        let news = guest.live.listen();
        let table = guest.live.table();
        // The game may have been deleted, or the token replaced, before news were listened to.
        if guest.live.is_dead() {
            return Err(Problem::UnknownGame);
        }
        guest.live.role(&guest.token).ok_or(Problem::BadToken)?;
        let seat = eyes(guest.role);
        let seen = table.seq_for(seat);
        // A whole story takes a while to write down.
        let wish = guest.asks(asker);
        let mut ready = app.readers.read(wish, move || greeting(&table, seat, after)).await?;
        ready.push_back(presence(guest.live.presence()));
        let stopping = app.stopping.clone();
        Ok(Listener { ready, seen, seat, news, token: guest.token, stopping, present })
    }

    fn events(self) -> impl Stream<Item = Result<Event, Infallible>> {
        futures_util::stream::unfold(self, |mut listener| async move {
            let event = listener.next().await?;
            Some((Ok(event), listener))
        })
    }

    /// The next event; `None` closes the stream.
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some(event);
            }
            let news = tokio::select! {
                news = self.news.recv() => news,
                _ = self.stopping.wait_for(|stopping| *stopping) => return None,
                () = tokio::time::sleep(NOTED_EVERY) => {
                    self.present.note();
                    continue;
                }
            };
            match news {
                Ok(News::Entry(entry)) if entry.seq > self.seen => {
                    self.seen = entry.seq;
                    return Some(told(&entry));
                }
                Ok(News::SeatEntry(seat, entry)) if seat == self.seat && entry.seq > self.seen => {
                    self.seen = entry.seq;
                    return Some(told(&entry));
                }
                Ok(News::Entry(_) | News::SeatEntry(..)) => {}
                Ok(News::Presence(present)) => return Some(presence(present)),
                Ok(News::TokenGone(gone)) if gone.is_of(&self.token) => return None,
                Ok(News::TokenGone(_)) => {}
                Ok(News::Gone) => return None,
                // Too slow: the listener comes back and resumes.
                Err(_) => return None,
            }
        }
    }
}

/// What a listener hears first: what it missed, or where the story stands.
fn greeting(table: &Table, seat: Seat, after: Option<u64>) -> VecDeque<Event> {
    match after {
        Some(after) if after <= table.seq_for(seat) => {
            let missed = table.entries_after(seat, after).iter();
            missed.map(|entry| told(&EntryText::of(entry))).collect()
        }
        // Whoever knows more than there is, knows another story and is greeted anew.
        _ => {
            let hello = json!({"seq": table.seq_for(seat), "version": table.version_for(seat)});
            [Event::default().event("hello").data(hello.to_string())].into()
        }
    }
}

/// The seats whose holder listens: the token's own; with the owner's, those at the owner's screen.
fn seats_of(guest: &Guest) -> Vec<Side> {
    if guest.role != Role::Owner {
        return guest.role.side().into_iter().collect();
    }
    let table = guest.live.table();
    Side::BOTH.into_iter().filter(|&side| !table.is_away(side)).collect()
}

fn told(entry: &EntryText) -> Event {
    Event::default().id(entry.seq.to_string()).event("news").data(&entry.json)
}

fn presence(present: Presence) -> Event {
    Event::default().event("presence").data(json!(present).to_string())
}
