//! Cups: making one, entering, drawing rounds, and the table of results.

use std::collections::HashMap;
use std::sync::Arc;

use atlas::{BySide, Side};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::offers::NewTerms;
use super::ratings::settle;
use super::{Signed, named, setting};
use crate::api::{At, Problems};
use crate::app::{App, Pass};
use crate::club::PlayerName;
use crate::club::cups::{
    Cup, CupKind, CupState, Forfeit, LONGEST_NAME, LONGEST_WORDS, MOST_CUPS, MOST_OF_PLAYER, Pair,
    ROUNDS,
};
use crate::club::offers::{OpenTerms, short};
use crate::club::verdict::Verdict;
use crate::limits_layer::Asker;
use crate::moment::Moment;
use crate::problem::Problem;
use crate::store::StoreError;
use crate::store::club::{ClubGame, StoredCup, from_json, to_json};
use crate::tables::failed;
use crate::tokens::new_game_id;

/// A cup that is to be made.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewCup {
    /// What it is called: at most 60 characters.
    #[schema(max_length = 60)]
    name: String,
    /// How it is played.
    kind: CupKind,
    /// How many rounds a Swiss cup has: 1 to 12.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 12)]
    rounds: Option<usize>,
    /// What the organiser says of it: at most 500 characters.
    #[serde(default)]
    #[schema(max_length = 500)]
    words: String,
    /// How its games are played.
    terms: NewTerms,
}

/// What the organiser says of a game.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Decision {
    /// The round, from 1.
    #[schema(minimum = 1)]
    round: usize,
    /// The game of the round, from 1.
    #[schema(minimum = 1)]
    pair: usize,
    /// What he says; null if the game's own end is to count again.
    #[serde(default)]
    result: Option<Forfeit>,
}

/// A cup in a few words.
#[derive(Serialize, ToSchema)]
pub struct CupCard {
    id: String,
    name: String,
    kind: CupKind,
    state: CupState,
    organiser: PlayerName,
    terms: OpenTerms,
    /// How many play in it.
    players: usize,
    /// How many rounds are drawn.
    drawn: usize,
    /// How many rounds it has.
    rounds: usize,
    #[schema(value_type = String, format = DateTime)]
    made: Moment,
}

/// The cups.
#[derive(Serialize, ToSchema)]
pub struct CupList {
    /// The newest first.
    cups: Vec<CupCard>,
}

/// A row of the table of results.
#[derive(Serialize, ToSchema)]
pub struct CupRow {
    player: PlayerName,
    /// Points: 1 for a win or a round without a game, a half for a draw.
    points: f64,
    /// The points of all whom he has met.
    buchholz: f64,
    /// Points against those who are otherwise alike.
    direct: f64,
    /// Games that are decided, and rounds without one.
    played: u32,
    /// He has left the cup.
    left: bool,
}

/// A game of a round.
#[derive(Serialize, ToSchema)]
pub struct CupPair {
    union: PlayerName,
    /// None: the first has no game in this round.
    confederate: Option<PlayerName>,
    game: Option<String>,
    /// The points of the Union's player, once it is decided.
    union_points: Option<f64>,
    /// The points of the Confederates' player.
    confederate_points: Option<f64>,
    /// What the organiser has said of it.
    forfeit: Option<Forfeit>,
}

/// A cup with its table and its rounds.
#[derive(Serialize, ToSchema)]
pub struct CupPage {
    cup: CupCard,
    /// What the organiser says of it.
    words: String,
    /// Who stands where.
    table: Vec<CupRow>,
    /// The rounds that are drawn.
    rounds: Vec<Vec<CupPair>>,
}

/// A cup as it is stored, with what came of its games.
struct Known {
    stored: StoredCup,
    cup: Cup,
    ends: HashMap<String, Option<Side>>,
}

/// List the cups.
#[utoipa::path(get, path = "/club/cups", tag = "club", operation_id = "list_cups",
    responses((status = 200, body = CupList), Problems))]
pub async fn list(State(app): State<Arc<App>>) -> Result<Json<CupList>, Problem> {
    app.club()?;
    let mut cups = Vec::new();
    for stored in app.tables.store().cups(MOST_CUPS).await.map_err(failed)? {
        let cup: Cup = from_json(&stored.body).map_err(failed)?;
        cups.push(card(&app, &stored, &cup).await?);
    }
    Ok(Json(CupList { cups }))
}

/// Make a cup, which one then organises.
#[utoipa::path(post, path = "/club/cups", tag = "club", operation_id = "make_cup",
    request_body = NewCup, responses((status = 201, body = CupPage), Problems))]
pub async fn make(
    State(app): State<Arc<App>>,
    asker: Asker,
    signed: Signed,
) -> Result<(StatusCode, Json<CupPage>), Problem> {
    let new: NewCup = signed.read()?;
    let organiser = signed.player(&app).await?;
    let name = short(&new.name, LONGEST_NAME, "The name of a cup")?;
    let words = short(&new.words, LONGEST_WORDS, "What is said of a cup")?;
    if name.is_empty() {
        return Err(Problem::Malformed("A cup has a name.".into()));
    }
    let rounds = new.rounds.unwrap_or(*ROUNDS.start());
    if new.kind == CupKind::Swiss && !ROUNDS.contains(&rounds) {
        let (least, most) = (ROUNDS.start(), ROUNDS.end());
        return Err(Problem::Malformed(format!("A Swiss cup has {least} to {most} rounds.")));
    }
    let club = app.club()?;
    club.check_talk(&name).and_then(|()| club.check_talk(&words))?;
    club.count_offer(asker.0)?;
    let known = app.tables.store().cups(MOST_CUPS).await.map_err(failed)?;
    let mut own = 0;
    for cup in known.iter().filter(|cup| cup.organiser == organiser.id) {
        own += usize::from(from_json::<Cup>(&cup.body).map_err(failed)?.state != CupState::Over);
    }
    if own >= MOST_OF_PLAYER {
        let words = format!("You organise {MOST_OF_PLAYER} cups that are not over.");
        return Err(Problem::NotAllowed(words));
    }
    let cup = Cup {
        name,
        words,
        kind: new.kind,
        rounds,
        terms: new.terms.settle(&app).await?,
        state: CupState::Open,
        players: Vec::new(),
        left: Vec::new(),
        drawn: Vec::new(),
    };
    let stored = StoredCup {
        id: new_game_id()?,
        organiser: organiser.id,
        made: app.tables.clock().now(),
        version: 1,
        body: to_json(&cup).map_err(failed)?,
    };
    app.tables.store().write(stored.add()).await.map_err(failed)?;
    let known = Known { stored, cup, ends: HashMap::new() };
    Ok((StatusCode::CREATED, Json(page(&app, &known).await?)))
}

/// Look at a cup: its table, and its rounds.
#[utoipa::path(get, path = "/club/cups/{cup}", tag = "club", operation_id = "get_cup",
    params(("cup" = String, Path)), responses((status = 200, body = CupPage), Problems))]
pub async fn look(
    State(app): State<Arc<App>>,
    At(cup): At<String>,
) -> Result<Json<CupPage>, Problem> {
    let mut known = known(&app, &cup).await?;
    // Nobody need do anything for a cup to be over.
    if known.cup.end(&known.ends) {
        store(&app, &known, Vec::new()).await?;
    }
    Ok(Json(page(&app, &known).await?))
}

/// Enter a cup that has not begun.
#[utoipa::path(post, path = "/club/cups/{cup}/enter", tag = "club", operation_id = "enter_cup",
    params(("cup" = String, Path)), responses((status = 200, body = CupPage), Problems))]
pub async fn enter(
    State(app): State<Arc<App>>,
    At(cup): At<String>,
    signed: Signed,
) -> Result<Json<CupPage>, Problem> {
    let player = signed.player(&app).await?;
    change(&app, &cup, |cup| cup.enter(&player.id)).await
}

/// Leave a cup: no more games are drawn for whoever has left.
#[utoipa::path(post, path = "/club/cups/{cup}/leave", tag = "club", operation_id = "leave_cup",
    params(("cup" = String, Path)), responses((status = 200, body = CupPage), Problems))]
pub async fn leave(
    State(app): State<Arc<App>>,
    At(cup): At<String>,
    signed: Signed,
) -> Result<Json<CupPage>, Problem> {
    let player = signed.player(&app).await?;
    change(&app, &cup, |cup| cup.leave(&player.id)).await
}

/// Draw the next round; the first begins the cup. For its organiser.
#[utoipa::path(post, path = "/club/cups/{cup}/rounds", tag = "club", operation_id = "draw_round",
    params(("cup" = String, Path)), responses((status = 201, body = CupPage), Problems))]
pub async fn draw(
    State(app): State<Arc<App>>,
    At(cup): At<String>,
    asker: Asker,
    signed: Signed,
) -> Result<(StatusCode, Json<CupPage>), Problem> {
    let mut known = organised(&app, &cup, &signed).await?;
    let mut round = known.cup.next_round(&known.ends)?;
    app.rates.game(asker.0)?;
    let (mut passes, mut games) = (Vec::new(), Vec::new());
    let drawn = set_up_all(&app, &known, &mut round, asker, (&mut passes, &mut games)).await;
    known.cup.state = CupState::Running;
    known.cup.drawn.push(round);
    let stored = match drawn {
        Ok(()) => store(&app, &known, games).await,
        Err(problem) => Err(problem),
    };
    if let Err(problem) = stored {
        for pass in &passes {
            app.tables.delete(pass).await?;
        }
        return Err(problem);
    }
    known.stored.version += 1;
    Ok((StatusCode::CREATED, Json(page(&app, &known).await?)))
}

/// Say how a game ends that is not played, or not played on. For the organiser.
#[utoipa::path(post, path = "/club/cups/{cup}/decisions", tag = "club", operation_id = "decide_game",
    params(("cup" = String, Path)), request_body = Decision,
    responses((status = 200, body = CupPage), Problems))]
pub async fn decide(
    State(app): State<Arc<App>>,
    At(cup): At<String>,
    signed: Signed,
) -> Result<Json<CupPage>, Problem> {
    let Decision { round, pair, result } = signed.read()?;
    organised(&app, &cup, &signed).await?;
    change(&app, &cup, |cup| {
        let none = || Problem::NotAllowed("There is no such game in this cup.".into());
        // What a later round was drawn from stays as it is.
        if cup.state != CupState::Running || round != cup.drawn.len() {
            let words =
                "Games of the last round that is drawn are decided, as long as the cup goes on.";
            return Err(Problem::NotAllowed(words.into()));
        }
        let pairs = round.checked_sub(1).and_then(|at| cup.drawn.get_mut(at)).ok_or_else(none)?;
        let found = pair.checked_sub(1).and_then(|at| pairs.get_mut(at)).ok_or_else(none)?;
        if found.confederate.is_none() {
            return Err(none());
        }
        found.forfeit = result;
        Ok(())
    })
    .await
}

/// Give a cup up: its games are played on without it. For its organiser.
#[utoipa::path(delete, path = "/club/cups/{cup}", tag = "club", operation_id = "give_cup_up",
    params(("cup" = String, Path)),
    responses((status = 204, description = "It is gone"), Problems))]
pub async fn give_up(
    State(app): State<Arc<App>>,
    At(cup): At<String>,
    signed: Signed,
) -> Result<StatusCode, Problem> {
    let known = organised(&app, &cup, &signed).await?;
    app.tables.store().write(known.stored.delete()).await.map_err(late)?;
    Ok(StatusCode::NO_CONTENT)
}

async fn known(app: &Arc<App>, id: &str) -> Result<Known, Problem> {
    settle(app).await?;
    let store = app.tables.store();
    let none = || Problem::NotAllowed("There is no such cup here.".into());
    let stored = store.cup(id).await.map_err(failed)?.ok_or_else(none)?;
    let cup = from_json(&stored.body).map_err(failed)?;
    let mut ends = HashMap::new();
    for game in store.games_of_cup(id).await.map_err(failed)? {
        if let Some(verdict) = &game.verdict {
            let verdict: Verdict = from_json(verdict).map_err(failed)?;
            // Of a game that is lost the organiser says what counts.
            if verdict.how.is_some() {
                ends.insert(game.game, verdict.winner);
            }
        }
    }
    Ok(Known { stored, cup, ends })
}

async fn organised(app: &Arc<App>, id: &str, signed: &Signed) -> Result<Known, Problem> {
    let player = signed.player(app).await?;
    let known = known(app, id).await?;
    match known.stored.organiser == player.id {
        true => Ok(known),
        false => Err(Problem::NotAllowed("That is for the organiser of the cup.".into())),
    }
}

/// Changes a cup as it stands.
async fn change(
    app: &Arc<App>,
    id: &str,
    what: impl FnOnce(&mut Cup) -> Result<(), Problem>,
) -> Result<Json<CupPage>, Problem> {
    let mut known = known(app, id).await?;
    what(&mut known.cup)?;
    known.cup.end(&known.ends);
    store(app, &known, Vec::new()).await?;
    Ok(Json(page(app, &known).await?))
}

async fn store(app: &App, known: &Known, games: Vec<ClubGame>) -> Result<(), Problem> {
    let body = to_json(&known.cup).map_err(failed)?;
    app.tables.store().write(known.stored.change(&body, &games)).await.map_err(late)
}

fn late(error: StoreError) -> Problem {
    match error {
        StoreError::Conflict => {
            Problem::NotAllowed("Somebody else has changed this cup meanwhile; look again.".into())
        }
        other => failed(other),
    }
}

/// Sets the games of a round up; those that are there when one cannot be are told all the same.
async fn set_up_all(
    app: &Arc<App>,
    known: &Known,
    round: &mut [Pair],
    asker: Asker,
    (passes, games): (&mut Vec<Pass>, &mut Vec<ClubGame>),
) -> Result<(), Problem> {
    for pair in round {
        if let Some(other) = pair.confederate.clone() {
            let players = BySide { union: pair.union.clone(), confederate: other };
            let (pass, game) = game_of(app, known, players, asker).await?;
            pair.game = Some(pass.game.clone());
            passes.push(pass);
            games.push(game);
        }
    }
    Ok(())
}

/// A game of a round, set up for its players.
async fn game_of(
    app: &Arc<App>,
    known: &Known,
    players: BySide<String>,
    asker: Asker,
) -> Result<(Pass, ClubGame), Problem> {
    let mut names = BySide::default();
    for side in Side::BOTH {
        names[side] = named(app, &players[side]).await?.name.unwrap_or_default();
    }
    let terms = &known.cup.terms;
    let pass = setting::set_up(app, terms, names, app.limits.origin(asker.0)).await?;
    let game = ClubGame {
        game: pass.game.clone(),
        players,
        cup: Some(known.stored.id.clone()),
        made: app.tables.clock().now(),
        ended: None,
        body: to_json(terms).map_err(failed)?,
        verdict: None,
    };
    Ok((pass, game))
}

async fn card(app: &App, stored: &StoredCup, cup: &Cup) -> Result<CupCard, Problem> {
    Ok(CupCard {
        id: stored.id.clone(),
        name: cup.name.clone(),
        kind: cup.kind,
        state: cup.state,
        organiser: named(app, &stored.organiser).await?,
        terms: cup.terms.clone(),
        players: cup.players.len(),
        drawn: cup.drawn.len(),
        rounds: cup.all_rounds(),
        made: stored.made,
    })
}

async fn page(app: &App, known: &Known) -> Result<CupPage, Problem> {
    let Known { stored, cup, ends } = known;
    let mut names = HashMap::new();
    for player in &cup.players {
        names.insert(player.clone(), named(app, player).await?);
    }
    let name =
        |id: &str| names.get(id).cloned().unwrap_or(PlayerName { id: id.into(), name: None });
    let half = |points2: u32| f64::from(points2) / 2.0;
    let pair = |pair: &Pair| {
        let points2 = pair.points2(ends);
        CupPair {
            union: name(&pair.union),
            confederate: pair.confederate.as_deref().map(name),
            game: pair.game.clone(),
            union_points: points2.map(|points2| half(points2.union)),
            confederate_points: points2.map(|points2| half(points2.confederate)),
            forfeit: pair.forfeit,
        }
    };
    let rounds = cup.drawn.iter().map(|round| round.iter().map(pair).collect()).collect();
    let table = cup.table(ends).into_iter().map(|row| CupRow {
        player: name(&row.player),
        points: half(row.points2),
        buchholz: half(row.buchholz2),
        direct: half(row.direct2),
        played: row.played,
        left: cup.left.contains(&row.player),
    });
    let table = table.collect();
    Ok(CupPage { cup: card(app, stored, cup).await?, words: cup.words.clone(), table, rounds })
}
