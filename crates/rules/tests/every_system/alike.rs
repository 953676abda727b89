//! Nothing leaks: two games whose histories look alike to a seat give it the same answers, to the
//! byte.

use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use atlas::battle::{Battle as Files, Folder};
use rules::game::{Acted, Game, GameState, Seat, Told};
use rules::record::Source;
use rules::toy::{self, Toy};
use serde_json::{Map, Value, json};

use crate::{Lawful, Table, decider, of_system, soak};
use rules::random::RandomPlayer as _;

/// What a seat has been told and has seen so far, as a table tells it: of another's phase nothing
/// until it is over, then what may be heard of it in one piece.
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
    /// Those of them in which the seat has to decide.
    deciding: usize,
    /// Those with other answers than the earlier one.
    leaks: Vec<String>,
}

/// The first moment of those that look alike.
struct First {
    state: GameState,
    answers: Option<String>,
    compared: usize,
}

/// How many moments are compared with the same first one: a watcher's look alike without end.
const MOST_ALIKE: usize = 4;

/// The histories of all seats.
type Histories = [(Seat, History); 3];

/// Games that are compared: whatever looks alike to a seat must be answered alike.
struct Comparison<'a, A> {
    game: &'a Game,
    answers: A,
    known: HashMap<(Seat, String), First>,
    found: Found,
}

impl<'a, A: Fn(&Game, &GameState, Seat) -> String> Comparison<'a, A> {
    fn new(game: &'a Game, answers: A) -> Comparison<'a, A> {
        Comparison { game, answers, known: HashMap::new(), found: Found::default() }
    }

    /// Plays a game at random; wherever a phase begins of which the other seats hear nothing until it is over,
    /// it is first played in several ways.
    fn play<S: Lawful>(&mut self, system: &S, number: u64, ways: u64) {
        let seed = rules::dice::Seed::from_number(number);
        let source = Source::new(seed);
        let (_, mut state) = self.game.begin(&seed, Map::new());
        let mut player = S::Random::new(number);
        let mut histories = Seat::ALL.map(|seat| {
            let mut history = History::default();
            history.add(&self.game.position(&self.game.seen(&state, seat)));
            (seat, history)
        });
        let mut begins = true;
        loop {
            if std::mem::take(&mut begins) {
                self.fork(system, &source, &state, &histories, number, ways);
            }
            let truth = S::of_state(&state).expect("a state of this system");
            let Some(action) = player.choose(system, truth) else { break };
            let acted = self.act(&source, &state, &system.write_action(&action));
            names_nobody_unseen(self.game, &state, &acted);
            begins = acted.told.as_ref().is_some_and(|told| told.phase_over);
            self.hear(&mut histories, &acted, number);
            state = acted.state;
        }
    }

    /// Plays the phase that begins in several ways, always with as many actions, so that the draws at its end
    /// are the same: the others may only hear a difference that they see.
    fn fork<S: Lawful>(
        &mut self,
        system: &S,
        source: &Source,
        state: &GameState,
        histories: &Histories,
        number: u64,
        ways: u64,
    ) {
        if self.game.private_to(state).is_none() {
            return;
        }
        let most = 1 + (number + u64::from(self.game.sequence(state))) % 3;
        for way in 0..ways {
            let mut player = S::Random::new(1_000 + number * 64 + way);
            let (mut now, mut histories) = (state.clone(), histories.clone());
            let mut done = 0;
            // Whoever would end the phase is asked again.
            for _ in 0..12 * most {
                let truth = S::of_state(&now).expect("a state of this system");
                let Some(action) = player.choose(system, truth) else { return };
                let acted = self.act(source, &now, &system.write_action(&action));
                if acted.told.as_ref().is_some_and(|told| told.phase_over) {
                    continue;
                }
                self.hear(&mut histories, &acted, number);
                now = acted.state;
                done += 1;
                if done == most {
                    let acted = self.act(source, &now, &json!({"end_phase": {}}));
                    names_nobody_unseen(self.game, &now, &acted);
                    self.hear(&mut histories, &acted, number);
                    break;
                }
            }
        }
    }

    fn act(&self, source: &Source, state: &GameState, action: &Value) -> Acted {
        let acted = self.game.act(state, source, action, &[]);
        acted.unwrap_or_else(|error| panic!("{action}: {error}"))
    }

    /// Every seat hears of an action; those that are up to date then compare.
    fn hear(&mut self, histories: &mut Histories, acted: &Acted, number: u64) {
        let told = acted.told.as_ref().expect("a hidden game tells each seat");
        for (seat, history) in histories {
            if history.hear(self.game, *seat, acted, told) {
                self.meet(*seat, &history.chain, &acted.state, number);
            }
        }
    }

    fn meet(&mut self, seat: Seat, chain: &str, state: &GameState, number: u64) {
        let (game, answers) = (self.game, &self.answers);
        let new = || First { state: state.clone(), answers: None, compared: 0 };
        let first = self.known.entry((seat, chain.to_owned())).or_insert_with(new);
        // The same state answers the same: only what differs in truth can leak.
        if first.state == *state || first.compared == MOST_ALIKE {
            return;
        }
        first.compared += 1;
        self.found.different += 1;
        self.found.deciding += usize::from(decider(game, state) == seat);
        let earlier = &first.state;
        let before = first.answers.get_or_insert_with(|| answers(game, earlier, seat));
        let now = answers(game, state, seat);
        if *before != now {
            self.found.leaks.push(format!("{seat:?} in game {number}:\n{before}\n{now}"));
        }
    }
}

/// Plays many games, each private phase in several ways, and compares whatever looks alike.
fn compare<S: Lawful>(
    game: &Game,
    system: &S,
    games: u64,
    ways: u64,
    answers: impl Fn(&Game, &GameState, Seat) -> String,
) -> Found {
    let mut comparison = Comparison::new(game, answers);
    for number in 0..games {
        comparison.play(system, number, ways);
    }
    comparison.found
}

/// No seat hears the name of a unit that it saw neither before nor after nor was told to have sighted in
/// between, and whatever shows the decider somebody new is said to reveal him.
fn names_nobody_unseen(game: &Game, before: &GameState, acted: &Acted) {
    let told = acted.told.as_ref().expect("a hidden game tells each seat");
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
    probes: &Probes,
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
    // What is refused is refused in the same words; what is legal does the same.
    let said = |action: &Value| match game.check(state, seat, action) {
        Err(error) => json!(error.to_string()),
        Ok(()) => json!(game.odds(state, seat, action).map_err(|error| error.to_string())),
    };
    told["probes"] = probes.actions.iter().map(said).collect();
    let listed = told["list"].as_array().cloned().unwrap_or_default();
    told["odds"] = listed.iter().map(|one| said(&one["action"])).collect();
    let ask = |question: &Value| json!(game.ask(state, seat, question).map_err(|e| e.to_string()));
    told["asked"] = probes.questions.iter().map(ask).collect();
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

/// What a curious player tries: legal or not, about the seen and the unseen.
struct Probes {
    actions: Vec<Value>,
    questions: Vec<Value>,
}

/// Actions and questions with every unit, every leader and some cells in them.
fn probes(table: &Table) -> Probes {
    let scenario = table.files.scenario(Some(table.game.key().scenario)).unwrap();
    let mut units: Vec<&str> = scenario.units.iter().map(|unit| unit.id.as_str()).collect();
    units.push("nobody");
    let mut leaders: Vec<&str> = scenario.leaders.iter().map(|leader| &*leader.name).collect();
    leaders.push("nobody");
    let grid = &table.files.map.grid;
    let cells: Vec<String> = grid.cells().map(|cell| grid.name(cell).to_string()).collect();
    // On a large map some of them.
    let few = |index: usize| index.is_multiple_of(1 + cells.len() / 10);
    let some: Vec<&String> = (0..cells.len()).filter(|&at| few(at)).map(|at| &cells[at]).collect();
    let mut probes = Probes { actions: Vec::new(), questions: Vec::new() };
    for (index, &unit) in units.iter().enumerate() {
        let actions = &mut probes.actions;
        for cell in &some {
            actions.push(json!({"move": {"unit": unit, "to": cell}}));
            actions.push(json!({"plot_fire": {"unit": unit, "square": cell}}));
        }
        let to = some[index % some.len()];
        probes.questions.push(json!({"path": {"unit": unit, "to": to}}));
        let step = json!({"step": {"unit": unit, "dir": 1 + index % 8}});
        probes.questions.push(json!({"why": {"action": step}}));
        actions.push(step);
        for kind in ["scout", "mode", "force_march", "fortify"] {
            actions.push(json!({kind: {"unit": unit}}));
        }
        for kind in ["plot_melee", "plot_advance"] {
            actions.push(json!({kind: {"unit": unit, "on": true}}));
        }
        actions.push(json!({"face": {"unit": unit, "dir": 1 + index % 8}}));
        for kind in ["reach", "sight", "orders", "field"] {
            probes.questions.push(json!({kind: {"unit": unit}}));
        }
        let fire = json!({"plot_fire": {"unit": unit, "square": to}});
        probes.questions.push(json!({"odds": {"action": fire}}));
        probes.questions.push(json!({"column": {"units": [unit], "to": to}}));
        let others = units.iter().take(12);
        actions.extend(others.map(|target| json!({"attack": {"unit": unit, "target": target}})));
        let led = leaders.iter().skip(index % 3).step_by(3);
        actions.extend(led.map(|leader| json!({"transfer": {"leader": leader, "unit": unit}})));
    }
    for cell in &some {
        probes.questions.push(json!({"sight": {"square": cell}}));
    }
    for kind in ["todo", "command", "threats"] {
        probes.questions.push(json!({kind: {}}));
    }
    let divisions = scenario.units.iter().filter_map(|unit| unit.division.as_deref());
    let divisions: BTreeSet<&str> = divisions.chain(["nobody"]).collect();
    let activate = |division: &str| json!({"activate": {"division": division}});
    probes.actions.extend(divisions.into_iter().map(activate));
    probes
}

/// In a hidden game, whatever looks alike is answered alike.
pub fn what_looks_alike_is_answered_alike(table: &Table) {
    if !table.game.capabilities().hidden {
        return everybody_sees_the_same(table);
    }
    let small = table.files.map.grid.len() < 50;
    // A large game compares in the long run; everyday the battles of the examples do.
    let (games, ways) = if small { (soak(300, 10_000), soak(0, 2)) } else { (soak(0, 3), 8) };
    let found = compare_all(table, games, ways);
    let due = if small { 200 } else { soak(0, 50) as usize };
    let different = found.different;
    assert!(different >= due, "only {different} moments looked alike and were different");
}

/// Compares, and fails at the first leak.
fn compare_all(table: &Table, games: u64, ways: u64) -> Found {
    let (game, probes) = (&table.game, probes(table));
    let found = of_system!(game, system => compare(game, &**system, games, ways, |game, state, seat| {
        everything(table, &probes, game, state, seat)
    }));
    if let Some(leak) = found.leaks.first() {
        panic!("{} leaks, the first to {leak}", found.leaks.len());
    }
    found
}

/// The small battles of the documentation, with every combination of their options.
fn examples() -> Vec<Table> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/battle-minimal");
    let folders = |path: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
        let mut all: Vec<PathBuf> = entries.filter(|path| path.is_dir()).collect();
        all.sort();
        all
    };
    let battles = folders(&root).into_iter().flat_map(|system| folders(&system));
    battles.flat_map(|folder| tables_of(&root, &folder)).collect()
}

fn tables_of(root: &Path, folder: &Path) -> Vec<Table> {
    let setups = std::fs::read_dir(folder.join("setups")).unwrap();
    let setups = setups.map(|entry| entry.unwrap().path());
    let names = ["battle.toml", "map.json", "rules.toml"].map(|name| folder.join(name));
    let texts: Vec<(String, Vec<u8>)> = names
        .into_iter()
        .chain(setups)
        .filter_map(|path| {
            let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
            Some((name, std::fs::read(&path).ok()?))
        })
        .collect();
    let mut files = Folder::new();
    for (name, bytes) in &texts {
        files.add(name.as_str(), bytes);
    }
    let id = folder.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
    let files = Files::from_files(&id, &files).unwrap_or_else(|faults| panic!("{id}: {faults}"));
    let mut chosen: Vec<Vec<String>> = vec![Vec::new()];
    for option in &files.options {
        let number = &option.number;
        let mut ways: Vec<Option<String>> =
            option.values.iter().map(|value| Some(format!("{number}={}", value.word))).collect();
        if ways.is_empty() {
            ways = vec![None, Some(number.clone())];
        }
        let longer = chosen.iter().flat_map(|before| {
            ways.iter().map(move |way| before.iter().chain(way).cloned().collect())
        });
        chosen = longer.collect();
    }
    let ready = |options: &Vec<String>| Game::new(&files, None, options).ok();
    chosen.iter().filter_map(ready).map(|game| Table { files: files.clone(), game }).collect()
}

/// The small battles, hidden at every level and in every other way, have many moments that look alike: each of
/// them is asked everything. The open ones show everybody the same.
#[test]
fn small_battles_answer_alike_whatever_looks_alike() {
    let (mut hidden, mut open) = (0, 0);
    for table in examples() {
        if !table.game.capabilities().hidden {
            everybody_sees_the_same(&table);
            open += 1;
            continue;
        }
        let Found { different, deciding, .. } = compare_all(&table, soak(2, 60), 6);
        let options = table.game.key().options.join(" ");
        let enough = different >= 100 && deciding >= 5;
        assert!(enough, "{options}: only {different} were alike, {deciding} with a decision");
        hidden += 1;
    }
    assert!(hidden >= 6 && open >= 6, "{hidden} hidden games, {open} open ones");
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

/// The comparison finds what leaks: the number of an action counts the enemy's, and the truth is
/// the truth.
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
        let found = compare::<Toy>(&game, system, 100, 1, answers);
        assert!(!found.leaks.is_empty(), "leak {index} is not found");
    }
}

/// So it does in a battle with facing, fire and leaders.
#[test]
fn the_comparison_has_teeth_in_a_battle() {
    let tables = examples();
    let table = tables.iter().rfind(|table| table.game.capabilities().hidden);
    let game = &table.expect("a hidden game among the examples").game;
    let leaky: [fn(&Game, &GameState, Seat) -> String; 3] = [
        |game, state, _| game.position(state).to_string(),
        |game, state, _| game.view(state, Seat::Side(atlas::Side::Union)).to_string(),
        |game, state, _| game.state_hash(state),
    ];
    for (index, answers) in leaky.into_iter().enumerate() {
        let found = of_system!(game, system => compare(game, &**system, 1, 4, answers));
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
