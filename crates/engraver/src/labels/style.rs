//! How each kind of name is set.

use atlas::map::{Label, LabelKind};

use crate::font::{self, Style, Weight};
use crate::palette::Palette;

/// The letters of a label: what is needed to measure and to draw it.
#[derive(Clone, Debug)]
pub(crate) struct Letters {
    pub(crate) text: String,
    pub(crate) size: f64,
    pub(crate) style: Style,
    pub(crate) width: f64,
}

impl Letters {
    pub(crate) fn of(label: &Label) -> Letters {
        let capitals = !label.text.chars().any(char::is_lowercase);
        let (base, weight, italic, spacing) = match label.kind {
            LabelKind::Water => (23.0, Weight::Regular, true, 0.13),
            LabelKind::Place if capitals => (20.0, Weight::Bold, false, 0.1),
            LabelKind::Place => (20.0, Weight::Semibold, false, 0.01),
            LabelKind::Height => {
                (18.0, Weight::Semibold, false, if capitals { 0.16 } else { 0.05 })
            }
            LabelKind::Wood => (17.6, Weight::Semibold, false, 0.14),
            LabelKind::Work => (19.0, Weight::Bold, true, 0.02),
            LabelKind::Road => (18.2, Weight::Regular, true, 0.06),
        };
        let size = base * label.size.clamp(0.5, 4.0);
        Letters::set(
            &label.text,
            size,
            Style { weight, italic, letter_spacing: (spacing * size) as f32, ..Style::SERIF },
        )
    }

    pub(crate) fn set(text: &str, size: f64, style: Style) -> Letters {
        let width = f64::from(font::text_width(text, size as f32, style));
        Letters { text: text.to_string(), size, style, width }
    }

    /// How far the baseline lies below the middle of the letters.
    pub(crate) fn drop(&self) -> f64 {
        let capitals = !self.text.chars().any(char::is_lowercase);
        self.size * if capitals { 0.325 } else { 0.26 }
    }

    /// Half the height of the letters, with a little air.
    pub(crate) fn radius(&self) -> f64 {
        self.size * 0.47
    }
}

/// The colour of a kind of name.
pub(crate) fn colour(kind: LabelKind, palette: &Palette) -> &'static str {
    match kind {
        LabelKind::Water => palette.text_water,
        LabelKind::Place => palette.text_place,
        LabelKind::Height => palette.text_height,
        LabelKind::Wood => palette.text_wood,
        LabelKind::Work => palette.text_work,
        LabelKind::Road => palette.text_road,
    }
}
