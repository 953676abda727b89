//! The OpenAPI document: what stands at the routes, completed with what follows for every route of
//! a kind.
//!
//! Which problems an address can answer with follows from what it is: whether it wants a token, a
//! body, a query; whether it changes something. What is particular to one is told in
//! [`own_problems`]. A test holds the document against the server.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use axum::http::HeaderMap;
use axum::response::Response as Answer;
use serde_json::json;
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::path::{Operation, ParameterBuilder, ParameterIn, PathItem};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{
    ContentBuilder, Header, ObjectBuilder, Ref, RefOr, Required, Response, ResponseBuilder, Type,
};
use utoipa::{IntoResponses, Modify, OpenApi};

use crate::asset::Asset;
use crate::problem::{Kind, PROBLEM_TYPE, ProblemDocument};
use crate::words::{Reissuable, SideWord};

/// Marks every answer that is not the one hoped for; [`complete`] tells which there are.
pub struct Problems;

impl IntoResponses for Problems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        BTreeMap::new()
    }
}

struct Extras;

impl Modify for Extras {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let components = document.components.get_or_insert_default();
        let bearer = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("The token of a role in one game."))
            .build();
        components.add_security_scheme("token", SecurityScheme::Http(bearer));
    }
}

/// What stands above the routes.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Long Roll",
        description = "Tables on which games of the American Civil War are played. \
                       Whoever sets a game up gets a token for each role that is played from there, and an invitation to \
                       each seat that is offered by link; a guest redeems it once for a token that only he knows. \
                       A token is sent as `Authorization: Bearer TOKEN`. Everything that changes a game names the version it \
                       was made for and carries a name of its own, so that it can be sent again without harm.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    servers((url = "/", description = "This server")),
    modifiers(&Extras),
    components(schemas(ProblemDocument, Kind, SideWord, Reissuable)),
    tags(
        (name = "battles", description = "What can be played"),
        (name = "learning", description = "Lessons and puzzles"),
        (name = "games", description = "Games and their seats"),
        (name = "play", description = "What the seats do"),
        (name = "notices", description = "How seats are told that something waits for them"),
        (name = "staff", description = "The computer at the table"),
        (name = "story", description = "What happened"),
        (name = "club", description = "Open tables, where the host lets there be any: players, offers, ratings, cups. \
            What a player asks for he signs, as `Authorization: LongRoll KEY.AT.NONCE.SIGNATURE`"),
        (name = "books", description = "Rulebooks"),
        (name = "server", description = "The server itself"),
    )
)]
pub struct Document;

/// Tells of every operation which problems it can answer with, and which headers come and go with
/// them.
pub fn complete(document: &mut utoipa::openapi::OpenApi) {
    for (path, item) in &mut document.paths.paths {
        for (method, operation) in operations(item) {
            let kinds = problems(path, method, operation);
            let mut by_status: BTreeMap<u16, BTreeSet<Kind>> = BTreeMap::new();
            for kind in kinds {
                by_status.entry(kind.status().as_u16()).or_default().insert(kind);
            }
            for (status, kinds) in by_status {
                let known = operation.responses.responses.entry(status.to_string());
                known.or_insert_with(|| RefOr::T(problem_response(&kinds)));
            }
            add_tags(operation);
            for (status, response) in &mut operation.responses.responses {
                if let RefOr::T(response) = response
                    && response.description.is_empty()
                {
                    response.description =
                        if status == "201" { "It is set up" } else { "Done" }.into();
                }
            }
        }
    }
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = (&'static str, &mut Operation)> {
    let all = [
        ("get", &mut item.get),
        ("put", &mut item.put),
        ("post", &mut item.post),
        ("delete", &mut item.delete),
    ];
    all.into_iter().filter_map(|(method, operation)| Some((method, operation.as_mut()?)))
}

fn problems(path: &str, method: &str, operation: &Operation) -> BTreeSet<Kind> {
    let always =
        [Kind::Misdirected, Kind::TooLarge, Kind::TooManyRequests, Kind::Timeout, Kind::Internal];
    let mut kinds = BTreeSet::from(always);
    let changes = method != "get";
    if changes {
        kinds.insert(Kind::CrossSite);
    }
    if operation.request_body.is_some() {
        kinds.extend([Kind::Malformed, Kind::Stalled, Kind::WrongType]);
    }
    for parameter in operation.parameters.iter().flatten() {
        if let RefOr::T(parameter) = parameter {
            kinds.insert(match parameter.parameter_in {
                ParameterIn::Path => Kind::UnknownRoute,
                _ => Kind::Malformed,
            });
        }
    }
    if path.contains("/battles/") {
        kinds.insert(Kind::UnknownBattle);
    }
    if operation.security.is_some() {
        kinds.extend([Kind::NoToken, Kind::BadToken, Kind::NotRedeemed, Kind::InvitationUsed]);
        kinds.extend([Kind::UnknownGame, Kind::ReadOnly]);
        if changes {
            kinds.insert(Kind::WrongSeat);
        }
    }
    let name = operation.operation_id.as_deref().unwrap_or_default();
    if path.contains("/club/") {
        kinds.insert(Kind::NoOpenTables);
        if !PUBLIC.contains(&name) {
            kinds.extend(SIGNED);
        }
    }
    kinds.extend(own_problems(name));
    if operation.tags.iter().flatten().any(|tag| tag == "play") && name != "ask" {
        kinds.extend(PLAY);
    }
    kinds
}

/// What can be wrong with whatever is done at a table.
const PLAY: [Kind; 5] =
    [Kind::NotYourDecision, Kind::StaleVersion, Kind::RequestReused, Kind::Over, Kind::NotAllowed];

/// What everybody may read of open tables.
const PUBLIC: [&str; 6] =
    ["list_offers", "list_ratings", "list_results", "get_player", "list_cups", "get_cup"];

/// What can be wrong with whatever a player signs.
const SIGNED: [Kind; 2] = [Kind::BadSignature, Kind::NotAllowed];

/// What can be wrong with a link that makes a throw.
const SHOW: [Kind; 5] =
    [Kind::NotYourDecision, Kind::Refused, Kind::RequestReused, Kind::Over, Kind::NotAllowed];

/// What can be wrong with one operation alone.
fn own_problems(name: &str) -> &'static [Kind] {
    match name {
        "act" => &[Kind::Refused, Kind::LinkWanted],
        "answer_puzzle" => &[Kind::Refused, Kind::NotAllowed],
        "ask" => &[Kind::StaleVersion, Kind::NotAllowed],
        "get_steps" => &[Kind::NotAllowed],
        "contribute" | "deposit_chain" | "host_dice" => &PLAY,
        "show_link" => &SHOW,
        "listen" => &[Kind::TooManyStreams],
        "get_step" => &[Kind::UnknownStep, Kind::NotAllowed],
        "get_sheet" => &[Kind::NotAllowed],
        "create_game" | "import_record" | "branch_game" => {
            &[Kind::NoRoom, Kind::NotAllowed, Kind::UnknownBattle]
        }
        "seat_computer" => &[Kind::NotAllowed, Kind::Over, Kind::RequestReused],
        "hint" => &[Kind::NotAllowed, Kind::NotYourDecision, Kind::Over, Kind::StaleVersion],
        "assess" | "review" => &[Kind::NotAllowed],
        "name_seat" | "give_orders" | "reissue_seat" | "answer_reissue" => {
            &[Kind::NotAllowed, Kind::Over]
        }
        "redeem" | "renew_token" => &[Kind::NotAllowed],
        "get_notices" => &[Kind::WrongSeat],
        "open_notices" => &[Kind::NotAllowed, Kind::Damaged],
        "test_notices" => &[Kind::NotAllowed, Kind::Damaged],
        "confirm_address" | "unsubscribe" | "ask_unsubscribe" | "get_feed" => &[Kind::UnknownKey],
        "get_player" | "get_cup" => &[Kind::NotAllowed],
        "make_cup" => &[Kind::UnknownBattle],
        "draw_round" => &[Kind::UnknownBattle, Kind::NoRoom],
        "name_player" => &[Kind::NoRoom],
        "offer_game" => &[Kind::UnknownBattle],
        "take_offer" => &[Kind::UnknownBattle, Kind::NoRoom],
        "take_open_seat" => &[Kind::UnknownGame, Kind::WrongSeat, Kind::ReadOnly, Kind::Over],
        "get_invitation" => &[Kind::WrongSeat],
        _ => &[],
    }
}

fn problem_response(kinds: &BTreeSet<Kind>) -> Response {
    let schema = RefOr::Ref(Ref::from_schema_name("Problem"));
    let content = ContentBuilder::new().schema(Some(schema)).build();
    let told: Vec<String> = kinds
        .iter()
        .map(|kind| format!("`{}`: {}", json!(kind).as_str().unwrap_or_default(), kind.told().0))
        .collect();
    let mut response =
        ResponseBuilder::new().description(told.join("; ")).content(PROBLEM_TYPE, content);
    for kind in kinds {
        response = match kind {
            Kind::TooManyRequests => response
                .header("Retry-After", whole_number("Seconds after which it may be tried again")),
            Kind::NoToken => response.header("WWW-Authenticate", text("`Bearer`")),
            _ => response,
        };
    }
    response.build()
}

fn text(description: &str) -> Header {
    let schema = ObjectBuilder::new().schema_type(Type::String);
    HeaderBuilder::new().schema(Some(schema)).description(Some(description)).build()
}

fn whole_number(description: &str) -> Header {
    let schema = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1));
    HeaderBuilder::new().schema(Some(schema)).description(Some(description)).build()
}

/// What can be answered with 304 has a tag, which the asker may send back.
fn add_tags(operation: &mut Operation) {
    let responses = &mut operation.responses.responses;
    if !responses.contains_key("304") {
        return;
    }
    for status in ["200", "304"] {
        if let Some(RefOr::T(response)) = responses.get_mut(status) {
            let tag = text("By which it is known whether it has changed");
            response.headers.insert("ETag".to_owned(), RefOr::T(tag));
        }
    }
    let known = ParameterBuilder::new()
        .name("If-None-Match")
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some("Tags of what the asker has; `304` if it has not changed"))
        .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
        .build();
    operation.parameters.get_or_insert_default().push(RefOr::T(known));
}

static DOCUMENT: LazyLock<Asset> = LazyLock::new(|| {
    let text = super::routes().1.to_json().unwrap_or_default();
    Asset::new(text, "application/json").packed()
});

/// This document.
#[utoipa::path(get, path = "/openapi.json", tag = "server", operation_id = "get_document",
    responses((status = 200, body = Object, content_type = "application/json"),
        (status = 304, description = "The asker has it"), Problems))]
pub async fn document(head: HeaderMap) -> Answer {
    DOCUMENT.answer(&head)
}
