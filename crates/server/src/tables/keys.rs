//! Keys of games: who has the right to what, and how invitations and tokens are made.

use std::sync::Arc;

use atlas::{BySide, Side};

use super::{ChangeRequest, Changed, Right, Tables, off_thread};
use crate::app::Pass;
use crate::live::Live;
use crate::moment::Moment;
use crate::problem::Problem;
use crate::store::{Change, KeyChange};
use crate::table::{Absence, Command, GameView, Request, SILENCE, SeatKey, Table};
use crate::tokens::{Opened, Role, Token, TokenHash};

/// What came of making a seat's or the watchers' key anew.
pub enum Reissued {
    /// A token for those who watch.
    Token(Token),
    /// An invitation to a seat.
    Invitation(Token),
    /// Somebody else must agree first.
    Waits,
}

/// What came of redeeming an invitation, or of renewing a token.
pub struct Rekeyed {
    /// What the new token opens.
    pub role: Role,
    /// It had been done before.
    pub repeated: bool,
    /// The game as the role sees it.
    pub view: GameView,
}

impl Tables {
    /// Makes a new token for those who watch, or a new invitation to a seat; what opened it before opens
    /// nothing any more.
    pub async fn reissue(self: &Arc<Tables>, pass: &Pass, role: Role) -> Result<Reissued, Problem> {
        let word = Token::new()?;
        let (command, key) = match role.side() {
            Some(side) => (Command::Invite(side), KeyChange::Invite(side, word.hash())),
            None => (Command::NewWatchLink, KeyChange::Token(role, word.hash())),
        };
        let done = self.rekey(pass, command, key).await?;
        let made = done.news.iter().any(|entry| crate::table::makes_invitation(entry));
        Ok(match role.side() {
            None => Reissued::Token(word),
            Some(_) if made => Reissued::Invitation(word),
            Some(_) => Reissued::Waits,
        })
    }

    /// Redeems an invitation for a token that its guest has made.
    pub async fn redeem(
        self: &Arc<Tables>,
        game: &str,
        invitation: TokenHash,
        side: Side,
        token: TokenHash,
    ) -> Result<Rekeyed, Problem> {
        let role = Role::of(side);
        let request =
            Request { role, request: None, version: None, command: Command::Redeem(side) };
        let key = Some(KeyChange::Redeem(side, token));
        let right = Right::Invitation(invitation);
        let wanted = ChangeRequest { request, right, key, lease: None };
        rekeyed(role, self.change(game, wanted).await?).await
    }

    /// Gives a seat of an open table to its player, who has signed for it, by a token that he has made.
    pub async fn seat(
        self: &Arc<Tables>,
        game: &str,
        side: Side,
        token: TokenHash,
    ) -> Result<(), Problem> {
        let (role, command) = (Role::of(side), Command::Redeem(side));
        let request = Request { role, request: None, version: None, command };
        let key = Some(KeyChange::Redeem(side, token));
        let wanted = ChangeRequest { request, right: Right::Server, key, lease: None };
        self.change(game, wanted).await.map(|_| ())
    }

    /// Puts a token that its holder has made in the place of the one he shows.
    pub async fn renew(
        self: &Arc<Tables>,
        pass: &Pass,
        token: TokenHash,
    ) -> Result<Rekeyed, Problem> {
        let done = self.rekey(pass, Command::Renew, KeyChange::Token(pass.role, token)).await?;
        rekeyed(pass.role, done).await
    }

    async fn rekey(
        self: &Arc<Tables>,
        pass: &Pass,
        command: Command,
        key: KeyChange,
    ) -> Result<Changed, Problem> {
        let request = Request { role: pass.role, request: None, version: None, command };
        let right = Right::Token(pass.token);
        let wanted = ChangeRequest { request, right, key: Some(key), lease: None };
        self.change(&pass.game, wanted).await
    }

    /// Notes that whoever holds a role was heard of. It is written down now and then; nobody waits for that.
    pub fn see(&self, live: &Arc<Live>, role: Role) {
        let at = self.clock.now();
        // Where nothing runs any more, nothing is written.
        let running = tokio::runtime::Handle::try_current();
        if live.see(role, at)
            && let Ok(running) = running
        {
            let (store, game) = (Arc::clone(&self.store), live.id.clone());
            running.spawn(async move {
                if let Err(error) = store.write(Change::Seen { game, role, at }).await {
                    tracing::warn!(%error, "when a seat was seen was not noted");
                }
            });
        }
    }
}

async fn rekeyed(role: Role, done: Changed) -> Result<Rekeyed, Problem> {
    let Changed { table, around, repeated, .. } = done;
    let view = off_thread(move || table.view(role, around)).await?;
    Ok(Rekeyed { role, repeated, view })
}

/// What a look at the right to a change found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Checked {
    /// It is given.
    Given,
    /// The change was made before.
    Repeated,
}

/// Whether a change is still somebody's right, and its key nobody else's.
pub(super) fn check_right(
    live: &Live,
    right: Right,
    role: Role,
    key: Option<&KeyChange>,
) -> Result<Checked, Problem> {
    match right {
        Right::Server => {}
        Right::Token(token) if live.role(&token) == Some(role) => {}
        Right::Token(_) => return Err(Problem::BadToken),
        Right::Invitation(word) => match (live.opens(&word), key) {
            (Some(Opened::Invitation(side)), _) if Role::of(side) == role => {}
            // Whoever does not know whether it arrived sends it again.
            (Some(Opened::Spent(_)), Some(KeyChange::Redeem(_, token)))
                if live.role(token) == Some(role) =>
            {
                return Ok(Checked::Repeated);
            }
            (Some(Opened::Spent(_)), _) => return Err(Problem::InvitationUsed),
            _ => return Err(Problem::BadToken),
        },
    }
    match key {
        Some(
            KeyChange::Token(_, hash) | KeyChange::Invite(_, hash) | KeyChange::Redeem(_, hash),
        ) if live.opens(hash).is_some() => {
            let words = "The new token is known here already: make another, of random bytes.";
            Err(Problem::Malformed(words.into()))
        }
        _ => Ok(Checked::Given),
    }
}

/// What is known of the holders of the seats.
pub(super) fn absence(live: &Live, table: &Table, now: Moment, time: i64) -> BySide<Absence> {
    let connected = live.connected();
    let long = i64::try_from(SILENCE.as_millis()).unwrap_or(i64::MAX);
    let of = |side: Side| {
        let seen = live.seen(side).unwrap_or_else(|| table.facts.created());
        let silent = table.key(side) == SeatKey::Guest && now.0.saturating_sub(seen.0) >= long;
        Absence { here: connected[side], silent, days_begun: live.days_begun(side, time) }
    };
    BySide { union: of(Side::Union), confederate: of(Side::Confederate) }
}
