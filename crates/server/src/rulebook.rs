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
use crate::figures;

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

/// The text of a rulebook, as Markdown.
pub fn text(system: &str) -> Option<String> {
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
    let mut picture: Option<Picture> = None;
    for event in Parser::new_ext(text, options) {
        if Picture::takes(&mut picture, &event, &mut events) {
            continue;
        }
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

/// A picture and the words that stand for it.
struct Picture {
    target: String,
    words: String,
}

impl Picture {
    /// Whether an event belongs to a picture; the last one of it leaves the whole of it behind.
    fn takes<'t>(
        open: &mut Option<Picture>,
        event: &Event<'t>,
        events: &mut Vec<Event<'t>>,
    ) -> bool {
        match (open.as_mut(), event) {
            (None, Event::Start(Tag::Image { dest_url, .. })) => {
                *open = Some(Picture { target: dest_url.to_string(), words: String::new() });
            }
            (None, _) => return false,
            (Some(_), Event::End(TagEnd::Image)) => {
                events.extend(open.take().map(Picture::event));
            }
            (Some(picture), Event::Text(words) | Event::Code(words)) => {
                picture.words.push_str(words);
            }
            (Some(picture), Event::SoftBreak | Event::HardBreak) => picture.words.push(' '),
            (Some(_), _) => {}
        }
        true
    }

    /// A figure with room kept for it; of any other picture only the words.
    fn event(self) -> Event<'static> {
        let Some(figure) = figures::link(&self.target) else {
            return Event::Text(self.words.into());
        };
        let (width, height) = figure.size;
        let words = self.words.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
        Event::InlineHtml(CowStr::from(format!(
            "<img src=\"{}\" alt=\"{words}\" width=\"{width}\" height=\"{height}\" loading=\"lazy\">",
            figure.address
        )))
    }
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
        for file in Books::iter() {
            let system = file.strip_suffix(".md").expect("a book");
            let book = read(&text(system).expect("a rulebook"));
            let mut links = 0;
            for part in book.html.split("href=\"#").skip(1) {
                let target = part.split('"').next().unwrap();
                let anchor = format!("id=\"{target}\"");
                assert!(book.html.contains(&anchor), "{system}: nothing is called {target}");
                links += 1;
            }
            assert!(links > 50, "{system}: {links} links only");
        }
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
    fn figures_are_shown_and_other_pictures_are_words() {
        let book = read(
            "# T\n\n![Two \"brigades\" & 1 < 2](../images/rules/brigade/support.svg)\n\n\
             ![far *away*](https://example.org/a.png)",
        );
        assert!(book.html.contains(
            "<img src=\"/api/v1/rules/brigade/figures/support.svg\" \
             alt=\"Two &quot;brigades&quot; &amp; 1 &lt; 2\" width=\""
        ));
        assert!(book.html.contains("<p>far away</p>") && !book.html.contains("example.org"));
    }

    #[test]
    fn every_picture_of_the_books_is_a_figure_and_every_figure_is_in_its_book() {
        for file in Books::iter() {
            let system = file.strip_suffix(".md").expect("a book");
            let text = text(system).expect("a rulebook");
            let book = read(&text);
            let (linked, shown) = (text.matches("![").count(), book.html.matches("<img ").count());
            assert_eq!(linked, shown, "{system}");
            for figure in figures::names(system) {
                assert!(text.contains(&format!("{system}/{figure}.svg")), "{system}: {figure}");
            }
        }
    }

    #[test]
    fn the_contents_name_the_chapters() {
        for (system, title, chapter) in
            [("blue-gray", "Blue & Gray", "bg-7.0"), ("brigade", "Brigade", "br-8.0")]
        {
            check_contents(&read(&text(system).expect("a rulebook")), title, chapter);
        }
    }

    fn check_contents(book: &Book, title: &str, chapter: &str) {
        assert!(book.title.starts_with(title));
        assert!(book.contents.iter().any(|heading| heading.id == chapter));
        for (index, heading) in book.contents.iter().enumerate() {
            let same = book.contents.iter().skip(index + 1).find(|other| other.id == heading.id);
            assert!(same.is_none(), "two headings are called {}", heading.id);
        }
    }
}
