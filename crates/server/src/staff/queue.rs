//! Who thinks next: the short before the long, people before shows, reviews when nothing else
//! waits. Of those in equal haste, the place that was served longest ago.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;

/// The most thoughts that wait; whoever wants one more is told so.
const MOST_WAITING: usize = 1024;
/// The most thoughts that wait for one place.
const MOST_OF_ONE: usize = 16;
/// Places that are remembered before those served longest ago are forgotten.
const MOST_PLACES: usize = 1024;

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

/// From where a thought was asked for; nobody knows if none.
pub type Origin = Option<IpAddr>;

/// What waits.
pub struct Queue<T> {
    lines: [VecDeque<(Origin, T)>; Haste::ALL.len()],
    /// When each place was last served, by a count of all services.
    served: HashMap<Origin, u64>,
    services: u64,
}

impl<T> Default for Queue<T> {
    fn default() -> Queue<T> {
        Queue {
            lines: std::array::from_fn(|_| VecDeque::new()),
            served: HashMap::new(),
            services: 0,
        }
    }
}

impl<T> Queue<T> {
    /// Puts something at the end of its line; false if too much waits already.
    pub fn push(&mut self, haste: Haste, origin: Origin, what: T) -> bool {
        let waiting: usize = self.lines.iter().map(VecDeque::len).sum();
        let own = |line: &VecDeque<(Origin, T)>| {
            line.iter().filter(|(known, _)| *known == origin).count()
        };
        let full = origin.is_some() && self.lines.iter().map(own).sum::<usize>() >= MOST_OF_ONE;
        if full || waiting >= MOST_WAITING {
            return false;
        }
        self.lines[haste as usize].push_back((origin, what));
        true
    }

    /// Takes out whatever is next for a thread.
    pub fn pop(&mut self, takes: Takes) -> Option<T> {
        let wanted = |haste: &Haste| takes == Takes::All || haste.is_short();
        let Queue { lines, served, services } = self;
        for haste in Haste::ALL.into_iter().filter(wanted) {
            let line = &mut lines[haste as usize];
            let since = |origin: &Origin| served.get(origin).copied().unwrap_or_default();
            let next = (0..line.len()).min_by_key(|&at| (since(&line[at].0), at));
            let Some((origin, what)) = next.and_then(|at| line.remove(at)) else { continue };
            *services += 1;
            served.insert(origin, *services);
            if served.len() > MOST_PLACES {
                let old = *services - MOST_PLACES as u64 / 2;
                served.retain(|_, at| *at > old);
            }
            return Some(what);
        }
        None
    }

    /// How many wait in a line.
    pub fn waiting(&self, haste: Haste) -> usize {
        self.lines[haste as usize].len()
    }

    /// Lets everything go.
    pub fn clear(&mut self) {
        self.lines.iter_mut().for_each(VecDeque::clear);
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
    fn a_place_that_asks_much_holds_up_no_other() {
        let mut queue = Queue::default();
        for number in 0..4 {
            queue.push(Haste::Plan, place(1), (1, number));
        }
        queue.push(Haste::Plan, place(2), (2, 0));
        queue.push(Haste::Plan, None, (0, 0));
        let mut next = || queue.pop(Takes::All).unwrap();
        assert_eq!([next(), next(), next()], [(1, 0), (2, 0), (0, 0)]);
        assert_eq!([next(), next(), next()], [(1, 1), (1, 2), (1, 3)], "in order");
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

    #[test]
    fn places_are_forgotten_the_longest_served_first() {
        let mut queue = Queue::default();
        for number in 0..3 * MOST_PLACES {
            let origin = Some(std::net::Ipv4Addr::from(u32::try_from(number).unwrap()).into());
            queue.push(Haste::Quick, origin, ());
            queue.pop(Takes::All);
        }
        assert!(queue.served.len() <= MOST_PLACES, "{}", queue.served.len());
    }
}
