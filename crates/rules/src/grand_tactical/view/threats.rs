//! What a side could do in its coming operations phase, told to clients in the shape that every
//! system has. Instead of a column of a table there are the casualties that are to be expected.

use atlas::Side;
use field::{Cell, CellSet};
use serde_json::{Value, json};

use crate::grand_tactical::battle::Battle;
use crate::grand_tactical::ids::UnitId;
use crate::grand_tactical::state::State;
use crate::grand_tactical::threats::{self, Coming, Part};
use crate::words::{army, count, list};

/// Casualties are reckoned in thousandths of a man.
const MAN: u64 = 1000;
/// Of a hundred men in a square, so many must be expected to fall for the second grade of danger
/// and for the third.
const GRADES: [u64; 2] = [4, 10];
/// Guns are so many men when danger is graded.
const MEN_A_GUN: u64 = 25;

/// What is asked for.
pub(super) struct Asked {
    /// What this unit could do; with a cell: what would follow if it stood there.
    pub who: Option<UnitId>,
    /// Who could come against this square.
    pub cell: Option<Cell>,
    /// Who threatens; otherwise the enemy of whoever is there, or of the phasing side.
    pub by: Option<Side>,
}

/// Answers the question.
pub(super) fn answer(battle: &Battle, seen: &State, asked: Asked) -> Value {
    let enemy = seen.side.other();
    let told = |side: Side, tell: &dyn Fn(&Teller<'_>) -> Value| {
        let coming = Coming::of(battle, seen, side);
        coming.map_or_else(|| nothing_to_come(side), |coming| tell(&Teller { battle, coming }))
    };
    match (asked.who, asked.cell) {
        (Some(unit), Some(cell)) => standing(battle, seen, unit, cell),
        (Some(unit), None) => told(battle.unit(unit).side, &|teller| teller.of_unit(unit)),
        (None, Some(cell)) => {
            let there = seen.stack(cell).next().map(|unit| battle.unit(unit).side.other());
            told(asked.by.or(there).unwrap_or(enemy), &|teller| teller.of_square(cell))
        }
        (None, None) => told(asked.by.unwrap_or(enemy), &|teller| teller.all()),
    }
}

/// The answer where no further phase of a side is to come.
fn nothing_to_come(side: Side) -> Value {
    let words = format!("{} no further turn.", army(side, "has", "have"));
    json!({"by": side.word(), "turn": null, "words": words})
}

/// Casualties as they are written: whole men, and "under 1" instead of none.
fn men(thousandths: u64) -> String {
    match (thousandths + MAN / 2) / MAN {
        0 if thousandths > 0 => "under 1".to_owned(),
        whole => whole.to_string(),
    }
}

/// What would follow if a unit stood in a square: who could come against it there, and at whom it
/// could fire itself.
fn standing(battle: &Battle, seen: &State, unit: UnitId, cell: Cell) -> Value {
    let enemy = battle.unit(unit).side.other();
    let Some(then) = threats::standing(battle, seen, unit, cell) else {
        let words = "There is no room to stand here.";
        return json!({"by": enemy.word(), "turn": null, "words": words, "standing": words});
    };
    let mut answer = match Coming::of(battle, &then, enemy) {
        None => nothing_to_come(enemy),
        Some(coming) => Teller { battle, coming }.of_square(cell),
    };
    let mut own = threats::own_fire(battle, &then, unit);
    own.sort_by_key(|&(at, thousandths)| (std::cmp::Reverse(thousandths), at.row(), at.column()));
    let named = own.iter().map(|&(at, thousandths)| {
        let grade = grade(battle, &then, at, thousandths);
        json!({"cell": battle.name(at), "figure": men(thousandths), "grade": grade})
    });
    answer["own"] = named.collect();
    answer["unit"] = json!(battle.unit(unit).id);
    answer["standing"] = json!(standing_words(battle, &own, &answer));
    answer
}

/// "From here it could fire at 12,8 (9 casualties) and 13,8 (4 casualties). In round 1 …".
fn standing_words(battle: &Battle, own: &[(Cell, u64)], answer: &Value) -> String {
    let shots: Vec<String> = own
        .iter()
        .take(3)
        .map(|&(at, thousandths)| format!("{} ({} casualties)", battle.name(at), men(thousandths)))
        .collect();
    let fire = match shots.is_empty() {
        true => String::new(),
        false => format!("From here it could fire at {}. ", list(&shots)),
    };
    format!("{fire}{}", answer["words"].as_str().unwrap_or_default())
}

/// How bad so many casualties are for those in a square: 1 to 3.
fn grade(battle: &Battle, state: &State, at: Cell, thousandths: u64) -> u8 {
    let worth = |unit: UnitId| {
        let each = if battle.unit(unit).is_artillery() { MEN_A_GUN } else { 1 };
        u64::from(state.unit(unit).strength) * each
    };
    let there = state.stack(at).map(worth).sum::<u64>().max(1);
    1 + GRADES.iter().filter(|&&least| thousandths * 100 >= least * there * MAN).count() as u8
}

/// A phase to come, for whoever asks about it.
struct Teller<'b> {
    battle: &'b Battle,
    coming: Coming<'b>,
}

impl Teller<'_> {
    fn names(&self, cells: &CellSet) -> Vec<String> {
        let mut cells: Vec<Cell> = cells.iter().collect();
        cells.sort_by_key(|cell| (cell.row(), cell.column()));
        cells.into_iter().map(|cell| self.battle.name(cell)).collect()
    }

    /// Who is counted.
    fn counted(&self) -> &'static str {
        if self.battle.options.hidden { "in sight" } else { "on the map" }
    }

    fn head(&self) -> Value {
        let (turn, round) = self.coming.when();
        json!({"by": self.coming.side().word(), "turn": turn, "round": round})
    }

    /// All that a side threatens.
    fn all(&self) -> Value {
        let (mut cells, mut stands) = (CellSet::EMPTY, Vec::new());
        for unit in self.coming.units() {
            // Guns reach so far that nothing would be left unlit: they count where somebody stands.
            if !self.battle.unit(unit).is_artillery() {
                cells = cells | self.coming.fires(unit) | self.coming.charges(unit);
            }
        }
        for at in self.coming.targets().iter() {
            let parts = self.coming.against(at);
            if !parts.is_empty() {
                stands.push(self.told(at, &parts));
            }
        }
        let (turn, round) = self.coming.when();
        let squares = count(stands.len(), "square", "squares");
        let could = army(self.coming.side(), "could", "could");
        let counted = self.counted();
        let cells = self.names(&cells);
        let mut answer = self.head();
        answer["cells"] = cells.iter().map(|cell| json!({"cell": cell})).collect();
        answer["stands"] = json!(stands);
        answer["words"] = json!(format!(
            "{could} fire at {squares} of the enemy's, or charge, in round {round} of turn {turn} \
             with those {counted}."
        ));
        answer
    }

    /// What one unit could do.
    fn of_unit(&self, unit: UnitId) -> Value {
        let targets = *self.coming.targets();
        let (fires, charges) = (self.coming.fires(unit), self.coming.charges(unit));
        let moves: CellSet = self.coming.reach(unit).into_iter().collect();
        let facts = self.battle.unit(unit);
        let from = self.coming.state().cell(unit).map(|cell| self.battle.name(cell));
        let mut answer = self.head();
        answer["unit"] = json!(facts.id);
        answer["from"] = json!(from);
        answer["moves"] = json!(self.names(&moves));
        answer["threatens"] = json!(self.names(&(charges - targets)));
        answer["fires"] = json!(self.names(&(fires - targets)));
        answer["attacks"] = json!(self.names(&((fires | charges) & targets)));
        answer["words"] = json!(self.unit_words(unit, &(fires & targets), &(charges & targets)));
        answer
    }

    fn unit_words(&self, unit: UnitId, fires: &CellSet, charges: &CellSet) -> String {
        let (turn, round) = self.coming.when();
        let who = &self.battle.unit(unit).short;
        let when = format!("in round {round} of turn {turn}");
        match (self.names(fires), self.names(charges)) {
            (fire, charge) if fire.is_empty() && charge.is_empty() => {
                format!("{who} could fire at nobody {when} as you stand.")
            }
            (fire, charge) if charge.is_empty() => {
                format!("{who} could fire at {} {when}.", list(&fire))
            }
            (fire, charge) if fire.is_empty() => {
                format!("{who} could charge {} {when}.", list(&charge))
            }
            (fire, charge) => {
                format!("{who} could fire at {} {when}, and charge {}.", list(&fire), list(&charge))
            }
        }
    }

    /// Who could come against a square.
    fn of_square(&self, at: Cell) -> Value {
        self.told(at, &self.coming.against(at))
    }

    fn told(&self, at: Cell, parts: &[Part]) -> Value {
        let met = self.coming.targets().contains(at);
        let total: u64 = parts.iter().map(|part| part.thousandths).sum();
        let told = parts.iter().map(|part| {
            let name = |cell| self.battle.name(cell);
            json!({
                "unit": self.battle.unit(part.unit).id,
                "from": self.coming.state().cell(part.unit).map(name),
                "at": name(part.at),
                "strength": if met { men(part.thousandths) } else { self.strength(part.unit) },
                "afar": self.battle.distance(part.at, at) > 1,
                "charges": part.charges,
            })
        });
        let mut answer = self.head();
        answer["cell"] = json!(self.battle.name(at));
        answer["attackers"] = told.collect();
        for key in ["defence", "column", "danger", "faces"] {
            answer[key] = Value::Null;
        }
        if met {
            answer["attack"] = json!(men(total));
            answer["measure"] = json!("casualties expected from fire");
            answer["figure"] = json!(men(total));
            answer["grade"] = json!(grade(self.battle, self.coming.state(), at, total));
        } else {
            answer["attack"] = json!(parts.len().to_string());
            answer["measure"] = json!("could fire here or charge");
        }
        answer["words"] = json!(self.sentence(at, parts, met.then_some(total)));
        answer
    }

    /// "432 men", "6 guns".
    fn strength(&self, unit: UnitId) -> String {
        let noun = if self.battle.unit(unit).is_artillery() { "guns" } else { "men" };
        format!("{} {noun}", self.coming.state().unit(unit).strength)
    }

    fn sentence(&self, at: Cell, parts: &[Part], casualties: Option<u64>) -> String {
        let ((turn, round), name) = (self.coming.when(), self.battle.name(at));
        let (when, counted) = (format!("In round {round} of turn {turn}"), self.counted());
        if parts.is_empty() {
            return format!("{when} nobody {counted} could fire at {name} or charge it.");
        }
        let units = count(parts.len(), "unit", "units");
        let charging = match parts.iter().filter(|part| part.charges).count() {
            0 => String::new(),
            some => format!(", and {some} of them could charge it"),
        };
        let expected = casualties.map_or_else(String::new, |total| {
            format!(": {} casualties are to be expected from their fire", men(total))
        });
        format!("{when} {units} {counted} could fire at {name}{charging}{expected}.")
    }
}
