//! Running text broken into lines.

use std::collections::HashMap;

use super::page::{Colour, Item, Rect, Words};
use crate::font::{Family, Style, Weight, text_width};

/// Millimetres in a point.
pub const POINT: f64 = 25.4 / 72.0;

/// From line to line, as a share of the size of the letters.
pub const LEADING: f64 = 1.26;

/// How far a baseline lies below the top of its line, as a share of the line.
const BASELINE: f64 = 0.76;

/// Ink.
pub const BLACK: Colour = [22, 19, 14];

/// Quiet ink.
pub const GREY: Colour = [112, 104, 92];

/// Text in one style.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Span {
    /// What it says. A line feed ends a line.
    pub text: String,
    /// Whether it is bold.
    pub bold: bool,
    /// Whether it is italic.
    pub italic: bool,
    /// Whether it is to be typed or read letter by letter.
    pub code: bool,
    /// The anchor it leads to.
    pub link: Option<String>,
}

impl Span {
    /// Text as it is.
    pub fn plain(text: impl Into<String>) -> Span {
        Span { text: text.into(), ..Span::default() }
    }

    /// Bold text.
    pub fn bold(text: impl Into<String>) -> Span {
        Span { text: text.into(), bold: true, ..Span::default() }
    }

    /// Italic text.
    pub fn italic(text: impl Into<String>) -> Span {
        Span { text: text.into(), italic: true, ..Span::default() }
    }
}

/// How running text is set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Setting {
    /// The size of its letters, in points.
    pub size: f64,
    /// Its family.
    pub family: Family,
    /// Its colour.
    pub colour: Colour,
    /// Whether all of it is bold.
    pub bold: bool,
}

impl Setting {
    /// Serif text of a size.
    pub const fn serif(size: f64) -> Setting {
        Setting { size, family: Family::Serif, colour: BLACK, bold: false }
    }

    /// Sans text of a size.
    pub const fn sans(size: f64) -> Setting {
        Setting { family: Family::Sans, ..Setting::serif(size) }
    }

    /// The same in bold.
    pub const fn bold(self) -> Setting {
        Setting { bold: true, ..self }
    }

    /// The same in another colour.
    pub const fn coloured(self, colour: Colour) -> Setting {
        Setting { colour, ..self }
    }

    /// From line to line, in millimetres.
    pub fn leading(&self) -> f64 {
        self.size * LEADING * POINT
    }

    fn style(&self, span: &Span) -> Style {
        let bold = self.bold || span.bold;
        Style {
            family: if span.code { Family::Sans } else { self.family },
            weight: if bold { Weight::Bold } else { Weight::Regular },
            italic: span.italic && !span.code,
            ..Style::SERIF
        }
    }

    /// Letter by letter text is a little smaller, so that it is as tall as what is around it.
    fn size_of(&self, style: Style) -> f64 {
        if style.family == self.family { self.size } else { self.size * 0.88 }
    }
}

/// A piece of a line in one style.
#[derive(Clone, PartialEq, Debug)]
struct Piece {
    x: f64,
    width: f64,
    text: String,
    style: Style,
    link: Option<String>,
}

/// A line of running text.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Line {
    pieces: Vec<Piece>,
    /// How wide it is, in millimetres.
    pub width: f64,
}

impl Line {
    /// What lies on the page, the line's upper left corner being here.
    pub fn items(&self, x: f64, y: f64, setting: &Setting) -> Vec<Item> {
        let mut items = Vec::new();
        let leading = setting.leading();
        for piece in &self.pieces {
            let size = setting.size_of(piece.style);
            items.push(Item::Words(Words {
                x: x + piece.x,
                y: y + leading * BASELINE,
                text: piece.text.clone(),
                size,
                style: piece.style,
                colour: setting.colour,
            }));
            if let Some(to) = &piece.link {
                let at = Rect::new(x + piece.x, y, piece.width, leading);
                items.push(Item::Link { at, to: to.clone() });
            }
        }
        items
    }

    /// What it says.
    pub fn text(&self) -> String {
        self.pieces.iter().map(|piece| piece.text.as_str()).collect()
    }
}

/// Measures text, and remembers what it has measured.
#[derive(Default)]
pub struct Measure {
    known: HashMap<(String, StyleKey), f64>,
}

type StyleKey = (bool, u16, bool);

fn key(style: Style) -> StyleKey {
    (style.family == Family::Sans, style.weight.number(), style.italic)
}

/// Words that no line may be broken between: parts in several styles without a space.
#[derive(Clone, Default)]
struct Token {
    parts: Vec<(String, Style, Option<String>)>,
    width: f64,
    ends_line: bool,
}

impl Measure {
    /// How wide a text is at a size in points, in millimetres.
    pub fn width(&mut self, text: &str, size: f64, style: Style) -> f64 {
        let key = (text.to_owned(), key(style));
        let em = *self
            .known
            .entry(key)
            .or_insert_with(|| f64::from(text_width(text, 100.0, style)) / 100.0);
        em * size * POINT
    }

    /// Breaks text into lines that are at most so wide.
    pub fn lines(&mut self, spans: &[Span], setting: &Setting, width: f64) -> Vec<Line> {
        let tokens = self.tokens(spans, setting, width);
        let space =
            |measure: &mut Measure, style| measure.width(" ", setting.size_of(style), style);
        let mut lines = Vec::new();
        let mut line: Vec<Token> = Vec::new();
        let mut so_far = 0.0;
        for token in tokens {
            let gap = match line.last().and_then(|last| last.parts.last()) {
                Some((_, style, _)) => space(self, *style),
                None => 0.0,
            };
            if !line.is_empty() && so_far + gap + token.width > width + 1e-6 {
                lines.push(self.join(&line, setting));
                line.clear();
                so_far = token.width;
            } else {
                so_far += gap + token.width;
            }
            let ends = token.ends_line;
            if !token.parts.is_empty() {
                line.push(token);
            }
            if ends {
                lines.push(self.join(&line, setting));
                line.clear();
                so_far = 0.0;
            }
        }
        if !line.is_empty() {
            lines.push(self.join(&line, setting));
        }
        lines
    }

    fn tokens(&mut self, spans: &[Span], setting: &Setting, width: f64) -> Vec<Token> {
        let mut tokens = Vec::new();
        let mut open = Token::default();
        for span in spans {
            let style = setting.style(span);
            for part in span.text.split_inclusive([' ', '\n']) {
                let word = part.trim_end_matches([' ', '\n']);
                let pieces = self.broken(word, style, setting, width);
                for (number, (text, wide)) in pieces.into_iter().enumerate() {
                    // What is broken within a word stands on lines of its own.
                    if number > 0 && !open.parts.is_empty() {
                        tokens.push(std::mem::take(&mut open));
                    }
                    open.width += wide;
                    open.parts.push((text, style, span.link.clone()));
                }
                if word.len() < part.len() {
                    open.ends_line = part.ends_with('\n');
                    if !open.parts.is_empty() || open.ends_line {
                        tokens.push(std::mem::take(&mut open));
                    }
                }
            }
        }
        if !open.parts.is_empty() {
            tokens.push(open);
        }
        tokens
    }

    /// A word with its width; one that no line can hold in pieces.
    fn broken(
        &mut self,
        word: &str,
        style: Style,
        setting: &Setting,
        width: f64,
    ) -> Vec<(String, f64)> {
        if word.is_empty() {
            return Vec::new();
        }
        let size = setting.size_of(style);
        let whole = self.width(word, size, style);
        if whole <= width {
            return vec![(word.to_owned(), whole)];
        }
        let mut pieces = Vec::new();
        let mut piece = String::new();
        for letter in word.chars() {
            piece.push(letter);
            if self.width(&piece, size, style) > width && piece.len() > letter.len_utf8() {
                piece.pop();
                let wide = self.width(&piece, size, style);
                pieces.push((std::mem::take(&mut piece), wide));
                piece.push(letter);
            }
        }
        let wide = self.width(&piece, size, style);
        pieces.push((piece, wide));
        pieces
    }

    /// The tokens of a line as pieces: what follows one another in one style is one text.
    fn join(&mut self, tokens: &[Token], setting: &Setting) -> Line {
        let mut pieces: Vec<Piece> = Vec::new();
        for (number, token) in tokens.iter().enumerate() {
            for (at, (text, style, link)) in token.parts.iter().enumerate() {
                let spaced = number > 0 && at == 0;
                match pieces.last_mut() {
                    Some(last) if last.style == *style && last.link == *link => {
                        if spaced {
                            last.text.push(' ');
                        }
                        last.text.push_str(text);
                        continue;
                    }
                    Some(last) if spaced => last.text.push(' '),
                    _ => {}
                }
                let (text, style, link) = (text.clone(), *style, link.clone());
                pieces.push(Piece { x: 0.0, width: 0.0, text, style, link });
            }
        }
        let mut x = 0.0;
        for piece in &mut pieces {
            piece.x = x;
            let size = setting.size_of(piece.style);
            // The long texts of lines are not worth remembering.
            piece.width = f64::from(text_width(&piece.text, size as f32, piece.style)) * POINT;
            x += piece.width;
        }
        Line { pieces, width: x }
    }
}

/// One line of plain text with its upper left corner here, in one style.
pub fn line(text: &str, x: f64, y: f64, setting: Setting) -> Item {
    let style = setting.style(&Span::default());
    Item::Words(Words {
        x,
        y: y + setting.leading() * BASELINE,
        text: text.to_owned(),
        size: setting.size,
        style,
        colour: setting.colour,
    })
}

/// The same around a middle.
pub fn centred(text: &str, middle: f64, y: f64, setting: Setting) -> Item {
    line(text, middle - width_of(text, setting) / 2.0, y, setting)
}

/// The same, ending at a right side.
pub fn ending(text: &str, right: f64, y: f64, setting: Setting) -> Item {
    line(text, right - width_of(text, setting), y, setting)
}

/// How wide a line of plain text is, in millimetres.
pub fn width_of(text: &str, setting: Setting) -> f64 {
    let style = setting.style(&Span::default());
    f64::from(text_width(text, setting.size as f32, style)) * POINT
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(spans: &[Span], width: f64) -> Vec<String> {
        let lines = Measure::default().lines(spans, &Setting::serif(10.0), width);
        for line in &lines {
            assert!(line.width <= width + 0.2, "{}: {} of {width}", line.text(), line.width);
        }
        lines.iter().map(Line::text).collect()
    }

    #[test]
    fn lines_are_broken_at_spaces_and_lose_no_word() {
        let text = "The quick brown fox jumps over the lazy dog near the sunken road";
        let lines = broken(&[Span::plain(text)], 40.0);
        assert!(lines.len() > 1);
        assert_eq!(lines.join(" "), text);
    }

    #[test]
    fn no_line_is_broken_between_styles_without_a_space() {
        let spans =
            [Span::plain("a long way ("), Span::bold("bridge"), Span::plain(") over water")];
        for width in [15.0, 20.0, 25.0, 60.0] {
            let lines = broken(&spans, width);
            let whole = lines.iter().any(|line| line.contains("(bridge)"));
            assert!(whole, "{width}: {lines:?}");
        }
    }

    #[test]
    fn a_word_wider_than_the_line_is_broken_and_a_line_feed_ends_a_line() {
        let lines = broken(&[Span::plain("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa b\nc")], 20.0);
        assert!(lines.len() >= 4, "{lines:?}");
        assert_eq!(lines.concat().replace(' ', ""), "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaabc");
        assert_eq!(lines.last().map(String::as_str), Some("c"));
    }

    #[test]
    fn links_lie_under_their_words() {
        let link = Span { link: Some("there".into()), ..Span::plain("go there") };
        let lines =
            Measure::default().lines(&[link, Span::plain(" now")], &Setting::serif(10.0), 80.0);
        let items = lines[0].items(5.0, 5.0, &Setting::serif(10.0));
        let links = items.iter().filter(|item| matches!(item, Item::Link { .. }));
        assert_eq!(links.count(), 1);
    }
}
