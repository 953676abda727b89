//! The figures of the rulebooks, drawn when first wanted in the colours that are asked for. The pictures beside the
//! books in `docs/images/rules` are made of the same files, for those who read the books elsewhere.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use engraver::Theme;
use engraver::figure::{self, Figure};
use rust_embed::RustEmbed;

use crate::asset::Asset;
use crate::cache::Cache;
use crate::problem::Problem;

/// What the books call the folder of their pictures.
const FOLDER: &str = "../images/rules/";
/// How a picture's name ends.
const ENDING: &str = ".svg";

/// What the figures show: one file a book, named after it.
#[derive(RustEmbed)]
#[folder = "../../docs/rules/figures"]
#[include = "*.toml"]
struct Files;

static BOOKS: LazyLock<BTreeMap<String, Vec<Figure>>> = LazyLock::new(|| {
    let figures = |file: &str| {
        let text = String::from_utf8(Files::get(file)?.data.into_owned()).ok()?;
        Some((file.strip_suffix(".toml")?.to_owned(), figure::read(&text).ok()?))
    };
    Files::iter().filter_map(|file| figures(&file)).collect()
});

/// More than there are: all of them stay.
static DRAWN: LazyLock<Cache<(String, String, Theme), Asset>> = LazyLock::new(|| Cache::new(1024));

fn find(book: &str, picture: &str) -> Option<&'static Figure> {
    let name = picture.strip_suffix(ENDING)?;
    BOOKS.get(book)?.iter().find(|figure| figure.name == name)
}

/// The picture of a book with this name, ready to be sent. Takes a while the first time: not for a thread that
/// serves.
pub fn asset(book: &str, picture: &str, theme: Theme) -> Result<Asset, Problem> {
    let figure = find(book, picture).ok_or(Problem::UnknownRoute)?;
    DRAWN.get(&(book.to_owned(), picture.to_owned(), theme), || {
        Ok(Asset::new(figure.svg(theme), "image/svg+xml; charset=utf-8").packed())
    })
}

/// A picture as the page finds it, with room kept for it.
pub struct Link {
    /// Where it is.
    pub address: String,
    /// Width and height in pixels.
    pub size: (u32, u32),
}

/// The figure that a book means by a relative link.
pub fn linked(target: &str) -> Option<&'static Figure> {
    let (book, picture) = target.strip_prefix(FOLDER)?.split_once('/')?;
    find(book, picture)
}

/// The picture that a book means by a relative link, if it is a figure.
pub fn link(target: &str) -> Option<Link> {
    let size = linked(target)?.size();
    let (book, picture) = target.strip_prefix(FOLDER)?.split_once('/')?;
    Some(Link { address: format!("/api/v1/rules/{book}/figures/{picture}"), size })
}

/// The names of a book's figures.
#[cfg(test)]
pub fn names(book: &str) -> impl Iterator<Item = &'static str> {
    BOOKS.get(book).into_iter().flatten().map(|figure| figure.name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_figures_is_read() {
        let files: Vec<_> = Files::iter().collect();
        assert!(!files.is_empty() && files.len() == BOOKS.len(), "{files:?}");
    }

    #[test]
    fn only_figures_are_linked() {
        let (book, figures) = BOOKS.iter().next().expect("a book with figures");
        let name = &figures[0].name;
        let found = link(&format!("../images/rules/{book}/{name}.svg")).expect("a link");
        assert_eq!(found.address, format!("/api/v1/rules/{book}/figures/{name}.svg"));
        assert_eq!(found.size, figures[0].size());
        for target in [
            format!("../images/rules/{book}/{name}.png"),
            format!("../images/rules/{book}/no-{name}.svg"),
            format!("https://example.org/{name}.svg"),
            "../images/rules/".to_owned(),
        ] {
            assert!(link(&target).is_none(), "{target}");
        }
    }
}
