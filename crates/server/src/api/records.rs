//! Records: taken away, brought in, verified, and branched off from.

use std::sync::Arc;

use atlas::{BySide, Side};
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, FromRequest, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use rules::dice::Seed;
use rules::record::{ActionLine, HeaderLine, Line as RecordLine, RecordError, Verified, header_of};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::extract::{has_media, unread};
use super::games::{LONGEST_NAME, NewSeats, Terms, begin, keep};
use super::story::no_step;
use super::{At, Body, Problems};
use crate::app::{App, asks};
use crate::asset::Asset;
use crate::catalogue::{Catalogue, Selection};
use crate::entry::{Entry, Kind};
use crate::facts::{DicePolicy, Facts, Holder, UndoPolicy};
use crate::limits::network;
use crate::limits_layer::Asker;
use crate::moment::Moment;
use crate::pace::Pace;
use crate::problem::Problem;
use crate::readers::{Key, Line, Unwanted, What, Wish};
use crate::store::StoredGame;
use crate::table::{Aside, DiceNews, Ended, Table};
use crate::tables::{Found, lay, started};
use crate::text::clean_text;
use crate::tokens::new_game_id;
use crate::words::whole;

/// Media type of a record.
const RECORD: &str = "application/jsonl";

/// Take the record of a game away.
#[utoipa::path(get, path = "/games/{id}/record", tag = "story", operation_id = "get_record",
    params(("id" = String, Path)), security(("token" = [])),
    responses((status = 200, content_type = "application/jsonl", body = String,
        headers(("Content-Disposition" = String, description = "A name for the file"))),
        (status = 304, description = "The asker has it"), Problems))]
pub async fn export(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    asker: Asker,
    head: HeaderMap,
) -> Result<Response, Problem> {
    let pass = app.admit(&id, &head).await?;
    let wish = Wish { line: Line::Replay, ..asks(pass.role, asker) };
    let (battle, record) = match app.tables.find(&id).await? {
        Found::Game(live) => {
            let table = live.table();
            table.check_shown()?;
            let battle = table.facts.battle.clone();
            let (key, edition) = (Key { game: id.clone(), what: What::Record }, table.edition());
            let work = move |_: Unwanted| Some(Ok(record_asset(table.record())));
            (battle, app.readers.share(key, &edition, wish, work).await?)
        }
        Found::Unreadable(unreadable) => {
            let battle = unreadable.battle().to_owned();
            let read = move || unreadable.record().map(record_asset);
            (battle, app.readers.read(wish, read).await??)
        }
    };
    let name = file_name(&battle);
    let place = format!("attachment; filename=\"{name}-{id}.jsonl\"");
    Ok(([(header::CONTENT_DISPOSITION, place)], record.answer(&head)).into_response())
}

fn record_asset(record: String) -> Asset {
    Asset::new(record, RECORD).packed_if_long().private()
}

/// The id of a battle as part of a file's name.
fn file_name(battle: &str) -> String {
    battle.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).take(80).collect()
}

/// What a replay of the whole game found.
#[derive(Serialize, ToSchema)]
pub struct Verdict {
    /// How many actions were replayed and came out as recorded.
    actions: usize,
    /// Whether every throw was checked against the seed; it is revealed when the game is over.
    dice: bool,
    /// How many actions had throws given by hand.
    forced: usize,
    /// In words.
    words: String,
}

/// Replay a game from its record and compare everything.
#[utoipa::path(get, path = "/games/{id}/verify", tag = "story", operation_id = "verify_game",
    params(("id" = String, Path)), security(("token" = [])),
    responses((status = 200, body = Verdict),
        (status = 304, description = "The asker has it"), Problems))]
pub async fn verify(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    asker: Asker,
    head: HeaderMap,
) -> Result<Response, Problem> {
    let guest = app.enter(&id, &head).await?;
    let table = guest.live.table();
    table.check_shown()?;
    let what = (What::Verify, table.edition());
    let found = guest.look_shared(table, what, guest.replays(asker), |table, unwanted| {
        let verified = replayed(table, unwanted)?;
        let refused =
            |error: RecordError| Problem::ReadOnly(format!("It does not replay: {error}."));
        Some(verified.map_err(refused).and_then(|found| Asset::private_json(&verdict(&found))))
    });
    Ok(found.await?.answer(&head))
}

/// Replays the record of a table and compares everything; nothing, if nobody wants it any more.
fn replayed(table: &Table, unwanted: Unwanted) -> Option<Result<Verified, RecordError>> {
    let record = table.record();
    let mut replay = match table.play().game().replay(&record) {
        Ok(replay) => replay,
        Err(error) => return Some(Err(error)),
    };
    for _ in 0..replay.len() {
        if unwanted() {
            return None;
        }
        if let Err(error) = replay.step() {
            return Some(Err(error));
        }
    }
    Some(replay.finish())
}

fn verdict(verified: &Verified) -> Verdict {
    let (actions, forced) = (verified.actions, verified.forced);
    let noun = if actions == 1 { "action" } else { "actions" };
    let dice = match (verified.dice, forced) {
        (true, 0) => "the revealed seed gives every throw".to_owned(),
        (true, _) => format!("the revealed seed gives every throw but those of {forced} by hand"),
        (false, _) => "the throws can be checked once the seed is revealed".to_owned(),
    };
    let words = format!("{actions} {noun} replayed as recorded; {dice}.");
    Verdict { actions, dice: verified.dice, forced, words }
}

/// Bring a record in, to look at it and to begin games from it.
#[utoipa::path(post, path = "/records", tag = "story", operation_id = "import_record",
    request_body(content((String = "application/jsonl"), (String = "application/x-ndjson"))),
    responses((status = 201, body = super::games::Created,
        headers(("Location" = String, description = "Where the game is"))), Problems))]
pub async fn import(
    State(app): State<Arc<App>>,
    asker: Asker,
    mut request: axum::extract::Request,
) -> Result<Response, Problem> {
    let head = request.headers();
    // Not text/plain: that a page of another web site may send without being asked.
    let known = [RECORD, "application/x-ndjson"];
    if !known.iter().any(|media| has_media(head, media)) {
        return Err(Problem::WrongType("a record as application/jsonl or application/x-ndjson"));
    }
    app.rates.game(asker.0)?;
    DefaultBodyLimit::max(app.limits.record).apply(&mut request);
    let body = Bytes::from_request(request, &()).await;
    let body = body.map_err(|rejection| unread(rejection.status().as_u16()))?;
    let text = String::from_utf8(body.into())
        .map_err(|_| Problem::Malformed("A record is UTF-8 text.".into()))?;
    let catalogue = Arc::clone(app.tables.catalogue());
    let wish = Wish { line: Line::Replay, origin: Some(network(asker.0)) };
    let table = app.readers.read(wish, move || read_record(&catalogue, &text)).await??;
    keep(&app, table, asker).await
}

/// Reads a record, proves it, and lays it on a table.
fn read_record(catalogue: &Catalogue, text: &str) -> Result<Table, Problem> {
    let refused =
        |error: rules::record::RecordError| Problem::Malformed(format!("The record, {error}."));
    let mut head = header_of(text).map_err(refused)?;
    let names = tidy(&mut head)?;
    let choice = Selection {
        battle: head.battle.clone(),
        scenario: Some(head.scenario.clone()),
        options: head.options.clone(),
        bid: head.bid,
    };
    let ready = catalogue.ready(&choice)?;
    ready.game.verify(text).map_err(refused)?;
    let now = Moment::now();
    let (mut lines, mut seed) = (Vec::new(), None);
    for line in text.lines().skip(1).filter(|line| !line.is_empty()) {
        match RecordLine::read(line).map_err(|error| Problem::Malformed(error.to_string()))? {
            RecordLine::Header(_) => {}
            RecordLine::Action(mut line) => {
                // Its place in the record is worked out when the record is written again.
                line.chain = None;
                lines.push(Read::Action(line));
            }
            RecordLine::Contribution(line) => lines.push(Read::Aside(Aside::Contribution(line))),
            RecordLine::NewChain(line) => lines.push(Read::Aside(Aside::NewChain(line))),
            RecordLine::HostDice(line) => lines.push(Read::Aside(Aside::HostDice(line))),
            RecordLine::End(end) => seed = Seed::parse(&end.seed).ok(),
        }
    }
    if head.chain.is_some() && seed.is_none() {
        let problem = "The record of a hidden game is read when it is over and its seed revealed.";
        return Err(Problem::Malformed(problem.into()));
    }
    let facts = Facts {
        battle: ready.battle.id.clone(),
        scenario: head.scenario.clone(),
        options: head.options.clone(),
        title: ready.battle.title.clone(),
        holders: BySide { union: Holder::Link, confederate: Holder::Link },
        levels: BySide::default(),
        names,
        undo: UndoPolicy::Never,
        dice: dice_of(&head),
        imported: true,
        hidden: false,
        friendly: head.friendly,
        waits: false,
        open: false,
        pace: None,
        header: head,
        created: now.0,
    };
    let game = StoredGame { id: new_game_id()?, facts, seed };
    let mut table = lay(&ready, game).map_err(Problem::Malformed)?;
    table.take(Arc::new(started(now)), None);
    for line in lines {
        let entry = match line {
            Read::Action(line) => {
                let mut entry = next(&table, Kind::Action, now);
                entry.by = Side::BOTH.into_iter().find(|side| side.word() == line.by);
                (entry.step, entry.line) = (Some(table.play().count() + 1), Some(*line));
                entry
            }
            Read::Aside(line) => {
                let mut entry = next(&table, Kind::Dice, now);
                entry.by = Some(line.by());
                entry.dice = Some(DiceNews::of(&line));
                entry
            }
        };
        table.take(Arc::new(entry), None);
    }
    if let Some(outcome) = ready.game.outcome(table.play().now()) {
        let mut entry = next(&table, Kind::Ended, now);
        Ended::by_rules(outcome).tell(&mut entry);
        table.take(Arc::new(entry), None);
    }
    match table.spoiled() {
        Some(reason) => Err(Problem::Malformed(format!("The record: {reason}"))),
        None => Ok(table),
    }
}

/// A line of a record that is brought in.
enum Read {
    Action(Box<ActionLine>),
    Aside(Aside),
}

/// Where the dice of a record come from, as a table tells it.
fn dice_of(head: &HeaderLine) -> DicePolicy {
    match head.dice_policy {
        Some(rules::record::DicePolicy::ByHand) => DicePolicy::ByHand,
        Some(rules::record::DicePolicy::Witnessed) => DicePolicy::Witnessed,
        Some(rules::record::DicePolicy::Host) | None => DicePolicy::Seeded,
    }
}

/// Leaves nothing in a header that nobody reads, and returns the names of the players, made fit to be shown.
fn tidy(head: &mut HeaderLine) -> Result<BySide<Option<String>>, Problem> {
    if Seed::parse(&head.commitment).is_err() || head.commitment.len() != 64 {
        let expected = "The record, line 1: the commitment is not 64 hexadecimal digits.";
        return Err(Problem::Malformed(expected.into()));
    }
    head.program = clean_text(&head.program).chars().take(LONGEST_NAME).collect();
    let name = |side: Side| {
        let name = clean_text(head.seats.get(side.word())?.as_str()?);
        Some(name.chars().take(LONGEST_NAME).collect()).filter(|name: &String| !name.is_empty())
    };
    let names = BySide { union: name(Side::Union), confederate: name(Side::Confederate) };
    let told = Side::BOTH.into_iter().filter(|side| head.seats.contains_key(side.word()));
    head.seats = told.map(|side| (side.word().to_owned(), json!(names[side]))).collect();
    Ok(names)
}

/// The next entry of a record that is brought in.
fn next(table: &Table, kind: Kind, at: Moment) -> Entry {
    Entry { seq: table.seq() + 1, version: table.version() + 1, kind, ..started(at) }
}

/// A game to begin from a step of another.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// The step after which it begins.
    #[serde(deserialize_with = "whole")]
    step: usize,
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
    /// How much time the players have, as in a new game.
    #[serde(default)]
    pace: Option<Pace>,
}

/// Begin a new game from any step of this one, with a seed of its own.
#[utoipa::path(post, path = "/games/{id}/branch", tag = "games", operation_id = "branch_game",
    params(("id" = String, Path)), security(("token" = [])), request_body = Branch,
    responses((status = 201, body = super::games::Created,
        headers(("Location" = String, description = "Where the game is"))), Problems))]
pub async fn branch(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    asker: Asker,
    head: HeaderMap,
    Body(body): Body<Branch>,
) -> Result<Response, Problem> {
    let guest = app.enter(&id, &head).await?;
    guest.live.table().check_shown()?;
    app.rates.game(asker.0)?;
    let (undo, dice, friendly, pace) = (body.undo, body.dice, body.friendly, body.pace);
    let terms = Terms { seats: body.seats, undo, dice, friendly, pace };
    let catalogue = Arc::clone(app.tables.catalogue());
    let table = guest.look(guest.replays(asker), move |table| {
        let state = table.play().at(body.step);
        let state = state.map_err(no_step)?;
        if table.play().game().decider(&state).is_none() {
            return Err(Problem::NotAllowed("The game is over at that step.".into()));
        }
        begin(&catalogue.ready(&table.facts.choice())?, Some(state), terms)
    });
    keep(&app, table.await??, asker).await
}
