//! How long a General may think, as it is asked for on the command line, and how that is shared among the
//! decisions of a player-turn.
//!
//! Only a General is told how long: the other levels know when they are done, and nothing here hurries them.

use std::time::{Duration, Instant};

use clap::Args;
use rules::game::GameState;
use staff::{Budget, Choice, Contender, Due, Level, Player, TurnTime, share_of_nodes};

use crate::levels;

/// How long every General may think about whom nothing else is said.
#[derive(Args, Clone, Copy)]
pub struct Thinking {
    /// How many positions a General may judge in a player-turn; 20,000 take about half a second. The other
    /// levels know when they are done.
    #[arg(long, default_value_t = 20_000, conflicts_with = "think",
        value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How long a General may think in a player-turn, instead of a number of positions.
    #[arg(long, value_name = "MILLISECONDS", value_parser = clap::value_parser!(u32).range(1..))]
    think: Option<u32>,
}

impl Thinking {
    /// The thought this asks for.
    pub fn thought(self) -> Thought {
        match self.think {
            Some(think) => Thought::Time(Duration::from_millis(u64::from(think))),
            None => Thought::Nodes(self.nodes),
        }
    }
}

/// How much a General may think in a player-turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thought {
    /// So many positions judged.
    Nodes(u64),
    /// So long by the clock.
    Time(Duration),
}

/// A player of a match, as in `colonel`, `general:50000` or `general:2s`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// Who plays.
    pub contender: Contender,
    /// What a General is given of his own.
    pub thought: Option<Thought>,
}

/// A player of a match; a General may have his own time after a colon.
pub fn entrant(word: &str) -> Result<Entrant, String> {
    let (name, thought) = match word.split_once(':') {
        Some((name, thought)) => (name, Some(thought)),
        None => (word, None),
    };
    let contender = levels::contender(name)?;
    let general = contender == Contender::Staff(Level::General);
    match thought {
        None => Ok(Entrant { contender, thought: None }),
        Some(_) if !general => Err(format!("only a General is given time, not a {name}")),
        Some(thought) => {
            let thought = parsed(thought).ok_or(
                "expected positions a player-turn or a time after the colon, \
                 as in general:50000, general:500ms or general:2s",
            )?;
            Ok(Entrant { contender, thought: Some(thought) })
        }
    }
}

/// `50000`, `500ms` or `2s`; never nothing.
fn parsed(word: &str) -> Option<Thought> {
    let whole = |digits: &str| digits.parse::<u32>().ok().filter(|&number| number > 0);
    if let Some(milliseconds) = word.strip_suffix("ms") {
        whole(milliseconds).map(|count| Thought::Time(Duration::from_millis(u64::from(count))))
    } else if let Some(seconds) = word.strip_suffix('s') {
        whole(seconds).map(|count| Thought::Time(Duration::from_secs(u64::from(count))))
    } else {
        word.parse().ok().filter(|&nodes| nodes > 0).map(Thought::Nodes)
    }
}

impl std::fmt::Display for Entrant {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(self.contender.word())?;
        match self.thought {
            None => Ok(()),
            Some(thought) => write!(out, ":{thought}"),
        }
    }
}

impl std::fmt::Display for Thought {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Thought::Nodes(nodes) => write!(out, "{nodes}"),
            Thought::Time(time) => write!(out, "{}ms", time.as_millis()),
        }
    }
}

/// A General's thought in the course of a game.
pub struct Thinker {
    thought: Thought,
    spent: TurnTime,
}

impl Thinker {
    /// Nothing spent yet.
    pub fn new(thought: Thought) -> Thinker {
        Thinker { thought, spent: TurnTime::default() }
    }

    /// A player's next action: a General's within its share of the player-turn. `None` when the game is over.
    pub fn choose(&mut self, player: &mut dyn Player, seen: &GameState) -> Option<Choice> {
        if !player.level().is_timed() || player.has_plan(seen) {
            return player.choose(seen, Budget::FREE);
        }
        let due = player.due(seen)?;
        self.decide(&due, &|| false, |budget| player.choose(seen, budget))
    }

    /// Lets a decision that is not planned yet be made within its share of the player-turn, or until `halted`.
    pub fn decide<T>(
        &mut self,
        due: &Due,
        halted: &dyn Fn() -> bool,
        decide: impl FnOnce(Budget<'_>) -> T,
    ) -> T {
        match self.thought {
            Thought::Nodes(turn) => {
                let nodes = Some(share_of_nodes(due.work, turn));
                decide(Budget { nodes, stop: Some(halted) })
            }
            Thought::Time(turn) => {
                let begun = Instant::now();
                let end = begun + self.spent.share(due, turn);
                let decided = decide(Budget::until(&|| halted() || Instant::now() >= end));
                self.spent.count(due, begun.elapsed());
                decided
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_general_may_have_his_own_time() {
        let thought = |word| entrant(word).map(|entrant| entrant.thought);
        assert_eq!(thought("General:50000"), Ok(Some(Thought::Nodes(50_000))));
        assert_eq!(thought("general:500ms"), Ok(Some(Thought::Time(Duration::from_millis(500)))));
        assert_eq!(thought("general:2s"), Ok(Some(Thought::Time(Duration::from_secs(2)))));
        assert_eq!(thought("general"), Ok(None));
        assert_eq!(thought("random"), Ok(None));
        for word in
            ["general:", "general:0", "general:0s", "general:-1", "general:2h", "general:1.5s"]
        {
            let refused = thought(word).expect_err(word);
            assert!(refused.contains("general:500ms"), "{word}: {refused}");
        }
        let refused = thought("colonel:500").expect_err("no time for colonels");
        assert_eq!(refused, "only a General is given time, not a colonel");
        assert!(thought("drummer:5").is_err());
    }

    #[test]
    fn an_entrant_is_written_as_he_is_read() {
        for word in ["general:50000", "general:500ms", "colonel", "random"] {
            assert_eq!(entrant(word).expect(word).to_string(), word);
        }
    }
}
