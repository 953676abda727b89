//! Who has the key of a seat: how seats are offered, taken and given out again.
//!
//! A seat that is offered by link is an invitation. A guest redeems it once, for a token that only his browser
//! knows; from then on the seat is his alone. A guest's seat that is lost is given out again only if somebody
//! else than the asker agrees, or after [`SILENCE`]; and everybody at the table can read it.

use std::time::Duration;

use atlas::{BySide, Side};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::draft::Draft;
use super::{Table, read};
use crate::entry::Kind;
use crate::facts::{Facts, Holder};
use crate::problem::Problem;
use crate::tokens::Role;

/// After how long a silence of its holder a guest's seat can be given out again without anybody's consent.
pub const SILENCE: Duration = Duration::from_secs(14 * 24 * 60 * 60);

/// The field of an entry's data that tells what became of a key.
const KEY: &str = "key";
/// The side such a field is about.
const SIDE: &str = "side";
/// Who asked, with a wish.
const BY: &str = "by";

/// Who has the key of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeatKey {
    /// Whoever set the game up.
    Owner,
    /// Nobody yet: an invitation waits.
    Invited,
    /// Whoever redeemed the invitation.
    Guest,
    /// Nobody: a computer has had the seat from the start of a hidden game.
    Nobody,
}

/// What became of a key, as an entry's data has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyWord {
    /// An invitation was made; the key of before is dead.
    Invited,
    /// The invitation was redeemed.
    Taken,
    /// The holder has made himself a new key.
    Renewed,
    /// Somebody wants a lost seat to be given out again.
    Asked,
    /// Somebody else agrees.
    Granted,
    /// Somebody does not, or the asker thinks better of it.
    Refused,
}

/// A wish to give a lost seat out again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct LostSeat {
    /// Who asks.
    pub by: Role,
    /// Whether somebody else has agreed: the asker can make the invitation now.
    pub granted: bool,
}

/// What is known of the holder of a seat, as the server heard of him.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Absence {
    /// His page listens.
    pub here: bool,
    /// He was not heard of for [`SILENCE`].
    pub silent: bool,
    /// How many days of the vacation that he is on have begun.
    pub days_begun: i64,
}

/// Who has the keys when a game is set up.
pub(super) fn first_keys(facts: &Facts) -> BySide<SeatKey> {
    facts.holders.map(|holder| match holder {
        _ if facts.imported => SeatKey::Nobody,
        Holder::Link => SeatKey::Invited,
        // Whoever plays against it must not see through its eyes.
        Holder::Computer if facts.hidden => SeatKey::Nobody,
        Holder::Me | Holder::Here | Holder::Computer => SeatKey::Owner,
    })
}

impl Table {
    /// Who has the key of a seat.
    pub fn key(&self, side: Side) -> SeatKey {
        self.keys[side]
    }

    /// Whether a seat is, or is to be, another person's than whoever set the game up.
    pub fn is_away(&self, side: Side) -> bool {
        matches!(self.keys[side], SeatKey::Invited | SeatKey::Guest)
    }

    /// The seats to which a game is left when its owner deletes it: those of guests, once it is over.
    pub fn kept_by(&self) -> impl Iterator<Item = Side> + '_ {
        let over = self.ended.is_some();
        Side::BOTH.into_iter().filter(move |side| over && self.keys[*side] == SeatKey::Guest)
    }

    /// The wish to give a seat out again that waits.
    pub fn lost(&self, side: Side) -> Option<LostSeat> {
        self.lost[side]
    }

    /// Makes what an entry says about a key count; false if it says nothing of one.
    pub(super) fn fold_key(&mut self, data: &Value) -> Result<bool, String> {
        let Some(word) = data.get(KEY) else { return Ok(false) };
        let Some(side) = data.get(SIDE) else { return Ok(true) };
        let side: Side = read(side)?;
        match read(word)? {
            KeyWord::Invited => (self.keys[side], self.lost[side]) = (SeatKey::Invited, None),
            KeyWord::Taken => {
                (self.keys[side], self.lost[side]) = (SeatKey::Guest, None);
                // Another holder gives to the dice himself.
                self.fair.given[side] = false;
            }
            KeyWord::Renewed => self.lost[side] = None,
            KeyWord::Asked => {
                let by = read(data.get(BY).ok_or("nobody asks for a seat")?)?;
                self.lost[side] = Some(LostSeat { by, granted: false });
            }
            KeyWord::Granted => {
                self.lost[side] = self.lost[side].map(|lost| LostSeat { granted: true, ..lost });
            }
            KeyWord::Refused => self.lost[side] = None,
        }
        Ok(true)
    }

    /// A new invitation to a seat, or the wish for one.
    pub(super) fn plan_invite(
        &self,
        draft: &mut Draft,
        role: Role,
        side: Side,
    ) -> Result<(), Problem> {
        self.check_seats()?;
        if self.keys[side] != SeatKey::Guest {
            if role != Role::Owner {
                return Err(Problem::WrongSeat("Whoever set the game up invites.".into()));
            }
            self.check_computers_eyes(side)?;
            let text = format!("A new invitation to the {side} seat was made.");
            add(draft, None, side, KeyWord::Invited, text);
            return Ok(());
        }
        match self.why_given_out(role, side, draft.absence[side])? {
            Some(why) => {
                let text = format!("A new invitation to the {side} seat was made: {why}.");
                add(draft, role.side(), side, KeyWord::Invited, text);
            }
            None if self.lost[side].is_some_and(|lost| lost.by == role) => {}
            None => {
                let who = asker(role);
                let text = format!("{who} asks for a new invitation to the {side} seat.");
                let entry = add(draft, role.side(), side, KeyWord::Asked, text);
                entry[BY] = json!(role);
            }
        }
        Ok(())
    }

    /// Why a guest's seat may be given out again, or played by a computer, without him; none if somebody must
    /// be asked first, and a problem if nobody else could be.
    fn why_given_out(
        &self,
        role: Role,
        side: Side,
        absence: Absence,
    ) -> Result<Option<String>, Problem> {
        if role == Role::Watch || role.side() == Some(side) {
            let words = "A lost seat is asked for by the owner or the other seat.";
            return Err(Problem::WrongSeat(words.into()));
        }
        if absence.here {
            let words = "Whoever holds the seat is at the table.";
            return Err(Problem::NotAllowed(words.into()));
        }
        let days = SILENCE.as_secs() / 86_400;
        if absence.silent {
            return Ok(Some(format!("its holder has been silent for {days} days")));
        }
        match self.lost[side] {
            Some(lost) if lost.by == role && lost.granted => {
                Ok(Some("with the consent of the others".into()))
            }
            _ if self.consents(role, side).is_some() => Ok(None),
            _ => Err(Problem::NotAllowed(format!(
                "The seat is its holder's. Nobody else is here who could agree that it is given out \
                 again; without that it can be when its holder has been silent for {days} days."
            ))),
        }
    }

    /// Who can agree that a seat is given out again at the wish of a role: somebody else than the asker.
    fn consents(&self, role: Role, side: Side) -> Option<Role> {
        let other = side.other();
        match role {
            Role::Owner => (self.keys[other] == SeatKey::Guest).then(|| Role::of(other)),
            // Whoever set the game up does not agree with himself.
            _ if self.keys[other] == SeatKey::Guest => Some(Role::Owner),
            _ => None,
        }
    }

    /// Whether a person may come to see through the eyes of a computer: in a hidden game only in a show of
    /// computers, or in place of one that has given up.
    fn check_computers_eyes(&self, side: Side) -> Result<(), Problem> {
        let alone = self.keys[side.other()] == SeatKey::Nobody;
        if self.keys[side] != SeatKey::Nobody || self.computers[side].is_none() || alone {
            return Ok(());
        }
        let words =
            "Where something is hidden, nobody sees through the eyes of the other side's computer.";
        Err(Problem::NotAllowed(words.into()))
    }

    /// An answer to the wish that a seat be given out again.
    pub(super) fn plan_answer_invite(
        &self,
        draft: &mut Draft,
        role: Role,
        side: Side,
        grant: bool,
    ) -> Result<(), Problem> {
        self.check_seats()?;
        let Some(lost) = self.lost[side] else {
            return Err(Problem::NotAllowed("Nobody asks for a new invitation to it.".into()));
        };
        let may = match grant {
            true => self.consents(lost.by, side) == Some(role),
            // The holder himself may be there after all, and the asker may think better of it.
            false => role != Role::Watch,
        };
        if !may {
            let words = "That is for the seat's holder and for who else is at the table.";
            return Err(Problem::WrongSeat(words.into()));
        }
        let who = asker(role);
        let (word, text) = if grant {
            (KeyWord::Granted, format!("{who} agrees that the {side} seat is given out again."))
        } else {
            (KeyWord::Refused, format!("{who} wants the {side} seat to stay its holder's."))
        };
        if !(grant && lost.granted) {
            add(draft, role.side(), side, word, text);
        }
        Ok(())
    }

    /// A guest takes the seat he was invited to.
    pub(super) fn plan_redeem(&self, draft: &mut Draft, side: Side) -> Result<(), Problem> {
        self.check_seats()?;
        let text = format!("The {side} seat was taken.");
        add(draft, Some(side), side, KeyWord::Taken, text);
        Ok(())
    }

    /// The holder of a token makes himself another.
    pub(super) fn plan_renew(&self, draft: &mut Draft, role: Role) -> Result<(), Problem> {
        if role == Role::Watch {
            return Err(Problem::WrongSeat("Those who watch share one token.".into()));
        }
        match role.side() {
            Some(side) => {
                let text = format!("The holder of the {side} seat changed the key.");
                add(draft, Some(side), side, KeyWord::Renewed, text);
            }
            None => {
                let entry = draft.add(Kind::Seat, None);
                entry.text = Some("The owner of the table changed the key.".into());
                entry.secret.data = Some(json!({KEY: KeyWord::Renewed}));
            }
        }
        Ok(())
    }

    /// Whether the owner may let a computer play a guest's seat, or take it away again.
    pub(super) fn check_guests_seat(
        &self,
        draft: &Draft,
        role: Role,
        side: Side,
        seats: bool,
    ) -> Result<(), Problem> {
        if !seats && self.keys[side] == SeatKey::Nobody {
            let words =
                "Where something is hidden, somebody is invited to the computer's seat first.";
            return Err(Problem::NotAllowed(words.into()));
        }
        if role != Role::Owner || self.keys[side] != SeatKey::Guest {
            return Ok(());
        }
        if !seats {
            let words =
                "The seat's holder has given it to the computer, and takes it back himself.";
            return if self.lent[side] { Ok(()) } else { Err(Problem::NotAllowed(words.into())) };
        }
        match self.why_given_out(role, side, draft.absence[side])? {
            Some(_) => Ok(()),
            None => Err(Problem::NotAllowed(
                "The seat is its holder's: ask for a new invitation first, and for the consent of the other \
                 seat."
                    .into(),
            )),
        }
    }
}

/// Who asks or answers, in words.
fn asker(role: Role) -> String {
    match role.side() {
        Some(side) => format!("The {side} side"),
        None => "The owner of the table".to_owned(),
    }
}

/// Adds an entry about a key; the data it carries can be added to.
fn add<'d>(
    draft: &'d mut Draft,
    by: Option<Side>,
    side: Side,
    word: KeyWord,
    text: String,
) -> &'d mut Value {
    let entry = draft.add(Kind::Seat, by);
    entry.text = Some(text);
    entry.secret.data.insert(json!({KEY: word, SIDE: side}))
}

/// Whether an entry tells of a new invitation.
pub fn makes_invitation(entry: &crate::entry::Entry) -> bool {
    let data = entry.secret.data.as_ref();
    data.is_some_and(|data| data.get(KEY) == Some(&json!(KeyWord::Invited)))
}
