//! What waits in several lines, one before another. Of those in one line, the place that was served longest ago is next:
//! a place that asks much holds up no other.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;

/// Places that are remembered before those served longest ago are forgotten.
const MOST_PLACES: usize = 1024;

/// From where something was asked for; nobody knows if none.
pub type Origin = Option<IpAddr>;

/// What waits.
pub struct FairQueue<T, const LINES: usize> {
    lines: [VecDeque<(Origin, T)>; LINES],
    /// When each place was last served, by a count of all services.
    served: HashMap<Origin, u64>,
    services: u64,
}

impl<T, const LINES: usize> Default for FairQueue<T, LINES> {
    fn default() -> FairQueue<T, LINES> {
        FairQueue {
            lines: std::array::from_fn(|_| VecDeque::new()),
            served: HashMap::new(),
            services: 0,
        }
    }
}

impl<T, const LINES: usize> FairQueue<T, LINES> {
    /// Puts something at the end of a line.
    pub fn push(&mut self, line: usize, origin: Origin, what: T) {
        self.lines[line].push_back((origin, what));
    }

    /// Takes out whatever is next in the first of these lines that has something.
    pub fn pop(&mut self, lines: impl Iterator<Item = usize>) -> Option<T> {
        let FairQueue { lines: all, served, services } = self;
        for line in lines {
            let line = &mut all[line];
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
    pub fn waiting(&self, line: usize) -> usize {
        self.lines[line].len()
    }

    /// How many of a place wait in a line.
    pub fn waiting_of(&self, line: usize, origin: Origin) -> usize {
        self.lines[line].iter().filter(|(known, _)| *known == origin).count()
    }

    /// Lets go of everything in a line that is not so.
    pub fn retain(&mut self, line: usize, keep: impl Fn(&T) -> bool) {
        self.lines[line].retain(|(_, what)| keep(what));
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
    fn a_place_that_asks_much_holds_up_no_other() {
        let mut queue = FairQueue::<_, 1>::default();
        for number in 0..4 {
            queue.push(0, place(1), (1, number));
        }
        queue.push(0, place(2), (2, 0));
        queue.push(0, None, (0, 0));
        let mut next = || queue.pop([0].into_iter()).unwrap();
        assert_eq!([next(), next(), next()], [(1, 0), (2, 0), (0, 0)]);
        assert_eq!([next(), next(), next()], [(1, 1), (1, 2), (1, 3)], "in order");
    }

    #[test]
    fn what_waits_is_counted_by_line_and_place_and_can_be_let_go() {
        let mut queue = FairQueue::<_, 2>::default();
        for (line, origin, what) in
            [(0, place(1), 1), (1, place(1), 2), (1, place(2), 3), (1, None, 4)]
        {
            queue.push(line, origin, what);
        }
        assert_eq!((queue.waiting(0), queue.waiting(1)), (1, 3));
        assert_eq!((queue.waiting_of(1, place(1)), queue.waiting_of(0, place(2))), (1, 0));
        queue.retain(1, |what| *what == 3);
        assert_eq!((queue.waiting(0), queue.pop([1].into_iter())), (1, Some(3)));
        queue.clear();
        assert_eq!(queue.pop(0..2), None);
    }

    #[test]
    fn places_are_forgotten_the_longest_served_first() {
        let mut queue = FairQueue::<_, 1>::default();
        for number in 0..3 * MOST_PLACES {
            let origin = Some(std::net::Ipv4Addr::from(u32::try_from(number).unwrap()).into());
            queue.push(0, origin, ());
            queue.pop(0..1);
        }
        assert!(queue.served.len() <= MOST_PLACES, "{}", queue.served.len());
    }
}
