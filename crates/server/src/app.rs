//! What every handler can reach.

use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use axum::http::{HeaderMap, header};
use tokio::sync::watch;

use crate::api::learning::{AnswerKey, Worth};
use crate::asset::Asset;
use crate::cache::Cache;
use crate::called::Called;
use crate::club::Club;
use crate::connections::OpenStreams;
use crate::drawing::Drawings;
use crate::limits::network;
use crate::limits::{Limits, Rates};
use crate::limits_layer::Asker;
use crate::live::Live;
use crate::notices::Office;
use crate::problem::Problem;
use crate::readers::{Key, Line, Readers, Unwanted, What, Wish};
use crate::table::Table;
use crate::tables::Tables;
use crate::tokens::{Opened, Role, Token, TokenHash};

/// What every handler can reach.
pub struct App {
    /// The games.
    pub tables: Arc<Tables>,
    /// Those who read games.
    pub readers: Arc<Readers>,
    /// Those who write to players who are not here.
    pub office: Arc<Office>,
    /// The drawings.
    pub drawings: Arc<Drawings>,
    /// The list of battles, once it is made.
    pub battles: OnceLock<Asset>,
    /// The lessons, by battle, as they are sent.
    pub lessons: Cache<String, Asset>,
    /// What answers to puzzles are worth.
    pub answers: Cache<AnswerKey, Worth>,
    /// How much may be asked.
    pub limits: Limits,
    /// How much has been asked.
    pub rates: Rates,
    /// Open streams.
    pub streams: OpenStreams,
    /// Turns true when the server is to stop.
    pub stopping: watch::Receiver<bool>,
    /// A folder from which the page is read instead of the program itself.
    pub web: Option<PathBuf>,
    /// The address under which others come, through a proxy on this machine that says who asks.
    pub public_url: Option<String>,
    /// What the server is called.
    pub called: Called,
    /// Its open tables, if its host lets there be any.
    pub club: Option<Club>,
}

/// A token that was accepted.
pub struct Pass {
    /// The game's id.
    pub game: String,
    /// What the token allows.
    pub role: Role,
    /// The token, hashed.
    pub token: TokenHash,
}

/// Somebody who was let in to a game.
pub struct Guest {
    /// The game.
    pub live: Arc<Live>,
    /// What the token allows.
    pub role: Role,
    /// The token, hashed.
    pub token: TokenHash,
    readers: Arc<Readers>,
}

impl Guest {
    /// A wish of his for which something is replayed.
    pub fn replays(&self, asker: Asker) -> Wish {
        Wish { line: Line::Replay, origin: Some(network(asker.0)) }
    }

    /// A question of his: whoever plays is answered before whoever looks on.
    pub fn asks(&self, asker: Asker) -> Wish {
        asks(self.role, asker)
    }

    /// Works something out from the table as it stands, on a thread that carries out no command: whoever plays at it
    /// meanwhile does not wait.
    pub async fn look<T: Send + 'static>(
        &self,
        wish: Wish,
        work: impl FnOnce(&Table) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let table = self.live.table();
        self.readers.read(wish, move || work(&table)).await
    }

    /// The same, once for all who ask it of this edition of the game.
    pub async fn look_shared(
        &self,
        table: Arc<Table>,
        (what, edition): (What, String),
        wish: Wish,
        work: impl Fn(&Table, Unwanted) -> Option<Result<Asset, Problem>> + Clone + Send + 'static,
    ) -> Result<Asset, Problem> {
        let key = Key { game: self.live.id.clone(), what };
        self.readers.share(key, &edition, wish, move |unwanted| work(&table, unwanted)).await
    }
}

/// A question: whoever plays is answered before whoever looks on.
pub fn asks(role: Role, asker: Asker) -> Wish {
    let line = if role.side().is_some() { Line::Player } else { Line::Watcher };
    Wish { line, origin: Some(network(asker.0)) }
}

impl App {
    /// Looks at the token in the head of a request about a game. The game itself is not looked at.
    pub async fn admit(&self, game: &str, head: &HeaderMap) -> Result<Pass, Problem> {
        let (token, opened) = self.opens(game, head).await?;
        match opened {
            Opened::Role(role) => Ok(Pass { game: game.to_owned(), role, token }),
            Opened::Invitation(_) => Err(Problem::NotRedeemed),
            Opened::Spent(_) => Err(Problem::InvitationUsed),
        }
    }

    /// What the word in the head of a request about a game opens: a role, or a seat that is to be taken.
    pub async fn opens(
        &self,
        game: &str,
        head: &HeaderMap,
    ) -> Result<(TokenHash, Opened), Problem> {
        let sent = head.get(header::AUTHORIZATION).ok_or(Problem::NoToken)?;
        let (scheme, token) =
            sent.to_str().ok().and_then(|text| text.split_once(' ')).ok_or(Problem::BadToken)?;
        if !scheme.eq_ignore_ascii_case("bearer") {
            return Err(Problem::NoToken);
        }
        let token = Token::hash_of(token.trim());
        // No id is longer; whatever is, is not looked for.
        if game.len() > 64 {
            return Err(Problem::UnknownGame);
        }
        let opened = self.tables.opens(game, &token).await?;
        Ok((token, opened))
    }

    /// Lets somebody in to a game by the token in the head of a request.
    pub async fn enter(&self, game: &str, head: &HeaderMap) -> Result<Guest, Problem> {
        let Pass { token, .. } = self.admit(game, head).await?;
        let live = self.tables.open(game).await?;
        let role = live.role(&token).ok_or(Problem::BadToken)?;
        self.tables.see(&live, role);
        live.computer_seats.visit();
        self.tables.wake(&live);
        Ok(Guest { live, role, token, readers: Arc::clone(&self.readers) })
    }

    /// Looks at the token of the owner of a game.
    pub async fn admit_owner(&self, game: &str, head: &HeaderMap) -> Result<Pass, Problem> {
        let pass = self.admit(game, head).await?;
        match pass.role {
            Role::Owner => Ok(pass),
            _ => Err(Problem::WrongSeat("Only the owner of the game may do this.".into())),
        }
    }

    /// Who asks: the peer, or behind a proxy on this machine, or one that is named, whomever the proxy names.
    pub fn asker(&self, peer: IpAddr, head: &HeaderMap) -> IpAddr {
        let proxy = peer.to_canonical().is_loopback() || self.limits.is_proxy(peer);
        if self.public_url.is_none() || !proxy {
            return peer;
        }
        // The last address is the one our own proxy saw; those before it are hearsay.
        let named = head.get_all("x-forwarded-for").iter().next_back();
        let last = named.and_then(|value| value.to_str().ok()?.rsplit(',').next());
        last.and_then(|address| address.trim().parse().ok()).unwrap_or(peer)
    }
}
