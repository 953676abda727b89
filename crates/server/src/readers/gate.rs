//! How many who look on are served at once, from one place and in all. The others wait outside, where they cost nothing:
//! however many come together, whoever plays stays close to the front of every queue.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::fair_queue::Origin;
use crate::problem::Problem;

/// How many from one place are served at once.
const OF_ONE: usize = 4;
/// How many in all.
const OF_ALL: usize = 32;
/// How many from one place may wait outside.
const WAIT_OF_ONE: usize = 512;
/// How many in all.
const WAIT_OF_ALL: usize = 4096;

/// The door.
pub struct Gate {
    all: Arc<Semaphore>,
    places: Mutex<HashMap<Origin, Place>>,
}

struct Place {
    door: Arc<Semaphore>,
    /// Who is served or waits.
    count: usize,
}

/// Somebody who is served; his place is free again when this is dropped.
pub struct Served {
    _all: OwnedSemaphorePermit,
    _own: OwnedSemaphorePermit,
    _counted: Counted,
}

/// Somebody who is counted at a place, served or not yet.
struct Counted {
    gate: Arc<Gate>,
    origin: Origin,
}

impl Default for Gate {
    fn default() -> Gate {
        Gate { all: Arc::new(Semaphore::new(OF_ALL)), places: Mutex::default() }
    }
}

impl Gate {
    /// Waits until somebody from a place is served; refused if too many wait.
    pub async fn enter(self: &Arc<Gate>, origin: Origin) -> Result<Served, Problem> {
        let (counted, door) = self.count(origin)?;
        let closed = |_| Problem::Busy;
        // First one's own door: whoever waits there keeps nobody else's place.
        let own = door.acquire_owned().await.map_err(closed)?;
        let all = Arc::clone(&self.all).acquire_owned().await.map_err(closed)?;
        Ok(Served { _all: all, _own: own, _counted: counted })
    }

    fn count(self: &Arc<Gate>, origin: Origin) -> Result<(Counted, Arc<Semaphore>), Problem> {
        let mut places = self.places();
        let waiting: usize = places.values().map(|place| place.count).sum();
        if waiting >= WAIT_OF_ALL {
            return Err(Problem::Busy);
        }
        let place = places
            .entry(origin)
            .or_insert_with(|| Place { door: Arc::new(Semaphore::new(OF_ONE)), count: 0 });
        if place.count >= WAIT_OF_ONE {
            return Err(Problem::TooManyRequests { after: 1 });
        }
        place.count += 1;
        Ok((Counted { gate: Arc::clone(self), origin }, Arc::clone(&place.door)))
    }

    fn places(&self) -> MutexGuard<'_, HashMap<Origin, Place>> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut places = self.gate.places();
        if let Some(place) = places.get_mut(&self.origin) {
            place.count -= 1;
            if place.count == 0 {
                places.remove(&self.origin);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(number: u8) -> Origin {
        Some([192, 0, 2, number].into())
    }

    #[tokio::test]
    async fn a_place_that_fills_its_door_keeps_nobody_else_out() {
        let gate = Arc::new(Gate::default());
        let mut served = Vec::new();
        for _ in 0..OF_ONE {
            served.push(gate.enter(place(1)).await.expect("served"));
        }
        let own = Arc::clone(&gate);
        let waits = tokio::spawn(async move { own.enter(place(1)).await.is_ok() });
        assert!(gate.enter(place(2)).await.is_ok());
        assert!(!waits.is_finished());
        served.pop();
        assert!(waits.await.expect("it ends"), "somebody has gone");
        drop(served);
        assert!(gate.places().is_empty(), "nobody is remembered who is not there");
    }

    #[tokio::test]
    async fn those_who_wait_are_bounded_and_whoever_goes_takes_no_place() {
        let gate = Arc::new(Gate::default());
        let entering = |number| {
            let own = Arc::clone(&gate);
            async move { own.enter(place(number)).await.map(|_| ()) }
        };
        let mut waiting: Vec<_> = (0..OF_ONE + WAIT_OF_ONE).map(|_| gate.count(place(1))).collect();
        assert_eq!(waiting.iter().filter(|counted| counted.is_ok()).count(), WAIT_OF_ONE);
        assert_eq!(entering(1).await, Err(Problem::TooManyRequests { after: 1 }));
        assert_eq!(entering(2).await, Ok(()));
        waiting.clear();
        assert_eq!(entering(1).await, Ok(()));
    }
}
