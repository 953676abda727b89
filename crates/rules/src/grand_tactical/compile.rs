//! Makes a [`Battle`] from the files of a battle: its ground, its army, and whatever is fixed.

use atlas::battle::{self as files, Battle as Files, Mode, Rank, Scenario, Start, Weapon};
use atlas::fault::{Fault, Report, quoted};
use atlas::map::Terrain;
use atlas::{BySide, Side};
use field::{Cell, CellMap, Direction, Patch};

use super::battle::*;
use super::ids::*;
use super::options::Options;
use super::read_tables;
use super::sight::SightLines;
use super::tables::{Entry, Tables};
use crate::game::CannotPlay;

impl Battle {
    /// Makes a scenario of a battle ready with these options; without a scenario, its first.
    pub fn new(
        files: &Files,
        scenario: Option<&str>,
        options: &[String],
    ) -> Result<Battle, CannotPlay> {
        let found = files.scenario(scenario).ok_or_else(|| CannotPlay::NoScenario {
            wanted: scenario.unwrap_or_default().to_owned(),
            known: files.scenarios.iter().map(|one| one.id.clone()).collect(),
        })?;
        let options = Options::read(files, options)?;
        let mut tables = read_tables::read(files, found).map_err(CannotPlay::Faults)?;
        if let Some(slow) = tables.slow_activation.filter(|_| options.slow_activation) {
            tables.activation.slow_down(&slow);
        }
        refuse_crowds(found)?;
        let army = Army::of(found, &tables);
        let grid = files.map.grid.clone();
        let ground = CellMap::from_fn(&grid, |cell| ground_of(files, cell));
        let steps = CellMap::from_fn(&grid, |cell| steps_from(files, &tables, &ground, cell));
        // [GT-QS 3.6] In the basic game a step from zone to zone costs so much, whatever the
        // ground.
        let most = if options.basic() { tables.costs.basic_zone_to_zone } else { u8::MAX };
        let least = least_of(&grid, &steps, most);
        let none = CellMap::filled(&grid, Patch::EMPTY);
        let around = grid.cells().fold(none, |mut around, cell| {
            let next = grid.neighbours(cell).map(|(_, next)| next);
            around[cell] = Patch::of(next).unwrap_or(Patch::EMPTY);
            around
        });
        let sight = SightLines::new(&grid, &ground, &tables.sight);
        let formations = army.formations(&tables);
        let Army { units, leaders, posts, groups } = army;
        let ids = |side| {
            let of = |(index, unit): (usize, &UnitFacts)| {
                (unit.side == side).then_some(UnitId(index as u8))
            };
            units.iter().enumerate().filter_map(of).collect()
        };
        Ok(Battle {
            id: files.id.clone(),
            scenario: found.id.clone(),
            turns: found.turns,
            first: found.first,
            clock: found.clock.clone(),
            ford_sites: ford_sites(files),
            objectives: objectives(files),
            by_side: BySide { union: ids(Side::Union), confederate: ids(Side::Confederate) },
            options,
            bid: None,
            tables,
            ground,
            steps,
            least,
            around,
            sight,
            grid,
            units,
            leaders,
            posts,
            groups,
            formations,
        })
    }
}

/// A scenario that is too large for a [`State`](super::State), which has room for so many and no
/// more.
fn refuse_crowds(scenario: &Scenario) -> Result<(), CannotPlay> {
    let mut report = Report::on_file(format!("setups/{}.toml", scenario.id));
    let mut refuse = |what: &str, found: usize, most: usize| {
        if found > most {
            report.fault("", format!("found {found} {what}; expected at most {most}"));
        }
    };
    refuse("units", scenario.units.len(), MOST_UNITS);
    refuse("leaders", scenario.leaders.len(), MOST_LEADERS);
    refuse("groups", scenario.groups.len(), MOST_GROUPS);
    let mut names = std::collections::BTreeSet::new();
    for unit in &scenario.units {
        for (rank, name) in [(0, &unit.corps), (1, &unit.division), (2, &unit.brigade)] {
            names.extend(name.iter().map(|name| (unit.side, rank, name)));
        }
    }
    refuse("corps, divisions and brigades", names.len(), MOST_POSTS);
    for (index, leader) in scenario.leaders.iter().enumerate() {
        let same = |other: &&files::Leader| other.side == leader.side && other.name == leader.name;
        if scenario.leaders[..index].iter().any(|other| same(&other)) {
            let message = "found a second leader of this name; expected each once on a side";
            report.add(Fault::new(format!("leader {}", quoted(&leader.name)), message));
        }
    }
    match report.into_faults() {
        Some(faults) => Err(CannotPlay::Faults(faults)),
        None => Ok(()),
    }
}

fn ground_of(files: &Files, cell: Cell) -> Ground {
    let ground = files.map.ground(cell);
    Ground {
        terrain: ground.terrain,
        level: ground.elevation,
        road: ground.road,
        scenery: ground.scenery,
    }
}

/// [GT 7.5, GT-T 1.0] What the steps out of a square cost, without zones of control.
fn steps_from(files: &Files, tables: &Tables, ground: &CellMap<Ground>, from: Cell) -> [Step; 8] {
    let costs = &tables.costs;
    Direction::ALL.map(|direction| {
        let mut step = Step { to: from, ..Step::default() };
        let Some(to) = files.map.grid.neighbour(from, direction) else { return step };
        step.to = to;
        let (here, there) = (&ground[from], &ground[to]);
        if there.scenery || there.terrain == Terrain::River {
            return step;
        }
        step.needs_ford = there.terrain == Terrain::Stream;
        step.onto_bridge = there.terrain == Terrain::Bridge;
        let terrain = if step.needs_ford { Terrain::Ford } else { there.terrain };
        let Some(row) = costs.of(terrain) else { return step };
        let figure = |entry: Entry| if direction.is_diagonal() { entry.corner } else { entry.side };
        // [GT 7.5?] Once, however much higher (D-31).
        let rises = u8::from(there.level > here.level);
        let joined = files
            .map
            .roads
            .iter()
            .any(|road| (road.a, road.b) == (from, to) || (road.b, road.a) == (from, to));
        for (column, &entry) in row.iter().enumerate() {
            let plain = figure(entry);
            if plain > 0 {
                step.cost[column] = plain + rises * costs.higher[column];
            }
            // [GT 7.5?] What is drawn is what counts (D-88).
            let by_road = figure(costs.road[column]);
            if joined && by_road > 0 {
                step.by_road[column] = by_road + rises * costs.higher_by_road[column];
            }
        }
        step
    })
}

/// The least that steps cost, by column of the table, without the road and with it; never above
/// `most`.
fn least_of(grid: &field::Grid, steps: &CellMap<[Step; 8]>, most: u8) -> [CellMap<[u8; 8]>; 6] {
    std::array::from_fn(|table| {
        let (column, by_road) = (table / 2, table % 2 == 1);
        let least = |step: &Step| match (step.cost[column], step.by_road[column]) {
            (plain, road) if by_road && road > 0 => plain.min(road).min(most),
            (plain, _) => plain.min(most),
        };
        CellMap::from_fn(grid, |cell| steps[cell].each_ref().map(least))
    })
}

/// [GT 1.3?] Stream squares with land on two opposite sides (D-12, D-82), by x, then y.
fn ford_sites(files: &Files) -> Vec<Cell> {
    let map = &files.map;
    let land = |cell: Option<Cell>| {
        cell.is_some_and(|cell| {
            let ground = map.ground(cell);
            !ground.scenery && !ground.terrain.is_watercourse()
        })
    };
    let is_site = |&cell: &Cell| {
        let beside = |way| land(map.grid.neighbour(cell, way));
        map.ground(cell).terrain == Terrain::Stream
            && !map.ground(cell).scenery
            && (beside(Direction::North) && beside(Direction::South)
                || beside(Direction::East) && beside(Direction::West))
    };
    let mut sites: Vec<Cell> = map.grid.cells().filter(is_site).collect();
    sites.sort_by_key(|&cell| map.print_order(cell));
    sites
}

fn objectives(files: &Files) -> Vec<Objective> {
    let map = &files.map;
    let worth = |(&cell, goal): (&Cell, &atlas::map::Objective)| {
        let points = i32::try_from(goal.points?).ok()?;
        Some(Objective { cell, side: goal.to?, points, name: goal.name.clone() })
    };
    let mut objectives: Vec<Objective> = map.objectives.iter().filter_map(worth).collect();
    objectives.sort_by_key(|goal| map.print_order(goal.cell));
    objectives
}

/// Units, leaders, posts and groups.
struct Army {
    units: Vec<UnitFacts>,
    leaders: Vec<LeaderFacts>,
    posts: Vec<Post>,
    groups: Vec<Group>,
}

impl Army {
    fn of(scenario: &Scenario, tables: &Tables) -> Army {
        let mut army =
            Army { units: Vec::new(), leaders: Vec::new(), posts: Vec::new(), groups: Vec::new() };
        for group in &scenario.groups {
            let by_chance = tables.arrivals.iter().find(|arrival| arrival.group == group.id);
            army.groups.push(Group {
                id: group.id.clone(),
                side: group.side,
                turns: group.turns.clone(),
                chances: by_chance.map(|arrival| arrival.chances.clone()).unwrap_or_default(),
                cells: group.cells.clone(),
                blocked_by: by_chance.and_then(|arrival| arrival.blocked_by),
                units: UnitSet::EMPTY,
            });
        }
        for (index, unit) in scenario.units.iter().enumerate() {
            army.unit(UnitId(index as u8), unit);
        }
        for leader in &scenario.leaders {
            army.leader(leader);
        }
        army
    }

    /// The post of a name; a new one if a unit is the first to name it.
    fn post(&mut self, side: Side, rank: Rank, name: &str) -> PostId {
        let is = |post: &Post| post.side == side && post.rank == rank && post.name == name;
        let known = self.posts.iter().position(is).unwrap_or_else(|| {
            let (name, units) = (name.to_owned(), UnitSet::EMPTY);
            self.posts.push(Post { name, side, rank, units, above: None });
            self.posts.len() - 1
        });
        PostId(known as u8)
    }

    fn unit(&mut self, id: UnitId, unit: &files::Unit) {
        let named = |army: &mut Army, rank, name: &Option<String>| {
            let post = army.post(unit.side, rank, name.as_deref()?);
            army.posts[post.index()].units.insert(id);
            Some(post)
        };
        let corps = named(self, Rank::Corps, &unit.corps);
        let division = named(self, Rank::Division, &unit.division);
        let brigade = named(self, Rank::Brigade, &unit.brigade);
        for (post, above) in [(division, corps), (brigade, division)] {
            if let Some(post) = post {
                let post = &mut self.posts[post.index()];
                post.above = post.above.or(above);
            }
        }
        let (start, group) = match &unit.start {
            Start::At(cell) => (Some(*cell), None),
            Start::Arrives { group } => {
                (None, self.groups.iter().position(|known| known.id == *group))
            }
        };
        let group = group.map(|index| GroupId(index as u8));
        if let Some(GroupId(index)) = group {
            self.groups[usize::from(index)].units.insert(id);
        }
        let special = &unit.special;
        let facing = special.facing.map_or(0, |facing| usize::from(facing.clamp(1, 8) - 1));
        self.units.push(UnitFacts {
            id: unit.id.clone(),
            short: unit.short.clone().unwrap_or_else(|| unit.id.clone()),
            side: unit.side,
            arm: unit.arm,
            horse_artillery: special.horse_artillery,
            strength: unit.strength,
            weapon: special.weapon.unwrap_or(Weapon::Rifle),
            effectiveness: special.effectiveness.unwrap_or(1),
            facing: Direction::ALL[facing],
            mode: special.mode.unwrap_or(Mode::Normal),
            corps,
            division,
            brigade,
            start,
            group,
            no_points_on: special.no_points_on.clone(),
        });
    }

    fn leader(&mut self, leader: &files::Leader) {
        // A deputy waits for the post of his corps.
        let rank = if leader.rank == Rank::Deputy { Rank::Corps } else { leader.rank };
        let post = self.post(leader.side, rank, &leader.commands);
        let with = leader.with.as_ref().filter(|_| leader.rank != Rank::Deputy);
        let with = with.and_then(|id| self.units.iter().position(|unit| unit.id == *id));
        self.leaders.push(LeaderFacts {
            name: leader.name.clone(),
            side: leader.side,
            rank: leader.rank,
            post,
            bonus: leader.bonus,
            with: with.map(|index| UnitId(index as u8)),
        });
    }

    /// [GT-QS 2.0] The units of each formation of the timetable.
    fn formations(&self, tables: &Tables) -> Vec<UnitSet> {
        let side = tables.activation.side;
        let named = |post: Option<PostId>, name: &Option<String>| {
            name.is_some() && post.map(|post| &self.posts[post.index()].name) == name.as_ref()
        };
        let units = |formation: &super::tables::Formation| {
            let is_of = |unit: &UnitFacts| {
                unit.side == side
                    && (named(unit.corps, &formation.corps)
                        || named(unit.division, &formation.division))
            };
            let all = self.units.iter().enumerate();
            all.filter(|(_, unit)| is_of(unit)).map(|(index, _)| UnitId(index as u8)).collect()
        };
        tables.timetable.formations.iter().map(units).collect()
    }
}
