//! The columns and tables of the Grand-tactical system, and the rows that its games make.

use atlas::Side;
use rules::grand_tactical::Battle;

use super::digest::Tally;
use super::rows::{KeptGame, Lost};
use crate::rows::GameRow;
use crate::tables::{Column, Datum, Kind, Schema, key};

/// Further columns of the table of games.
pub const GAME_COLUMNS: &[Column] = &[
    ("union_infantry_lost", Kind::Number),
    ("union_cavalry_lost", Kind::Number),
    ("union_guns_lost", Kind::Number),
    ("union_routs", Kind::Number),
    ("union_leaders_lost", Kind::Number),
    ("confederate_infantry_lost", Kind::Number),
    ("confederate_cavalry_lost", Kind::Number),
    ("confederate_guns_lost", Kind::Number),
    ("confederate_routs", Kind::Number),
    ("confederate_leaders_lost", Kind::Number),
];

/// Further columns of the table of turns.
pub const TURN_COLUMNS: &[Column] = &[
    ("union_men_lost", Kind::Number),
    ("union_guns_lost", Kind::Number),
    ("union_units", Kind::Number),
    ("union_routed", Kind::Number),
    ("union_fatigue", Kind::Number),
    ("confederate_men_lost", Kind::Number),
    ("confederate_guns_lost", Kind::Number),
    ("confederate_units", Kind::Number),
    ("confederate_routed", Kind::Number),
    ("confederate_fatigue", Kind::Number),
    ("objectives", Kind::Number),
];

/// A row a formation and game.
pub const FORMATIONS: Schema = Schema {
    name: "formations",
    columns: &[
        ("set", Kind::Number),
        ("game", Kind::Number),
        ("side", Kind::Text),
        ("formation", Kind::Text),
        ("infantry_lost", Kind::Number),
        ("cavalry_lost", Kind::Number),
        ("guns_lost", Kind::Number),
    ],
};

/// A row a square where men fell, over all games of a set.
pub const FELL: Schema = Schema {
    name: "fell",
    columns: &[
        ("set", Kind::Number),
        ("square", Kind::Text),
        ("union_men", Kind::Number),
        ("confederate_men", Kind::Number),
    ],
};

/// The further columns of a game.
pub fn game(kept: &KeptGame) -> Vec<Datum> {
    let of = |side: Side| {
        let Lost { infantry, cavalry, guns } =
            kept.turns.last().map(|turn| turn.lost[side]).unwrap_or_default();
        [infantry, cavalry, guns, kept.whole.routs[side], kept.whole.leaders[side]]
    };
    Side::BOTH.into_iter().flat_map(of).map(Datum::number).collect()
}

/// The further columns of a game's turns.
pub fn turns(kept: &KeptGame) -> Vec<Vec<Datum>> {
    let row = |turn: &super::rows::KeptTurn| {
        let of = |side: Side| {
            let lost = turn.lost[side];
            [lost.men(), lost.guns, turn.units[side], turn.routed[side], turn.fatigue[side]]
        };
        let mut row: Vec<Datum> = Side::BOTH.into_iter().flat_map(of).map(Datum::number).collect();
        row.push(Datum::number(turn.objectives.iter().sum::<i32>()));
        row
    };
    kept.turns.iter().map(row).collect()
}

/// The rows of a game's formations.
pub fn formations<'a>(
    row: &'a GameRow,
    kept: &'a KeptGame,
) -> impl Iterator<Item = Vec<Datum>> + use<'a> {
    Side::BOTH.into_iter().flat_map(move |side| {
        kept.whole.formations[side].iter().map(move |(name, lost)| {
            let [set, game] = key(row);
            vec![
                set,
                game,
                Datum::text(side.word()),
                Datum::text(name),
                Datum::number(lost.infantry),
                Datum::number(lost.cavalry),
                Datum::number(lost.guns),
            ]
        })
    })
}

/// The rows of the squares where men fell.
pub fn fell<'a>(
    set: usize,
    battle: &'a Battle,
    tally: &'a Tally,
) -> impl Iterator<Item = Vec<Datum>> + use<'a> {
    let men = |side: Side, cell: field::Cell| tally.fell[side][cell.index()];
    battle.grid.cells().filter_map(move |cell| {
        let [union, confederate] = Side::BOTH.map(|side| men(side, cell));
        (union + confederate > 0).then(|| {
            vec![
                Datum::count(set + 1),
                Datum::text(&battle.name(cell)),
                Datum::count(union as usize),
                Datum::count(confederate as usize),
            ]
        })
    })
}
