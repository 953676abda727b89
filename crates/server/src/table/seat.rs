//! Seats that a computer plays: who sits down, whose decision is the computer's, and how it answers
//! wishes and offers.

use atlas::Side;
use serde_json::{Value, json};

use super::draft::Draft;
use super::{Command, Table, read};
use crate::entry::Kind;
use crate::facts::Holder;
use crate::problem::Problem;
use crate::staff::{self, Level};
use crate::tokens::Role;

/// The field of an entry's data that tells of a computer; a name is told without one.
const COMPUTER: &str = "computer";
/// A computer that expects less than this, a win counting 1 and a draw a half, accepts a draw.
const ACCEPTS_BELOW: f64 = 0.15;

impl Table {
    /// Where the player of a side sits now. A seat that a computer had from the start goes back to
    /// whoever set the game up.
    pub fn holder(&self, side: Side) -> Holder {
        match (self.computers[side], self.facts.holders[side]) {
            (Some(_), _) => Holder::Computer,
            (None, Holder::Computer) => Holder::Me,
            (None, holder) => holder,
        }
    }

    /// The computer whose decision is due.
    pub fn due(&self) -> Option<(Side, Level)> {
        if self.ended.is_some() || self.why_read_only().is_some() {
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

    /// Whether a role may ask the staff about the game: not while two people play who do not share
    /// a screen, and watchers only afterwards.
    pub fn may_ask_staff(&self, role: Role) -> Result<(), Problem> {
        if !staff::exists(self.play.game()) {
            return Err(Problem::NotAllowed("There is no staff for this battle.".into()));
        }
        if self.ended.is_some() || self.facts.imported {
            return Ok(());
        }
        let holders = Side::BOTH.map(|side| self.holder(side));
        if holders.contains(&Holder::Link) && !holders.contains(&Holder::Computer) {
            return Err(Problem::NotAllowed("Against another person the staff is silent.".into()));
        }
        match role {
            Role::Watch => {
                Err(Problem::NotAllowed("Watchers hear the staff after the game.".into()))
            }
            Role::Owner | Role::Union | Role::Confederate => Ok(()),
        }
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
    pub(super) fn fold_seat(&mut self, side: Side, data: &Value) -> Result<(), String> {
        match data.get(COMPUTER) {
            Some(level) => self.computers[side] = read(level)?,
            None => self.names[side] = read(data)?,
        }
        Ok(())
    }

    /// A computer sits down, or gives the seat back.
    pub(super) fn plan_seat(
        &self,
        draft: &mut Draft,
        role: Role,
        side: Side,
        level: Option<Level>,
    ) -> Result<(), Problem> {
        if role != Role::Owner && role.side() != Some(side) {
            return Err(Problem::WrongSeat("A seat is given away by its holder.".into()));
        }
        self.check_open()?;
        if level.is_some() && !staff::exists(self.play.game()) {
            return Err(Problem::NotAllowed("There is no staff for this battle.".into()));
        }
        let before = self.computers[side];
        let text = match (before, level) {
            (before, after) if before == after => return Ok(()),
            (_, Some(level)) => format!("The {level} takes the {side} seat."),
            (Some(level), None) => format!("The {level} gives the {side} seat back."),
            (None, None) => return Ok(()),
        };
        let entry = draft.add(Kind::Seat, Some(side));
        entry.text = Some(text);
        entry.secret.data = Some(json!({COMPUTER: level}));
        if level.is_some() {
            if let Some(asked) = self.asked.filter(|asked| asked.by != side) {
                draft.add(Kind::TakeBackGranted, Some(side)).to = Some(asked.to);
            }
            if self.draw == Some(side.other()) {
                self.answer_draw(draft, side);
            }
        }
        Ok(())
    }

    /// Whether a command comes from whoever plays the seat: the computer while there is one, else a
    /// person.
    pub(super) fn check_hands(&self, side: Side, command: &Command) -> Result<(), Problem> {
        match (self.computers[side], command) {
            (Some(seated), Command::Decide { level, .. }) if seated == *level => Ok(()),
            (None, Command::Decide { .. }) => {
                Err(Problem::NotYourDecision("The seat was taken back.".into()))
            }
            (Some(level), _) => Err(Problem::NotYourDecision(format!(
                "The {level} plays the {side} seat; take it back first."
            ))),
            (None, _) => Ok(()),
        }
    }

    /// A computer lets everything be taken back.
    pub(super) fn grant_as_computer(&self, draft: &mut Draft, side: Side, to: usize) {
        if self.computers[side].is_some() {
            draft.add(Kind::TakeBackGranted, Some(side)).to = Some(to);
        }
    }

    /// A computer answers an offer at once.
    pub(super) fn answer_as_computer(&self, draft: &mut Draft, side: Side) {
        if self.computers[side].is_some() {
            self.answer_draw(draft, side);
        }
    }

    fn answer_draw(&self, draft: &mut Draft, side: Side) {
        let found = staff::assess(self.play.game(), draft.state());
        let hopes = found.map_or(1.0, |found| {
            let (wins, loses) = (found.wins(side), found.wins(side.other()));
            wins + (1.0 - wins - loses) / 2.0
        });
        if hopes < ACCEPTS_BELOW {
            draft.agree(side);
        } else {
            draft.add(Kind::DrawRefused, Some(side));
        }
    }
}
