//! The rulebooks: Markdown made into HTML without scripts and styles, its anchors kept.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use rules::game::Game;
use rust_embed::RustEmbed;
use serde::Serialize;
use utoipa::ToSchema;

use crate::asset::Asset;

/// A rulebook.
#[derive(Serialize, ToSchema)]
pub struct Book {
    title: String,
    html: String,
    contents: Vec<Heading>,
}

/// A heading of a rulebook.
#[derive(Serialize, ToSchema)]
struct Heading {
    /// The anchor before it.
    id: String,
    title: String,
    /// 1 to 6.
    level: u8,
}

/// The rulebooks: one file a system, named after it.
#[derive(RustEmbed)]
#[folder = "../../docs/rules"]
#[include = "*.md"]
struct Books;

/// The rulebooks as they are sent, by system.
static ASSETS: LazyLock<BTreeMap<String, Asset>> = LazyLock::new(|| {
    let asset = |file: Cow<'static, str>| {
        let system = file.strip_suffix(".md")?;
        let book = serde_json::to_vec(&read(&text(system)?)).unwrap_or_default();
        Some((system.to_owned(), Asset::new(book, "application/json").packed()))
    };
    Books::iter().filter_map(asset).collect()
});

/// The text of a rulebook.
fn text(system: &str) -> Option<String> {
    let file = Books::get(&format!("{system}.md"))?;
    String::from_utf8(file.data.into_owned()).ok()
}

/// The rulebook of a system, ready to be sent.
pub fn asset(system: &str) -> Option<&'static Asset> {
    ASSETS.get(system)
}

/// Where the rulebook has an optional rule of a game: in the first of its books that has the number.
pub fn link_of_option(game: &Game, number: &str) -> Option<String> {
    let text = text(game.system())?;
    let anchors = game.books().into_iter().map(|book| format!("{}-{number}", book.to_lowercase()));
    let mut anchors = anchors.filter(|anchor| text.contains(&format!("<a id=\"{anchor}\">")));
    anchors.next().map(|anchor| format!("{}/{anchor}", game.system()))
}

fn read(text: &str) -> Book {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let mut contents: Vec<Heading> = Vec::new();
    let mut events: Vec<Event> = Vec::new();
    // An anchor on its own line stands before the heading or paragraph it names.
    let mut anchor: Option<String> = None;
    let mut heading: Option<(usize, u8, String)> = None;
    for event in Parser::new_ext(text, options) {
        match &event {
            Event::Html(html) | Event::InlineHtml(html) => match anchor_of(html) {
                Some(id) => anchor = Some(id),
                None if html.trim() == "</a>" || is_plain(html) => {}
                // Whatever else is not Markdown is shown, not obeyed.
                None => {
                    events.push(Event::Text(html.clone()));
                    continue;
                }
            },
            Event::Start(Tag::Heading { level, .. }) => {
                heading = Some((events.len(), number(*level), String::new()));
            }
            Event::Text(words) | Event::Code(words) => {
                if let Some((_, _, title)) = &mut heading {
                    title.push_str(words);
                }
                if heading.is_none() {
                    anchor = None;
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                if let Some((at, level, title)) = heading.take() {
                    let id = anchor.take().unwrap_or_else(|| slug(&title));
                    set_id(&mut events, at, &id);
                    contents.push(Heading { id, title, level });
                }
            }
            _ => {}
        }
        events.push(event);
    }
    let mut html = String::new();
    html::push_html(&mut html, events.into_iter());
    let title = contents.first().map(|first| first.title.clone()).unwrap_or_default();
    Book { title, html, contents }
}

/// Gives a heading its anchor, unless one of its own stands before it already.
fn set_id(events: &mut [Event], at: usize, anchor: &str) {
    let before = &events[at.saturating_sub(4)..at];
    let named = before.iter().any(|event| match event {
        Event::Html(html) | Event::InlineHtml(html) => anchor_of(html).as_deref() == Some(anchor),
        _ => false,
    });
    if let Event::Start(Tag::Heading { id, .. }) = &mut events[at]
        && !named
    {
        *id = Some(CowStr::from(anchor.to_owned()));
    }
}

/// The name in `<a id="…">`.
fn anchor_of(html: &str) -> Option<String> {
    let name = html.trim().strip_prefix("<a id=\"")?.split('"').next()?;
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || ".-_".contains(c));
    plain.then(|| name.to_owned())
}

/// Tags that do nothing but set text higher, lower or on a new line.
fn is_plain(html: &str) -> bool {
    ["<sup>", "</sup>", "<sub>", "</sub>", "<br>", "<br/>"].contains(&html.trim())
}

fn number(level: HeadingLevel) -> u8 {
    level as u8
}

/// The anchor that a heading has by its words.
fn slug(title: &str) -> String {
    let mut slug = String::new();
    for letter in title.chars() {
        match letter {
            letter if letter.is_alphanumeric() => slug.extend(letter.to_lowercase()),
            ' ' | '-' => slug.push('-'),
            _ => {}
        }
    }
    slug
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_link_within_the_book_leads_somewhere() {
        let book = read(&text("blue-gray").expect("a rulebook"));
        let mut links = 0;
        for part in book.html.split("href=\"#").skip(1) {
            let target = part.split('"').next().unwrap();
            assert!(book.html.contains(&format!("id=\"{target}\"")), "nothing is called {target}");
            links += 1;
        }
        assert!(links > 50, "{links} links only");
    }

    #[test]
    fn nothing_but_plain_markup_comes_through() {
        let book = read(
            "# T\n\n<script>alert(1)</script>\n\n<a id=\"x\"></a>\n## U\n\n<b onclick=x>y</b>",
        );
        assert!(!book.html.contains("<script") && !book.html.contains("<b onclick"));
        assert!(book.html.contains("id=\"x\""));
        assert_eq!((book.title.as_str(), book.contents[1].id.as_str()), ("T", "x"));
    }

    #[test]
    fn the_contents_name_the_chapters() {
        let book = read(&text("blue-gray").expect("a rulebook"));
        assert!(book.title.starts_with("Blue & Gray"));
        assert!(book.contents.iter().any(|heading| heading.id == "bg-7.0"));
        for (index, heading) in book.contents.iter().enumerate() {
            let same = book.contents.iter().skip(index + 1).find(|other| other.id == heading.id);
            assert!(same.is_none(), "two headings are called {}", heading.id);
        }
    }
}
