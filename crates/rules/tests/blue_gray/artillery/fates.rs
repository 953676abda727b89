//! The preview of an attack against the attack itself: for every face, every choice is made to the end and
//! what became of each unit is compared with the fate foretold.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use rules::blue_gray::json::{Position, action_to_json, event_to_json, odds_to_json};
use rules::blue_gray::pending::Step;
use rules::blue_gray::preview::preview;
use rules::blue_gray::{Action, Battle, State, actions, apply};
use rules::dice::{ForcedDice, Seed};
use serde_json::{Value, json};

use crate::fixture::Field;

/// What became of each unit, by its designation.
type Fates = BTreeMap<String, &'static str>;

/// Plays an attack on with every choice there is, and collects the fates of each way.
struct Playing<'a> {
    battle: &'a Battle,
    seen: HashSet<(State, Fates, Option<String>)>,
    ends: BTreeSet<Fates>,
}

/// More moments of choice than this are left to the tests that follow fewer.
const TOO_MANY: usize = 6_000;

impl Playing<'_> {
    /// `pusher`: whoever moved last, for whom the next displaced unit makes room.
    fn play(
        &mut self,
        state: &State,
        action: &Action,
        die: &[u8],
        fates: &Fates,
        pusher: Option<String>,
    ) {
        let mut next = state.clone();
        let mut dice = ForcedDice::faces(die, Seed::from_number(1).dice(0, b"")).unwrap();
        let mut events = Vec::new();
        apply(self.battle, &mut next, action, &mut dice, &mut events).unwrap();
        let (mut fates, mut pusher) = (fates.clone(), pusher);
        for event in events.iter().map(|event| event_to_json(self.battle, event)) {
            tell(&event, &mut fates, &mut pusher);
        }
        let done = next.pending().is_none_or(|pending| pending.step == Step::Advance);
        if done {
            self.ends.insert(fates);
        } else if self.seen.len() < TOO_MANY
            && self.seen.insert((next.clone(), fates.clone(), pusher.clone()))
        {
            for listed in actions(self.battle, &next) {
                self.play(&next, &listed.action, &[], &fates, pusher.clone());
            }
        }
    }
}

fn tell(event: &Value, fates: &mut Fates, pusher: &mut Option<String>) {
    let Some(unit) = event["unit"].as_str().map(str::to_owned) else { return };
    let fate = match event["event"].as_str() {
        Some("eliminated") if event["by"] == "no_retreat" => "trapped",
        Some("eliminated") => "eliminated",
        Some("retreated") => {
            *pusher = Some(unit.clone());
            "retreats"
        }
        Some("displaced") => {
            if let Some(one) = pusher.replace(unit.clone())
                && let Some(fate) = fates.get_mut(&one)
            {
                *fate = "displaces";
            }
            if fates.get(&unit) == Some(&"displaces") { "displaces" } else { "retreats" }
        }
        _ => return,
    };
    if let Some(known) = fates.get_mut(&unit) {
        *known = fate;
    }
}

/// Compares the preview of every attack that a state lists with what really happens; how often each fate
/// was foretold.
fn check_previews(
    battle: &Battle,
    state: &State,
) -> Result<BTreeMap<String, usize>, TestCaseError> {
    let mut foretold = BTreeMap::new();
    for listed in actions(battle, state) {
        let Action::Attack(mut attack) = listed.action else { continue };
        attack.bombard = listed.may_bombard.unwrap_or(attack.bombard);
        let with_all = Action::Attack(attack);
        if rules::blue_gray::check(battle, state, &with_all).is_err() {
            continue;
        }
        let told = odds_to_json(battle, &preview(battle, state, &attack));
        for die in 1..=6 {
            let face = &told["faces"][die as usize - 1];
            let units = face["fates"].as_array().unwrap();
            let start: Fates = units
                .iter()
                .map(|one| (one["unit"].as_str().unwrap().to_owned(), "stays"))
                .collect();
            let mut playing = Playing { battle, seen: HashSet::new(), ends: BTreeSet::new() };
            playing.play(state, &with_all, &[die], &start, None);
            if playing.seen.len() >= TOO_MANY {
                continue;
            }
            for one in units {
                let unit = one["unit"].as_str().unwrap();
                let really: BTreeSet<&str> = playing.ends.iter().map(|end| end[unit]).collect();
                let expected = match (really.len(), really.first()) {
                    (1, Some(only)) => *only,
                    _ => "owner's choice",
                };
                *foretold.entry(expected.to_owned()).or_default() += 1;
                prop_assert_eq!(
                    one["fate"].as_str().unwrap(),
                    expected,
                    "{} on {} of {}: {:?}",
                    unit,
                    die,
                    action_to_json(battle, &with_all),
                    really
                );
            }
        }
    }
    Ok(foretold)
}

const COLUMNS: i64 = 6;
const ROWS: i64 = 6;

/// A small crowded field: units thrown on it at random, as many as stack, opponents apart.
#[derive(Clone, Debug)]
struct Crowd {
    union: Vec<(u32, i64, bool)>,
    confederate: Vec<(u32, i64, bool)>,
    ineffective: bool,
    confederates_attack: bool,
}

fn crowds() -> impl Strategy<Value = Crowd> {
    let army = |count| {
        prop::collection::vec((1..9u32, 0..COLUMNS * ROWS, prop::bool::weighted(0.25)), count)
    };
    (army(1..6), army(4..20), any::<bool>(), any::<bool>()).prop_map(
        |(union, confederate, ineffective, confederates_attack)| Crowd {
            union,
            confederate,
            ineffective,
            confederates_attack,
        },
    )
}

/// Puts the crowd on the field where there is room for it.
fn arranged(crowd: &Crowd) -> Field {
    let mut field =
        Field::new(&format!("{}\n", ".".repeat(COLUMNS as usize)).repeat(ROWS as usize));
    let mut taken: BTreeMap<i64, (&str, usize)> = BTreeMap::new();
    // The Confederates come in twos: displacement needs full hexes.
    let armies = [("union", &crowd.union, 1), ("confederate", &crowd.confederate, 2)];
    for (side, army, size) in armies {
        for (index, &(strength, place, gun)) in army.iter().enumerate() {
            let (owner, count) = taken.entry(place).or_insert((side, 0));
            if *owner != side || *count + size > 2 {
                continue;
            }
            *count += size;
            let hex = format!("{:02}{:02}", place % COLUMNS + 1, place / COLUMNS + 1);
            let arm = if gun { "artillery" } else { "infantry" };
            // Every third gun is one that cannot move.
            let more = if gun && index % 3 == 0 { "immobile = true" } else { "" };
            for one in 0..size {
                field = field.unit(&format!("{side}{index}{one}"), side, arm, strength, &hex, more);
            }
        }
    }
    if crowd.ineffective { field.options(&["11.0"]) } else { field }
}

fn cases() -> u32 {
    if std::env::var_os("LONGROLL_SOAK").is_some() { 1_500 } else { 12 }
}

fn check_crowd(crowd: &Crowd) -> Result<BTreeMap<String, usize>, TestCaseError> {
    let battle = arranged(crowd).battle();
    let side = if crowd.confederates_attack { "confederate" } else { "union" };
    let position = json!({"game": battle.id, "phase": "combat", "side": side});
    let state = Position::read(&battle, &position).unwrap().state;
    check_previews(&battle, &state)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..Default::default() })]

    #[test]
    fn foretold_fates_are_what_happens(crowd in crowds()) {
        check_crowd(&crowd)?;
    }
}

/// The crowds are such that every fate comes up, and often.
#[test]
fn every_fate_is_foretold_somewhere() {
    let mut runner = TestRunner::deterministic();
    let mut foretold: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..60 {
        let crowd = crowds().new_tree(&mut runner).unwrap().current();
        for (fate, count) in check_crowd(&crowd).unwrap() {
            *foretold.entry(fate).or_default() += count;
        }
    }
    for fate in ["stays", "retreats", "displaces", "trapped", "eliminated", "owner's choice"] {
        assert!(foretold.get(fate).is_some_and(|&count| count >= 10), "{fate}: {foretold:?}");
    }
}

/// One fate of each kind, on ground where it can be seen at a glance.
mod words {
    use super::*;
    use crate::artillery::words::{attack, bare, fate};

    #[test]
    fn eliminated_and_stays() {
        let odds = Field::open().union("A", 6, "0504").confederate("X", 1, "0505").combat();
        let odds = odds.odds(bare(attack(&["0504"], &[], &["0505"])));
        assert_eq!(odds["faces"][0]["result"], "De");
        assert_eq!(fate(&odds, 1, "X"), "eliminated");
        assert_eq!(fate(&odds, 1, "A"), "stays");
    }

    #[test]
    fn retreats_trapped_and_displaces() {
        // Of the corner 0101 the two neighbours are 0102, with A in it, and 0201, which A controls.
        let field = Field::open().union("A", 36, "0102").confederate("X", 3, "0101");
        let odds = field.combat().odds(bare(attack(&["0102"], &[], &["0101"])));
        assert_eq!(odds["faces"][3]["result"], "Dr");
        assert_eq!(fate(&odds, 4, "X"), "trapped");
        let field = Field::open().union("A", 36, "0505").confederate("X", 3, "0504");
        let odds = field.combat().odds(bare(attack(&["0505"], &[], &["0504"])));
        assert_eq!(fate(&odds, 4, "X"), "retreats");
        // Of the ways out of 0504 only 0503 is free of control, and full.
        let field = Field::open().union("A", 36, "0505").confederate("X", 3, "0504");
        let field = field.union("B", 1, "0303").union("C", 1, "0703");
        let field = field.confederate("F", 3, "0503").confederate("G", 3, "0503");
        let odds = field.combat().odds(bare(attack(&["0505"], &[], &["0504"])));
        assert_eq!(fate(&odds, 4, "X"), "displaces");
    }

    #[test]
    fn owners_choice_where_one_of_two_finds_room() {
        let field =
            Field::open().union("A", 36, "0505").union("B", 1, "0303").union("C", 1, "0703");
        let field = field.confederate("X", 3, "0504").confederate("Y", 3, "0504");
        let field = field.confederate("F", 3, "0503");
        // F leaves room for one in 0503; whoever comes second must push somebody out.
        let odds = field.combat().odds(bare(attack(&["0505"], &[], &["0504"])));
        assert_eq!((fate(&odds, 4, "X"), fate(&odds, 4, "Y")), {
            let choice = "owner's choice".to_owned();
            (choice.clone(), choice)
        });
    }

    #[test]
    fn owners_choice_of_losses_and_of_sharing_a_retreat() {
        let field =
            Field::open().union("A", 3, "0505").union("B", 3, "0403").union_gun("G", 3, "0501");
        let game = field.confederate("X", 3, "0504").combat();
        let odds = game.odds(bare(attack(&["0403", "0505"], &["G"], &["0504"])));
        assert_eq!(odds["faces"][5]["result"], "Ex");
        assert_eq!(fate(&odds, 6, "A"), "owner's choice");
        assert_eq!(fate(&odds, 6, "G"), "stays");
        let odds = game.odds(json!({"defenders": ["0504"], "attackers": ["0403", "0505"],
                                    "bombard": ["G"], "column": "1-2"}));
        assert_eq!(odds["column"], "1-2");
        assert_eq!(odds["columns"].as_array().unwrap().len(), 7, "up to 3-1");
        assert_eq!(odds["faces"][4]["result"], "Ar");
        assert_eq!(fate(&odds, 5, "A"), "retreats");
        assert_eq!(fate(&odds, 5, "G"), "owner's choice");
    }

    #[test]
    fn twelve_attackers_thrown_back() {
        let ring = ["0504", "0506", "0404", "0405", "0604", "0605"];
        let mut field = Field::open().confederate("X", 60, "0505");
        for (index, hex) in ring.into_iter().enumerate() {
            field = field.union(&format!("A{index}"), 2, hex).union(&format!("B{index}"), 2, hex);
        }
        let attackers = ["0404", "0405", "0504", "0506", "0604", "0605"];
        let roomy = field.clone().combat().odds(bare(attack(&attackers, &[], &["0505"])));
        assert_eq!(roomy["faces"][1]["result"], "Ar");
        assert_eq!(fate(&roomy, 2, "A0"), "retreats");
        // With a friend in every hex behind them, whoever goes last may find no room.
        for (index, hex) in
            ["0503", "0507", "0303", "0305", "0307", "0703", "0705", "0707"].into_iter().enumerate()
        {
            field = field.union(&format!("F{index}"), 1, hex);
        }
        let crowded = field.combat().odds(bare(attack(&attackers, &[], &["0505"])));
        assert_eq!(fate(&crowded, 2, "A0"), "owner's choice");
        assert_eq!(fate(&crowded, 2, "X"), "stays");
    }
}
