//! The server itself: the data folder, the port, the routes, and an orderly end.

use std::fmt;
use std::io::{ErrorKind, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::response::IntoResponse;
use axum::routing::get;
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};

use crate::app::App;
use crate::cache::Cache;
use crate::called::Called;
use crate::catalogue::{Catalogue, Source};
use crate::clock::Clock;
use crate::club::{Club, Filter};
use crate::connections::OpenStreams;
use crate::drawing::Drawings;
use crate::folder::{self, Folder};
use crate::limits::{self, Limits, Rates};
use crate::notices::{self, Office};
use crate::problem::Problem;
use crate::readers::Readers;
use crate::staff::{Thinkers, Times};
use crate::store::{Address, Faults, Place, Store, StoreError};
use crate::tables::{Tables, Workers};
use crate::{accept, api, expiry, headers, health, limits_layer, pages};

/// How many ports are tried after the first.
const MORE_PORTS: u16 = 50;
/// How many may knock before they are let in.
const KNOCKING: u32 = 4096;
/// How many lessons are kept as they are sent.
const MOST_LESSONS: usize = 64;
/// How many answers to puzzles are kept with their worth.
const MOST_ANSWERS: usize = 1024;
/// How long a computer may think about a player-turn, unless something else is said.
pub const THINKING: Duration = Duration::from_secs(10);

/// How a server is to be run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Address to listen at.
    pub bind: IpAddr,
    /// Port; 0 for any.
    pub port: u16,
    /// Try the next ports if it is taken.
    pub or_next: bool,
    /// Data folder.
    pub data: PathBuf,
    /// The database that holds the games instead of a file in the data folder; other servers may have it too.
    pub database: Option<Address>,
    /// Folder from which the page is read instead of the program itself.
    pub web: Option<PathBuf>,
    /// The address under which others come, through a proxy on this machine that says who asks.
    pub public_url: Option<String>,
    /// Other names under which it is reached.
    pub names: Vec<String>,
    /// Draw cards, maps and sheets before somebody asks for them.
    pub prepare: bool,
    /// How long a computer may think about a player-turn.
    pub thinking: Duration,
    /// How players are reached who are not here.
    pub notices: notices::Settings,
    /// Limits.
    pub limits: Limits,
    /// Whether it has open tables, and what nobody may say there.
    pub open_tables: Option<Filter>,
    /// Where the hour is read.
    pub clock: Clock,
    /// Where faults of the disk come from.
    pub faults: Faults,
}

impl Config {
    /// A server for this machine alone, with its data in a folder.
    pub fn local(data: PathBuf) -> Config {
        Config {
            bind: Ipv4Addr::LOCALHOST.into(),
            port: 1862,
            or_next: true,
            data,
            database: None,
            web: None,
            public_url: None,
            names: Vec::new(),
            prepare: false,
            thinking: THINKING,
            notices: notices::Settings::default(),
            limits: Limits::default(),
            open_tables: None,
            clock: Clock::System,
            faults: Faults::Real,
        }
    }
}

/// Why a server did not start.
#[derive(Debug)]
pub enum StartError {
    /// The data folder cannot be used.
    Data(PathBuf, std::io::Error),
    /// Another server uses the data folder; where, if it says so.
    InUse(PathBuf, String),
    /// The database cannot be used.
    Store(Place, StoreError),
    /// The port cannot be used.
    Port(SocketAddr, std::io::Error),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Data(path, error) => {
                write!(f, "{}: {}", path.display(), folder::plain_words(error))
            }
            StartError::InUse(path, address) => {
                let at = if address.is_empty() { String::new() } else { format!(" at {address}") };
                write!(f, "{}: another server uses this folder{at}", path.display())
            }
            StartError::Store(place, error) => write!(f, "{place}: {error}"),
            StartError::Port(address, error) => {
                let words = match error.kind() {
                    ErrorKind::AddrInUse => "another program listens there".to_owned(),
                    ErrorKind::PermissionDenied => {
                        "whoever started this may not listen there".into()
                    }
                    ErrorKind::AddrNotAvailable => "this machine has no such address".into(),
                    _ => error.to_string(),
                };
                write!(f, "{address}: {words}")
            }
        }
    }
}

impl std::error::Error for StartError {}

/// A running server.
pub struct Server {
    address: SocketAddr,
    stop: watch::Sender<bool>,
    serving: JoinHandle<()>,
    writing: JoinHandle<()>,
    store: Arc<Store>,
    thinkers: Arc<Thinkers>,
    readers: Arc<Readers>,
    tables: Arc<Tables>,
    following: JoinHandle<()>,
    _folder: Option<Folder>,
}

impl Server {
    /// Starts a server of these battles. It serves when this returns.
    pub async fn start(config: Config, battles: Vec<Source>) -> Result<Server, StartError> {
        health::start_counting();
        let (mut folder, place) = match &config.database {
            Some(address) => (None, Place::Postgres(address.clone())),
            None => {
                let folder = Folder::take(&config.data)?;
                let place = Place::File(folder.database.clone());
                (Some(folder), place)
            }
        };
        let store = Store::open_at(&place, config.faults.clone()).await;
        let store = Arc::new(store.map_err(|error| StartError::Store(place.clone(), error))?);
        let listener = listen(&config).await?;
        let asked = SocketAddr::new(config.bind, config.port);
        let address = listener.local_addr().map_err(|error| StartError::Port(asked, error))?;
        if let Some(folder) = &mut folder {
            // A message for a second server; nothing depends on it.
            let _ = writeln!(folder.lock, "http://{address}");
        }
        let catalogue = Arc::new(Catalogue::new(battles));
        let (stop, stopping) = watch::channel(false);
        let most = config.limits.games_in_memory;
        let limits = config.limits.clone().within(limits::open_files());
        if limits.connections < config.limits.connections {
            tracing::info!(limits.connections, "the system has files for so many connections");
        }
        let thinkers = Arc::new(Thinkers::start(Times {
            turn: config.thinking,
            unseen: config.limits.unseen_show,
            opening: config.limits.show_opening,
            hint: config.limits.hint_time,
            review: config.limits.unasked_review,
        }));
        let readers = Arc::new(Readers::start());
        let office = Arc::new(Office::new(
            Arc::clone(&store),
            config.clock.clone(),
            config.notices,
            config.public_url.clone(),
        ));
        let workers = Workers {
            thinkers: Arc::clone(&thinkers),
            readers: Arc::clone(&readers),
            office: Arc::clone(&office),
        };
        let files = Arc::clone(&store);
        let tables = Tables::new(files, Arc::clone(&catalogue), workers, config.clock, most);
        let tables = Arc::new(tables);
        tables.begin_time().await.map_err(|error| StartError::Store(place, error))?;
        let app = Arc::new(App {
            tables: Arc::clone(&tables),
            readers: Arc::clone(&readers),
            office: Arc::clone(&office),
            drawings: Arc::new(Drawings::new(catalogue)),
            rates: Rates::new(&config.limits),
            streams: OpenStreams::default(),
            battles: OnceLock::new(),
            lessons: Cache::new(MOST_LESSONS),
            answers: Cache::new(MOST_ANSWERS),
            stopping: stopping.clone(),
            web: config.web,
            called: Called::new(config.public_url.as_deref(), &config.names),
            public_url: config.public_url,
            limits: config.limits,
            club: config.open_tables.map(Club::new),
        });
        let following = tokio::spawn(Arc::clone(&tables).follow(stopping.clone()));
        tokio::spawn(expiry::every_day(Arc::clone(&tables), stopping.clone()));
        let writing = tokio::spawn(office.run(stopping.clone()));
        tokio::spawn(Arc::clone(&tables).keep_time(stopping.clone()));
        if config.prepare {
            let (app, stopping) = (Arc::clone(&app), stopping.clone());
            tokio::task::spawn_blocking(move || {
                api::prepare(&app);
                app.drawings.prepare(|| *stopping.borrow());
            });
        }
        let serving = tokio::spawn(accept::serve(listener, router(app), stopping, limits));
        Ok(Server {
            address,
            stop,
            serving,
            writing,
            store,
            thinkers,
            readers,
            tables,
            following,
            _folder: folder,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Ends in order: no new requests, thoughts interrupted, streams closed, open requests
    /// finished, the database closed.
    pub async fn stop(self) {
        self.stop.send_replace(true);
        // First, for whoever waits for a thought.
        self.thinkers.stop().await;
        if let Err(error) = self.serving.await {
            tracing::error!(%error, "the server did not end well");
        }
        if let Err(error) = self.writing.await {
            tracing::error!(%error, "those who write to players did not end well");
        }
        self.readers.stop().await;
        self.tables.stop_clocks().await;
        if let Err(error) = self.following.await {
            tracing::error!(%error, "the news of other servers did not end well");
        }
        self.store.close().await;
    }
}

async fn listen(config: &Config) -> Result<TcpListener, StartError> {
    let first = SocketAddr::new(config.bind, config.port);
    let more = if config.or_next && config.port != 0 { MORE_PORTS } else { 0 };
    let mut failed = None;
    for port in config.port..=config.port.saturating_add(more) {
        match open_port(SocketAddr::new(config.bind, port)) {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == ErrorKind::AddrInUse => failed = Some(error),
            Err(error) => return Err(StartError::Port(first, error)),
        }
    }
    let error = failed.unwrap_or_else(|| ErrorKind::AddrInUse.into());
    Err(StartError::Port(first, error))
}

/// Listens, with room for many who knock together: the system turns away whoever finds none, and a player who is turned
/// away tries again only after a second.
fn open_port(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // Elsewhere it would let a second server take the port of the first.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(KNOCKING)
}

/// All routes with everything that surrounds them.
fn router(app: Arc<App>) -> Router {
    let guard = middleware::from_fn_with_state(Arc::clone(&app), api::guard);
    let (routes, _) = api::routes();
    routes
        .route_layer(guard)
        .route("/fonts/{name}", get(pages::font_file))
        .method_not_allowed_fallback(|| async { Problem::WrongMethod })
        .fallback(pages::file)
        .layer(DefaultBodyLimit::max(app.limits.body))
        .layer(CatchPanicLayer::custom(|_: Box<dyn std::any::Any + Send>| {
            tracing::error!("a request ended in a fault of the program");
            Problem::Internal.into_response()
        }))
        // What is sent again and again is packed once, fonts among it; pictures do not grow smaller.
        .layer(
            CompressionLayer::new()
                .compress_when(DefaultPredicate::new().and(NotForContentType::const_new("font/"))),
        )
        .layer(middleware::from_fn_with_state(Arc::clone(&app), limits_layer::watch))
        .layer(middleware::from_fn(headers::add))
        .with_state(app)
}
