//! Reading a file of figures. Every fault of a figure is told at once.

use std::fmt::Display;

use atlas::Side;
use atlas::battle::{Arm, Battle, Guns, Mode, Size, Start};
use atlas::map::{Hexside, RoadClass, RoadStep, Terrain, Watercourse};
use field::{Cell, Direction};

use super::ground::{self, Window};
use super::profile::Profile;
use super::text::{File, Piece, Text};
use super::{Arc, Arrow, Board, Drawing, Figure, Ring, Shade, Sight, Words, Works};
use crate::counter::{Counter, Livery, State};

/// The figures of a file (TOML), or everything that is wrong with them, a line each.
pub fn read(text: &str) -> Result<Vec<Figure>, String> {
    let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
    let battle = atlas::builtin::battle(&file.battle).map_err(|faults| faults.to_string())?;
    let (mut figures, mut faults) = (Vec::new(), Vec::new());
    for text in &file.figures {
        let mut maker =
            Maker { battle: &battle, name: &text.name, window: None, faults: &mut faults };
        figures.extend(maker.board(text).map(|board| Figure {
            name: text.name.clone(),
            title: text.title.clone(),
            drawing: Drawing::Board(Box::new(board)),
        }));
    }
    for text in &file.profiles {
        match Profile::read(text) {
            Ok(profile) => figures.push(Figure {
                name: text.name.clone(),
                title: text.title.clone(),
                drawing: Drawing::Profile(profile),
            }),
            Err(fault) => faults.push(format!("{}: {fault}", text.name)),
        }
    }
    if faults.is_empty() { Ok(figures) } else { Err(faults.join("\n")) }
}

/// Makes a figure of its text and remembers what is wrong.
struct Maker<'a> {
    battle: &'a Battle,
    name: &'a str,
    window: Option<Window>,
    faults: &'a mut Vec<String>,
}

impl Maker<'_> {
    fn fault(&mut self, what: impl Display) {
        self.faults.push(format!("{}: {what}", self.name));
    }

    fn board(&mut self, text: &Text) -> Option<Board> {
        let window = self.window(&text.cells)?;
        self.window = Some(window);
        let id = format!("figure-{}", text.name);
        let map = match text.map {
            true => ground::cut(&id, &self.battle.map, window),
            false => ground::clear(&id, self.battle.map.system, window),
        };
        let map = map.map_err(|error| self.fault(error)).ok()?;
        let mut figure = Board {
            scale: text.scale,
            numbers: !text.numberless,
            map,
            first: window.first,
            stacks: Vec::new(),
            shades: Vec::new(),
            arrows: Vec::new(),
            sights: Vec::new(),
            arcs: Vec::new(),
            rings: Vec::new(),
            unseen: Vec::new(),
            works: Vec::new(),
            words: Vec::new(),
        };
        if text.nameless {
            figure.map.labels.clear();
        }
        self.lay_ground(&mut figure, text);
        match figure.map.grid.is_hex() {
            true => self.lay_water(&mut figure, text),
            false => self.fill_with_water(&mut figure, text),
        }
        self.deploy(&mut figure, &text.deployed);
        text.units.iter().for_each(|piece| self.place(&mut figure, piece));
        self.point_out(&mut figure, text);
        Some(figure)
    }

    /// The window. Of hexes its first column must be an odd one: the others stand half a cell lower.
    fn window(&mut self, text: &str) -> Option<Window> {
        let grid = &self.battle.map.grid;
        let ends = text.split_once('-').map(|(a, b)| (grid.cell(a), grid.cell(b)));
        let Some((Some(a), Some(b))) = ends else {
            self.fault(format!("cells `{text}`; expected two cells of the map, as `0909-1312`"));
            return None;
        };
        let (first, last) = ((a.column(), a.row()), (b.column(), b.row()));
        let window = Window { first, last, hex: grid.is_hex() };
        if grid.is_hex() && a.column() % 2 != 0
            || window.last.0 < window.first.0
            || window.last.1 < window.first.1
        {
            self.fault(format!(
                "cells `{text}`; expected an odd column first, and the last cell below it"
            ));
            return None;
        }
        Some(window)
    }

    fn cell(&mut self, name: &str) -> Option<Cell> {
        let on_map = self.battle.map.grid.cell(name);
        let found = on_map.and_then(|cell| self.window?.inside(cell));
        if found.is_none() {
            self.fault(format!("`{name}`; expected a cell of the figure"));
        }
        found
    }

    fn cells(&mut self, names: &str) -> Vec<Cell> {
        names.split_whitespace().filter_map(|name| self.cell(name)).collect()
    }

    /// A cell, twice, or the two cells of a side.
    fn place_of(&mut self, name: &str) -> Option<(Cell, Cell)> {
        match name.split_once('|') {
            Some((a, b)) => self.cell(a).zip(self.cell(b)),
            None => self.cell(name).map(|cell| (cell, cell)),
        }
    }

    fn lay_ground(&mut self, figure: &mut Board, text: &Text) {
        for (names, terrain) in [
            (&text.woods, Terrain::Woods),
            (&text.road_in_woods, Terrain::RoadInWoods),
            (&text.town, Terrain::Town),
            (&text.sunken_road, Terrain::SunkenRoad),
            (&text.corn, Terrain::Cornfield),
        ] {
            for cell in self.cells(names) {
                figure.map.ground[cell.index()].iter_mut().for_each(|g| g.terrain = terrain);
            }
        }
        for cell in self.cells(&text.elevated) {
            figure.map.ground[cell.index()].iter_mut().for_each(|g| g.elevated = true);
        }
        for (level, cells) in &text.levels {
            let Some(level) = level.parse().ok().filter(|level| (1..=4).contains(level)) else {
                self.fault(format!("level `{level}`; expected 1 to 4"));
                continue;
            };
            for cell in self.cells(cells) {
                figure.map.ground[cell.index()].iter_mut().for_each(|g| g.elevation = level);
            }
        }
        for road in &text.roads {
            for step in self.cells(road).windows(2) {
                let (a, b) = (step[0].min(step[1]), step[0].max(step[1]));
                if figure.map.grid.direction(a, b).is_none() {
                    self.fault(format!("road `{road}`; expected each cell next to the one before"));
                    continue;
                }
                for cell in step {
                    figure.map.ground[cell.index()].iter_mut().for_each(|g| g.road = true);
                }
                let name = String::new();
                figure.map.roads.push(RoadStep { a, b, class: RoadClass::Road, name });
            }
        }
    }

    fn lay_water(&mut self, figure: &mut Board, text: &Text) {
        type Lay = fn(&mut Hexside);
        let kinds: [(&str, Lay); 4] = [
            (&text.creek, |side| side.creek = Some(String::new())),
            (&text.stream, |side| side.stream = Some(String::new())),
            (&text.bridge, |side| side.bridge = Some(String::new())),
            (&text.ford, |side| side.ford = Some(String::new())),
        ];
        for (names, lay) in kinds {
            for name in names.split_whitespace() {
                let ends = self.place_of(name);
                match ends.and_then(|(a, b)| figure.map.grid.edge(a, b)) {
                    Some(edge) => lay(figure.map.hexsides.entry(edge).or_default()),
                    None => self.fault(format!("`{name}`; expected a side between two neighbours")),
                }
            }
        }
    }

    /// A stream through squares, with its bridges and fords.
    fn fill_with_water(&mut self, figure: &mut Board, text: &Text) {
        let course = self.cells(&text.stream);
        for (cells, terrain) in [
            (course.clone(), Terrain::Stream),
            (self.cells(&text.bridge), Terrain::Bridge),
            (self.cells(&text.ford), Terrain::Ford),
        ] {
            for cell in cells {
                if !course.contains(&cell) {
                    self.fault("a crossing; expected a square of the stream");
                }
                let ends = ground::banks(&figure.map.grid, &course, cell);
                for here in figure.map.ground[cell.index()].iter_mut() {
                    (here.terrain, here.ends) = (terrain, ends);
                }
            }
        }
        if !course.is_empty() {
            let name = String::new();
            figure.map.rivers.push(Watercourse { name, stream: true, course });
        }
    }

    fn deploy(&mut self, figure: &mut Board, ids: &[String]) {
        let scenario = &self.battle.scenarios[0];
        let livery = Livery::of(scenario);
        for id in ids {
            let mut any = false;
            for unit in &scenario.units {
                let meant = match id.strip_suffix('*') {
                    Some(start) => unit.id.starts_with(start),
                    None => unit.id == *id,
                };
                let place = match unit.start {
                    Start::At(cell) if meant => self.window.and_then(|window| window.inside(cell)),
                    _ => None,
                };
                if let Some(cell) = place {
                    figure.place(cell, Counter::of(unit, &livery));
                    any = true;
                }
            }
            if !any {
                self.fault(format!("nobody called `{id}` begins in the figure"));
            }
        }
    }

    fn place(&mut self, figure: &mut Board, piece: &Piece) {
        let Some(cell) = self.cell(&piece.at) else { return };
        let counter = match &piece.id {
            Some(id) => self.of_the_battle(id, piece.reduced),
            None => self.of_nobody(piece),
        };
        match counter.and_then(|counter| as_told(counter, piece)) {
            Some(counter) => {
                let works = piece
                    .works
                    .map(|level| counter.facing.zip((1..=5).contains(&level).then_some(level)));
                match works {
                    Some(Some((way, level))) => figure.works.push(Works { at: cell, way, level }),
                    Some(None) => self.fault("works; expected a facing and a level, 1 to 5"),
                    None => {}
                }
                figure.place(cell, counter);
                if piece.unseen {
                    figure.unseen.push(cell);
                }
            }
            None => self.fault(format!(
                "the unit at {}; expected an id of the battle, or name, side, arm and strength",
                piece.at
            )),
        }
    }

    fn of_the_battle(&self, id: &str, reduced: bool) -> Option<Counter> {
        let scenario = &self.battle.scenarios[0];
        let unit = scenario.units.iter().find(|unit| unit.id == id)?;
        let livery = Livery::of(scenario);
        if reduced { Counter::reverse_of(unit, &livery) } else { Some(Counter::of(unit, &livery)) }
    }

    fn of_nobody(&self, piece: &Piece) -> Option<Counter> {
        let name = piece.name.clone()?;
        let side =
            Side::BOTH.into_iter().find(|side| Some(side.word()) == piece.side.as_deref())?;
        let arm = Arm::ALL.into_iter().find(|arm| arm.word() == piece.arm)?;
        let guns = match &piece.guns {
            Some(word) => Some(Guns::ALL.into_iter().find(|guns| guns.word() == word)?),
            None => None,
        };
        // It moves like the first of its kind in the battle.
        let scenario = &self.battle.scenarios[0];
        let mut alike = scenario.units.iter().filter(|unit| unit.arm == arm);
        let alike = alike.find(|unit| guns.is_none() || unit.special.guns == guns)?;
        let points = Livery::of(scenario).movement(alike);
        Some(Counter {
            id: name.clone(),
            side,
            arm,
            size: match arm {
                Arm::Artillery => Size::Battalion,
                _ => alike.size,
            },
            strength: piece.strength?.to_string(),
            movement: points.map(|points| points.to_string()),
            designation: name,
            states: piece.reduced.then_some(State::Reduced).into_iter().collect(),
            tint: None,
            facing: None,
            horse: guns == Some(Guns::Horse),
            mode: None,
            leaders: Vec::new(),
            stars: 0,
        })
    }

    fn point_out(&mut self, figure: &mut Board, text: &Text) {
        for shade in &text.shades {
            let cells = self.cells(&shade.cells);
            figure.shades.push(Shade { cells, meaning: shade.r#as });
        }
        for arrow in &text.arrows {
            let way = self.cells(&arrow.way);
            figure.arrows.push(Arrow { way, meaning: arrow.r#as });
        }
        for sight in &text.sights {
            if let (Some(from), Some(to)) = (self.cell(&sight.from), self.cell(&sight.to)) {
                figure.sights.push(Sight { from, to, meaning: sight.r#as });
            }
        }
        for arc in &text.arcs {
            let way = usize::from(arc.facing).checked_sub(1).and_then(|at| Direction::ALL.get(at));
            match (self.cell(&arc.at), way) {
                (Some(at), Some(&way)) => {
                    figure.arcs.push(Arc { at, way, reach: arc.reach, meaning: arc.r#as });
                }
                (Some(_), None) => self.fault("an arc; expected a facing, 1 to 8"),
                (None, _) => {}
            }
        }
        for ring in &text.rings {
            let at = self.cell(&ring.at);
            figure.rings.extend(at.map(|at| Ring { at, reach: ring.reach, meaning: ring.r#as }));
        }
        for words in &text.words {
            if let Some(at) = self.place_of(&words.at) {
                let (shift, size, meaning) = ((words.dx, words.dy), words.size, words.r#as);
                figure.words.push(Words { at, text: words.text.clone(), shift, size, meaning });
            }
        }
    }
}

/// A counter with what its text says of its unit at this moment; `None` if that makes no sense.
fn as_told(mut counter: Counter, piece: &Piece) -> Option<Counter> {
    if let Some(number) = piece.facing {
        counter.facing = Some(*Direction::ALL.get(usize::from(number).checked_sub(1)?)?);
    }
    if let Some(word) = &piece.mode {
        counter.mode = Some(Mode::ALL.into_iter().find(|mode| mode.word() == word)?);
    }
    if let (Some(strength), true) = (piece.strength, piece.id.is_some()) {
        counter.strength = strength.to_string();
    }
    for word in &piece.states {
        counter.states.insert(State::ALL.into_iter().find(|state| state.word() == word)?);
    }
    counter.stars = piece.stars.unwrap_or(counter.stars);
    Some(counter)
}
