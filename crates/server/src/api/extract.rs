//! Reading requests, with a problem document for whatever cannot be read.

use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use serde::de::DeserializeOwned;

use crate::problem::Problem;

/// The named parts of the address.
pub struct At<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for At<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<At<T>, Problem> {
        match Path::<T>::from_request_parts(parts, state).await {
            Ok(Path(value)) => Ok(At(value)),
            Err(_) => Err(Problem::UnknownRoute),
        }
    }
}

/// What follows the question mark.
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Query<T>, Problem> {
        match axum::extract::Query::<T>::try_from_uri(&parts.uri) {
            Ok(axum::extract::Query(value)) => Ok(Query(value)),
            Err(error) => {
                let fault = std::error::Error::source(&error).map(ToString::to_string);
                let fault = fault.unwrap_or_else(|| "it cannot be read".to_owned());
                Err(Problem::Malformed(format!("What follows the question mark: {fault}.")))
            }
        }
    }
}

/// A body of JSON.
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Problem> {
        if !has_media(request.headers(), "application/json") {
            return Err(Problem::WrongType("a body of application/json"));
        }
        let bytes = axum::body::Bytes::from_request(request, state).await;
        let bytes = bytes.map_err(|rejection| unread(rejection.status().as_u16()))?;
        parse(&bytes).map(Body)
    }
}

/// Reads an object of JSON.
pub fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    // A list would otherwise pass for an object with its fields in order.
    if bytes.trim_ascii_start().first().is_some_and(|&first| first != b'{') {
        return Err(Problem::Malformed("The body: expected an object.".into()));
    }
    serde_json::from_slice(bytes).map_err(|error| Problem::Malformed(format!("The body: {error}.")))
}

/// Whether a body is said to be of a media type.
pub fn has_media(head: &HeaderMap, wanted: &str) -> bool {
    let said = head.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = said.and_then(|value| value.split(';').next());
    essence.is_some_and(|media| media.trim().eq_ignore_ascii_case(wanted))
}

/// The problem with a body that could not be read.
pub fn unread(status: u16) -> Problem {
    match status {
        413 => Problem::TooLarge,
        _ => Problem::Malformed("The body did not arrive whole.".into()),
    }
}
