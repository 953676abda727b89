//! Who thinks next: the short before the long, people before shows, reviews when nothing else
//! waits. Of those in equal haste, the place that was served longest ago.

use crate::fair_queue::FairQueue;
pub use crate::fair_queue::Origin;

/// The most thoughts that wait; whoever wants one more is told so.
const MOST_WAITING: usize = 1024;
/// The most thoughts that wait for one place.
const MOST_OF_ONE: usize = 16;

/// How soon a thought is wanted, the soonest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Haste {
    /// A person waits for what takes next to no time.
    Quick,
    /// A person waits for a hint.
    Hint,
    /// What takes next to no time, among computers.
    QuickShow,
    /// A person waits for a plan.
    Plan,
    /// A plan for a show, or for a game that nobody looks at.
    Idle,
    /// A piece of a review.
    Review,
}

impl Haste {
    const ALL: [Haste; 6] =
        [Haste::Quick, Haste::Hint, Haste::QuickShow, Haste::Plan, Haste::Idle, Haste::Review];

    /// Whether it is soon over.
    fn is_short(self) -> bool {
        self <= Haste::QuickShow
    }
}

/// Which thoughts a thread takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// Those that are soon over.
    Short,
    /// All.
    All,
}

/// What waits.
pub struct Queue<T>(FairQueue<T, { Haste::ALL.len() }>);

impl<T> Default for Queue<T> {
    fn default() -> Queue<T> {
        Queue(FairQueue::default())
    }
}

impl<T> Queue<T> {
    /// Puts something at the end of its line; false if too much waits already.
    pub fn push(&mut self, haste: Haste, origin: Origin, what: T) -> bool {
        let lines = 0..Haste::ALL.len();
        let waiting: usize = lines.clone().map(|line| self.0.waiting(line)).sum();
        let own: usize = lines.map(|line| self.0.waiting_of(line, origin)).sum();
        let full = origin.is_some() && own >= MOST_OF_ONE;
        if full || waiting >= MOST_WAITING {
            return false;
        }
        self.0.push(haste as usize, origin, what);
        true
    }

    /// Takes out whatever is next for a thread.
    pub fn pop(&mut self, takes: Takes) -> Option<T> {
        let wanted = |haste: &Haste| takes == Takes::All || haste.is_short();
        self.0.pop(Haste::ALL.into_iter().filter(wanted).map(|haste| haste as usize))
    }

    /// How many wait in a line.
    pub fn waiting(&self, haste: Haste) -> usize {
        self.0.waiting(haste as usize)
    }

    /// Lets everything go.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(number: u8) -> Origin {
        Some([192, 0, 2, number].into())
    }

    #[test]
    fn short_before_long_people_before_shows_and_reviews_last() {
        let mut queue = Queue::default();
        for haste in Haste::ALL.into_iter().rev() {
            assert!(queue.push(haste, place(1), haste));
        }
        let next: Vec<Haste> = std::iter::from_fn(|| queue.pop(Takes::Short)).collect();
        assert_eq!(next, [Haste::Quick, Haste::Hint, Haste::QuickShow]);
        let next: Vec<Haste> = std::iter::from_fn(|| queue.pop(Takes::All)).collect();
        assert_eq!(next, [Haste::Plan, Haste::Idle, Haste::Review]);
    }

    #[test]
    fn what_waits_is_bounded_for_a_place_and_for_all() {
        let mut queue = Queue::default();
        let own = (0..100).filter(|_| queue.push(Haste::Plan, place(1), ())).count();
        assert_eq!(own, MOST_OF_ONE);
        assert!(queue.push(Haste::Plan, place(2), ()));
        let more = (0..2 * MOST_WAITING).filter(|_| queue.push(Haste::Plan, None, ())).count();
        assert_eq!(more, MOST_WAITING - MOST_OF_ONE - 1);
        assert!(!queue.push(Haste::Quick, place(3), ()));
        queue.clear();
        assert!(queue.push(Haste::Quick, place(3), ()));
    }
}
