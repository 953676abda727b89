//! The section `edges`: what lies on hexsides.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use field::{Cell, Edge};

use super::spot::{Fields, Spot};
use super::{Draft, Fault};
use crate::Side;
use crate::fault::{quoted, shown};
use crate::map::json::Json;
use crate::map::{Hexside, Redoubt, System, Terrain};

impl<'a> Draft<'a> {
    /// Reads the hexsides.
    pub(super) fn read_edges(&mut self, section: &Spot<'a>) {
        let Some(members) = section.members() else { return };
        if !self.grid().is_hex() {
            if !members.is_empty() {
                section.fault("found edges; expected none: on squares water fills cells");
            }
            return;
        }
        let mut lines: BTreeMap<Edge, u32> = BTreeMap::new();
        for member in members {
            let place: Rc<str> = format!("edge {}", shown(&member.key)).into();
            let spot = Spot::at(self.log, &member.node, place);
            let edge = self.edge_named(&spot, &member.key);
            if let Some(first) = edge.and_then(|edge| lines.insert(edge, member.line)) {
                spot.fault(format!("the edge stands twice, first in line {first}"));
            }
            let hexside = self.read_hexside(&spot, edge);
            if let (Some(edge), Some(hexside)) = (edge, hexside) {
                self.check_hexside(&spot, edge, &hexside);
                self.map.hexsides.insert(edge, hexside);
            }
        }
        self.check_passage_names(&lines);
    }

    /// The edge of a key "0101|0102".
    pub(super) fn edge_named(&self, spot: &Spot<'_>, key: &str) -> Option<Edge> {
        let Some((first, second)) = key.split_once('|') else {
            spot.fault("not an edge; expected two neighbouring cells, as in 0101|0102");
            return None;
        };
        let cell = |name: &str| {
            let cell = self.grid().cell(name);
            if cell.is_none() {
                spot.fault(format!("no cell {}; expected {}", quoted(name), self.cell_range()));
            }
            cell
        };
        let (a, b) = (cell(first), cell(second));
        let (a, b) = (a?, b?);
        let Some(edge) = self.grid().edge(a, b) else {
            spot.fault("the cells are not neighbours; expected two that share a side");
            return None;
        };
        if self.map.print_order(a) > self.map.print_order(b) {
            spot.fault(format!("the larger cell stands first; expected {second}|{first}"));
        }
        Some(edge)
    }

    fn read_hexside(&self, spot: &Spot<'a>, edge: Option<Edge>) -> Option<Hexside> {
        let mut fields = spot.fields()?;
        if matches!(&spot.node.json, Json::Object(members) if members.is_empty()) {
            spot.fault("nothing lies on it; expected at least one feature");
        }
        let brigade = self.system.is_none_or(|system| system == System::Brigade);
        let hexside = Hexside {
            creek: fields.text_if_any("creek"),
            stream: if brigade { fields.text_if_any("stream") } else { None },
            canal: fields.flag("canal"),
            ditch: fields.flag("ditch"),
            bridge: fields.text_if_any("bridge"),
            ford: fields.text_if_any("ford"),
            burned_bridge: fields.text_if_any("burned_bridge"),
            redoubt: fields.find("redoubt").and_then(|spot| self.read_redoubt(&spot, edge)),
            clarification: fields.sentence_if_any("clarification"),
        };
        fields.finish();
        Some(hexside)
    }

    fn read_redoubt(&self, spot: &Spot<'a>, edge: Option<Edge>) -> Option<Redoubt> {
        let mut fields = spot.fields()?;
        let mut cell = |key| fields.need(key).and_then(|spot: Spot<'_>| spot.cell(self.grid()));
        let (defender, enemy) = (cell("defender"), cell("enemy"));
        let work = fields.need("work").and_then(|spot| spot.text());
        let built_by = read_side(&mut fields, "built_by");
        fields.finish();
        let (defender, enemy) = (defender?, enemy?);
        if let Some((a, b)) = edge.map(|edge| self.grid().edge_cells(edge))
            && (defender, enemy) != (a, b)
            && (defender, enemy) != (b, a)
        {
            let [d, e, a, b] = [defender, enemy, a, b].map(|cell| self.grid().name(cell));
            spot.fault(format!("defender {d} and enemy {e}; expected {a} and {b}, either way"));
        }
        Some(Redoubt { defender, enemy, work: work?, built_by: built_by? })
    }

    /// Checks that what lies on a hexside can lie there together.
    fn check_hexside(&self, spot: &Spot<'_>, edge: Edge, hexside: &Hexside) {
        let has = |name: &'static str| match name {
            "creek" => hexside.creek.is_some(),
            "stream" => hexside.stream.is_some(),
            "canal" => hexside.canal,
            "ditch" => hexside.ditch,
            "bridge" => hexside.bridge.is_some(),
            "ford" => hexside.ford.is_some(),
            _ => hexside.burned_bridge.is_some(),
        };
        for feature in ["bridge", "ford", "canal", "ditch", "burned_bridge"] {
            if has(feature) && !has("creek") {
                spot.fault(format!("{feature} without creek; expected the name of its water"));
            }
        }
        for (one, other) in [
            ("bridge", "ford"),
            ("bridge", "burned_bridge"),
            ("canal", "ditch"),
            ("creek", "stream"),
        ] {
            if has(one) && has(other) {
                spot.fault(format!("{one} and {other} together; expected one of them"));
            }
        }
        let (a, b) = self.grid().edge_cells(edge);
        let river = |cell: Cell| self.terrain(cell) == Some(Terrain::River);
        for feature in ["bridge", "ford"] {
            if has(feature) && (river(a) || river(b)) {
                spot.fault(format!("{feature} beside a river cell; expected land on both sides"));
            }
        }
        if has("creek") && river(a) && river(b) {
            spot.fault("creek between two river cells; expected land on one side at least");
        }
        if hexside.redoubt.as_ref().is_some_and(|redoubt| river(redoubt.defender)) {
            spot.fault("redoubt that shelters a river cell; expected its defender on land");
        }
    }

    /// A bridge or ford is known by its name: no two may share one. The ditch's many fords are but
    /// one ditch that can be stepped across anywhere.
    fn check_passage_names(&self, lines: &BTreeMap<Edge, u32>) {
        let mut seen: HashMap<(&str, &str), Edge> = HashMap::new();
        for (&edge, hexside) in &self.map.hexsides {
            let ford = hexside.ford.as_ref().filter(|_| !hexside.ditch);
            for (kind, name) in [("bridge", hexside.bridge.as_ref()), ("ford", ford)] {
                let Some(name) = name else { continue };
                if let Some(first) = seen.insert((kind, name), edge) {
                    let [first, second] = [first, edge].map(|edge| self.map.edge_name(edge));
                    let message = format!(
                        "the {kind} {} also stands at {first}; expected a name for each",
                        quoted(name)
                    );
                    let line = lines.get(&edge).copied().unwrap_or_default();
                    self.log.add(Fault::new(format!("edge {second}"), message).at_line(line));
                }
            }
        }
    }
}

/// Reads a side that must be there.
pub(super) fn read_side(fields: &mut Fields<'_>, key: &'static str) -> Option<Side> {
    fields.need(key)?.word(&Side::BOTH, Side::word)
}
