//! Combat: who attacks whom, odds, results, retreat, displacement and advance: a module a printed rule, named after its number.

#[path = "../common/fixture.rs"]
mod fixture;
