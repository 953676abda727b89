//! The section `labels`: the names on the sheet.

use std::ops::RangeInclusive;

use super::spot::Spot;
use super::{Draft, text_of};
use crate::fault::quoted;
use crate::map::{Label, LabelKind};

/// Sizes a label may have, as factors of the usual.
const SIZES: RangeInclusive<f64> = 0.25..=4.0;
/// How far a label may be shifted from its cell, in cells.
const SHIFTS: RangeInclusive<f64> = -3.0..=3.0;
/// Angles, in degrees.
const ANGLES: RangeInclusive<f64> = -180.0..=180.0;

impl<'a> Draft<'a> {
    /// Reads the labels.
    pub(super) fn read_labels(&mut self, section: &Spot<'a>) {
        let Some(items) = section.items() else { return };
        for (number, item) in items.iter().enumerate() {
            let place = match text_of(item, "text") {
                Some(text) => format!("label {}", quoted(text)),
                None => format!("label {}", number + 1),
            };
            if let Some(label) = self.read_label(&item.named(place)) {
                self.map.labels.push(label);
            }
        }
    }

    fn read_label(&self, spot: &Spot<'a>) -> Option<Label> {
        let mut fields = spot.fields()?;
        let text = fields.need("text").and_then(|spot| spot.text());
        let kind = fields.need("kind").and_then(|s| s.word(&LabelKind::ALL, LabelKind::word));
        let at = fields.need("at").and_then(|spot| spot.cell(self.grid()));
        let mut number = |key, limits| fields.find(key).and_then(|spot| spot.number(limits));
        let angle = number("angle", ANGLES);
        let dx = number("dx", SHIFTS).unwrap_or(0.0);
        let dy = number("dy", SHIFTS).unwrap_or(0.0);
        let size = number("size", SIZES).unwrap_or(1.0);
        fields.finish();
        Some(Label { text: text?, kind: kind?, at: at?, angle, size, dx, dy })
    }
}
