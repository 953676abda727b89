//! The tables that every system has: a row a game and a row a turn.

use rules::System;

use super::{Datum, Kind, Schema, key};
use crate::plan::Study;
use crate::rows::GameRow;

/// A row a game.
pub static GAMES: Schema = Schema {
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
    ],
};

/// A row a game-turn, as it stood at its end.
pub static TURNS: Schema = Schema {
    name: "turns",
    columns: &[
        ("set", Kind::Number),
        ("game", Kind::Number),
        ("turn", Kind::Number),
        ("union_points", Kind::Number),
        ("confederate_points", Kind::Number),
    ],
};

/// The row of a game.
pub fn game<S: System>(study: &Study, system: &S, row: &GameRow, level: &str) -> Vec<Datum> {
    let [set, game] = key(row);
    vec![
        set,
        Datum::Text(system.key().options.join(" ")),
        game,
        Datum::Text(study.plan.game_seed(row.game).to_hex()),
        row.winner.map_or(Datum::Nothing, |side| Datum::text(side.word())),
        Datum::text(level),
        Datum::Flag(row.early),
        Datum::number(row.points.union),
        Datum::number(row.points.confederate),
        Datum::number(row.margin()),
        Datum::number(row.turns.last().map_or(0, |turn| turn.turn)),
        Datum::number(row.actions),
    ]
}

/// The rows of a game's turns.
pub fn turns(row: &GameRow) -> impl Iterator<Item = Vec<Datum>> + '_ {
    row.turns.iter().map(|turn| {
        let [set, game] = key(row);
        let (union, confederate) = (turn.points.union, turn.points.confederate);
        let points = [Datum::number(union), Datum::number(confederate)];
        [set, game, Datum::number(turn.turn)].into_iter().chain(points).collect()
    })
}
