//! Entries being made for one request, before any of them counts.

use std::sync::Arc;

use atlas::{BySide, Side};
use rules::game::{Acted, Game, GameState, Told};
use serde_json::Value;

use super::fair::Pending;
use super::{Absence, Ended, How, Request, Table};
use crate::entry::{Entry, Kind, Secret};
use crate::moment::Moment;
use crate::staff::Level;

/// The most actions that standing orders carry out after one request.
const MOST_AUTOMATIC: usize = 500;

/// An entry to be added, and what came of it if it is an action.
#[derive(Clone, Debug)]
pub struct Step {
    /// The entry.
    pub entry: Arc<Entry>,
    /// What came of it, with an action.
    pub after: Option<After>,
}

/// What came of an action.
#[derive(Clone, Debug)]
pub struct After {
    /// The state after it.
    pub state: GameState,
    /// What each seat may hear of it, in a hidden game.
    pub told: Option<Told>,
}

/// The entries of one request, one after another.
pub(super) struct Draft<'t> {
    table: &'t Table,
    request: &'t Request,
    fingerprint: Option<String>,
    at: Moment,
    /// What is known of the holders of the seats.
    pub absence: BySide<Absence>,
    state: GameState,
    length: usize,
    computers: BySide<Option<Level>>,
    made: Vec<(Entry, Option<After>)>,
}

impl<'t> Draft<'t> {
    pub fn new(
        table: &'t Table,
        request: &'t Request,
        at: Moment,
        absence: BySide<Absence>,
    ) -> Draft<'t> {
        let (state, length) = (table.play.now().clone(), table.play.count());
        let fingerprint = request.request.is_some().then(|| request.fingerprint());
        let computers = table.computers;
        let made = Vec::new();
        Draft { table, request, fingerprint, at, absence, state, length, computers, made }
    }

    fn game(&self) -> &'t Game {
        self.table.play.game()
    }

    /// Adds an entry.
    pub fn add(&mut self, kind: Kind, by: Option<Side>) -> &mut Entry {
        let (seq, version) = match self.made.last() {
            Some((entry, _)) => (entry.seq, entry.version),
            None => (self.table.seq(), self.table.version()),
        };
        let entry = Entry {
            seq: seq + 1,
            version: version + u64::from(kind.is_new_version()),
            kind,
            at: self.at,
            by,
            auto: false,
            step: None,
            line: None,
            text: None,
            to: None,
            why: None,
            dice: None,
            clock: None,
            head: None,
            secret: Secret {
                role: Some(self.request.role),
                request: self.request.request.clone(),
                fingerprint: self.fingerprint.clone(),
                data: None,
            },
        };
        let last = self.made.len();
        self.made.push((entry, None));
        &mut self.made[last].0
    }

    /// Adds an action that was carried out.
    pub fn add_action(&mut self, by: Side, acted: Acted) -> &mut Entry {
        let Acted { line, state, told } = acted;
        self.length += 1;
        self.state = state.clone();
        let step = self.length;
        let entry = self.add(Kind::Action, Some(by));
        (entry.step, entry.line) = (Some(step), Some(line));
        let last = self.made.len() - 1;
        self.made[last].1 = Some(After { state, told });
        &mut self.made[last].0
    }

    /// Goes on from an earlier step.
    pub fn go_back(&mut self, state: GameState, length: usize) {
        (self.state, self.length) = (state, length);
    }

    /// From here on a computer plays a side, or a person does.
    pub fn seat(&mut self, side: Side, level: Option<Level>) {
        self.computers[side] = level;
    }

    /// Carries out what standing orders have decided, until a decision is a person's.
    pub fn carry_out_orders(&mut self, orders: &BySide<Value>) {
        let Some(source) = self.table.source() else { return };
        for _ in 0..MOST_AUTOMATIC {
            let Some(side) = self.game().decider(&self.state) else { break };
            // A computer decides for itself.
            if self.computers[side].is_some() {
                break;
            }
            let Some(action) = self.game().obey(&self.state, &orders[side]) else { break };
            match self.game().act(&self.state, &source, &action, &[]) {
                Ok(acted) if self.table.needs_witness(&acted) => {
                    let witnesses = self.table.witnesses();
                    let what = Pending { action: acted.line.action, by_clock: false, auto: true };
                    let n = acted.line.n;
                    let table = self.table;
                    // If its chain is used up the decision is left to the person.
                    let _ = table.wait_for_links(self, &witnesses, Some(side), n, what, None);
                    break;
                }
                Ok(acted) => self.add_action(side, acted).auto = true,
                Err(error) => {
                    // The decision is left to the person; nobody else must wait for it in vain.
                    tracing::error!(%action, %error, "orders not carried out");
                    break;
                }
            }
        }
    }

    /// Adds the end, if the rules say that the game is over.
    pub fn end_by_rules(&mut self) {
        let Some(outcome) = self.game().outcome(&self.state) else { return };
        self.end(&Ended::by_rules(outcome));
    }

    /// Adds the end.
    pub fn end(&mut self, ended: &Ended) {
        ended.tell(self.add(Kind::Ended, None));
    }

    /// Adds that a side accepts a draw, and the end.
    pub fn agree(&mut self, side: Side) {
        self.add(Kind::DrawAgreed, Some(side));
        let words = "Both sides agreed on a draw.".to_owned();
        self.end(&Ended { how: How::Agreed, winner: None, level: None, words });
    }

    /// The state after what was added.
    pub fn state(&self) -> &GameState {
        &self.state
    }

    /// The entries.
    pub fn finish(self) -> Vec<Step> {
        let step = |(entry, after)| Step { entry: Arc::new(entry), after };
        self.made.into_iter().map(step).collect()
    }
}
