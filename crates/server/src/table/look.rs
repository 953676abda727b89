//! What a seat sees of a table: how it is made.

use std::sync::{Arc, OnceLock};

use atlas::{BySide, Side};
use rules::game::{Seat, StandingOrders};
use rules::record::HeaderLine;
use serde_json::{Map, Value, json};

use super::Table;
use super::view::{
    DrawView, GameView, SeatView, SeatsView, Shared, Status, StepsView, Summary, UndoView,
    WhereInPlay, You,
};
use crate::play::Play;
use crate::tokens::Role;

/// What each pair of eyes sees of the game as it stands, worked out when it is first wanted: ten who watch
/// cost as much as one.
#[derive(Clone, Default)]
pub(super) struct Looks {
    sides: BySide<OnceLock<Arc<Value>>>,
    watcher: OnceLock<Arc<Value>>,
    digest: OnceLock<Digest>,
}

/// A hash of what was played: the battle and its options, the first position, and every action with
/// the state after it, as far as the rules follow them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Digest(pub [u8; 32]);

impl Looks {
    fn of(&self, seat: Seat) -> &OnceLock<Arc<Value>> {
        match seat {
            Seat::Side(side) => &self.sides[side],
            Seat::Watcher => &self.watcher,
        }
    }
}

/// What a role's eyes are to the rules.
pub fn eyes(role: Role) -> Seat {
    role.side().map_or(Seat::Watcher, Seat::Side)
}

impl Table {
    /// The table as a role sees it.
    pub fn view(&self, role: Role, connected: BySide<bool>) -> GameView {
        let facts = &self.facts;
        GameView {
            id: self.id.clone(),
            version: self.version,
            seq: self.seq(),
            battle: facts.battle.clone(),
            system: self.play.game().system(),
            scenario: facts.scenario.clone(),
            options: facts.options.clone(),
            title: facts.title.clone(),
            status: self.status(),
            why_read_only: self.why_read_only(),
            created: facts.created(),
            updated: self.updated(),
            you: You { role },
            seats: self.seats(connected),
            dice: facts.dice,
            undo: self.undo_view(),
            draw: self.draw.map(|by| DrawView { by }),
            ended: self.ended.clone(),
            commitment: facts.header.commitment.clone(),
            seed: self.revealed().map(|seed| seed.to_hex()),
            steps: self.play.count(),
            orders: self.orders_for(role),
            decision: self.decision(),
            game: self.look(eyes(role)),
        }
    }

    /// The game itself, as these eyes see it.
    fn look(&self, seat: Seat) -> Shared {
        let (game, now) = (self.play.game(), self.play.now());
        let made = || {
            // Where the rules see no end, the view would go on offering what nobody can do any more.
            let given_up = self.ended.is_some() && game.decider(now).is_some();
            Arc::new(if given_up { game.view_closed(now, seat) } else { game.view(now, seat) })
        };
        Shared(Arc::clone(self.looks.of(seat).get_or_init(made)))
    }

    /// Who must choose, and what about; nobody once the game is over, however it ended.
    fn decision(&self) -> Value {
        match &self.ended {
            Some(ended) => json!({"side": null, "kind": "over", "words": ended.words}),
            None => self.play.game().decision(self.play.now()),
        }
    }

    /// What was played, as a hash. Takes a while the first time: not for a thread that serves.
    pub fn digest(&self) -> Digest {
        *self.looks.digest.get_or_init(|| {
            let mut hasher = blake3::Hasher::new_derive_key("long roll 2026 played");
            let lines = self.play.steps().iter().take(self.play.sound());
            let lines = lines.filter_map(|entry| entry.line.as_ref());
            let actions: Vec<(&Value, &str)> =
                lines.map(|line| (&line.action, line.hash.as_str())).collect();
            let facts = &self.facts;
            let game = (&facts.battle, &facts.scenario, &facts.options, &facts.header.hash);
            hasher.update(json!([game, actions]).to_string().as_bytes());
            Digest(*hasher.finalize().as_bytes())
        })
    }

    /// Whether the game goes on.
    pub fn status(&self) -> Status {
        if self.why_read_only().is_some() {
            Status::ReadOnly
        } else if self.ended.is_some() {
            Status::Over
        } else {
            Status::Playing
        }
    }

    fn seats(&self, connected: BySide<bool>) -> SeatsView {
        let due = self.due().map(|(side, _)| side);
        let seat = |side: Side| SeatView {
            name: self.names[side].clone(),
            holder: self.holder(side),
            level: self.computers[side],
            connected: connected[side] || self.computers[side].is_some(),
            thinking: due == Some(side),
        };
        SeatsView { union: seat(Side::Union), confederate: seat(Side::Confederate) }
    }

    /// Undo is the decider's, whoever looks: a page may hold both seats.
    fn undo_view(&self) -> UndoView {
        let by = self.undoer().filter(|_| self.ended.is_none());
        let may = match by {
            _ if self.why_read_only().is_some() => Err("this game can be looked at only"),
            Some(side) => self.may_undo(side),
            None if self.ended.is_none() => Err("nobody but computers plays"),
            None => Err("the game is over"),
        };
        let (can, why_not) = (may.is_ok(), may.err());
        UndoView { policy: self.facts.undo, by, can, why_not, asked: self.asked }
    }

    /// Standing orders are their seat's own business, and the owner's.
    fn orders_for(&self, role: Role) -> Map<String, Value> {
        let known = |side: &Side| role == Role::Owner || role.side() == Some(*side);
        let told = |side: Side| (side.word().to_owned(), json!(self.orders[side]));
        Side::BOTH.into_iter().filter(known).map(told).collect()
    }

    /// The orders of a side.
    pub fn orders(&self, side: Side) -> &StandingOrders {
        &self.orders[side]
    }

    /// The table in a list.
    pub fn summary(&self, connected: BySide<bool>) -> Summary {
        let (game, now) = (self.play.game(), self.play.now());
        Summary {
            id: self.id.clone(),
            version: self.version,
            seq: self.seq(),
            battle: self.facts.battle.clone(),
            title: self.facts.title.clone(),
            scenario: self.facts.scenario.clone(),
            status: self.status(),
            turn: game.position(now)["turn"].as_u64().unwrap_or_default(),
            turns: self.turns,
            decision: self.decision(),
            seats: self.seats(connected),
            why_read_only: self.why_read_only(),
            updated: self.updated(),
            ended: self.ended.clone(),
        }
    }
}

impl StepsView {
    /// The line of play of a game that begins with this line.
    pub fn of(play: &Play, header: &HeaderLine) -> Result<StepsView, String> {
        let game = play.game();
        let mut steps = Vec::with_capacity(play.count());
        let mut states = play.states();
        for (index, entry) in play.steps().iter().enumerate() {
            let line = entry.line.as_ref().ok_or("an action without its line")?;
            // Where the rules no longer follow the record, it is told without turn and phase.
            let position = states.next().map(|state| game.position(&state)).unwrap_or_default();
            let word = |name: &str| position[name].as_str().map(str::to_owned);
            steps.push(WhereInPlay {
                n: index + 1,
                by: line.by.clone(),
                action: line.action.clone(),
                dice: line.dice.clone(),
                events: line.events.clone(),
                turn: position["turn"].as_u64().unwrap_or_default(),
                side: word("side"),
                phase: word("phase"),
                at: entry.at,
                auto: entry.auto,
                why: entry.why.clone(),
            });
        }
        Ok(StepsView { header: json!(header), steps })
    }
}

#[cfg(test)]
mod tests {
    use rules::dice::Seed;

    use super::*;
    use crate::facts::{DicePolicy, Facts, UndoPolicy};
    use crate::moment::Moment;
    use crate::shelf::{Choice, Shelf, Source};
    use crate::store::StoredGame;
    use crate::table::{Command, Planned, Request};
    use crate::tables::lay;

    fn table() -> Table {
        let load = || atlas::builtin::battle("blue-gray/antietam").map_err(|f| f.to_string());
        let shelf = Shelf::new(vec![Source::new("blue-gray/antietam".to_owned(), Box::new(load))]);
        let battle = "blue-gray/antietam".to_owned();
        let choice = Choice { battle, scenario: None, options: Vec::new() };
        let ready = shelf.ready(&choice).expect("a battle");
        let seed = Seed::from_bytes([7; 32]);
        let (header, _) = ready.game.begin(&seed, Map::new());
        let facts = Facts {
            battle: choice.battle,
            scenario: header.scenario.clone(),
            options: Vec::new(),
            title: "Antietam".to_owned(),
            holders: BySide::default(),
            levels: BySide::default(),
            names: BySide::default(),
            undo: UndoPolicy::default(),
            dice: DicePolicy::default(),
            imported: false,
            header,
            created: 0,
        };
        let stored = StoredGame { id: "a-game".to_owned(), facts, seed: Some(seed) };
        lay(&ready, stored).expect("a table")
    }

    fn end_phase(table: &mut Table) {
        let action = json!({"end_phase": {}});
        take(table, Command::Act { action, dice: Vec::new() });
    }

    fn take(table: &mut Table, command: Command) {
        let request = Request { role: Role::Union, request: None, version: None, command };
        let Ok(Planned::New(steps)) = table.plan(&request, Moment(0)) else { panic!("a plan") };
        steps.into_iter().for_each(|step| table.take(step.entry, step.after));
    }

    #[test]
    fn a_view_is_worked_out_once_for_all_who_see_the_same() {
        let mut table = table();
        let game = |table: &Table, role| table.view(role, BySide::default()).game.0;
        let first = game(&table, Role::Watch);
        assert!(Arc::ptr_eq(&first, &game(&table, Role::Watch)));
        assert!(Arc::ptr_eq(&first, &game(&table, Role::Owner)));
        assert!(!Arc::ptr_eq(&first, &game(&table, Role::Union)), "a seat has eyes of its own");
        // Whoever looks at the table as it was sees it as it was.
        let before = table.clone();
        end_phase(&mut table);
        assert!(Arc::ptr_eq(&first, &game(&before, Role::Watch)));
        assert_ne!(first, game(&table, Role::Watch));
    }

    #[test]
    fn what_was_played_alike_has_one_digest_whatever_came_between() {
        let mut table = table();
        let start = table.digest();
        assert_eq!(start, self::table().digest());
        end_phase(&mut table);
        let moved = table.digest();
        assert_ne!(moved, start);
        let mut again = self::table();
        end_phase(&mut again);
        assert_eq!(again.digest(), moved);
        take(&mut again, Command::Undo);
        assert_eq!(again.digest(), start, "undone");
        end_phase(&mut again);
        end_phase(&mut again);
        assert_ne!(again.digest(), moved, "gone on");
    }
}
