//! The embedded faces are the ones they are taken for, and text measures what the renderer draws.

use engraver::font::{self, Family, Style, Weight};
use resvg::usvg;

/// The advance width the renderer gives a line of text.
fn drawn_width(text: &str, size: f32, style: Style) -> f32 {
    let svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="900" height="100"><text x="0" y="50" font-family="{}" font-weight="{}" font-style="{}" font-variant="{}" font-size="{size}" letter-spacing="{}">{text}</text></svg>"#,
        style.family.stack(),
        style.weight.number(),
        if style.italic { "italic" } else { "normal" },
        if style.small_caps { "small-caps" } else { "normal" },
        style.letter_spacing,
    );
    let options = usvg::Options { fontdb: font::database(), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(&svg, &options).unwrap();
    let Some(usvg::Node::Text(node)) = tree.root().children().first() else {
        panic!("no text in {svg}")
    };
    // The layout box runs from the first pen position to the last advance.
    node.bounding_box().width()
}

#[test]
fn faces_are_what_they_are_taken_for() {
    let database = font::database();
    let names: Vec<(String, u16, bool)> = database
        .faces()
        .map(|face| {
            let italic = face.style == usvg::fontdb::Style::Italic;
            (face.families[0].0.clone(), face.weight.0, italic)
        })
        .collect();
    let expected: Vec<(String, u16, bool)> = font::faces()
        .map(|face| {
            let family = match face.family {
                Family::Serif => "Libertinus Serif",
                Family::Sans => "Noto Sans",
            };
            (family.to_owned(), face.weight.number(), face.italic)
        })
        .collect();
    assert_eq!(names, expected);
    assert_eq!(names.len(), 7);
}

#[test]
fn measures_what_is_drawn() {
    let serif = Style::SERIF;
    let styles = [
        serif,
        Style { italic: true, letter_spacing: 2.5, ..serif },
        Style { weight: Weight::Bold, ..serif },
        Style { weight: Weight::Bold, italic: true, ..serif },
        Style { weight: Weight::Semibold, small_caps: true, letter_spacing: 1.0, ..serif },
        Style { family: Family::Sans, ..serif },
        Style::SANS_BOLD,
    ];
    for style in styles {
        for text in [
            "ANTIETAM CREEK",
            "Wright\u{2019}s Brig.",
            "Av To 0123456789",
            "Burnside Bridge \u{2192}",
        ] {
            for size in [7.0, 24.0] {
                let (measured, drawn) =
                    (font::text_width(text, size, style), drawn_width(text, size, style));
                assert!(
                    (measured - drawn).abs() < 0.02 * size,
                    "{text:?} at {size} in {style:?}: measured {measured}, drawn {drawn}"
                );
            }
        }
    }
}

#[test]
fn heights_are_in_proportion() {
    for style in [Style::SERIF, Style::SANS_BOLD] {
        let heights = font::heights(100.0, style);
        assert!(heights.small < heights.capital && heights.capital < heights.ascent, "{heights:?}");
        assert!((60.0..75.0).contains(&heights.capital), "{heights:?}");
        assert!((15.0..40.0).contains(&heights.descent), "{heights:?}");
    }
}

#[test]
fn unknown_characters_have_a_width() {
    let width = font::text_width("\u{10FFFF}\u{0}\u{4E00}", 10.0, Style::SERIF);
    assert!(width.is_finite() && width > 0.0);
    assert_eq!(font::text_width("", 10.0, Style::SERIF), 0.0);
}
