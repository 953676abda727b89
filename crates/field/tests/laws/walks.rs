//! The rules of a walk, one by one, on a small sheet of hexes.

use std::num::NonZeroU8;

use field::{Cell, CellSet, Direction, Grid, Reach, Search, Shape, StepCosts, Walk};

/// Seven columns of seven and six hexes; everything costs one point except what a test says.
struct Table {
    grid: Grid,
    costs: StepCosts,
    search: Search,
}

impl Table {
    fn new() -> Table {
        let shape = Shape::HexFlat { columns: 7, rows_odd: 7, rows_even: 6 };
        let grid = Grid::new(shape).unwrap();
        let costs = StepCosts::new(&grid, |_, _, _| NonZeroU8::new(1));
        Table { grid, costs, search: Search::new() }
    }

    /// The same sheet with every step closed until a test opens it.
    fn closed() -> Table {
        let mut table = Table::new();
        table.costs = StepCosts::new(&table.grid, |_, _, _| None);
        table
    }

    fn cell(&self, name: &str) -> Cell {
        self.grid.cell(name).unwrap()
    }

    fn cells(&self, names: &str) -> CellSet {
        names.split_whitespace().map(|name| self.cell(name)).collect()
    }

    /// Every step into these hexes costs so much; 0 closes them.
    fn cost(mut self, names: &str, points: u8) -> Table {
        for to in &self.cells(names) {
            for (direction, from) in self.grid.neighbours(to) {
                self.costs.set_price(from, direction.opposite(), NonZeroU8::new(points));
            }
        }
        self
    }

    /// The step from one hex to the next, in that direction only, costs so much; 0 closes it.
    fn step(mut self, from: &str, to: &str, points: u8) -> Table {
        let (from, to) = (self.cell(from), self.cell(to));
        let direction = self.grid.direction(from, to).unwrap();
        self.costs.set_price(from, direction, NonZeroU8::new(points));
        self
    }

    fn pass_only(mut self, names: &str) -> Table {
        let cells = self.cells(names);
        self.costs = self.costs.with_pass_only(cells);
        self
    }

    fn reach<'s>(&'s mut self, walk: Walk<'s>) -> Reach<'s> {
        self.search.reach(&self.costs, walk)
    }

    fn costs_of(&mut self, walk: Walk<'_>, names: &str) -> Vec<Option<u8>> {
        let cells: Vec<Cell> = names.split_whitespace().map(|name| self.cell(name)).collect();
        let reach = self.reach(walk);
        cells.into_iter().map(|cell| reach.cost(cell)).collect()
    }

    fn path(&mut self, walk: Walk<'_>, to: &str) -> Option<String> {
        let to = self.cell(to);
        let path = self.reach(walk).path(to)?;
        Some(self.names(&path))
    }

    fn names(&self, path: &[Cell]) -> String {
        path.iter().map(|&cell| self.grid.name(cell).to_string()).collect::<Vec<_>>().join(" ")
    }
}

#[test]
fn open_ground_is_reached_to_the_distance_of_the_allowance() {
    let mut table = Table::new();
    let start = table.cell("0404");
    for allowance in 0..9 {
        let disc = table.grid.disc(start, usize::from(allowance));
        assert_eq!(table.reach(Walk::new(start, allowance)).destinations(), disc);
    }
}

#[test]
fn a_step_needs_its_full_price_in_hand() {
    let mut table = Table::new().cost("0403", 3);
    let start = table.cell("0404");
    assert_eq!(table.costs_of(Walk::new(start, 2), "0403 0402"), [None, None]);
    assert_eq!(table.costs_of(Walk::new(start, 3), "0403 0402"), [Some(3), Some(3)]);
    assert_eq!(table.costs_of(Walk::new(start, 4), "0403 0402"), [Some(3), Some(3)]);
}

#[test]
fn prices_may_differ_by_side_and_by_direction() {
    let mut table = Table::new().cost("0403", 3).step("0404", "0403", 1).step("0403", "0404", 0);
    let (near, far) = (table.cell("0404"), table.cell("0403"));
    assert_eq!(table.costs_of(Walk::new(near, 1), "0403"), [Some(1)]);
    assert_eq!(table.costs_of(Walk::new(far, 1), "0404"), [None]);
    assert_eq!(table.path(Walk::new(far, 2), "0404").unwrap(), "0403 0304 0404");
}

#[test]
fn a_forbidden_cell_is_neither_entered_nor_passed() {
    let mut table = Table::new();
    let wall = table.cells("0401 0402 0403 0404 0405 0406");
    let start = table.cell("0304");
    let walk = Walk::new(start, 20).avoiding(&wall);
    let reach = table.reach(walk).destinations();
    assert!(!reach.intersects(&wall));
    assert!(reach.iter().all(|cell| cell.column() < 3));
    assert_eq!(reach.len(), 7 + 6 + 7);
}

#[test]
fn a_stop_cell_is_entered_but_not_left() {
    let mut table = Table::new();
    let stops = table.cells("0401 0402 0403 0404 0405 0406");
    let start = table.cell("0304");
    let reach = table.reach(Walk::new(start, 20).stopping_at(&stops)).destinations();
    assert!(stops.is_subset(&reach));
    assert!(reach.iter().all(|cell| cell.column() <= 3));
}

#[test]
fn the_start_is_left_even_if_it_is_a_stop_cell() {
    let mut table = Table::new();
    let stops = table.cells("0404");
    let start = table.cell("0404");
    let reach = table.reach(Walk::new(start, 2).stopping_at(&stops)).destinations();
    assert_eq!(reach, table.grid.disc(start, 2));
}

#[test]
fn the_start_is_left_even_if_it_is_forbidden() {
    let mut table = Table::new();
    let friends = table.cells("0404 0403");
    let start = table.cell("0404");
    let walk = Walk::new(start, 1).avoiding(&friends);
    let reach = table.reach(walk);
    assert_eq!(reach.cost(start), Some(0));
    assert_eq!(reach.destinations().len(), 6);
    assert_eq!(reach.round_trip(), None, "what is forbidden is not entered again");
}

/// A river of closed hexes down column 4, with a ferry at 0403 between 0304 and 0504.
fn river_with_ferry() -> Table {
    Table::new()
        .cost("0401 0402 0403 0404 0405 0406", 0)
        .step("0304", "0403", 3)
        .step("0504", "0403", 3)
        .step("0403", "0303", 0)
        .step("0403", "0503", 0)
        .pass_only("0403")
}

#[test]
fn a_ferry_is_passed_but_never_stayed_in() {
    let mut table = river_with_ferry();
    let start = table.cell("0304");
    let across = |points| Walk::new(start, points);
    assert_eq!(table.costs_of(across(3), "0403 0504"), [None, None]);
    assert_eq!(table.costs_of(across(4), "0403 0504"), [None, Some(4)]);
    assert_eq!(table.path(across(6), "0505").unwrap(), "0304 0403 0504 0505");
    assert_eq!(table.path(across(6), "0403"), None);
    assert!(!table.reach(across(6)).destinations().contains(Cell::at(3, 2)));
}

#[test]
fn a_ferry_under_the_enemys_eyes_is_of_no_use() {
    let mut table = river_with_ferry();
    let start = table.cell("0304");
    let control = table.cells("0403");
    assert_eq!(table.costs_of(Walk::new(start, 9).stopping_at(&control), "0504"), [None]);
    assert_eq!(table.costs_of(Walk::new(start, 9).avoiding(&control), "0504"), [None]);
}

#[test]
fn the_first_step_may_have_prices_of_its_own() {
    let mut table = Table::new();
    let start = table.cell("0404");
    // Breaking contact: not from one controlled hex straight into another.
    let control = table.cells("0403 0503 0504 0402");
    let mut first = table.costs.steps_from(start);
    for (direction, next) in table.grid.neighbours(start) {
        if control.contains(next) {
            first[direction.index()] = None;
        }
    }
    let walk = Walk::new(start, 3).stopping_at(&control).starting_with(first);
    assert_eq!(table.costs_of(walk, "0403 0405 0503 0402"), [Some(2), Some(1), None, Some(3)]);
    assert_eq!(table.path(walk, "0403").unwrap(), "0404 0304 0403");

    // A step at any price, once.
    let mut dear = table.costs.steps_from(start);
    dear[Direction::North.index()] = NonZeroU8::new(3);
    let walk = Walk::new(start, 3).starting_with(dear);
    assert_eq!(table.costs_of(walk, "0403"), [Some(2)], "the way round is cheaper");
}

#[test]
fn of_equally_cheap_ways_the_one_with_fewer_steps_is_taken() {
    // Straight up costs 3 + 1, round the corner three times 1.
    let mut table = Table::new().cost("0403 0503", 3);
    let start = table.cell("0404");
    let walk = Walk::new(start, 6);
    assert_eq!(table.costs_of(walk, "0402 0403"), [Some(3), Some(3)]);
    assert_eq!(table.path(walk, "0402").unwrap(), "0404 0304 0303 0402");
    let mut table = table.cost("0303", 2);
    assert_eq!(table.path(walk, "0402").unwrap(), "0404 0403 0402");
}

#[test]
fn of_equally_short_ways_the_smallest_numbers_are_taken() {
    let mut table = Table::new();
    let start = table.cell("0404");
    assert_eq!(table.path(Walk::new(start, 9), "0602").unwrap(), "0404 0403 0503 0602");
    assert_eq!(table.path(Walk::new(start, 9), "0206").unwrap(), "0404 0305 0205 0206");
    assert_eq!(table.path(Walk::new(start, 9), "0404").unwrap(), "0404");
}

#[test]
fn on_squares_the_smallest_numbers_are_counted_along_the_rows() {
    let grid = Grid::new(Shape::Square { columns: 4, rows: 4 }).unwrap();
    let costs = StepCosts::new(&grid, |_, _, _| NonZeroU8::new(1));
    let mut search = Search::new();
    let reach = search.reach(&costs, Walk::new(grid.cell("1,0").unwrap(), 4));
    let path = reach.path(grid.cell("1,2").unwrap()).unwrap();
    let names: Vec<String> = path.iter().map(|&cell| grid.name(cell).to_string()).collect();
    assert_eq!(names, ["1,0", "0,1", "1,2"]);
}

#[test]
fn a_round_trip_ends_where_it_began() {
    let mut table = Table::new();
    let start = table.cell("0404");
    let trip = table.reach(Walk::new(start, 2)).round_trip().unwrap();
    assert_eq!(trip.cost(), 2);
    assert_eq!(table.names(&trip), "0404 0304 0404");
    assert_eq!(table.reach(Walk::new(start, 1)).round_trip(), None);

    let all_round = table.cells("0403 0405 0304 0305 0504 0505");
    let walk = Walk::new(start, 9).stopping_at(&all_round);
    assert_eq!(table.reach(walk).round_trip(), None, "nobody comes back from control");
}

#[test]
fn of_equally_cheap_round_trips_the_one_with_fewer_steps_is_taken() {
    let mut table = Table::closed()
        .step("0404", "0504", 3)
        .step("0504", "0404", 1)
        .step("0404", "0304", 1)
        .step("0304", "0305", 1)
        .step("0305", "0404", 2);
    let start = table.cell("0404");
    let trip = table.reach(Walk::new(start, 4)).round_trip().unwrap();
    assert_eq!(trip.cost(), 4);
    assert_eq!(table.names(&trip), "0404 0504 0404");
}

#[test]
fn a_round_trip_does_not_turn_round_on_a_ferry() {
    let mut table = river_with_ferry().step("0403", "0304", 1);
    let start = table.cell("0304");
    // Shut in but for the ferry.
    let shut = table.cells("0303 0305 0203 0204");
    let walk = |points| Walk::new(start, points).avoiding(&shut);
    assert_eq!(table.reach(walk(7)).round_trip(), None);
    let trip = table.reach(walk(8)).round_trip().unwrap();
    assert_eq!(table.names(&trip), "0304 0403 0504 0403 0304");
}

#[test]
fn a_start_that_is_not_on_the_sheet_reaches_nothing() {
    let mut table = Table::new();
    for stranger in [Cell::at(1, 6), Cell::at(40, 40)] {
        let walk = Walk::new(stranger, 9).starting_with([NonZeroU8::new(1); 8]);
        let reach = table.reach(walk);
        assert!(reach.destinations().is_empty());
        assert_eq!(reach.cost(stranger), None);
        assert!(reach.path(stranger).is_none() && reach.round_trip().is_none());
        let slow = field::reach_slow(&table.grid, &table.costs, walk);
        assert_eq!(slow.cost(stranger), None);
    }
}

#[test]
fn a_reach_can_be_read_by_points() {
    let mut table = Table::new();
    let start = table.cell("0404");
    let grid = table.grid.clone();
    let reach = table.reach(Walk::new(start, 3));
    for points in 0..6u8 {
        assert_eq!(reach.within(points), grid.disc(start, usize::from(points.min(3))));
    }
}
