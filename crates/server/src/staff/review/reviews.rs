//! The reviews of all games, by what was played: the same record brought in twice is looked back on
//! once, and a game that has gone on is another.
//!
//! Those under way are bounded, in all and for a place; of those that are ready, the ones that
//! nobody has asked about for longest are let go.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

use super::Stage;
use crate::staff::Origin;
use crate::table::Digest;

/// How many reviews may wait or be under way.
const MOST_UNREADY: usize = 16;
/// How many of them for one place.
const MOST_OF_ONE: usize = 4;
/// How many are kept once they are ready.
const MOST_READY: usize = 64;

/// How far a review has come.
#[derive(Debug)]
pub struct Progress {
    stage: Mutex<Stage>,
    /// When it was last asked about.
    asked: Mutex<Instant>,
    /// From where it was first asked for.
    origin: Origin,
}

impl Progress {
    fn new(origin: Origin) -> Progress {
        Progress { stage: Mutex::default(), asked: Mutex::new(Instant::now()), origin }
    }

    /// Notes how far it has come.
    pub(super) fn set(&self, stage: Stage) {
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = stage;
    }

    /// How long nobody has asked about it.
    pub(super) fn unasked(&self) -> Duration {
        self.asked().elapsed()
    }

    fn asked(&self) -> Instant {
        *self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stage(&self) -> Stage {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How far it has come, for somebody who asks.
    fn ask(&self) -> Stage {
        *self.asked.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        self.stage()
    }

    fn is_unready(&self) -> bool {
        matches!(self.stage(), Stage::Working(_))
    }
}

/// What is known to somebody who asks for a review.
pub enum Asked {
    /// It has come so far.
    Known(Stage),
    /// It is his to set going.
    New(Begun),
    /// There are too many.
    Full,
}

/// A review that was begun: if this is dropped before anything came of it, whoever asks again
/// begins anew.
pub struct Begun {
    all: Arc<Reviews>,
    digest: Digest,
    /// How far it has come.
    pub progress: Arc<Progress>,
}

impl Drop for Begun {
    fn drop(&mut self) {
        if self.progress.is_unready() {
            let mut kept = self.all.lock();
            let own = |known: &Arc<Progress>| Arc::ptr_eq(known, &self.progress);
            if kept.get(&self.digest).is_some_and(own) {
                kept.remove(&self.digest);
            }
        }
    }
}

/// All reviews, those under way and those that are ready.
pub struct Reviews {
    kept: Mutex<HashMap<Digest, Arc<Progress>>>,
    /// Who may work on one: one at a time.
    pub(super) turn: Semaphore,
}

impl Default for Reviews {
    fn default() -> Reviews {
        Reviews { kept: Mutex::default(), turn: Semaphore::new(1) }
    }
}

impl Reviews {
    /// Asks for the review of what was played.
    pub fn ask(self: &Arc<Reviews>, digest: Digest, origin: Origin) -> Asked {
        let mut kept = self.lock();
        if let Some(progress) = kept.get(&digest) {
            let stage = progress.ask();
            if matches!(stage, Stage::Failed(_)) {
                // Whoever asks again gets another attempt.
                kept.remove(&digest);
            }
            return Asked::Known(stage);
        }
        let unready = || kept.values().filter(|progress| progress.is_unready());
        let own = unready().filter(|progress| progress.origin == origin).count();
        let count = unready().count();
        if count >= MOST_UNREADY || origin.is_some() && own >= MOST_OF_ONE {
            return Asked::Full;
        }
        if kept.len() - count >= MOST_READY {
            let ready = kept.iter().filter(|(_, progress)| !progress.is_unready());
            let oldest = ready.min_by_key(|(_, progress)| progress.asked());
            if let Some(oldest) = oldest.map(|(digest, _)| *digest) {
                kept.remove(&oldest);
            }
        }
        let progress = Arc::new(Progress::new(origin));
        kept.insert(digest, Arc::clone(&progress));
        Asked::New(Begun { all: Arc::clone(self), digest, progress })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Digest, Arc<Progress>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Review;
    use super::*;
    use crate::problem::Problem;

    fn digest(number: usize) -> Digest {
        Digest([number as u8; 32])
    }

    fn place(number: u8) -> Origin {
        Some([192, 0, 2, number].into())
    }

    fn begin(all: &Arc<Reviews>, number: usize, origin: Origin) -> Option<Begun> {
        match all.ask(digest(number), origin) {
            Asked::New(begun) => Some(begun),
            Asked::Known(_) | Asked::Full => None,
        }
    }

    fn is_full(all: &Arc<Reviews>, number: usize, origin: Origin) -> bool {
        matches!(all.ask(digest(number), origin), Asked::Full)
    }

    #[test]
    fn what_was_played_alike_is_reviewed_once_and_what_came_to_nothing_again() {
        let all = Arc::new(Reviews::default());
        let begun = begin(&all, 1, None).expect("the first");
        let Asked::Known(Stage::Working(_)) = all.ask(digest(1), None) else { panic!("begun") };
        assert!(begin(&all, 2, None).is_some(), "another game is another");
        drop(begun);
        let begun = begin(&all, 1, None).expect("anew");
        begun.progress.set(Stage::Failed(Problem::Busy));
        drop(begun);
        let Asked::Known(Stage::Failed(_)) = all.ask(digest(1), None) else { panic!("told") };
        let begun = begin(&all, 1, None).expect("another attempt");
        begun.progress.set(Stage::Ready(Arc::new(Review::default())));
        drop(begun);
        let Asked::Known(Stage::Ready(_)) = all.ask(digest(1), None) else { panic!("ready") };
    }

    #[test]
    fn a_place_has_few_under_way_and_holds_up_no_other() {
        let all = Arc::new(Reviews::default());
        let mut begun: Vec<Begun> =
            (0..MOST_OF_ONE).filter_map(|number| begin(&all, number, place(1))).collect();
        assert_eq!(begun.len(), MOST_OF_ONE);
        assert!(is_full(&all, 100, place(1)));
        begun.extend(begin(&all, 100, place(2)));
        begun.extend((101..200).filter_map(|number| begin(&all, number, None)));
        assert_eq!(begun.len(), MOST_UNREADY);
        assert!(is_full(&all, 200, place(3)));
        // One that is ready makes room.
        begun[0].progress.set(Stage::Ready(Arc::new(Review::default())));
        assert!(begin(&all, 200, place(1)).is_some());
    }

    #[test]
    fn those_asked_about_longest_ago_are_let_go() {
        let all = Arc::new(Reviews::default());
        for number in 0..MOST_READY {
            let begun = begin(&all, number, None).expect("one by one");
            begun.progress.set(Stage::Ready(Arc::new(Review::default())));
        }
        let Asked::Known(_) = all.ask(digest(0), None) else { panic!("kept") };
        let _one_more = begin(&all, 100, None).expect("one more");
        let Asked::Known(_) = all.ask(digest(0), None) else { panic!("asked about just now") };
        assert!(begin(&all, 1, None).is_some(), "let go");
    }
}
