//! The typefaces as a browser gets them: the letters of the page as they were made, the others empty.

use engraver::font::{LATIN, faces, latin};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};

/// Writes down what is drawn.
#[derive(Default)]
struct Strokes(Vec<(char, Vec<f32>)>);

impl OutlinePen for Strokes {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.push(('M', vec![x, y]));
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.0.push(('L', vec![x, y]));
    }
    fn quad_to(&mut self, a: f32, b: f32, x: f32, y: f32) {
        self.0.push(('Q', vec![a, b, x, y]));
    }
    fn curve_to(&mut self, a: f32, b: f32, c: f32, d: f32, x: f32, y: f32) {
        self.0.push(('C', vec![a, b, c, d, x, y]));
    }
    fn close(&mut self) {
        self.0.push(('Z', vec![]));
    }
}

fn strokes(font: &FontRef<'_>, glyph: GlyphId) -> Vec<(char, Vec<f32>)> {
    let mut pen = Strokes::default();
    let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
    if let Some(outline) = font.outline_glyphs().get(glyph) {
        outline.draw(settings, &mut pen).expect("an outline that can be drawn");
    }
    pen.0
}

#[test]
fn letters_of_the_page_are_as_they_were_made() {
    for face in faces() {
        let bytes = latin(face.bytes).expect("a sound face");
        assert!(bytes.len() <= face.bytes.len());
        let (whole, lean) = (FontRef::new(face.bytes).unwrap(), FontRef::new(&bytes).unwrap());
        let mut letters = 0;
        for glyph in LATIN.into_iter().flatten().filter_map(|letter| whole.charmap().map(letter)) {
            assert_eq!(strokes(&whole, glyph), strokes(&lean, glyph), "{face:?}: {glyph}");
            letters += 1;
        }
        assert!(letters > 220, "{face:?} has {letters}");
    }
}

#[test]
fn other_letters_are_empty() {
    for face in faces() {
        let bytes = latin(face.bytes).expect("a sound face");
        let (whole, lean) = (FontRef::new(face.bytes).unwrap(), FontRef::new(&bytes).unwrap());
        let omega = whole.charmap().map('Ω').expect("both families have Greek");
        assert!(!strokes(&whole, omega).is_empty());
        assert!(strokes(&lean, omega).is_empty(), "{face:?}");
    }
}

#[test]
fn ligatures_and_figures_of_equal_width_are_kept() {
    for face in faces() {
        let bytes = latin(face.bytes).expect("a sound face");
        let (whole, lean) = (FontRef::new(face.bytes).unwrap(), FontRef::new(&bytes).unwrap());
        let count = |font: &FontRef<'_>| {
            let glyphs = whole.outline_glyphs().iter();
            glyphs.filter(|(glyph, _)| !strokes(font, *glyph).is_empty()).count()
        };
        let mapped = LATIN.into_iter().flatten().filter_map(|l| whole.charmap().map(l)).count();
        // Spaces draw nothing; ligatures and other figures come on top.
        assert!((mapped - 20..count(&whole)).contains(&count(&lean)), "{face:?}");
    }
}

#[test]
fn what_is_no_font_is_refused() {
    assert!(latin(b"no font at all").is_err());
}
