//! A server on a real file, and games on it.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use atlas::builtin;
use rules::game::Game;
use rules::toy;
use serde_json::{Value, json};
use server::catalogue::Source;
use server::clock::Clock;
use server::club::Filter;
use server::limits::Limits;
use server::moment::Moment;
use server::notices::Settings;
use server::serve::{Config, Server};
use server::store::{Address, Faults};
use tokio::sync::watch;

use super::http::{Answer, Client};
use super::postgres::cluster;

/// A server that can be stopped and started again on the same data.
pub struct Bench {
    pub data: PathBuf,
    pub limits: Limits,
    pub thinking: Duration,
    /// Where the server reads the hour.
    pub clock: Clock,
    /// Where faults of the disk come from.
    pub faults: Faults,
    /// The address of the PostgreSQL database that holds the games, if it is not a file.
    pub database: Option<String>,
    /// How players are reached who are not at the table.
    pub notices: Settings,
    /// The address under which others come.
    pub public_url: Option<String>,
    /// Its open tables, if it has any.
    pub open_tables: Option<Filter>,
    /// Whether the hidden game of the tests is among the battles.
    hidden: bool,
    server: Option<Server>,
}

/// What makes a file as it was before there were several servers, and all that came after them. Whoever adds a migration
/// adds what takes it back.
#[allow(dead_code, reason = "not every test program has old files")]
pub const CAME_LATER: [&str; 15] = [
    "DROP TABLE leases",
    "DROP TABLE listeners",
    "DROP TABLE servers",
    "ALTER TABLE chains DROP COLUMN keys",
    "DROP TABLE outbox",
    "DROP TABLE channels",
    "DROP TABLE asked",
    "DROP TABLE secrets",
    "DROP INDEX clocks_due",
    "ALTER TABLE clocks DROP COLUMN due",
    "DROP TABLE club_nonces",
    "DROP TABLE club_offers",
    "DROP TABLE club_games",
    "DROP TABLE club_cups",
    "DROP TABLE club_players",
];

/// The built-in battles.
pub fn battles() -> Vec<Source> {
    let source = |id: &'static str| {
        let load = move || builtin::battle(id).map_err(|faults| faults.to_string());
        Source::new(id.to_owned(), Box::new(load))
    };
    builtin::ids().map(source).collect()
}

/// The hidden game of the tests.
fn hidden_battle() -> Source {
    Source::new(toy::BATTLE.to_owned(), Box::new(|| Ok(toy::battle())))
}

/// Whether computers can play a built-in battle.
pub fn has_staff(battle: &str) -> bool {
    let files = builtin::battle(battle).expect("a sound battle");
    staff::exists(&Game::new(&files, None, &[]).expect("a battle that can be played"))
}

/// Every scenario of the built-in battles that computers can play.
pub fn scenarios() -> BTreeSet<(&'static str, &'static str)> {
    let kinds = builtin::kinds().filter(|kind| has_staff(kind.battle));
    kinds.map(|kind| (kind.battle, kind.scenario)).collect()
}

/// The address of a database; what its servers do for all is left to them for a second.
pub fn address(text: &str) -> Address {
    let mut address = Address::parse(text).expect("an address");
    address.lease = Duration::from_secs(1);
    address
}

/// Limits that no honest test meets.
pub fn generous() -> Limits {
    let plenty = (1_000_000, 1_000_000);
    Limits {
        requests: plenty,
        games: plenty,
        games_a_day: 1_000_000,
        talk: plenty,
        hints: plenty,
        show_opening: Duration::ZERO,
        ..Limits::default()
    }
}

impl Bench {
    pub async fn new(name: &str) -> Bench {
        Bench::with(name, generous()).await
    }

    /// A server that also seats the hidden game of the tests.
    #[allow(dead_code, reason = "not every test program plays it")]
    pub async fn hidden(name: &str) -> Bench {
        Bench::made(name, generous(), true).await
    }

    pub async fn with(name: &str, limits: Limits) -> Bench {
        Bench::made(name, limits, false).await
    }

    async fn made(name: &str, limits: Limits, hidden: bool) -> Bench {
        let database = match std::env::var("LONGROLL_TEST_ENGINE").as_deref() {
            Ok("postgres") => Some(cluster().fresh(name).await),
            Ok("sqlite") | Err(_) => None,
            Ok(other) => panic!("LONGROLL_TEST_ENGINE is sqlite or postgres, not {other}"),
        };
        Bench::started(name, limits, hidden, database).await
    }

    /// A server on a file, whatever engine the tests are run on.
    #[allow(dead_code, reason = "not every test program has several servers")]
    pub async fn on_file(name: &str) -> Bench {
        Bench::started(name, generous(), true, None).await
    }

    /// A server on a PostgreSQL database, in which it leaves what there is.
    #[allow(dead_code, reason = "not every test program has several servers")]
    pub async fn on(name: &str, database: &str) -> Bench {
        Bench::started(name, generous(), true, Some(database.to_owned())).await
    }

    async fn started(name: &str, limits: Limits, hidden: bool, database: Option<String>) -> Bench {
        let data = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&data);
        let mut bench = Bench {
            data,
            limits,
            thinking: Duration::from_secs(10),
            clock: Clock::System,
            faults: Faults::Real,
            database,
            notices: Settings::default(),
            public_url: None,
            open_tables: None,
            hidden,
            server: None,
        };
        bench.start().await;
        bench
    }

    /// The address of the PostgreSQL database.
    #[allow(dead_code, reason = "not every test program has several servers")]
    pub fn shared(&self) -> Address {
        address(self.database.as_ref().expect("a shared database"))
    }

    /// A server with open tables, on which these words are not said, and whose hour is told by the other end.
    #[allow(dead_code, reason = "not every test program has open tables")]
    pub async fn open(name: &str, filter: &str) -> (Bench, watch::Sender<Moment>) {
        let (hour, told) = watch::channel(Moment::now());
        let mut bench = Bench::hidden(name).await;
        bench.stop().await;
        bench.clock = Clock::Told(told);
        bench.open_tables = Some(Filter::read(filter).expect("words"));
        bench.start().await;
        (bench, hour)
    }

    /// A server, also of the hidden game, whose hour is told by the other end.
    #[allow(dead_code, reason = "not every test program tells the hour")]
    pub async fn at_hour(name: &str) -> (Bench, watch::Sender<Moment>) {
        let (hour, told) = watch::channel(Moment::now());
        let mut bench = Bench::hidden(name).await;
        bench.stop().await;
        bench.clock = Clock::Told(told);
        bench.start().await;
        (bench, hour)
    }

    pub async fn start(&mut self) {
        let mut config = Config::local(self.data.clone());
        config.port = 0;
        config.limits = self.limits.clone();
        config.thinking = self.thinking;
        config.clock = self.clock.clone();
        config.faults = self.faults.clone();
        config.database = self.database.as_deref().map(address);
        config.notices = self.notices.clone();
        config.public_url = self.public_url.clone();
        config.open_tables = self.open_tables.clone();
        let mut known = battles();
        known.extend(self.hidden.then(hidden_battle));
        self.server = Some(Server::start(config, known).await.expect("it starts"));
    }

    pub async fn stop(&mut self) {
        self.server.take().expect("it runs").stop().await;
    }

    pub async fn restart(&mut self) {
        self.stop().await;
        self.start().await;
    }

    /// The database itself, behind the server's back.
    #[allow(dead_code, reason = "not every test program looks behind the server")]
    pub async fn database(&self) -> sqlx::SqliteConnection {
        let file = self.data.join("longroll.sqlite");
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
        sqlx::ConnectOptions::connect(&options).await.expect("a database")
    }

    /// Gives every game its chain anew, so that what was changed behind the server's back is no damage: as in a file
    /// from before entries were chained.
    #[allow(dead_code, reason = "not every test program looks behind the server")]
    pub async fn unchain(database: &mut sqlx::SqliteConnection) {
        for sql in ["DELETE FROM chains", "DELETE FROM marks", "UPDATE entries SET link = NULL"] {
            sqlx::Executor::execute(&mut *database, sql).await.expect(sql);
        }
    }

    pub fn client(&self) -> Client {
        Client::new(self.server.as_ref().expect("it runs").address())
    }
}

/// A name for a request that no other has.
pub fn fresh() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("request-{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

/// A token as a guest's browser makes it, unlike any other.
pub fn own_token() -> String {
    let name = fresh();
    format!("{name}{}", "x".repeat(43 - name.len()))
}

/// Redeems an invitation for a new token: whoever holds that, and the answer.
pub async fn redeem(client: &Client, game: &str, word: &str) -> (Client, Answer) {
    let token = own_token();
    let path = format!("/api/v1/games/{game}/redeem");
    let answer = client.with(word).post(&path, &json!({"token": token})).await;
    (client.with(&token), answer)
}

/// Gives a number to the dice for a seat; a seat that need not give any is left alone.
pub async fn contribute(who: &Client, game: &str, byte: u8) -> Answer {
    let body = json!({"request": fresh(), "bytes": format!("{byte:02x}").repeat(32)});
    who.post(&format!("/api/v1/games/{game}/dice/contribution"), &body).await
}

/// A game and everybody's tokens.
#[derive(Clone)]
pub struct Seats {
    pub id: String,
    pub owner: Client,
    pub union: Client,
    pub confederate: Client,
    pub watch: Client,
}

impl Seats {
    pub async fn create(client: &Client, body: &Value) -> Seats {
        let answer = client.post("/api/v1/games", body).await;
        assert_eq!(answer.status, 201, "{}", String::from_utf8_lossy(&answer.body));
        Seats::of(client, &answer.json()).await
    }

    /// The seats of a game that was set up; every invitation is redeemed.
    pub async fn of(client: &Client, created: &Value) -> Seats {
        let id = created["id"].as_str().expect("an id");
        let mut tokens = created["tokens"].clone();
        for (side, word) in created["invitations"].as_object().expect("invitations") {
            let (seat, answer) = redeem(client, id, word.as_str().expect("a word")).await;
            assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
            tokens[side] = json!(seat.token);
        }
        let seats = Seats::held(client, id, &tokens);
        seats.sit_down().await;
        seats
    }

    /// Gives a number to the dice for each seat that is held, as browsers do on sitting down.
    pub async fn sit_down(&self) {
        for (side, byte) in [("union", 1), ("confederate", 2)] {
            let who = self.seat(side);
            if who.token.as_deref().is_some_and(|token| !token.is_empty()) {
                contribute(who, &self.id, byte).await;
            }
        }
    }

    /// The seats of a game by their tokens; invitations are left alone.
    pub fn held(client: &Client, id: &str, tokens: &Value) -> Seats {
        let role = |name: &str| client.with(tokens[name].as_str().unwrap_or_default());
        Seats {
            id: id.to_owned(),
            owner: role("owner"),
            union: role("union"),
            confederate: role("confederate"),
            watch: role("watch"),
        }
    }

    /// The same seats at a server that was started again elsewhere.
    pub fn moved_to(&self, client: &Client) -> Seats {
        let there = |old: &Client| Client { address: client.address, token: old.token.clone() };
        Seats {
            id: self.id.clone(),
            owner: there(&self.owner),
            union: there(&self.union),
            confederate: there(&self.confederate),
            watch: there(&self.watch),
        }
    }

    pub fn path(&self, rest: &str) -> String {
        format!("/api/v1/games/{}{rest}", self.id)
    }

    pub fn seat(&self, side: &str) -> &Client {
        if side == "union" { &self.union } else { &self.confederate }
    }

    pub async fn view(&self) -> Value {
        self.watch.get(&self.path("")).await.json()
    }

    pub async fn version(&self) -> u64 {
        self.watch.get(&self.path("/summary")).await.json()["version"].as_u64().expect("a version")
    }

    /// Sends a command for the version that stands, under a name of its own.
    pub async fn command(&self, who: &Client, what: &str, more: Value) -> Answer {
        let mut body = json!({"request": fresh(), "version": self.version().await});
        for (name, value) in more.as_object().expect("an object") {
            body[name] = value.clone();
        }
        who.post(&self.path(what), &body).await
    }

    pub async fn act(&self, who: &Client, action: Value) -> Answer {
        self.command(who, "/actions", json!({"action": action})).await
    }

    /// Everything that a change would change, hashed by comparing: all entries and the record.
    pub async fn whole(&self) -> (Value, Vec<u8>) {
        let entries = self.watch.get(&self.path("/entries")).await.json();
        (entries, self.watch.get(&self.path("/record")).await.body)
    }
}

/// Two Union brigades beside Hood, about to attack: on a 1 he retreats, and the Confederates choose whither.
pub fn about_to_attack() -> Value {
    json!({
        "battle": "blue-gray/antietam",
        "dice": "by_hand",
        "from": {"game": "blue-gray/antietam", "turn": 2, "side": "union", "phase": "combat",
            "units": [{"id": "Hood", "hex": "0910"}, {"id": "1/1/I", "hex": "0909"},
                      {"id": "2/1/I", "hex": "0909"}]}
    })
}

/// The attack of [`about_to_attack`].
pub fn attack() -> Value {
    json!({"attack": {"defenders": ["0910"], "attackers": ["0909"]}})
}
