//! The rulebooks.

use axum::http::HeaderMap;
use axum::response::Response;

use super::{At, Problems};
use crate::problem::Problem;
use crate::rulebook;

/// A rulebook as HTML, with its contents.
#[utoipa::path(get, path = "/rules/{book}", tag = "books", operation_id = "get_rules",
    params(("book" = String, Path, description = "The system of rules", example = json!(super::example::system()))),
    responses((status = 200, body = rulebook::Book),
        (status = 304, description = "The asker has it"), Problems))]
pub async fn book(At(book): At<String>, head: HeaderMap) -> Result<Response, Problem> {
    match rulebook::asset(&book) {
        Some(asset) => Ok(asset.answer(&head)),
        None => Err(Problem::UnknownRoute),
    }
}
