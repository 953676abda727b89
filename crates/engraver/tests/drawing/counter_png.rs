//! Pictures are bounded, repeatable and refuse nonsense with a reason.

use engraver::png::{self, PngError};

const DRAWING: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#fff"/><text x="2" y="15" font-size="12" font-family="serif">Ford</text></svg>"##;

/// Width and height from the header of a PNG file.
fn dimensions(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let word = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (word(16), word(20))
}

#[test]
fn the_scale_sets_the_size() {
    assert_eq!(dimensions(&png::render(DRAWING, 1.0).unwrap()), (40, 20));
    assert_eq!(dimensions(&png::render(DRAWING, 2.5).unwrap()), (100, 50));
    assert_eq!(dimensions(&png::render(DRAWING, 0.001).unwrap()), (1, 1));
}

#[test]
fn the_same_drawing_gives_the_same_bytes() {
    assert_eq!(png::render(DRAWING, 3.0), png::render(DRAWING, 3.0));
}

#[test]
fn packing_keeps_every_pixel() {
    let glass = r##"<svg xmlns="http://www.w3.org/2000/svg" width="3" height="1"><rect width="1" height="1" fill="#123456"/><rect x="1" width="1" height="1" fill="#f00" fill-opacity=".5"/></svg>"##;
    let pixels = |svg: &str| {
        let decoded =
            resvg::tiny_skia::Pixmap::decode_png(&png::render(svg, 1.0).unwrap()).unwrap();
        let colour = |p: &resvg::tiny_skia::PremultipliedColorU8| {
            let c = p.demultiply();
            (c.red(), c.green(), c.blue(), c.alpha())
        };
        decoded.pixels().iter().map(colour).collect::<Vec<_>>()
    };
    assert_eq!(pixels(glass), [(0x12, 0x34, 0x56, 255), (255, 0, 0, 128), (0, 0, 0, 0)]);
    let solid = glass.replace(" fill-opacity=\".5\"", "").replace("width=\"3\"", "width=\"2\"");
    assert_eq!(pixels(&solid), [(0x12, 0x34, 0x56, 255), (255, 0, 0, 255)]);
}

#[test]
fn letters_are_drawn_with_the_embedded_faces() {
    let blank = DRAWING.replace("Ford", "");
    assert_ne!(png::render(DRAWING, 1.0), png::render(&blank, 1.0));
}

#[test]
fn refuses_what_would_be_too_large() {
    let refused = png::render(DRAWING, 1000.0).unwrap_err();
    assert_eq!(refused, PngError::TooLarge { width: 40_000, height: 20_000 });
    assert!(refused.to_string().contains("40000 x 20000 pixels"), "{refused}");
    assert!(matches!(png::render(DRAWING, f32::MAX), Err(PngError::TooLarge { .. })));
}

#[test]
fn refuses_nonsense() {
    for scale in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert!(matches!(png::render(DRAWING, scale), Err(PngError::Scale(_))), "{scale}");
    }
    for text in ["", "<svg", "<html/>", "\u{0}"] {
        assert!(matches!(png::render(text, 1.0), Err(PngError::Svg(_))), "{text:?}");
    }
}

#[test]
fn reads_no_other_file() {
    let linked = r#"<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><image href="Cargo.toml" width="4" height="4"/></svg>"#;
    let empty = r#"<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>"#;
    assert_eq!(png::render(linked, 1.0), png::render(empty, 1.0));
}
