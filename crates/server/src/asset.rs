//! Bytes that are sent as they are, with a tag by which a browser knows whether it has them.

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// Bytes to be sent.
#[derive(Clone, Debug)]
pub struct Asset {
    bytes: Bytes,
    media: &'static str,
    tag: HeaderValue,
    kept: &'static str,
}

impl Asset {
    /// Bytes of a media type.
    pub fn new(bytes: impl Into<Bytes>, media: &'static str) -> Asset {
        let bytes = bytes.into();
        let hash = blake3::hash(&bytes).to_hex();
        let tag = HeaderValue::from_str(&format!("\"{}\"", &hash[..32]));
        Asset {
            bytes,
            media,
            tag: tag.unwrap_or(HeaderValue::from_static("\"\"")),
            kept: "no-cache",
        }
    }

    /// Bytes that never change behind their address.
    pub fn lasting(self) -> Asset {
        Asset { kept: "public, max-age=31536000, immutable", ..self }
    }

    /// The answer to somebody who may have them already. Unless they last, the asker is to look again each
    /// time: the program, and so the bytes behind an address, may be renewed.
    pub fn answer(&self, asked: &HeaderMap) -> Response {
        let head = [
            (header::ETAG, self.tag.clone()),
            (header::CACHE_CONTROL, HeaderValue::from_static(self.kept)),
        ];
        if matches_tag(asked, &self.tag) {
            return (StatusCode::NOT_MODIFIED, head).into_response();
        }
        let media = [(header::CONTENT_TYPE, self.media)];
        (head, media, Body::from(self.bytes.clone())).into_response()
    }
}

/// Whether the asker has what the tag names.
pub fn matches_tag(asked: &HeaderMap, tag: &HeaderValue) -> bool {
    let plain = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    let Ok(own) = tag.to_str() else { return false };
    asked
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|one| one.trim() == "*" || plain(one) == plain(own))
}
