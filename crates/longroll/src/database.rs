//! Which PostgreSQL database a command means. No password need stand in the arguments of a program, which everybody on
//! the machine can read.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use server::folder::DATABASE;
use server::store::{Address, Place, has_password};

use crate::trouble::Trouble;

/// No address is longer.
const LONGEST: u64 = 4096;

/// A PostgreSQL database that holds the games instead of a file.
#[derive(Args, Default)]
pub struct Database {
    /// PostgreSQL database for the games instead of a file, as postgres://user@host/database; several servers may share
    /// it. The password comes from PGPASSWORD, PGPASSFILE or --database-file.
    #[arg(long, value_name = "URL", conflicts_with_all = ["data", "database_file"])]
    database: Option<String>,
    /// File that holds the address of the database with its password; only its owner may be able to read it.
    #[arg(long, value_name = "FILE", conflicts_with = "data")]
    database_file: Option<PathBuf>,
    /// How many connections to the database this server makes at most.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=1000))]
    database_connections: Option<u32>,
    /// After how long another server takes over what one of them does for all (the computers of a game), when that one is
    /// not heard of.
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=600))]
    lease: Option<u64>,
}

impl Database {
    /// The address, if there is one.
    pub fn address(&self) -> Result<Option<Address>, Trouble> {
        let mut address = match (&self.database, &self.database_file) {
            (Some(text), _) => argument(text)?,
            (None, Some(file)) => in_file(file)?,
            (None, None) if self.database_connections.is_some() || self.lease.is_some() => {
                let words =
                    "--database-connections and --lease go with --database or --database-file";
                return Err(Trouble::Usage(words.into()));
            }
            (None, None) => return Ok(None),
        };
        if let Some(connections) = self.database_connections {
            address.connections = connections;
        }
        if let Some(lease) = self.lease {
            address.lease = Duration::from_secs(lease);
        }
        Ok(Some(address))
    }
}

/// A place as it is named on the command line: a file of games, the data folder that has it, the address of a database, or
/// `@` and a file that holds the address.
pub fn place(text: &str) -> Result<Place, Trouble> {
    if let Some(file) = text.strip_prefix('@') {
        return Ok(Place::Postgres(in_file(Path::new(file))?));
    }
    if text.contains("://") {
        return Ok(Place::Postgres(argument(text)?));
    }
    let path = PathBuf::from(text);
    Ok(Place::File(if path.is_dir() { path.join(DATABASE) } else { path }))
}

fn argument(text: &str) -> Result<Address, Trouble> {
    if has_password(text) {
        let words = "everybody on this machine can read a password in the arguments: put it into PGPASSWORD, into the \
                     file that PGPASSFILE names, or with the whole address into a file of its own (--database-file, or \
                     @FILE)";
        return Err(Trouble::Usage(words.into()));
    }
    Address::parse(text).map_err(Trouble::Usage)
}

fn in_file(path: &Path) -> Result<Address, Trouble> {
    let trouble = |error| Trouble::file(path, error);
    let file = File::open(path).map_err(trouble)?;
    if others_read(&file).map_err(trouble)? {
        let words =
            format!("{}: others can read it; take that from them (chmod 600)", path.display());
        return Err(Trouble::Request(words));
    }
    let mut text = String::new();
    file.take(LONGEST).read_to_string(&mut text).map_err(trouble)?;
    Address::parse(text.trim())
        .map_err(|words| Trouble::Request(format!("{}: {words}", path.display())))
}

#[cfg(unix)]
fn others_read(file: &File) -> std::io::Result<bool> {
    use std::os::unix::fs::PermissionsExt;
    Ok(file.metadata()?.permissions().mode() & 0o007 != 0)
}

#[cfg(not(unix))]
fn others_read(_: &File) -> std::io::Result<bool> {
    Ok(false)
}
