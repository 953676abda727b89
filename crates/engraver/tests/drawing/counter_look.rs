//! Counters are valid SVG in every combination, can be read, and can be told apart without colour.

use crate::counter_common::{document, parse, picture, plain};
use atlas::Side;
use atlas::battle::{Arm, Mode, Size};
use engraver::Theme;
use engraver::counter::{Counter, Paint, State, TINTS, contrast};
use field::Direction;
use proptest::prelude::*;
use resvg::{tiny_skia, usvg};

/// Fails unless the document obeys a content security policy without inline styles and scripts.
fn assert_strict(svg: &str) {
    let document = usvg::roxmltree::Document::parse(svg).unwrap_or_else(|e| panic!("{e}: {svg}"));
    for node in document.descendants().filter(|node| node.is_element()) {
        let name = node.tag_name().name();
        assert!(
            !matches!(name, "style" | "script" | "foreignObject" | "image" | "a"),
            "{name}: {svg}"
        );
        for attribute in node.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            assert!(name != "style" && !name.starts_with("on"), "{name}: {svg}");
            if name == "href" {
                let part =
                    value.strip_prefix('#').unwrap_or_else(|| panic!("{value} leads outside"));
                let defined = document.descendants().any(|node| node.attribute("id") == Some(part));
                assert!(defined, "{value} is not defined: {svg}");
            }
        }
    }
}

#[test]
fn every_arm_size_and_state_is_valid_svg() {
    for theme in Theme::ALL {
        for side in Side::BOTH {
            for arm in Arm::ALL {
                for size in Size::ALL {
                    for state in State::ALL {
                        let mut counter = Counter { arm, size, ..plain(side) };
                        counter.states.insert(state);
                        assert_strict(&document(&counter, theme));
                    }
                }
            }
        }
    }
}

#[test]
fn every_mode_and_facing_is_valid_svg_and_drawn() {
    for side in Side::BOTH {
        for mode in Mode::ALL {
            for facing in Direction::ALL {
                let counter = Counter {
                    arm: mode.arm(),
                    horse: true,
                    mode: Some(mode),
                    facing: Some(facing),
                    stars: 2,
                    tint: Some(TINTS[0]),
                    ..plain(side)
                };
                let svg = document(&counter, Theme::Light);
                assert_strict(&svg);
                parse(&svg);
            }
        }
    }
}

#[test]
fn all_states_at_once_keep_a_sign_each() {
    for side in Side::BOTH {
        let mut all = plain(side);
        all.states = State::ALL.into_iter().collect();
        let svg = all.svg(Theme::Light);
        let letter = if side == Side::Union { 'u' } else { 'c' };
        let bodies = ["halo", "dashes", "band"].map(|part| format!("#lr-{part}-{letter}\""));
        let signs =
            ["must", "attacked", "moved", "advanced", "immobile", "command", "crack", "inf-i"]
                .map(|part| format!("#lr-{part}\""));
        for part in bodies.iter().chain(&signs) {
            assert_eq!(svg.matches(part.as_str()).count(), 1, "{part} in {svg}");
        }
        for state in State::ALL {
            assert!(all.description().contains(state.word()), "{}", all.description());
        }
    }
}

#[test]
fn letters_have_the_contrast_that_small_text_needs() {
    let check = |a: &str, b: &str, least: f64| {
        let found = contrast(a, b).unwrap();
        assert!(found >= least, "{a} on {b}: {found:.2}, expected {least}");
    };
    for theme in Theme::ALL {
        let paint = Paint::of(theme);
        for side in Side::BOTH {
            check(paint.sides[side].ink, paint.sides[side].body, 4.5);
        }
        check(paint.ink, paint.paper, 4.5);
        check("#ffffff", paint.alarm, 4.5);
        check(paint.ink, paint.accent, 4.5);
        for tint in TINTS {
            check(paint.ink, tint, 4.5);
        }
    }
}

#[test]
fn contrast_is_counted_as_wcag_does() {
    assert_eq!(contrast("#000000", "#ffffff").map(f64::round), Some(21.0));
    let grey = contrast("#777777", "#ffffff").unwrap();
    assert!((grey - 4.48).abs() < 0.01, "{grey}");
    for bad in ["", "#fff", "red", "#12345g", "#\u{e9}\u{e9}\u{e9}"] {
        assert_eq!(contrast(bad, "#ffffff"), None, "{bad:?}");
    }
}

/// Brightness of every pixel on a mid-grey table, as someone sees it who sees no colour.
fn greys(svg: &str, scale: f32) -> Vec<i32> {
    let grey = |pixel: &tiny_skia::PremultipliedColorU8| {
        let ground = 128 * (255 - i32::from(pixel.alpha())) / 255;
        let light = 299 * i32::from(pixel.red())
            + 587 * i32::from(pixel.green())
            + 114 * i32::from(pixel.blue());
        light / 1000 + ground
    };
    picture(svg, scale).pixels().iter().map(grey).collect()
}

/// How many pixels of two pictures differ clearly.
fn difference(a: &[i32], b: &[i32]) -> usize {
    a.iter().zip(b).filter(|(a, b)| (*a - *b).abs() > 48).count()
}

#[test]
fn states_are_told_apart_without_colour_at_24_pixels() {
    for side in Side::BOTH {
        let looks: Vec<(&str, Vec<i32>)> = State::ALL
            .into_iter()
            .map(|state| {
                let mut counter = plain(side);
                counter.states.insert(state);
                (state.word(), greys(&document(&counter, Theme::Light), 0.24))
            })
            .chain([("nothing", greys(&document(&plain(side), Theme::Light), 0.24))])
            .collect();
        for (index, (name, look)) in looks.iter().enumerate() {
            for (other, other_look) in &looks[index + 1..] {
                let pixels = difference(look, other_look);
                assert!(pixels >= 8, "{side}: {name} and {other} differ in {pixels} pixels");
            }
        }
    }
}

#[test]
fn sides_are_told_apart_by_shape_alone() {
    // Alpha only: the cut corners of the Confederates leave their pixels free.
    for theme in Theme::ALL {
        let shape = |side: Side| -> Vec<bool> {
            let picture = picture(&document(&plain(side), theme), 0.24);
            picture.pixels().iter().map(|pixel| pixel.alpha() > 200).collect()
        };
        let (union, confederate) = (shape(Side::Union), shape(Side::Confederate));
        let corners = union.iter().zip(&confederate).filter(|(u, c)| **u && !**c).count();
        let beyond = union.iter().zip(&confederate).filter(|(u, c)| !**u && **c).count();
        assert!(corners >= 8, "{theme:?}: {corners} pixels");
        assert_eq!(beyond, 0, "{theme:?}");
    }
}

#[test]
fn arms_and_sizes_are_told_apart_at_48_pixels() {
    let mut looks = Vec::new();
    for (arm, horse) in [
        (Arm::Infantry, false),
        (Arm::Cavalry, false),
        (Arm::Artillery, false),
        (Arm::Artillery, true),
    ] {
        for size in [
            Size::Battery,
            Size::Battalion,
            Size::Regiment,
            Size::Brigade,
            Size::Division,
            Size::Corps,
        ] {
            let counter = Counter { arm, horse, size, ..plain(Side::Union) };
            looks.push(((arm, horse, size), greys(&document(&counter, Theme::Light), 0.48)));
        }
    }
    for (index, (name, look)) in looks.iter().enumerate() {
        for (other, other_look) in &looks[index + 1..] {
            let pixels = difference(look, other_look);
            assert!(pixels >= 3, "{name:?} and {other:?} differ in {pixels} pixels");
        }
    }
}

/// Left and right end of every line of text in a document.
fn text_ends(tree: &usvg::Tree) -> Vec<(f32, f32)> {
    fn walk(group: &usvg::Group, ends: &mut Vec<(f32, f32)>) {
        for node in group.children() {
            match node {
                usvg::Node::Group(group) => walk(group, ends),
                usvg::Node::Text(text) => {
                    let bounds = text.abs_bounding_box();
                    ends.push((bounds.left() - 80.0, bounds.right() - 80.0));
                }
                _ => {}
            }
        }
    }
    let mut ends = Vec::new();
    walk(tree.root(), &mut ends);
    ends
}

/// Fails if a counter's words are not inside its outline or the document is broken.
fn assert_words_inside(counter: &Counter) {
    let svg = document(counter, Theme::Light);
    assert_strict(&svg);
    let ends = text_ends(&parse(&svg));
    assert!(!ends.is_empty(), "no text: {svg}");
    for (left, right) in ends {
        assert!(left >= -47.0 && right <= 47.0, "{left} to {right}: {:?}", counter.designation);
    }
    assert!(svg.len() < 16_000, "{} bytes", svg.len());
}

#[test]
fn names_of_the_armies_stay_inside() {
    for name in [
        "3/1/I",
        "2/Ka/IX",
        "Featherston",
        "Brockenbrough",
        "G.T. Anderson",
        "Wright\u{2019}s Brig.",
        "Right Grand Division artillery",
        "Smith (art)",
        "Reserve Artillery Battalion",
    ] {
        for side in Side::BOTH {
            for stars in 0..=3 {
                let mut counter = Counter { designation: name.to_owned(), stars, ..plain(side) };
                assert_words_inside(&counter);
                counter.states = [State::MustAttack, State::Attacked].into_iter().collect();
                assert_words_inside(&counter);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn any_words_are_escaped_bounded_and_inside(
        designation in any::<String>(),
        hostile in prop_oneof![
            Just("\"><script>alert(1)</script>".to_owned()),
            Just("</text><style>*{}</style>".to_owned()),
            Just("&amp;&#0;&lol;".to_owned()),
            Just("\u{202e}\u{0}\u{ffff}\u{fffe}\u{1b}[0m".to_owned()),
            Just("W".repeat(10_000)),
        ],
        strength in any::<u32>(),
    ) {
        for side in Side::BOTH {
            for words in [&designation, &hostile, &format!("{designation}{hostile}")] {
                assert_words_inside(&Counter {
                    id: words.clone(),
                    designation: words.clone(),
                    strength: strength.to_string(),
                    movement: Some(words.clone()),
                    leaders: vec![words.clone(); 9],
                    ..plain(side)
                });
            }
        }
    }
}

#[test]
fn a_side_of_a_hundred_units_is_small() {
    let mut counter = Counter { tint: Some(TINTS[3]), stars: 1, ..plain(Side::Confederate) };
    counter.designation = "Brockenbrough".to_owned();
    counter.facing = Some(Direction::NorthEast);
    counter.states = [State::Moved, State::Attacked, State::Reduced].into_iter().collect();
    let hundred = counter.svg_at(Theme::Light, 1234.56, 1234.56, 57.3).len() * 100;
    let all = hundred + engraver::counter::definitions(Theme::Light).len();
    assert!(all < 120_000, "{all} bytes");
}

#[test]
fn drawing_twice_gives_the_same_text() {
    for theme in Theme::ALL {
        let counter = plain(Side::Union);
        assert_eq!(document(&counter, theme), document(&counter, theme));
    }
}

#[test]
fn a_symbol_holds_the_whole_counter() {
    let mut counter = plain(Side::Confederate);
    counter.states.insert(State::Selected);
    counter.facing = Some(Direction::SouthWest);
    let symbol = counter.symbol(Theme::Light, "unit-\"1\"");
    assert!(symbol.starts_with("<symbol id=\"unit-&quot;1&quot;\" viewBox="), "{symbol}");
    let bounds = parse(&document(&counter, Theme::Light)).root().abs_stroke_bounding_box();
    assert!(bounds.left() >= 10.0 && bounds.right() <= 150.0, "{bounds:?}");
    assert!(bounds.top() >= 10.0 && bounds.bottom() <= 150.0, "{bounds:?}");
}
