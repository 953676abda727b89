//! The computer at the table: seats it plays, hints, assessments, reviews.

use std::borrow::Cow;
use std::sync::Arc;

use ::staff::{LevelChance, Staff};
use atlas::Side;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::commands::{Answer, carry_out};
use super::seats::side;
use super::story::no_step;
use super::{At, Body, Problems, Query};
use crate::app::App;
use crate::limits_layer::Asker;
use crate::problem::Problem;
use crate::staff::hint::Question;
use crate::staff::review::{Review, Stage};
use crate::staff::{Level, hint as hints, review as reviews};
use crate::table::{Command, eyes};
use crate::words::{LevelWord, RequestName, SideWord, spelled_or_none, whole, whole_or_null};

/// Who gives hints if nobody else is asked for.
const ADVISER: Level = Level::General;
/// After how many seconds a review that is not ready is asked for again.
const AGAIN: u64 = 1;

/// A level as a card tells of it.
#[derive(Serialize, ToSchema)]
pub struct LevelCard {
    /// Its word in requests.
    #[schema(value_type = LevelWord)]
    id: Level,
    /// What it is called.
    title: String,
    /// How it thinks, in one line.
    words: &'static str,
}

impl LevelCard {
    /// The card of a level.
    pub fn of(level: Level) -> LevelCard {
        LevelCard { id: level, title: level.to_string(), words: level.description() }
    }
}

/// A computer for a seat.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatComputer {
    /// A name of its own: sent again, it is not carried out again.
    #[schema(value_type = RequestName)]
    request: String,
    /// The level that is to play; null gives the seat back to its holder.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required = true, value_type = Option<LevelWord>)]
    level: Option<Level>,
    /// With the level null: the last entry that the asker has been shown of a game between
    /// computers. What they have done since is taken back, and the same dice are thrown again.
    #[serde(default, deserialize_with = "whole_or_null")]
    shown: Option<u64>,
}

/// Let a computer play a seat, or take the seat back from it. For the seat's holder and the owner.
#[utoipa::path(put, path = "/games/{id}/seats/{side}/computer", tag = "staff",
    operation_id = "seat_computer",
    params(("id" = String, Path), ("side" = SideWord, Path)),
    security(("token" = [])), request_body = SeatComputer,
    responses((status = 200, body = Answer), Problems))]
pub async fn seat(
    State(app): State<Arc<App>>,
    At((id, seat)): At<(String, String)>,
    head: HeaderMap,
    Body(body): Body<SeatComputer>,
) -> Result<Json<Answer>, Problem> {
    let side = side(&seat)?;
    let command = match (body.level, body.shown) {
        (level, None) => Command::SeatComputer(side, level),
        (None, Some(shown)) => Command::TakeSeat(side, shown),
        (Some(_), Some(_)) => {
            let reason = "`shown` is for taking a seat back, and so for the level null.";
            return Err(Problem::Malformed(reason.into()));
        }
    };
    carry_out(&app, &id, &head, body.request, None, command).await
}

/// How much of a game somebody has been shown.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Shown {
    /// The last entry.
    #[serde(deserialize_with = "whole")]
    seq: u64,
}

/// Say how much of a game between computers you have been shown: they stay a few entries ahead of
/// the foremost looker who has said so in the last two and a half minutes, and play
/// at their own pace if nobody does.
#[utoipa::path(post, path = "/games/{id}/shown", tag = "staff", operation_id = "shown",
    params(("id" = String, Path)), security(("token" = [])), request_body = Shown,
    responses((status = 204, description = "Noted"), Problems))]
pub async fn shown(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    head: HeaderMap,
    Body(body): Body<Shown>,
) -> Result<StatusCode, Problem> {
    let guest = app.enter(&id, &head).await?;
    guest.live.computer_seats.set_shown(body.seq);
    Ok(StatusCode::NO_CONTENT)
}

/// About which decision a hint is wanted, and from whom.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HintWish {
    /// The version it is about; refused if the game has moved on.
    #[serde(default, deserialize_with = "whole_or_null")]
    version: Option<u64>,
    /// Who is asked; the General if nobody is named.
    #[serde(default)]
    #[schema(value_type = Option<LevelWord>)]
    level: Option<Level>,
}

/// What the staff would do.
#[derive(Serialize, ToSchema)]
pub struct Hint {
    /// The version it is about.
    version: u64,
    /// The action: legal, and ready to be sent.
    #[schema(value_type = Object)]
    action: Value,
    /// Why.
    why: String,
    /// The action in a sentence.
    words: String,
}

/// Ask what the staff would do. For the seat whose decision it is; not against another person.
#[utoipa::path(post, path = "/games/{id}/hint", tag = "staff", operation_id = "hint",
    params(("id" = String, Path)), security(("token" = [])), request_body = HintWish,
    responses((status = 200, body = Hint), Problems))]
pub async fn hint(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    asker: Asker,
    head: HeaderMap,
    Body(body): Body<HintWish>,
) -> Result<Json<Hint>, Problem> {
    let guest = app.enter(&id, &head).await?;
    app.rates.hint(asker.0)?;
    let table = guest.live.table();
    table.may_hint(guest.role)?;
    let version = table.version_for(eyes(guest.role));
    if body.version.is_some_and(|wanted| wanted != version) {
        return Err(Problem::StaleVersion { version });
    }
    let question = Question::of(&table);
    let level = body.level.unwrap_or(ADVISER);
    let origin = app.limits.origin(asker.0);
    let choice = hints::hint(&app.tables, &guest.live, question, level, origin).await?;
    Ok(Json(Hint { version, action: choice.action, why: choice.why, words: choice.words }))
}

/// Which position is to be assessed.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AtStep {
    /// The position after this step; without one, as the game stands.
    #[serde(default, deserialize_with = "spelled_or_none")]
    step: Option<usize>,
}

/// The chance of one level of victory.
#[derive(Serialize, ToSchema)]
#[schema(as = LevelChance)]
struct ChanceView {
    /// Who wins; nobody if null.
    #[schema(value_type = Option<SideWord>)]
    winner: Option<Side>,
    /// What the level is called.
    level: String,
    /// The chance, from 0 to 1.
    #[schema(minimum = 0, maximum = 1)]
    chance: f64,
}

impl From<LevelChance> for ChanceView {
    fn from(LevelChance { winner, level, chance }: LevelChance) -> ChanceView {
        ChanceView { winner, level, chance }
    }
}

/// What the staff expects. Margins are Union less Confederate points at the end of the game.
#[derive(Serialize, ToSchema)]
pub struct AssessmentView {
    /// After which step.
    step: usize,
    /// The margin expected.
    margin: f64,
    /// Four games of five end between this margin
    low: f64,
    /// and this one.
    high: f64,
    /// The chance of each level of victory, the best for the Union first.
    chances: Vec<ChanceView>,
    /// Whether games of this battle have taught the staff anything; otherwise it goes by the board alone.
    known: bool,
    /// All of it in a sentence.
    words: String,
}

/// Ask what the staff expects of a position. Not against another person while the game goes on.
#[utoipa::path(get, path = "/games/{id}/assessment", tag = "staff", operation_id = "assess",
    params(("id" = String, Path), AtStep), security(("token" = [])),
    responses((status = 200, body = AssessmentView), Problems))]
pub async fn assessment(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    Query(query): Query<AtStep>,
    asker: Asker,
    head: HeaderMap,
) -> Result<Json<AssessmentView>, Problem> {
    let guest = app.enter(&id, &head).await?;
    guest.live.table().may_ask_staff(guest.role)?;
    let seat = eyes(guest.role);
    let found = guest.look(guest.asks(asker), move |table| {
        let play = table.play();
        // Steps are numbered as the asker counts them.
        let last = table.steps_for(seat).min(play.sound());
        let step = query.step.unwrap_or(last);
        let state = match query.step {
            None => table.now_for(seat),
            Some(step) => Cow::Owned(play.at(table.step_for(seat, step)?)?),
        };
        let ended = table.given_up().filter(|_| step == last).cloned();
        let assess = |staff: &Arc<dyn Staff>| {
            let found = staff.assess(&play.game().seen(&state, seat));
            let words = found.words(&staff.scale());
            (found, words)
        };
        Ok((step, table.staff().map(assess), ended))
    });
    let (step, found, ended) = found.await?.map_err(no_step)?;
    let (found, words) =
        found.ok_or_else(|| Problem::NotAllowed("There is no staff here.".into()))?;
    let words = match ended {
        Some(ended) => format!("{} As it stood: {words}", ended.words),
        None => words,
    };
    let ((low, high), known) = (found.range(), found.known);
    let chances = found.chances.into_iter().map(ChanceView::from).collect();
    Ok(Json(AssessmentView { step, margin: found.margin, low, high, chances, known, words }))
}

/// A review that is not ready.
#[derive(Serialize, ToSchema)]
pub struct ReviewProgress {
    /// The part that is done, from 0 to 1.
    #[schema(minimum = 0, maximum = 1)]
    done: f64,
}

/// Look back at a game that is over: the course of the expected result, and the decisions that
/// changed it most. It is worked out when it is first asked for, which takes a while.
#[utoipa::path(get, path = "/games/{id}/review", tag = "staff", operation_id = "review",
    params(("id" = String, Path)), security(("token" = [])),
    responses((status = 200, body = Review),
        (status = 202, body = ReviewProgress, description = "It is being worked out: ask again",
            headers(("Retry-After" = u64, description = "After how many seconds"))), Problems))]
pub async fn review(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    asker: Asker,
    head: HeaderMap,
) -> Result<Response, Problem> {
    let guest = app.enter(&id, &head).await?;
    let table = guest.live.table();
    if !table.is_over() && table.why_read_only().is_none() {
        return Err(Problem::NotAllowed("A game is reviewed when it is over.".into()));
    }
    table.check_shown()?;
    let origin = app.limits.origin(asker.0);
    let played = Arc::clone(&table);
    let digest = app.readers.read(guest.replays(asker), move || played.digest()).await?;
    match reviews::review(&app.tables, &guest.live, &table, digest, origin) {
        Stage::Ready(review) => {
            let cache = [(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"))];
            Ok((cache, Json(&*review)).into_response())
        }
        Stage::Working(done) => {
            let again = [(header::RETRY_AFTER, HeaderValue::from(AGAIN))];
            Ok((StatusCode::ACCEPTED, again, Json(ReviewProgress { done })).into_response())
        }
        Stage::Failed(problem) => Err(problem),
    }
}
