//! Memory for searches on the map, lent to whoever has none at hand.

use std::cell::RefCell;

use field::Search;

thread_local! {
    /// Memory for searches, one for each thread.
    static SEARCH: RefCell<Search> = RefCell::new(Search::new());
}

/// Lends memory for a search to whoever has none at hand: making it anew costs as much as many searches.
pub(crate) fn with_search<T>(ask: impl FnOnce(&mut Search) -> T) -> T {
    SEARCH.with(|search| match search.try_borrow_mut() {
        Ok(mut search) => ask(&mut search),
        // Lent already, to somebody further up.
        Err(_) => ask(&mut Search::new()),
    })
}
