//! What a request would do at the table, or why it may not.

use std::ops::Range;

use atlas::{BySide, Side};
use rules::game::Seat;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::draft::{Draft, Step};
use super::{Absence, Asked, DiceWord, Ended, How, PauseWord, Ring, SeatKey, Table, VacationWord};
use crate::entry::Kind;
use crate::facts::DicePolicy;
use crate::moment::Moment;
use crate::problem::Problem;
use crate::staff::Level;
use crate::text::sentence;
use crate::tokens::Role;

/// How many entries that could go on for ever one role may make in a game.
pub const MOST_ASIDES: usize = 4000;

/// What is done about a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DrawWord {
    /// Offer it.
    Offer,
    /// Withdraw one's own offer.
    Withdraw,
    /// Accept the other's.
    Accept,
    /// Refuse the other's.
    Refuse,
}

/// Something that changes a game or its story.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub enum Command {
    /// Carry out an action, at a study table with these throws first.
    Act {
        /// The action.
        action: Value,
        /// The throws.
        dice: Vec<u16>,
        /// The next link of the player's chain, if the action draws under witnesses.
        link: Option<String>,
    },
    /// Give something to the dice.
    Dice(DiceWord),
    /// Undo the last action.
    Undo,
    /// Ask to take back everything after a step; without one, withdraw the wish.
    AskTakeBack(Option<usize>),
    /// Answer such a wish: whether it is granted, and if given the step it must be about.
    AnswerTakeBack(bool, Option<usize>),
    /// Offer, withdraw, accept or refuse a draw.
    Draw(DrawWord),
    /// Give up.
    Resign,
    /// Say something.
    Talk(String),
    /// Give a seat a name.
    Name(Side, Option<String>),
    /// Say that the watchers have a new link.
    NewWatchLink,
    /// Make a new invitation to a seat, or ask that one be made.
    Invite(Side),
    /// Agree that one is made, or do not.
    AnswerInvite(Side, bool),
    /// Take the seat one was invited to.
    Redeem(Side),
    /// Make oneself a new token.
    Renew,
    /// Give standing orders.
    Orders(Value),
    /// Let a computer of a level play a side; without one, give the seat back.
    SeatComputer(Side, Option<Level>),
    /// Take a side over from its computer; in a game between computers, after the last entry that was
    /// shown.
    TakeSeat(Side, u64),
    /// A clock reminds, or its time has run out.
    Ring(Ring),
    /// Claim the game of a player whose time has run out.
    Claim,
    /// Ask for a pause, agree, refuse, or go on.
    Pause(PauseWord),
    /// Take days of vacation, or come back.
    Vacation(VacationWord),
    /// Hand the seat back that the computer of this level cannot play.
    GiveUp(Level),
    /// Carry out what the computer of a seat decided.
    Decide {
        /// Its level.
        level: Level,
        /// The action.
        action: Value,
        /// Why.
        why: String,
    },
}

/// What comes with an action.
#[derive(Clone, Copy, Default)]
struct Given<'a> {
    dice: &'a [u16],
    link: Option<&'a str>,
}

/// Who wants what.
#[derive(Clone, PartialEq, Debug)]
pub struct Request {
    /// By whose token.
    pub role: Role,
    /// The client's own name for it.
    pub request: Option<String>,
    /// The version it was made for.
    pub version: Option<u64>,
    /// What is wanted.
    pub command: Command,
}

impl Request {
    /// A hash of everything that is wanted: a repetition has the same, another request has another.
    pub fn fingerprint(&self) -> String {
        let mut wanted = json!([self.version, self.command]);
        // The order in which a client writes the fields of an object says nothing.
        wanted.sort_all_objects();
        let mut hasher = blake3::Hasher::new_derive_key("long roll 2026 request");
        hasher.update(wanted.to_string().as_bytes());
        hasher.finalize().to_hex()[..32].to_owned()
    }
}

/// What a request comes to.
#[derive(Debug)]
pub enum Planned {
    /// It was carried out before; these entries came of it.
    Repeated(Range<usize>),
    /// It adds these entries.
    New(Vec<Step>),
}

impl Table {
    /// What a request would add, at a moment at which this is known of the holders of the seats; it changes
    /// nothing.
    pub fn plan(
        &self,
        request: &Request,
        at: Moment,
        absence: BySide<Absence>,
    ) -> Result<Planned, Problem> {
        // Nothing can follow what does not hold.
        if let Some(words) = self.damaged() {
            return Err(Problem::Damaged(words.to_owned()));
        }
        if let Some(name) = &request.request
            && let Some(made) = self.requests.get(&(request.role, name.as_str().into()))
        {
            return self.plan_repetition(request, made.clone());
        }
        let mut draft = Draft::new(self, request, at, absence);
        self.plan_new(&mut draft, request)?;
        let steps = draft.finish();
        // A computer can always be sent away: it is done no oftener than one was seated. Time goes on.
        let leaves = matches!(
            request.command,
            Command::SeatComputer(_, None)
                | Command::Redeem(_)
                | Command::TakeSeat(..)
                | Command::GiveUp(_)
                | Command::Ring(_)
                | Command::Claim
        );
        let fills = !leaves && steps.first().is_some_and(|step| step.entry.kind.is_repeatable());
        if fills && self.spent(request.role) >= MOST_ASIDES {
            return Err(Problem::NotAllowed(format!(
                "The story of this game is full: {MOST_ASIDES} undos, wishes, offers, names, orders \
                 and words of one seat are kept in it. It can be played to its end all the same."
            )));
        }
        Ok(Planned::New(steps))
    }

    fn plan_new(&self, draft: &mut Draft, request: &Request) -> Result<(), Problem> {
        match &request.command {
            Command::Talk(text) => {
                let side = self.seat_of(request.role)?;
                draft.add(Kind::Talk, Some(side)).text = Some(text.clone());
                Ok(())
            }
            Command::Name(side, name) => self.plan_name(draft, request.role, *side, name.as_ref()),
            Command::NewWatchLink => {
                let entry = draft.add(Kind::Seat, None);
                entry.text = Some("A new link was made for the watchers.".into());
                Ok(())
            }
            Command::Invite(side) => self.plan_invite(draft, request.role, *side),
            Command::AnswerInvite(side, grant) => {
                self.plan_answer_invite(draft, request.role, *side, *grant)
            }
            Command::Redeem(side) => self.plan_redeem(draft, *side),
            Command::Renew => self.plan_renew(draft, request.role),
            Command::Orders(orders) => self.plan_orders(draft, self.seat_of(request.role)?, orders),
            Command::Act { action, dice, link } => {
                let given = Given { dice, link: link.as_deref() };
                self.plan_action(draft, self.player(request)?, action, given, None)
            }
            Command::Dice(word) => self.plan_dice(draft, self.seat_of(request.role)?, word),
            Command::Undo => self.plan_undo(draft, self.player(request)?),
            Command::AskTakeBack(to) => self.plan_ask(draft, self.player(request)?, *to),
            Command::AnswerTakeBack(grant, to) => {
                self.plan_answer(draft, self.player(request)?, *grant, *to)
            }
            Command::Draw(word) => self.plan_draw(draft, self.player(request)?, *word),
            Command::Resign => {
                let side = self.player(request)?;
                draft.add(Kind::Resigned, Some(side));
                let winner = side.other();
                let words = format!("The {side} side resigned; the {winner} wins.");
                draft.end(&Ended { how: How::Resigned, winner: Some(winner), level: None, words });
                Ok(())
            }
            Command::SeatComputer(side, level) => {
                self.plan_seat(draft, request.role, *side, *level, None)
            }
            Command::TakeSeat(side, shown) => {
                self.plan_seat(draft, request.role, *side, None, Some(*shown))
            }
            Command::Ring(ring) => self.plan_ring(draft, ring),
            Command::Claim => self.plan_claim(draft, self.player(request)?),
            Command::Pause(word) => self.plan_pause(draft, self.player(request)?, *word),
            Command::Vacation(word) => self.plan_vacation(draft, self.player(request)?, *word),
            Command::GiveUp(level) => self.plan_give_up(draft, self.player(request)?, *level),
            Command::Decide { action, why, .. } => {
                self.plan_action(draft, self.player(request)?, action, Given::default(), Some(why))
            }
        }
    }

    /// A request whose name is known: the same once more, or another that must not pass for it.
    fn plan_repetition(&self, request: &Request, made: Range<usize>) -> Result<Planned, Problem> {
        let first = self.entries.get(made.start);
        // Entries of before requests were hashed have none; they are known by their name alone.
        let known = first.and_then(|entry| entry.secret.fingerprint.as_deref());
        match known {
            Some(known) if known != request.fingerprint() => Err(Problem::RequestReused),
            _ => Ok(Planned::Repeated(made)),
        }
    }

    /// The entries a repeated request made.
    pub fn made(&self, range: Range<usize>) -> &[std::sync::Arc<crate::entry::Entry>] {
        self.entries.get(range).unwrap_or_default()
    }

    /// The side a role plays, or the problem that it plays none.
    fn seat_of(&self, role: Role) -> Result<Side, Problem> {
        role.side().ok_or_else(|| {
            Problem::WrongSeat("This token holds no seat in the game; it can only look on.".into())
        })
    }

    /// The side that gives a command which only the seats of a game in progress may give, for the version
    /// that stands.
    fn player(&self, request: &Request) -> Result<Side, Problem> {
        let side = self.seat_of(request.role)?;
        self.check_open()?;
        let version = self.version_for(Seat::Side(side));
        if request.version.is_some_and(|wanted| wanted != version) {
            return Err(Problem::StaleVersion { version });
        }
        self.check_hands(side, &request.command)?;
        Ok(side)
    }

    fn plan_name(
        &self,
        draft: &mut Draft,
        role: Role,
        side: Side,
        name: Option<&String>,
    ) -> Result<(), Problem> {
        let holds = role.side() == Some(side);
        if !holds && (role != Role::Owner || self.key(side) == SeatKey::Guest) {
            return Err(Problem::WrongSeat("A seat is named by its holder.".into()));
        }
        self.check_seats()?;
        if self.names[side].as_ref() != name {
            let entry = draft.add(Kind::Seat, Some(side));
            entry.text = name.cloned();
            entry.secret.data = Some(json!(name));
        }
        Ok(())
    }

    /// Whether there are seats: nobody sits at a record that was brought in.
    pub(super) fn check_seats(&self) -> Result<(), Problem> {
        match self.why_read_only() {
            Some(reason) if self.facts.imported => Err(Problem::ReadOnly(reason)),
            _ => Ok(()),
        }
    }

    /// Whether the game goes on.
    pub(super) fn check_open(&self) -> Result<(), Problem> {
        match self.why_read_only() {
            Some(reason) => Err(Problem::ReadOnly(reason)),
            None if self.ended.is_some() => Err(Problem::Over),
            None => self.check_begun(),
        }
    }

    fn plan_action(
        &self,
        draft: &mut Draft,
        side: Side,
        action: &Value,
        given: Given<'_>,
        why: Option<&str>,
    ) -> Result<(), Problem> {
        let (game, now) = (self.play.game(), self.play.now());
        match game.decider(now) {
            None => return Err(Problem::Over),
            Some(decider) if decider != side => {
                return Err(Problem::NotYourDecision(format!("The {decider} side decides now.")));
            }
            Some(_) => {}
        }
        if let Some(words) = self.throw_words() {
            return Err(Problem::NotAllowed(words));
        }
        // Whether the action draws or not: to refuse only those that do would tell.
        if self.is_owed_by(side) {
            let words = "Your browser has still to give to the dice.";
            return Err(Problem::NotAllowed(words.into()));
        }
        if !given.dice.is_empty() && self.facts.dice != DicePolicy::ByHand {
            return Err(Problem::NotAllowed("Dice are thrown by the server at this table.".into()));
        }
        let source = self.source().ok_or(Problem::Internal)?;
        let acted = game.act(now, &source, action, given.dice).map_err(Problem::from)?;
        if self.needs_witness(&acted) {
            return self.plan_witnessed(draft, side, &acted, given.link);
        }
        let entry = draft.add_action(side, acted);
        (entry.auto, entry.why) = (why.is_some(), why.map(str::to_owned));
        draft.carry_out_orders(&self.orders);
        draft.end_by_rules();
        Ok(())
    }

    fn plan_orders(&self, draft: &mut Draft, side: Side, orders: &Value) -> Result<(), Problem> {
        self.check_open()?;
        let orders = self.play.game().check_orders(orders).map_err(Problem::Malformed)?;
        if self.orders[side] == orders {
            return Ok(());
        }
        draft.add(Kind::Orders, Some(side)).secret.data = Some(orders.clone());
        let mut all = self.orders.clone();
        all[side] = orders;
        // What waits for its witnesses is carried out first.
        if self.throw_words().is_none() {
            draft.carry_out_orders(&all);
            draft.end_by_rules();
        }
        Ok(())
    }

    fn plan_undo(&self, draft: &mut Draft, side: Side) -> Result<(), Problem> {
        let to = self.may_undo(side).map_err(|why| Problem::NotAllowed(sentence(why)))?;
        draft.add(Kind::Undo, Some(side)).to = Some(to);
        Ok(())
    }

    fn plan_ask(&self, draft: &mut Draft, side: Side, to: Option<usize>) -> Result<(), Problem> {
        match (to, self.asked) {
            (Some(to), None) => {
                self.may_ask(to).map_err(|why| Problem::NotAllowed(sentence(why)))?;
                draft.add(Kind::TakeBackAsked, Some(side)).to = Some(to);
                self.grant_as_computer(draft, side.other(), to);
            }
            (None, Some(asked)) if asked.by == side => {
                draft.add(Kind::TakeBackRefused, Some(side)).to = Some(asked.to);
            }
            (Some(_), Some(_)) => {
                return Err(Problem::NotAllowed("A take-back is being asked for already.".into()));
            }
            (None, _) => {
                return Err(Problem::NotAllowed("There is no wish of yours to withdraw.".into()));
            }
        }
        Ok(())
    }

    fn plan_answer(
        &self,
        draft: &mut Draft,
        side: Side,
        grant: bool,
        to: Option<usize>,
    ) -> Result<(), Problem> {
        match self.asked {
            Some(asked) if to.is_some_and(|to| to != asked.to) => {
                Err(Problem::NotAllowed("The other side asks for another step now.".into()))
            }
            Some(asked) if asked.by != side => {
                let kind = if grant { Kind::TakeBackGranted } else { Kind::TakeBackRefused };
                draft.add(kind, Some(side)).to = Some(asked.to);
                if grant { self.go_on(draft, asked) } else { Ok(()) }
            }
            _ => Err(Problem::NotAllowed("The other side asks for no take-back.".into())),
        }
    }

    /// What standing orders make of a position that was gone back to. Whoever asked to go back wants to choose
    /// anew himself; his own orders wait.
    fn go_on(&self, draft: &mut Draft, asked: Asked) -> Result<(), Problem> {
        let state = self.play.at(asked.to).map_err(|error| {
            tracing::error!(%error, "a step to go back to");
            Problem::Internal
        })?;
        draft.go_back(state, asked.to);
        let mut orders = self.orders.clone();
        orders[asked.by] = self.play.game().check_orders(&json!({})).unwrap_or_default();
        draft.carry_out_orders(&orders);
        draft.end_by_rules();
        Ok(())
    }

    fn plan_draw(&self, draft: &mut Draft, side: Side, word: DrawWord) -> Result<(), Problem> {
        let own = self.draw == Some(side);
        let theirs = self.draw == Some(side.other());
        match word {
            DrawWord::Offer if self.draw.is_none() => {
                draft.add(Kind::DrawOffered, Some(side));
                self.answer_as_computer(draft, side.other());
            }
            DrawWord::Offer => {
                return Err(Problem::NotAllowed("A draw has been offered already.".into()));
            }
            DrawWord::Withdraw if own => {
                draft.add(Kind::DrawRefused, Some(side));
            }
            DrawWord::Withdraw => {
                return Err(Problem::NotAllowed("There is no offer of yours to withdraw.".into()));
            }
            DrawWord::Refuse if theirs => {
                draft.add(Kind::DrawRefused, Some(side));
            }
            DrawWord::Accept if theirs => {
                draft.agree(side);
            }
            DrawWord::Refuse | DrawWord::Accept => {
                return Err(Problem::NotAllowed("The other side offers no draw.".into()));
            }
        }
        Ok(())
    }
}
