//! Nothing leaks: two games whose histories look alike to a seat give it the same answers, to the byte.

use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use rules::game::{Acted, Game, GameState, Seat, Told};
use rules::record::Source;
use rules::toy::{self, Toy};
use serde_json::{Map, Value, json};

use crate::{Lawful, Table, decider, of_system, soak};

/// What a seat has been told and has seen so far, as a table tells it: of another's phase nothing until it
/// is over, then what may be heard of it in one piece.
#[derive(Clone, Default)]
struct History {
    /// A hash of everything up to now.
    chain: String,
    /// What is kept back until the phase is over.
    kept: Vec<Value>,
}

impl History {
    fn add(&mut self, what: &Value) {
        let text = format!("{}{what}", self.chain);
        self.chain = digest(&text);
    }

    /// Hears of an action; whether the seat is up to date after it.
    fn hear(&mut self, game: &Game, seat: Seat, acted: &Acted, told: &Told) -> bool {
        let own = told.private_to.is_none_or(|side| seat == Seat::Side(side));
        self.kept.extend(told.events[seat].iter().cloned());
        if own && seat != Seat::Watcher {
            self.add(&acted.line.action);
        }
        if !own && !told.phase_over {
            return false;
        }
        let kept = std::mem::take(&mut self.kept);
        self.add(&json!(kept));
        self.add(&game.position(&game.seen(&acted.state, seat)));
        true
    }
}

/// Two hashes of a text: games that only seem alike would need both to be equal.
fn digest(text: &str) -> String {
    let halves = [0u8, 1].map(|half| {
        let mut hasher = DefaultHasher::new();
        (half, text).hash(&mut hasher);
        hasher.finish()
    });
    format!("{:016x}{:016x}", halves[0], halves[1])
}

/// What was found.
#[derive(Default)]
struct Found {
    /// Moments that looked like an earlier one and were different.
    different: usize,
    /// Those with other answers than the earlier one.
    leaks: Vec<String>,
}

/// The first moment of those that look alike.
struct First {
    state: GameState,
    answers: Option<String>,
}

/// Plays many games and compares whatever looks alike.
fn compare<S: Lawful>(
    game: &Game,
    system: &S,
    games: u64,
    answers: impl Fn(&Game, &GameState, Seat) -> String,
) -> Found {
    use rules::random::RandomPlayer;

    let mut known: HashMap<(Seat, String), First> = HashMap::new();
    let mut found = Found::default();
    for number in 0..games {
        let seed = rules::dice::Seed::from_number(number);
        let source = Source::new(seed);
        let (_, mut state) = game.begin(&seed, Map::new());
        let mut player = S::Random::new(number);
        let mut histories = Seat::ALL.map(|seat| {
            let mut history = History::default();
            history.add(&game.position(&game.seen(&state, seat)));
            (seat, history)
        });
        loop {
            let truth = S::of_state(&state).expect("a state of this system");
            let Some(action) = player.choose(system, truth) else { break };
            let action = system.write_action(&action);
            let acted = game.act(&state, &source, &action, &[]).unwrap();
            let told = acted.told.clone().expect("a hidden game tells each seat");
            names_nobody_unseen(game, &state, &acted, &told);
            for (seat, history) in &mut histories {
                if !history.hear(game, *seat, &acted, &told) {
                    continue;
                }
                let key = (*seat, history.chain.clone());
                let new = || First { state: acted.state.clone(), answers: None };
                let first = known.entry(key).or_insert_with(new);
                // The same state answers the same: only what differs in truth can leak.
                if first.state == acted.state {
                    continue;
                }
                found.different += 1;
                let state = &first.state;
                let before = first.answers.get_or_insert_with(|| answers(game, state, *seat));
                let now = answers(game, &acted.state, *seat);
                if *before != now {
                    found.leaks.push(format!("{seat:?} in game {number}:\n{before}\n{now}"));
                }
            }
            state = acted.state;
        }
    }
    found
}

/// No seat hears the name of a unit that it saw neither before nor after nor was told to have sighted in
/// between, and whatever shows the decider somebody new is said to reveal him.
fn names_nobody_unseen(game: &Game, before: &GameState, acted: &Acted, told: &Told) {
    for seat in Seat::ALL {
        let (old, new) = (unseen(game, before, seat), unseen(game, &acted.state, seat));
        let heard = json!(told.events[seat]).to_string();
        let is_sighted = |unit: &&String| {
            let names = |event: &Value| event["event"] == "sighted" && event["unit"] == ***unit;
            told.events[seat].iter().any(names)
        };
        for unit in old.intersection(&new).filter(|unit| !is_sighted(unit)) {
            assert!(!heard.contains(&format!("\"{unit}\"")), "{seat:?} hears of {unit}: {heard}");
        }
        if seat == decider(game, before) && !old.is_subset(&new) && !told.phase_over {
            assert!(acted.line.reveals, "{} shows somebody and may be undone", acted.line.action);
        }
    }
}

/// The units that a seat does not see.
fn unseen(game: &Game, state: &GameState, seat: Seat) -> BTreeSet<String> {
    let view = game.view(state, seat);
    let units = view["units"].as_array().expect("units");
    let hidden = units.iter().filter(|unit| unit["place"] == "unseen");
    hidden.filter_map(|unit| unit["id"].as_str().map(str::to_owned)).collect()
}

/// Everything that a seat can find out in this moment.
fn everything(
    table: &Table,
    probes: &[Value],
    game: &Game,
    state: &GameState,
    seat: Seat,
) -> String {
    let mut told = json!({
        "position": game.position(&game.seen(state, seat)),
        "decision": game.decision(state, seat),
        "view": game.view(state, seat),
        "list": game.list(state, seat),
        "headline": game.headline(state, seat),
        "show": game.show(state, seat),
        "moment": format!("{:?} {:?}", game.moment(state), game.points(state)),
        "outcome": format!("{:?} {:?}", game.outcome(state), game.decider(state)),
        "counters": format!("{:?}", game.counters(state, seat)),
        "actions": format!("{:?}", game.ask(state, seat, &json!({"actions": {}}))),
        "facts": game.facts(&table.files).to_string().len(),
    });
    let probe = |action: &Value| {
        let check = game.check(state, seat, action);
        let why = game.ask(state, seat, &json!({"why": {"action": action}}));
        let odds = game.odds(state, seat, action);
        format!("{check:?} {why:?} {odds:?}")
    };
    told["probes"] = probes.iter().map(probe).collect();
    if seat == decider(game, state) {
        let form = game.orders_form().unwrap_or_default();
        let items = form["items"].as_array().cloned().unwrap_or_default();
        let obeyed = items.iter().map(|item| {
            let last = item["choices"].as_array().and_then(|choices| choices.last());
            let orders =
                json!({item["key"].as_str().unwrap_or_default(): last.map(|one| &one["value"])});
            game.check_orders(&orders).ok().and_then(|kept| game.obey(state, &kept))
        });
        told["obeyed"] = obeyed.collect();
    }
    told.to_string()
}

/// Actions with every unit and some cells in them: legal or not, seen or not.
fn probes(table: &Table) -> Vec<Value> {
    let scenario = table.files.scenario(Some(table.game.key().scenario)).unwrap();
    let mut units: Vec<&str> = scenario.units.iter().map(|unit| unit.id.as_str()).collect();
    units.push("nobody");
    let grid = &table.files.map.grid;
    let mut probes = Vec::new();
    for &unit in &units {
        for cell in grid.cells().take(12) {
            probes.push(json!({"move": {"unit": unit, "to": grid.name(cell).to_string()}}));
        }
        probes
            .extend(units.iter().map(|target| json!({"attack": {"unit": unit, "target": target}})));
        probes.push(json!({"scout": {"unit": unit}}));
    }
    probes
}

/// In a hidden game, whatever looks alike is answered alike.
pub fn what_looks_alike_is_answered_alike(table: &Table) {
    let game = &table.game;
    if !game.capabilities().hidden {
        return everybody_sees_the_same(table);
    }
    let probes = probes(table);
    // Large games differ from their first draw on: their own tests make states that look alike.
    let small = table.files.map.grid.len() < 50;
    let games = if small { soak(300, 30_000) } else { soak(1, 20) };
    let found = of_system!(game, system => compare(game, &**system, games, |game, state, seat| {
        everything(table, &probes, game, state, seat)
    }));
    if let Some(leak) = found.leaks.first() {
        panic!("{} leaks, the first to {leak}", found.leaks.len());
    }
    let different = found.different;
    assert!(!small || different > 200, "only {different} moments looked alike and were different");
}

/// In an open game everybody is told the same.
fn everybody_sees_the_same(table: &Table) {
    let game = &table.game;
    let seed = rules::dice::Seed::from_number(1);
    let (_, state) = game.begin(&seed, Map::new());
    assert_eq!(game.private_to(&state), None);
    let views = Seat::ALL.map(|seat| (game.view(&state, seat), game.list(&state, seat)));
    assert!(views[0] == views[1] && views[1] == views[2]);
    let end = json!({"end_phase": {}});
    if let Ok(acted) = game.act(&state, &Source::new(seed), &end, &[]) {
        assert_eq!(acted.told, None, "an open game keeps nothing back");
    }
}

/// The comparison finds what leaks: the number of an action counts the enemy's, and the truth is the truth.
#[test]
fn the_comparison_has_teeth() {
    let game = Game::new(&toy::battle(), None, &[]).unwrap();
    let Game::Toy(system) = &game else { panic!("the toy") };
    let leaky: [fn(&Game, &GameState, Seat) -> String; 3] = [
        |game, state, _| game.sequence(state).to_string(),
        |game, state, _| game.position(state).to_string(),
        |game, state, _| format!("{:?}", game.list(state, Seat::Side(atlas::Side::Union))),
    ];
    for (index, answers) in leaky.into_iter().enumerate() {
        let found = compare::<Toy>(&game, system, 100, answers);
        assert!(!found.leaks.is_empty(), "leak {index} is not found");
    }
}

/// An enemy that is not seen, fell out of sight, or never was: one answer.
#[test]
fn whoever_is_out_of_sight_is_nobody() {
    let game = Game::new(&toy::battle(), None, &[]).unwrap();
    let at = |units: Value| {
        let position = json!({"game": toy::BATTLE, "units": units, "sighted": {}});
        game.read_position(&position).unwrap()
    };
    let own = json!({"id": "US-1", "square": "0,1"});
    let unseen = at(json!([own, {"id": "CS-1", "square": "1,1"}, {"id": "CS-2", "square": "2,2"}]));
    let fallen = at(json!([own, {"id": "CS-1", "state": "lost"}, {"id": "CS-2", "square": "2,2"}]));
    let seat = Seat::Side(atlas::Side::Union);
    let said = |state: &GameState, target: &str| {
        let action = json!({"attack": {"unit": "US-1", "target": target}});
        game.check(state, seat, &action).unwrap_err().to_string().replace(target, "X")
    };
    let nobody = said(&unseen, "CS-9");
    for state in [&unseen, &fallen] {
        assert_eq!(said(state, "CS-1"), nobody);
        assert_eq!(said(state, "CS-2"), nobody);
    }
    assert_eq!(game.view(&unseen, seat), game.view(&fallen, seat));
    // The one finds somebody where the other finds nobody, and only then do they differ.
    let step = json!({"move": {"unit": "US-1", "to": "1,1"}});
    assert_eq!(game.list(&unseen, seat), game.list(&fallen, seat));
    let source = Source::new(rules::dice::Seed::from_number(1));
    let [met, free] = [&unseen, &fallen].map(|state| game.act(state, &source, &step, &[]).unwrap());
    assert!(met.line.reveals && !free.line.reveals);
    assert_eq!(met.line.events[0]["to"], "0,1");
    assert_eq!(free.line.events[0]["to"], "1,1");
}
