//! Open tables: players, and the games they offer and take.

mod cups;
pub mod offers;
mod ratings;
mod setting;
mod signed;

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{At, Problems};
use crate::app::{App, Pass};
use crate::club::{Club, OpenSeat, PlayerName, names};
use crate::limits_layer::Asker;
use crate::moment::Moment;
use crate::problem::Problem;
use crate::store::StoreError;
use crate::store::club::{ClubGame, Player, tidy};
use crate::tables::failed;
use crate::tokens::{Opened, Role, Token, new_game_id};
use crate::words::TokenWord;
use offers::OfferView;
pub use signed::Signed;

/// The most players.
const MOST_PLAYERS: i64 = 100_000;
/// The most games of a player that are told.
const MOST_GAMES: i64 = 200;
const DAY: i64 = 24 * 60 * 60 * 1000;
/// After how long a silence a player who plays in no game is forgotten.
const SILENT: i64 = 400 * DAY;

/// The routes of open tables.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(name, me, forget))
        .routes(routes!(offers::list, offers::offer))
        .routes(routes!(offers::withdraw))
        .routes(routes!(offers::take))
        .routes(routes!(seat))
        .routes(routes!(ratings::list))
        .routes(routes!(ratings::player))
        .routes(routes!(ratings::results))
        .routes(routes!(cups::list, cups::make))
        .routes(routes!(cups::look, cups::give_up))
        .routes(routes!(cups::enter))
        .routes(routes!(cups::leave))
        .routes(routes!(cups::draw))
        .routes(routes!(cups::decide))
}

/// A name that is chosen.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChosenName {
    /// 2 to 24 characters; no `#`.
    #[schema(max_length = 100)]
    name: String,
}

/// A player as he himself is told of him.
#[derive(Serialize, ToSchema)]
pub struct Me {
    /// He himself; null if his key has no name here.
    player: Option<PlayerName>,
    /// A hash of his key.
    fingerprint: String,
    /// What he offers.
    offers: Vec<OfferView>,
    /// His games, those made last first.
    games: Vec<OpenGame>,
}

/// A game of an open table.
#[derive(Serialize, ToSchema)]
pub struct OpenGame {
    #[serde(flatten)]
    seat: OpenSeat,
    /// The battle's title.
    title: String,
    /// The other side's player.
    against: PlayerName,
    /// When it was made.
    #[schema(value_type = String, format = DateTime)]
    made: Moment,
    /// When it ended.
    #[schema(value_type = Option<String>, format = DateTime)]
    ended: Option<Moment>,
}

/// A token for a seat that is a player's.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatToken {
    /// 32 random bytes as base64 for addresses, without padding. Nobody else ever needs to know it.
    #[schema(value_type = TokenWord)]
    token: String,
}

/// Choose a name, or another one. What is behind it is a sign of the key, so that no two are alike.
#[utoipa::path(put, path = "/club/me", tag = "club", operation_id = "name_player",
    request_body = ChosenName, responses((status = 200, body = PlayerName), Problems))]
pub async fn name(
    State(app): State<Arc<App>>,
    asker: Asker,
    signed: Signed,
) -> Result<Json<PlayerName>, Problem> {
    let club = app.club()?;
    let ChosenName { name } = signed.read()?;
    let name = names::chosen(&name)?;
    club.check_name(&name)?;
    let (store, now) = (app.tables.store(), app.tables.clock().now());
    let known = store.player_of(signed.key.hex()).await.map_err(failed)?;
    if known.is_none() && store.count_players().await.map_err(failed)? >= MOST_PLAYERS {
        return Err(Problem::NoRoom);
    }
    club.count_name(asker.0)?;
    let fresh = Player {
        id: new_game_id()?,
        key: signed.key.hex().to_owned(),
        tag: String::new(),
        since: now,
        seen: now,
    };
    for sign in names::SIGNS {
        let tag = names::tag(&name, &signed.key, sign);
        let fold = names::fold(&tag);
        let (player, change) = match &known {
            Some(player) => (player.clone(), player.rename(&tag, &fold)),
            None => {
                let player = Player { tag: tag.clone(), ..fresh.clone() };
                (player.clone(), player.add(&fold))
            }
        };
        match store.write(change).await {
            Ok(()) => return Ok(Json(PlayerName { id: player.id, name: Some(tag) })),
            // Somebody else has this name with this sign: a longer one tells them apart.
            Err(StoreError::Conflict) => {}
            Err(error) => return Err(failed(error)),
        }
    }
    Err(Problem::NotAllowed("Somebody has this name already; choose another.".into()))
}

/// What a player has here: his name, what he offers, his games.
#[utoipa::path(get, path = "/club/me", tag = "club", operation_id = "get_me",
    responses((status = 200, body = Me), Problems))]
pub async fn me(State(app): State<Arc<App>>, signed: Signed) -> Result<Json<Me>, Problem> {
    let fingerprint = signed.key.fingerprint();
    let store = app.tables.store();
    let Some(player) = store.player_of(signed.key.hex()).await.map_err(failed)? else {
        return Ok(Json(Me { player: None, fingerprint, offers: Vec::new(), games: Vec::new() }));
    };
    let now = app.tables.clock().now();
    if now.0.saturating_sub(player.seen.0) > DAY {
        store.write(player.see(now)).await.map_err(failed)?;
    }
    let offers = offers::listed(&app).await?;
    let offers = offers.into_iter().filter(|offer| offer.is_of(&player.id)).collect();
    let stored = store.games_of(&player.id, MOST_GAMES).await.map_err(failed)?;
    let mut games = Vec::with_capacity(stored.len());
    for game in stored {
        games.extend(open_game(&app, game, &player.id).await?);
    }
    Ok(Json(Me { player: Some(PlayerName::of(&player)), fingerprint, offers, games }))
}

/// A game as one of its players is told of it.
async fn open_game(app: &App, game: ClubGame, player: &str) -> Result<Option<OpenGame>, Problem> {
    let Some(side) = game.side(player) else { return Ok(None) };
    let terms: crate::club::offers::OpenTerms = game.terms().map_err(failed)?;
    let against = named(app, &game.players[side.other()]).await?;
    let seat = OpenSeat { game: game.game, side };
    Ok(Some(OpenGame { seat, title: terms.title, against, made: game.made, ended: game.ended }))
}

/// A player by his id, whether he is still there or not.
pub async fn named(app: &App, id: &str) -> Result<PlayerName, Problem> {
    let found = app.tables.store().player(id).await.map_err(failed)?;
    Ok(match found {
        Some(player) => PlayerName::of(&player),
        None => PlayerName { id: id.to_owned(), name: None },
    })
}

/// Be forgotten: the key, the name and the offers go. Games keep the name as it stands at their seats.
#[utoipa::path(delete, path = "/club/me", tag = "club", operation_id = "forget_me",
    responses((status = 204, description = "It is gone"), Problems))]
pub async fn forget(State(app): State<Arc<App>>, signed: Signed) -> Result<StatusCode, Problem> {
    let player = signed.player(&app).await?;
    app.tables.store().write(player.forget()).await.map_err(failed)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Take one's seat at a game of an open table, from this browser: it is held by the token in the body from now on,
/// and by no other.
#[utoipa::path(post, path = "/club/games/{game}/seat", tag = "club", operation_id = "take_open_seat",
    params(("game" = String, Path)), request_body = SeatToken,
    responses((status = 200, body = OpenSeat), Problems))]
pub async fn seat(
    State(app): State<Arc<App>>,
    At(game): At<String>,
    signed: Signed,
) -> Result<Json<OpenSeat>, Problem> {
    let SeatToken { token } = signed.read()?;
    let words = "A token is 32 random bytes as base64 for addresses, without padding: 43 letters.";
    let token = Token::read(&token).ok_or_else(|| Problem::Malformed(words.into()))?.hash();
    let player = signed.player(&app).await?;
    let known = app.tables.store().club_game(&game).await.map_err(failed)?;
    let known = known.ok_or(Problem::UnknownGame)?;
    let side = known
        .side(&player.id)
        .ok_or_else(|| Problem::WrongSeat("You are none of the players of this game.".into()))?;
    // Whoever does not know whether it arrived sends it again.
    let opened = match app.tables.opens(&game, &token).await {
        Err(Problem::BadToken) => None,
        opened => Some(opened?),
    };
    if opened != Some(Opened::Role(Role::of(side))) {
        app.tables.seat(&game, side, token).await?;
    }
    Ok(Json(OpenSeat { game, side }))
}

/// Refuses what the host lets nobody say at open tables; elsewhere everybody says what he wants.
pub async fn check_talk(app: &App, pass: &Pass, text: &str) -> Result<(), Problem> {
    let Some(club) = &app.club else { return Ok(()) };
    match is_open(app, &pass.game).await? {
        true => club.check_talk(text),
        false => Ok(()),
    }
}

/// Refuses another name for a seat of an open table: it has its player's.
pub async fn check_renaming(app: &App, pass: &Pass) -> Result<(), Problem> {
    match app.club.is_some() && is_open(app, &pass.game).await? {
        true => {
            let words = "At an open table a seat has the name of its player.";
            Err(Problem::NotAllowed(words.into()))
        }
        false => Ok(()),
    }
}

async fn is_open(app: &App, game: &str) -> Result<bool, Problem> {
    Ok(app.tables.open(game).await?.table().facts.open)
}

/// Forgets what nobody needs any more.
async fn sweep(app: &App) -> Result<(), Problem> {
    let now = app.tables.clock().now();
    let before = |time: i64| Moment(now.0.saturating_sub(time));
    let nonces = before(2 * crate::club::key::SKEW);
    app.tables.store().write(tidy(now, nonces, before(SILENT))).await.map_err(failed)
}

impl App {
    /// What a server with open tables has besides.
    pub fn club(&self) -> Result<&Club, Problem> {
        self.club.as_ref().ok_or(Problem::NoOpenTables)
    }
}
