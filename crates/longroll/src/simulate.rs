//! `longroll simulate` and `longroll lab`: studies of many games.

use std::io::{IsTerminal, Write, stderr, stdout};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use atlas::BySide;
use clap::{Args, Subcommand};
use lab::{Contender, Journal, LabError, Ran, Request, Shard, Study, counted};
use rules::dice::Seed;

use crate::levels::contender;
use crate::library::Library;
use crate::progress::{INTERRUPTED, progress_bar, stop_on_signal};
use crate::trouble::Trouble;

/// The longest silence in a log.
const LOGGED: Duration = Duration::from_secs(60);

/// Lets computer players fight a battle many times, and reports what comes of it.
#[derive(Args)]
pub struct Simulate {
    /// The battle by its id: `longroll battles` lists them.
    id: String,
    /// How many games of each set of options.
    #[arg(long, default_value_t = 100)]
    games: u32,
    /// The scenario; without it the battle's first.
    #[arg(long)]
    scenario: Option<String>,
    /// Who plays the Union: recruit, captain, colonel, general or random.
    #[arg(long, value_name = "LEVEL", default_value = "captain", value_parser = contender)]
    union: Contender,
    /// Who plays the Confederacy.
    #[arg(long, value_name = "LEVEL", default_value = "captain", value_parser = contender)]
    confederate: Contender,
    /// An optional rule by its printed number, in every set; may be given more than once.
    #[arg(long = "option", value_name = "NUMBER")]
    options: Vec<String>,
    /// A set of options to compare, as in "20.1,20.3", or "" for none; may be given more than once.
    #[arg(long = "sweep", value_name = "NUMBERS")]
    sweeps: Vec<String>,
    /// The most positions that a player judges for one decision; without it as many as his level likes.
    #[arg(long)]
    nodes: Option<u64>,
    /// The seed of the study: a whole number, or 64 hexadecimal digits.
    #[arg(long, default_value = "1")]
    seed: String,
    /// How many games are played at once; without it one a core.
    #[arg(long)]
    jobs: Option<NonZeroUsize>,
    /// The folder for journal, tables and report.
    #[arg(long, value_name = "DIR", default_value = "study")]
    out: PathBuf,
    /// Go on with the study in the folder; more games may be asked for than it had.
    #[arg(long)]
    resume: bool,
    /// Play one part of several only, as in 2/5; `longroll lab merge` puts them together.
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    shard: Shard,
}

/// What can be done with studies.
#[derive(Subcommand)]
pub enum Command {
    /// Put the parts of a study together, with tables and a report of the whole.
    Merge {
        /// The folders of the parts.
        #[arg(required = true, value_name = "PART")]
        parts: Vec<PathBuf>,
        /// The folder for the whole.
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
        /// Merge also if games are missing.
        #[arg(long)]
        incomplete: bool,
    },
    /// Write the tables and the report of a study anew from its journal.
    Report {
        /// The folder of the study.
        study: PathBuf,
        /// Where to write them; without it into the study's folder.
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// Play one game of a study again and write its record to standard output.
    Record {
        /// The folder of the study.
        study: PathBuf,
        /// The game, from 1.
        #[arg(long)]
        game: u32,
        /// The set of options, from 1.
        #[arg(long, default_value_t = 1)]
        set: u32,
    },
}

impl From<LabError> for Trouble {
    fn from(error: LabError) -> Trouble {
        match error {
            LabError::File { path, error } => Trouble::File { path, error },
            other => Trouble::Request(other.to_string()),
        }
    }
}

impl Simulate {
    /// Plays, keeps every game, and reports.
    pub fn run(&self, library: &Library) -> Result<ExitCode, Trouble> {
        Seed::parse(&self.seed).map_err(|error| Trouble::Usage(error.to_string()))?;
        let request = Request {
            scenario: self.scenario.clone(),
            seats: BySide { union: self.union, confederate: self.confederate },
            nodes: self.nodes,
            seed: self.seed.clone(),
            games: self.games,
            sets: self.sets()?,
        };
        let study = Study::new(library.load(&self.id)?, &request)?;
        let mut journal = self.journal(&study)?;
        let stop = stop_on_signal("stopping; what is done is kept");
        let ran = self.play(&study, &mut journal, &stop)?;
        tell(&study, &journal, &self.out)?;
        let mut out = stdout().lock();
        writeln!(out, "{}", pace(&ran))?;
        if ran.is_complete() {
            return Ok(ExitCode::SUCCESS);
        }
        writeln!(
            out,
            "interrupted: {} of {} kept; the same command with --resume goes on",
            ran.done,
            counted(ran.planned, "game"),
        )?;
        Ok(ExitCode::from(INTERRUPTED))
    }

    /// The sets of options: those of the sweep, each with the options that all have.
    fn sets(&self) -> Result<Vec<Vec<String>>, Trouble> {
        let set = |words: &String| -> Result<Vec<String>, Trouble> {
            let mut all = self.options.clone();
            for number in numbers(words)? {
                if !all.contains(&number) {
                    all.push(number);
                }
            }
            Ok(all)
        };
        if self.sweeps.is_empty() {
            Ok(vec![self.options.clone()])
        } else {
            self.sweeps.iter().map(set).collect()
        }
    }

    /// A new journal, or the one to go on with.
    fn journal(&self, study: &Study) -> Result<Journal, Trouble> {
        if !self.resume {
            return Ok(Journal::begin(&self.out, &study.plan, self.shard)?);
        }
        let journal = Journal::go_on(&self.out)?;
        let differs = |what| LabError::Differs { path: journal.path().to_owned(), what };
        if let Some(what) = journal.plan().difference(&study.plan) {
            return Err(differs(what).into());
        }
        if journal.shard() != self.shard {
            return Err(differs("another part").into());
        }
        let before = journal.plan().games;
        match before.cmp(&self.games) {
            std::cmp::Ordering::Equal => Ok(journal),
            std::cmp::Ordering::Less => Ok(journal.extend(self.games)?),
            std::cmp::Ordering::Greater => Err(Trouble::Request(format!(
                "{}: the study has {}; expected at least as many, not {}",
                journal.path().display(),
                counted(before as usize, "game"),
                self.games
            ))),
        }
    }

    fn play(
        &self,
        study: &Study,
        journal: &mut Journal,
        stop: &AtomicBool,
    ) -> Result<Ran, Trouble> {
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let jobs = self.jobs.map_or(cores, NonZeroUsize::get);
        let own = self.shard.games(study.plan.games);
        let bar = progress_bar((own * study.plan.sets.len()) as u64, journal.len() as u64, "games");
        let mut log = Log::new(own * study.plan.sets.len(), journal.len());
        let ran = lab::run(study, journal, jobs, stop, &mut |_| {
            bar.inc(1);
            log.one_more();
        })?;
        bar.finish_and_clear();
        Ok(ran)
    }
}

/// Lines in place of the bar where standard error is no terminal: one for each tenth of the games, and one a
/// minute if that comes first.
struct Log {
    planned: usize,
    done: usize,
    last: Instant,
    silent: bool,
}

impl Log {
    fn new(planned: usize, done: usize) -> Log {
        Log { planned, done, last: Instant::now(), silent: stderr().is_terminal() }
    }

    fn one_more(&mut self) {
        let tenth = |done: usize| 10 * done / self.planned.max(1);
        let before = tenth(self.done);
        self.done += 1;
        if tenth(self.done) > before || self.last.elapsed() >= LOGGED {
            self.last = Instant::now();
            if !self.silent {
                eprintln!("longroll: {} of {}", self.done, counted(self.planned, "game"));
            }
        }
    }
}

/// The options of one set: none if there is nothing, else one between any two commas.
fn numbers(words: &str) -> Result<Vec<String>, Trouble> {
    if words.trim().is_empty() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for item in words.split(',') {
        if item.trim().is_empty() {
            return Err(Trouble::Usage(format!(
                "--sweep {words:?}: an option is missing beside a comma; expected a set as in \"20.1,20.3\""
            )));
        }
        found.extend(item.split_whitespace().map(str::to_owned));
    }
    Ok(found)
}

/// How fast it went.
fn pace(ran: &Ran) -> String {
    let clock = if ran.by_processor { "" } else { " on the wall clock" };
    match ran.played {
        0 => "nothing was left to play".to_owned(),
        played => {
            let games = counted(played, "game");
            format!("{games} played now, {:.2} games per core-second{clock}", ran.rate())
        }
    }
}

impl Command {
    /// Does it.
    pub fn run(&self, library: &Library) -> Result<(), Trouble> {
        match self {
            Command::Merge { parts, out, incomplete } => merge(library, parts, out, *incomplete),
            Command::Report { study, out } => {
                let journal = Journal::open(study)?;
                let study_of = study_of(library, &journal)?;
                tell(&study_of, &journal, out.as_deref().unwrap_or(study))
            }
            Command::Record { study, game, set } => record(library, study, *set, *game),
        }
    }
}

/// The study of a journal; what has changed since it was played is said on standard error.
fn study_of(library: &Library, journal: &Journal) -> Result<Study, Trouble> {
    let plan = journal.plan();
    let study = Study::of_plan(library.load(&plan.battle)?, plan)?;
    for change in &study.changes {
        eprintln!("longroll: {}: {change}", journal.path().display());
    }
    Ok(study)
}

fn tell(study: &Study, journal: &Journal, folder: &Path) -> Result<(), Trouble> {
    let published = lab::publish(study, journal, folder)?;
    let mut out = stdout().lock();
    for line in &published.lines {
        writeln!(out, "{line}")?;
    }
    if let Some(file) = published.files.last() {
        writeln!(out, "the report: {}", file.display())?;
    }
    Ok(())
}

fn merge(
    library: &Library,
    parts: &[PathBuf],
    into: &Path,
    incomplete: bool,
) -> Result<(), Trouble> {
    let Some(first) = parts.first() else {
        return Err(Trouble::Usage("no part to merge".to_owned()));
    };
    let study = study_of(library, &Journal::open(first)?)?;
    let merged = lab::merge(&study, parts, into, incomplete)?;
    let (found, planned) = (merged.journal.len(), merged.planned);
    let (games, parts) = (counted(planned, "game"), counted(parts.len(), "part"));
    writeln!(stdout(), "{found} of {games} from {parts}")?;
    tell(&study, &merged.journal, into)
}

fn record(library: &Library, folder: &Path, set: u32, game: u32) -> Result<(), Trouble> {
    let journal = Journal::open(folder)?;
    let study = study_of(library, &journal)?;
    let plan = &study.plan;
    if game == 0 || game > plan.games || set == 0 || set as usize > plan.sets.len() {
        return Err(Trouble::Request(format!(
            "game {game} of set {set}; the study has {} in {}",
            counted(plan.games as usize, "game"),
            counted(plan.sets.len(), "set"),
        )));
    }
    let mut out = stdout().lock();
    let told = journal.row(set - 1, game)?;
    for line in lab::record(&study, told.as_ref(), set - 1, game)? {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
