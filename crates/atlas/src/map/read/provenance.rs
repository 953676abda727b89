//! The section `provenance`: where the facts come from.

use super::Draft;
use super::spot::Spot;
use crate::fault::shown;
use crate::map::Provenance;
use crate::map::json::Json;

impl<'a> Draft<'a> {
    /// Reads where the facts come from. Keys of the maker's own are kept as further sources.
    pub(super) fn read_provenance(&mut self, section: &Spot<'a>) {
        let Some(mut fields) = section.fields() else { return };
        let mut provenance = Provenance::default();
        if let Some(spot) = fields.need("stated in a rulebook") {
            self.read_stated(&spot, &mut provenance);
        }
        let mut sentence = |key| fields.need(key).and_then(|spot: Spot<'_>| spot.sentence());
        provenance.documented = sentence("documented").unwrap_or_default();
        provenance.reconstructed = sentence("reconstructed").unwrap_or_default();
        provenance.attribution = sentence("attribution").unwrap_or_default();
        provenance.changes = fields.sentence_if_any("changes");
        provenance.further = fields
            .rest()
            .filter_map(|(key, spot)| match &spot.node.json {
                Json::Text(_) | Json::List(_) | Json::Object(_) => {
                    Some((key.to_owned(), spot.node.to_value()))
                }
                _ => spot.expected("words, a list or an object about a further source"),
            })
            .collect();
        self.map.provenance = provenance;
    }

    /// Reads which cells and edges a rulebook states.
    fn read_stated(&self, spot: &Spot<'a>, provenance: &mut Provenance) {
        let Some(mut fields) = spot.fields() else { return };
        let cells = fields.need("cells").and_then(|spot| spot.distinct_cells(self.grid()));
        provenance.stated_cells = cells.unwrap_or_default();
        if let Some(items) = fields.find("edges").and_then(|spot| spot.items()) {
            for item in items {
                let edge = match &item.node.json {
                    Json::Text(key) => {
                        let place = format!("stated edge {}", shown(key));
                        self.edge_named(&item.named(place), key)
                    }
                    _ => item.expected("an edge, as in 0101|0102"),
                };
                provenance.stated_edges.extend(edge);
            }
        }
        let note = fields.need("note").and_then(|spot| spot.sentence());
        provenance.stated_note = note.unwrap_or_default();
        fields.finish();
    }
}
