//! Connections that do not behave: readers who do not read, bodies that do not come or are too
//! long, one address that wants all places. With bare sockets, because no client does this by
//! itself.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};
use server::limits::Limits;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use crate::common::table::{Bench, Seats, generous};

/// Nothing here takes longer, unless the server has left somebody waiting.
const PATIENCE: Duration = Duration::from_secs(20);

async fn connect(to: SocketAddr) -> TcpStream {
    TcpStream::connect(to).await.expect("a connection")
}

/// Everything that comes until the server hangs up.
async fn all(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let read = timeout(PATIENCE, stream.read_to_end(&mut bytes)).await;
    read.expect("the server hangs up").expect("in order");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The status and the problem document of an answer.
fn problem(answer: &str) -> (u16, Value) {
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
    (status, serde_json::from_str(body).expect("a problem document"))
}

async fn game(bench: &Bench) -> Seats {
    Seats::create(&bench.client(), &json!({"battle": "blue-gray/antietam"})).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_who_does_not_read_is_hung_up_on() {
    let limits = Limits {
        write_time: Duration::from_millis(300),
        head_time: Duration::from_secs(600),
        ..generous()
    };
    let bench = Bench::with("connections-write", limits).await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut deaf = socket.connect(bench.client().address).await.unwrap();
    // Asks and asks and never reads an answer: its requests are no longer taken once the answers
    // wait, and at last the connection is ended.
    let asking = async {
        let one =
            b"GET /api/v1/battles/blue-gray/antietam/map.svg HTTP/1.1\r\nhost: localhost\r\n\r\n";
        while deaf.write_all(one).await.is_ok() {}
    };
    timeout(PATIENCE, asking).await.expect("the server hangs up");
    assert_eq!(bench.client().get("/healthz").await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_on_which_nothing_is_asked_is_closed() {
    let limits = Limits { head_time: Duration::from_millis(300), ..generous() };
    let bench = Bench::with("connections-idle", limits).await;
    let mut silent = connect(bench.client().address).await;
    all(&mut silent).await;
    let mut once = connect(bench.client().address).await;
    once.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    assert!(all(&mut once).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_has_so_many_connections_and_others_have_theirs() {
    let limits = Limits { connections_of_address: 3, spare_loopback: false, ..generous() };
    let bench = Bench::with("connections-address", limits).await;
    let to = bench.client().address;
    let mut held = Vec::new();
    for _ in 0..3 {
        held.push(connect(to).await);
    }
    let answer = all(&mut connect(to).await).await;
    assert!(answer.to_lowercase().contains("\r\nretry-after: 10\r\n"), "{answer}");
    let (status, document) = problem(&answer);
    assert_eq!((status, &document["type"]), (429, &json!("too-many-requests")));
    // Somebody else is let in.
    let elsewhere = TcpSocket::new_v4().unwrap();
    elsewhere.bind("127.0.0.2:0".parse().unwrap()).unwrap();
    let mut elsewhere = elsewhere.connect(to).await.unwrap();
    let ask = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    elsewhere.write_all(ask).await.unwrap();
    assert!(all(&mut elsewhere).await.starts_with("HTTP/1.1 200"));
    // A place that is given back can be taken again, as soon as the server has noticed.
    drop(held.pop());
    let again = async {
        loop {
            let mut stream = connect(to).await;
            let mut answer = Vec::new();
            if stream.write_all(ask).await.is_ok()
                && stream.read_to_end(&mut answer).await.is_ok()
                && answer.starts_with(b"HTTP/1.1 200")
            {
                return;
            }
        }
    };
    timeout(PATIENCE, again).await.expect("a place");
}

#[tokio::test(flavor = "multi_thread")]
async fn this_machine_is_not_counted_as_one_address() {
    let limits = Limits { connections_of_address: 1, streams_of_address: 1, ..generous() };
    let bench = Bench::with("connections-here", limits).await;
    let _held = (connect(bench.client().address).await, connect(bench.client().address).await);
    assert_eq!(bench.client().get("/healthz").await.status, 200);
    let seats = game(&bench).await;
    let first = seats.watch.listen(&seats.path("/stream"), None).await;
    let second = seats.watch.listen(&seats.path("/stream"), None).await;
    assert!(first.is_ok() && second.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_head_without_end_is_not_held_in_memory() {
    let bench = Bench::new("connections-head").await;
    for (length, status) in [(20_000, "HTTP/1.1 200"), (200_000, "HTTP/1.1 431")] {
        let mut stream = connect(bench.client().address).await;
        let long = "x".repeat(length);
        let head = format!(
            "GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nx: {long}\r\n\r\n"
        );
        // The rest is no longer taken once it is too long.
        let _ = stream.write_all(head.as_bytes()).await;
        let mut answer = [0; 12];
        let read = timeout(PATIENCE, stream.read_exact(&mut answer)).await;
        read.expect("an answer in time").expect("an answer");
        assert_eq!(String::from_utf8_lossy(&answer), status, "{length}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_is_no_text_leads_nowhere() {
    let bench = Bench::new("connections-address-text").await;
    let client = bench.client().with("nonsense");
    for path in ["/api/v1/games/%ff%fe", "/api/v1/games/%ff/talk", "/api/v1/battles/%ff/x/map.svg"]
    {
        let method = if path.ends_with("talk") { "POST" } else { "GET" };
        let json = [("content-type", "application/json")];
        let answer = client.send(method, path, &json, b"{}").await.unwrap();
        assert_eq!(
            (answer.status, &answer.json()["type"]),
            (404, &json!("unknown-route")),
            "{path}"
        );
    }
}

/// A head that announces a body of which nothing is sent.
async fn announce(bench: &Bench, path: &str, media: &str, token: &str, length: usize) -> String {
    let mut stream = connect(bench.client().address).await;
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: {media}\r\n\
         authorization: Bearer {token}\r\ncontent-length: {length}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    all(&mut stream).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_is_said_to_be_too_long_is_refused_before_it_comes() {
    let limits = Limits { body: 1000, record: 2000, ..generous() };
    let bench = Bench::with("connections-length", limits).await;
    let seats = game(&bench).await;
    let token = seats.union.token.clone().unwrap();
    for (path, media, length) in [
        ("/api/v1/games".to_owned(), "application/json", 1001),
        (seats.path("/actions"), "application/json", 1001),
        ("/api/v1/records".to_owned(), "application/jsonl", 2001),
        ("/api/v1/games".to_owned(), "application/json", usize::MAX >> 8),
    ] {
        let (status, document) = problem(&announce(&bench, &path, media, &token, length).await);
        assert_eq!((status, &document["type"]), (413, &json!("too-large")), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_answer_to_a_body_that_is_too_long_arrives_although_the_body_is_still_sent() {
    let bench = Bench::with("connections-linger", Limits { body: 1000, ..generous() }).await;
    let mut stream = connect(bench.client().address).await;
    let length = 8 << 20;
    let head = format!(
        "POST /api/v1/games HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let sent = timeout(PATIENCE, stream.write_all(&vec![b' '; length])).await;
    sent.expect("it is taken").expect("to its end");
    stream.shutdown().await.unwrap();
    assert_eq!(problem(&all(&mut stream).await).0, 413);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_is_looked_at_before_the_body_comes() {
    let bench = Bench::new("connections-token").await;
    let seats = game(&bench).await;
    let bad = "x".repeat(43);
    for path in ["/actions", "/talk", "/ask", "/branch"] {
        let answer = announce(&bench, &seats.path(path), "application/json", &bad, 100).await;
        let (status, document) = problem(&answer);
        assert_eq!((status, &document["type"]), (401, &json!("bad-token")), "{path}");
    }
    let unknown = announce(&bench, "/api/v1/games/none/talk", "application/json", &bad, 9).await;
    assert_eq!(problem(&unknown).0, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_does_not_come_is_not_waited_for() {
    let limits = Limits { body_time: Duration::from_millis(300), ..generous() };
    let bench = Bench::with("connections-stalled", limits).await;
    let seats = game(&bench).await;
    let before = seats.whole().await;
    let token = seats.union.token.clone().unwrap();
    for (path, media) in [
        ("/api/v1/games".to_owned(), "application/json"),
        (seats.path("/talk"), "application/json"),
        ("/api/v1/records".to_owned(), "application/jsonl"),
    ] {
        let (status, document) = problem(&announce(&bench, &path, media, &token, 100).await);
        assert_eq!((status, &document["type"]), (408, &json!("stalled")), "{path}");
    }
    assert_eq!(seats.whole().await, before);
}
