//! Bytes that are sent as they are, with a tag by which a browser knows whether it has them, and
//! packed once for all who can unpack them.

use std::io::Write;
use std::sync::LazyLock;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;

use crate::problem::Problem;

/// From how many bytes on packing is worth its time.
const WORTH_PACKING: usize = 4 << 10;

/// Bytes to be sent.
#[derive(Clone, Debug)]
pub struct Asset {
    plain: Variant,
    packed: Option<Variant>,
    media: &'static str,
    kept: &'static str,
}

/// The bytes in one encoding, each of which has a tag of its own.
#[derive(Clone, Debug)]
struct Variant {
    bytes: Bytes,
    tag: HeaderValue,
}

impl Asset {
    /// Bytes of a media type.
    pub fn new(bytes: impl Into<Bytes>, media: &'static str) -> Asset {
        let bytes = bytes.into();
        let tag = tag(&blake3::hash(&bytes).to_hex()[..32]);
        Asset { plain: Variant { bytes, tag }, packed: None, media, kept: "no-cache" }
    }

    /// Also packed, for those who can unpack it; for media that grow smaller by it. Takes a while.
    pub fn packed(self) -> Asset {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        // Writing to memory does not fail.
        let bytes = encoder.write_all(&self.plain.bytes).and_then(|()| encoder.finish());
        let packed = bytes.ok().filter(|bytes| bytes.len() < self.plain.bytes.len()).map(|bytes| {
            let hash = blake3::hash(&self.plain.bytes).to_hex();
            Variant { bytes: bytes.into(), tag: tag(&format!("{}-gzip", &hash[..32])) }
        });
        Asset { packed, ..self }
    }

    /// Packed, if it is long enough for that to matter.
    pub fn packed_if_long(self) -> Asset {
        if self.plain.bytes.len() < WORTH_PACKING { self } else { self.packed() }
    }

    /// JSON that is nobody else's business, packed if it is long.
    pub fn private_json(value: &impl Serialize) -> Result<Asset, Problem> {
        let bytes = serde_json::to_vec(value).map_err(|error| {
            tracing::error!(%error, "an answer");
            Problem::Internal
        })?;
        Ok(Asset::new(bytes, "application/json").packed_if_long().private())
    }

    /// Bytes that are nobody else's business.
    pub fn private(self) -> Asset {
        Asset { kept: "private, no-cache", ..self }
    }

    /// How many bytes it takes in memory.
    pub fn bytes_kept(&self) -> usize {
        self.plain.bytes.len() + self.packed.as_ref().map_or(0, |packed| packed.bytes.len())
    }

    /// Bytes that never change behind their address.
    pub fn lasting(self) -> Asset {
        Asset { kept: "public, max-age=31536000, immutable", ..self }
    }

    /// The answer to somebody who may have them already. Unless they last, the asker is to look
    /// again each time: the program, and so the bytes behind an address, may be renewed.
    pub fn answer(&self, asked: &HeaderMap) -> Response {
        let sent = self.variant(asked);
        let mut head = HeaderMap::new();
        head.insert(header::ETAG, sent.tag.clone());
        head.insert(header::CACHE_CONTROL, HeaderValue::from_static(self.kept));
        if self.packed.is_some() {
            head.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        }
        if matches_tag(asked, &self.plain.tag)
            || self.packed.as_ref().is_some_and(|packed| matches_tag(asked, &packed.tag))
        {
            return (StatusCode::NOT_MODIFIED, head).into_response();
        }
        (head, self.bare(asked)).into_response()
    }

    /// The answer to somebody who cannot have them already.
    pub fn bare(&self, asked: &HeaderMap) -> Response {
        let sent = self.variant(asked);
        let mut head = HeaderMap::new();
        head.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.media));
        if !std::ptr::eq(sent, &self.plain) {
            head.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        (head, Body::from(sent.bytes.clone())).into_response()
    }

    fn variant(&self, asked: &HeaderMap) -> &Variant {
        self.packed.as_ref().filter(|_| unpacks(asked)).unwrap_or(&self.plain)
    }
}

fn tag(text: &str) -> HeaderValue {
    HeaderValue::from_str(&format!("\"{text}\"")).unwrap_or(HeaderValue::from_static("\"\""))
}

/// Whether the asker can unpack gzip.
fn unpacks(asked: &HeaderMap) -> bool {
    let said = asked.get_all(header::ACCEPT_ENCODING).iter();
    said.filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(',')).any(|one| {
        let mut parts = one.split(';').map(str::trim);
        let named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        let weight = parts.find_map(|part| part.strip_prefix("q=")).map(str::parse::<f32>);
        named && weight.is_none_or(|weight| weight.is_ok_and(|weight| weight > 0.0))
    })
}

/// A mark of this run of the program, for tags of what it makes anew: a later program may make it
/// otherwise.
pub fn mark() -> &'static str {
    static MARK: LazyLock<String> = LazyLock::new(|| {
        let now = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos();
        let seed = format!("{now} {}", std::process::id());
        blake3::hash(seed.as_bytes()).to_hex()[..8].to_owned()
    });
    &MARK
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

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(name: header::HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn who_unpacks_is_told_by_the_head() {
        for (said, unpacked) in [
            ("gzip", true),
            ("br, GZIP;q=0.5", true),
            ("gzip;q=0", false),
            ("gzip; q=0.000", false),
            ("identity", false),
            ("gzipped", false),
        ] {
            assert_eq!(unpacks(&asked(header::ACCEPT_ENCODING, said)), unpacked, "{said}");
        }
        assert!(!unpacks(&HeaderMap::new()));
    }

    #[test]
    fn each_encoding_has_its_tag_and_either_is_known_again() {
        let asset = Asset::new("word ".repeat(100), "text/plain").packed();
        let plain = asset.answer(&HeaderMap::new());
        let packed = asset.answer(&asked(header::ACCEPT_ENCODING, "gzip"));
        assert_eq!(packed.headers()[header::CONTENT_ENCODING], "gzip");
        assert!(!plain.headers().contains_key(header::CONTENT_ENCODING));
        let tags = [&plain, &packed].map(|answer| answer.headers()[header::ETAG].clone());
        assert_ne!(tags[0], tags[1]);
        for tag in tags {
            let head = HeaderMap::from_iter([(header::IF_NONE_MATCH, tag)]);
            assert_eq!(asset.answer(&head).status(), StatusCode::NOT_MODIFIED);
        }
        let other = asked(header::IF_NONE_MATCH, "\"other\"");
        assert_eq!(asset.answer(&other).status(), StatusCode::OK);
    }

    #[test]
    fn what_does_not_grow_smaller_is_not_packed() {
        assert!(Asset::new("x", "text/plain").packed().packed.is_none());
    }
}
