//! The beginning of a recorded game: its first line and its first state, made or read back.

use serde_json::{Map, Value};

use super::clock;
use super::header::HeaderLine;
use super::line::{ChainKind, Contributed, DicePolicy, FORMAT, written};
use super::step::{
    Noted, Recorded, START, Source, check_draws, compare, is_hash_of, state_hash, told,
};
use super::witness::Deposit;
use crate::dice::{Dice, FixedDie, Seed};
use crate::system::System;

/// What a header says besides the game itself.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Terms {
    /// Who sat where, by side.
    pub seats: Map<String, Value>,
    /// Where the draws come from.
    pub dice_policy: DicePolicy,
    /// Whether a computer lets throws be taken back.
    pub friendly: bool,
    /// Whether lines are chained with a key.
    pub keyed: bool,
    /// What the witnesses deposited before the first draw.
    pub chains: Vec<Deposit>,
    /// The pace that the players agreed on, as the table writes it.
    pub clock: Option<Map<String, Value>>,
}

/// Begins a game at its set-up: the first line of its record, and the first state.
pub fn begin<S: System>(
    system: &S,
    seed: &Seed,
    seats: Map<String, Value>,
) -> (HeaderLine, S::State) {
    let terms = Terms { seats, ..Terms::default() };
    begin_with(system, &Source::new(*seed), terms, None)
}

/// Begins a game from any state: the first line of its record holds the position.
pub fn begin_from<S: System>(
    system: &S,
    seed: &Seed,
    seats: Map<String, Value>,
    state: &S::State,
) -> HeaderLine {
    let terms = Terms { seats, ..Terms::default() };
    begin_with(system, &Source::new(*seed), terms, Some(state)).0
}

/// Begins a game on these terms, at its set-up or from a state; what the players gave to the dice is in the source.
pub fn begin_with<S: System>(
    system: &S,
    source: &Source,
    terms: Terms,
    from: Option<&S::State>,
) -> (HeaderLine, S::State) {
    set_up(system, source, terms, from, source.dice(0, START))
}

/// A game that waits for its players: like [`begin_with`], but nothing is thrown. What its set-up would draw is
/// written as the lowest.
pub fn blank<S: System>(
    system: &S,
    source: &Source,
    terms: Terms,
    from: Option<&S::State>,
) -> (HeaderLine, S::State) {
    set_up(system, source, terms, from, FixedDie(0))
}

fn set_up<S: System>(
    system: &S,
    source: &Source,
    terms: Terms,
    from: Option<&S::State>,
    dice: impl Dice,
) -> (HeaderLine, S::State) {
    let mut dice = Noted::new(dice);
    let mut events = Vec::new();
    let state = match from {
        Some(state) => state.clone(),
        None => system.start(&mut dice, &mut events),
    };
    let (dice, of) = written(system.capabilities().notation, &dice.drawn, FORMAT);
    let key = system.key();
    let header = HeaderLine {
        longroll_record: FORMAT,
        program: env!("CARGO_PKG_VERSION").to_owned(),
        battle: key.battle.to_owned(),
        scenario: key.scenario.to_owned(),
        options: key.options.to_vec(),
        seats: terms.seats,
        die: system.capabilities().notation.die,
        dice_policy: Some(terms.dice_policy),
        friendly: terms.friendly,
        commitment: source.seed.commitment(),
        chain: terms.keyed.then_some(ChainKind::Keyed),
        contributions: source.contributions.iter().map(Contributed::of).collect(),
        chains: terms.chains,
        bid: system.bid(),
        clock: clock::of_game(system, terms.clock),
        from: from.map(|state| system.write_position(state, None)),
        links: source.links.clone().filter(|_| !dice.is_empty()),
        dice,
        of,
        events: told(system, None, "", &events),
        hash: state_hash(system, &state),
    };
    (header, state)
}

/// The first state of a record, checked against its header; with a source its draws are checked as well.
pub fn first_state<S: System>(
    system: &S,
    header: &HeaderLine,
    source: Option<&Source>,
) -> Result<S::State, String> {
    let notation = header.notation();
    if header.longroll_record > 1 && header.die != system.capabilities().notation.die {
        return Err("the die is not that of the rules".into());
    }
    if header.bid != system.bid() {
        return Err("the game was made ready with another bid than the header's".into());
    }
    clock::check_header(system, header)?;
    let mut dice = Recorded::new(notation, header.longroll_record, &header.dice, &header.of)?;
    let mut events = Vec::new();
    let state = match &header.from {
        None => system.start(&mut dice, &mut events),
        Some(from) => system.read_position(from).map_err(|faults| faults.to_string())?,
    };
    dice.check("the set-up")?;
    if let Some(source) = source {
        check_draws(notation, source.dice(0, START), &dice.drawn)?;
    }
    compare(&told(system, None, "", &events), &header.events)?;
    if !is_hash_of(system, &state, &header.hash) {
        return Err("the hash is not that of the first state".into());
    }
    Ok(state)
}
