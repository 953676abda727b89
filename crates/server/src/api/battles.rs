//! What can be played, and what it looks like.

use std::sync::Arc;

use atlas::battle::{Balance, Battle, Scenario};
use axum::extract::{FromRequestParts, State};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::response::Response;
use engraver::Theme;
use rules::game::{CannotPlay, Game};
use rules::lesson::Lesson;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};

use super::learning::puzzles_of;
use super::staff::LevelCard;
use super::{At, Problems, Query};
use crate::app::App;
use crate::asset::Asset;
use crate::catalogue::{Catalogue, Selection};
use crate::drawing::Drawing;
use crate::given::GivenPoints;
use crate::problem::Problem;
use crate::rulebook;
use crate::staff::{self, Level};
use crate::tables::off_thread;
use crate::words::{Picture, SideWord};

/// The battles.
#[derive(Serialize, ToSchema)]
pub struct Battles {
    battles: Vec<BattleCard>,
    /// The levels of the computer players.
    computers: Vec<LevelCard>,
    /// The address under which others reach this server, if it was told.
    public_url: Option<String>,
    /// Whether this server has open tables.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    open_tables: bool,
}

/// A battle as a card tells of it.
#[derive(Serialize, ToSchema)]
struct BattleCard {
    /// Its id: its folder below the battles.
    id: String,
    /// The system of rules.
    system: &'static str,
    title: String,
    subtitle: String,
    date: String,
    summary: String,
    /// How long a game takes, in words.
    length: String,
    /// How hard the rules are, 1 to 5.
    complexity: u8,
    /// Whether its rules can be played.
    playable: bool,
    /// If not, why.
    why_not: Option<String>,
    /// Whether a computer can play it.
    computer: bool,
    /// The guided first battle, if it has one.
    lesson: Option<LessonCard>,
    /// How many puzzles it has.
    puzzles: usize,
    scenarios: Vec<ScenarioCard>,
    options: Vec<OptionCard>,
    /// Address of a small picture.
    card: String,
    sources: Vec<String>,
    licence: String,
    /// Where the map comes from.
    #[schema(value_type = Object)]
    provenance: Value,
}

/// A lesson as a card tells of it.
#[derive(Serialize, ToSchema)]
struct LessonCard {
    title: String,
    /// What it is about, in a sentence.
    words: String,
    /// How many steps it has.
    steps: usize,
}

#[derive(Serialize, ToSchema)]
struct ScenarioCard {
    id: String,
    title: String,
    turns: u8,
    /// Who moves first.
    #[schema(value_type = SideWord)]
    first: atlas::Side,
    /// What studies say of it, if there are any.
    balance: Option<BalanceCard>,
}

/// How a scenario balances between equal players.
#[derive(Serialize, ToSchema)]
struct BalanceCard {
    /// It in a sentence.
    words: String,
    /// Who played.
    players: String,
    /// How many games were played, and won by each side; the rest were draws.
    games: u16,
    union: u16,
    confederate: u16,
    /// The bid that would have made them even.
    even: Option<GivenPoints>,
}

#[derive(Serialize, ToSchema)]
struct OptionCard {
    /// The printed number of the rule.
    number: String,
    title: String,
    /// What it changes, in one sentence.
    meaning: String,
    /// What it can be set to; empty if it is used or not.
    #[schema(value_type = Vec<Object>)]
    values: Vec<Value>,
    default: Option<String>,
    /// Where the rulebook has it: book and anchor.
    link: Option<String>,
}

/// List the battles.
#[utoipa::path(get, path = "/battles", tag = "battles", operation_id = "list_battles",
    responses((status = 200, body = Battles),
        (status = 304, description = "The asker has it"), Problems))]
pub async fn list(State(app): State<Arc<App>>, head: HeaderMap) -> Result<Response, Problem> {
    let asset = match app.battles.get() {
        Some(asset) => asset.clone(),
        None => off_thread(move || app.battles.get_or_init(|| all(&app)).clone()).await?,
    };
    Ok(asset.answer(&head))
}

/// Makes the list before anybody asks for it: the front page waits for it.
pub fn prepare(app: &App) {
    app.battles.get_or_init(|| all(app));
}

/// The list of the battles; they do not change while the server runs.
fn all(app: &App) -> Asset {
    let battles = Battles {
        battles: cards(app.tables.catalogue()),
        computers: Level::ALL.map(LevelCard::of).into(),
        public_url: app.public_url.clone(),
        open_tables: app.club.is_some(),
    };
    Asset::new(serde_json::to_vec(&battles).unwrap_or_default(), "application/json").packed()
}

/// The cards of all battles that can be read; what is wrong with the others is in the log.
fn cards(catalogue: &Catalogue) -> Vec<BattleCard> {
    catalogue
        .ids()
        .filter_map(|id| catalogue.battle(id).ok())
        .map(|battle| battle_card(catalogue, &battle))
        .collect()
}

fn battle_card(catalogue: &Catalogue, battle: &Battle) -> BattleCard {
    let why_not = battle.scenarios.iter().find_map(|scenario| {
        let error = Game::new(battle, Some(&scenario.id), &[]).err()?;
        Some(match error {
            CannotPlay::NoEngine(_) => {
                "Its rules cannot be played yet; its map can be seen.".into()
            }
            other => other.to_string(),
        })
    });
    let from = &battle.map.provenance;
    let game = Game::new(battle, None, &[]).ok();
    BattleCard {
        id: battle.id.clone(),
        system: battle.map.system.word(),
        title: battle.title.clone(),
        subtitle: battle.subtitle.clone(),
        date: battle.date.clone(),
        summary: battle.summary.clone(),
        length: battle.length.clone(),
        complexity: battle.complexity,
        playable: why_not.is_none(),
        why_not,
        computer: game.as_ref().is_some_and(staff::exists),
        lesson: lesson_card(battle),
        puzzles: puzzles_of(catalogue, &battle.id).map_or(0, |all| all.puzzles.len()),
        scenarios: battle.scenarios.iter().map(scenario_card).collect(),
        options: option_cards(battle, game.as_ref()),
        card: format!("/api/v1/battles/{}/card.png", battle.id),
        sources: battle.sources.clone(),
        licence: battle.licence.clone(),
        provenance: json!({
            "stated_cells": from.stated_cells.len(),
            "stated_edges": from.stated_edges.len(),
            "stated_note": from.stated_note,
            "documented": from.documented,
            "reconstructed": from.reconstructed,
            "changes": from.changes,
            "attribution": from.attribution,
        }),
    }
}

/// What is wrong with a lesson is told to whoever asks for it.
fn lesson_card(battle: &Battle) -> Option<LessonCard> {
    let lesson = Lesson::of(battle).ok()??;
    Some(LessonCard { title: lesson.title, words: lesson.words, steps: lesson.steps.len() })
}

fn scenario_card(scenario: &Scenario) -> ScenarioCard {
    ScenarioCard {
        id: scenario.id.clone(),
        title: scenario.title.clone(),
        turns: scenario.turns,
        first: scenario.first,
        balance: scenario.balance.as_ref().map(balance_card),
    }
}

fn balance_card(balance: &Balance) -> BalanceCard {
    BalanceCard {
        words: balance.words(),
        players: balance.players.clone(),
        games: balance.games,
        union: balance.union,
        confederate: balance.confederate,
        even: balance.even.map(|(side, points)| GivenPoints { side, points: points.into() }),
    }
}

fn option_cards(battle: &Battle, game: Option<&Game>) -> Vec<OptionCard> {
    let value =
        |value: &atlas::battle::OptionValue| json!({"word": value.word, "meaning": value.meaning});
    let card = |option: &atlas::battle::RuleOption| OptionCard {
        number: option.number.clone(),
        title: option.title.clone(),
        meaning: option.meaning.clone(),
        values: option.values.iter().map(value).collect(),
        default: option.default.clone(),
        link: game.and_then(|game| rulebook::link_of_option(game, &option.number)),
    };
    battle.options.iter().map(card).collect()
}

/// What a sheet is wanted of.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SheetQuery {
    /// The scenario; the first if there is none.
    scenario: Option<String>,
    /// Numbers of optional rules, with commas between them.
    options: Option<String>,
    /// In which colours.
    #[serde(default)]
    #[param(inline)]
    theme: ThemeWord,
}

/// In which colours.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ThemeQuery {
    /// In which colours; `light` if it is not said.
    #[serde(default)]
    #[param(inline)]
    pub(super) theme: ThemeWord,
}

/// Colours.
#[derive(Clone, Copy, Default, ToSchema)]
#[schema(rename_all = "snake_case")]
pub(super) enum ThemeWord {
    /// For the day.
    #[default]
    Light,
    /// For the night.
    Dark,
    /// For paper.
    Print,
}

impl<'de> Deserialize<'de> for ThemeWord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ThemeWord, D::Error> {
        match String::deserialize(deserializer)?.as_str() {
            "light" => Ok(ThemeWord::Light),
            "dark" => Ok(ThemeWord::Dark),
            "print" => Ok(ThemeWord::Print),
            _ => Err(D::Error::custom("expected light, dark or print")),
        }
    }
}

impl From<ThemeWord> for Theme {
    fn from(word: ThemeWord) -> Theme {
        match word {
            ThemeWord::Light => Theme::Light,
            ThemeWord::Dark => Theme::Dark,
            ThemeWord::Print => Theme::Print,
        }
    }
}

/// The id of a battle as it stands in an address.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct BattleAt {
    /// The system of rules.
    #[param(example = json!(super::example::system()))]
    system: String,
    /// The battle.
    #[param(example = json!(super::example::name()))]
    name: String,
}

impl BattleAt {
    pub(super) fn id(&self) -> String {
        format!("{}/{}", self.system, self.name)
    }
}

/// Everything about a scenario that never changes, with its counters.
#[utoipa::path(get, path = "/battles/{system}/{name}/sheet", tag = "battles",
    operation_id = "get_sheet", params(BattleAt, SheetQuery),
    responses((status = 200, body = Object, content_type = "application/json"),
        (status = 304, description = "The asker has it"), Problems))]
pub async fn sheet(
    State(app): State<Arc<App>>,
    At(battle): At<BattleAt>,
    Query(query): Query<SheetQuery>,
    head: HeaderMap,
) -> Result<Response, Problem> {
    let given = query.options.unwrap_or_default();
    let options = given.split(',').map(str::trim).filter(|one| !one.is_empty());
    let options = options.map(str::to_owned).collect();
    let choice = Selection::new(battle.id(), query.scenario, options);
    send(&app, Drawing::Sheet(choice, query.theme.into()), &head).await
}

/// A picture of a battle that somebody asks for.
pub struct Wanted {
    app: Arc<App>,
    battle: String,
    theme: Theme,
    head: HeaderMap,
}

impl FromRequestParts<Arc<App>> for Wanted {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Wanted, Problem> {
        let At(battle) = At::<BattleAt>::from_request_parts(parts, app).await?;
        let Query(query) = Query::<ThemeQuery>::from_request_parts(parts, app).await?;
        let (app, head) = (Arc::clone(app), parts.headers.clone());
        Ok(Wanted { app, battle: battle.id(), theme: query.theme.into(), head })
    }
}

impl Wanted {
    async fn send(self, picture: fn(String, Theme) -> Drawing) -> Result<Response, Problem> {
        send(&self.app, picture(self.battle, self.theme), &self.head).await
    }
}

/// The map.
#[utoipa::path(get, path = "/battles/{system}/{name}/map.svg", tag = "battles",
    operation_id = "get_map", params(BattleAt, ThemeQuery),
    responses((status = 200, content_type = "image/svg+xml", body = String),
        (status = 304, description = "The asker has it"), Problems))]
pub async fn map(wanted: Wanted) -> Result<Response, Problem> {
    wanted.send(Drawing::Map).await
}

/// What the signs on the map mean.
#[utoipa::path(get, path = "/battles/{system}/{name}/legend.svg", tag = "battles",
    operation_id = "get_legend", params(BattleAt, ThemeQuery),
    responses((status = 200, content_type = "image/svg+xml", body = String),
        (status = 304, description = "The asker has it"), Problems))]
pub async fn legend(wanted: Wanted) -> Result<Response, Problem> {
    wanted.send(Drawing::Legend).await
}

/// A small picture of the map.
#[utoipa::path(get, path = "/battles/{system}/{name}/card.png", tag = "battles",
    operation_id = "get_card", params(BattleAt, ThemeQuery),
    responses((status = 200, content_type = "image/png", body = inline(Picture)),
        (status = 304, description = "The asker has it"), Problems))]
pub async fn card(wanted: Wanted) -> Result<Response, Problem> {
    wanted.send(Drawing::Card).await
}

/// A smaller picture of the map, as wide as a card of the front page.
#[utoipa::path(get, path = "/battles/{system}/{name}/card-small.png", tag = "battles",
    operation_id = "get_small_card", params(BattleAt, ThemeQuery),
    responses((status = 200, content_type = "image/png", body = inline(Picture)),
        (status = 304, description = "The asker has it"), Problems))]
pub async fn small_card(wanted: Wanted) -> Result<Response, Problem> {
    wanted.send(Drawing::SmallCard).await
}

/// Sends a drawing, made now if it was not yet.
async fn send(app: &Arc<App>, what: Drawing, head: &HeaderMap) -> Result<Response, Problem> {
    let drawings = Arc::clone(&app.drawings);
    let asset = off_thread(move || drawings.get(what)).await??;
    Ok(asset.answer(head))
}
