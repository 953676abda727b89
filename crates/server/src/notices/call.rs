//! Calls of addresses that players have given.
//!
//! A small client of its own instead of a large one: what matters here is that nothing happens behind our back. The name
//! is resolved once, every address it has is looked at, and the connection goes to one of those, with the name in TLS
//! and in `Host`; there is no pool that would reuse a connection for another name, no proxy of the environment, no
//! cookie, and no redirect that would lead elsewhere. Time, size, and how many calls there are at once are bounded.

use std::collections::HashMap;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use axum::body::Body;
use axum::http::uri::Scheme;
use axum::http::{HeaderValue, Method, Request, Uri, header};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio_rustls::TlsConnector;

use super::address::is_public;

/// How long a call may take, with all its waiting.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long one address may take to let us in.
const KNOCKING: Duration = Duration::from_secs(6);
/// How many addresses of a name are tried.
const MOST_ADDRESSES: usize = 3;
/// How many calls there are at once to one name.
const AT_ONCE: usize = 4;
/// How long a call waits for a place.
const WAITING: Duration = Duration::from_secs(1);
/// How much of an answer is held at once, its head included.
const MOST_HELD: usize = 64 << 10;
/// How much of an answer is read.
const MOST_READ: usize = 4096;
/// The longest address.
pub const LONGEST: usize = 2000;

/// Why an address is not called, or what came of the call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It is no address as they are called.
    NotAnAddress,
    /// It has no TLS.
    NotSecure,
    /// A port that is for other things.
    Port,
    /// It leads into a network that is not for everybody.
    Private,
    /// The name has no address.
    NoSuchName,
    /// Nobody answers there.
    NoAnswer,
    /// Whoever answers cannot show that he bears the name.
    Certificate,
    /// Too many calls of this name are under way.
    Busy,
    /// It took too long.
    Late,
}

impl Fault {
    /// Whether it will be the same however often it is tried.
    pub const fn is_final(self) -> bool {
        match self {
            Fault::NotAnAddress | Fault::NotSecure | Fault::Port => true,
            // Names move.
            Fault::Private | Fault::NoSuchName | Fault::NoAnswer => false,
            Fault::Certificate | Fault::Busy | Fault::Late => false,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::NotAnAddress => "expected an address as https://example.org/hook",
            Fault::NotSecure => "only addresses with https:// are called",
            Fault::Port => "this port is not called",
            Fault::Private => "the address leads into a network that is not for everybody",
            Fault::NoSuchName => "the name was not found",
            Fault::NoAnswer => "nobody answered there",
            Fault::Certificate => "whoever answered has no certificate for this name",
            Fault::Busy => "too many calls of this name were under way",
            Fault::Late => "it took too long",
        })
    }
}

/// An address that may be called, if its name leads to one that may.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    uri: Uri,
    host: String,
    port: u16,
    tls: bool,
}

impl Target {
    /// Scheme, name and port: what a push service is told that we mean it.
    pub fn origin(&self) -> String {
        let scheme = if self.tls { "https" } else { "http" };
        match self.uri.authority() {
            Some(authority) => format!("{scheme}://{authority}"),
            None => String::new(),
        }
    }

    fn digits(&self) -> Option<IpAddr> {
        self.host.trim_start_matches('[').trim_end_matches(']').parse().ok()
    }
}

/// What came back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The status.
    pub status: u16,
    /// The beginning of the body.
    pub body: Vec<u8>,
}

/// Who calls.
pub struct Caller {
    allow_private: bool,
    roots: OnceLock<Arc<ClientConfig>>,
    hosts: Mutex<HashMap<String, Arc<Semaphore>>>,
}

impl Caller {
    /// One that calls addresses of the host's own network only where the host allows it.
    pub fn new(allow_private: bool) -> Caller {
        Caller { allow_private, roots: OnceLock::new(), hosts: Mutex::default() }
    }

    /// One that trusts these certificates and no others.
    #[cfg(test)]
    fn trusting(allow_private: bool, roots: RootCertStore) -> Caller {
        let caller = Caller::new(allow_private);
        if let Some(config) = client(roots) {
            let _ = caller.roots.set(config);
        }
        caller
    }

    /// Reads an address; what can be seen of it without asking anybody must be allowed.
    pub fn target(&self, text: &str) -> Result<Target, Fault> {
        let plain = text.len() <= LONGEST && text.bytes().all(|byte| byte.is_ascii_graphic());
        let uri: Uri = match plain && !text.contains('#') {
            true => text.parse().map_err(|_| Fault::NotAnAddress)?,
            false => return Err(Fault::NotAnAddress),
        };
        let authority = uri.authority().ok_or(Fault::NotAnAddress)?;
        let tls = uri.scheme() == Some(&Scheme::HTTPS);
        let known = tls || uri.scheme() == Some(&Scheme::HTTP);
        let host = authority.host().trim_end_matches('.').to_ascii_lowercase();
        if !known || host.is_empty() || authority.as_str().contains('@') {
            return Err(Fault::NotAnAddress);
        }
        if !tls && !self.allow_private {
            return Err(Fault::NotSecure);
        }
        let usual = if tls { 443 } else { 80 };
        let said = authority.as_str().strip_prefix(authority.host()).unwrap_or_default();
        let port = match said.strip_prefix(':') {
            None => usual,
            Some(digits) => digits.parse().map_err(|_| Fault::NotAnAddress)?,
        };
        // Below 1024 other things than web servers listen, which would take our words for theirs.
        if port == 0 || (port != usual && port < 1024 && !self.allow_private) {
            return Err(Fault::Port);
        }
        let target = Target { uri, host, port, tls };
        let closed = target.digits().is_some_and(|address| !is_public(address));
        if closed && !self.allow_private {
            return Err(Fault::Private);
        }
        Ok(target)
    }

    /// Posts something.
    pub async fn post(
        &self,
        target: &Target,
        headers: Vec<(header::HeaderName, String)>,
        body: Vec<u8>,
    ) -> Result<Reply, Fault> {
        let places = self.places(&target.host);
        let place = tokio::time::timeout(WAITING, places.acquire_owned()).await;
        let place = place.ok().and_then(Result::ok).ok_or(Fault::Busy)?;
        let called = tokio::time::timeout(PATIENCE, self.call(target, headers, body)).await;
        drop(place);
        called.map_err(|_| Fault::Late)?
    }

    /// The places for calls of a name.
    fn places(&self, host: &str) -> Arc<Semaphore> {
        let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        hosts.retain(|_, places| Arc::strong_count(places) > 1);
        let places = hosts.entry(host.to_owned());
        Arc::clone(places.or_insert_with(|| Arc::new(Semaphore::new(AT_ONCE))))
    }

    async fn call(
        &self,
        target: &Target,
        headers: Vec<(header::HeaderName, String)>,
        body: Vec<u8>,
    ) -> Result<Reply, Fault> {
        let stream = self.connect(target).await?;
        let io = TokioIo::new(stream);
        let shaken = http1::Builder::new().max_buf_size(MOST_HELD).handshake(io).await;
        let (mut sender, connection) = shaken.map_err(|_| Fault::NoAnswer)?;
        let path = target.uri.path_and_query().map_or("/", |path| path.as_str());
        let host = target.uri.authority().map_or("", |authority| authority.as_str());
        let mut request = Request::builder().method(Method::POST).uri(path);
        request = request.header(header::HOST, host).header(header::USER_AGENT, "LongRoll");
        for (name, value) in headers {
            let value = HeaderValue::from_str(&value).map_err(|_| Fault::NotAnAddress)?;
            request = request.header(name, value);
        }
        let request = request.body(Body::from(body)).map_err(|_| Fault::NotAnAddress)?;
        let exchange = async {
            let answer = sender.send_request(request).await.map_err(|_| Fault::NoAnswer)?;
            let status = answer.status().as_u16();
            Ok(Reply { status, body: beginning(answer.into_body()).await })
        };
        // Nothing of the connection outlives the call.
        tokio::pin!(exchange, connection);
        tokio::select! {
            done = &mut exchange => done,
            _ = &mut connection => exchange.await,
        }
    }

    /// A connection to one of the addresses of a name, all of which were looked at.
    async fn connect(&self, target: &Target) -> Result<Box<dyn Stream>, Fault> {
        let name = target.host.trim_start_matches('[').trim_end_matches(']');
        let found = tokio::net::lookup_host((name, target.port)).await;
        let found: Vec<SocketAddr> = found.map_err(|_| Fault::NoSuchName)?.collect();
        if found.is_empty() {
            return Err(Fault::NoSuchName);
        }
        if !self.allow_private && !found.iter().all(|address| is_public(address.ip())) {
            return Err(Fault::Private);
        }
        for address in found.into_iter().take(MOST_ADDRESSES) {
            let knocked = tokio::time::timeout(KNOCKING, TcpStream::connect(address)).await;
            let Ok(Ok(stream)) = knocked else { continue };
            if !target.tls {
                return Ok(Box::new(stream));
            }
            let name = ServerName::try_from(name.to_owned()).map_err(|_| Fault::NotAnAddress)?;
            let secured = TlsConnector::from(self.trust()?).connect(name, stream).await;
            return match secured {
                Ok(stream) => Ok(Box::new(stream)),
                Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
                    Err(Fault::Certificate)
                }
                Err(_) => Err(Fault::NoAnswer),
            };
        }
        Err(Fault::NoAnswer)
    }

    /// The certificates that this system trusts, read when they are first needed.
    fn trust(&self) -> Result<Arc<ClientConfig>, Fault> {
        if let Some(known) = self.roots.get() {
            return Ok(Arc::clone(known));
        }
        let found = rustls_native_certs::load_native_certs();
        for error in &found.errors {
            tracing::warn!(%error, "certificates that this system trusts");
        }
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(found.certs);
        if roots.is_empty() {
            tracing::error!("this system trusts no certificates: nothing can be called by https");
            return Err(Fault::Certificate);
        }
        let config = client(roots).ok_or(Fault::Certificate)?;
        Ok(Arc::clone(self.roots.get_or_init(|| config)))
    }
}

trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

fn client(roots: RootCertStore) -> Option<Arc<ClientConfig>> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .ok()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Some(Arc::new(config))
}

/// As much of a body as is read.
async fn beginning(body: hyper::body::Incoming) -> Vec<u8> {
    use futures_util::StreamExt;
    let mut read = Vec::new();
    let mut chunks = Body::new(body).into_data_stream();
    while let Some(Ok(chunk)) = chunks.next().await {
        let room = MOST_READ - read.len();
        read.extend_from_slice(&chunk[..chunk.len().min(room)]);
        if read.len() == MOST_READ {
            break;
        }
    }
    read
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_lead_elsewhere_are_refused_before_anybody_is_asked() {
        let caller = Caller::new(false);
        for (text, fault) in [
            ("", Fault::NotAnAddress),
            ("/hook", Fault::NotAnAddress),
            ("example.org/hook", Fault::NotAnAddress),
            ("ftp://example.org/", Fault::NotAnAddress),
            ("file:///etc/passwd", Fault::NotAnAddress),
            ("https://", Fault::NotAnAddress),
            ("https://user:word@example.org/", Fault::NotAnAddress),
            ("https://example.org@127.0.0.1/", Fault::NotAnAddress),
            ("https://example.org/#place", Fault::NotAnAddress),
            ("https://ex ample.org/", Fault::NotAnAddress),
            ("https://exämple.org/", Fault::NotAnAddress),
            ("https://example.org:99999/", Fault::NotAnAddress),
            ("https://example.org:/", Fault::NotAnAddress),
            ("http://example.org/", Fault::NotSecure),
            ("https://example.org:0/", Fault::Port),
            ("https://example.org:22/", Fault::Port),
            ("https://example.org:25/", Fault::Port),
            ("https://127.0.0.1/", Fault::Private),
            ("https://[::1]/", Fault::Private),
            ("https://[::ffff:127.0.0.1]/", Fault::Private),
            ("https://169.254.169.254/latest/meta-data/", Fault::Private),
            ("https://10.1.2.3:8443/", Fault::Private),
        ] {
            assert_eq!(caller.target(text), Err(fault), "{text}");
        }
        let long = format!("https://example.org/{}", "x".repeat(LONGEST));
        assert_eq!(caller.target(&long), Err(Fault::NotAnAddress));
        for good in ["https://example.org/hook?x=1", "https://EXAMPLE.org:8443", "https://1.1.1.1/"]
        {
            assert!(caller.target(good).is_ok(), "{good}");
        }
        let open = Caller::new(true);
        assert!(open.target("http://127.0.0.1:8080/").is_ok());
        assert_eq!(open.target("http://127.0.0.1:0/"), Err(Fault::Port));
        let target = open.target("http://127.0.0.1:8080/x").unwrap();
        assert_eq!(target.origin(), "http://127.0.0.1:8080");
    }

    #[tokio::test]
    async fn a_name_that_leads_to_this_machine_is_not_called() {
        let caller = Caller::new(false);
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        // Names, and ways to write an address that only the resolver understands.
        for host in ["localhost", "LOCALHOST.", "127.1", "2130706433", "0x7f000001", "0177.0.0.1"] {
            let target = caller.target(&format!("https://{host}:{port}/")).unwrap();
            let reply = caller.post(&target, Vec::new(), Vec::new()).await;
            assert!(matches!(reply, Err(Fault::Private | Fault::NoSuchName)), "{host}: {reply:?}");
        }
        let nobody = tokio::time::timeout(Duration::ZERO, listener.accept()).await;
        assert!(nobody.is_err(), "somebody was called");
    }

    /// Somebody who answers by TLS for a name: his port, whom he was called as, and who trusts him.
    async fn answering(
        name: &str,
    ) -> (u16, tokio::task::JoinHandle<Option<String>>, RootCertStore) {
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        let made = rcgen::generate_simple_self_signed([name.to_owned()]).unwrap();
        let certificate = made.cert.der().clone();
        let mut roots = RootCertStore::empty();
        roots.add(certificate.clone()).unwrap();
        let key = rustls::pki_types::PrivateKeyDer::try_from(made.signing_key.serialize_der());
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = rustls::ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate], key.unwrap())
            .unwrap();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let task = tokio::spawn(async move {
            let (stream, _) = listener.accept().await.ok()?;
            let acceptor = tokio_rustls::TlsAcceptor::from(Arc::new(config));
            let mut stream = acceptor.accept(stream).await.ok()?;
            let asked = stream.get_ref().1.server_name().map(str::to_owned);
            let mut head = [0; 1024];
            let length = stream.read(&mut head).await.ok()?;
            let head = String::from_utf8_lossy(&head[..length]).into_owned();
            let answer = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{head}", head.len());
            stream.write_all(answer.as_bytes()).await.ok()?;
            let _ = stream.shutdown().await;
            asked
        });
        (port, task, roots)
    }

    #[tokio::test]
    async fn whoever_answers_by_https_must_bear_the_name() {
        let (port, asked, roots) = answering("localhost").await;
        let caller = Caller::trusting(true, roots);
        let target = caller.target(&format!("https://localhost:{port}/a?b")).unwrap();
        let reply = caller.post(&target, Vec::new(), b"x".to_vec()).await.unwrap();
        let head = String::from_utf8(reply.body).unwrap();
        assert!(head.starts_with("POST /a?b HTTP/1.1\r\n"), "{head}");
        assert!(head.contains(&format!("host: localhost:{port}\r\n")), "{head}");
        assert_eq!(asked.await.unwrap().as_deref(), Some("localhost"));
        // Another name, and a certificate that nobody vouches for.
        let (port, _task, roots) = answering("example.org").await;
        let caller = Caller::trusting(true, roots);
        let target = caller.target(&format!("https://localhost:{port}/")).unwrap();
        let reply = caller.post(&target, Vec::new(), Vec::new()).await;
        assert_eq!(reply, Err(Fault::Certificate));
        let (port, _task, _) = answering("localhost").await;
        let (_, _, others) = answering("localhost").await;
        let caller = Caller::trusting(true, others);
        let target = caller.target(&format!("https://localhost:{port}/")).unwrap();
        assert_eq!(caller.post(&target, Vec::new(), Vec::new()).await, Err(Fault::Certificate));
    }

    #[tokio::test]
    async fn no_more_than_a_few_call_one_name_at_once() {
        let caller = Caller::new(true);
        let held: Vec<_> =
            (0..AT_ONCE).map(|_| caller.places("a").try_acquire_owned().unwrap()).collect();
        assert!(caller.places("a").try_acquire_owned().is_err());
        assert!(caller.places("b").try_acquire_owned().is_ok());
        drop(held);
        assert!(caller.places("a").try_acquire_owned().is_ok());
        assert_eq!(caller.hosts.lock().unwrap().len(), 1, "names that nobody calls are forgotten");
    }
}
