//! The door: positions, actions and events as JSON.

use atlas::BySide;
use atlas::fault::{Faults, Report, one_of};
use field::Cell;
use serde_json::{Map, Value, json};

use super::{Action, Event, Id, Pieces, Place, State, Toy};
use crate::json::{
    Object, check_header, each, expected, number, seed_and_sequence, side, text, whole,
};
use crate::system::{Key, System};

const KINDS: [&str; 4] = ["move", "attack", "scout", "end_phase"];

impl Toy {
    pub(super) fn name(&self, cell: Cell) -> String {
        self.grid.name(cell).to_string()
    }

    pub(super) fn id(&self, piece: Id) -> &str {
        &self.pieces[piece].id
    }

    /// Reads an action. A piece that is not seen, was never there or fell out of sight is one unknown piece.
    pub(super) fn action_of(&self, seen: &State, action: &Value) -> Result<Action, Faults> {
        whole("action", |report| self.read_kind(report, seen, action))
    }

    fn read_kind(&self, report: &mut Report, seen: &State, action: &Value) -> Option<Action> {
        let one = action.as_object().filter(|fields| fields.len() == 1);
        let Some((kind, body)) = one.and_then(|fields| fields.iter().next()) else {
            return expected(report, "action", action, "an object with one action");
        };
        let mut fields = Object::of(report, kind, body)?;
        let read = match kind.as_str() {
            "end_phase" => Some(Action::EndPhase),
            "scout" => {
                self.need(report, seen, &mut fields, "unit").map(|piece| Action::Scout { piece })
            }
            "attack" => {
                let piece = self.need(report, seen, &mut fields, "unit");
                let target = self.need(report, seen, &mut fields, "target");
                piece.zip(target).map(|(piece, target)| Action::Attack { piece, target })
            }
            "move" => {
                let piece = self.need(report, seen, &mut fields, "unit");
                let to = fields.need(report, "to");
                let to = to.and_then(|to| self.square(report, &fields.at("to"), to));
                piece.zip(to).map(|(piece, to)| Action::Move { piece, to })
            }
            _ => {
                report.fault("action", format!("found another kind; expected {}", one_of(KINDS)));
                return None;
            }
        };
        fields.finish(report);
        read
    }

    fn need(
        &self,
        report: &mut Report,
        seen: &State,
        fields: &mut Object<'_>,
        key: &'static str,
    ) -> Option<Id> {
        let value = fields.need(report, key)?;
        let known = |&piece: &Id| {
            seen.places[piece] != Place::Unseen && value.as_str() == Some(self.id(piece))
        };
        let found = (0..self.pieces.len()).find(known);
        found.or_else(|| expected(report, &fields.at(key), value, "a piece in sight"))
    }

    fn square(&self, report: &mut Report, place: &str, value: &Value) -> Option<Cell> {
        let found = value.as_str().and_then(|name| self.grid.cell(name));
        found.or_else(|| expected(report, place, value, "a square of the map"))
    }

    pub(super) fn action_json(&self, action: &Action) -> Value {
        match *action {
            Action::Move { piece, to } => {
                json!({"move": {"unit": self.id(piece), "to": self.name(to)}})
            }
            Action::Attack { piece, target } => {
                json!({"attack": {"unit": self.id(piece), "target": self.id(target)}})
            }
            Action::Scout { piece } => json!({"scout": {"unit": self.id(piece)}}),
            Action::EndPhase => json!({"end_phase": {}}),
        }
    }

    pub(super) fn event_json(&self, event: &Event) -> Value {
        match *event {
            Event::Moved { piece, from, to } => json!({
                "event": "moved", "unit": self.id(piece), "from": self.name(from), "to": self.name(to),
            }),
            Event::Attacked { piece, target, at, draw, lost } => json!({
                "event": "attacked", "unit": self.id(piece), "target": self.id(target),
                "square": self.name(at), "die": draw + 1, "lost": lost.map(|lost| self.id(lost)),
            }),
            Event::Scouted { piece, draw } => {
                json!({"event": "scouted", "unit": self.id(piece), "die": draw + 1})
            }
            Event::Sighted { by, piece, at } => json!({
                "event": "sighted", "by": by.word(), "unit": self.id(piece), "square": self.name(at),
            }),
            Event::Scored { points } => json!({"event": "scored", "points": points}),
            Event::PhaseBegan { turn, side } => {
                json!({"event": "phase_began", "turn": turn, "side": side.word()})
            }
            Event::Ended { points } => json!({"event": "ended", "points": points}),
        }
    }

    /// A position is the truth, or what a seat observes; only the first is read back.
    pub(super) fn position_json(&self, state: &State, seed: Option<&Value>) -> Value {
        let Key { battle, scenario, options } = self.key();
        let ids = |set: Pieces| -> Vec<&str> {
            (0..self.pieces.len())
                .filter(|&piece| set.has(piece))
                .map(|piece| self.id(piece))
                .collect()
        };
        let unit = |piece| match state.places[piece] {
            Place::On(cell) => json!({"id": self.id(piece), "square": self.name(cell)}),
            Place::Lost => json!({"id": self.id(piece), "state": "lost"}),
            Place::Unseen => json!({"id": self.id(piece), "state": "unseen"}),
        };
        let mut position = json!({
            "game": battle, "scenario": scenario, "options": options,
            "turn": state.turn, "side": state.side.word(),
            "units": (0..self.pieces.len()).map(unit).collect::<Vec<_>>(),
            "acted": ids(state.acted),
            "sighted": {"union": ids(state.sighted.union), "confederate": ids(state.sighted.confederate)},
            "points": state.points, "over": state.over,
        });
        if let Value::Object(fields) = &mut position {
            fields.extend(seed.map(|seed| ("seed".into(), seed.clone())));
            fields.insert("sequence".into(), state.sequence.into());
        }
        position
    }

    pub(super) fn position_of(&self, position: &Value) -> Result<State, Faults> {
        whole("position", |report| self.read_state(report, position))
    }

    /// Everything that is left out is as in the set-up.
    fn read_state(&self, report: &mut Report, position: &Value) -> Option<State> {
        let mut fields = Object::of(report, "", position)?;
        check_header(report, self.key(), position, &mut fields);
        let mut state = self.set_up();
        if let Some(turn) = fields.find("turn") {
            state.turn = number(report, "turn", turn, (1, self.turns.into()))? as u8;
        }
        if let Some(whose) = fields.find("side") {
            state.side = side(report, "side", whose)?;
        }
        if let Some(units) = fields.find("units") {
            state.places = vec![Place::Lost; self.pieces.len()];
            for (piece, place) in each(report, "units", units, |r, p, v| self.unit(r, p, v))? {
                let taken = matches!(place, Place::On(_)) && state.places.contains(&place);
                if taken || state.places[piece] != Place::Lost {
                    report.fault("units", format!("{} or its square stands twice", self.id(piece)));
                }
                state.places[piece] = place;
            }
            state.sighted = BySide::default();
            self.look_around(&mut state, &mut Vec::new());
        }
        if let Some(acted) = fields.find("acted") {
            state.acted = self.set(report, "acted", acted)?;
        }
        if let Some(sighted) = fields.find("sighted") {
            let mut both = Object::of(report, "sighted", sighted)?;
            for (side, key) in
                [(atlas::Side::Union, "union"), (atlas::Side::Confederate, "confederate")]
            {
                if let Some(set) = both.find(key) {
                    state.sighted[side] = self.set(report, "sighted", set)?;
                }
            }
            both.finish(report);
        }
        if let Some(points) = fields.find("points") {
            let mut both = Object::of(report, "points", points)?;
            for (side, key) in
                [(atlas::Side::Union, "union"), (atlas::Side::Confederate, "confederate")]
            {
                if let Some(own) = both.find(key) {
                    state.points[side] = number(report, "points", own, (0, 1000))?;
                }
            }
            both.finish(report);
        }
        state.over = fields.flag(report, "over");
        (_, state.sequence) = seed_and_sequence(report, &mut fields);
        fields.finish(report);
        Some(state)
    }

    fn unit(&self, report: &mut Report, place: &str, value: &Value) -> Option<(Id, Place)> {
        let mut fields = Object::of(report, place, value)?;
        let id = fields.need(report, "id")?;
        let piece = self.piece(report, place, id)?;
        let read = match (fields.find("square"), fields.find("state")) {
            (Some(square), None) => Place::On(self.square(report, place, square)?),
            (None, Some(state)) if state == "lost" => Place::Lost,
            _ => return expected(report, place, value, "a square, or the state lost"),
        };
        fields.finish(report);
        Some((piece, read))
    }

    fn piece(&self, report: &mut Report, place: &str, value: &Value) -> Option<Id> {
        let id = text(report, place, value)?;
        let found = self.pieces.iter().position(|piece| piece.id == id);
        found.or_else(|| expected(report, place, value, "a piece of the set-up"))
    }

    fn set(&self, report: &mut Report, place: &str, value: &Value) -> Option<Pieces> {
        each(report, place, value, |r, p, v| self.piece(r, p, v))
            .map(|ids| ids.into_iter().collect())
    }
}

/// The fields of an object, of which some may be left out.
pub(super) fn fields(question: &Value) -> Result<(&str, &Map<String, Value>), String> {
    let one = question.as_object().filter(|fields| fields.len() == 1);
    let one = one.and_then(|fields| fields.iter().next());
    match one {
        Some((kind, Value::Object(body))) => Ok((kind, body)),
        _ => Err("a question is an object with one field: reach, why, odds or actions".into()),
    }
}
