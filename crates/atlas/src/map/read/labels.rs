//! The section `labels`: the names on the sheet.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use super::spot::Spot;
use super::{Draft, text_of};
use crate::fault::quoted;
use crate::map::{Label, LabelKind};

/// The most labels a sheet may have: more could be neither placed nor read.
const MOST: usize = 200;
/// The longest label, in characters: more would run off any sheet.
const LONGEST: usize = 60;
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
        if items.len() > MOST {
            section.fault(format!("{} labels; expected at most {MOST}", items.len()));
            return;
        }
        let mut seen = BTreeSet::new();
        for (number, item) in items.iter().enumerate() {
            let place = match text_of(item, "text") {
                Some(text) => format!("label {}", quoted(text)),
                None => format!("label {}", number + 1),
            };
            let item = item.named(place);
            let Some(label) = self.read_label(&item) else { continue };
            if !seen.insert((label.text.clone(), label.at)) {
                item.fault("the label stands twice in its cell; expected it once");
            }
            self.map.labels.push(label);
        }
    }

    fn read_label(&self, spot: &Spot<'a>) -> Option<Label> {
        let mut fields = spot.fields()?;
        let text = fields.need("text").and_then(|spot| {
            let text = spot.text()?;
            let length = text.chars().count();
            if length > LONGEST {
                spot.fault(format!("{length} characters; expected at most {LONGEST}"));
            }
            Some(text)
        });
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
