//! The program: arguments, files and terminals around the crates that do the work.
//!
//! Exit codes: 0 done; 1 something that was asked for or read is wanting, with every fault on standard
//! error; 2 the command line itself was wrong.

mod advise;
mod battles;
mod board;
mod database;
mod keeping;
mod levels;
mod library;
mod maps;
mod matches;
mod notices;
mod pairs;
mod perft;
mod phase_clock;
mod play;
mod position;
mod print;
mod progress;
mod replay;
mod serve;
mod signal;
mod simulate;
mod story;
mod thought;
mod trouble;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use library::Library;

/// The great hex-and-counter games of the American Civil War, played.
#[derive(Parser)]
#[command(name = "longroll", version, max_term_width = 100)]
struct Arguments {
    /// A folder of further battles; may be given more than once. The folders in LONGROLL_BATTLES,
    /// separated as in PATH, are looked at before these.
    #[arg(long = "battles", value_name = "DIR", global = true)]
    battles: Vec<PathBuf>,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the table in the browser; what is done without a command.
    Serve(serve::Serve),
    /// List the battles, or show one.
    Battles {
        #[command(subcommand)]
        command: Option<battles::Command>,
    },
    /// Check, export and draw maps.
    Map {
        #[command(subcommand)]
        command: maps::Command,
    },
    /// Read, judge and change positions as JSON.
    Position {
        #[command(subcommand)]
        command: position::Command,
    },
    /// Check a file or database of games whole: every chain, every seed, every replay.
    Check(keeping::Check),
    /// Copy a file of games as it stands, also while a server plays from it.
    Backup(keeping::Backup),
    /// Carry all games from a file to a PostgreSQL database, or back.
    MoveData(keeping::MoveData),
    /// Play a game of two at this terminal.
    Play(play::Play),
    /// Replay a recorded game.
    Replay(replay::ReplayFile),
    /// Count the positions that so many actions can lead to, with fixed dice.
    Perft(perft::Perft),
    /// Print a battle as a kit to be played on paper.
    Print(print::Print),
    /// Tell a finished game as a page or an animated picture to share.
    Story(story::Tell),
    /// Play a match of two computer players in duplicate pairs.
    Match(matches::Match),
    /// Let computer players fight a battle many times, and report what comes of it.
    Simulate(simulate::Simulate),
    /// Work on studies: put parts together, report anew, write one of their games down.
    Lab {
        #[command(subcommand)]
        command: simulate::Command,
    },
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let listed = std::env::var_os("LONGROLL_BATTLES").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&listed).chain(arguments.battles).collect();
    let library = match Library::open(&folders) {
        Ok(library) => library,
        Err(trouble) => return trouble.report(),
    };
    let done = match arguments.command {
        None => serve::Serve::default().run(&library).map(|()| ExitCode::SUCCESS),
        Some(Command::Serve(serve)) => serve.run(&library).map(|()| ExitCode::SUCCESS),
        Some(Command::Battles { command: None }) => {
            battles::list(&library).map(|()| ExitCode::SUCCESS)
        }
        Some(Command::Battles { command: Some(command) }) => {
            command.run(&library).map(|()| ExitCode::SUCCESS)
        }
        Some(Command::Map { command }) => command.run(&library).map(|()| ExitCode::SUCCESS),
        Some(Command::Position { command }) => command.run(&library),
        Some(Command::Check(check)) => check.run(&library),
        Some(Command::Backup(backup)) => backup.run().map(|()| ExitCode::SUCCESS),
        Some(Command::MoveData(moving)) => moving.run().map(|()| ExitCode::SUCCESS),
        Some(Command::Play(play)) => play.run(&library).map(|()| ExitCode::SUCCESS),
        Some(Command::Replay(replay)) => replay.run(&library).map(|()| ExitCode::SUCCESS),
        Some(Command::Perft(perft)) => perft.run(&library).map(|()| ExitCode::SUCCESS),
        Some(Command::Print(print)) => print.run(&library).map(|()| ExitCode::SUCCESS),
        Some(Command::Story(tell)) => tell.run(&library).map(|()| ExitCode::SUCCESS),
        Some(Command::Match(game)) => game.run(&library),
        Some(Command::Simulate(simulate)) => simulate.run(&library),
        Some(Command::Lab { command }) => command.run(&library).map(|()| ExitCode::SUCCESS),
    };
    done.unwrap_or_else(|trouble| trouble.report())
}
