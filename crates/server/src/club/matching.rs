//! The largest number of pairs that can be made of some, where not everybody goes with everybody: Edmonds' blossoms.

use std::collections::VecDeque;

/// Nobody.
const NONE: usize = usize::MAX;

/// Whether two go together.
pub type Goes<'a> = &'a dyn Fn(usize, usize) -> bool;

struct Search<'a> {
    goes: Goes<'a>,
    mate: Vec<usize>,
    parent: Vec<usize>,
    base: Vec<usize>,
    seen: Vec<bool>,
}

/// The most pairs that can be made of these.
pub fn most_pairs(all: &[usize], goes: Goes<'_>) -> usize {
    let count = all.len();
    let near = |a: usize, b: usize| goes(all[a], all[b]);
    let mut search = Search {
        goes: &near,
        mate: vec![NONE; count],
        parent: vec![NONE; count],
        base: (0..count).collect(),
        seen: vec![false; count],
    };
    (0..count).filter(|&root| search.mate[root] == NONE && search.pair(root)).count()
}

impl Search<'_> {
    /// Finds a mate for somebody, if need be by giving others another.
    fn pair(&mut self, root: usize) -> bool {
        let end = self.find(root);
        let mut at = end;
        while at != NONE {
            let before = self.parent[at];
            let next = self.mate[before];
            (self.mate[at], self.mate[before]) = (before, at);
            at = next;
        }
        end != NONE
    }

    /// Somebody without a mate to whom a way leads on which every second step is a pair.
    fn find(&mut self, root: usize) -> usize {
        let count = self.mate.len();
        self.seen = vec![false; count];
        self.parent = vec![NONE; count];
        self.base = (0..count).collect();
        self.seen[root] = true;
        let mut queue = VecDeque::from([root]);
        while let Some(at) = queue.pop_front() {
            for to in 0..count {
                let apart = self.base[at] != self.base[to] && self.mate[at] != to;
                if at == to || !apart || !(self.goes)(at, to) {
                    continue;
                }
                let outer = self.mate[to] != NONE && self.parent[self.mate[to]] != NONE;
                if to == root || outer {
                    self.contract(at, to, &mut queue);
                } else if self.parent[to] == NONE {
                    self.parent[to] = at;
                    if self.mate[to] == NONE {
                        return to;
                    }
                    self.seen[self.mate[to]] = true;
                    queue.push_back(self.mate[to]);
                }
            }
        }
        NONE
    }

    /// Makes an odd circle one.
    fn contract(&mut self, at: usize, to: usize, queue: &mut VecDeque<usize>) {
        let count = self.mate.len();
        let common = self.common(at, to);
        let mut blossom = vec![false; count];
        self.mark(at, common, to, &mut blossom);
        self.mark(to, common, at, &mut blossom);
        for one in 0..count {
            if blossom[self.base[one]] {
                self.base[one] = common;
                if !self.seen[one] {
                    self.seen[one] = true;
                    queue.push_back(one);
                }
            }
        }
    }

    /// Where two ways to the root meet.
    fn common(&self, mut a: usize, mut b: usize) -> usize {
        let mut passed = vec![false; self.mate.len()];
        loop {
            a = self.base[a];
            passed[a] = true;
            if self.mate[a] == NONE {
                break;
            }
            a = self.parent[self.mate[a]];
        }
        loop {
            b = self.base[b];
            if passed[b] {
                return b;
            }
            b = self.parent[self.mate[b]];
        }
    }

    fn mark(&mut self, mut at: usize, common: usize, mut child: usize, blossom: &mut [bool]) {
        while self.base[at] != common {
            (blossom[self.base[at]], blossom[self.base[self.mate[at]]]) = (true, true);
            self.parent[at] = child;
            child = self.mate[at];
            at = self.parent[self.mate[at]];
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The same by trying everything.
    fn slowly(all: &[usize], goes: Goes<'_>) -> usize {
        let Some((first, rest)) = all.split_first() else { return 0 };
        let without = slowly(rest, goes);
        let with = rest.iter().filter(|one| goes(*first, **one)).map(|mate| {
            let left: Vec<usize> = rest.iter().copied().filter(|one| one != mate).collect();
            1 + slowly(&left, goes)
        });
        with.max().unwrap_or_default().max(without)
    }

    proptest! {
        #[test]
        fn the_search_finds_as_many_pairs_as_trying_everything(
            count in 0usize..9, edges in proptest::collection::vec(any::<bool>(), 81),
        ) {
            let goes = |a: usize, b: usize| edges[a.min(b) * 9 + a.max(b)];
            let all: Vec<usize> = (0..count).collect();
            prop_assert_eq!(most_pairs(&all, &goes), slowly(&all, &goes));
        }
    }
}
