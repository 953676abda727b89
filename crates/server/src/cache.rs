//! Things that are made when they are first wanted, and kept while they are used: when there are
//! too many, the one that nobody has wanted for longest goes. They are made outside the lock:
//! whoever wants another thing does not wait, and those who want the same thing together wait for
//! one making.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::problem::Problem;

type Made<V> = Arc<OnceLock<Result<V, Problem>>>;

struct Slots<K, V> {
    /// Rises with every look.
    uses: u64,
    slots: HashMap<K, (u64, Made<V>)>,
}

/// Things kept by their key.
pub struct Cache<K, V> {
    most: usize,
    all: Mutex<Slots<K, V>>,
}

impl<K: Clone + Eq + Hash, V: Clone> Cache<K, V> {
    /// Room for so many.
    pub fn new(most: usize) -> Cache<K, V> {
        Cache { most: most.max(1), all: Mutex::new(Slots { uses: 0, slots: HashMap::new() }) }
    }

    /// The thing with this key, made so if it is not there. What cannot be made is not kept.
    pub fn get(&self, key: &K, make: impl FnOnce() -> Result<V, Problem>) -> Result<V, Problem> {
        let slot = self.slot(key);
        let made = slot.get_or_init(make).clone();
        let mut all = self.lock();
        if made.is_err() {
            if all.slots.get(key).is_some_and(|(_, known)| Arc::ptr_eq(known, &slot)) {
                all.slots.remove(key);
            }
        } else if all.slots.len() > self.most {
            // Only what could be made takes the place of something else.
            let oldest = all.slots.iter().min_by_key(|(_, (last, _))| *last);
            if let Some(oldest) = oldest.map(|(key, _)| key.clone()) {
                all.slots.remove(&oldest);
            }
        }
        made
    }

    fn slot(&self, key: &K) -> Made<V> {
        let mut all = self.lock();
        all.uses += 1;
        let now = all.uses;
        let (last, slot) = all.slots.entry(key.clone()).or_default();
        *last = now;
        Arc::clone(slot)
    }

    fn lock(&self) -> MutexGuard<'_, Slots<K, V>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn what_is_wanted_stays_and_the_least_wanted_goes() {
        let kept = Cache::new(2);
        let made = Cell::new(0);
        let get = |key: &'static str| {
            kept.get(&key, || {
                made.set(made.get() + 1);
                Ok(key.len())
            })
        };
        for (key, makings) in [("a", 1), ("bb", 2), ("a", 2), ("ccc", 3), ("a", 3), ("bb", 4)] {
            assert_eq!(get(key), Ok(key.len()));
            assert_eq!(made.get(), makings, "{key}");
        }
    }

    #[test]
    fn what_cannot_be_made_is_tried_again() {
        let kept = Cache::new(1);
        assert_eq!(kept.get(&1, || Err(Problem::UnknownRoute)), Err(Problem::UnknownRoute));
        assert_eq!(kept.get(&1, || Ok("one")), Ok("one"));
        assert_eq!(kept.get(&1, || Err(Problem::Internal)), Ok("one"));
        assert_eq!(kept.get(&2, || Err(Problem::Internal)), Err(Problem::Internal));
        assert_eq!(kept.get(&1, || Ok("anew")), Ok("one"), "nothing went for what was not made");
    }

    #[test]
    fn making_one_thing_keeps_nobody_from_another() {
        let kept = Cache::new(4);
        let (begun, made) = (Barrier::new(2), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                kept.get(&"slow", || {
                    made.fetch_add(1, Ordering::SeqCst);
                    begun.wait();
                    // Ends only after the other thing was made.
                    begun.wait();
                    Ok(0)
                })
            });
            begun.wait();
            assert_eq!(kept.get(&"quick", || Ok(1)), Ok(1));
            begun.wait();
            assert_eq!(kept.get(&"slow", || Ok(2)), Ok(0), "the same is made once");
        });
        assert_eq!(made.load(Ordering::SeqCst), 1);
    }
}
