//! The kinds of problems: what their documents are called by, and the status each has.

use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

/// What kind of problem, a fixed word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = ProblemKind)]
pub enum Kind {
    /// The request cannot be understood.
    Malformed,
    /// No game has this id.
    UnknownGame,
    /// No battle has this id, or none of its scenarios.
    UnknownBattle,
    /// There is nothing at this address.
    UnknownRoute,
    /// The game has no such step.
    UnknownStep,
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
    WrongSeat,
    /// The decision is the other side's.
    NotYourDecision,
    /// The rules forbid it.
    Refused,
    /// The action draws, and is to be sent with the next link of its player's chain.
    LinkWanted,
    /// The game has moved on since the version the request was made for.
    StaleVersion,
    /// The request's name was used for another request.
    RequestReused,
    /// The game is over.
    Over,
    /// The body is too large.
    TooLarge,
    /// The body did not come.
    Stalled,
    /// The body is of another media type than expected.
    WrongType,
    /// Too many requests from one place.
    TooManyRequests,
    /// Too many open streams.
    TooManyStreams,
    /// It took too long.
    Timeout,
    /// The staff has too much to think about.
    Busy,
    /// As many games are stored as may be.
    NoRoom,
    /// The game can be looked at only.
    ReadOnly,
    /// What is stored of the game is damaged: it can be looked at only.
    Damaged,
    /// It cannot be done as things stand.
    NotAllowed,
    /// The request was meant for a server of another name.
    Misdirected,
    /// Another web site's page asks for a change.
    CrossSite,
    /// The server has no open tables.
    NoOpenTables,
    /// The request is not signed by a player, or not so that it counts.
    BadSignature,
    /// A fault of the server.
    Internal,
}

impl Kind {
    /// Its title and its status.
    pub const fn told(self) -> (&'static str, StatusCode) {
        match self {
            Kind::Malformed => ("Not understood", StatusCode::BAD_REQUEST),
            Kind::UnknownGame => ("No such game", StatusCode::NOT_FOUND),
            Kind::UnknownBattle => ("No such battle", StatusCode::NOT_FOUND),
            Kind::UnknownRoute => ("Nothing here", StatusCode::NOT_FOUND),
            Kind::UnknownKey => ("No such link", StatusCode::NOT_FOUND),
            Kind::UnknownStep => ("No such step", StatusCode::NOT_FOUND),
            Kind::WrongMethod => ("Wrong method", StatusCode::METHOD_NOT_ALLOWED),
            Kind::NoToken => ("No token", StatusCode::UNAUTHORIZED),
            Kind::BadToken => ("Token not accepted", StatusCode::UNAUTHORIZED),
            Kind::NotRedeemed => ("An invitation", StatusCode::FORBIDDEN),
            Kind::InvitationUsed => ("An invitation that was used", StatusCode::UNAUTHORIZED),
            Kind::WrongSeat => ("Not for this seat", StatusCode::FORBIDDEN),
            Kind::NotYourDecision => ("Not your decision", StatusCode::FORBIDDEN),
            Kind::Refused => ("The rules forbid it", StatusCode::UNPROCESSABLE_ENTITY),
            Kind::LinkWanted => ("Dice wait for your link", StatusCode::CONFLICT),
            Kind::StaleVersion => ("The game has moved on", StatusCode::CONFLICT),
            Kind::RequestReused => ("Another request had this name", StatusCode::CONFLICT),
            Kind::Over => ("The game is over", StatusCode::CONFLICT),
            Kind::TooLarge => ("Too large", StatusCode::PAYLOAD_TOO_LARGE),
            Kind::Stalled => ("The body did not come", StatusCode::REQUEST_TIMEOUT),
            Kind::WrongType => ("Wrong media type", StatusCode::UNSUPPORTED_MEDIA_TYPE),
            Kind::TooManyRequests => ("Too many requests", StatusCode::TOO_MANY_REQUESTS),
            Kind::TooManyStreams => ("Too many streams", StatusCode::TOO_MANY_REQUESTS),
            Kind::Timeout => ("Took too long", StatusCode::SERVICE_UNAVAILABLE),
            Kind::Busy => ("The staff is busy", StatusCode::SERVICE_UNAVAILABLE),
            Kind::NoRoom => ("No room", StatusCode::SERVICE_UNAVAILABLE),
            Kind::ReadOnly => ("Can be looked at only", StatusCode::CONFLICT),
            Kind::Damaged => ("The game is damaged", StatusCode::CONFLICT),
            Kind::NotAllowed => ("Not possible now", StatusCode::CONFLICT),
            Kind::Misdirected => ("Meant for another", StatusCode::MISDIRECTED_REQUEST),
            Kind::CrossSite => ("Not from there", StatusCode::FORBIDDEN),
            Kind::NoOpenTables => ("No open tables", StatusCode::NOT_FOUND),
            Kind::BadSignature => ("Signature not accepted", StatusCode::UNAUTHORIZED),
            Kind::Internal => ("A fault of the server", StatusCode::INTERNAL_SERVER_ERROR),
        }
    }

    /// Its status.
    pub const fn status(self) -> StatusCode {
        self.told().1
    }
}
