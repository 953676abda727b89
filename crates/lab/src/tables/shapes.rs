//! The columns of every table, and the rows that games make.

use atlas::{BySide, Side};
use field::Cell;
use rules::blue_gray::Battle;

use super::{Kind, Shape, Value};
use crate::plan::Study;
use crate::rows::GameRow;
use crate::summary::{Summary, level_name};
use crate::watch::from_bits;

/// A row a game.
pub static GAMES: Shape = Shape {
    name: "games",
    columns: &[
        ("set", Kind::Number),
        ("options", Kind::Text),
        ("game", Kind::Number),
        ("seed", Kind::Text),
        ("winner", Kind::MaybeText),
        ("level", Kind::Text),
        ("early", Kind::Flag),
        ("union_points", Kind::Number),
        ("confederate_points", Kind::Number),
        ("margin", Kind::Number),
        ("turns", Kind::Number),
        ("actions", Kind::Number),
        ("attacks", Kind::Number),
        ("union_units_lost", Kind::Number),
        ("union_strength_lost", Kind::Number),
        ("confederate_units_lost", Kind::Number),
        ("confederate_strength_lost", Kind::Number),
    ],
};

/// A row a game-turn, as it stood at its end.
pub static TURNS: Shape = Shape {
    name: "turns",
    columns: &[
        ("set", Kind::Number),
        ("game", Kind::Number),
        ("turn", Kind::Number),
        ("union_points", Kind::Number),
        ("confederate_points", Kind::Number),
        ("union_units", Kind::Number),
        ("union_strength", Kind::Number),
        ("union_hexes", Kind::Number),
        ("confederate_units", Kind::Number),
        ("confederate_strength", Kind::Number),
        ("confederate_hexes", Kind::Number),
        ("confederate_holds", Kind::Text),
    ],
};

/// A row an attack.
pub static ATTACKS: Shape = Shape {
    name: "attacks",
    columns: &[
        ("set", Kind::Number),
        ("game", Kind::Number),
        ("attack", Kind::Number),
        ("turn", Kind::Number),
        ("side", Kind::Text),
        ("defenders", Kind::Text),
        ("attackers", Kind::Text),
        ("guns", Kind::Text),
        ("strength", Kind::Number),
        ("defence", Kind::Number),
        ("odds", Kind::Text),
        ("die", Kind::Number),
        ("result", Kind::Text),
        ("attackers_lost", Kind::Number),
        ("attackers_strength_lost", Kind::Number),
        ("defenders_lost", Kind::Number),
        ("defenders_strength_lost", Kind::Number),
        ("advanced", Kind::Flag),
    ],
};

/// A row a unit eliminated.
pub static DEATHS: Shape = Shape {
    name: "deaths",
    columns: &[
        ("set", Kind::Number),
        ("game", Kind::Number),
        ("turn", Kind::Number),
        ("phasing", Kind::Text),
        ("side", Kind::Text),
        ("unit", Kind::Text),
        ("strength", Kind::Number),
        ("hex", Kind::MaybeText),
        ("cause", Kind::Text),
        ("points", Kind::Number),
        ("attack", Kind::MaybeNumber),
    ],
};

/// A row a hex and game-turn, over all games of a set.
pub static GROUND: Shape = Shape {
    name: "ground",
    columns: &[
        ("set", Kind::Number),
        ("turn", Kind::Number),
        ("hex", Kind::Text),
        ("games", Kind::Number),
        ("union_grip", Kind::Number),
        ("confederate_grip", Kind::Number),
        ("union_deaths", Kind::Number),
        ("confederate_deaths", Kind::Number),
    ],
};

fn number(value: impl Into<i64>) -> Value {
    Value::Number(value.into())
}

fn count(value: usize) -> Value {
    Value::Number(value as i64)
}

fn text(value: &str) -> Value {
    Value::Text(value.to_owned())
}

/// The first columns of every row: sets are counted from 1.
fn key(row: &GameRow) -> [Value; 2] {
    [number(row.set + 1), number(row.game)]
}

/// The row of a game.
pub fn game(study: &Study, battle: &Battle, row: &GameRow) -> Vec<Value> {
    let lost = |side: Side| {
        let of_side = row.deaths.iter().filter(move |death| death.side == side);
        let strength: i64 = of_side.clone().map(|death| i64::from(death.strength)).sum();
        [count(of_side.count()), Value::Number(strength)]
    };
    let [set, game] = key(row);
    let mut values = vec![
        set,
        text(&battle.options.numbers.join(" ")),
        game,
        text(&study.plan.game_seed(row.game).to_hex()),
        row.winner.map_or(Value::Nothing, |side| text(side.word())),
        text(&level_name(battle, row)),
        Value::Flag(row.early),
        number(row.points.union),
        number(row.points.confederate),
        number(row.margin()),
        number(row.turns.last().map_or(0, |turn| turn.turn)),
        number(row.actions),
        count(row.attacks.len()),
    ];
    values.extend(lost(Side::Union));
    values.extend(lost(Side::Confederate));
    values
}

/// The rows of a game's turns.
pub fn turns<'a>(
    battle: &'a Battle,
    row: &'a GameRow,
) -> impl Iterator<Item = Vec<Value>> + use<'a> {
    row.turns.iter().map(move |turn| {
        let hexes = |bits: &str| count(from_bits(battle.grid(), bits).map_or(0, |set| set.len()));
        let [set, game] = key(row);
        vec![
            set,
            game,
            number(turn.turn),
            number(turn.points.union),
            number(turn.points.confederate),
            number(turn.units.union),
            number(turn.strength.union),
            hexes(&turn.grip.union),
            number(turn.units.confederate),
            number(turn.strength.confederate),
            hexes(&turn.grip.confederate),
            text(&turn.confederate_holds.join(" ")),
        ]
    })
}

/// The rows of a game's attacks.
pub fn attacks<'a>(row: &'a GameRow) -> impl Iterator<Item = Vec<Value>> + use<'a> {
    row.attacks.iter().enumerate().map(move |(index, attack)| {
        let (own, enemy) = (attack.side, attack.side.other());
        let [set, game] = key(row);
        vec![
            set,
            game,
            count(index + 1),
            number(attack.turn),
            text(own.word()),
            text(&attack.defenders),
            text(&attack.attackers),
            text(&attack.guns),
            number(attack.strength),
            number(attack.defence),
            text(&attack.odds),
            number(attack.die),
            text(&attack.result),
            number(attack.units_lost[own]),
            number(attack.strength_lost[own]),
            number(attack.units_lost[enemy]),
            number(attack.strength_lost[enemy]),
            Value::Flag(attack.advanced),
        ]
    })
}

/// The rows of those a game cost.
pub fn deaths<'a>(row: &'a GameRow) -> impl Iterator<Item = Vec<Value>> + use<'a> {
    row.deaths.iter().map(move |death| {
        let [set, game] = key(row);
        vec![
            set,
            game,
            number(death.turn),
            text(death.phasing.word()),
            text(death.side.word()),
            text(&death.unit),
            number(death.strength),
            death.hex.as_deref().map_or(Value::Nothing, text),
            text(death.cause.word()),
            number(death.points),
            death.attack.map_or(Value::Nothing, number),
        ]
    })
}

/// The rows of the ground under all games of a set.
pub fn ground<'a>(
    set: usize,
    battle: &'a Battle,
    summary: &'a Summary,
) -> impl Iterator<Item = Vec<Value>> + use<'a> {
    summary.turns.iter().enumerate().flat_map(move |(index, turn)| {
        battle.grid().cells().map(move |cell: Cell| {
            let at = |counts: &BySide<Vec<u32>>, side: Side| number(counts[side][cell.index()]);
            vec![
                count(set + 1),
                count(index + 1),
                text(&battle.grid().name(cell).to_string()),
                count(turn.reached),
                at(&turn.grip, Side::Union),
                at(&turn.grip, Side::Confederate),
                at(&turn.deaths, Side::Union),
                at(&turn.deaths, Side::Confederate),
            ]
        })
    })
}
