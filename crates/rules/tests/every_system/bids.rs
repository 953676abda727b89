//! Points that are given beforehand: they count, stand in the header, and change nothing else.

use atlas::{BySide, Side};
use rules::Bid;
use rules::game::{Game, Seat};
use rules::record::Text;

use crate::{Lawful, Played, Table, of_system, play};

const BID: Bid = Bid { side: Side::Confederate, points: 7 };

/// The same game is played with and without a bid: only the count differs, and the record knows.
pub fn a_bid_counts_and_stands_in_the_record(table: &Table) {
    let given = Table { files: table.files.clone(), game: table.game.with_bid(Some(BID)) };
    assert_eq!((table.game.bid(), given.game.bid()), (None, Some(BID)));
    let (plain, bid) = (played(table), played(&given));
    let actions = |played: &Played| -> Vec<_> {
        played.lines.iter().map(|line| line.action.clone()).collect()
    };
    assert_eq!(actions(&plain), actions(&bid), "players at random do not heed the score");
    for (before, after) in plain.states.iter().zip(&bid.states) {
        let lead = |game: &Game, state| {
            let BySide { union, confederate } = game.points(state);
            union - confederate
        };
        assert_eq!(lead(&given.game, after), lead(&table.game, before) - BID.points);
        assert!(given.game.view(after, Seat::Watcher)["points"].is_object());
    }
    assert_eq!((plain.header.bid, bid.header.bid), (None, Some(BID)));
    let text = text(&bid);
    assert!(
        text.starts_with('{') && text.contains("\"bid\":{\"side\":\"confederate\",\"points\":7}")
    );
    assert_eq!(given.game.verify(&text).unwrap().actions, bid.lines.len());
    let other = table.game.verify(&text).unwrap_err();
    assert_eq!(other.problem, "the game was made ready with another bid than the header's");
    let none = given.game.replay(&text.replace("\"points\":7}", "\"points\":0}"));
    assert!(none.is_err_and(|error| error.problem.contains("expected 1 to 99999")));
}

/// Whoever is given more than a battle can bring has won it.
pub fn a_bid_decides_if_it_is_large_enough(table: &Table) {
    for side in Side::BOTH {
        let bid = Bid { side, points: Bid::MOST };
        let given = Table { files: table.files.clone(), game: table.game.with_bid(Some(bid)) };
        let played = played(&given);
        let outcome = given.game.outcome(&played.states[played.lines.len()]);
        assert_eq!(outcome.expect("a small game is over").winner, Some(side));
    }
}

fn played(table: &Table) -> Played {
    fn whole<S: Lawful>(table: &Table, system: &S) -> Played {
        play(table, system, 3)
    }
    of_system!(&table.game, system => whole(table, &**system))
}

fn text(played: &Played) -> String {
    let (mut text, first) = Text::begin(&played.header);
    let mut lines = vec![first];
    lines.extend(played.lines.iter().map(|line| text.line(line)));
    lines.join("\n")
}
