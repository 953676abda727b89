//! The columns and tables of Blue & Gray, and the rows that its games make.

use atlas::{BySide, Side};
use field::Cell;
use rules::blue_gray::Battle;

use super::digest::Tally;
use super::rows::KeptGame;
use super::watch::from_bits;
use crate::rows::GameRow;
use crate::summary::Summary;
use crate::tables::{Column, Datum, Kind, Schema, key};

/// Further columns of the table of games.
pub const GAME_COLUMNS: &[Column] = &[
    ("attacks", Kind::Number),
    ("union_units_lost", Kind::Number),
    ("union_strength_lost", Kind::Number),
    ("confederate_units_lost", Kind::Number),
    ("confederate_strength_lost", Kind::Number),
];

/// Further columns of the table of turns.
pub const TURN_COLUMNS: &[Column] = &[
    ("union_units", Kind::Number),
    ("union_strength", Kind::Number),
    ("union_hexes", Kind::Number),
    ("confederate_units", Kind::Number),
    ("confederate_strength", Kind::Number),
    ("confederate_hexes", Kind::Number),
    ("confederate_holds", Kind::Text),
];

/// A row an attack.
pub const ATTACKS: Schema = Schema {
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
pub const DEATHS: Schema = Schema {
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
pub const GROUND: Schema = Schema {
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

/// The further columns of a game.
pub fn game(kept: &KeptGame) -> Vec<Datum> {
    let lost = |side: Side| {
        let of_side = kept.deaths.iter().filter(move |death| death.side == side);
        let strength: i64 = of_side.clone().map(|death| i64::from(death.strength)).sum();
        [Datum::count(of_side.count()), Datum::Number(strength)]
    };
    let attacks = Datum::count(kept.attacks.len());
    let losses = lost(Side::Union).into_iter().chain(lost(Side::Confederate));
    std::iter::once(attacks).chain(losses).collect()
}

/// The further columns of a game's turns.
pub fn turns(battle: &Battle, kept: &KeptGame) -> Vec<Vec<Datum>> {
    let hexes =
        |bits: &str| Datum::count(from_bits(battle.grid(), bits).map_or(0, |set| set.len()));
    kept.turns
        .iter()
        .map(|turn| {
            vec![
                Datum::number(turn.units.union),
                Datum::number(turn.strength.union),
                hexes(&turn.grip.union),
                Datum::number(turn.units.confederate),
                Datum::number(turn.strength.confederate),
                hexes(&turn.grip.confederate),
                Datum::Text(turn.confederate_holds.join(" ")),
            ]
        })
        .collect()
}

/// The rows of a game's attacks.
pub fn attacks<'a>(
    row: &'a GameRow,
    kept: &'a KeptGame,
) -> impl Iterator<Item = Vec<Datum>> + use<'a> {
    kept.attacks.iter().enumerate().map(move |(index, attack)| {
        let (own, enemy) = (attack.side, attack.side.other());
        let [set, game] = key(row);
        vec![
            set,
            game,
            Datum::count(index + 1),
            Datum::number(attack.turn),
            Datum::text(own.word()),
            Datum::text(&attack.defenders),
            Datum::text(&attack.attackers),
            Datum::text(&attack.guns),
            Datum::number(attack.strength),
            Datum::number(attack.defence),
            Datum::text(&attack.odds),
            Datum::number(attack.die),
            Datum::text(&attack.result),
            Datum::number(attack.units_lost[own]),
            Datum::number(attack.strength_lost[own]),
            Datum::number(attack.units_lost[enemy]),
            Datum::number(attack.strength_lost[enemy]),
            Datum::Flag(attack.advanced),
        ]
    })
}

/// The rows of those a game cost.
pub fn deaths<'a>(
    row: &'a GameRow,
    kept: &'a KeptGame,
) -> impl Iterator<Item = Vec<Datum>> + use<'a> {
    kept.deaths.iter().map(move |death| {
        let [set, game] = key(row);
        vec![
            set,
            game,
            Datum::number(death.turn),
            Datum::text(death.phasing.word()),
            Datum::text(death.side.word()),
            Datum::text(&death.unit),
            Datum::number(death.strength),
            death.hex.as_deref().map_or(Datum::Nothing, Datum::text),
            Datum::text(death.cause.word()),
            Datum::number(death.points),
            death.attack.map_or(Datum::Nothing, Datum::number),
        ]
    })
}

/// The rows of the ground under all games of a set.
pub fn ground<'a>(
    set: usize,
    battle: &'a Battle,
    summary: &'a Summary,
    tally: &'a Tally,
) -> impl Iterator<Item = Vec<Datum>> + use<'a> {
    let turns = summary.turns.iter().zip(&tally.turns).enumerate();
    turns.flat_map(move |(index, (common, turn))| {
        battle.grid().cells().map(move |cell: Cell| {
            let at =
                |counts: &BySide<Vec<u32>>, side: Side| Datum::number(counts[side][cell.index()]);
            vec![
                Datum::count(set + 1),
                Datum::count(index + 1),
                Datum::text(&battle.grid().name(cell).to_string()),
                Datum::count(common.reached),
                at(&turn.grip, Side::Union),
                at(&turn.grip, Side::Confederate),
                at(&turn.deaths, Side::Union),
                at(&turn.deaths, Side::Confederate),
            ]
        })
    })
}
