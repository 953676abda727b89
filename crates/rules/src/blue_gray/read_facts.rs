//! Reads `rules.toml` of a Blue & Gray battle: all facts, or everything that is wrong with them.

mod points;

use atlas::battle::read::spot::{Fields, Spot};
use atlas::battle::read::text::{Log, parsed};
use atlas::battle::{Arm, Battle, Scenario};
use atlas::fault::Faults;
use atlas::{Side, fault::Fault};
use field::{Cell, Grid};

use super::crt::{Column, CombatResults};
use super::facts::*;

/// The file the facts are read from.
const FILE: &str = "rules.toml";
/// The most movement points a unit may have: a move's path must fit in its place.
const MOST_POINTS: u8 = 12;
/// The longest range of a gun.
const MOST_RANGE: u8 = 12;

/// The facts of one scenario and the optional rules of its battle.
pub struct RulesFile {
    /// The facts.
    pub facts: Facts,
    /// The optional rules.
    pub options: Vec<OptionFact>,
}

/// Reads the rules file of a battle for one of its scenarios.
pub fn read(battle: &Battle, scenario: &Scenario) -> Result<RulesFile, Faults> {
    let Some(bytes) = &battle.rules else {
        return Err(Fault::new("", "the file is missing; expected the rules of the battle")
            .in_file(FILE)
            .into());
    };
    let log = Log::new(FILE);
    let read = parsed(&log, bytes, |whole| {
        Reader { battle, scenario, grid: &battle.map.grid }.file(&whole)
    });
    match (log.into_faults(), read) {
        (Some(faults), _) => Err(faults),
        (None, Some(file)) => Ok(file),
        (None, None) => Err(Fault::new("", "the rules cannot be read").in_file(FILE).into()),
    }
}

/// What the readers of parts need to know.
struct Reader<'b> {
    battle: &'b Battle,
    scenario: &'b Scenario,
    grid: &'b Grid,
}

/// What a scenario changes.
#[derive(Default)]
struct Changes {
    creeks_are_fords: bool,
    no_points_for: Vec<Cell>,
}

/// Puts a part together once all of its fields have been looked at.
macro_rules! all {
    ($($part:ident),+ => $whole:expr) => {
        match ($($part),+) {
            ($(Some($part)),+) => Some($whole),
            _ => None,
        }
    };
}
use all;

impl Reader<'_> {
    fn file(&self, whole: &Spot<'_>) -> Option<RulesFile> {
        let mut top = whole.fields()?;
        let book = top.need("book").and_then(|spot| spot.name());
        let allowance = number_or(&mut top, "allowance", 1..=MOST_POINTS, 6);
        let range = number_or(&mut top, "range", 1..=MOST_RANGE, 3);
        let (fog_allowance, fog_rule) =
            top.find("fog").and_then(|spot| self.fog(&spot)).unwrap_or((3, "18.0".into()));
        let results = top.need("results").and_then(|spot| self.results(&spot));
        let recovery = top.need("recovery").and_then(|spot| self.recovery(&spot));
        let entry = top.need("entry").and_then(|spot| self.entry(&spot));
        let quota = top.find("quota").map(|spot| self.quota(&spot));
        let night = top.find("night").map(|spot| self.night(&spot));
        let immobile = top.find("immobile").map(|spot| self.immobile(&spot));
        let release = top.find("release").map(|spot| self.release(&spot));
        let standstill = top.find("standstill").map(|spot| self.rule_alone(&spot));
        let exits = top.find("exits").map(|spot| self.exits(&spot));
        let scoring = top.need("scoring").and_then(|spot| self.scoring(&spot));
        let control = top.find("control").map(|spot| self.control(&spot));
        let victory = top.need("victory").and_then(|spot| self.victory(&spot));
        let options = top.find("options").map(|spot| self.options(&spot));
        let changes = top.find("scenarios").map(|spot| self.changes(&spot));
        top.finish();
        let mut scoring = scoring?;
        let changes = changes.unwrap_or_default();
        scoring.hexes.retain(|hex| !changes.no_points_for.contains(&hex.cell));
        let exits = exits.unwrap_or(Some((Vec::new(), String::new())));
        let (quota, immobile) = (optional(quota), optional(immobile));
        let (release, night) = (optional(release), night.unwrap_or_default());
        let options = options.unwrap_or_default();
        let control = control.unwrap_or_default();
        let standstill = standstill.unwrap_or(Some(String::new()));
        all!(book, allowance, range, results, recovery, entry, quota, immobile, release, exits,
             victory, standstill => RulesFile {
            options,
            facts: Facts {
                book, allowance, fog_allowance, fog_rule, range, results,
                creeks_are_fords: changes.creeks_are_fords,
                entry, quota, night, immobile, release,
                standstill_rule: standstill,
                exits: exits.0,
                exit_rule: exits.1,
                control, scoring, victory, recovery,
            },
        })
    }

    fn cell(&self, spot: &Spot<'_>) -> Option<Cell> {
        let cell = spot.cell(Some(self.grid))?;
        let ground = self.battle.map.ground(cell);
        if ground.scenery || ground.terrain.is_open_water() {
            return spot.expected("a hex that units can stand in");
        }
        Some(cell)
    }

    fn cells(&self, spot: &Spot<'_>) -> Option<Vec<Cell>> {
        spot.items()?.iter().map(|item| self.cell(item)).collect()
    }

    fn fog(&self, spot: &Spot<'_>) -> Option<(u8, String)> {
        let mut fields = spot.fields()?;
        let allowance = fields.need("allowance").and_then(|s| s.small_number(0..=MOST_POINTS));
        let rule = fields.need("rule").and_then(|s| s.name());
        fields.finish();
        all!(allowance, rule => (allowance, rule))
    }

    fn results(&self, spot: &Spot<'_>) -> Option<CombatResults> {
        let rows: Option<Vec<String>> = spot.items()?.iter().map(Spot::name).collect();
        let rows = rows?;
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        CombatResults::parse(&rows).map_err(|message| spot.fault(message)).ok()
    }

    fn recovery(&self, spot: &Spot<'_>) -> Option<Recovery> {
        let mut fields = spot.fields()?;
        let all = [Recovery::Night, Recovery::DieOfOne];
        let by = fields.need_word("by", &all, |recovery| match recovery {
            Recovery::Night => "night",
            Recovery::DieOfOne => "die-of-one",
        });
        fields.need("rule").and_then(|s| s.name());
        fields.finish();
        by
    }

    fn entry(&self, spot: &Spot<'_>) -> Option<EntryFacts> {
        let mut fields = spot.fields()?;
        let cost =
            fields.need_word("cost", &[EntryCost::One, EntryCost::Terrain], |cost| match cost {
                EntryCost::One => "one",
                EntryCost::Terrain => "terrain",
            });
        let into_control = fields.need("into_control").and_then(|s| s.flag());
        let lost_if_late = fields.need("lost_if_late").and_then(|s| s.flag());
        let rule = fields.need("rule").and_then(|s| s.name());
        fields.finish();
        all!(cost, into_control, lost_if_late, rule => EntryFacts { cost, into_control, lost_if_late, rule })
    }

    fn quota(&self, spot: &Spot<'_>) -> Option<QuotaFacts> {
        let mut fields = spot.fields()?;
        let side = fields.need_word("side", &Side::BOTH, Side::word);
        let units = fields.need("units").and_then(|s| s.small_number(0..=128));
        let on_turn = match fields.find("on_turn") {
            Some(list) => {
                list.items().and_then(|items| items.iter().map(|i| self.on_turn(i)).collect())
            }
            None => Some(Vec::new()),
        };
        let bonus = match fields.find("bonus") {
            Some(bonus) => self.hex_and_units(&bonus).map(Some),
            None => Some(None),
        };
        let lifted_by = match fields.find("lifted_by") {
            Some(lift) => self.lift(&lift).map(Some),
            None => Some(None),
        };
        let entrants_count_from = fields.need("entrants_count").and_then(|s| self.entrants(&s));
        let rule = fields.need("rule").and_then(|s| s.name());
        fields.finish();
        all!(side, units, on_turn, bonus, lifted_by, entrants_count_from, rule =>
            QuotaFacts { side, units, on_turn, bonus, lifted_by, entrants_count_from, rule })
    }

    fn on_turn(&self, spot: &Spot<'_>) -> Option<(u8, u8)> {
        let mut fields = spot.fields()?;
        let turn = fields.need("turn").and_then(|s| s.small_number(1..=self.scenario.turns));
        let units = fields.need("units").and_then(|s| s.small_number(0..=128));
        fields.finish();
        all!(turn, units => (turn, units))
    }

    fn hex_and_units(&self, spot: &Spot<'_>) -> Option<(Cell, u8)> {
        let mut fields = spot.fields()?;
        let hex = fields.need("hex").and_then(|s| self.cell(&s));
        let units = fields.need("units").and_then(|s| s.small_number(0..=128));
        fields.finish();
        all!(hex, units => (hex, units))
    }

    fn lift(&self, spot: &Spot<'_>) -> Option<QuotaLift> {
        if spot.is_text() {
            return spot.word(&[QuotaLift::EnemyCrossesCreek], |_| "enemy-crosses-creek");
        }
        let mut fields = spot.fields()?;
        let hex = fields.need("enemy_enters").and_then(|s| self.cell(&s));
        fields.finish();
        hex.map(QuotaLift::EnemyEnters)
    }

    fn entrants(&self, spot: &Spot<'_>) -> Option<EntrantsCount> {
        if spot.is_text() {
            let all = [EntrantsCount::AtOnce, EntrantsCount::AfterArrivalTurn];
            return spot.word(&all, |count| match count {
                EntrantsCount::AtOnce => "at-once",
                _ => "after-arrival-turn",
            });
        }
        let mut fields = spot.fields()?;
        let turn = fields.need("from_turn").and_then(|s| s.small_number(1..=self.scenario.turns));
        fields.finish();
        turn.map(EntrantsCount::FromTurn)
    }

    fn night(&self, spot: &Spot<'_>) -> Vec<NightFact> {
        let one = |spot: &Spot<'_>| -> Option<NightFact> {
            let mut fields = spot.fields()?;
            let side = fields.need_word("side", &Side::BOTH, Side::word);
            let all = [NightMovement::Forbidden, NightMovement::MayLeaveControl];
            let movement = fields.need_word("movement", &all, |movement| match movement {
                NightMovement::Forbidden => "forbidden",
                NightMovement::MayLeaveControl => "may-leave-control",
            });
            let rule = fields.need("rule").and_then(|s| s.name());
            fields.finish();
            all!(side, movement, rule => NightFact { side, movement, rule })
        };
        spot.items().into_iter().flatten().filter_map(|item| one(&item)).collect()
    }

    fn immobile(&self, spot: &Spot<'_>) -> Option<ImmobileFacts> {
        let mut fields = spot.fields()?;
        let ignore_retreat_from_artillery = fields.flag("ignore_retreat_from_artillery");
        let rule = fields.need("rule").and_then(|s| s.name());
        fields.finish();
        rule.map(|rule| ImmobileFacts { ignore_retreat_from_artillery, rule })
    }

    fn release(&self, spot: &Spot<'_>) -> Option<ReleaseFacts> {
        let mut fields = spot.fields()?;
        let side = fields.need_word("side", &Side::BOTH, Side::word);
        let arms: Option<Vec<Arm>> = fields
            .need("arms")
            .and_then(|s| s.items())
            .and_then(|items| items.iter().map(|item| item.word(&Arm::ALL, Arm::word)).collect());
        let bank = fields.need("bank").and_then(|s| self.cell(&s));
        let on_exit = match fields.find("on_exit") {
            Some(list) => self.cells(&list),
            None => Some(Vec::new()),
        };
        let on_enemy_crossing = fields.flag("on_enemy_crossing");
        let within = fields.need("within").and_then(|s| s.small_number(0..=60));
        let rule = fields.need("rule").and_then(|s| s.name());
        fields.finish();
        all!(side, arms, bank, on_exit, within, rule =>
            ReleaseFacts { side, arms, bank, on_exit, on_enemy_crossing, within, rule })
    }

    fn rule_alone(&self, spot: &Spot<'_>) -> Option<String> {
        let mut fields = spot.fields()?;
        let rule = fields.need("rule").and_then(|s| s.name());
        fields.finish();
        rule
    }

    fn control(&self, spot: &Spot<'_>) -> Vec<(Cell, Side)> {
        let Some(mut fields) = spot.fields() else { return Vec::new() };
        let mut found = Vec::new();
        for side in Side::BOTH {
            let cells = fields.find(side.word()).and_then(|list| self.cells(&list));
            found.extend(cells.into_iter().flatten().map(|cell| (cell, side)));
        }
        fields.finish();
        if found.len() > 64 {
            spot.fault(format!("found {} hexes; expected at most 64", found.len()));
        }
        found
    }

    fn options(&self, spot: &Spot<'_>) -> Vec<OptionFact> {
        let members = spot.members().unwrap_or_default();
        for (number, member) in &members {
            if self.battle.option(number).is_none() {
                member.fault("battle.toml does not list this option");
            }
        }
        for option in &self.battle.options {
            if members.iter().all(|(number, _)| *number != option.number) {
                spot.fault(format!("option {} of battle.toml is missing", option.number));
            }
        }
        let fact = |(number, member): &(&str, Spot<'_>)| {
            let effects = self.effects(member)?;
            Some(OptionFact { number: (*number).to_owned(), effects })
        };
        members.iter().filter_map(fact).collect()
    }

    fn effects(&self, spot: &Spot<'_>) -> Option<Vec<Effect>> {
        let mut fields = spot.fields()?;
        let mut effects = Vec::new();
        if fields.flag("attack_effectiveness") {
            effects.push(Effect::AttackEffectiveness);
        }
        effects
            .extend(fields.find("quota").and_then(|s| s.small_number(0..=128)).map(Effect::Quota));
        if fields.flag("no_quota") {
            effects.push(Effect::NoQuota);
        }
        if fields.flag("no_standstill") {
            effects.push(Effect::NoStandstill);
        }
        if let Some(group) = fields.find("die_for_group") {
            effects.extend(self.group(&group).map(Effect::DieForGroup));
        }
        let shifts = fields.find("shifts").and_then(|s| s.items()).unwrap_or_default();
        effects.extend(shifts.iter().filter_map(|shift| self.shift(shift)));
        fields.finish();
        Some(effects)
    }

    fn group(&self, spot: &Spot<'_>) -> Option<String> {
        let name = spot.name()?;
        if self.scenario.group(&name).is_none() {
            return spot.expected("a group of the set-up");
        }
        Some(name)
    }

    fn shift(&self, spot: &Spot<'_>) -> Option<Effect> {
        let mut fields = spot.fields()?;
        let side = fields.need_word("side", &Side::BOTH, Side::word);
        let columns = fields.need("columns").and_then(|s| s.signed(-9..=9));
        let from = match fields.find("from") {
            None => Some(None),
            Some(from) => from.name().and_then(|name| {
                Column::parse(&name).map(Some).or_else(|| from.expected("a column, 1-5 to 6-1"))
            }),
        };
        fields.finish();
        all!(side, columns, from => Effect::Shift { side, columns: columns as i8, from })
    }

    fn changes(&self, spot: &Spot<'_>) -> Changes {
        let mut found = Changes::default();
        for (id, member) in spot.members().unwrap_or_default() {
            if self.battle.scenario(Some(id)).is_none() {
                member.fault("battle.toml has no scenario of this name");
            }
            let Some(mut fields) = member.fields() else { continue };
            let creeks_are_fords = fields.flag("creeks_are_fords");
            let no_points_for = fields.find("no_points_for").and_then(|list| self.cells(&list));
            fields.finish();
            if id == self.scenario.id {
                found =
                    Changes { creeks_are_fords, no_points_for: no_points_for.unwrap_or_default() };
            }
        }
        found
    }
}

/// A part that may be missing: read, or not there, or (`None`) wrong.
fn optional<T>(part: Option<Option<T>>) -> Option<Option<T>> {
    match part {
        None => Some(None),
        Some(read) => read.map(Some),
    }
}

fn number_or(
    fields: &mut Fields<'_>,
    key: &'static str,
    limits: std::ops::RangeInclusive<u8>,
    usual: u8,
) -> Option<u8> {
    match fields.find(key) {
        Some(spot) => spot.small_number(limits),
        None => Some(usual),
    }
}
