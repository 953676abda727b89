//! A rulebook, Markdown, as blocks to be set.

use std::collections::BTreeSet;

use engraver::print::Document;
use engraver::print::flow::{Block, Table};
use engraver::print::text::Span;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::kit::Source;

/// Millimetres in a pixel of a figure.
const PIXEL: f64 = 25.4 / 96.0 * 0.8;

/// Reads a rulebook. Its own table of contents is left out: pages have numbers, and the kit makes one with them.
pub fn blocks(text: &str, source: &dyn Source, document: &mut Document) -> Vec<Block> {
    let parser = Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH);
    let mut reader = Reader {
        events: parser,
        source,
        document,
        named: named(text),
        style: Span::default(),
        depth: (0, 0),
    };
    let blocks = reader.blocks(None);
    without_contents(blocks)
}

/// The anchors that a book names by itself.
fn named(text: &str) -> BTreeSet<String> {
    let names = text.split("<a id=\"").skip(1).filter_map(|rest| rest.split('"').next());
    names.map(str::to_owned).collect()
}

/// The anchor that leads to a heading by its words: letters and digits are what counts.
fn by_words(words: &str) -> String {
    let kept = words.chars().filter(|letter| letter.is_alphanumeric());
    format!("~{}", kept.flat_map(char::to_lowercase).collect::<String>())
}

fn words(spans: &[Span]) -> String {
    spans.iter().map(|span| span.text.as_str()).collect()
}

fn without_contents(blocks: Vec<Block>) -> Vec<Block> {
    let mut skipping = false;
    let kept = blocks.into_iter().filter(|block| {
        if let Block::Heading { text, .. } = block {
            skipping = words(text) == "Contents";
        }
        !skipping
    });
    kept.collect()
}

struct Reader<'t, 'a> {
    events: Parser<'t>,
    source: &'a dyn Source,
    document: &'a mut Document,
    named: BTreeSet<String>,
    /// How the next words are set.
    style: Span,
    /// How often bold and italic were begun.
    depth: (u32, u32),
}

impl Reader<'_, '_> {
    /// Blocks up to the end of something, or of the book.
    fn blocks(&mut self, end: Option<TagEnd>) -> Vec<Block> {
        let mut out = Vec::new();
        let mut open: Vec<Span> = Vec::new();
        while let Some(event) = self.events.next() {
            match event {
                Event::End(tag) if Some(tag) == end => break,
                Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph) => {
                    flush(&mut open, &mut out);
                }
                Event::Start(Tag::Heading { level, .. }) => {
                    flush(&mut open, &mut out);
                    let text = self.spans(TagEnd::Heading(level), &mut out);
                    let anchors = vec![by_words(&words(&text))];
                    out.push(Block::Heading { level: level as u8, text, anchors });
                }
                Event::Start(Tag::List(first)) => {
                    flush(&mut open, &mut out);
                    let items = self.items(first.is_some());
                    out.push(Block::List { first, items });
                }
                Event::Start(Tag::BlockQuote(kind)) => {
                    flush(&mut open, &mut out);
                    let inner = self.blocks(Some(TagEnd::BlockQuote(kind)));
                    out.push(Block::Quote(inner));
                }
                Event::Start(Tag::CodeBlock(_)) => {
                    flush(&mut open, &mut out);
                    let text = words(&self.spans(TagEnd::CodeBlock, &mut out));
                    out.push(Block::Lines(text.lines().map(str::to_owned).collect()));
                }
                Event::Start(Tag::Table(_)) => {
                    flush(&mut open, &mut out);
                    let table = self.table();
                    out.push(Block::Table(table));
                }
                Event::Start(Tag::Image { dest_url, .. }) => {
                    flush(&mut open, &mut out);
                    let caption = words(&self.spans(TagEnd::Image, &mut Vec::new()));
                    out.push(self.figure(&dest_url, caption));
                }
                other => self.inline(other, &mut open, &mut out),
            }
        }
        flush(&mut open, &mut out);
        out
    }

    /// Words up to the end of something.
    fn spans(&mut self, end: TagEnd, anchors: &mut Vec<Block>) -> Vec<Span> {
        let mut open = Vec::new();
        while let Some(event) = self.events.next() {
            match event {
                Event::End(tag) if tag == end => break,
                other => self.inline(other, &mut open, anchors),
            }
        }
        open
    }

    fn inline(&mut self, event: Event, open: &mut Vec<Span>, anchors: &mut Vec<Block>) {
        let say = |text: &str, style: &Span| Span { text: text.to_owned(), ..style.clone() };
        match event {
            Event::Text(text) => open.push(say(&text, &self.style)),
            Event::Code(text) => open.push(Span { code: true, ..say(&text, &self.style) }),
            Event::SoftBreak => open.push(say(" ", &self.style)),
            Event::HardBreak => open.push(say("\n", &self.style)),
            Event::Html(html) | Event::InlineHtml(html) => {
                let html = html.trim();
                if let Some(name) = html.strip_prefix("<a id=\"") {
                    let name = name.split('"').next().unwrap_or_default();
                    anchors.push(Block::Anchor(name.to_owned()));
                } else if html.starts_with("<br") {
                    open.push(say("\n", &self.style));
                } else if !["</a>", "<sup>", "</sup>", "<sub>", "</sub>"].contains(&html) {
                    open.push(say(html, &self.style));
                }
            }
            Event::Start(Tag::Strong) => self.deepen(1, 0),
            Event::End(TagEnd::Strong) => self.deepen(-1, 0),
            Event::Start(Tag::Emphasis) => self.deepen(0, 1),
            Event::End(TagEnd::Emphasis) => self.deepen(0, -1),
            Event::Start(Tag::Link { dest_url, .. }) => {
                self.style.link = dest_url.strip_prefix('#').map(|name| self.anchor(name));
            }
            Event::End(TagEnd::Link) => self.style.link = None,
            _ => {}
        }
    }

    fn deepen(&mut self, bold: i32, italic: i32) {
        self.depth.0 = self.depth.0.saturating_add_signed(bold);
        self.depth.1 = self.depth.1.saturating_add_signed(italic);
        self.style.bold = self.depth.0 > 0;
        self.style.italic = self.depth.1 > 0;
    }

    fn anchor(&self, name: &str) -> String {
        if self.named.contains(name) { name.to_owned() } else { by_words(name) }
    }

    fn items(&mut self, numbered: bool) -> Vec<Vec<Block>> {
        let mut items = Vec::new();
        while let Some(event) = self.events.next() {
            match event {
                Event::Start(Tag::Item) => items.push(self.blocks(Some(TagEnd::Item))),
                Event::End(TagEnd::List(ordered)) if ordered == numbered => break,
                _ => {}
            }
        }
        items
    }

    fn table(&mut self) -> Table {
        let mut table = Table::default();
        let mut row = Vec::new();
        while let Some(event) = self.events.next() {
            match event {
                Event::Start(Tag::TableCell) => {
                    row.push(self.spans(TagEnd::TableCell, &mut Vec::new()));
                }
                Event::End(TagEnd::TableHead) => table.head = std::mem::take(&mut row),
                Event::End(TagEnd::TableRow) => table.rows.push(std::mem::take(&mut row)),
                Event::End(TagEnd::Table) => break,
                _ => {}
            }
        }
        if table.head.iter().all(|cell| words(cell).trim().is_empty()) {
            table.head.clear();
        }
        table
    }

    /// A figure of ours; of any other picture only what it shows, in words.
    fn figure(&mut self, target: &str, caption: String) -> Block {
        match self.source.figure(target) {
            Some((svg, (width, height))) => {
                let drawing = self.document.drawing(svg);
                let size = (f64::from(width) * PIXEL, f64::from(height) * PIXEL);
                // The book says below each figure what it shows; the words here are for those who do not see it.
                Block::Figure { drawing, size, caption: String::new() }
            }
            None => Block::Paragraph(vec![Span::italic(caption)]),
        }
    }
}

fn flush(open: &mut Vec<Span>, out: &mut Vec<Block>) {
    let spans = std::mem::take(open);
    if !words(&spans).trim().is_empty() {
        out.push(Block::Paragraph(spans));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Nothing;

    impl Source for Nothing {
        fn rulebook(&self, _system: &str) -> Option<String> {
            None
        }

        fn figure(&self, target: &str) -> Option<(String, (u32, u32))> {
            target.starts_with("../ours").then(|| ("<svg/>".to_owned(), (300, 200)))
        }
    }

    fn read(text: &str) -> Vec<Block> {
        blocks(text, &Nothing, &mut Document::new("test"))
    }

    #[test]
    fn words_keep_their_styles_and_their_links() {
        let found =
            read("<a id=\"x-1.0\"></a>\n## One\n\na **b _c_** [d](#x-1.0) [e](#some-words) `f`");
        let Block::Paragraph(spans) = found.last().unwrap() else { panic!("{found:?}") };
        let of = |text: &str| spans.iter().find(|span| span.text == text).unwrap();
        assert!(of("b ").bold && !of("b ").italic);
        assert!(of("c").bold && of("c").italic && of("f").code);
        assert_eq!(of("d").link.as_deref(), Some("x-1.0"));
        assert_eq!(of("e").link.as_deref(), Some("~somewords"));
        assert!(of("a ").link.is_none());
        assert!(found.contains(&Block::Anchor("x-1.0".into())));
    }

    #[test]
    fn lists_tables_boxes_and_figures_are_read() {
        let found = read(
            "1. one\n2. two\n   * inner\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n> said\n\n\
             ![ours](../ours/a.svg)\n\n![theirs](https://example.org/b.png)",
        );
        let Block::List { first: Some(1), items } = &found[0] else { panic!("{found:?}") };
        assert_eq!(items.len(), 2);
        assert!(matches!(&items[1][1], Block::List { first: None, .. }));
        let Block::Table(table) = &found[1] else { panic!("{found:?}") };
        assert_eq!((table.head.len(), table.rows.len()), (2, 1));
        assert!(matches!(&found[2], Block::Quote(_)));
        let Block::Figure { size, .. } = &found[3] else { panic!("{found:?}") };
        assert!(size.0 > size.1 && size.1 > 0.0);
        assert!(matches!(&found[4], Block::Paragraph(_)));
    }

    #[test]
    fn the_contents_of_the_book_itself_are_left_out() {
        let found = read("# T\n\n## Contents\n\n* [One](#one)\n\n## One\n\ntext");
        let headings: Vec<String> = found
            .iter()
            .filter_map(|block| match block {
                Block::Heading { text, .. } => Some(words(text)),
                _ => None,
            })
            .collect();
        assert_eq!(headings, ["T", "One"]);
        assert!(!found.iter().any(|block| matches!(block, Block::List { .. })));
    }
}
