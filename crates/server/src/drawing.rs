//! Maps, legends, cards and sheets: drawn when first wanted, then kept.

use std::fmt::Write;
use std::sync::Arc;

use atlas::battle::{Battle, Scenario};
use engraver::counter::{Counter, Livery, State, definitions};
use engraver::geometry::Geometry;
use engraver::{BLEED, Options, Theme, board_svg, legend_svg};
use serde_json::{Map, Value, json};

use crate::asset::Asset;
use crate::card;
use crate::kept::Kept;
use crate::problem::Problem;
use crate::shelf::{Choice, Ready, Shelf};

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
    /// Everything about a scenario that never changes, and its counters.
    Sheet(Choice, Theme),
}

/// The drawings of a server.
pub struct Drawings {
    shelf: Arc<Shelf>,
    /// Maps, legends and cards: of each battle as many as there are themes.
    pictures: Kept<Drawing, Asset>,
    sheets: Kept<Drawing, Asset>,
}

impl Drawings {
    /// Drawings of these battles.
    pub fn new(shelf: Arc<Shelf>) -> Drawings {
        let most = shelf.ids().count() * 3 * Theme::ALL.len();
        Drawings { shelf, pictures: Kept::new(most), sheets: Kept::new(MOST_SHEETS) }
    }

    /// A drawing. Takes a while the first time: not for a thread that serves.
    pub fn get(&self, what: Drawing) -> Result<Asset, Problem> {
        let (kept, what) = match what {
            Drawing::Sheet(choice, theme) => {
                (&self.sheets, Drawing::Sheet(self.shelf.settled(choice)?, theme))
            }
            picture => (&self.pictures, picture),
        };
        kept.get(&what, || self.draw(&what))
    }

    /// Draws what is wanted first, one after the other, until it is told to stop: the cards of all
    /// battles, then the maps and sheets of those that can be played.
    pub fn prepare(&self, stop: impl Fn() -> bool) {
        let ids: Vec<String> = self.shelf.ids().map(str::to_owned).collect();
        for theme in [Theme::Light, Theme::Dark] {
            let cards = ids.iter().map(|id| Drawing::Card(id.clone(), theme));
            let sheets = ids.iter().flat_map(|id| {
                let choice = Choice::new(id.clone(), None, Vec::new());
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
                Ok(svg(board_svg(&self.shelf.battle(id)?.map, &options)))
            }
            Drawing::Legend(id, theme) => {
                let options = Options { theme: *theme, ..Options::default() };
                Ok(svg(legend_svg(&self.shelf.battle(id)?.map, &options)))
            }
            Drawing::Card(id, theme) => {
                self.shelf.battle(id).and_then(|battle| card_of(&battle, *theme))
            }
            Drawing::Sheet(choice, theme) => sheet(&self.shelf.ready(choice)?, *theme),
        }
    }
}

fn svg(text: String) -> Asset {
    Asset::new(text, "image/svg+xml; charset=utf-8").packed()
}

fn card_of(battle: &Battle, theme: Theme) -> Result<Asset, Problem> {
    let card = card::draw(battle, theme);
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
    add_places(battle, &mut sheet);
    let livery = Livery::of(scenario);
    sheet["faces"] = faces(scenario, &livery, theme, None);
    sheet["faces_ineffective"] = faces(scenario, &livery, theme, Some(State::Ineffective));
    sheet["signs"] = json!({
        "must attack": "<use href=\"#lr-must\" x=\"45\" y=\"-44\"/>",
        "attacked": "<use href=\"#lr-attacked\" x=\"45\" y=\"-44\"/>",
        "moved": "<use href=\"#lr-moved\" x=\"36\" y=\"-4\"/>",
        "immobile": "<use href=\"#lr-immobile\" x=\"-36\" y=\"-4\"/>",
        "advanced": "<use href=\"#lr-advanced\" x=\"-36\" y=\"-4\"/>",
    });
    sheet["definitions"] = json!(definitions(theme));
    let (id, theme) = (&battle.id, theme.word());
    sheet["map"] = json!(format!("/api/v1/battles/{id}/map.svg?theme={theme}"));
    sheet["legend"] = json!(format!("/api/v1/battles/{id}/legend.svg?theme={theme}"));
    let text = serde_json::to_vec(&sheet).map_err(|_| Problem::Internal)?;
    Ok(Asset::new(text, "application/json").packed())
}

/// Adds to each hex its middle and its outline.
fn add_places(battle: &Battle, sheet: &mut Value) {
    let grid = &battle.map.grid;
    let geometry = Geometry::new(grid);
    let Some(Value::Object(hexes)) = sheet.get_mut("hexes") else { return };
    for cell in grid.cells() {
        let Some(Value::Object(hex)) = hexes.get_mut(&grid.name(cell).to_string()) else {
            continue;
        };
        let centre = geometry.centre(cell);
        let mut shape = String::new();
        for (index, corner) in geometry.corners(cell).iter().enumerate() {
            let letter = if index == 0 { 'M' } else { 'L' };
            let _ = write!(shape, "{letter}{} {}", rounded(corner.x), rounded(corner.y));
        }
        shape.push('Z');
        hex.insert("x".into(), json!(rounded(centre.x)));
        hex.insert("y".into(), json!(rounded(centre.y)));
        hex.insert("shape".into(), json!(shape));
    }
}

fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

/// The counters of a scenario by unit, with one more state if it is given.
fn faces(scenario: &Scenario, livery: &Livery, theme: Theme, state: Option<State>) -> Value {
    let face = |unit| {
        let mut counter = Counter::of(unit, livery);
        // Signs that come and go are put on by the page.
        counter.states = state.into_iter().collect();
        (unit.id.clone(), json!(counter.svg(theme)))
    };
    Value::Object(scenario.units.iter().map(face).collect::<Map<_, _>>())
}
