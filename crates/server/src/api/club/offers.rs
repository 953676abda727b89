//! Offers of games: the list, offering, withdrawing, taking.

use std::sync::Arc;

use atlas::{BySide, Side};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Signed, setting, sweep};
use crate::api::{At, Problems};
use crate::app::App;
use crate::club::offers::{
    HOURS, LONGEST_PACE, LONGEST_WORDS, MOST_OF_PLAYER, MOST_OFFERS, Offered, OpenTerms,
    USUAL_HOURS, check_rated, short,
};
use crate::club::{OpenSeat, PlayerName, Wish};
use crate::facts::{DicePolicy, UndoPolicy};
use crate::given::GivenPoints;
use crate::limits_layer::Asker;
use crate::moment::Moment;
use crate::problem::Problem;
use crate::store::StoreError;
use crate::store::club::{ClubGame, Player, StoredOffer, from_json, to_json};
use crate::tables::failed;
use crate::tokens::new_game_id;
use crate::words::SideWord;

const HOUR: i64 = 60 * 60 * 1000;

/// How a game of an open table is to be played.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTerms {
    /// The battle's id.
    battle: String,
    /// The scenario's id; the first if there is none.
    #[serde(default)]
    scenario: Option<String>,
    /// Numbers of optional rules.
    #[serde(default)]
    options: Vec<String>,
    /// How fast it is to be played, in words: at most 60 characters.
    #[serde(default)]
    #[schema(max_length = 60)]
    pace: String,
    /// Undo.
    #[serde(default)]
    undo: UndoPolicy,
    /// Dice.
    #[serde(default)]
    dice: DicePolicy,
    /// Points that a side is given beforehand, to make an uneven battle even.
    #[serde(default)]
    bid: Option<GivenPoints>,
    /// Whether it counts for the ratings.
    #[serde(default)]
    rated: bool,
}

/// A game that is to be offered.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"terms": {"battle": crate::api::example::battle()}}))]
pub struct NewOffer {
    /// How it is played.
    terms: NewTerms,
    /// The side that whoever offers wants.
    #[serde(default)]
    side: Wish,
    /// What he says of it: at most 200 characters.
    #[serde(default)]
    #[schema(max_length = 200)]
    words: String,
    /// How long the offer stands, in hours: 24, if nothing is said.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 336)]
    hours: Option<u32>,
}

/// An offer is taken.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Taking {
    /// The side that the taker wants, where he may choose.
    #[serde(default)]
    #[schema(value_type = Option<SideWord>)]
    side: Option<Side>,
}

/// A game that is offered.
#[derive(Clone, Serialize, ToSchema)]
pub struct OfferView {
    /// Its id.
    id: String,
    /// Who offers it.
    by: PlayerName,
    /// How it is played.
    terms: OpenTerms,
    /// The side that whoever offers wants.
    side: Wish,
    /// What he says of it.
    words: String,
    /// Since when it stands.
    #[schema(value_type = String, format = DateTime)]
    made: Moment,
    /// Until when.
    #[schema(value_type = String, format = DateTime)]
    expires: Moment,
}

/// The games that are offered.
#[derive(Serialize, ToSchema)]
pub struct OfferList {
    /// The newest first.
    offers: Vec<OfferView>,
}

impl OfferView {
    fn of(stored: StoredOffer) -> Result<OfferView, Problem> {
        let Offered { terms, side, words } = from_json(&stored.body).map_err(failed)?;
        let by = PlayerName { id: stored.player, name: Some(stored.tag) };
        let (made, expires) = (stored.made, stored.expires);
        Ok(OfferView { id: stored.id, by, terms, side, words, made, expires })
    }

    /// Whether a player offers it.
    pub fn is_of(&self, player: &str) -> bool {
        self.by.id == player
    }
}

impl NewTerms {
    /// The terms with what the battle says of them, if a game can be played so.
    pub async fn settle(self, app: &App) -> Result<OpenTerms, Problem> {
        check_rated(self.rated, self.dice)?;
        let pace = short(&self.pace, LONGEST_PACE, "The pace")?;
        app.club()?.check_talk(&pace)?;
        let terms = OpenTerms {
            battle: self.battle,
            system: String::new(),
            title: String::new(),
            scenario: self.scenario.unwrap_or_default(),
            scenario_title: String::new(),
            options: self.options,
            pace,
            undo: self.undo,
            dice: self.dice,
            bid: self.bid,
            rated: self.rated,
        };
        setting::settled(app, terms).await
    }
}

/// All offers that stand.
pub async fn listed(app: &App) -> Result<Vec<OfferView>, Problem> {
    let now = app.tables.clock().now();
    let stored = app.tables.store().offers(now, MOST_OFFERS).await.map_err(failed)?;
    stored.into_iter().map(OfferView::of).collect()
}

/// List the games that are offered.
#[utoipa::path(get, path = "/club/offers", tag = "club", operation_id = "list_offers",
    responses((status = 200, body = OfferList), Problems))]
pub async fn list(State(app): State<Arc<App>>) -> Result<Json<OfferList>, Problem> {
    app.club()?;
    Ok(Json(OfferList { offers: listed(&app).await? }))
}

/// Offer a game to whoever takes it.
#[utoipa::path(post, path = "/club/offers", tag = "club", operation_id = "offer_game",
    request_body = NewOffer, responses((status = 201, body = OfferView), Problems))]
pub async fn offer(
    State(app): State<Arc<App>>,
    asker: Asker,
    signed: Signed,
) -> Result<(StatusCode, Json<OfferView>), Problem> {
    let club = app.club()?;
    let new: NewOffer = signed.read()?;
    let player = signed.player(&app).await?;
    let hours = new.hours.unwrap_or(USUAL_HOURS);
    if !HOURS.contains(&hours) {
        let (least, most) = (HOURS.start(), HOURS.end());
        return Err(Problem::Malformed(format!("An offer stands for {least} to {most} hours.")));
    }
    let words = short(&new.words, LONGEST_WORDS, "What is said of an offer")?;
    club.check_talk(&words)?;
    club.count_offer(asker.0)?;
    sweep(&app).await?;
    let standing = listed(&app).await?;
    if standing.iter().filter(|offer| offer.is_of(&player.id)).count() >= MOST_OF_PLAYER {
        let words = format!("You offer {MOST_OF_PLAYER} games already; withdraw one first.");
        return Err(Problem::NotAllowed(words));
    }
    if standing.len() >= usize::try_from(MOST_OFFERS).unwrap_or(usize::MAX) {
        return Err(Problem::NotAllowed("As many games are offered as may be; take one.".into()));
    }
    let offered = Offered { terms: new.terms.settle(&app).await?, side: new.side, words };
    let now = app.tables.clock().now();
    let stored = StoredOffer {
        id: new_game_id()?,
        player: player.id,
        tag: player.tag,
        made: now,
        expires: Moment(now.0.saturating_add(i64::from(hours) * HOUR)),
        body: to_json(&offered).map_err(failed)?,
    };
    app.tables.store().write(stored.add()).await.map_err(failed)?;
    Ok((StatusCode::CREATED, Json(OfferView::of(stored)?)))
}

/// Withdraw an offer. For whoever made it.
#[utoipa::path(delete, path = "/club/offers/{offer}", tag = "club", operation_id = "withdraw_offer",
    params(("offer" = String, Path)),
    responses((status = 204, description = "It is gone"), Problems))]
pub async fn withdraw(
    State(app): State<Arc<App>>,
    At(offer): At<String>,
    signed: Signed,
) -> Result<StatusCode, Problem> {
    let player = signed.player(&app).await?;
    let stored = app.tables.store().offer(&offer).await.map_err(failed)?.ok_or_else(gone)?;
    if stored.player != player.id {
        return Err(Problem::NotAllowed("This offer is another player's.".into()));
    }
    app.tables.store().write(stored.withdraw()).await.map_err(too_late)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Take an offer: its game is set up, and both players can take their seats. Of several takers one has it.
#[utoipa::path(post, path = "/club/offers/{offer}/take", tag = "club", operation_id = "take_offer",
    params(("offer" = String, Path)), request_body = Taking,
    responses((status = 201, body = OpenSeat), Problems))]
pub async fn take(
    State(app): State<Arc<App>>,
    At(offer): At<String>,
    asker: Asker,
    signed: Signed,
) -> Result<(StatusCode, Json<OpenSeat>), Problem> {
    let Taking { side } = signed.read()?;
    let taker = signed.player(&app).await?;
    let stored = app.tables.store().offer(&offer).await.map_err(failed)?;
    let stored = stored.filter(|offer| offer.expires > app.tables.clock().now());
    let stored = stored.ok_or_else(gone)?;
    if stored.player == taker.id {
        return Err(Problem::NotAllowed("This is your own offer.".into()));
    }
    let offered: Offered = from_json(&stored.body).map_err(failed)?;
    let own = offered.side.settle(side).ok_or_else(|| {
        Problem::NotAllowed("Whoever offers this game wants that side himself.".into())
    })?;
    app.rates.game(asker.0)?;
    let side = own.other();
    let game = taken(&app, &stored, &offered.terms, own, &taker, asker).await?;
    Ok((StatusCode::CREATED, Json(OpenSeat { game, side })))
}

/// The game of an offer that was taken, in which whoever offered it has his own side.
async fn taken(
    app: &Arc<App>,
    stored: &StoredOffer,
    terms: &OpenTerms,
    own: Side,
    taker: &Player,
    asker: Asker,
) -> Result<String, Problem> {
    let seated = |offering: &str, taking: &str| match own {
        Side::Union => BySide { union: offering.to_owned(), confederate: taking.to_owned() },
        Side::Confederate => BySide { union: taking.to_owned(), confederate: offering.to_owned() },
    };
    let names = seated(&stored.tag, &taker.tag);
    let made = setting::set_up(app, terms, names, app.limits.origin(asker.0)).await?;
    let now = app.tables.clock().now();
    let game = ClubGame {
        game: made.game.clone(),
        players: seated(&stored.player, &taker.id),
        cup: None,
        made: now,
        ended: None,
        body: to_json(terms).map_err(failed)?,
        verdict: None,
    };
    // Only what is stored here counts: whoever comes second finds the offer gone.
    if let Err(error) = app.tables.store().write(stored.take(&game, now)).await {
        app.tables.delete(&made).await?;
        return Err(too_late(error));
    }
    Ok(made.game)
}

fn gone() -> Problem {
    Problem::NotAllowed("This offer is gone: it was taken, withdrawn, or has run out.".into())
}

fn too_late(error: StoreError) -> Problem {
    match error {
        StoreError::Conflict => gone(),
        other => failed(other),
    }
}
