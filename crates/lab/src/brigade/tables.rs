//! The columns and tables of the brigade game, and the rows that its games make.

use atlas::{BySide, Side};
use rules::brigade::Prepared;

use super::digest::Tally;
use super::rows::{KeptGame, LossRow};
use crate::rows::GameRow;
use crate::summary::Summary;
use crate::tables::{Column, Datum, Kind, Schema, key};

/// Further columns of the table of games.
pub const GAME_COLUMNS: &[Column] = &[
    ("assaults", Kind::Number),
    ("bombardments", Kind::Number),
    ("union_steps_lost", Kind::Number),
    ("union_units_lost", Kind::Number),
    ("confederate_steps_lost", Kind::Number),
    ("confederate_units_lost", Kind::Number),
    ("searches", Kind::Number),
    ("ford_turn", Kind::MaybeNumber),
    ("ford_hex", Kind::MaybeText),
    ("hill_turn", Kind::MaybeNumber),
];

/// Further columns of the table of turns.
pub const TURN_COLUMNS: &[Column] = &[
    ("union_units", Kind::Number),
    ("union_strength", Kind::Number),
    ("confederate_units", Kind::Number),
    ("confederate_strength", Kind::Number),
    ("union_holds", Kind::Text),
];

/// A row a corps named.
pub const NAMED: Schema = Schema {
    name: "named",
    columns: &[
        ("set", Kind::Number),
        ("game", Kind::Number),
        ("turn", Kind::Number),
        ("corps", Kind::Text),
        ("drawn", Kind::Flag),
    ],
};

/// A row an attack.
pub const ATTACKS: Schema = Schema {
    name: "attacks",
    columns: &[
        ("set", Kind::Number),
        ("game", Kind::Number),
        ("attack", Kind::Number),
        ("turn", Kind::Number),
        ("side", Kind::Text),
        ("bombardment", Kind::Flag),
        ("targets", Kind::Text),
        ("attackers", Kind::Text),
        ("guns", Kind::Text),
        ("strength_doubled", Kind::Number),
        ("defence_doubled", Kind::Number),
        ("odds", Kind::Text),
        ("die", Kind::Number),
        ("result", Kind::Text),
        ("attackers_steps_lost", Kind::Number),
        ("defenders_steps_lost", Kind::Number),
        ("advanced", Kind::Flag),
    ],
};

/// A row a step lost.
pub const LOSSES: Schema = Schema {
    name: "losses",
    columns: &[
        ("set", Kind::Number),
        ("game", Kind::Number),
        ("turn", Kind::Number),
        ("phasing", Kind::Text),
        ("side", Kind::Text),
        ("corps", Kind::Text),
        ("unit", Kind::Text),
        ("strength", Kind::Number),
        ("hex", Kind::Text),
        ("cause", Kind::Text),
        ("eliminated", Kind::Flag),
        ("attack", Kind::Number),
    ],
};

/// A row a landmark and game-turn, over all games of a set.
pub const LANDMARKS: Schema = Schema {
    name: "landmarks",
    columns: &[
        ("set", Kind::Number),
        ("turn", Kind::Number),
        ("hex", Kind::Text),
        ("name", Kind::Text),
        ("points", Kind::Number),
        ("games", Kind::Number),
        ("union_held", Kind::Number),
    ],
};

/// The further columns of a game.
pub fn game(kept: &KeptGame) -> Vec<Datum> {
    let own = &kept.own;
    let guns = own.attacks.iter().filter(|attack| attack.bombards).count();
    let lost = |side: Side| {
        let steps = own.losses.iter().filter(move |loss| loss.side == side);
        let units = steps.clone().filter(|loss: &&LossRow| loss.eliminated);
        [Datum::count(steps.count()), Datum::count(units.count())]
    };
    let (union, confederate) = (lost(Side::Union), lost(Side::Confederate));
    let ford = own.ford.as_ref();
    let mut row = vec![Datum::count(own.attacks.len() - guns), Datum::count(guns)];
    row.extend(union.into_iter().chain(confederate));
    row.extend([
        Datum::number(own.searches),
        ford.map_or(Datum::Nothing, |ford| Datum::number(ford.turn)),
        ford.map_or(Datum::Nothing, |ford| Datum::text(&ford.hex)),
        own.hill.map_or(Datum::Nothing, Datum::number),
    ]);
    row
}

/// The further columns of a game's turns.
pub fn turns(kept: &KeptGame) -> Vec<Vec<Datum>> {
    let row = |turn: &super::rows::KeptTurn| {
        vec![
            Datum::number(turn.units.union),
            Datum::number(turn.strength.union),
            Datum::number(turn.units.confederate),
            Datum::number(turn.strength.confederate),
            Datum::Text(turn.union_holds.join(" ")),
        ]
    };
    kept.turns.iter().map(row).collect()
}

/// The rows of the corps that were named in a game.
pub fn named<'a>(
    row: &'a GameRow,
    kept: &'a KeptGame,
) -> impl Iterator<Item = Vec<Datum>> + use<'a> {
    kept.own.named.iter().flat_map(move |named| {
        named.corps.split_whitespace().map(move |corps| {
            let [set, game] = key(row);
            let (turn, drawn) = (Datum::number(named.turn), Datum::Flag(named.drawn));
            vec![set, game, turn, Datum::text(corps), drawn]
        })
    })
}

/// The rows of a game's attacks.
pub fn attacks<'a>(
    row: &'a GameRow,
    kept: &'a KeptGame,
) -> impl Iterator<Item = Vec<Datum>> + use<'a> {
    kept.own.attacks.iter().enumerate().map(move |(index, attack)| {
        let [set, game] = key(row);
        let lost: &BySide<u16> = &attack.steps_lost;
        vec![
            set,
            game,
            Datum::count(index + 1),
            Datum::number(attack.turn),
            Datum::text(attack.side.word()),
            Datum::Flag(attack.bombards),
            Datum::text(&attack.targets),
            Datum::text(&attack.attackers),
            Datum::text(&attack.guns),
            Datum::number(attack.strength),
            Datum::number(attack.defence),
            Datum::text(&attack.odds),
            Datum::number(attack.die),
            Datum::text(&attack.result),
            Datum::number(lost[attack.side]),
            Datum::number(lost[attack.side.other()]),
            Datum::Flag(attack.advanced),
        ]
    })
}

/// The rows of the steps that a game cost.
pub fn losses<'a>(
    row: &'a GameRow,
    kept: &'a KeptGame,
) -> impl Iterator<Item = Vec<Datum>> + use<'a> {
    kept.own.losses.iter().map(move |loss| {
        let [set, game] = key(row);
        vec![
            set,
            game,
            Datum::number(loss.turn),
            Datum::text(loss.phasing.word()),
            Datum::text(loss.side.word()),
            Datum::text(&loss.corps),
            Datum::text(&loss.unit),
            Datum::number(loss.strength),
            Datum::text(&loss.hex),
            Datum::text(&loss.cause),
            Datum::Flag(loss.eliminated),
            Datum::number(loss.attack),
        ]
    })
}

/// The rows of the landmarks over all games of a set.
pub fn landmarks<'a>(
    set: usize,
    prepared: &'a Prepared,
    summary: &'a Summary,
    tally: &'a Tally,
) -> impl Iterator<Item = Vec<Datum>> + use<'a> {
    let battle = &prepared.battle;
    let turns = summary.turns.iter().zip(&tally.turns).enumerate();
    turns.flat_map(move |(index, (common, turn))| {
        battle.facts.landmarks.iter().zip(&turn.held).map(move |(landmark, &held)| {
            vec![
                Datum::count(set + 1),
                Datum::count(index + 1),
                Datum::text(&battle.grid().name(landmark.cell).to_string()),
                Datum::text(&landmark.name),
                Datum::number(landmark.points),
                Datum::count(common.reached),
                Datum::number(held),
            ]
        })
    })
}
