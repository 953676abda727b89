//! How seats are told that something waits for them. For the holder of a seat alone: neither the other seat nor the owner
//! learns whether and how he is reached.

use std::sync::Arc;

use atlas::Side;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::seats::side;
use super::{At, Body, Problems};
use crate::app::{App, Pass};
use crate::moment::Moment;
use crate::notices::{
    Channel, ChannelKeys, Means, Offers, Opened, Opening, Pace, Purpose, Said, What, atom, said,
};
use crate::problem::Problem;
use crate::store::{Delivery, Message, OutboxChange};
use crate::tables::{failed, off_thread};
use crate::words::SideWord;

/// How a seat wants to be reached.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewChannel {
    /// By which means.
    means: Means,
    /// How often.
    #[serde(default)]
    pace: Pace,
    /// An address of mail, an address to be called, or the endpoint of a browser; none of a feed.
    #[serde(default)]
    to: Option<String>,
    /// Of a browser: its public key.
    #[serde(default)]
    p256dh: Option<String>,
    /// Of a browser: the secret that it shares with whoever may write to it.
    #[serde(default)]
    auth: Option<String>,
}

/// How often a seat is told.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPace {
    /// How often.
    pace: Pace,
}

/// The word in a message that asks whether an address is somebody's.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Key {
    /// The word.
    key: String,
}

/// How far a message has come.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryWord {
    /// It waits to be sent, or to be sent again.
    Waits,
    /// It was taken by whoever passes it on, or can be read.
    Sent,
    /// The seat's holder was at the table by himself.
    Seen,
    /// It was given up.
    Failed,
}

/// The last message.
#[derive(Serialize, ToSchema)]
pub struct LastView {
    /// What it tells.
    what: What,
    /// How far it has come.
    state: DeliveryWord,
    /// When it went, or goes at the earliest.
    #[schema(value_type = String, format = DateTime)]
    at: Moment,
    /// How often it was tried.
    attempts: i64,
    /// Why it was not taken.
    why: Option<String>,
}

/// A way by which a seat is reached.
#[derive(Serialize, ToSchema)]
pub struct ChannelView {
    /// Its id.
    id: String,
    /// By which means.
    means: Means,
    /// How often.
    pace: Pace,
    /// The address; of a feed its path on this server.
    to: String,
    /// Whether the address was confirmed; nothing but the question is sent to it before.
    confirmed: bool,
    /// When it was given.
    #[schema(value_type = String, format = DateTime)]
    created: Moment,
    /// The last message.
    last: Option<LastView>,
}

/// How a seat is told, and how it can be.
#[derive(Serialize, ToSchema)]
pub struct NoticesView {
    /// What this host offers besides feeds and calls.
    offers: Offers,
    /// The ways by which the seat is reached.
    channels: Vec<ChannelView>,
    /// With a new call: the secret with which calls are signed, told once.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
}

/// What was confirmed.
#[derive(Serialize, ToSchema)]
pub struct Confirmed {
    /// By which means somebody is told from now on.
    means: Means,
    /// The game.
    game: String,
}

/// Lets the holder of a seat in, and nobody else.
async fn holder(
    app: &App,
    id: &str,
    seat: &str,
    head: &HeaderMap,
) -> Result<(Pass, Side), Problem> {
    let pass = app.admit(id, head).await?;
    let side = side(seat)?;
    match pass.role.side() == Some(side) {
        true => Ok((pass, side)),
        false => {
            Err(Problem::WrongSeat("How a seat is told is its holder's alone to know.".into()))
        }
    }
}

async fn look(app: &App, game: &str, side: Side) -> Result<NoticesView, Problem> {
    let offers = app.office.offers().await?;
    let known =
        app.tables.store().channels(game, side, app.tables.clock().now()).await.map_err(failed)?;
    let mut channels = Vec::with_capacity(known.len());
    for (channel, last) in known {
        let to = match channel.means {
            Means::Feed => app.office.feed_path(&channel).await?,
            _ => channel.target,
        };
        channels.push(ChannelView {
            id: channel.id,
            means: channel.means,
            pace: channel.pace,
            to,
            confirmed: channel.confirmed.is_some(),
            created: channel.created,
            last: last.map(last_view),
        });
    }
    Ok(NoticesView { offers, channels, secret: None })
}

fn last_view(message: Message) -> LastView {
    let (state, why) = match message.delivery {
        Delivery::Waits(why) => (DeliveryWord::Waits, why),
        Delivery::Sent => (DeliveryWord::Sent, None),
        Delivery::Seen => (DeliveryWord::Seen, None),
        Delivery::GivenUp(why) => (DeliveryWord::Failed, Some(why)),
    };
    LastView { what: message.what, state, at: message.at, attempts: message.attempts, why }
}

/// What is said of a game to a side.
async fn says(app: &App, game: &str, side: Side) -> Result<Said, Problem> {
    let table = app.tables.open(game).await?.table();
    off_thread(move || said(&table, side)).await
}

/// One of a seat's own ways.
async fn own(app: &App, pass: &Pass, side: Side, channel: &str) -> Result<Channel, Problem> {
    let found = app.tables.store().channel(channel).await.map_err(failed)?;
    let own = found.filter(|known| known.game == pass.game && known.side == side);
    own.ok_or(Problem::UnknownRoute)
}

/// How the seat is told that something waits for it. For its holder.
#[utoipa::path(get, path = "/games/{id}/seats/{side}/notices", tag = "notices",
    operation_id = "get_notices", params(("id" = String, Path), ("side" = SideWord, Path)),
    security(("token" = [])), responses((status = 200, body = NoticesView), Problems))]
pub async fn view(
    State(app): State<Arc<App>>,
    At((id, seat)): At<(String, String)>,
    head: HeaderMap,
) -> Result<Json<NoticesView>, Problem> {
    let (pass, side) = holder(&app, &id, &seat, &head).await?;
    Ok(Json(look(&app, &pass.game, side).await?))
}

/// Let the seat be told in one more way. For its holder. An address is asked first whether it is his.
#[utoipa::path(post, path = "/games/{id}/seats/{side}/notices", tag = "notices",
    operation_id = "open_notices", params(("id" = String, Path), ("side" = SideWord, Path)),
    security(("token" = [])), request_body = NewChannel,
    responses((status = 200, body = NoticesView), Problems))]
pub async fn open(
    State(app): State<Arc<App>>,
    At((id, seat)): At<(String, String)>,
    head: HeaderMap,
    Body(body): Body<NewChannel>,
) -> Result<Json<NoticesView>, Problem> {
    let (pass, side) = holder(&app, &id, &seat, &head).await?;
    app.rates.talk(&pass.token)?;
    let NewChannel { means, pace, to, p256dh, auth } = body;
    let keys = ChannelKeys { secret: None, p256dh, auth };
    let said = says(&app, &pass.game, side).await?;
    let opening = Opening { means, pace, to, keys };
    let Opened { secret, .. } = app.office.open(&pass.game, side, opening, said).await?;
    Ok(Json(NoticesView { secret, ..look(&app, &pass.game, side).await? }))
}

/// Say how often the seat is told in one of its ways. For its holder.
#[utoipa::path(put, path = "/games/{id}/seats/{side}/notices/{channel}", tag = "notices",
    operation_id = "pace_notices",
    params(("id" = String, Path), ("side" = SideWord, Path), ("channel" = String, Path)),
    security(("token" = [])), request_body = NewPace,
    responses((status = 200, body = NoticesView), Problems))]
pub async fn pace(
    State(app): State<Arc<App>>,
    At((id, seat, channel)): At<(String, String, String)>,
    head: HeaderMap,
    Body(body): Body<NewPace>,
) -> Result<Json<NoticesView>, Problem> {
    let (pass, side) = holder(&app, &id, &seat, &head).await?;
    let channel = own(&app, &pass, side, &channel).await?;
    app.office.write(OutboxChange::Pace(channel.id, body.pace)).await?;
    Ok(Json(look(&app, &pass.game, side).await?))
}

/// Forget one of the seat's ways, with its address and all that was sent to it. For its holder.
#[utoipa::path(delete, path = "/games/{id}/seats/{side}/notices/{channel}", tag = "notices",
    operation_id = "close_notices",
    params(("id" = String, Path), ("side" = SideWord, Path), ("channel" = String, Path)),
    security(("token" = [])), responses((status = 200, body = NoticesView), Problems))]
pub async fn close(
    State(app): State<Arc<App>>,
    At((id, seat, channel)): At<(String, String, String)>,
    head: HeaderMap,
) -> Result<Json<NoticesView>, Problem> {
    let (pass, side) = holder(&app, &id, &seat, &head).await?;
    let channel = own(&app, &pass, side, &channel).await?;
    app.office.write(OutboxChange::Close(channel.id)).await?;
    Ok(Json(look(&app, &pass.game, side).await?))
}

/// Send something in one of the seat's ways, to see whether it works. For its holder.
#[utoipa::path(post, path = "/games/{id}/seats/{side}/notices/{channel}/test", tag = "notices",
    operation_id = "test_notices",
    params(("id" = String, Path), ("side" = SideWord, Path), ("channel" = String, Path)),
    security(("token" = [])), responses((status = 200, body = NoticesView), Problems))]
pub async fn test(
    State(app): State<Arc<App>>,
    At((id, seat, channel)): At<(String, String, String)>,
    head: HeaderMap,
) -> Result<Json<NoticesView>, Problem> {
    let (pass, side) = holder(&app, &id, &seat, &head).await?;
    app.rates.talk(&pass.token)?;
    let channel = own(&app, &pass, side, &channel).await?;
    if channel.means == Means::Feed || channel.confirmed.is_none() {
        let words = "Nothing is sent to a feed, nor to an address that was not confirmed.";
        return Err(Problem::NotAllowed(words.into()));
    }
    let said = says(&app, &pass.game, side).await?;
    let now = app.tables.clock().now();
    app.office.write(OutboxChange::Send(channel.id, What::Test, said, now)).await?;
    Ok(Json(look(&app, &pass.game, side).await?))
}

/// Say that the seat's holder has just done something at the table, so that he need not be told. A page says so at
/// most once a minute.
#[utoipa::path(post, path = "/games/{id}/seats/{side}/here", tag = "notices",
    operation_id = "say_here", params(("id" = String, Path), ("side" = SideWord, Path)),
    security(("token" = [])),
    responses((status = 204, description = "It is noted"), Problems))]
pub async fn here(
    State(app): State<Arc<App>>,
    At((id, seat)): At<(String, String)>,
    head: HeaderMap,
) -> Result<StatusCode, Problem> {
    let (pass, side) = holder(&app, &id, &seat, &head).await?;
    if app.tables.store().is_told(&pass.game, side).await.map_err(failed)? {
        let now = app.tables.clock().now();
        app.office.write(OutboxChange::Active(pass.game, side, now)).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Confirm an address, by the word that was sent to it.
#[utoipa::path(post, path = "/notices/confirm", tag = "notices", operation_id = "confirm_address",
    request_body = Key, responses((status = 200, body = Confirmed), Problems))]
pub async fn confirm(
    State(app): State<Arc<App>>,
    Body(body): Body<Key>,
) -> Result<Json<Confirmed>, Problem> {
    let id = app.office.words().await?.open(Purpose::Confirm, &body.key);
    let id = id.ok_or(Problem::UnknownKey)?;
    let channel = app.tables.store().channel(id).await.map_err(failed)?;
    let channel = channel.ok_or(Problem::UnknownKey)?;
    let now = app.tables.clock().now();
    app.office.write(OutboxChange::Confirm(channel.id, now)).await?;
    Ok(Json(Confirmed { means: channel.means, game: channel.game }))
}

/// Stop what is sent, by the word in it, with one click (RFC 8058); whatever the body says. The address is forgotten;
/// one to which notices are gathered, at all its seats.
#[utoipa::path(post, path = "/notices/unsubscribe/{key}", tag = "notices",
    operation_id = "unsubscribe", params(("key" = String, Path)),
    responses((status = 204, description = "Nothing more is sent"), Problems))]
pub async fn unsubscribe(
    State(app): State<Arc<App>>,
    At(key): At<String>,
) -> Result<StatusCode, Problem> {
    let id = app.office.words().await?.open(Purpose::Stop, &key).ok_or(Problem::UnknownKey)?;
    // Whoever asks twice is told the same.
    if let Some(channel) = app.tables.store().channel(id).await.map_err(failed)? {
        if channel.pace == Pace::Digest {
            let (means, target) = (channel.means, channel.target);
            app.office.write(OutboxChange::CloseDigest(means, target)).await?;
        }
        app.office.write(OutboxChange::Close(channel.id)).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Where a link that stops notices leads whoever opens it in a browser: he is asked first, for other programs open links
/// too.
#[utoipa::path(get, path = "/notices/unsubscribe/{key}", tag = "notices",
    operation_id = "ask_unsubscribe", params(("key" = String, Path)),
    responses((status = 303, description = "To the page"), Problems))]
pub async fn ask_unsubscribe(
    State(app): State<Arc<App>>,
    At(key): At<String>,
) -> Result<Redirect, Problem> {
    app.office.words().await?.open(Purpose::Stop, &key).ok_or(Problem::UnknownKey)?;
    Ok(Redirect::to(&format!("/#/notices/stop/{key}")))
}

/// What a seat was told, for a reader of feeds. The word in the address opens nothing else.
#[utoipa::path(get, path = "/notices/feed/{key}", tag = "notices", operation_id = "get_feed",
    params(("key" = String, Path)),
    responses((status = 200, body = String, content_type = "application/atom+xml"), Problems))]
pub async fn feed(
    State(app): State<Arc<App>>,
    At(key): At<String>,
    head: HeaderMap,
) -> Result<Response, Problem> {
    let id = app.office.words().await?.open(Purpose::Feed, &key).ok_or(Problem::UnknownKey)?;
    let store = app.tables.store();
    let channel = store.channel(id).await.map_err(failed)?.ok_or(Problem::UnknownKey)?;
    let listed = store.listed(id, app.tables.clock().now()).await.map_err(failed)?;
    // A name that is not ours was turned away before.
    let asked = head.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    let asked = format!("http://{asked}");
    let base = app.office.public_url().unwrap_or(&asked);
    let path = app.office.feed_path(&channel).await?;
    let media = HeaderValue::from_static("application/atom+xml; charset=utf-8");
    Ok(([(header::CONTENT_TYPE, media)], atom(&channel, listed, base, &path)).into_response())
}
