//! Good faith in records: contributions, witnessed throws, keyed chains, and whatever is altered in them.

use std::sync::OnceLock;

use atlas::{BySide, Side};
use rules::dice::{Contribution, Link, Seed};
use rules::game::{Game, GameState, Seat};
use rules::record::{
    ActionLine, Contributed, ContributionLine, Deposit, DicePolicy, EndLine, HeaderLine,
    HostDiceLine, NewChainLine, Source, Terms, Text, UsedLink, UsedLinks,
};
use rules::toy;
use serde_json::{Map, Value, json};

/// How many links the chains of these tests have.
const LINKS: u32 = 60;

/// A browser's chain.
struct Browser {
    secret: Link,
    at: u32,
}

impl Browser {
    fn new(byte: u8) -> Browser {
        Browser { secret: Link::from_bytes([byte; 32]), at: 0 }
    }

    fn deposit(&self, by: Side) -> Deposit {
        Deposit { by, end: self.secret.back(LINKS).to_hex(), links: LINKS }
    }

    fn next(&mut self) -> UsedLink {
        self.at += 1;
        UsedLink { at: self.at, link: self.secret.back(LINKS - self.at).to_hex() }
    }
}

/// An open game whose set-up draws something.
fn game() -> Game {
    static FOUND: OnceLock<Game> = OnceLock::new();
    let ready = |kind: atlas::builtin::Kind| {
        let files = atlas::builtin::battle(kind.battle).unwrap();
        let options: Vec<String> = kind.options.iter().map(|&one| one.to_owned()).collect();
        let game = Game::new(&files, Some(kind.scenario), &options).unwrap();
        let header = game.begin(&Seed::from_number(1), Map::new()).0;
        (!header.dice.is_empty() && !game.capabilities().hidden).then_some(game)
    };
    let find = || atlas::builtin::kinds().find_map(ready).expect("a game whose set-up draws");
    FOUND.get_or_init(find).clone()
}

fn links(browsers: &mut BySide<Browser>) -> UsedLinks {
    UsedLinks { union: browsers.union.next(), confederate: browsers.confederate.next() }
}

/// An action for the decider, another one each time.
fn choose(game: &Game, state: &GameState, number: usize) -> Option<Value> {
    let side = game.decider(state)?;
    let all = game.list(state, Seat::Side(side));
    Some(all[(number * 7919) % all.len()]["action"].clone())
}

struct Written {
    text: Text,
    lines: Vec<String>,
    state: GameState,
    source: Source,
}

impl Written {
    fn begin(game: &Game, source: Source, terms: Terms) -> Written {
        let (header, state) = game.begin_with(&source, terms, None);
        let (text, first) = Text::begin_with(&header, Some(&source.seed));
        Written { text, lines: vec![first], state, source }
    }

    fn line(&mut self, line: &impl serde::Serialize) {
        let line = self.text.line(line);
        self.lines.push(line);
    }

    fn act(&mut self, game: &Game, number: usize) -> Option<ActionLine> {
        let action = choose(game, &self.state, number)?;
        let acted = game.act(&self.state, &self.source, &action, &[]).unwrap();
        self.state = acted.state;
        let line = acted.line.clone();
        self.line(&acted.line);
        Some(line)
    }

    /// Acts, with the witnesses if it draws.
    fn witnessed(&mut self, game: &Game, number: usize, browsers: &mut BySide<Browser>) {
        let action = choose(game, &self.state, number).expect("the game goes on");
        self.source.links = None;
        let tried = game.act(&self.state, &self.source, &action, &[]).unwrap();
        if !tried.line.dice.is_empty() {
            self.source.links = Some(links(browsers));
        }
        self.act(game, number);
        self.source.links = None;
    }

    fn end(&mut self, game: &Game) -> String {
        let end = game.state_hash(&self.state);
        let seed = self.source.seed.to_hex();
        self.line(&EndLine { seed, end, chain: None });
        self.lines.join("\n")
    }
}

fn seats() -> Map<String, Value> {
    let seats = json!({"union": "Alice", "confederate": "Bob"});
    seats.as_object().cloned().unwrap_or_default()
}

/// A game with witnessed dice, a chain that was lost, and the host's dice after an agreement.
fn witnessed_record(game: &Game) -> String {
    let mut browsers = BySide { union: Browser::new(1), confederate: Browser::new(2) };
    let chains =
        vec![browsers.union.deposit(Side::Union), browsers.confederate.deposit(Side::Confederate)];
    let mut source = Source::new(Seed::from_number(11));
    source.links = Some(links(&mut browsers));
    let dice_policy = DicePolicy::Witnessed;
    let terms = Terms { seats: seats(), dice_policy, chains, ..Terms::default() };
    let mut written = Written::begin(game, source, terms);
    for number in 0..70 {
        // A take-back leaves a gap in the chains.
        if number == 20 {
            links(&mut browsers);
        }
        if number == 40 {
            browsers.confederate = Browser::new(3);
            let new_chain = browsers.confederate.deposit(Side::Confederate);
            written.line(&NewChainLine { new_chain, chain: None });
        }
        written.witnessed(game, number, &mut browsers);
    }
    let host_dice = links(&mut browsers);
    written.source.go_on_with_host(&host_dice).unwrap();
    written.line(&HostDiceLine { host_dice, chain: None });
    for number in 70..76 {
        written.act(game, number);
    }
    written.end(game)
}

/// A game with the host's dice, contributions, and a later holder.
fn host_record(game: &Game, keyed: bool) -> String {
    let mut source = Source::new(Seed::from_number(12));
    let given = |by, byte| Contribution { by, bytes: [byte; 32] };
    source.contributions = vec![given(Side::Union, 8), given(Side::Confederate, 9)];
    let terms = Terms { seats: seats(), friendly: true, keyed, ..Terms::default() };
    let mut written = Written::begin(game, source, terms);
    for number in 0..16 {
        if number == 8 {
            let later = given(Side::Confederate, 10);
            written.source.contributions.push(later);
            let contribution = Contributed::of(&later);
            written.line(&ContributionLine { contribution, chain: None });
        }
        if written.act(game, number).is_none() {
            break;
        }
    }
    written.end(game)
}

fn hidden() -> Game {
    let game = Game::new(&toy::battle(), None, &[]).unwrap();
    assert!(game.capabilities().hidden);
    game
}

#[test]
fn a_witnessed_game_is_verified_with_its_new_chain_and_its_agreement() {
    let game = game();
    let text = witnessed_record(&game);
    let verified = game.verify(&text).unwrap();
    assert!(verified.dice && verified.witnessed > 3 && verified.host_agreed, "{verified:?}");
    // The links are checked before the seed is revealed, too.
    let lines: Vec<&str> = text.lines().collect();
    let open = lines[..lines.len() - 1].join("\n");
    assert!(!game.verify(&open).unwrap().dice);
}

#[test]
fn every_throw_depends_on_its_links() {
    let game = game();
    let text = witnessed_record(&game);
    let header: HeaderLine = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let mut source = Source::of(&header, Seed::from_number(11)).unwrap();
    let (with, _) = game.begin_with(&source, Terms::default(), None);
    assert_eq!(with.dice, header.dice);
    let faces = |source: &Source, number| {
        use rules::dice::Dice;
        let mut dice = source.dice(number, b"x");
        (0..20).map(|_| dice.roll(6)).collect::<Vec<_>>()
    };
    let witnessed = faces(&source, 5);
    source.links = None;
    assert_ne!(faces(&source, 5), witnessed);
}

/// Every way to alter a value a little.
fn altered(value: &Value) -> Vec<Value> {
    match value {
        Value::Null => vec![json!(1)],
        Value::Bool(told) => vec![json!(!told)],
        Value::Number(number) => vec![json!(number.as_u64().unwrap_or_default() + 1)],
        Value::String(text) => {
            let first = if text.starts_with('0') { "1" } else { "0" };
            vec![json!(format!("{first}{}", text.get(1..).unwrap_or_default()))]
        }
        Value::Array(list) if list.is_empty() => vec![json!([1])],
        Value::Array(list) => {
            let mut made = vec![Value::Array(list[1..].to_vec())];
            made.extend(altered(&list[0]).into_iter().map(|first| {
                let mut list = list.clone();
                list[0] = first;
                Value::Array(list)
            }));
            made
        }
        Value::Object(members) => members
            .iter()
            .flat_map(|(name, value)| {
                let mut without = members.clone();
                without.shift_remove(name);
                let changed = altered(value).into_iter().map(|value| {
                    let mut members = members.clone();
                    members[name] = value;
                    Value::Object(members)
                });
                changed.chain([Value::Object(without)]).collect::<Vec<_>>()
            })
            .collect(),
    }
}

/// Whatever member of whatever kind of line is altered, removed, doubled or added: it is found.
fn nothing_can_be_altered(game: &Game, text: &str) {
    game.verify(text).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let mut seen = std::collections::BTreeSet::new();
    let mut tried = 0;
    for (at, line) in lines.iter().enumerate() {
        let value: Value = serde_json::from_str(line).unwrap();
        let members: Vec<&String> = value.as_object().unwrap().keys().collect();
        // Lines of one shape are tried once; those of an action by its kind.
        let kind = value["action"].as_object().and_then(|action| action.keys().next().cloned());
        if !seen.insert((format!("{members:?}"), kind)) {
            continue;
        }
        let mut others: Vec<String> =
            altered(&value).into_iter().map(|value| value.to_string()).collect();
        let first = members[0];
        others.push(line.replacen('{', &format!("{{\"{first}\":{},", value[first]), 1));
        others.push(line.replacen('{', "{\"more\":1,", 1));
        others.push(line.replacen(',', ", ", 1));
        for other in others {
            let mut changed = lines.clone();
            changed[at] = &other;
            assert!(game.verify(&changed.join("\n")).is_err(), "line {}: {other}", at + 1);
            tried += 1;
        }
    }
    assert!(tried > 100, "{tried}");
}

#[test]
fn nothing_in_a_record_with_contributions_can_be_altered() {
    let game = game();
    nothing_can_be_altered(&game, &host_record(&game, false));
}

#[test]
fn nothing_in_a_witnessed_record_can_be_altered() {
    let game = game();
    nothing_can_be_altered(&game, &witnessed_record(&game));
}

#[test]
fn nothing_in_a_hidden_games_keyed_record_can_be_altered() {
    let game = hidden();
    nothing_can_be_altered(&game, &host_record(&game, true));
}

#[test]
fn the_lines_of_a_keyed_chain_cannot_be_guessed_from_their_hashes() {
    let game = hidden();
    let (keyed, plain) = (host_record(&game, true), host_record(&game, false));
    let hash = |line: &str| blake3_of(line);
    let chain = |line: &str| serde_json::from_str::<Value>(line).unwrap()["chain"].clone();
    let pairs = |text: &str| -> bool {
        let lines: Vec<&str> = text.lines().collect();
        lines.windows(2).all(|two| chain(two[1]) == json!(hash(two[0])))
    };
    assert!(pairs(&plain));
    assert!(!keyed.lines().zip(keyed.lines().skip(1)).any(|(one, two)| chain(two) == hash(one)));
    // Until the seed is revealed a keyed chain proves nothing, and is read all the same.
    let lines: Vec<&str> = keyed.lines().collect();
    assert!(!game.verify(&lines[..lines.len() - 1].join("\n")).unwrap().dice);
}

fn blake3_of(line: &str) -> String {
    blake3::hash(line.as_bytes()).to_hex().to_string()
}

/// The lines with another member in one of them, and their chain mended.
fn forged(text: &str, change: impl Fn(&mut Value) -> bool) -> Option<String> {
    let values: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut done = false;
    let mut lines = Vec::new();
    let mut writer = None;
    for mut value in values {
        done = done || change(&mut value);
        lines.push(match &mut writer {
            None => {
                let (text, first) = Text::begin(&value);
                writer = Some(text);
                first
            }
            Some(text) => text.line(&value),
        });
    }
    done.then(|| lines.join("\n"))
}

#[test]
fn links_that_are_replayed_forged_or_out_of_order_are_found_though_the_chain_is_mended() {
    let game = game();
    let text = witnessed_record(&game);
    let refused = |what: &str, change: &dyn Fn(&mut Value) -> bool| {
        let forged = forged(&text, change).unwrap_or_else(|| panic!("{what}: nothing was changed"));
        let error = game.verify(&forged).expect_err(what);
        error.problem
    };
    let used = |line: &Value| line["links"]["union"]["at"].as_u64().filter(|_| line["n"].is_u64());
    let first: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let again = refused("a link of before", &|line| {
        used(line).is_some() && {
            line["links"] = first["links"].clone();
            true
        }
    });
    assert!(again.contains("expected one from"), "{again}");
    let forged = refused("another link", &|line| {
        used(line).is_some() && {
            line["links"]["confederate"]["link"] = json!("ab".repeat(32));
            true
        }
    });
    assert!(forged.contains("not of the chain that was deposited"), "{forged}");
    let none = refused("no links", &|line| {
        used(line).is_some() && line.as_object_mut().unwrap().shift_remove("links").is_some()
    });
    assert!(none.contains("without its witnesses"), "{none}");
    let policy = refused("another policy", &|line| {
        line["dice_policy"].is_string() && {
            line["dice_policy"] = json!("host");
            true
        }
    });
    assert!(policy.contains("not witnessed"), "{policy}");
    let dropped = refused("an agreement that was never made", &|line| {
        line["new_chain"].is_object() && {
            *line = json!({"host_dice": first["links"]});
            true
        }
    });
    assert!(dropped.contains("chain"), "{dropped}");
    let by_hand = refused("draws by hand", &|line| {
        used(line).is_some() && {
            let members = line.as_object_mut().unwrap();
            let at = members.keys().position(|name| name == "links").unwrap() + 1;
            let rest = members.split_off_after(at);
            members.insert("forced".into(), json!(true));
            members.extend(rest);
            true
        }
    });
    assert!(by_hand.contains("by hand"), "{by_hand}");
}

/// Members after a place, taken out.
trait SplitOff {
    fn split_off_after(&mut self, at: usize) -> Map<String, Value>;
}

impl SplitOff for Map<String, Value> {
    fn split_off_after(&mut self, at: usize) -> Map<String, Value> {
        let later: Vec<String> = self.keys().skip(at).cloned().collect();
        later.into_iter().filter_map(|name| self.shift_remove_entry(&name)).collect()
    }
}

#[test]
fn nothing_is_thrown_for_a_game_that_waits_for_its_players() {
    let game = game();
    let one = game.blank(&Source::new(Seed::from_number(1)), Terms::default(), None);
    let two = game.blank(&Source::new(Seed::from_number(2)), Terms::default(), None);
    assert_eq!((&one.dice, &one.hash), (&two.dice, &two.hash), "no seed speaks yet");
    assert!(!one.dice.is_empty() && game.first_state(&one).is_ok());
}

#[test]
fn a_member_that_stands_twice_is_refused_in_both_formats() {
    let game = game();
    let text = host_record(&game, false);
    let twice = text.replacen("\"by\":\"union\",", "\"by\":\"union\",\"by\":\"union\",", 1);
    assert!(game.verify(&twice).unwrap_err().problem.contains("stands twice"));
    let header = text.lines().next().unwrap();
    let old = header.replacen(
        "{\"longroll_record\":2,",
        "{\"longroll_record\":1,\"longroll_record\":1,",
        1,
    );
    assert!(game.verify(&old).unwrap_err().problem.contains("stands twice"));
}

/// The page's verifier reads these records as well, and finds whatever is altered in them
/// (`web/test/verify-witness.test.js`). `LONGROLL_BLESS=1` writes them anew.
#[test]
fn the_records_that_the_page_is_tested_with_are_these() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors");
    let (open, hidden) = (game(), hidden());
    for (name, game, text) in [
        ("witnessed.jsonl", &open, witnessed_record(&open)),
        ("keyed.jsonl", &hidden, host_record(&hidden, true)),
        ("contributions.jsonl", &open, host_record(&open, false)),
    ] {
        let (file, text) = (folder.join(name), text + "\n");
        if std::env::var_os("LONGROLL_BLESS").is_some() {
            std::fs::write(&file, &text).unwrap();
        }
        let kept = std::fs::read_to_string(&file).unwrap();
        assert!(game.verify(&kept).unwrap().dice, "{name}");
        assert_eq!(kept, text, "{name}");
    }
}
