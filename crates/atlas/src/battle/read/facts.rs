//! `battle.toml`: what a battle is, its options, its scenarios without their armies.

use super::setup_file;
use super::spot::{Fields, Spot};
use crate::Side;
use crate::battle::{Balance, Battle, Folder, OptionValue, RuleOption, Scenario};
use crate::fault::{one_of, quoted};
use crate::map::{Map, System};

/// The most options and the most scenarios of a battle.
const MOST: usize = 64;
/// The highest number that an option can be set to.
const HIGHEST_VALUE: u16 = 1_000;
/// The longest game, in game-turns.
const LONGEST: u8 = 100;
/// The deepest stack.
const DEEPEST: u8 = 10;
/// The most columns that a map can have.
const MOST_COLUMNS: u8 = 64;
/// The most games of a study that are told of, and the most points that make a battle even.
const MOST_STUDIED: u16 = 10_000;
const MOST_EVEN: u16 = 999;
/// The most movement points printed on a counter.
pub(super) const MOST_MOVEMENT: u8 = 60;

/// What `battle.toml` says.
pub(super) struct Facts {
    pub system: System,
    /// The ids of all scenarios, also of those that were not understood.
    pub scenario_ids: Vec<String>,
    /// The scenarios, still without what their set-ups say.
    pub scenarios: Vec<Scenario>,
    pub options: Vec<RuleOption>,
    /// `None` if they were not understood.
    words: Option<Words>,
}

struct Words {
    title: String,
    subtitle: String,
    date: String,
    summary: String,
    length: String,
    complexity: u8,
    licence: String,
    sources: Vec<String>,
}

impl Facts {
    /// The battle, once its map and its scenarios have been read; what others read is kept as it is.
    pub fn into_battle(
        self,
        id: &str,
        map: Map,
        scenarios: Vec<Scenario>,
        folder: &Folder<'_>,
    ) -> Option<Battle> {
        let kept = |name| folder.get(name).map(<[u8]>::to_vec);
        let Words { title, subtitle, date, summary, length, complexity, licence, sources } =
            self.words?;
        Some(Battle {
            id: id.to_owned(),
            title,
            subtitle,
            date,
            summary,
            length,
            complexity,
            map,
            options: self.options,
            scenarios,
            rules: kept(super::RULES),
            lesson: kept(super::LESSON),
            puzzles: kept(super::PUZZLES),
            sources,
            licence,
        })
    }
}

/// Reads the file; `None` if too little was understood to read the set-ups by.
pub(super) fn read(whole: &Spot<'_>, folder: &Folder<'_>) -> Option<Facts> {
    let mut top = whole.fields()?;
    let system = top.need_word("system", System::ALL, System::word);
    let words = words(&mut top);
    let options = top.find("options").map(|spot| options(&spot)).unwrap_or_default();
    let (scenario_ids, scenarios) =
        top.need("scenarios").map(|spot| scenarios(&spot, folder)).unwrap_or_default();
    top.finish();
    Some(Facts { system: system?, scenario_ids, scenarios, options, words })
}

fn words(top: &mut Fields<'_>) -> Option<Words> {
    let title = top.need("title").and_then(|spot| spot.name());
    let subtitle = top.need("subtitle").and_then(|spot| spot.name());
    let date = top.need("date").and_then(|spot| spot.name());
    let summary = top.need("summary").and_then(|spot| spot.paragraph());
    let length = top.need("length").and_then(|spot| spot.name());
    let complexity = top.need("complexity").and_then(|spot| spot.small_number(1..=5));
    let licence = top.need("licence").and_then(|spot| spot.paragraph());
    let sources = top
        .need("sources")
        .and_then(|spot| spot.items())
        .map(|items| items.iter().filter_map(|item| item.paragraph()).take(MOST).collect());
    Some(Words {
        title: title?,
        subtitle: subtitle?,
        date: date?,
        summary: summary?,
        length: length?,
        complexity: complexity?,
        licence: licence?,
        sources: sources?,
    })
}

/// The items of a list that has a bound.
fn bounded_items<'a>(spot: &Spot<'a>) -> Vec<Spot<'a>> {
    let mut items = spot.items().unwrap_or_default();
    if items.len() > MOST {
        spot.fault(format!("found {} items; expected at most {MOST}", items.len()));
        items.truncate(MOST);
    }
    items
}

fn options(spot: &Spot<'_>) -> Vec<RuleOption> {
    let mut options: Vec<RuleOption> = Vec::new();
    for (item, n) in bounded_items(spot).iter().zip(1..) {
        let item = match item.peek("number") {
            Some(number) => item.named(format!("option {number}")),
            None => item.named(format!("option number {n} in the list")),
        };
        let Some(option) = option(&item) else { continue };
        if options.iter().any(|other| other.number == option.number) {
            item.fault("found a second option with this number; expected each once");
        } else {
            options.push(option);
        }
    }
    options
}

fn option(spot: &Spot<'_>) -> Option<RuleOption> {
    let mut fields = spot.fields()?;
    let number = fields.need("number").and_then(|spot| spot.name());
    let title = fields.need("title").and_then(|spot| spot.name());
    let meaning = fields.need("meaning").and_then(|spot| spot.paragraph());
    let values = match fields.find("values") {
        Some(spot) => values(&spot),
        None => Some(Vec::new()),
    };
    let default = match values.as_deref() {
        Some([]) => {
            fields.refuse("default", "with values");
            Some(None)
        }
        Some(values) => fields.need("default").and_then(|spot| default(&spot, values)).map(Some),
        None => fields.find("default").map(|_| None),
    };
    fields.finish();
    Some(RuleOption {
        number: number?,
        title: title?,
        meaning: meaning?,
        values: values?,
        default: default?,
    })
}

fn values(spot: &Spot<'_>) -> Option<Vec<OptionValue>> {
    let mut values: Vec<OptionValue> = Vec::new();
    for item in &bounded_items(spot) {
        let mut fields = item.fields()?;
        let words = match fields.find("from") {
            Some(first) => numbers(&first, &mut fields),
            None => fields.need("word").and_then(|spot| spot.plain_word()).map(|word| vec![word]),
        };
        let meaning = fields.need("meaning").and_then(|spot| spot.paragraph());
        fields.finish();
        let (words, meaning) = (words?, meaning?);
        for word in words {
            if values.iter().any(|other| other.word == word) {
                item.fault(format!("found the value {} twice", quoted(&word)));
            }
            values.push(OptionValue { word, meaning: meaning.clone() });
        }
    }
    if !(2..=MOST).contains(&values.len()) {
        return spot.expected(format!("2 to {MOST} values, not {}", values.len()));
    }
    Some(values)
}

/// Whole numbers `from` one `to` another, each a value of its own.
fn numbers(first: &Spot<'_>, fields: &mut Fields<'_>) -> Option<Vec<String>> {
    let limits = 0..=HIGHEST_VALUE;
    let first = first.number(limits.clone());
    let last = fields.need("to")?;
    let (first, limit) = (first?, last.number(limits)?);
    if limit <= first || usize::from(limit - first) >= MOST {
        return last.expected(format!("a number above {first}, {MOST} values at most"));
    }
    Some((first..=limit).map(|number| number.to_string()).collect())
}

fn default(spot: &Spot<'_>, values: &[OptionValue]) -> Option<String> {
    let word = spot.name()?;
    if values.iter().any(|value| value.word == word) {
        Some(word)
    } else {
        spot.expected(one_of(values.iter().map(|value| value.word.as_str())))
    }
}

fn scenarios(spot: &Spot<'_>, folder: &Folder<'_>) -> (Vec<String>, Vec<Scenario>) {
    let (mut ids, mut scenarios) = (Vec::new(), Vec::new());
    let items = bounded_items(spot);
    if items.is_empty() {
        spot.fault("found no scenario; expected at least one");
    }
    for (item, n) in items.iter().zip(1..) {
        let id = item.peek("id");
        let item = match id {
            Some(id) => item.named(format!("scenario {id}")),
            None => item.named(format!("scenario number {n}")),
        };
        if let Some(id) = id.map(str::to_owned) {
            if ids.contains(&id) {
                item.fault("found a second scenario with this id; expected each once");
                continue;
            }
            if super::is_plain_word(&id) && folder.get(&setup_file(&id)).is_none() {
                item.fault(format!("it has no set-up; expected the file {}", setup_file(&id)));
            }
            ids.push(id);
        }
        scenarios.extend(scenario(&item));
    }
    (ids, scenarios)
}

fn scenario(spot: &Spot<'_>) -> Option<Scenario> {
    let mut fields = spot.fields()?;
    let id = fields.need("id").and_then(|spot| spot.plain_word());
    let title = fields.need("title").and_then(|spot| spot.name());
    let turns = fields.need("turns").and_then(|spot| spot.small_number(1..=LONGEST));
    let first = fields.need_word("first", &Side::BOTH, Side::word);
    let length = turns.unwrap_or(LONGEST);
    let mut some_turns = |key| match fields.find(key) {
        Some(spot) => spot.turns(length),
        None => Some(Vec::new()),
    };
    let night = some_turns("night");
    let fog = some_turns("fog");
    let stacking = fields.need("stacking").and_then(|spot| spot.small_number(1..=DEEPEST));
    let columns = fields.find("columns").map(|spot| spot.small_number(1..=MOST_COLUMNS));
    let movement = fields.find("movement").map(|spot| spot.small_number(1..=MOST_MOVEMENT));
    let clock = match fields.find("clock") {
        Some(spot) => clock(&spot, length),
        None => Some(Vec::new()),
    };
    let balance = fields.find("balance").map(|spot| balance(&spot));
    fields.finish();
    Some(Scenario {
        id: id?,
        title: title?,
        turns: turns?,
        first: first?,
        night: night?,
        fog: fog?,
        stacking: stacking?,
        columns: columns.map_or(Some(None), |read| read.map(Some))?,
        movement: movement.map_or(Some(None), |read| read.map(Some))?,
        clock: clock?,
        balance: balance.map_or(Some(None), |read| read.map(Some))?,
        groups: Vec::new(),
        units: Vec::new(),
        leaders: Vec::new(),
    })
}

/// What studies say: who played, how many games, who won how many, and what would have made them even.
fn balance(spot: &Spot<'_>) -> Option<Balance> {
    let mut fields = spot.fields()?;
    let players = fields.need("players").and_then(|spot| spot.name());
    let games = fields.need("games").and_then(|spot| spot.number(1..=MOST_STUDIED));
    let most = games.unwrap_or(MOST_STUDIED);
    let union = fields.need("union").and_then(|spot| spot.number(0..=most));
    let confederate = fields.need("confederate").and_then(|spot| spot.number(0..=most));
    let even = fields.find("even").map(|spot| even(&spot));
    fields.finish();
    let balance = Balance {
        players: players?,
        games: games?,
        union: union?,
        confederate: confederate?,
        even: even.map_or(Some(None), |read| read.map(Some))?,
    };
    let won = u32::from(balance.union) + u32::from(balance.confederate);
    if won > u32::from(balance.games) {
        return spot.expected(format!("at most {} games won, not {won}", balance.games));
    }
    Some(balance)
}

fn even(spot: &Spot<'_>) -> Option<(Side, u16)> {
    let mut fields = spot.fields()?;
    let side = fields.need_word("side", &Side::BOTH, Side::word);
    let points = fields.need("points").and_then(|spot| spot.number(1..=MOST_EVEN));
    fields.finish();
    Some((side?, points?))
}

fn clock(spot: &Spot<'_>, turns: u8) -> Option<Vec<String>> {
    let items = spot.items()?;
    if items.len() != usize::from(turns) {
        return spot.expected(format!("{turns} times, one a game-turn, not {}", items.len()));
    }
    items.iter().map(|item| item.name()).collect()
}
