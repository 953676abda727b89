//! What a seat sees of a table.

use std::sync::{Arc, OnceLock};

use atlas::{BySide, Side};
use rules::game::{Seat, StandingOrders};
use rules::record::HeaderLine;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::{Asked, Ended, Table};
use crate::facts::{DicePolicy, Holder, UndoPolicy};
use crate::moment::Moment;
use crate::play::Play;
use crate::staff::Level;
use crate::tokens::Role;
use crate::words::SideWord;

/// Whether a game goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// It does.
    Playing,
    /// It is over.
    Over,
    /// It can be looked at only.
    ReadOnly,
}

/// Who is looking.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct You {
    /// By which token.
    pub role: Role,
}

/// A seat as everybody sees it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct SeatView {
    /// The name its holder goes by.
    pub name: Option<String>,
    /// Where the holder sits.
    pub holder: Holder,
    /// The level of the computer that plays it.
    pub level: Option<Level>,
    /// Whether its holder's page listens now; a computer always does.
    pub connected: bool,
    /// Whether a computer is thinking about its decision.
    pub thinking: bool,
}

/// Both seats.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct SeatsView {
    /// The Union's.
    pub union: SeatView,
    /// The Confederates'.
    pub confederate: SeatView,
}

/// What can be taken back.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct UndoView {
    /// The table's custom.
    pub policy: UndoPolicy,
    /// Whose it would be to undo: the side that decides now, or whoever plays against a computer.
    #[schema(value_type = Option<SideWord>)]
    pub by: Option<Side>,
    /// Whether that side may undo the last action now.
    pub can: bool,
    /// If not, why.
    pub why_not: Option<&'static str>,
    /// A wish that waits for an answer.
    pub asked: Option<Asked>,
}

/// An offer of a draw.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct DrawView {
    /// Whose.
    #[schema(value_type = SideWord)]
    pub by: Side,
}

/// A game as a seat sees it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct GameView {
    /// Its id.
    pub id: String,
    /// Its version, which every change of the game raises.
    pub version: u64,
    /// Number of the last entry.
    pub seq: u64,
    /// The battle's id.
    pub battle: String,
    /// The system of rules.
    pub system: &'static str,
    /// The scenario's id.
    pub scenario: String,
    /// Numbers of the optional rules.
    pub options: Vec<String>,
    /// The battle's title.
    pub title: String,
    /// Whether it goes on.
    pub status: Status,
    /// Why it can be looked at only.
    pub why_read_only: Option<String>,
    /// When it was set up.
    #[schema(value_type = String, format = DateTime)]
    pub created: Moment,
    /// When something last happened.
    #[schema(value_type = String, format = DateTime)]
    pub updated: Moment,
    /// Who is looking.
    pub you: You,
    /// Who sits where.
    pub seats: SeatsView,
    /// Where the dice come from.
    pub dice: DicePolicy,
    /// What can be taken back.
    pub undo: UndoView,
    /// An offer of a draw.
    pub draw: Option<DrawView>,
    /// How it ended.
    pub ended: Option<Ended>,
    /// The hash that pins the seed.
    pub commitment: String,
    /// The seed, once the game is over.
    pub seed: Option<String>,
    /// How many actions stand.
    pub steps: usize,
    /// Standing orders, as far as they are the looker's to know.
    #[schema(value_type = Object)]
    pub orders: Map<String, Value>,
    /// Who must choose, and what about.
    #[schema(value_type = Object)]
    pub decision: Value,
    /// The game itself, in the words of its system.
    #[schema(value_type = Object)]
    pub game: Shared,
}

/// A piece of JSON that several answers have in common.
#[derive(Clone, PartialEq, Debug)]
pub struct Shared(Arc<Value>);

impl Serialize for Shared {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// What each pair of eyes sees of the game as it stands, worked out when it is first wanted: ten who watch
/// cost as much as one.
#[derive(Clone, Default)]
pub(super) struct Looks {
    sides: BySide<OnceLock<Arc<Value>>>,
    watcher: OnceLock<Arc<Value>>,
}

impl Looks {
    fn of(&self, seat: Seat) -> &OnceLock<Arc<Value>> {
        match seat {
            Seat::Side(side) => &self.sides[side],
            Seat::Watcher => &self.watcher,
        }
    }
}

/// A game in a list.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Summary {
    /// Its id.
    pub id: String,
    /// Its version.
    pub version: u64,
    /// Number of the last entry.
    pub seq: u64,
    /// The battle's id.
    pub battle: String,
    /// The battle's title.
    pub title: String,
    /// The scenario's id.
    pub scenario: String,
    /// Whether it goes on.
    pub status: Status,
    /// The game-turn.
    pub turn: u64,
    /// How many there are.
    pub turns: u8,
    /// Who must choose, and what about.
    #[schema(value_type = Object)]
    pub decision: Value,
    /// Who sits where.
    pub seats: SeatsView,
    /// Why it can be looked at only.
    pub why_read_only: Option<String>,
    /// When something last happened.
    #[schema(value_type = String, format = DateTime)]
    pub updated: Moment,
    /// How it ended.
    pub ended: Option<Ended>,
}

/// An action in the line of play.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct WhereInPlay {
    /// Its place, from 1.
    pub n: usize,
    /// Whose decision it was.
    pub by: String,
    /// The action.
    #[schema(value_type = Object)]
    pub action: Value,
    /// The throws it took.
    pub dice: Vec<u8>,
    /// What happened.
    #[schema(value_type = Vec<Object>)]
    pub events: Vec<Value>,
    /// The game-turn in which it was taken.
    pub turn: u64,
    /// Whose player-turn.
    pub side: Option<String>,
    /// Which phase.
    pub phase: Option<String>,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub at: Moment,
    /// Standing orders or a computer did it.
    pub auto: bool,
    /// With a computer's action: why.
    pub why: Option<String>,
}

/// The line of play as it stands.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct StepsView {
    /// First line of the record.
    #[schema(value_type = Object)]
    pub header: Value,
    /// The actions.
    pub steps: Vec<WhereInPlay>,
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
    use crate::facts::Facts;
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
        let request = Request {
            role: Role::Union,
            request: None,
            version: None,
            command: Command::Act { action: json!({"end_phase": {}}), dice: Vec::new() },
        };
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
}
