//! The tables of the rulebook are those of the battle: each is written here from the data, and must stand in the book
//! as it is written.

use std::fmt::{Display, Write};

use atlas::battle::Weapon;
use rules::grand_tactical::tables::{Entry, Modifier, Row, Tables};

use crate::fixture::Game;

/// The rulebook.
pub const BOOK: &str = include_str!("../../../../docs/rules/grand-tactical.md");

/// A table as Markdown has it.
pub struct Table(pub String);

impl Table {
    /// A table with these heads.
    pub fn new(heads: &[&str]) -> Table {
        let mut table = Table(String::new());
        table.row(heads[0], &heads[1..]);
        let _ = writeln!(table.0, "|{}", " --- |".repeat(heads.len()));
        table
    }

    /// Adds a row.
    pub fn row<T: Display>(&mut self, head: impl Display, cells: &[T]) {
        let _ = write!(self.0, "| {head} |");
        cells.iter().for_each(|cell| {
            let _ = write!(self.0, " {cell} |");
        });
        self.0.push('\n');
        // An empty corner has one space, not two.
        self.0 = self.0.replace("|  |", "| |");
    }
}

fn prices(row: Row<Entry>) -> [String; 3] {
    row.map(|Entry { side, corner }| match corner {
        0 => format!("{side}(P)"),
        corner => format!("{side}({corner})"),
    })
}

fn more(row: Row<u8>) -> [String; 3] {
    row.map(|points| format!("+{points}"))
}

fn or_prohibited<T: Display>(value: Option<T>, sign: &str) -> String {
    value.map_or("P".into(), |value| format!("{sign}{value}"))
}

fn costs(tables: &Tables) -> String {
    let costs = &tables.costs;
    let mut table =
        Table::new(&["", "infantry; cavalry on foot", "mounted cavalry", "limbered artillery"]);
    for (name, row) in [
        ("Clear", costs.clear),
        ("Town", costs.town),
        ("Woods", costs.woods),
        ("Cornfield", costs.cornfield),
    ] {
        table.row(name, &prices(row));
    }
    table.row("River, stream", &["P"; 3]);
    table.row("Ford", &prices(costs.ford));
    table.row("Bridge", &prices(costs.bridge));
    table.row("Along a road", &prices(costs.road));
    table.row("Into a higher square", &more(costs.higher));
    table.row("The same along a road", &more(costs.higher_by_road));
    table.row("Into or out of an enemy zone of control", &more(costs.zone));
    table.row(
        "From one enemy zone to another",
        &costs.zone_to_zone.map(|extra| or_prohibited(extra, "+")),
    );
    let [foot, mounted, guns] = costs.change_mode;
    let guns = format!("{guns}; horse artillery {}", costs.horse_artillery_mode);
    table.row("Change of mode", &[foot.to_string(), mounted.to_string(), guns]);
    table.row(
        "Unlimber in an enemy zone",
        &["-".into(), "-".into(), costs.unlimber_in_zone.to_string()],
    );
    table.row("A level of works", &[costs.fortify.to_string(), "P".into(), "P".into()]);
    table.row("Fire, each time", &costs.fire);
    table.row("Melee, attacking", &costs.melee.map(|points| or_prohibited(points, "")));
    table.row("Melee, defending", &costs.defend);
    table.0
}

fn weapons(tables: &Tables) -> String {
    let mut table = Table::new(&["", "weapon", "1", "2", "3", "4-6", "7-10", "11-15"]);
    for (weapon, name) in Weapon::ALL.into_iter().zip(WEAPONS) {
        let rate = |range: usize| tables.weapons.rate(weapon, range);
        // Within a column all ranges are alike.
        for (from, to) in [(4, 6), (7, 10), (11, 15)] {
            assert!((from..=to).all(|range| rate(range) == rate(from)), "{}", weapon.word());
        }
        let rates = [1, 2, 3, 4, 7, 11].map(|range| rate(range).to_string());
        table.row(weapon.word(), &[&[name.to_owned()][..], &rates[..]].concat());
    }
    table.0
}

const WEAPONS: [&str; 17] = [
    "rifles",
    "muskets",
    "rifles and muskets",
    "rifles and Sharps rifles",
    "rifles and shotguns",
    "Sharps rifles",
    "rifles and carbines",
    "carbines",
    "pistols",
    "shotguns",
    "6-pounder smoothbores",
    "12-pounder Napoleons",
    "3-inch rifles",
    "12-pounder howitzers",
    "24-pounder howitzers",
    "10-pounder Parrotts",
    "20-pounder Parrotts",
];

fn melee(tables: &Tables) -> String {
    let mut table = Table::new(&[
        "difference",
        "attackers lose",
        "defenders lose",
        "attackers retreat",
        "defenders retreat",
    ]);
    let mut least: Option<i32> = None;
    for row in &tables.melee.rows {
        let range = match (least, row.up_to) {
            (None, Some(most)) => format!("{most} or less"),
            (Some(least), Some(most)) => format!("{least} to {most}"),
            (Some(least), None) => format!("{least} or more"),
            (None, None) => "any".into(),
        };
        least = row.up_to.map(|most| most + 1);
        let random = tables.melee.random;
        let lose = |men: u16| match men {
            0 => format!("1-{random}"),
            men => format!("{men} + 1-{random}"),
        };
        let chance = |chance: u8| format!("{chance} %");
        table.row(
            range,
            &[
                lose(row.attacker),
                lose(row.defender),
                chance(row.attacker_retreats),
                chance(row.defender_retreats),
            ],
        );
    }
    table.0
}

fn ground(tables: &Tables) -> String {
    let modifiers = &tables.modifiers;
    let mut table = Table::new(&["", "fire", "melee"]);
    let pair = |Modifier { fire, melee }: Modifier| [fire, melee];
    for (name, modifier) in [
        ("Target or defenders in woods", modifiers.woods),
        ("in a town", modifiers.town),
        ("in corn", modifiers.cornfield),
        ("on a higher level", modifiers.higher),
        ("Attackers on a bridge or at a ford", modifiers.crossing),
    ] {
        table.row(name, &pair(modifier));
    }
    table.0
}

fn modes(tables: &Tables) -> String {
    let modifiers = &tables.modifiers;
    let mut table = Table::new(&["", "fire", "melee"]);
    let pair = |Modifier { fire, melee }: Modifier| [fire, melee];
    for (name, modifier) in [
        ("Infantry in column", modifiers.column),
        ("Mounted cavalry", modifiers.mounted),
        ("Cavalry on foot: horse-holders", modifiers.dismounted),
        ("Routed, instead of the mode", modifiers.routed),
    ] {
        table.row(name, &pair(modifier));
    }
    table.0
}

fn others(tables: &Tables) -> String {
    let m = &tables.modifiers;
    let mut table = Table::new(&["", "fire", "melee"]);
    let mut row = |name: &str, fire: String, melee: String| table.row(name, &[fire, melee]);
    let none = || "-".to_owned();
    row("Leaders", "100 + bonuses".into(), "100 + bonuses".into());
    row(
        "Fatigue of the firer",
        format!("100 - fatigue, at least {}", m.least_fatigue_factor),
        none(),
    );
    row("Ammunition gives out with this shot", m.no_ammunition.fire.to_string(), none());
    row("Out of ammunition", none(), m.no_ammunition.melee.to_string());
    row(
        "Battle time",
        format!("10 for each point left, at least {}", 10 * u16::from(m.least_battle_time)),
        none(),
    );
    row("Works of the target", format!("100 - {} for each level", m.fortification), none());
    row(
        "Flanked, for the attacker",
        m.flank_to_attacker.to_string(),
        m.flank_to_attacker.to_string(),
    );
    row(
        "Flanked, for the defender",
        format!("{} in defensive melee fire", m.flank_to_defender),
        m.flank_to_defender.to_string(),
    );
    row(
        "Density",
        format!(
            "100 + (men - {}) / {}, at most {} either way",
            m.density_men, m.density_step, m.density_most
        ),
        none(),
    );
    row("Difficulty", "see 2.1".into(), "on the losses".into());
    let (low, high) = (100 - m.random, 100 + m.random);
    row("Chance", format!("{low} to {high}"), format!("{low} to {high}, each side"));
    table.0
}

fn fatigue(tables: &Tables) -> String {
    let fatigue = &tables.fatigue;
    let mut table = Table::new(&["", "fatigue"]);
    let casualties = format!(
        "{} men for one point; from {} men on, losses × {} / men, with men at most {}",
        fatigue.casualty_divisor,
        fatigue.proportional_from,
        fatigue.proportional_rate,
        fatigue.proportional_to
    );
    for (name, points) in [
        ("A square in line or on foot", fatigue.square.to_string()),
        ("A square in column, mounted or limbered", fatigue.square_in_column.to_string()),
        ("A point of force march", fatigue.force_march.to_string()),
        ("A level of works by order", fatigue.fortify.to_string()),
        ("A leader lost", fatigue.leader_lost.to_string()),
        ("Friends retreat into the square or through it", fatigue.passed_through.to_string()),
        ("Casualties", casualties),
    ] {
        table.row(name, &[points]);
    }
    table.0
}

fn recovery(tables: &Tables) -> String {
    let morale = &tables.morale;
    let mut table = Table::new(&["", "not in an enemy zone", "in an enemy zone"]);
    let per_cent = |chance: u8| format!("{chance} %");
    let (both, one, none) =
        (morale.recovery_with_leader, morale.recovery_with_one, morale.recovery_with_neither);
    table.row("Brigade leader alive", &[per_cent(both), per_cent(one)]);
    table.row("Brigade leader lost", &[per_cent(one), per_cent(none)]);
    table.0
}

fn eligibility(tables: &Tables) -> String {
    let ammunition = &tables.ammunition;
    let at_once = ammunition.eligible.iter().take_while(|&&chance| chance == 100).count();
    let first = format!("0 to {}", at_once - 1);
    let far = ammunition.eligible.len();
    let mut heads = vec!["squares to the leader".to_owned(), first];
    heads.extend((at_once..far).map(|squares| squares.to_string()));
    heads.extend([format!("{far} or more"), "those who trace to nobody".into()]);
    let mut table = Table::new(&heads.iter().map(String::as_str).collect::<Vec<_>>());
    let chances = ammunition.eligible[at_once..].iter().map(|chance| format!("{chance} %"));
    let mut cells = vec!["supplied at once".to_owned()];
    cells.extend(chances);
    cells.extend(["none".into(), format!("{} %", ammunition.eligible_apart)]);
    table.row("eligible", &cells);
    table.0
}

fn resupply(tables: &Tables) -> String {
    let mut table =
        Table::new(&["", "artillery", "artillery, mid-turn", "others", "others, mid-turn"]);
    for (name, side) in [("Union", atlas::Side::Union), ("Confederate", atlas::Side::Confederate)] {
        let row = tables.ammunition.resupply[side];
        let chances = [row.guns, row.guns_mid_turn, row.others, row.others_mid_turn];
        table.row(name, &chances.map(|chance| format!("{chance} %")));
    }
    table.0
}

fn visibility(tables: &Tables) -> String {
    let sight = &tables.sight;
    let mut spans: Vec<(usize, usize, u8)> = Vec::new();
    for (index, &light) in sight.visibility.iter().enumerate() {
        match spans.last_mut() {
            Some((_, last, same)) if *same == light => *last = index + 1,
            _ => spans.push((index + 1, index + 1, light)),
        }
    }
    let name = |&(first, last, _): &(usize, usize, u8)| match first == last {
        true => format!("turn {first}"),
        false => format!("turns {first}-{last}"),
    };
    let heads: Vec<String> =
        std::iter::once("level".to_owned()).chain(spans.iter().map(name)).collect();
    let mut table = Table::new(&heads.iter().map(String::as_str).collect::<Vec<_>>());
    for level in 1..=4u32 {
        let squares = spans.iter().map(|&(_, _, light)| {
            (level * u32::from(sight.squares_a_level) * u32::from(light) / 100).max(1)
        });
        table.row(level, &squares.collect::<Vec<_>>());
    }
    table.row("light", &spans.iter().map(|span| format!("{} %", span.2)).collect::<Vec<_>>());
    table.0
}

fn heights(tables: &Tables) -> String {
    let sight = &tables.sight;
    let mut table = Table::new(&["", "feet"]);
    for (name, feet) in [
        ("A level", sight.feet_a_level),
        ("Town", sight.town),
        ("Woods", sight.woods),
        ("Corn", sight.cornfield),
        ("A unit, and the eye of one", sight.unit),
    ] {
        table.row(name, &[feet]);
    }
    table.0
}

fn difficulty(tables: &Tables) -> String {
    let levels = &tables.difficulty;
    let mut table = Table::new(&[
        "difficulty",
        "inflicted by the Union",
        "inflicted by the Confederates",
        "Union activations",
    ]);
    for level in 0..5 {
        table.row(
            level + 1,
            &[
                format!("{} %", levels.union[level]),
                format!("{} %", levels.confederate[level]),
                format!("{:+}", levels.activation[level]).replace("+0", "0"),
            ],
        );
    }
    table.0
}

fn timetable(tables: &Tables) -> String {
    let [before, then] = tables.timetable.chances;
    let mut table =
        Table::new(&["formation", &format!("{before} %"), &format!("{then} %"), "certain"]);
    for formation in &tables.timetable.formations {
        let turn = formation.turn;
        let name = match &formation.corps {
            Some(corps) => format!("{corps} Corps"),
            None => format!("{}'s cavalry", formation.name),
        };
        table.row(name, &[turn - 1, turn, turn + 1].map(|turn| format!("turn {turn}")));
    }
    table.0
}

fn score(tables: &Tables) -> String {
    let score = &tables.score;
    let mut table = Table::new(&["lost by the enemy", "points"]);
    for (name, points) in [
        ("An infantryman", score.infantryman),
        ("A cavalryman", score.cavalryman),
        ("A gun", score.gun),
        ("The leader of a brigade (advanced)", score.brigade_leader),
        ("The leader of a division (advanced)", score.division_leader),
        ("The leader of a Union corps (advanced)", score.corps_leader.union),
        ("The leader of a Confederate corps (advanced)", score.corps_leader.confederate),
    ] {
        table.row(name, &[points]);
    }
    table.0
}

fn levels(tables: &Tables) -> String {
    let mut table = Table::new(&["score", "level"]);
    let mut above: Option<i32> = None;
    for level in &tables.levels {
        let range = match (level.from, above) {
            (Some(from), None) => format!("{from} or more"),
            (Some(from), Some(above)) => format!("{from} to {}", above - 1),
            (None, Some(above)) => format!("{} or less", above - 1),
            (None, None) => "any".into(),
        };
        above = level.from;
        let who = level.winner.map_or(String::new(), |side| format!("{side} "));
        table.row(range, &[format!("{who}{}", level.level)]);
    }
    table.0
}

fn tables_of_the_book() -> Vec<(&'static str, String)> {
    let battle = Game::antietam(&[]);
    let tables = &battle.tables;
    vec![
        ("costs", costs(tables)),
        ("weapons", weapons(tables)),
        ("melee", melee(tables)),
        ("ground", ground(tables)),
        ("modes", modes(tables)),
        ("others", others(tables)),
        ("fatigue", fatigue(tables)),
        ("recovery", recovery(tables)),
        ("eligibility", eligibility(tables)),
        ("resupply", resupply(tables)),
        ("visibility", visibility(tables)),
        ("heights", heights(tables)),
        ("difficulty", difficulty(tables)),
        ("timetable", timetable(tables)),
        ("score", score(tables)),
        ("levels", levels(tables)),
    ]
}

/// [GT-T 1.0, GT-T 2.0, GT-T 3.0] Every table stands in the book as the data have it.
#[test]
fn t1_0_the_tables_of_the_book() {
    for (name, table) in tables_of_the_book() {
        assert!(BOOK.contains(&format!("\n{table}\n")), "{name}: the book must have\n\n{table}");
    }
}

/// [GT 7.4, 8.6, 8.8, 8.9, 5.2, 2.2, 10.2] The numbers that stand in sentences of the book.
#[test]
fn r7_4_the_numbers_of_the_book() {
    let battle = Game::antietam(&[]);
    let tables = &battle.tables;
    let (points, morale, ammunition) = (&tables.points, &tables.morale, &tables.ammunition);
    let command = &tables.command;
    let least = tables.least_casualties.as_ref().expect("a condition");
    let sentences = [
        format!(
            "**{}** operation points, **{}** out of command",
            points.in_command, points.out_of_command
        ),
        format!("up to **{}** that are left", points.carried_over),
        format!("morale below **{}**", morale.rout_below),
        format!("with a chance of **{} %**", morale.rout_chance),
        format!("fewer than **{}** men", morale.rout_men),
        format!("**{}** squares in a rout", morale.rout_squares),
        format!("**{}** squares from a melee", morale.retreat_squares),
        format!("**{} %** for each 100 casualties", morale.disruption),
        format!("one man in **{}**", morale.trapped),
        format!("**{} %** of infantry and cavalry", ammunition.runs_out),
        format!("**{} %** of artillery", ammunition.guns_run_out),
        format!("more than **{}** men (Confederate)", morale.rally_men.confederate),
        format!("more than **{}** (Union)", morale.rally_men.union),
        format!("morale of at least **{}**", morale.rally_from),
        format!("morale above **{}**", morale.recovers_above),
        format!("fatigue is above **{}**", morale.guns_give_way),
        format!("**{}** points take a gun", tables.points_per_gun),
        format!("one gun in **{}**", tables.melee.guns_lost),
        format!("counts as **{}** men", tables.melee.men_per_gun),
        format!("**{}** men are one point", tables.melee.differential),
        format!("fatigue is below **{}**", tables.fatigue.may_force_march_below),
        format!("effectiveness divided by **{}**", tables.fatigue.recovery_in_zone),
        format!("divided by **{}** elsewhere", tables.fatigue.recovery_elsewhere),
        format!("within **{}** squares (Confederate)", command.unit_to_division.confederate),
        format!("or **{}** (Union) of its division leader", command.unit_to_division.union),
        format!("fewer than **{}** men", least.men),
        format!("one to **{}** others", tables.most_fords),
    ];
    let book = BOOK.replace("\n> ", " ").replace('\n', " ");
    for sentence in sentences {
        assert!(book.contains(&sentence), "the book must say: {sentence}");
    }
}
