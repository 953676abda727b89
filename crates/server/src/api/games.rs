//! Setting games up, looking at them, deleting them.

use std::sync::Arc;

use atlas::{BySide, Side};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use rules::dice::Seed;
use rules::game::GameState;
use rules::record::{Source, Terms as RecordTerms};

use super::{At, Body, Problems};
use crate::app::{App, asks};
use crate::asset::{Asset, mark, matches_tag};
use crate::catalogue::{Ready, Selection};
use crate::facts::{DicePolicy, Facts, Holder, UndoPolicy};
use crate::given::GivenPoints;
use crate::limits_layer::Asker;
use crate::moment::Moment;
use crate::pace::{AtEnd, Pace};
use crate::problem::Problem;
use crate::readers::{Unwanted, What};
use crate::staff::Level;
use crate::store::StoredGame;
use crate::table::{Around, GameView, SeatKey, Summary, Table, eyes, policy_of, seats_of};
use crate::tables::{Found, lay, off_thread, started};
use crate::text::clean_text;
use crate::tokens::{Invitation, Keys, Role, Token, new_game_id, random};
use crate::words::LevelWord;

/// The longest name, in characters.
pub const LONGEST_NAME: usize = 60;

/// Who is to sit in a seat.
#[derive(Clone, Deserialize, Default, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSeat {
    /// Where the player sits.
    #[serde(default)]
    pub holder: Holder,
    /// With a computer: its level.
    #[serde(default)]
    #[schema(value_type = Option<LevelWord>)]
    pub level: Option<Level>,
    /// A name, at most 60 characters.
    #[serde(default)]
    #[schema(max_length = 60)]
    pub name: Option<String>,
}

/// Who is to sit where.
#[derive(Clone, Deserialize, Default, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSeats {
    /// The Union's player.
    #[serde(default)]
    pub union: NewSeat,
    /// The Confederates' player.
    #[serde(default)]
    pub confederate: NewSeat,
}

/// A game to be set up.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"battle": super::example::battle(), "options": []}))]
pub struct NewGame {
    /// The battle's id.
    battle: String,
    /// The scenario's id; the first if there is none.
    #[serde(default)]
    scenario: Option<String>,
    /// Numbers of optional rules.
    #[serde(default)]
    options: Vec<String>,
    /// Who sits where.
    #[serde(default)]
    seats: NewSeats,
    /// Undo.
    #[serde(default)]
    undo: UndoPolicy,
    /// Dice.
    #[serde(default)]
    dice: DicePolicy,
    /// A friendly game: the computer lets throws be taken back. Games between computers always are.
    #[serde(default)]
    friendly: bool,
    /// Points that a side is given beforehand, to make an uneven battle even.
    #[serde(default)]
    bid: Option<GivenPoints>,
    /// How much time the players have; nobody's time is kept without one. For two people, of whom one gets a link.
    #[serde(default)]
    pace: Option<Pace>,
    /// A position of this battle to begin from.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    from: Option<Value>,
}

/// Tokens: the owner's, the watchers', and those of the seats that are played from where the game was set up.
#[derive(Serialize, ToSchema)]
pub struct NewTokens {
    owner: Token,
    #[serde(skip_serializing_if = "Option::is_none")]
    union: Option<Token>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confederate: Option<Token>,
    watch: Token,
}

/// Invitations to the seats that are offered by link.
#[derive(Serialize, Default, ToSchema)]
pub struct NewInvitations {
    #[serde(skip_serializing_if = "Option::is_none")]
    union: Option<Token>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confederate: Option<Token>,
}

/// A game that was set up. Tokens and invitations are told here and never again.
#[derive(Serialize, ToSchema)]
pub struct Created {
    /// Its id.
    id: String,
    /// Its tokens.
    tokens: NewTokens,
    /// Its invitations, each to be redeemed once for a token that only its guest knows.
    invitations: NewInvitations,
    /// The game as its owner sees it.
    view: GameView,
}

/// How a game is to be set up, whatever it begins from.
pub struct Terms {
    /// Who sits where.
    pub seats: NewSeats,
    /// Undo.
    pub undo: UndoPolicy,
    /// Dice.
    pub dice: DicePolicy,
    /// Whether a computer lets throws be taken back.
    pub friendly: bool,
    /// How much time the players have.
    pub pace: Option<Pace>,
}

/// Set a game up.
#[utoipa::path(post, path = "/games", tag = "games", operation_id = "create_game",
    request_body = NewGame,
    responses((status = 201, body = Created,
        headers(("Location" = String, description = "Where the game is"))), Problems))]
pub async fn create(
    State(app): State<Arc<App>>,
    asker: Asker,
    Body(new): Body<NewGame>,
) -> Result<Response, Problem> {
    app.rates.game(asker.0)?;
    let bid = new.bid.map(GivenPoints::read).transpose()?;
    let choice = Selection::new(new.battle, new.scenario, new.options).with_bid(bid);
    let (undo, dice, friendly, pace) = (new.undo, new.dice, new.friendly, new.pace);
    let terms = Terms { seats: new.seats, undo, dice, friendly, pace };
    let catalogue = Arc::clone(app.tables.catalogue());
    let table = off_thread(move || {
        let ready = catalogue.ready(&choice)?;
        let from = new.from.map(|mut position| {
            // A seed would let whoever wrote the position know the throws.
            if let Value::Object(fields) = &mut position {
                fields.remove("seed");
            }
            ready
                .game
                .read_position(&position)
                .map_err(|faults| Problem::Malformed(faults.to_string()))
        });
        begin(&ready, from.transpose()?, terms)
    });
    keep(&app, table.await??, asker).await
}

/// Sets a game up with a fresh seed, from its set-up or from a state. Takes a while.
pub fn begin(ready: &Ready, from: Option<GameState>, terms: Terms) -> Result<Table, Problem> {
    let levels = BySide {
        union: level_of(ready, &terms.seats.union)?,
        confederate: level_of(ready, &terms.seats.confederate)?,
    };
    // Whoever gives draws by hand could try out what is hidden.
    if terms.dice == DicePolicy::ByHand && ready.game.capabilities().hidden {
        let problem = "Where something is hidden, dice are thrown by the server.";
        return Err(Problem::NotAllowed(problem.into()));
    }
    if terms.dice == DicePolicy::Witnessed {
        check_witnesses(ready, &terms.seats)?;
    }
    if let Some(pace) = &terms.pace {
        check_pace(ready, pace, &terms)?;
    }
    let source = Source::new(Seed::from_bytes(random()?));
    let names = BySide {
        union: clean_name(terms.seats.union.name)?,
        confederate: clean_name(terms.seats.confederate.name)?,
    };
    // Whoever takes a seat in a show plays on from what he was shown, throws or not: the record says so.
    let friendly = terms.friendly || (levels.union.is_some() && levels.confederate.is_some());
    let record = RecordTerms {
        seats: seats_of(&names, levels),
        dice_policy: policy_of(terms.dice),
        friendly,
        keyed: ready.game.capabilities().hidden,
        chains: Vec::new(),
        clock: terms.pace.map(|pace| pace.header()),
    };
    // Nothing is thrown before every person has sat down; computers sit already.
    let waits = levels.union.is_none() || levels.confederate.is_none();
    let header = if waits {
        ready.game.blank(&source, record, from.as_ref())
    } else {
        ready.game.begin_with(&source, record, from.as_ref()).0
    };
    let now = Moment::now();
    let facts = Facts {
        battle: ready.battle.id.clone(),
        scenario: header.scenario.clone(),
        options: header.options.clone(),
        title: ready.battle.title.clone(),
        holders: BySide {
            union: terms.seats.union.holder,
            confederate: terms.seats.confederate.holder,
        },
        levels,
        names,
        undo: terms.undo,
        dice: terms.dice,
        imported: false,
        hidden: ready.game.capabilities().hidden,
        friendly,
        waits,
        open: false,
        pace: terms.pace,
        header,
        created: now.0,
    };
    let game = StoredGame { id: new_game_id()?, facts, seed: Some(source.seed) };
    let mut table = lay(ready, game).map_err(Problem::Malformed)?;
    table.take(Arc::new(started(now)), None);
    Ok(table)
}

/// Whether the dice of a game can be witnessed: by two people, each at a browser of his own, who see the same.
fn check_witnesses(ready: &Ready, seats: &NewSeats) -> Result<(), Problem> {
    let words = match (seats.union.holder, seats.confederate.holder) {
        (Holder::Link, Holder::Link | Holder::Me) | (Holder::Me, Holder::Link)
            if !ready.game.capabilities().hidden =>
        {
            return Ok(());
        }
        (Holder::Link, Holder::Link | Holder::Me) | (Holder::Me, Holder::Link) => {
            "Where something is hidden, dice are not witnessed: whoever witnesses would learn when dice are thrown."
        }
        _ => {
            "Dice are witnessed by two people, each at a browser of his own: one of them gets a link."
        }
    };
    Err(Problem::NotAllowed(words.into()))
}

/// Whether a game can have a pace, and this one.
fn check_pace(ready: &Ready, pace: &Pace, terms: &Terms) -> Result<(), Problem> {
    pace.check().map_err(|words| Problem::Malformed(format!("The pace: {words}")))?;
    let holders = [terms.seats.union.holder, terms.seats.confederate.holder];
    let words = if holders.contains(&Holder::Computer) || !holders.contains(&Holder::Link) {
        "A pace is for two people, of whom at least one gets a link."
    } else if ready.game.capabilities().time_limit.is_some() {
        "This option limits the time of phases already: choose that or a pace."
    } else if matches!(pace.at_end, AtEnd::Staff { .. }) && ready.staff.is_none() {
        "There is no staff for this battle: let the other side claim the game."
    } else if matches!(pace.at_end, AtEnd::Staff { .. }) && terms.dice == DicePolicy::Witnessed {
        "Dice are witnessed by two people: no computer plays here. Let the other side claim the game."
    } else {
        return Ok(());
    };
    Err(Problem::NotAllowed(words.into()))
}

/// The level of the computer in a seat, if there is to be one.
fn level_of(ready: &Ready, seat: &NewSeat) -> Result<Option<Level>, Problem> {
    match (seat.holder, seat.level) {
        (Holder::Computer, Some(_)) if ready.staff.is_none() => {
            Err(Problem::NotAllowed("There is no staff for this battle.".into()))
        }
        (Holder::Computer, Some(level)) => Ok(Some(level)),
        (Holder::Computer, None) => {
            Err(Problem::Malformed("A seat of the computer names its level.".into()))
        }
        (_, Some(_)) => Err(Problem::Malformed("Only a computer has a level.".into())),
        (_, None) => Ok(None),
    }
}

/// Stores a new table with its keys, and tells of it.
pub async fn keep(app: &Arc<App>, table: Table, asker: Asker) -> Result<Response, Problem> {
    let id = table.id.clone();
    let (owner, watch) = (Token::new()?, Token::new()?);
    let mut keys = Keys {
        tokens: vec![(Role::Owner, owner.hash()), (Role::Watch, watch.hash())],
        ..Keys::default()
    };
    let mut tokens = NewTokens { owner, union: None, confederate: None, watch };
    let mut invitations = NewInvitations::default();
    for side in Side::BOTH {
        let word = Token::new()?;
        let (token, invitation) = match side {
            Side::Union => (&mut tokens.union, &mut invitations.union),
            Side::Confederate => (&mut tokens.confederate, &mut invitations.confederate),
        };
        match table.key(side) {
            SeatKey::Nobody => {}
            SeatKey::Owner => {
                keys.tokens.push((Role::of(side), word.hash()));
                *token = Some(word);
            }
            SeatKey::Invited | SeatKey::Guest => {
                keys.invite(Invitation { side, hash: word.hash(), spent: false });
                *invitation = Some(word);
            }
        }
    }
    let view =
        app.tables.create(table, keys, app.limits.stored_games, app.limits.origin(asker.0)).await?;
    metrics::counter!("longroll_games_created_total").increment(1);
    let location = format!("/api/v1/games/{id}");
    let created = Created { id, tokens, invitations, view };
    Ok((StatusCode::CREATED, [(header::LOCATION, location)], Json(created)).into_response())
}

/// A name without what cannot be read, or nothing.
pub fn clean_name(name: Option<String>) -> Result<Option<String>, Problem> {
    let Some(name) = name else { return Ok(None) };
    let name = clean_text(&name);
    if name.chars().count() > LONGEST_NAME {
        return Err(Problem::Malformed(format!("A name has at most {LONGEST_NAME} characters.")));
    }
    Ok(Some(name).filter(|name| !name.is_empty()))
}

/// Look at a game.
#[utoipa::path(get, path = "/games/{id}", tag = "games", operation_id = "get_game",
    params(("id" = String, Path)), security(("token" = [])),
    responses((status = 200, body = GameView),
        (status = 304, description = "The asker has it"), Problems))]
pub async fn view(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    asker: Asker,
    head: HeaderMap,
) -> Result<Response, Problem> {
    let guest = app.enter(&id, &head).await?;
    let role = guest.role;
    let table = guest.live.table();
    let (around, since) = app.tables.around(&guest.live, &table);
    let connected = around.connected;
    // Everything a view is made of.
    let since = since.unwrap_or_default();
    let (here, there) = (u8::from(connected.union), u8::from(connected.confederate));
    let seat = eyes(role);
    let (version, seq) = (table.version_for(seat), table.seq_for(seat));
    // Weak, because it may be packed on its way; marked, because another program may show it otherwise.
    let tag = format!("W/\"{}.{version}.{seq}.{}.{here}{there}.{since}\"", mark(), role.word());
    let tag = HeaderValue::from_str(&tag).map_err(|_| Problem::Internal)?;
    let tags = [
        (header::ETAG, tag.clone()),
        (header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache")),
        (header::VARY, HeaderValue::from_static("authorization, accept-encoding")),
    ];
    if matches_tag(&head, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, tags).into_response());
    }
    let made = move |table: &Table, around: Around| Asset::private_json(&table.view(role, around));
    // A clock that runs is never shown twice alike.
    let told = if around.clock.is_some() || around.pace.is_some() {
        app.readers.read(guest.asks(asker), move || made(&table, around)).await??
    } else {
        let edition = tags[0].1.to_str().map_err(|_| Problem::Internal)?.to_owned();
        let what = (What::View(role), edition);
        let work = move |table: &Table, _: Unwanted| Some(made(table, around));
        guest.look_shared(table, what, guest.asks(asker), work).await?
    };
    Ok((tags, told.bare(&head)).into_response())
}

/// A game in a few words.
#[utoipa::path(get, path = "/games/{id}/summary", tag = "games", operation_id = "get_summary",
    params(("id" = String, Path)), security(("token" = [])),
    responses((status = 200, body = Summary), Problems))]
pub async fn summary(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    asker: Asker,
    head: HeaderMap,
) -> Result<Json<Summary>, Problem> {
    let role = app.admit(&id, &head).await?.role;
    let summary = match app.tables.find(&id).await? {
        Found::Game(live) => {
            // Whoever reads that a computer is thinking can count on it.
            app.tables.wake(&live);
            app.tables.see(&live, role);
            let tables = Arc::clone(&app.tables);
            let summary = move || {
                let table = live.table();
                table.summary(role, tables.around(&live, &table).0)
            };
            app.readers.read(asks(role, asker), summary).await?
        }
        Found::Unreadable(unreadable) => {
            app.readers.read(asks(role, asker), move || unreadable.summary()).await?
        }
    };
    Ok(Json(summary))
}

/// Delete a game and everything that belongs to it. For its owner.
#[utoipa::path(delete, path = "/games/{id}", tag = "games", operation_id = "delete_game",
    params(("id" = String, Path)), security(("token" = [])),
    responses((status = 204, description = "It is gone"), Problems))]
pub async fn delete(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    head: HeaderMap,
) -> Result<StatusCode, Problem> {
    let owner = app.admit_owner(&id, &head).await?;
    app.tables.delete(&owner).await?;
    Ok(StatusCode::NO_CONTENT)
}
