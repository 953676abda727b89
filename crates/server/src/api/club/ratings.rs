//! Ratings and players: the list, a player's page, and the results from which both are worked out.

use std::collections::HashMap;
use std::sync::Arc;

use atlas::Side;
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::named;
use crate::api::{At, Problems, Query};
use crate::app::App;
use crate::club::glicko::Rating;
use crate::club::offers::OpenTerms;
use crate::club::ratings::{Chair, Counted, Standing, counted, standings};
use crate::club::verdict::Verdict;
use crate::club::{PlayerName, Rated};
use crate::moment::Moment;
use crate::problem::Problem;
use crate::store::club::{ClubGame, from_json};
use crate::tables::{failed, off_thread};
use crate::words::{SideWord, spelled_or_none};

/// The most games that are looked at before an answer.
const MOST_JUDGED: i64 = 50;
/// The most standings that are told.
const MOST_STANDINGS: usize = 1000;
/// The most games of a player that are told.
const MOST_GAMES: i64 = 100;
/// The most results that are told at once.
const MOST_RESULTS: usize = 1000;

/// A rating.
#[derive(Serialize, ToSchema)]
pub struct StandingView {
    player: PlayerName,
    /// The system of rules.
    system: String,
    #[schema(value_type = SideWord)]
    side: Side,
    /// The strength.
    rating: i64,
    /// How far off it may well be.
    deviation: i64,
    won: u32,
    drawn: u32,
    lost: u32,
}

/// The ratings.
#[derive(Serialize, ToSchema)]
pub struct Ratings {
    /// The strongest first.
    standings: Vec<StandingView>,
}

/// A game of a player that has ended.
#[derive(Serialize, ToSchema)]
pub struct PlayedGame {
    /// The game.
    game: String,
    /// How it was played.
    terms: OpenTerms,
    /// The player's side.
    #[schema(value_type = SideWord)]
    side: Side,
    against: PlayerName,
    /// When it ended.
    #[schema(value_type = String, format = DateTime)]
    ended: Moment,
    /// What came of it; null if nobody has looked at it yet.
    verdict: Option<Verdict>,
}

/// A player.
#[derive(Serialize, ToSchema)]
pub struct PlayerPage {
    player: PlayerName,
    /// Since when he is here.
    #[schema(value_type = String, format = DateTime)]
    since: Moment,
    /// A hash of his key.
    fingerprint: String,
    standings: Vec<StandingView>,
    /// His games that have ended, those made last first.
    games: Vec<PlayedGame>,
}

/// From where on results are wanted.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct After {
    /// How many results are passed over.
    #[serde(default, deserialize_with = "spelled_or_none")]
    after: Option<usize>,
}

/// Results that count.
#[derive(Serialize, ToSchema)]
pub struct Results {
    /// In the order in which the games ended.
    results: Vec<Counted>,
    /// How many there are in all.
    all: usize,
}

/// List the ratings, by system and side.
#[utoipa::path(get, path = "/club/ratings", tag = "club", operation_id = "list_ratings",
    responses((status = 200, body = Ratings), Problems))]
pub async fn list(State(app): State<Arc<App>>) -> Result<Json<Ratings>, Problem> {
    let rated = rated(&app).await?;
    let players = app.tables.store().players().await.map_err(failed)?;
    let names: HashMap<&str, PlayerName> =
        players.iter().map(|player| (player.id.as_str(), PlayerName::of(player))).collect();
    let now = app.tables.clock().now();
    let told = rated.standings.iter().filter_map(|(chair, standing)| {
        let player = names.get(chair.player.as_str())?.clone();
        Some(view(player, chair, standing, now))
    });
    let mut standings: Vec<StandingView> = told.collect();
    standings.sort_by_key(|one| std::cmp::Reverse(one.rating));
    standings.truncate(MOST_STANDINGS);
    Ok(Json(Ratings { standings }))
}

/// Look at a player: his ratings and his games.
#[utoipa::path(get, path = "/club/players/{player}", tag = "club", operation_id = "get_player",
    params(("player" = String, Path)), responses((status = 200, body = PlayerPage), Problems))]
pub async fn player(
    State(app): State<Arc<App>>,
    At(player): At<String>,
) -> Result<Json<PlayerPage>, Problem> {
    let rated = rated(&app).await?;
    let store = app.tables.store();
    let found = store.player(&player).await.map_err(failed)?;
    let found = found.ok_or_else(|| Problem::NotAllowed("There is no such player here.".into()))?;
    let name = PlayerName::of(&found);
    let now = app.tables.clock().now();
    let own = rated.standings.iter().filter(|(chair, _)| chair.player == player);
    let standings = own.map(|(chair, one)| view(name.clone(), chair, one, now)).collect();
    let mut games = Vec::new();
    for game in store.games_of(&player, MOST_GAMES).await.map_err(failed)? {
        games.extend(played(&app, game, &player).await?);
    }
    let fingerprint = crate::club::PlayerKey::read(&found.key).map(|key| key.fingerprint());
    let fingerprint = fingerprint.unwrap_or_default();
    Ok(Json(PlayerPage { player: name, since: found.since, fingerprint, standings, games }))
}

/// The results from which the ratings are worked out, so that anybody can do it again.
#[utoipa::path(get, path = "/club/results", tag = "club", operation_id = "list_results",
    params(After), responses((status = 200, body = Results), Problems))]
pub async fn results(
    State(app): State<Arc<App>>,
    Query(from): Query<After>,
) -> Result<Json<Results>, Problem> {
    let rated = rated(&app).await?;
    let from = from.after.unwrap_or_default();
    let results = rated.results.iter().skip(from).take(MOST_RESULTS).cloned().collect();
    Ok(Json(Results { results, all: rated.results.len() }))
}

fn view(player: PlayerName, chair: &Chair, standing: &Standing, now: Moment) -> StandingView {
    let Rating { value, deviation, .. } = standing.at(now);
    let [won, drawn, lost] = standing.games;
    StandingView {
        player,
        system: chair.system.clone(),
        side: chair.side,
        rating: value.round() as i64,
        deviation: deviation.round() as i64,
        won,
        drawn,
        lost,
    }
}

async fn played(app: &App, game: ClubGame, player: &str) -> Result<Option<PlayedGame>, Problem> {
    let (Some(side), Some(ended)) = (game.side(player), game.ended) else { return Ok(None) };
    let terms = game.terms().map_err(failed)?;
    let verdict = game.verdict.as_deref().map(from_json).transpose().map_err(failed)?;
    let against = named(app, &game.players[side.other()]).await?;
    Ok(Some(PlayedGame { game: game.game, terms, side, against, ended, verdict }))
}

/// The ratings as all results make them that are known now.
async fn rated(app: &Arc<App>) -> Result<Arc<Rated>, Problem> {
    settle(app).await?;
    let club = app.club()?;
    let verdicts = app.tables.store().count_verdicts().await.map_err(failed)?;
    if let Some(known) = club.rated(verdicts) {
        return Ok(known);
    }
    let games = app.tables.store().judged().await.map_err(failed)?;
    let fresh = off_thread(move || {
        counted(games).map(|results| Rated { standings: standings(&results), results, verdicts })
    });
    let fresh = Arc::new(fresh.await?.map_err(failed)?);
    club.keep_rated(&fresh);
    Ok(fresh)
}

/// Looks at games that have ended since somebody last asked.
pub async fn settle(app: &Arc<App>) -> Result<(), Problem> {
    let _turn = app.club()?.judging.lock().await;
    for game in app.tables.store().unjudged(MOST_JUDGED).await.map_err(failed)? {
        let verdict = judged(app, &game.game).await?;
        let change = game.judge(&verdict).map_err(failed)?;
        app.tables.store().write(change).await.map_err(failed)?;
    }
    Ok(())
}

async fn judged(app: &App, game: &str) -> Result<Verdict, Problem> {
    match app.tables.open(game).await {
        Ok(live) => {
            let table = live.table();
            off_thread(move || Verdict::of(&table)).await
        }
        Err(Problem::UnknownGame) => Ok(Verdict::lost("It is stored no longer.")),
        Err(Problem::ReadOnly(_) | Problem::Damaged(_)) => {
            Ok(Verdict::lost("What is stored of it does not hold."))
        }
        Err(problem) => Err(problem),
    }
}
