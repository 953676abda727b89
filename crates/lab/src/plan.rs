//! What is simulated: the plan of a study, its parts, and the seed of every game.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use atlas::battle::Battle as Files;
use atlas::{BySide, Side};
use rules::dice::Seed;
use rules::game::Game;
use serde::{Deserialize, Serialize};
use staff::Contender;

use crate::fault::LabError;
use crate::rooms::{self, Bench};

/// The most games of one set of options.
pub const MOST_GAMES: u32 = 10_000_000;
/// The most sets of options in one study.
pub const MOST_SETS: usize = 64;

/// What somebody asks for.
#[derive(Clone, Debug)]
pub struct Request {
    /// The scenario; without one the battle's first.
    pub scenario: Option<String>,
    /// Who plays.
    pub seats: BySide<Contender>,
    /// The most positions a player judges for one decision; `None`: as many as his level likes.
    pub nodes: Option<u64>,
    /// Whence all chance comes: a whole number, or 64 hexadecimal digits.
    pub seed: String,
    /// How many games of each set of options.
    pub games: u32,
    /// The sets of options to compare, by their printed numbers.
    pub sets: Vec<Vec<String>>,
}

/// Everything that the games of a study depend on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The battle: the folder of its system and its own.
    pub battle: String,
    /// The scenario.
    pub scenario: String,
    /// Who plays.
    #[serde(with = "seat_words")]
    pub seats: BySide<Contender>,
    /// The most positions a player judges for one decision.
    pub nodes: Option<u64>,
    /// The seed of the study, as 64 digits.
    pub seed: String,
    /// The whole number that it was given as, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed_number: Option<u64>,
    /// How many games of each set.
    pub games: u32,
    /// The sets of options that are compared, each in the order of the battle's list.
    pub sets: Vec<Vec<String>>,
    /// The version of the program.
    pub program: String,
    /// The hash of the battle's ground, armies and charts, whatever the scenario and the options.
    pub fingerprint: String,
}

impl Plan {
    /// The seed of a game: the same in every set of options, so that sets are compared on like dice.
    pub fn game_seed(&self, game: u32) -> Seed {
        Seed::from_bytes(self.derive(b"dice", game))
    }

    /// The luck of a player in a game.
    pub(crate) fn player_seed(&self, game: u32, side: Side) -> u64 {
        let bytes = self.derive(side.word().as_bytes(), game);
        u64::from_le_bytes(std::array::from_fn(|index| bytes[index]))
    }

    fn derive(&self, purpose: &[u8], game: u32) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new_derive_key("long roll 2026 lab");
        hasher.update(self.seed.as_bytes());
        hasher.update(&game.to_le_bytes());
        hasher.update(purpose);
        *hasher.finalize().as_bytes()
    }

    /// The seed as somebody would write it: the number that stands for it, or its 64 digits.
    pub fn seed_words(&self) -> String {
        let stands_for_it = |number: &u64| Seed::from_number(*number).to_hex() == self.seed;
        let number = self.seed_number.filter(stands_for_it);
        number.map_or_else(|| self.seed.clone(), |number| number.to_string())
    }

    /// What a set of options is called in tables and reports.
    pub fn set_name(&self, set: usize) -> String {
        match self.sets.get(set).map(Vec::as_slice) {
            None | Some([]) => "no options".to_owned(),
            Some(numbers) => numbers.join(" + "),
        }
    }

    /// What keeps games of another plan from being games of this one; the number of games does not.
    pub fn difference(&self, other: &Plan) -> Option<&'static str> {
        self.asked_otherwise(other).or_else(|| {
            let checks = [
                (self.program == other.program, "another version of the program"),
                (self.fingerprint == other.fingerprint, "the battle's files have changed"),
            ];
            checks.into_iter().find(|(same, _)| !same).map(|(_, what)| what)
        })
    }

    /// What was asked for otherwise, whoever played it.
    fn asked_otherwise(&self, other: &Plan) -> Option<&'static str> {
        let checks = [
            (self.battle == other.battle, "another battle"),
            (self.scenario == other.scenario, "another scenario"),
            (self.seats == other.seats, "other players"),
            (self.nodes == other.nodes, "another limit of thought"),
            (self.seed == other.seed, "another seed"),
            (self.sets == other.sets, "other options"),
        ];
        checks.into_iter().find(|(same, _)| !same).map(|(_, what)| what)
    }

    /// What has changed since games of this plan were played, if the plan would be that one today.
    fn changes(&self, today: &Plan) -> Vec<String> {
        let mut changes = Vec::new();
        if self.program != today.program {
            let (then, now) = (&self.program, &today.program);
            changes.push(format!("the games were played by Long Roll {then}, and this is {now}"));
        }
        if self.fingerprint != today.fingerprint {
            changes.push("the battle's files have changed since the games were played".to_owned());
        }
        changes
    }
}

/// Which part of a study is played: one of so many.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    part: u32,
    of: u32,
}

impl Shard {
    /// All of it.
    pub const WHOLE: Shard = Shard { part: 1, of: 1 };

    /// Whether a game belongs to this part.
    pub fn has(self, game: u32) -> bool {
        game.wrapping_sub(1) % self.of == self.part - 1
    }

    /// How many of so many games belong to this part.
    pub fn games(self, of: u32) -> usize {
        (1..=of).skip((self.part - 1) as usize).step_by(self.of as usize).count()
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Shard, String> {
        text.parse()
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').and_then(|(part, of)| {
            Some((part.trim().parse::<u32>().ok()?, of.trim().parse::<u32>().ok()?))
        });
        match numbers {
            Some((part, of)) if part >= 1 && part <= of => Ok(Shard { part, of }),
            _ => Err(format!("part {text:?}; expected one of several, as in 2/5")),
        }
    }
}

/// A plan with its battles made ready, one a set of options.
#[derive(Debug)]
pub struct Study {
    /// What is simulated.
    pub plan: Plan,
    /// What has changed since the plan was made, in sentences without their stops. Of a study of which something
    /// has, games are still told as they were played; none is played as they were.
    pub changes: Vec<String>,
    /// The battle's files.
    pub files: Files,
    /// The battle as a game, with each set of options.
    pub(crate) games: Vec<Arc<Game>>,
    /// The room of its system.
    pub(crate) bench: Box<dyn Bench>,
}

impl Study {
    /// Makes a request ready.
    pub fn new(files: Files, request: &Request) -> Result<Study, LabError> {
        if request.games == 0 || request.games > MOST_GAMES {
            let games = request.games;
            return Err(LabError::Request(format!(
                "{games} games; expected a number from 1 to {MOST_GAMES}"
            )));
        }
        if request.sets.is_empty() || request.sets.len() > MOST_SETS {
            let sets = request.sets.len();
            return Err(LabError::Request(format!(
                "{sets} sets of options; expected a number from 1 to {MOST_SETS}"
            )));
        }
        let seed =
            Seed::parse(&request.seed).map_err(|error| LabError::Request(error.to_string()))?;
        let ready = |options: &Vec<String>| {
            let scenario = request.scenario.as_deref();
            Game::new(&files, scenario, options).map(Arc::new).map_err(LabError::CannotPlay)
        };
        let games: Vec<Arc<Game>> = request.sets.iter().map(ready).collect::<Result<_, _>>()?;
        check_players(&games, request.seats)?;
        let sets: Vec<Vec<String>> = games.iter().map(|one| one.key().options.to_vec()).collect();
        if let Some(twice) = (1..sets.len()).find(|&set| sets[..set].contains(&sets[set])) {
            let words = sets[twice].join(", ");
            return Err(LabError::Request(format!("the set of options [{words}] is given twice")));
        }
        let plan = Plan {
            battle: files.id.clone(),
            scenario: games[0].key().scenario.to_owned(),
            seats: request.seats,
            nodes: request.nodes,
            seed: seed.to_hex(),
            seed_number: request.seed.parse().ok().filter(|&n| Seed::from_number(n) == seed),
            games: request.games,
            sets,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            fingerprint: fingerprint(&files)?,
        };
        let bench = rooms::of(&games[0]);
        Ok(Study { plan, changes: Vec::new(), files, games, bench })
    }

    /// Makes a plan that was written down ready again, with what has changed since.
    pub fn of_plan(files: Files, plan: &Plan) -> Result<Study, LabError> {
        let request = Request {
            scenario: Some(plan.scenario.clone()),
            seats: plan.seats,
            nodes: plan.nodes,
            seed: plan.seed_words(),
            games: plan.games,
            sets: plan.sets.clone(),
        };
        let study = Study::new(files, &request)?;
        if let Some(what) = study.plan.asked_otherwise(plan) {
            return Err(LabError::Request(format!("the study cannot be made ready again: {what}")));
        }
        Ok(Study { changes: plan.changes(&study.plan), plan: plan.clone(), ..study })
    }

    /// The battle as a game, with a set of options.
    pub fn game(&self, set: u32) -> Option<&Game> {
        self.games.get(set as usize).map(Arc::as_ref)
    }

    /// How many games the plan has in all.
    pub fn planned(&self) -> usize {
        self.plan.games as usize * self.plan.sets.len()
    }
}

/// That a system has the players who are asked for.
fn check_players(games: &[Arc<Game>], seats: BySide<Contender>) -> Result<(), LabError> {
    if Side::BOTH.iter().any(|&side| seats[side] == Contender::Machine) {
        let told = "the machine of the printed rules plays in matches, not in studies";
        return Err(LabError::Request(told.to_owned()));
    }
    let asked = Side::BOTH.iter().any(|&side| seats[side] != Contender::Random);
    match games.iter().find(|game| asked && !staff::exists(game)) {
        Some(game) => Err(LabError::Request(format!(
            "{} has no computer players yet; expected `random` on both sides",
            game.key().battle
        ))),
        None => Ok(()),
    }
}

/// The hash of a battle's files: the map, the charts, and every scenario's armies as the rules read them.
pub fn fingerprint(files: &Files) -> Result<String, LabError> {
    let mut print = blake3::Hasher::new();
    print.update(files.map.to_json().as_bytes());
    print.update(files.rules.as_deref().unwrap_or_default());
    for scenario in &files.scenarios {
        let game = Game::new(files, Some(&scenario.id), &[]).map_err(LabError::CannotPlay)?;
        print.update(game.facts(files).to_string().as_bytes());
    }
    Ok(print.finalize().to_hex().to_string())
}

/// Contenders as words.
mod seat_words {
    use super::{BySide, Contender};
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(seats: &BySide<Contender>, to: S) -> Result<S::Ok, S::Error> {
        BySide { union: seats.union.word(), confederate: seats.confederate.word() }.serialize(to)
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<BySide<Contender>, D::Error> {
        let words = BySide::<String>::deserialize(from)?;
        let read = |word: &str| {
            Contender::parse(word).ok_or_else(|| D::Error::custom(format!("no player `{word}`")))
        };
        Ok(BySide { union: read(&words.union)?, confederate: read(&words.confederate)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_belongs_to_exactly_one_part() {
        let parts: Vec<Shard> = (1..=3).map(|part| Shard { part, of: 3 }).collect();
        for game in 1..=20 {
            assert_eq!(parts.iter().filter(|part| part.has(game)).count(), 1, "game {game}");
        }
        for part in &parts {
            assert_eq!(part.games(20), (1..=20).filter(|&game| part.has(game)).count(), "{part}");
        }
        assert_eq!((parts[2].games(2), parts[2].games(3)), (0, 1));
        assert!(parts[0].has(1) && parts[1].has(2) && parts[2].has(3) && parts[0].has(4));
    }

    #[test]
    fn parts_read_as_they_print() {
        let shard: Shard = "2/5".parse().unwrap();
        assert_eq!(shard.to_string(), "2/5");
        for bad in ["", "2", "0/3", "4/3", "a/b", "1/0", "-1/2"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad:?}");
        }
    }
}
