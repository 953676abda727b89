//! What can be wrong with a request: one closed enum, told as a problem document (RFC 9457).

mod kind;

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use rules::Refused;
use rules::game::ActError;
use serde::Serialize;
use utoipa::ToSchema;

pub use kind::Kind;

/// Why a request was not carried out. Nothing was changed by it, except perhaps after `Timeout` and
/// `Internal`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// The request cannot be understood.
    Malformed(String),
    /// No game has this id.
    UnknownGame,
    /// No battle has this id, or none of its scenarios.
    UnknownBattle(String),
    /// There is nothing at this address.
    UnknownRoute,
    /// The game has no such step.
    UnknownStep(String),
    /// The word in a link opens nothing, or nothing any more.
    UnknownKey,
    /// The address is right and the method is not.
    WrongMethod,
    /// No token was sent.
    NoToken,
    /// The token opens nothing in this game.
    BadToken,
    /// The word is an invitation, which opens a seat only once it is redeemed.
    NotRedeemed,
    /// The invitation was redeemed already.
    InvitationUsed,
    /// The token is for another seat.
    WrongSeat(String),
    /// The decision is the other side's.
    NotYourDecision(String),
    /// The rules forbid it.
    Refused {
        /// The rule, as it is cited.
        rule: String,
        /// Why, in a sentence.
        reason: String,
        /// Where the rulebook says so.
        link: Option<String>,
    },
    /// The action draws under witnesses, and came without its player's next link.
    LinkWanted,
    /// The game has moved on since the version the request was made for.
    StaleVersion {
        /// The version it is at.
        version: u64,
    },
    /// The request's name was used for another request.
    RequestReused,
    /// The game is over.
    Over,
    /// The body is too large.
    TooLarge,
    /// The body did not come.
    Stalled,
    /// The body is of another media type than expected.
    WrongType(&'static str),
    /// Too many requests from one place.
    TooManyRequests {
        /// Seconds to wait.
        after: u64,
    },
    /// Too many open streams.
    TooManyStreams,
    /// It took too long.
    Timeout,
    /// The staff has too much to think about; nothing was changed.
    Busy,
    /// As many games are stored as may be.
    NoRoom,
    /// The game can be looked at only.
    ReadOnly(String),
    /// What is stored of the game is damaged: it can be looked at only, as far as it holds.
    Damaged(String),
    /// It cannot be done as things stand at the table.
    NotAllowed(String),
    /// The request was meant for a server of another name.
    Misdirected,
    /// Another web site's page asks for a change.
    CrossSite,
    /// The server has no open tables.
    NoOpenTables,
    /// The request is not signed by a player, or not so that it counts.
    BadSignature(String),
    /// A fault of the server, which has been logged.
    Internal,
}

/// A problem as it is sent.
#[derive(Serialize, ToSchema)]
#[schema(as = Problem)]
pub struct ProblemDocument {
    /// What kind of problem, a fixed word.
    #[serde(rename = "type")]
    pub kind: Kind,
    /// The kind in words.
    pub title: &'static str,
    /// HTTP status.
    #[schema(minimum = 400, maximum = 599)]
    pub status: u16,
    /// What is wrong with this request.
    pub detail: String,
    /// If several things are wrong: each of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub faults: Vec<String>,
    /// The rule that forbids it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Why the rule forbids it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Where the rulebook says so: book and anchor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// The version the game is at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u64>,
}

const UNSURE_TIMEOUT: &str = "It took too long, and may have been carried out all the same: send it again \
    under the same request, or look at the game.";
const UNSURE_FAULT: &str = "The server has logged what happened. Whether anything was changed is not \
    certain: send it again under the same request, or look at the game.";

/// When somebody for whom there was no stream may ask again, in seconds.
const STREAMS_AFTER: u64 = 10;

/// When somebody for whom the staff had no time may ask again, in seconds.
const BUSY_AFTER: u64 = 5;

/// Media type of a problem document.
pub const PROBLEM_TYPE: &str = "application/problem+json";

impl From<ActError> for Problem {
    fn from(error: ActError) -> Problem {
        match error {
            ActError::Malformed(faults) => Problem::Malformed(faults.to_string()),
            ActError::Draws(problem) => Problem::Malformed(problem),
            ActError::Refused(Refused { rule, reason }) => {
                Problem::Refused { rule: rule.to_string(), reason, link: Some(rule.link()) }
            }
        }
    }
}

impl Problem {
    /// Its kind.
    pub const fn kind(&self) -> Kind {
        match self {
            Problem::Malformed(_) => Kind::Malformed,
            Problem::UnknownGame => Kind::UnknownGame,
            Problem::UnknownBattle(_) => Kind::UnknownBattle,
            Problem::UnknownRoute => Kind::UnknownRoute,
            Problem::UnknownStep(_) => Kind::UnknownStep,
            Problem::UnknownKey => Kind::UnknownKey,
            Problem::WrongMethod => Kind::WrongMethod,
            Problem::NoToken => Kind::NoToken,
            Problem::BadToken => Kind::BadToken,
            Problem::NotRedeemed => Kind::NotRedeemed,
            Problem::InvitationUsed => Kind::InvitationUsed,
            Problem::WrongSeat(_) => Kind::WrongSeat,
            Problem::NotYourDecision(_) => Kind::NotYourDecision,
            Problem::Refused { .. } => Kind::Refused,
            Problem::LinkWanted => Kind::LinkWanted,
            Problem::StaleVersion { .. } => Kind::StaleVersion,
            Problem::RequestReused => Kind::RequestReused,
            Problem::Over => Kind::Over,
            Problem::TooLarge => Kind::TooLarge,
            Problem::Stalled => Kind::Stalled,
            Problem::WrongType(_) => Kind::WrongType,
            Problem::TooManyRequests { .. } => Kind::TooManyRequests,
            Problem::TooManyStreams => Kind::TooManyStreams,
            Problem::Timeout => Kind::Timeout,
            Problem::Busy => Kind::Busy,
            Problem::NoRoom => Kind::NoRoom,
            Problem::ReadOnly(_) => Kind::ReadOnly,
            Problem::Damaged(_) => Kind::Damaged,
            Problem::NotAllowed(_) => Kind::NotAllowed,
            Problem::Misdirected => Kind::Misdirected,
            Problem::CrossSite => Kind::CrossSite,
            Problem::NoOpenTables => Kind::NoOpenTables,
            Problem::BadSignature(_) => Kind::BadSignature,
            Problem::Internal => Kind::Internal,
        }
    }

    fn detail(&self) -> String {
        match self {
            Problem::Malformed(detail)
            | Problem::UnknownBattle(detail)
            | Problem::UnknownStep(detail)
            | Problem::WrongSeat(detail)
            | Problem::NotYourDecision(detail)
            | Problem::ReadOnly(detail)
            | Problem::Damaged(detail)
            | Problem::BadSignature(detail)
            | Problem::NotAllowed(detail) => detail.clone(),
            Problem::UnknownGame => "No game has this id; it may have been deleted.".into(),
            Problem::UnknownKey => "This link opens nothing, or nothing any more.".into(),
            Problem::UnknownRoute => "There is nothing at this address.".into(),
            Problem::WrongMethod => "This address does not know this method.".into(),
            Problem::NoToken => "Send the token as `Authorization: Bearer TOKEN`.".into(),
            Problem::BadToken => "This token opens nothing in this game.".into(),
            Problem::NotRedeemed => {
                "This is an invitation: redeem it for a token of your own.".into()
            }
            Problem::InvitationUsed => {
                "This invitation was redeemed already, and opens nothing any \
                                        more. If that was not you, ask for another."
                    .into()
            }
            Problem::Refused { rule, reason, .. } => format!("{rule}: {reason}"),
            Problem::LinkWanted => {
                "This action throws dice: send it with the next link of your chain.".into()
            }
            Problem::StaleVersion { version } => format!("The game is at version {version} now."),
            Problem::RequestReused => "This name was used for another request, which was carried \
                                       out. Give each request a name of its own."
                .into(),
            Problem::Over => "The game is over; nothing more can be done in it.".into(),
            Problem::TooLarge => "The body is longer than this server reads.".into(),
            Problem::Stalled => "The body did not arrive in time.".into(),
            Problem::WrongType(expected) => format!("Expected {expected}."),
            Problem::TooManyRequests { after } => format!("Try again in {after} seconds."),
            Problem::TooManyStreams => {
                format!("Close another stream, or try again in {STREAMS_AFTER} seconds.")
            }
            Problem::Busy => "The staff has too much to think about; ask again in a moment.".into(),
            Problem::NoRoom => "This server keeps as many games as it can.".into(),
            Problem::Misdirected => {
                "This server is not called so; `--public-url` and `--name` tell it its names."
                    .into()
            }
            Problem::CrossSite => "Pages of other web sites change nothing here.".into(),
            Problem::NoOpenTables => {
                "This server has no open tables; `--open-tables` gives it some.".into()
            }
            Problem::Timeout => UNSURE_TIMEOUT.into(),
            Problem::Internal => UNSURE_FAULT.into(),
        }
    }

    /// As it is sent.
    pub fn document(&self) -> ProblemDocument {
        let kind = self.kind();
        let (title, status) = kind.told();
        let mut document = ProblemDocument {
            kind,
            title,
            status: status.as_u16(),
            detail: self.detail(),
            faults: Vec::new(),
            rule: None,
            reason: None,
            link: None,
            version: None,
        };
        match self {
            Problem::Refused { rule, reason, link } => {
                document.rule = Some(rule.clone());
                document.reason = Some(reason.clone());
                document.link.clone_from(link);
            }
            Problem::StaleVersion { version } => document.version = Some(*version),
            // Readers of files tell of each fault on a line of its own.
            Problem::Malformed(detail) if detail.contains('\n') => {
                document.faults = detail.lines().map(str::to_owned).collect();
                let count = document.faults.len();
                document.detail =
                    format!("{count} things are wrong: {}.", document.faults.join("; "));
            }
            _ => {}
        }
        document
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = self.kind().status();
        let body = serde_json::to_string(&self.document()).unwrap_or_default();
        let mut response = (status, [(header::CONTENT_TYPE, PROBLEM_TYPE)], body).into_response();
        let headers = response.headers_mut();
        match self {
            Problem::BadSignature(_) => {
                headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("LongRoll"));
            }
            Problem::NoToken | Problem::BadToken | Problem::InvitationUsed => {
                headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            }
            Problem::TooManyRequests { after } => {
                headers.insert(header::RETRY_AFTER, HeaderValue::from(after));
            }
            Problem::Busy => {
                headers.insert(header::RETRY_AFTER, HeaderValue::from(BUSY_AFTER));
            }
            Problem::TooManyStreams => {
                headers.insert(header::RETRY_AFTER, HeaderValue::from(STREAMS_AFTER));
            }
            // What is still on its way is not read as another request.
            Problem::TooLarge | Problem::Stalled => {
                headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
            }
            _ => {}
        }
        response
    }
}
