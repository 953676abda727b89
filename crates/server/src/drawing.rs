//! Maps, legends, cards and sheets: drawn when first wanted, then kept.

use std::fmt::Write;
use std::sync::Arc;

use atlas::battle::{Battle, Scenario};
use engraver::counter::{Counter, Livery, State, definitions};
use engraver::geometry::Geometry;
use engraver::{BLEED, Options, Theme, board_svg, legend_svg};
use serde_json::{Map, Value, json};

use crate::asset::Asset;
use crate::cache::Cache;
use crate::card::{self, Size};
use crate::catalogue::{Catalogue, Ready, Selection};
use crate::problem::Problem;

/// How many sheets are kept, each of a scenario with certain options.
const MOST_SHEETS: usize = 64;

/// Something that can be drawn.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Drawing {
    /// The map of a battle with its cells.
    Map(String, Theme),
    /// What its signs mean.
    Legend(String, Theme),
    /// A small picture of it.
    Card(String, Theme),
    /// A smaller one.
    SmallCard(String, Theme),
    /// Everything about a scenario that never changes, and its counters.
    Sheet(Selection, Theme),
}

/// The drawings of a server.
pub struct Drawings {
    catalogue: Arc<Catalogue>,
    /// Maps, legends and cards: of each battle as many as there are themes.
    pictures: Cache<Drawing, Asset>,
    sheets: Cache<Drawing, Asset>,
}

impl Drawings {
    /// Drawings of these battles.
    pub fn new(catalogue: Arc<Catalogue>) -> Drawings {
        let most = catalogue.ids().count() * 4 * Theme::ALL.len();
        Drawings { catalogue, pictures: Cache::new(most), sheets: Cache::new(MOST_SHEETS) }
    }

    /// A drawing. Takes a while the first time: not for a thread that serves.
    pub fn get(&self, what: Drawing) -> Result<Asset, Problem> {
        let (kept, what) = match what {
            Drawing::Sheet(choice, theme) => {
                (&self.sheets, Drawing::Sheet(self.catalogue.settled(choice)?, theme))
            }
            picture => (&self.pictures, picture),
        };
        kept.get(&what, || self.draw(&what))
    }

    /// Draws what is wanted first, one after the other, until it is told to stop: the cards of all
    /// battles, then the maps and sheets of those that can be played.
    pub fn prepare(&self, stop: impl Fn() -> bool) {
        let ids: Vec<String> = self.catalogue.ids().map(str::to_owned).collect();
        for theme in [Theme::Light, Theme::Dark] {
            let small = ids.iter().map(|id| Drawing::SmallCard(id.clone(), theme));
            let cards = small.chain(ids.iter().map(|id| Drawing::Card(id.clone(), theme)));
            let sheets = ids.iter().flat_map(|id| {
                let choice = Selection::new(id.clone(), None, Vec::new());
                [Drawing::Sheet(choice, theme), Drawing::Map(id.clone(), theme)]
            });
            for what in cards.chain(sheets) {
                if stop() {
                    return;
                }
                // What cannot be drawn is told to whoever asks for it.
                let _ = self.get(what);
            }
        }
    }

    fn draw(&self, what: &Drawing) -> Result<Asset, Problem> {
        match what {
            Drawing::Map(id, theme) => {
                let options = Options { theme: *theme, cells: true, ..Options::default() };
                Ok(svg(board_svg(&self.catalogue.battle(id)?.map, &options)))
            }
            Drawing::Legend(id, theme) => {
                let options = Options { theme: *theme, ..Options::default() };
                Ok(svg(legend_svg(&self.catalogue.battle(id)?.map, &options)))
            }
            Drawing::Card(id, theme) => card_of(&*self.catalogue.battle(id)?, *theme, Size::Large),
            Drawing::SmallCard(id, theme) => {
                card_of(&*self.catalogue.battle(id)?, *theme, Size::Small)
            }
            Drawing::Sheet(choice, theme) => sheet(&self.catalogue.ready(choice)?, *theme),
        }
    }
}

fn svg(text: String) -> Asset {
    Asset::new(text, "image/svg+xml; charset=utf-8").packed()
}

fn card_of(battle: &Battle, theme: Theme, size: Size) -> Result<Asset, Problem> {
    let card = card::draw(battle, theme, size);
    card.map(|bytes| Asset::new(bytes, "image/png")).map_err(|error| {
        tracing::error!(battle = battle.id, %error, "a card was not drawn");
        Problem::Internal
    })
}

/// The facts of a scenario with everything a page needs to draw it.
fn sheet(ready: &Ready, theme: Theme) -> Result<Asset, Problem> {
    let battle = &*ready.battle;
    let mut sheet = ready.game.facts(battle);
    let scenario = sheet["scenario"].as_str().and_then(|id| battle.scenario(Some(id)));
    let scenario = scenario.ok_or(Problem::Internal)?;
    let grid = &battle.map.grid;
    let (width, height) = Geometry::new(grid).size();
    sheet["view_box"] = json!([-BLEED, -BLEED, width + 2.0 * BLEED, height + 2.0 * BLEED]);
    sheet["hex"] = json!(grid.is_hex());
    add_places(battle, &mut sheet, ready.game.cells_member());
    let livery = Livery::of(scenario);
    for look in ready.game.looks() {
        let state = State::ALL.into_iter().find(|state| look.state == Some(state.word()));
        sheet[look.member] = faces(scenario, &livery, theme, state, ready.game.changing());
    }
    let sign = |&(mark, sign, x, y): &(&str, &str, i16, i16)| {
        (mark.to_owned(), json!(format!("<use href=\"#lr-{sign}\" x=\"{x}\" y=\"{y}\"/>")))
    };
    sheet["signs"] = Value::Object(ready.game.signs().iter().map(sign).collect());
    sheet["orders"] = json!(ready.game.orders_form());
    sheet["capabilities"] = capabilities(ready);
    sheet["definitions"] = json!(definitions(theme));
    let (id, theme) = (&battle.id, theme.word());
    sheet["map"] = json!(format!("/api/v1/battles/{id}/map.svg?theme={theme}"));
    sheet["legend"] = json!(format!("/api/v1/battles/{id}/legend.svg?theme={theme}"));
    let text = serde_json::to_vec(&sheet).map_err(|_| Problem::Internal)?;
    Ok(Asset::new(text, "application/json").packed())
}

/// What this game can do and needs, so that a page asks instead of knowing.
fn capabilities(ready: &Ready) -> Value {
    let can = ready.game.capabilities();
    json!({
        "hidden": can.hidden,
        "die": can.notation.die,
        "orders": can.orders,
        "staff": ready.staff.is_some(),
        "time_limit": can.time_limit,
        "threats": can.threats,
    })
}

/// Adds to each cell its middle and its outline; `cells` is where the system's facts have them.
fn add_places(battle: &Battle, sheet: &mut Value, cells: &str) {
    let grid = &battle.map.grid;
    let geometry = Geometry::new(grid);
    let Some(Value::Object(known)) = sheet.get_mut(cells) else { return };
    for cell in grid.cells() {
        let Some(Value::Object(place)) = known.get_mut(&grid.name(cell).to_string()) else {
            continue;
        };
        let centre = geometry.centre(cell);
        let mut shape = String::new();
        for (index, corner) in geometry.corners(cell).iter().enumerate() {
            let letter = if index == 0 { 'M' } else { 'L' };
            let _ = write!(shape, "{letter}{} {}", rounded(corner.x), rounded(corner.y));
        }
        shape.push('Z');
        place.insert("x".into(), json!(rounded(centre.x)));
        place.insert("y".into(), json!(rounded(centre.y)));
        place.insert("shape".into(), json!(shape));
    }
}

fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

/// The counters of a scenario by unit, with one more state if it is given; `changing`: without what changes in play.
fn faces(
    scenario: &Scenario,
    livery: &Livery,
    theme: Theme,
    state: Option<State>,
    changing: bool,
) -> Value {
    let face = |unit| {
        // A reduced unit shows the other side of its counter, with the strength that is printed there.
        let reverse = state.filter(|&state| state == State::Reduced);
        let reverse = reverse.and_then(|_| Counter::reverse_of(unit, livery));
        let mut counter = reverse.unwrap_or_else(|| Counter::of(unit, livery));
        // Signs that come and go are put on by the page.
        counter.states = state.into_iter().collect();
        if changing {
            counter = counter.bare();
        }
        (unit.id.clone(), json!(counter.svg(theme)))
    };
    Value::Object(scenario.units.iter().map(face).collect::<Map<_, _>>())
}
