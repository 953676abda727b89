//! A plan for every attack that is owed: the question `plan`, which systems with obligatory attacks answer alike.
//!
//! A system says which hexes must still be attacked and which attacks could be made on one of them ([`Owes`]). Here
//! attacks are put together, one owed hex after the other, with a few of the best beginnings kept (a beam search). What
//! the dice will do to the later ones is not foreseen.

use std::cmp::Reverse;

use field::Cell;
use serde_json::{Value, json};

use crate::words::halves;

/// How many beginnings of a plan are kept. Set by hand: a wider beam found nothing better in recorded games.
const WIDTH: usize = 16;
/// The most attacks in a plan.
const LONGEST: usize = 40;

/// An attack that could be made, and what can be said of it before the die.
#[derive(Clone, Debug)]
pub(crate) struct Possible<A> {
    /// The attack.
    pub attack: A,
    /// The hexes it is aimed at, in the order of their numbers.
    pub targets: Vec<Cell>,
    /// Twice the strengths.
    pub strengths: (u32, u32),
    /// The column of the table, as printed, and its place in it.
    pub column: (String, usize),
    /// How many of the six faces hurt the defenders.
    pub danger: u8,
    /// What it is expected to bring, in units of the system's own.
    pub value: i64,
}

/// A phase in which attacks are owed.
pub(crate) trait Owes {
    /// A moment of it.
    type State: Clone;
    /// An attack.
    type Attack: Clone;
    /// The hexes that must still be attacked, those with the fewest attackers first.
    fn owed(&self, state: &Self::State) -> Vec<Cell>;
    /// The legal attacks on a hex, alone or with others.
    fn options(&self, state: &Self::State, target: Cell) -> Vec<Possible<Self::Attack>>;
    /// The state once an attack was made, whatever came of it.
    fn after(&self, state: &Self::State, attack: &Self::Attack) -> Self::State;
    /// An attack as an action.
    fn action(&self, attack: &Self::Attack) -> Value;
    /// The number of a hex.
    fn name(&self, cell: Cell) -> String;
}

/// The beginning of a plan.
struct Draft<S, A> {
    state: S,
    attacks: Vec<Possible<A>>,
    value: i64,
}

/// What is asked of `plan`.
pub(crate) enum Wish<A> {
    /// A plan for all that is owed.
    All,
    /// One that begins with an attack on exactly these hexes.
    On(Vec<Cell>),
    /// What is left to the others once this attack is made.
    After(A),
}

/// Answers the question.
pub(crate) fn answer<O: Owes>(phase: &O, state: &O::State, wish: Wish<O::Attack>) -> Value {
    let owed = phase.owed(state);
    let best_now: Vec<(Cell, Best)> =
        owed.iter().filter_map(|&cell| Some((cell, best(phase, state, cell)?))).collect();
    let (after, attacks) = match wish {
        Wish::All => (state.clone(), planned(phase, state, Vec::new())),
        Wish::On(cells) => {
            let first = cells.first().map_or_else(Vec::new, |&cell| phase.options(state, cell));
            let wanted: Vec<_> =
                first.into_iter().filter(|option| option.targets == cells).collect();
            // Without an attack on exactly these there is no such plan.
            let attacks = match wanted.is_empty() {
                true => Vec::new(),
                false => planned(phase, state, wanted),
            };
            (state.clone(), attacks)
        }
        Wish::After(attack) => {
            let after = phase.after(state, &attack);
            let attacks = planned(phase, &after, Vec::new());
            (after, attacks)
        }
    };
    let left = phase.owed(&after);
    let told: Vec<Value> = best_now
        .iter()
        .filter(|(cell, _)| left.contains(cell))
        .map(|(cell, now)| {
            let later = best(phase, &after, *cell);
            json!({
                "cell": phase.name(*cell),
                "now": now.told(),
                "after": later.as_ref().map(Best::told),
                "warning": warning(&phase.name(*cell), now, later.as_ref()),
            })
        })
        .collect();
    let attacks: Vec<Value> = attacks.iter().map(|attack| attack_told(phase, attack)).collect();
    json!({"attacks": attacks, "owed": told})
}

/// The best that can be had against a hex.
struct Best {
    column: String,
    place: usize,
    danger: u8,
}

impl Best {
    fn told(&self) -> Value {
        json!({"column": self.column, "danger": self.danger})
    }
}

fn best<O: Owes>(phase: &O, state: &O::State, cell: Cell) -> Option<Best> {
    let options = phase.options(state, cell).into_iter();
    let found = options.max_by_key(|option| (option.danger, option.column.1))?;
    let (column, place) = found.column;
    Some(Best { column, place, danger: found.danger })
}

/// What is said before the die if an attack leaves less than an even chance where there was more.
fn warning(cell: &str, now: &Best, after: Option<&Best>) -> Option<String> {
    match after {
        None => Some(format!("Nobody would be left to attack {cell}.")),
        Some(later) if later.place < now.place && later.danger < 3 => Some(format!(
            "{cell} must be attacked too, and {} would be the best left for it; now it is {}.",
            later.column, now.column
        )),
        Some(_) => None,
    }
}

fn attack_told<O: Owes>(phase: &O, option: &Possible<O::Attack>) -> Value {
    json!({
        "action": phase.action(&option.attack),
        "targets": option.targets.iter().map(|&cell| phase.name(cell)).collect::<Vec<_>>(),
        "attack": halves(option.strengths.0),
        "defence": halves(option.strengths.1),
        "column": option.column.0,
        "danger": option.danger,
    })
}

/// The attacks of the best plan that was found, beginning with one of these if there are any.
fn planned<O: Owes>(
    phase: &O,
    state: &O::State,
    first: Vec<Possible<O::Attack>>,
) -> Vec<Possible<O::Attack>> {
    let start = Draft { state: state.clone(), attacks: Vec::new(), value: 0 };
    let mut drafts = match first.is_empty() {
        true => vec![start],
        false => first.into_iter().map(|option| extended(phase, &start, option)).collect(),
    };
    let mut done: Option<Draft<O::State, O::Attack>> = None;
    for _ in 0..LONGEST {
        let mut next = Vec::new();
        for draft in drafts {
            let options = phase
                .owed(&draft.state)
                .into_iter()
                .map(|cell| phase.options(&draft.state, cell))
                .find(|options| !options.is_empty());
            match options {
                Some(options) => {
                    next.extend(options.into_iter().map(|option| extended(phase, &draft, option)));
                }
                None if done.as_ref().is_none_or(|best| best.value < draft.value) => {
                    done = Some(draft);
                }
                None => {}
            }
        }
        next.sort_by_key(|draft| Reverse(draft.value));
        next.truncate(WIDTH);
        drafts = next;
    }
    done.map(|draft| draft.attacks).unwrap_or_default()
}

fn extended<O: Owes>(
    phase: &O,
    draft: &Draft<O::State, O::Attack>,
    option: Possible<O::Attack>,
) -> Draft<O::State, O::Attack> {
    let state = phase.after(&draft.state, &option.attack);
    let value = draft.value + option.value;
    let mut attacks = draft.attacks.clone();
    attacks.push(option);
    Draft { state, attacks, value }
}
