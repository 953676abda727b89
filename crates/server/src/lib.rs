//! Tables on which the games are played: seats held by unguessable links, HTTP with JSON for commands,
//! Server-Sent Events for news, one SQLite file for everything.
//!
//! The layers, each knowing only those before it: [`table`] is pure and says what a request would do;
//! [`store`] keeps entries and promises that they survive; [`tables`] brings the two together; `api` and
//! `stream` speak HTTP; [`serve`] surrounds them with limits and headers. The rules of play are not here:
//! whatever a seat asks for is decided by `rules::game`.

mod accept;
mod api;
pub mod app;
pub mod asset;
mod cache;
pub mod called;
mod card;
pub mod catalogue;
pub mod check;
pub mod clock;
pub mod club;
pub mod connections;
pub mod drawing;
pub mod entry;
pub mod expiry;
pub mod facts;
mod fair_queue;
pub mod figures;
pub mod folder;
mod given;
mod headers;
mod health;
pub mod limits;
mod limits_layer;
pub mod live;
pub mod moment;
pub mod notices;
pub mod pace;
mod pages;
pub mod play;
pub mod problem;
pub mod readers;
pub mod rulebook;
pub mod serve;
pub mod staff;
pub mod store;
mod stream;
pub mod table;
pub mod tables;
mod text;
pub mod tokens;
pub mod unreadable_game;
mod wire;
mod words;

/// The description of the interface, as it is served.
pub fn openapi() -> String {
    api::routes().1.to_pretty_json().unwrap_or_default()
}
