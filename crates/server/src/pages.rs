//! The page: files in the program itself, or in a folder while one works on them; and the fonts.

use std::path::{Component, Path};
use std::sync::{Arc, LazyLock};

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, Uri, header};
use axum::response::{IntoResponse, Response};
use engraver::font::{self, Family};
use rust_embed::RustEmbed;

use crate::api::At;
use crate::app::App;
use crate::asset::Asset;
use crate::cache::Cache;
use crate::problem::Problem;
use crate::tables::off_thread;

#[derive(RustEmbed)]
#[folder = "../../web"]
#[include = "index.html"]
#[include = "*.webmanifest"]
#[include = "*.svg"]
#[include = "sw.js"]
#[include = "css/*.css"]
#[include = "js/*.js"]
#[exclude = "node_modules/*"]
#[exclude = "test/*"]
#[exclude = "browser-test/*"]
struct Web;

/// Media types by the ending of a file; other files are not sent.
const MEDIA: [(&str, &str); 7] = [
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("svg", "image/svg+xml; charset=utf-8"),
    ("png", "image/png"),
    ("webmanifest", "application/manifest+json"),
    ("ico", "image/x-icon"),
];

fn media(path: &str) -> Option<&'static str> {
    let ending = path.rsplit_once('.')?.1;
    MEDIA.iter().find(|(known, _)| *known == ending).map(|(_, media)| *media)
}

/// A file of the page. Places within the page are fragments, so that every address is a file's.
pub async fn file(
    State(app): State<Arc<App>>,
    method: Method,
    uri: Uri,
    head: HeaderMap,
) -> Result<Response, Problem> {
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    let media = media(path).filter(|_| stays_inside(path)).ok_or(Problem::UnknownRoute)?;
    let asset = match &app.web {
        None => {
            let path = path.to_owned();
            off_thread(move || EMBEDDED.get(&path, || embedded(&path, media))).await??
        }
        Some(folder) => {
            let path = folder.join(path);
            // Whoever opens a pipe waits for somebody at its other end.
            if !tokio::fs::metadata(&path).await.is_ok_and(|found| found.is_file()) {
                return Err(Problem::UnknownRoute);
            }
            let bytes = tokio::fs::read(path).await;
            Asset::new(bytes.map_err(|_| Problem::UnknownRoute)?, media)
        }
    };
    if method != Method::GET && method != Method::HEAD {
        let allow = [(header::ALLOW, HeaderValue::from_static("GET,HEAD"))];
        return Ok((allow, Problem::WrongMethod).into_response());
    }
    Ok(asset.answer(&head))
}

/// More than there are: all of them stay packed.
static EMBEDDED: LazyLock<Cache<String, Asset>> = LazyLock::new(|| Cache::new(1024));

fn embedded(path: &str, media: &'static str) -> Result<Asset, Problem> {
    let file = Web::get(path).ok_or(Problem::UnknownRoute)?;
    let asset = Asset::new(file.data.into_owned(), media);
    Ok(if media.starts_with("image/png") { asset } else { asset.packed() })
}

/// Whether a path leads to nothing but a file below the folder it starts from.
fn stays_inside(path: &str) -> bool {
    let plain = |part: Component| match part {
        Component::Normal(name) => !name.to_string_lossy().starts_with('.'),
        _ => false,
    };
    !path.contains(['%', '\\', '\0']) && Path::new(path).components().all(plain)
}

static FONTS: LazyLock<Vec<(String, Asset)>> = LazyLock::new(|| {
    font::faces()
        .map(|face| {
            let family = match face.family {
                Family::Serif => "serif",
                Family::Sans => "sans",
            };
            let slant = if face.italic { "-italic" } else { "" };
            let ending = face.media_type.rsplit('/').next().unwrap_or_default();
            let name = format!("{family}-{}{slant}-latin.{ending}", face.weight.number());
            let bytes = font::latin(face.bytes).expect("the embedded font files are sound");
            (name, Asset::new(bytes, face.media_type).packed().lasting())
        })
        .collect()
});

/// A font, the same letters as on the maps.
pub async fn font_file(At(name): At<String>, head: HeaderMap) -> Result<Response, Problem> {
    let font = off_thread(move || FONTS.iter().find(|(known, _)| *known == name)).await?;
    font.map(|(_, asset)| asset.answer(&head)).ok_or(Problem::UnknownRoute)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The styles name the fonts that there are, and ask for the letters that they have.
    #[test]
    fn styles_and_fonts_agree() {
        let styles = Web::get("css/tokens.css").expect("the page has its styles").data;
        let styles = String::from_utf8(styles.into_owned()).expect("text");
        let range = |range: &std::ops::RangeInclusive<u32>| match (range.start(), range.end()) {
            (first, last) if first == last => format!("U+{first:X}"),
            (first, last) => format!("U+{first:X}-{last:X}"),
        };
        let ranges: Vec<String> = font::LATIN.iter().map(range).collect();
        let asked = format!("unicode-range: {};", ranges.join(", "));
        for (name, _) in FONTS.iter() {
            let face = styles.lines().find(|line| line.contains(&format!("/fonts/{name}")));
            assert!(face.is_some_and(|face| face.contains(&asked)), "{name}: {asked}");
        }
        assert_eq!(styles.matches("@font-face").count(), FONTS.len());
    }
}
