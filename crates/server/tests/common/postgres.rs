//! PostgreSQL for tests: a cluster of its own in a temporary folder, run by an unprivileged user, reached by a socket
//! that only this machine has. It ends with the test program, however that ends.

use std::fmt::Write as _;
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use sqlx::{ConnectOptions, Connection, Executor};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// Where Debian keeps the programs of PostgreSQL, one folder a version.
const DEBIAN: &str = "/usr/lib/postgresql";
/// What to do where there is none.
const MISSING: &str = "these tests need PostgreSQL and could not be run: install the package `postgresql`, or name the \
                       folder that has `initdb` in LONGROLL_POSTGRES_BIN";

/// A cluster.
pub struct Cluster {
    pub folder: PathBuf,
    bin: PathBuf,
    /// Ends the cluster when this program is no more.
    _watcher: Child,
}

/// The cluster that the tests of a program share.
pub fn cluster() -> &'static Cluster {
    static SHARED: OnceLock<Cluster> = OnceLock::new();
    SHARED.get_or_init(Cluster::start)
}

fn bin() -> PathBuf {
    if let Some(named) = std::env::var_os("LONGROLL_POSTGRES_BIN") {
        return named.into();
    }
    let versions = std::fs::read_dir(DEBIAN).into_iter().flatten().flatten();
    let mut versions: Vec<(u32, PathBuf)> = versions
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path())))
        .collect();
    versions.sort();
    let debian = versions.into_iter().rev().map(|(_, folder)| folder.join("bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut all = debian.chain(std::env::split_paths(&path));
    all.find(|folder| ["initdb", "pg_ctl"].iter().all(|name| folder.join(name).is_file()))
        .unwrap_or_else(|| panic!("{MISSING}"))
}

/// Runs a program to its end; what it said, if it failed.
fn run(command: &mut Command) -> Result<(), String> {
    let done =
        command.stdin(Stdio::null()).output().map_err(|error| format!("{command:?}: {error}"))?;
    if done.status.success() {
        return Ok(());
    }
    let said = [done.stdout, done.stderr].concat();
    Err(format!("{command:?}: {}\n{}", done.status, String::from_utf8_lossy(&said)))
}

/// PostgreSQL refuses to be run by root: then it is run by nobody.
fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|id| String::from_utf8_lossy(&id.stdout).trim() == "0")
}

impl Cluster {
    /// Starts a cluster of one's own.
    pub fn start() -> Cluster {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let (bin, number) = (bin(), NEXT.fetch_add(1, Ordering::Relaxed));
        let name = format!("longroll-pg-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir(&folder).expect("a temporary folder");
        if is_root() {
            run(Command::new("chown").arg("nobody").arg(&folder)).unwrap_or_else(|e| panic!("{e}"));
        }
        // When its input ends, the program that started it has ended: then it ends the cluster.
        let script = "cat >/dev/null; kill -QUIT $(head -n 1 \"$0/data/postmaster.pid\"); \
                      while [ -e \"$0/data/postmaster.pid\" ]; do sleep 0.1; done; rm -rf \"$0\"";
        let watcher = Command::new("sh")
            .args(["-c", script])
            .arg(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            // A signal to the whole group of the tests, as of `timeout`, is not for it.
            .process_group(0)
            .spawn()
            .expect("a shell");
        let cluster = Cluster { folder, bin, _watcher: watcher };
        let mut initdb = cluster.program("initdb");
        initdb.args(["-U", "longroll", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]);
        run(initdb.arg("-D").arg(cluster.data()))
            .unwrap_or_else(|error| panic!("{MISSING}\n{error}"));
        cluster.launch();
        cluster
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn program(&self, name: &str) -> Command {
        let program = self.bin.join(name);
        let mut command = if is_root() {
            let mut as_nobody = Command::new("setpriv");
            as_nobody.args(["--reuid=nobody", "--regid=nogroup", "--clear-groups"]).arg(program);
            as_nobody
        } else {
            Command::new(program)
        };
        command.current_dir(&self.folder).env("LC_ALL", "C");
        command
    }

    /// A program of PostgreSQL that speaks to it.
    pub fn client(&self, name: &str) -> Command {
        let mut command = Command::new(self.bin.join(name));
        command.arg("--host").arg(&self.folder).args(["--username", "longroll"]);
        command
    }

    /// Starts it, the first time or after it was killed.
    pub fn launch(&self) {
        let folder = self.folder.display();
        // What dies here are programs, not the machine: nothing need reach a disk.
        let options = format!(
            "-k {folder} -c listen_addresses= -c fsync=off -c max_connections=300 -c shared_buffers=64MB"
        );
        let mut said = String::new();
        // Those who served a postmaster that was killed may need a moment to notice.
        for _ in 0..50 {
            let mut start = self.program("pg_ctl");
            start.arg("-D").arg(self.data()).args(["-w", "-o", &options, "-l"]);
            start.arg(self.folder.join("log")).arg("start");
            match run(&mut start) {
                Ok(()) => return,
                Err(error) => said = error,
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        let log = std::fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        panic!("PostgreSQL does not start: {said}\n{log}");
    }

    /// Kills all of it at once, as a power cut would.
    pub fn kill(&self) {
        let file = std::fs::read_to_string(self.data().join("postmaster.pid")).expect("it runs");
        let postmaster = file.lines().next().expect("a process").to_owned();
        let mut victims = vec![postmaster.clone()];
        let children = format!("/proc/{postmaster}/task/{postmaster}/children");
        let children = std::fs::read_to_string(children).unwrap_or_default();
        victims.extend(children.split_whitespace().map(str::to_owned));
        let _ = Command::new("kill").arg("-KILL").args(victims).status();
    }

    /// The address of the whole cluster.
    pub fn address(&self) -> String {
        let mut host = String::new();
        for byte in self.folder.display().to_string().bytes() {
            let _ = write!(host, "%{byte:02X}");
        }
        format!("postgres://longroll@{host}/postgres")
    }

    /// The address of empty tables in it, under a name.
    pub async fn fresh(&self, name: &str) -> String {
        let mut line = connect(&self.address()).await;
        for sql in [
            format!("DROP SCHEMA IF EXISTS \"{name}\" CASCADE"),
            format!("CREATE SCHEMA \"{name}\""),
        ] {
            line.execute(sqlx::AssertSqlSafe(sql)).await.expect("a schema");
        }
        line.close().await.expect("it closes");
        format!("{}?options[search_path]={name}", self.address())
    }
}

/// A connection behind the servers' back.
pub async fn connect(address: &str) -> sqlx::PgConnection {
    let options: sqlx::postgres::PgConnectOptions = address.parse().expect("an address");
    options.connect().await.expect("a connection")
}

/// What becomes of the next commits that go through a tap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    /// They pass.
    None,
    /// The connection breaks before the database hears of it.
    Before,
    /// The database makes it, and the connection breaks before it says so.
    After,
}

/// A way to a cluster on which connections can be cut in the middle of a commit, and everything slowed down.
pub struct Tap {
    port: u16,
    name: String,
    cut: Arc<Mutex<Cut>>,
    slow: Arc<AtomicU64>,
}

impl Tap {
    /// A way to empty tables of a cluster.
    pub async fn open(cluster: &Cluster, name: &str) -> Tap {
        cluster.fresh(name).await;
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let (cut, slow) = (Arc::new(Mutex::new(Cut::None)), Arc::default());
        let tap = Tap { port, name: name.to_owned(), cut, slow };
        let (socket, cut) = (cluster.folder.join(".s.PGSQL.5432"), Arc::clone(&tap.cut));
        let slow = Arc::clone(&tap.slow);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let Ok(server) = tokio::net::UnixStream::connect(&socket).await else { continue };
                let (cut, slow) = (Arc::clone(&cut), Arc::clone(&slow));
                tokio::spawn(pass(client, server, cut, slow));
            }
        });
        tap
    }

    /// The address of the tables through it.
    pub fn address(&self) -> String {
        let (port, name) = (self.port, &self.name);
        format!("postgres://longroll@127.0.0.1:{port}/postgres?options[search_path]={name}")
    }

    /// Says what becomes of the next commit; those after it pass.
    pub fn cut(&self, cut: Cut) {
        *self.cut.lock().expect("a cut") = cut;
    }

    /// Keeps every answer back for so long.
    pub fn slow_down(&self, by: Duration) {
        let millis = u64::try_from(by.as_millis()).unwrap_or_default();
        self.slow.store(millis, Ordering::Relaxed);
    }
}

/// Passes on what both sides say, until one is silent or the connection is cut.
async fn pass(
    mut client: tokio::net::TcpStream,
    mut server: tokio::net::UnixStream,
    cut: Arc<Mutex<Cut>>,
    slow: Arc<AtomicU64>,
) -> Option<()> {
    let (mut asked, mut told) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    loop {
        tokio::select! {
            read = client.read(&mut asked) => {
                let bytes = &asked[..read.ok().filter(|read| *read > 0)?];
                let commits = bytes.windows(7).any(|word| word == b"COMMIT\0");
                let mut meant = Cut::None;
                if commits && let Ok(mut cut) = cut.lock() {
                    meant = std::mem::replace(&mut *cut, Cut::None);
                }
                if meant == Cut::Before {
                    return None;
                }
                server.write_all(bytes).await.ok()?;
                if meant == Cut::After {
                    // It is made before the answer is there.
                    let answered = server.read(&mut told).await.ok()?;
                    return (answered > 0).then_some(());
                }
            }
            read = server.read(&mut told) => {
                let bytes = &told[..read.ok().filter(|read| *read > 0)?];
                let slow = slow.load(Ordering::Relaxed);
                if slow > 0 {
                    tokio::time::sleep(Duration::from_millis(slow)).await;
                }
                client.write_all(bytes).await.ok()?;
            }
        }
    }
}
