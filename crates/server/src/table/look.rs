//! What a seat sees of a table: how it is made.

use std::sync::{Arc, OnceLock};

use atlas::{BySide, Side};
use rules::Moment;
use rules::game::{BySeat, GameState, Seat};
use rules::record::{ActionLine, HeaderLine};
use serde_json::{Map, Value, json};

use super::story::Story;
use super::view::{
    Around, DrawView, GameView, SeatView, SeatsView, Shared, Status, StepsView, Summary, UndoView,
    WhereInPlay, You,
};
use super::{SeatKey, Table};
use crate::entry::Entry;
use crate::given::GivenPoints;
use crate::play::Play;
use crate::readers::Unwanted;
use crate::tokens::Role;

/// What each pair of eyes sees of the game as it stands, worked out when it is first wanted: ten who watch
/// cost as much as one.
#[derive(Clone, Default)]
pub(super) struct ViewCache {
    seats: BySeat<OnceLock<Arc<Value>>>,
    digest: OnceLock<Digest>,
}

/// A hash of what was played: the battle and its options, the first position, and every action with
/// the state after it, as far as the rules follow them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Digest(pub [u8; 32]);

impl ViewCache {
    /// Forgets what was played, and what these seats see of it.
    pub fn forget(&mut self, whose: impl Fn(Seat) -> bool) {
        self.digest = OnceLock::new();
        for seat in Seat::ALL.into_iter().filter(|seat| whose(*seat)) {
            self.seats[seat] = OnceLock::new();
        }
    }
}

/// What a role's eyes are to the rules.
pub fn eyes(role: Role) -> Seat {
    role.side().map_or(Seat::Watcher, Seat::Side)
}

impl Table {
    /// The table as a role sees it.
    pub fn view(&self, role: Role, around: Around) -> GameView {
        let (facts, seat) = (&self.facts, eyes(role));
        GameView {
            id: self.id.clone(),
            version: self.version_for(seat),
            seq: self.seq_for(seat),
            battle: facts.battle.clone(),
            system: self.play.game().system(),
            scenario: facts.scenario.clone(),
            options: facts.options.clone(),
            bid: facts.header.bid.map(GivenPoints::of),
            title: facts.title.clone(),
            status: self.status(),
            why_read_only: self.why_read_only(),
            created: facts.created(),
            updated: self.updated(seat),
            you: You { role },
            seats: self.seats(around.connected),
            dice: facts.dice,
            friendly: facts.friendly,
            fair: self.fair_view(),
            clock: around.clock,
            pace: self.pace_view(around.pace),
            undo: self.undo_view(seat),
            draw: self.draw.map(|by| DrawView { by }),
            ended: self.ended.clone(),
            commitment: facts.header.commitment.clone(),
            seed: self.revealed().map(|seed| seed.to_hex()),
            steps: self.steps_for(seat),
            orders: self.orders_for(role),
            decision: self.decision(seat),
            game: self.look(seat),
        }
    }

    /// The game itself, as these eyes see it.
    fn look(&self, seat: Seat) -> Shared {
        if self.is_waiting() {
            return Shared(Arc::new(Value::Null));
        }
        let made = || {
            let (game, now) = (self.play.game(), self.now_for(seat));
            // Where the rules see no end, the view would go on offering what nobody can do any more.
            let given_up = self.ended.is_some() && game.decider(&now).is_some();
            Arc::new(if given_up { game.view_closed(&now, seat) } else { self.view_at(&now, seat) })
        };
        Shared(Arc::clone(self.views.seats[seat].get_or_init(made)))
    }

    /// A state of the game as a seat sees it; once all is shown, as it truly was.
    pub fn view_at(&self, state: &GameState, seat: Seat) -> Value {
        let game = self.play.game();
        if self.shows_all() { game.view_closed(state, seat) } else { game.view(state, seat) }
    }

    /// Who must choose, and what about; nobody once the game is over, however it ended.
    fn decision(&self, seat: Seat) -> Value {
        match &self.ended {
            Some(ended) => json!({"side": null, "kind": "over", "words": ended.words}),
            None if self.is_waiting() => {
                json!({"side": null, "kind": "waiting", "words": self.waiting_words()})
            }
            None if self.fair.throw.is_some() => {
                json!({"side": null, "kind": "throw", "words": self.throw_words()})
            }
            None => self.play.game().decision(&self.now_for(seat), seat),
        }
    }

    /// What was played, as a hash. Takes a while the first time: not for a thread that serves.
    pub fn digest(&self) -> Digest {
        *self.views.digest.get_or_init(|| {
            let mut hasher = blake3::Hasher::new_derive_key("long roll 2026 played");
            let lines = self.play.steps().iter().take(self.play.sound());
            let lines = lines.filter_map(|entry| entry.line.as_ref());
            let actions: Vec<(&Value, &str)> =
                lines.map(|line| (&line.action, line.hash.as_str())).collect();
            let facts = &self.facts;
            let header = &facts.header;
            let game = (&facts.battle, &facts.scenario, &facts.options, header.bid, &header.hash);
            hasher.update(json!([game, actions]).to_string().as_bytes());
            Digest(*hasher.finalize().as_bytes())
        })
    }

    /// Whether the game goes on.
    pub fn status(&self) -> Status {
        if self.why_read_only().is_some() {
            Status::ReadOnly
        } else if self.is_waiting() {
            Status::Waiting
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
            invited: self.key(side) == SeatKey::Invited,
            lost: self.lost(side),
        };
        SeatsView { union: seat(Side::Union), confederate: seat(Side::Confederate) }
    }

    /// Undo is the decider's, whoever views: a page may hold both seats.
    fn undo_view(&self, seat: Seat) -> UndoView {
        let by = self.undoer().filter(|_| self.ended.is_none());
        let may = match by {
            // Whether there is something to undo is for whoever did it to know.
            Some(side) if self.is_hidden() && seat != Seat::Side(side) => {
                Err("it is the other side's")
            }
            _ if self.is_waiting() => Err("the game has not begun"),
            _ if self.fair.throw.is_some() => Err("a throw waits"),
            _ if self.why_read_only().is_some() => Err("this game can be looked at only"),
            Some(side) => self.may_undo(side),
            None if self.ended.is_none() => Err("nobody but computers plays"),
            None => Err("the game is over"),
        };
        let (can, why_not) = (may.is_ok(), may.err());
        UndoView { policy: self.facts.undo, by, can, why_not, asked: self.asked }
    }

    /// Standing orders are their seat's own business. The owner knows those of seats that are his own; of a hidden
    /// game he knows no more than whoever watches.
    fn orders_for(&self, role: Role) -> Map<String, Value> {
        let owner = role == Role::Owner && !self.is_hidden();
        let own = |side: Side| owner && self.key(side) == SeatKey::Owner;
        let known = |side: &Side| role.side() == Some(*side) || own(*side);
        let told = |side: Side| (side.word().to_owned(), json!(self.orders[side]));
        Side::BOTH.into_iter().filter(known).map(told).collect()
    }

    /// The orders of a side.
    pub fn orders(&self, side: Side) -> &Value {
        &self.orders[side]
    }

    /// The table in a list.
    pub fn summary(&self, role: Role, around: Around) -> Summary {
        let (game, now) = (self.play.game(), self.play.now());
        let seat = eyes(role);
        Summary {
            id: self.id.clone(),
            version: self.version_for(seat),
            seq: self.seq_for(seat),
            battle: self.facts.battle.clone(),
            title: self.facts.title.clone(),
            scenario: self.facts.scenario.clone(),
            status: self.status(),
            turn: if self.is_waiting() { 0 } else { game.moment(now).turn.into() },
            turns: self.turns,
            decision: self.decision(seat),
            seats: self.seats(around.connected),
            why_read_only: self.why_read_only(),
            updated: self.updated(seat),
            clock: around.clock,
            ended: self.ended.clone(),
        }
    }
}

impl Table {
    /// The line of play as a seat was told it.
    /// Nothing, if nobody wants it any more.
    pub fn steps_view(&self, seat: Seat, unwanted: Unwanted) -> Result<Option<StepsView>, String> {
        match &self.stories {
            Some(stories) if self.is_hidden() => self.told_steps(stories.of(seat), unwanted),
            _ => StepsView::of(&self.play, &self.facts.header, unwanted),
        }
    }

    /// The actions of a seat's story that stand.
    pub(super) fn told_steps(
        &self,
        story: &Story,
        unwanted: Unwanted,
    ) -> Result<Option<StepsView>, String> {
        let game = self.play.game();
        let mut steps = Vec::with_capacity(story.steps.len());
        let mut before = 0;
        for (index, &step) in story.steps.iter().enumerate() {
            if unwanted() {
                return Ok(None);
            }
            let moment = self.play.at(before).map(|state| game.moment(&state)).ok();
            before = step;
            let entry = story.standing(index).ok_or("a step that was not told")?;
            let line = entry.line.as_ref().ok_or("an action without its line")?;
            steps.push(where_in_play(index, entry, line, moment));
        }
        // Nothing of how the game was set up but what everybody knows.
        let header = HeaderLine {
            from: None,
            dice: Vec::new(),
            of: Vec::new(),
            events: Vec::new(),
            hash: String::new(),
            ..self.facts.header.clone()
        };
        Ok(Some(StepsView { header: json!(header), steps }))
    }
}

/// An action with its place in the line of play. Where the rules no longer follow the record, it is told without turn
/// and phase.
fn where_in_play(
    index: usize,
    entry: &Entry,
    line: &ActionLine,
    moment: Option<Moment>,
) -> WhereInPlay {
    WhereInPlay {
        n: index + 1,
        by: line.by.clone(),
        action: line.action.clone(),
        dice: line.dice.clone(),
        events: line.events.clone(),
        turn: moment.map_or(0, |moment| moment.turn.into()),
        side: moment.map(|moment| moment.side.word().to_owned()),
        phase: moment.map(|moment| moment.phase.to_owned()),
        at: entry.at,
        auto: entry.auto,
        why: entry.why.clone(),
        whole: None,
    }
}

impl StepsView {
    /// The line of play of a game that begins with this line; nothing, if nobody wants it any more.
    pub fn of(
        play: &Play,
        header: &HeaderLine,
        unwanted: Unwanted,
    ) -> Result<Option<StepsView>, String> {
        let game = play.game();
        let mut steps = Vec::with_capacity(play.count());
        let mut states = play.states();
        for (index, entry) in play.steps().iter().enumerate() {
            if unwanted() {
                return Ok(None);
            }
            let line = entry.line.as_ref().ok_or("an action without its line")?;
            let moment = states.next().map(|state| game.moment(&state));
            steps.push(where_in_play(index, entry, line, moment));
        }
        Ok(Some(StepsView { header: json!(header), steps }))
    }
}

#[cfg(test)]
mod tests {
    use rules::dice::Seed;

    use super::*;
    use crate::catalogue::{Catalogue, Load, Selection, Source};
    use crate::facts::{DicePolicy, Facts, UndoPolicy};
    use crate::moment::Moment;
    use crate::store::StoredGame;
    use crate::table::{Command, Planned, Request};
    use crate::tables::lay;

    fn table() -> Table {
        let id = atlas::builtin::kinds().next().expect("a battle").battle;
        table_of(id, Box::new(move || atlas::builtin::battle(id).map_err(|f| f.to_string())))
    }

    fn table_of(id: &str, load: Load) -> Table {
        let catalogue = Catalogue::new(vec![Source::new(id.to_owned(), load)]);
        let choice = Selection::new(id.to_owned(), None, Vec::new());
        let ready = catalogue.ready(&choice).expect("a battle");
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
            hidden: false,
            friendly: false,
            waits: false,
            open: false,
            pace: None,
            header,
            created: 0,
        };
        let stored = StoredGame { id: "a-game".to_owned(), facts, seed: Some(seed) };
        lay(&ready, stored).expect("a table")
    }

    fn end_phase(table: &mut Table) {
        act(table, json!({"end_phase": {}}));
    }

    fn act(table: &mut Table, action: Value) {
        take(table, Command::Act { action, dice: Vec::new(), link: None });
    }

    fn take(table: &mut Table, command: Command) {
        let request = Request { role: Role::Union, request: None, version: None, command };
        let Ok(Planned::New(steps)) = table.plan(&request, Moment(0), BySide::default()) else {
            panic!("a plan")
        };
        steps.into_iter().for_each(|step| table.take(step.entry, step.after));
    }

    #[test]
    fn a_view_is_worked_out_once_for_all_who_see_the_same() {
        let mut table = table();
        let game = |table: &Table, role| table.view(role, Around::default()).game.0;
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
    fn what_a_seat_is_not_told_of_does_not_make_it_look_anew() {
        use rules::toy;
        let mut table = table_of(toy::BATTLE, Box::new(|| Ok(toy::battle())));
        let game = |table: &Table, role| table.view(role, Around::default()).game.0;
        let [own, other, watch] = [Role::Union, Role::Confederate, Role::Watch];
        let before = [own, other, watch].map(|role| game(&table, role));
        act(&mut table, json!({"move": {"unit": "US-2", "to": "0,2"}}));
        assert_ne!(before[0], game(&table, own));
        assert!(Arc::ptr_eq(&before[1], &game(&table, other)), "whoever looks waits no longer");
        assert!(Arc::ptr_eq(&before[2], &game(&table, watch)));
        end_phase(&mut table);
        assert_ne!(before[1], game(&table, other));
        assert_ne!(before[2], game(&table, watch));
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
