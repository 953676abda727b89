//! The fast search against the obvious one, and the obvious one against all ways there are.

use std::collections::HashMap;
use std::num::NonZeroU8;

use field::{Cell, CellSet, Direction, Grid, Search, StepCosts, Walk, reach_slow};
use proptest::prelude::*;

use crate::sheets::{Noise, grids, pick, some_cells};

/// Random ground: most steps cost what the cell costs, some sides cost more, some roads less, some
/// steps are closed in one direction only.
fn random_costs(grid: &Grid, seed: u64, dearest: u64) -> StepCosts {
    let mut noise = Noise(seed);
    let cells: Vec<u64> = (0..grid.slots()).map(|_| 1 + noise.below(dearest)).collect();
    let edges: Vec<u64> = (0..grid.edge_count()).map(|_| noise.below(10)).collect();
    StepCosts::new(grid, |from, direction, to| {
        let edge = grid.edge_towards(from, direction).unwrap();
        let price = match edges[edge.index()] {
            0 => 0,
            1 => cells[to.index()] + 1,
            2 | 3 => 1,
            4 if from < to => 0,
            _ => cells[to.index()],
        };
        NonZeroU8::new(price as u8)
    })
}

/// One in so many cells stops, is forbidden, or is only passed; zero for none.
#[derive(Clone, Copy, Debug)]
struct Shares {
    stops: u64,
    forbidden: u64,
    pass_only: u64,
}

fn shares() -> impl Strategy<Value = Shares> {
    let share = || prop_oneof![Just(0u64), 2u64..12];
    (share(), share(), share()).prop_map(|(stops, forbidden, pass_only)| Shares {
        stops,
        forbidden,
        pass_only,
    })
}

struct Case {
    grid: Grid,
    costs: StepCosts,
    stops: CellSet,
    forbidden: CellSet,
    start: Cell,
    allowance: u8,
    first_steps: Option<[Option<NonZeroU8>; 8]>,
}

impl Case {
    fn new(
        grid: Grid,
        seed: u64,
        dearest: u64,
        shares: Shares,
        start: usize,
        allowance: u8,
    ) -> Case {
        let cells = |salt: u64, share: u64| match share {
            0 => CellSet::EMPTY,
            _ => some_cells(&grid, seed ^ salt, share),
        };
        let pass_only = cells(3, shares.pass_only);
        let costs = random_costs(&grid, seed, dearest).with_pass_only(pass_only);
        let mut noise = Noise(seed ^ 4);
        let first_steps = (noise.below(3) == 0)
            .then(|| Direction::ALL.map(|_| NonZeroU8::new(noise.below(6) as u8)));
        Case {
            stops: cells(1, shares.stops),
            forbidden: cells(2, shares.forbidden),
            start: pick(&grid, start),
            allowance,
            first_steps,
            costs,
            grid,
        }
    }

    fn walk(&self) -> Walk<'_> {
        let walk = Walk::new(self.start, self.allowance)
            .stopping_at(&self.stops)
            .avoiding(&self.forbidden);
        match self.first_steps {
            Some(prices) => walk.starting_with(prices),
            None => walk,
        }
    }

    /// Asserts that the fast search says what the obvious one says, of every cell.
    fn check(&self, search: &mut Search) {
        let slow = reach_slow(&self.grid, &self.costs, self.walk());
        let reach = search.reach(&self.costs, self.walk());
        for cell in (0..4096).filter_map(Cell::from_index) {
            assert_eq!(reach.cost(cell), slow.cost(cell), "{cell:?}");
            let path = reach.path(cell);
            assert_eq!(path.as_ref().map(|path| path.cells()), slow.path(cell), "{cell:?}");
            let steps = reach.steps(cell).map(|steps| steps.collect::<Vec<_>>());
            assert_eq!(steps.as_deref(), slow.path(cell).map(|path| &path[1..]), "{cell:?}");
            assert_eq!(path.map(|path| path.cost()), slow.cost(cell), "{cell:?}");
        }
        for points in 0..=self.allowance.saturating_add(1) {
            let within = |&cell: &Cell| slow.cost(cell).is_some_and(|cost| cost <= points);
            let expected: CellSet = self.grid.cells().filter(within).collect();
            assert_eq!(reach.within(points), expected, "{points}");
        }
        let all = reach.destinations();
        assert_eq!(all, reach.within(self.allowance));
        let open = reach.destinations() - CellSet::of(self.start) - self.stops;
        let ends = reach.ends(&self.stops);
        assert_eq!((ends.len(), ends.is_empty()), (open.len(), open.is_empty()));
        let picked: Vec<Option<Cell>> = (0..=open.len()).map(|n| ends.nth(n)).collect();
        let listed: Vec<Option<Cell>> = open.iter().map(Some).chain([None]).collect();
        assert_eq!(picked, listed);
        for cell in self.grid.cells().filter(|cell| *cell != self.start).step_by(7) {
            let alone = search.reach_to(&self.costs, self.walk(), cell);
            assert_eq!(alone.cost(cell), slow.cost(cell), "{cell:?}");
            let steps = alone.steps(cell).map(|steps| steps.collect::<Vec<_>>());
            assert_eq!(steps.as_deref(), slow.path(cell).map(|path| &path[1..]), "{cell:?}");
        }
        // What a search that ended early leaves behind does not show in the next.
        assert_eq!(search.reach(&self.costs, self.walk()).destinations(), all);
    }
}

proptest! {
    #[test]
    fn fast_reach_is_slow_reach_for_small_allowances(
        grid in grids(25, 30), seed: u64, dearest in 1u64..8, shares in shares(), start: usize,
        allowance in 0u8..9,
    ) {
        Case::new(grid, seed, dearest, shares, start, allowance).check(&mut Search::new());
    }

    #[test]
    fn fast_reach_is_slow_reach_on_tall_sheets(
        grid in grids(12, 64), seed: u64, dearest in 1u64..8, shares in shares(), start: usize,
        allowance in 0u8..13,
    ) {
        Case::new(grid, seed, dearest, shares, start, allowance).check(&mut Search::new());
    }

    #[test]
    fn repriced_ground_is_ground_made_anew(
        grid in grids(12, 40), old: u64, new: u64, shares in shares(), start: usize, allowance in 0u8..9,
    ) {
        let mut case = Case::new(grid, old, 5, shares, start, allowance);
        let goal = random_costs(&case.grid, new, 5);
        for cell in case.grid.cells() {
            for direction in Direction::ALL {
                let has_step = case.grid.neighbour(cell, direction).is_some();
                let price = goal.price(cell, direction);
                prop_assert_eq!(case.costs.set_price(cell, direction, price), has_step);
            }
            prop_assert_eq!(case.costs.steps_from(cell), goal.steps_from(cell));
        }
        prop_assert!(!case.costs.set_price(Cell::at(63, 63), Direction::North, None));
        case.check(&mut Search::new());
    }

    #[test]
    fn one_memory_serves_any_number_of_searches(
        cases in prop::collection::vec((grids(20, 40), any::<u64>(), shares(), any::<usize>(), 0u8..9), 2..6),
    ) {
        let mut search = Search::new();
        for (grid, seed, shares, start, allowance) in cases {
            Case::new(grid, seed, 4, shares, start, allowance).check(&mut search);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn fast_reach_is_slow_reach_for_large_allowances(
        grid in grids(16, 40), seed: u64, dearest in 1u64..40, shares in shares(), start: usize,
        allowance: u8,
    ) {
        Case::new(grid, seed, dearest, shares, start, allowance).check(&mut Search::new());
    }
}

/// The best way to every cell, and back to the start, by trying all there are.
struct AllWays<'a> {
    case: &'a Case,
    best: HashMap<Cell, (u32, usize, Vec<usize>)>,
    round_trip: Option<(u32, usize, Vec<usize>)>,
}

impl AllWays<'_> {
    fn of(case: &Case) -> AllWays<'_> {
        let mut ways = AllWays { case, best: HashMap::new(), round_trip: None };
        ways.go_on(&mut vec![case.start], 0);
        ways
    }

    /// Tries every step from the end of a way. The rules of a walk, one after another.
    fn go_on(&mut self, way: &mut Vec<Cell>, spent: u32) {
        let case = self.case;
        let here = way[way.len() - 1];
        let pass_only = |cell| case.costs.pass_only().contains(cell);
        if !pass_only(here) {
            self.note(way, spent);
        }
        let came_back = way.len() > 1 && here == case.start;
        if came_back || (way.len() > 1 && case.stops.contains(here)) {
            return;
        }
        for (direction, next) in case.grid.neighbours(here) {
            let price = match case.first_steps {
                Some(prices) if way.len() == 1 => prices[direction.index()],
                _ => case.costs.price(here, direction),
            };
            let Some(price) = price else { continue };
            let total = spent + u32::from(price.get());
            let turns_round = pass_only(here) && way.len() > 1 && way[way.len() - 2] == next;
            if total <= u32::from(case.allowance) && !case.forbidden.contains(next) && !turns_round
            {
                way.push(next);
                self.go_on(way, total);
                way.pop();
            }
        }
    }

    fn note(&mut self, way: &[Cell], spent: u32) {
        let names = way.iter().map(|&cell| self.case.grid.printed_rank(cell)).collect();
        let label = (spent, way.len(), names);
        let here = way[way.len() - 1];
        if way.len() > 1 && here == self.case.start {
            if self.round_trip.as_ref().is_none_or(|known| label < *known) {
                self.round_trip = Some(label);
            }
        } else if self.best.get(&here).is_none_or(|known| label < *known) {
            self.best.insert(here, label);
        }
    }
}

proptest! {
    #[test]
    fn reach_and_paths_are_the_best_of_all_ways(
        grid in grids(4, 4), seed: u64, dearest in 1u64..4, shares in shares(), start: usize,
        allowance in 0u8..6,
    ) {
        let mut case = Case::new(grid, seed, dearest, shares, start, allowance);
        // A round trip over two pass-only cells in a row is beyond the search, and so is a start in one.
        let lonely = *case.costs.pass_only() - case.costs.pass_only().neighbours(&case.grid);
        case.costs = case.costs.with_pass_only(lonely - CellSet::of(case.start));

        let all = AllWays::of(&case);
        let mut search = Search::new();
        let reach = search.reach(&case.costs, case.walk());
        let label = |path: field::Path| {
            let names = path.iter().map(|&cell| case.grid.printed_rank(cell)).collect();
            (u32::from(path.cost()), path.len(), names)
        };
        for cell in case.grid.cells() {
            prop_assert_eq!(reach.path(cell).map(label), all.best.get(&cell).cloned(), "{:?}", cell);
        }
        prop_assert_eq!(reach.round_trip_cost(), reach.round_trip().map(|trip| trip.cost()));
        prop_assert_eq!(reach.has_round_trip(), reach.round_trip().is_some());
        prop_assert_eq!(reach.round_trip().map(label), all.round_trip);
    }
}
