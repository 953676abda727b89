//! What each seat has been told of a hidden game.
//!
//! In an open game everybody is told every entry, and nothing here is used. In a hidden one each pair of eyes has a
//! story of its own with numbers of its own: whatever is counted (entries, versions, steps) counts what this seat was
//! told, so that nothing can be learned from a number. During a phase that is private to a side the others are told
//! nothing of it; when it is over they are told, as one entry, what they saw of the actions that stand.
//!
//! A story is a function of the entries alone: it is built again, the same, when a game is loaded.

use std::sync::Arc;

use rules::game::{BySeat, Seat, Told};
use rules::record::ActionLine;
use serde_json::Value;

use crate::entry::{Entry, Kind, Secret};
use crate::moment::Moment;

/// The stories of all seats.
#[derive(Clone, Default)]
pub(super) struct Stories {
    seats: BySeat<Story>,
}

/// What one pair of eyes was told.
#[derive(Clone, Default)]
pub(super) struct Story {
    /// The entries, with this seat's numbers.
    pub entries: Vec<Arc<Entry>>,
    /// The last entry of the game that each of them tells of.
    origins: Vec<u64>,
    /// Its version of the game.
    pub version: u64,
    /// The actions that stand, as this seat counts them: for each, the step of the game after it.
    pub steps: Vec<usize>,
    /// What it may hear of when the other side's phase is over: the step of the game, and what happened.
    withheld: Vec<(usize, Vec<Value>)>,
}

impl Stories {
    /// The story of a seat.
    pub fn of(&self, seat: Seat) -> &Story {
        &self.seats[seat]
    }

    /// Tells of something that is no part of the play: of standing orders the seat that gave them, of all else
    /// everybody.
    pub fn tell(&mut self, entry: &Entry) {
        for seat in Seat::ALL {
            let own = entry.by.is_some_and(|by| seat == Seat::Side(by));
            if entry.kind != Kind::Orders || own {
                self.seats[seat].add(entry, bare(entry));
            }
        }
    }

    /// Tells of an action, each seat what it may hear of it; `step` is the game's step after it.
    pub fn tell_action(&mut self, entry: &Entry, told: &Told, step: usize) {
        for seat in Seat::ALL {
            let own = entry.by.is_some_and(|by| seat == Seat::Side(by));
            let heard = told.events[seat].clone();
            let story = &mut self.seats[seat];
            if own || told.private_to.is_none_or(|side| seat == Seat::Side(side)) {
                story.add_action(entry, step, own, heard);
            } else if told.phase_over {
                let mut all: Vec<Value> =
                    story.withheld.drain(..).flat_map(|(_, events)| events).collect();
                all.extend(heard);
                story.add_action(entry, step, false, all);
            } else {
                story.withheld.push((step, heard));
            }
        }
    }

    /// Tells of going back to a step of the game: only those hear of it who had heard of what goes.
    pub fn tell_back(&mut self, entry: &Entry, to: usize) {
        for seat in Seat::ALL {
            let story = &mut self.seats[seat];
            story.withheld.retain(|(step, _)| *step <= to);
            let stands = story.steps.iter().take_while(|step| **step <= to).count();
            if stands < story.steps.len() {
                story.steps.truncate(stands);
                story.add(entry, Entry { to: Some(stands), ..bare(entry) });
            }
        }
    }
}

impl Story {
    /// The number of the last entry.
    pub fn seq(&self) -> u64 {
        self.entries.len() as u64
    }

    /// When something last happened, as far as this seat knows.
    pub fn updated(&self) -> Option<Moment> {
        self.entries.last().map(|entry| entry.at)
    }

    /// The entry of an action that stands, by its place.
    pub fn standing(&self, index: usize) -> Option<&Entry> {
        // What was undone has a later entry of the same step in its place, or none.
        let is_it = |entry: &&Arc<Entry>| entry.step == Some(index + 1);
        self.entries.iter().rev().find(is_it).map(|entry| &**entry)
    }

    /// The step of the game that this seat means by a number; 0 is the start.
    pub fn whole_step(&self, step: usize) -> Result<usize, String> {
        let place = step.checked_sub(1);
        let noun = if self.steps.len() == 1 { "step" } else { "steps" };
        let none = || format!("there are {} {noun}, and 0 is the start", self.steps.len());
        place.map_or(Ok(0), |place| self.steps.get(place).copied().ok_or_else(none))
    }

    /// The entries that tell of these entries of the game.
    pub fn about(&self, of: &[Arc<Entry>]) -> Vec<Arc<Entry>> {
        let is_about = |origin: &u64| of.iter().any(|entry| entry.seq == *origin);
        let told = self.entries.iter().zip(&self.origins);
        told.filter(|(_, origin)| is_about(origin)).map(|(entry, _)| Arc::clone(entry)).collect()
    }

    fn add(&mut self, of: &Entry, entry: Entry) {
        self.version += u64::from(of.kind.is_new_version());
        let seq = self.seq() + 1;
        self.entries.push(Arc::new(Entry { seq, version: self.version, ..entry }));
        self.origins.push(of.seq);
    }

    fn add_action(&mut self, of: &Entry, step: usize, own: bool, events: Vec<Value>) {
        self.steps.push(step);
        let number = self.steps.len();
        let line = of.line.as_ref().map(|line| ActionLine {
            n: u32::try_from(number).unwrap_or(u32::MAX),
            by: line.by.clone(),
            action: if own { line.action.clone() } else { Value::Null },
            events,
            // Draws are seen within events that are told; a hash of the whole truth could be guessed at.
            dice: Vec::new(),
            of: Vec::new(),
            links: None,
            forced: false,
            reveals: own && line.reveals,
            cause: line.cause,
            hash: String::new(),
            chain: None,
        });
        let (auto, why) = if own { (of.auto, of.why.clone()) } else { (false, None) };
        self.add(of, Entry { step: Some(number), line, auto, why, ..bare(of) });
    }
}

/// An entry without what is this or that seat's alone.
fn bare(entry: &Entry) -> Entry {
    Entry {
        step: None,
        line: None,
        to: None,
        auto: false,
        why: None,
        secret: Secret::default(),
        ..entry.clone()
    }
}

/// Whether an action or what goes back is told seat by seat.
pub(super) fn is_of_play(kind: Kind) -> bool {
    matches!(kind, Kind::Action | Kind::Undo | Kind::TakeBackGranted)
}

#[cfg(test)]
mod tests {
    use atlas::Side;
    use serde_json::json;

    use super::*;
    use crate::tables::started;

    fn action(seq: u64, by: Side) -> Entry {
        let line = json!({"n": seq, "by": by.word(), "action": {"go": {}}, "dice": [4], "of": [10],
                          "events": [{"event": "truth"}], "hash": "secret"});
        let line = serde_json::from_value(line).expect("a line");
        let kind = Kind::Action;
        Entry { seq, version: seq, kind, by: Some(by), line: Some(line), ..started(Moment(0)) }
    }

    fn told(private_to: Option<Side>, phase_over: bool, union: Value) -> Told {
        let events = BySeat {
            union: vec![union],
            confederate: vec![json!({"event": "heard"})],
            watcher: Vec::new(),
        };
        Told { events, private_to, phase_over }
    }

    const UNION: Seat = Seat::Side(Side::Union);
    const CONFEDERATE: Seat = Seat::Side(Side::Confederate);

    #[test]
    fn others_hear_of_a_private_phase_when_it_is_over_and_as_one() {
        let mut stories = Stories::default();
        stories.tell(&started(Moment(0)));
        let private = || told(Some(Side::Union), false, json!({"event": "went"}));
        stories.tell_action(&action(2, Side::Union), &private(), 1);
        stories.tell_action(&action(3, Side::Union), &private(), 2);
        assert_eq!(stories.of(UNION).seq(), 3);
        assert_eq!((stories.of(CONFEDERATE).seq(), stories.of(CONFEDERATE).version), (1, 1));
        let undo = Entry { kind: Kind::Undo, to: Some(1), ..action(4, Side::Union) };
        stories.tell_back(&undo, 1);
        assert_eq!(stories.of(UNION).entries[3].to, Some(1));
        assert_eq!(stories.of(CONFEDERATE).seq(), 1, "nothing goes back that was not told");
        let over = told(Some(Side::Union), true, json!({"event": "ended"}));
        stories.tell_action(&action(5, Side::Union), &over, 2);
        let heard = &stories.of(CONFEDERATE).entries;
        assert_eq!(heard.len(), 2, "one entry a phase");
        let line = heard[1].line.as_ref().expect("a line");
        assert_eq!(line.events, vec![json!({"event": "heard"}); 2], "of the moves that stand");
        assert_eq!((line.n, &line.action, line.hash.as_str()), (1, &Value::Null, ""));
        assert!(line.dice.is_empty() && line.of.is_empty());
        let watcher = stories.of(Seat::Watcher);
        assert_eq!((watcher.seq(), watcher.steps.as_slice()), (2, &[2][..]));
    }
}
