//! `longroll serve`, which is also what the program does without a command: a table in the browser.

use std::io::{Write, stderr, stdout};
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use clap::{Args, ValueEnum};
use server::catalogue::Source;
use server::club::Filter;
use server::club::filter::{self, FilterFault};
use server::limits::Limits;
use server::serve::{Config, Server, THINKING};
use tracing_subscriber::EnvFilter;

use crate::database::Database;
use crate::library::Library;
use crate::notices::Notices;
use crate::signal;
use crate::trouble::Trouble;

/// How long work that serves nobody any more may take at the end.
const REST: Duration = Duration::from_secs(1);

/// Serves the table on which games are played.
#[derive(Args)]
pub struct Serve {
    /// Port to listen at; if it is taken, the next free one (with --public-url no other).
    #[arg(long, default_value_t = 1862)]
    port: u16,
    /// Address to listen at; 0.0.0.0 lets others in.
    #[arg(long, value_name = "ADDRESS", default_value_t = Ipv4Addr::LOCALHOST.into())]
    bind: IpAddr,
    /// Folder for the games; without it the platform's folder for data.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    #[command(flatten)]
    database: Database,
    /// Do not open a browser.
    #[arg(long)]
    no_open: bool,
    /// Address under which others reach this server, behind a proxy on this machine.
    #[arg(long, value_name = "URL", value_parser = public_url)]
    public_url: Option<String>,
    /// Address of a proxy on another machine that says who asks; can be given several times.
    #[arg(long = "proxy", value_name = "ADDRESS", requires = "public_url")]
    proxies: Vec<IpAddr>,
    /// Another name under which this server is reached; can be given several times.
    #[arg(long = "name", value_name = "NAME")]
    names: Vec<String>,
    /// Read the page from this folder instead of the program itself.
    #[arg(long, value_name = "DIR")]
    web: Option<PathBuf>,
    /// Let people offer games publicly, take them, and be rated, under names of their choice.
    #[arg(long)]
    open_tables: bool,
    /// Words that nobody may say at open tables, or be called there, one a line.
    #[arg(long, value_name = "FILE", requires = "open_tables")]
    filter: Option<PathBuf>,
    /// How long a General may think about a player-turn; the other levels know when they are done.
    #[arg(long, value_name = "SECONDS", default_value_t = THINKING.as_secs(),
        value_parser = clap::value_parser!(u64).range(1..=600))]
    thinking: u64,
    #[command(flatten)]
    notices: Notices,
    /// How the log is written to standard error; LONGROLL_LOG says how much of it.
    #[arg(long, value_enum, default_value_t = Log::Text)]
    log: Log,
}

/// How the log is written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Log {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

impl Default for Serve {
    fn default() -> Serve {
        Serve {
            port: 1862,
            bind: Ipv4Addr::LOCALHOST.into(),
            data: None,
            database: Database::default(),
            no_open: false,
            public_url: None,
            proxies: Vec::new(),
            names: Vec::new(),
            web: None,
            open_tables: false,
            filter: None,
            thinking: THINKING.as_secs(),
            notices: Notices::default(),
            log: Log::Text,
        }
    }
}

impl Serve {
    /// Serves until it is told to stop.
    pub fn run(&self, library: &Library) -> Result<(), Trouble> {
        self.start_log();
        let database = self.database.address()?;
        let data = match &self.data {
            Some(data) => data.clone(),
            // Nothing is kept in a folder then.
            None if database.is_some() => PathBuf::new(),
            None => data_folder()?,
        };
        if let Some(web) = &self.web
            && !web.join("index.html").is_file()
        {
            return Err(Trouble::Usage(format!("{}: no index.html here", web.display())));
        }
        let proxies = self.proxies.iter().map(IpAddr::to_canonical).collect();
        let config = Config {
            limits: Limits { proxies, ..Limits::default() },
            bind: self.bind,
            port: self.port,
            database,
            web: self.web.clone(),
            public_url: self.public_url.clone(),
            names: self.names.clone(),
            // A proxy knows one port: another would be a server that nobody reaches.
            or_next: self.public_url.is_none(),
            prepare: true,
            open_tables: self.open_tables.then(|| self.read_filter()).transpose()?,
            thinking: Duration::from_secs(self.thinking),
            notices: self.notices.settings(self.public_url.as_deref())?,
            ..Config::local(data)
        };
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
        let runtime = runtime.map_err(|error| Trouble::Request(format!("no threads: {error}")))?;
        let served = runtime.block_on(self.serve(config, sources(library)));
        // A drawing that is still being made is not waited for.
        runtime.shutdown_timeout(REST);
        served
    }

    /// What nobody may say at open tables.
    fn read_filter(&self) -> Result<Filter, Trouble> {
        let Some(file) = &self.filter else { return Ok(Filter::default()) };
        let wrong = |why: &dyn std::fmt::Display| format!("{}: {why}", file.display());
        let long =
            std::fs::metadata(file).is_ok_and(|found| found.len() > filter::MOST_BYTES as u64);
        if long {
            return Err(Trouble::Request(wrong(&FilterFault::TooLong)));
        }
        let text = std::fs::read_to_string(file);
        let text = text.map_err(|error| Trouble::Request(wrong(&error)))?;
        Filter::read(&text).map_err(|faults| {
            let lines: Vec<String> = faults.iter().map(|fault| wrong(fault)).collect();
            Trouble::Request(lines.join("\n"))
        })
    }

    async fn serve(&self, config: Config, battles: Vec<Source>) -> Result<(), Trouble> {
        let kept = match &config.database {
            Some(address) => address.to_string(),
            None => config.data.display().to_string(),
        };
        // Whoever reaches the server may stop it: it listens before it is reached.
        let stop = signal::told_to_stop();
        let server = Server::start(config, battles);
        let server = server.await.map_err(|error| Trouble::Request(error.to_string()))?;
        let local = local_url(server.address());
        let shown = self.public_url.clone().unwrap_or_else(|| local.clone());
        // Whoever started the server may have stopped listening to it; players have not.
        let _ =
            write!(stdout(), "Long Roll is at {shown}\nGames are kept in {kept}; Ctrl-C ends.\n");
        let _ = stdout().flush();
        if !self.no_open {
            open_browser(&local);
        }
        stop.await;
        tokio::select! {
            () = server.stop() => {}
            // Whatever was acknowledged is on the disk: nothing is lost by not waiting.
            () = signal::told_again() => {
                let _ = writeln!(stderr(), "Ended at once; open requests were not waited for.");
            }
        }
        Ok(())
    }

    fn start_log(&self) {
        let filter = EnvFilter::try_from_env("LONGROLL_LOG").unwrap_or_else(|_| {
            EnvFilter::new(if self.log == Log::Json { "info" } else { "warn" })
        });
        let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
        match self.log {
            Log::Text => log.with_ansi(false).init(),
            Log::Json => log.json().init(),
        }
    }
}

/// An address that can stand before the links of seats.
fn public_url(text: &str) -> Result<String, String> {
    let plain = text.trim_end_matches('/');
    let host = plain.strip_prefix("https://").or_else(|| plain.strip_prefix("http://"));
    match host {
        Some(host) if !host.is_empty() && !host.contains(['/', '?', '#', ' ']) => Ok(plain.into()),
        _ => Err("expected an address as https://table.example.org".into()),
    }
}

/// The battles of a library, for the server to read when they are wanted.
pub fn sources(library: &Library) -> Vec<Source> {
    let source = |entry: &crate::library::Entry| {
        let own = entry.clone();
        let load = move || own.load().map_err(|trouble| trouble.to_string());
        Source::new(entry.id.clone(), Box::new(load))
    };
    library.entries().iter().map(source).collect()
}

/// The address a browser on this machine goes to.
fn local_url(address: std::net::SocketAddr) -> String {
    let port = address.port();
    match address.ip() {
        ip if ip.is_loopback() || ip.is_unspecified() => format!("http://localhost:{port}"),
        IpAddr::V6(ip) => format!("http://[{ip}]:{port}"),
        IpAddr::V4(ip) => format!("http://{ip}:{port}"),
    }
}

/// The platform's folder for data of this program.
fn data_folder() -> Result<PathBuf, Trouble> {
    let folder = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let absolute = |path: &PathBuf| path.is_absolute();
    let home = || folder("HOME").filter(absolute);
    let base = if cfg!(windows) {
        folder("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Application Support"))
    } else {
        let said = folder("XDG_DATA_HOME").filter(absolute);
        said.or_else(|| home().map(|home| home.join(".local/share")))
    };
    base.map(|base| base.join("longroll")).ok_or_else(|| {
        Trouble::Usage("there is no folder for data on this system; name one with --data".into())
    })
}

/// Opens the browser where there is one; where there is none, the printed address must do.
fn open_browser(url: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else if has_screen() {
        ("xdg-open", &[])
    } else {
        return;
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(url);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut child) = command.spawn() {
        // It is waited for so that it leaves no zombie behind.
        std::thread::spawn(move || child.wait());
    }
}

fn has_screen() -> bool {
    ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some())
        || Path::new("/mnt/c/Windows").is_dir()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_address_is_a_scheme_and_a_host() {
        assert_eq!(public_url("https://a.example/").as_deref(), Ok("https://a.example"));
        assert_eq!(public_url("http://[::1]:80").as_deref(), Ok("http://[::1]:80"));
        for bad in ["a.example", "https://", "https://a.example/table", "ftp://a.example"] {
            assert!(public_url(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn every_fault_of_a_file_of_words_is_told_with_its_line() {
        let file = std::env::temp_dir().join(format!("longroll-words-{}.txt", std::process::id()));
        let serve = Serve { open_tables: true, filter: Some(file.clone()), ..Serve::default() };
        assert!(serve.read_filter().is_err(), "there is none");
        std::fs::write(&file, "two words\nfine\n*\n").unwrap();
        let told = serve.read_filter().unwrap_err().to_string();
        assert!(told.contains("line 1: ") && told.contains("line 3: "), "{told}");
        std::fs::write(&file, "fine\n").unwrap();
        assert!(serve.read_filter().unwrap().blocks_talk("Fine."));
        std::fs::remove_file(&file).unwrap();
        assert_eq!(Serve::default().read_filter().unwrap(), Filter::default());
    }

    #[test]
    fn a_browser_is_sent_where_it_can_go() {
        let url = |address: &str| local_url(address.parse().unwrap());
        assert_eq!(url("0.0.0.0:1862"), "http://localhost:1862");
        assert_eq!(url("[::1]:1862"), "http://localhost:1862");
        assert_eq!(url("192.0.2.7:80"), "http://192.0.2.7:80");
        assert_eq!(url("[2001:db8::7]:80"), "http://[2001:db8::7]:80");
    }
}
