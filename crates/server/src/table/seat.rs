//! Seats that a computer plays: who sits down, whose decision is the computer's, and how it answers
//! wishes and offers.

use atlas::{BySide, Side};
use rules::game::Seat;
use rules::record::ActionLine;
use serde_json::{Value, json};

use super::draft::Draft;
use super::{Command, Table, read};
use crate::entry::Kind;
use crate::facts::{DicePolicy, Holder, UndoPolicy};
use crate::problem::Problem;
use crate::staff::Level;
use crate::tokens::Role;

/// The field of an entry's data that tells of a computer; a name is told without one.
const COMPUTER: &str = "computer";
/// The side such a field is about; without one, whose entry it is.
const SIDE: &str = "side";
/// Whether it sits there because its holder's time has run out.
const STAND_IN: &str = "stand_in";
/// A computer that expects less than this, a win counting 1 and a draw a half, accepts a draw.
const ACCEPTS_BELOW: f64 = 0.15;

/// Where a game is and who plays it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stand {
    version: u64,
    computers: BySide<Option<Level>>,
}

impl Table {
    /// Where the player of a side sits now. A seat that a computer had from the start goes back to
    /// whoever set the game up.
    pub fn holder(&self, side: Side) -> Holder {
        match (self.computers[side], self.facts.holders[side]) {
            (Some(_), _) => Holder::Computer,
            (None, _) if self.is_away(side) => Holder::Link,
            (None, Holder::Computer) => Holder::Me,
            (None, holder) => holder,
        }
    }

    /// The computer whose decision is due.
    pub fn due(&self) -> Option<(Side, Level)> {
        if self.ended.is_some() || self.is_waiting() || self.why_read_only().is_some() {
            return None;
        }
        let side = self.play.game().decider(self.play.now())?;
        self.computers[side].map(|level| (side, level))
    }

    /// Whether computers play among themselves.
    pub fn is_show(&self) -> bool {
        Side::BOTH.into_iter().all(|side| self.computers[side].is_some())
    }

    /// Whether it has come to its end.
    pub fn is_over(&self) -> bool {
        self.ended.is_some()
    }

    /// How it ended, in a sentence.
    pub fn ended_words(&self) -> Option<&str> {
        self.ended.as_ref().map(|ended| ended.words.as_str())
    }

    /// Where the game is and who plays it: what a computer thinks about.
    pub fn stand(&self) -> Stand {
        Stand { version: self.version, computers: self.computers }
    }

    /// Whether a role may ask the staff about the game: not against another person who does not
    /// share his screen, and watchers only afterwards.
    pub fn may_ask_staff(&self, role: Role) -> Result<(), Problem> {
        if self.staff.is_none() {
            return Err(Problem::NotAllowed("There is no staff for this battle.".into()));
        }
        self.check_begun()?;
        if self.ended.is_some() || self.facts.imported {
            return Ok(());
        }
        if role == Role::Watch {
            return Err(Problem::NotAllowed("Watchers hear the staff after the game.".into()));
        }
        if Side::BOTH.into_iter().any(|side| self.is_person_against(role, side)) {
            return Err(Problem::NotAllowed("Against another person the staff is silent.".into()));
        }
        Ok(())
    }

    /// Whether a side is played by a person who is another than the holder of a role. A computer to
    /// whom a person gave his seat counts once it has played: until then the seat may be his again
    /// at any moment.
    fn is_person_against(&self, role: Role, side: Side) -> bool {
        let for_good = self.settled[side] && !self.pacing.is_stand_in(side);
        let played_by_computer = self.computers[side].is_some() && for_good;
        let against = match role.side() {
            // The owner sits wherever nobody was sent a link.
            None => self.is_away(side),
            Some(own) => own != side && Side::BOTH.into_iter().any(|side| self.is_away(side)),
        };
        against && !played_by_computer
    }

    /// Whether a role may have a hint: whoever must decide now, if he may ask the staff.
    pub fn may_hint(&self, role: Role) -> Result<(), Problem> {
        self.check_open()?;
        self.may_ask_staff(role)?;
        let decider = self.play.game().decider(self.play.now()).ok_or(Problem::Over)?;
        match role.side() {
            None => Err(Problem::WrongSeat("Hints are for the seats.".into())),
            Some(side) if side != decider => {
                Err(Problem::NotYourDecision(format!("The {decider} side decides now.")))
            }
            Some(side) => match self.computers[side] {
                None => Ok(()),
                Some(level) => Err(Problem::NotYourDecision(format!("The {level} decides now."))),
            },
        }
    }

    /// Makes what an entry says about a seat count.
    pub(super) fn fold_seat(&mut self, by: Option<Side>, data: &Value) -> Result<(), String> {
        if self.fold_key(data)? {
            return Ok(());
        }
        let side = match data.get(SIDE) {
            Some(side) => read(side)?,
            None => by.ok_or("a seat that has no side")?,
        };
        match data.get(COMPUTER) {
            Some(level) => {
                self.computers[side] = read(level)?;
                self.lent[side] = by.is_none();
                self.settled[side] = false;
                let stand_in = data.get(STAND_IN).is_some();
                self.pacing.seat(side, self.computers[side].is_some(), stand_in);
            }
            None => self.names[side] = read(data)?,
        }
        Ok(())
    }

    /// A computer sits down, or gives the seat back, to somebody who may have been shown the game up
    /// to an entry. Wishes and offers from before are not its to answer.
    pub(super) fn plan_seat(
        &self,
        draft: &mut Draft,
        role: Role,
        side: Side,
        level: Option<Level>,
        shown: Option<u64>,
    ) -> Result<(), Problem> {
        if role != Role::Owner && role.side() != Some(side) {
            return Err(Problem::WrongSeat("A seat is given away by its holder.".into()));
        }
        if !self.is_waiting() {
            self.check_open()?;
        }
        if level.is_some() && self.fair.witnesses.active {
            let words = "Dice are witnessed by two people: no computer plays here.";
            return Err(Problem::NotAllowed(words.into()));
        }
        if self.computers[side] == level {
            return Ok(());
        }
        self.check_guests_seat(draft, role, side, level.is_some())?;
        if level.is_some() && self.staff.is_none() {
            return Err(Problem::NotAllowed("There is no staff for this battle.".into()));
        }
        // Elsewhere the owner is the holder.
        let by = if self.is_others_seat(role, side) { None } else { Some(side) };
        let text = match (self.computers[side], level, by) {
            (before, after, _) if before == after => return Ok(()),
            (_, Some(level), Some(_)) => format!("The {level} takes the {side} seat."),
            (_, Some(level), None) => format!("The owner lets the {level} play the {side} seat."),
            (Some(level), None, Some(_)) => format!("The {level} gives the {side} seat back."),
            (Some(level), None, None) => {
                format!("The owner takes the {level} from the {side} seat.")
            }
            (None, None, _) => return Ok(()),
        };
        if let Some(shown) = shown {
            self.cut_show(draft, by, shown)?;
        }
        self.change_seat(draft, by, side, level, text);
        let mut computers = self.computers;
        computers[side] = level;
        self.begin_if_all(draft, &self.fair, computers)
    }

    /// Takes back what computers among themselves have done beyond what was shown of it, so that
    /// whoever takes a seat plays on from what he sees. Nothing that a person did is taken back, nor
    /// anything at a table where nothing is, and throws only where a computer would grant it: a person
    /// who lends his seat for an attack and takes it again would know the die, or throw another.
    fn cut_show(&self, draft: &mut Draft, by: Option<Side>, shown: u64) -> Result<(), Problem> {
        // Of a hidden game nobody has been shown what would be taken back.
        if !self.is_show() || self.facts.undo == UndoPolicy::Never || self.is_hidden() {
            return Ok(());
        }
        let steps = self.play.steps();
        let seen = steps.partition_point(|entry| entry.seq <= shown);
        let persons = steps.iter().rposition(|entry| entry.why.is_none()).map_or(0, |at| at + 1);
        let is_thrown = |line: &ActionLine| !line.dice.is_empty();
        let thrown = steps
            .iter()
            .rposition(|entry| !self.is_lenient() && entry.line.as_ref().is_some_and(is_thrown))
            .map_or(0, |at| at + 1);
        let to = seen.max(persons).max(thrown);
        if to >= steps.len() {
            return Ok(());
        }
        let state = self.play.at(to).map_err(|error| {
            tracing::error!(%error, "a step to go back to");
            Problem::Internal
        })?;
        let entry = draft.add(Kind::Undo, by);
        entry.to = Some(to);
        entry.text =
            Some("What the computers had done beyond what was shown is taken back.".into());
        draft.go_back(state, to);
        Ok(())
    }

    /// A computer that does not know how to go on gives its seat back.
    pub(super) fn plan_give_up(
        &self,
        draft: &mut Draft,
        side: Side,
        level: Level,
    ) -> Result<(), Problem> {
        let text =
            format!("The {level} does not know how to go on and gives the {side} seat back.");
        self.change_seat(draft, Some(side), side, None, text);
        Ok(())
    }

    /// A computer plays for a player whose time has run out, until he takes his seat back.
    pub(super) fn stand_in(&self, draft: &mut Draft, side: Side, level: Level) {
        let entry = draft.add(Kind::Seat, Some(side));
        entry.text = Some(format!("The {level} plays the {side} seat until its player is back."));
        entry.secret.data = Some(json!({COMPUTER: level, SIDE: side, STAND_IN: true}));
        draft.seat(side, Some(level));
    }

    fn change_seat(
        &self,
        draft: &mut Draft,
        by: Option<Side>,
        side: Side,
        level: Option<Level>,
        text: String,
    ) {
        let entry = draft.add(Kind::Seat, by);
        entry.text = Some(text);
        entry.secret.data = Some(json!({COMPUTER: level, SIDE: side}));
        draft.seat(side, level);
        if level.is_none() && !self.is_waiting() {
            // The holder's orders waited while the computer decided.
            draft.carry_out_orders(&self.orders);
            draft.end_by_rules();
        }
    }

    /// Whether a seat was given to another person than the holder of a role, who is the owner.
    pub fn is_others_seat(&self, role: Role, side: Side) -> bool {
        role == Role::Owner && self.is_away(side)
    }

    /// Whether a command comes from whoever plays the seat: the computer while there is one, else a
    /// person.
    pub(super) fn check_hands(&self, side: Side, command: &Command) -> Result<(), Problem> {
        match (self.computers[side], command) {
            (Some(seated), Command::Decide { level, .. } | Command::GiveUp(level))
                if seated == *level =>
            {
                Ok(())
            }
            (None, Command::Decide { .. } | Command::GiveUp(_)) => {
                Err(Problem::NotYourDecision("The seat was taken back.".into()))
            }
            (Some(level), _) => Err(Problem::NotYourDecision(format!(
                "The {level} plays the {side} seat; take it back first."
            ))),
            (None, _) => Ok(()),
        }
    }

    /// A computer lets everything be taken back but throws: those only in a friendly game, and at a study table.
    pub(super) fn grant_as_computer(&self, draft: &mut Draft, side: Side, to: usize) {
        // What is asked of a player who is late waits for himself.
        if self.computers[side].is_none() || self.pacing.is_stand_in(side) {
            return;
        }
        let lenient = self.is_lenient();
        let mut gone = self.play.steps().iter().skip(to).filter_map(|entry| entry.line.as_ref());
        if !lenient && gone.any(|line| !line.dice.is_empty()) {
            let entry = draft.add(Kind::TakeBackRefused, Some(side));
            entry.to = Some(to);
            let words = "A die was thrown, and the game was not set up as a friendly one.";
            entry.text = Some(words.into());
            return;
        }
        draft.add(Kind::TakeBackGranted, Some(side)).to = Some(to);
    }

    /// Whether a computer lets throws be taken back.
    fn is_lenient(&self) -> bool {
        self.facts.friendly || self.facts.dice == DicePolicy::ByHand
    }

    /// A computer answers an offer at once.
    pub(super) fn answer_as_computer(&self, draft: &mut Draft, side: Side) {
        if self.computers[side].is_some() && !self.pacing.is_stand_in(side) {
            self.answer_draw(draft, side);
        }
    }

    fn answer_draw(&self, draft: &mut Draft, side: Side) {
        let seen = self.play.game().seen(draft.state(), Seat::Side(side));
        let found = self.staff.as_ref().map(|staff| (staff.assess(&seen), staff.scale()));
        let hopes = found.as_ref().map_or(1.0, |(found, _)| {
            let (wins, loses) = (found.wins(side), found.wins(side.other()));
            wins + (1.0 - wins - loses) / 2.0
        });
        if hopes < ACCEPTS_BELOW {
            draft.agree(side);
        } else {
            let heard = found.filter(|_| self.is_staff_heard() && !self.is_hidden());
            let reason = heard.map(|(found, scale)| found.plays_on(side, &scale));
            draft.add(Kind::DrawRefused, Some(side)).text = reason;
        }
    }

    /// Whether everybody who plays may ask the staff, so that it can be heard by all.
    fn is_staff_heard(&self) -> bool {
        [Role::Owner, Role::Union, Role::Confederate]
            .into_iter()
            .all(|role| self.may_ask_staff(role).is_ok())
    }
}
