//! Where games are kept: a file for one server, or a PostgreSQL database for several.

use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgSslMode};

use super::lease::STANDS;

/// How many connections a server makes to PostgreSQL, unless something else is said.
pub const CONNECTIONS: u32 = 16;

/// How long a statement may take, in milliseconds; and how long it may wait for a lock, and a transaction for its server.
const LIMITS: [(&str, &str); 3] = [
    ("statement_timeout", "10000"),
    ("lock_timeout", "5000"),
    ("idle_in_transaction_session_timeout", "10000"),
];

/// Where games are kept.
#[derive(Clone, Debug)]
pub enum Place {
    /// In a file.
    File(PathBuf),
    /// In a PostgreSQL database.
    Postgres(Address),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::File(file) => write!(f, "{}", file.display()),
            Place::Postgres(address) => write!(f, "{address}"),
        }
    }
}

/// A PostgreSQL database, and how it is reached.
#[derive(Clone)]
pub struct Address {
    options: Box<PgConnectOptions>,
    /// How many connections a server makes, beside the two for news.
    pub connections: u32,
    /// How long what one server does for all is left to it when it is not heard of.
    pub lease: Duration,
}

impl Address {
    /// Reads `postgres://user@host/database?…`. What it does not say comes from the environment (`PGHOST`, `PGUSER`,
    /// `PGPASSWORD`, …), a password also from the file that `PGPASSFILE` names. To another machine the connection is
    /// encrypted and the machine must prove its name, unless `sslmode` says otherwise.
    pub fn parse(text: &str) -> Result<Address, String> {
        let known = ["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme));
        if !known {
            return Err("expected an address as postgres://user@host/database".to_owned());
        }
        // The complaint could repeat a password.
        let options = PgConnectOptions::from_str(text)
            .map_err(|_| "the address of the database cannot be read".to_owned())?;
        let said = text.split_once('?').is_some_and(|(_, more)| {
            let mut names = more.split('&').filter_map(|each| each.split('=').next());
            names.any(|name| ["sslmode", "ssl-mode"].contains(&name))
        });
        let options = if said || std::env::var_os("PGSSLMODE").is_some() || is_here(&options) {
            options
        } else {
            options.ssl_mode(PgSslMode::VerifyFull)
        };
        let options = options.application_name("longroll").options(LIMITS);
        let options = Box::new(options);
        Ok(Address { options, connections: CONNECTIONS, lease: STANDS })
    }

    /// How it is reached.
    pub fn options(&self) -> PgConnectOptions {
        PgConnectOptions::clone(&self.options)
    }
}

/// Whether the database is on this machine.
fn is_here(options: &PgConnectOptions) -> bool {
    let host = options.get_host();
    options.get_socket().is_some()
        || host.starts_with('/')
        || host == "localhost"
        || host
            .trim_matches(['[', ']'])
            .parse::<IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

/// Whether an address has a password in it, which everybody on the machine can read in the arguments of a program.
pub fn has_password(text: &str) -> bool {
    let Some((_, rest)) = text.split_once("://") else { return false };
    let (before, more) = rest.split_once('?').unwrap_or((rest, ""));
    let host = before.split('/').next().unwrap_or_default();
    let user = host.rsplit_once('@').map(|(user, _)| user);
    user.is_some_and(|user| user.contains(':'))
        || more.split('&').any(|each| each.starts_with("password="))
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let host = match self.options.get_socket() {
            Some(socket) => socket.display().to_string(),
            None => self.options.get_host().to_owned(),
        };
        let database = self.options.get_database().unwrap_or(self.options.get_username());
        write!(f, "PostgreSQL, {database} at {host}")
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(text: &str) -> PgSslMode {
        Address::parse(text).unwrap().options.get_ssl_mode()
    }

    #[test]
    fn another_machine_must_prove_its_name_unless_something_else_is_said() {
        for far in ["postgres://a@db.example/games", "postgresql://a@192.0.2.7:6432/games?x=1"] {
            assert!(matches!(mode(far), PgSslMode::VerifyFull), "{far}");
        }
        for here in ["localhost", "127.0.0.1:5433", "%2Frun%2Fpostgresql", "[::1]"] {
            let text = format!("postgres://a@{here}/games");
            assert!(matches!(mode(&text), PgSslMode::Prefer), "{text}: {:?}", mode(&text));
        }
        let said = mode("postgres://a@db.example/games?sslmode=require");
        assert!(matches!(said, PgSslMode::Require));
    }

    #[test]
    fn no_password_is_shown_and_one_in_the_arguments_is_noticed() {
        let text = "postgres://ann:s3cret@db.example/games?sslmode=require";
        let address = Address::parse(text).unwrap();
        let shown = format!("{address} {address:?} {}", Place::Postgres(address.clone()));
        assert!(!shown.contains("s3cret") && shown.contains("games at db.example"), "{shown}");
        let wrong = Address::parse("postgres://ann:s3cret@db.example:port/games").unwrap_err();
        assert!(!wrong.contains("s3cret"), "{wrong}");
        assert!(has_password(text) && has_password("postgres://h/d?user=a&password=x"));
        for none in ["postgres://ann@h:5432/d", "postgres:///d", "postgres://[::1]:5/d", "x"] {
            assert!(!has_password(none), "{none}");
        }
        assert!(Address::parse("mysql://a@b/c").is_err());
    }
}
