//! The counters and markers of a battle.

use std::collections::BTreeMap;

use atlas::battle::{Battle, Scenario, Unit};
use engraver::Theme;
use engraver::counter::{Counter, Livery, Paint, State};
use engraver::print::counters::{Face, Piece, colour, drawing};
use engraver::print::{Colour, Document, DrawingId};
use field::Direction;
use rules::game::Game;

/// The ground of markers.
const PLAIN: Colour = [246, 240, 222];

/// The counters of a battle, and where their drawings are.
#[derive(Default)]
pub struct Pieces {
    /// Every counter: those of the first scenario, and those of the others that differ from them.
    pub units: Vec<Piece>,
    /// The markers.
    pub markers: Vec<Piece>,
    fronts: BTreeMap<(String, String), DrawingId>,
}

impl Pieces {
    /// The pieces of some scenarios, each with its game.
    pub fn of(played: &[(&Scenario, Game)], theme: Theme, document: &mut Document) -> Pieces {
        let mut pieces = Pieces::default();
        let mut known: Vec<&Unit> = Vec::new();
        for (scenario, game) in played {
            let livery = Livery::of(scenario);
            for (number, unit) in scenario.units.iter().enumerate() {
                let counter = front(game, unit, &livery, number + 1);
                let id = document.drawing(drawing(&counter, theme));
                pieces.fronts.insert((scenario.id.clone(), unit.id.clone()), id);
                if known.iter().any(|other| same(other, unit)) {
                    continue;
                }
                known.push(unit);
                let ground = colour(Paint::of(theme).sides[unit.side].body);
                let name = format!("{} {}", unit.side.word(), unit.id);
                let front = Face::Unit { drawing: id, name: name.clone(), ground };
                let back = match back(game, unit, &livery, number + 1) {
                    Some(counter) => Face::Unit {
                        drawing: document.drawing(drawing(&counter, theme)),
                        name,
                        ground,
                    },
                    None => Face::Words { lines: Vec::new(), ground },
                };
                pieces.units.push(Piece { front, back });
            }
        }
        if let Some((_, game)) = played.first() {
            pieces.markers = markers(game, pieces.units.len());
        }
        pieces
    }

    /// The drawing of a unit's front.
    pub fn front(&self, scenario: &Scenario, unit: &Unit) -> Option<DrawingId> {
        self.fronts.get(&(scenario.id.clone(), unit.id.clone())).copied()
    }
}

/// Whether one counter serves for both.
fn same(a: &Unit, b: &Unit) -> bool {
    let printed = |unit: &Unit| {
        let Unit { id, short, side, arm, size, strength, reduced, movement, corps, .. } = unit;
        let all = (id.clone(), short.clone(), *side, *arm, *size);
        (all, *strength, *reduced, *movement, corps.clone())
    };
    printed(a) == printed(b)
}

/// The front of a unit's counter. Where its strength changes in play it has the number of its line on the roster
/// instead, and an arrow: its front is where one turns it.
fn front(game: &Game, unit: &Unit, livery: &Livery, number: usize) -> Counter {
    let counter = Counter::of(unit, livery);
    if !game.changing() {
        return counter;
    }
    Counter {
        strength: format!("#{number}"),
        movement: None,
        facing: Some(Direction::North),
        ..counter.bare()
    }
}

/// Its back: how it looks when the worst of what its system draws has happened to it.
fn back(game: &Game, unit: &Unit, livery: &Livery, number: usize) -> Option<Counter> {
    let word = game.looks().iter().find_map(|look| look.state)?;
    let state = State::ALL.into_iter().find(|state| state.word() == word)?;
    if state == State::Reduced {
        return Counter::reverse_of(unit, livery);
    }
    let mut counter = front(game, unit, livery, number);
    counter.states.insert(state);
    Some(counter)
}

fn markers(game: &Game, units: usize) -> Vec<Piece> {
    let lines = |words: &str| words.split(' ').map(str::to_owned).collect();
    let face = |words: &str| Face::Words { lines: lines(words), ground: PLAIN };
    let all = game.on_paper().markers.iter().flat_map(|marker| {
        let piece = Piece { front: face(marker.front), back: face(marker.back) };
        std::iter::repeat_n(piece, marker.number.of(units))
    });
    all.collect()
}

/// The scenarios that are printed: one, or all of a battle.
pub fn scenarios<'b>(files: &'b Battle, wanted: Option<&str>) -> Vec<&'b Scenario> {
    match wanted {
        Some(id) => files.scenario(Some(id)).into_iter().collect(),
        None => files.scenarios.iter().collect(),
    }
}
