//! Good faith: where the owner's rights end, under which names the server answers, and what becomes of games that
//! nobody touches.

use std::path::PathBuf;

use serde_json::{Value, json};
use server::expiry::{UNPLAYED, UNTOUCHED};
use server::limits::Limits;
use server::moment::Moment;
use server::serve::{Config, Server};

use crate::common::http::Client;
use crate::common::table::{Bench, Seats, about_to_attack, attack, fresh, generous};

fn by_link() -> Value {
    let seats = json!({"union": {"holder": "me"}, "confederate": {"holder": "link"}});
    json!({"battle": "blue-gray/antietam", "seats": seats})
}

#[tokio::test(flavor = "multi_thread")]
async fn standing_orders_of_a_guest_are_seen_by_nobody_else() {
    let bench = Bench::new("faith-orders").await;
    let seats = Seats::create(&bench.client(), &by_link()).await;
    let path = seats.path("/seats/confederate/orders");
    let given = seats.confederate.put(&path, &json!({"retreat": "safest"})).await;
    assert_eq!(given.status, 200, "{}", given.json());
    let keys = |view: Value| {
        let orders = view["orders"].as_object().expect("orders").clone();
        orders.keys().cloned().collect::<Vec<String>>()
    };
    assert_eq!(keys(seats.confederate.get(&seats.path("")).await.json()), ["confederate"]);
    assert_eq!(keys(seats.owner.get(&seats.path("")).await.json()), ["union"]);
    assert_eq!(keys(seats.union.get(&seats.path("")).await.json()), ["union"]);
    for who in [&seats.owner, &seats.union, &seats.watch] {
        for look in ["", "/entries", "/steps", "/record"] {
            let told = String::from_utf8(who.get(&seats.path(look)).await.body).unwrap();
            assert!(!told.contains("safest"), "{look}: {told}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_stays_with_its_guests_when_its_owner_deletes_it() {
    let mut bench = Bench::new("faith-record").await;
    let mut seats = Seats::create(&bench.client(), &by_link()).await;
    assert_eq!(seats.command(&seats.union, "/resign", json!({})).await.status, 200);
    let record = seats.confederate.get(&seats.path("/record")).await.body;
    let mut watching = seats.watch.listen(&seats.path("/stream"), None).await.expect("a stream");
    assert_eq!(seats.owner.delete(&seats.path("")).await.status, 204);
    while watching.next().await.is_some() {}
    for _ in 0..2 {
        for who in [&seats.owner, &seats.union, &seats.watch] {
            assert_eq!(who.get(&seats.path("")).await.status, 401);
        }
        let kept = seats.confederate.get(&seats.path("/record")).await;
        assert_eq!((kept.status, kept.body == record), (200, true));
        assert_eq!(seats.confederate.get(&seats.path("/verify")).await.status, 200);
        bench.restart().await;
        seats = seats.moved_to(&bench.client());
    }
    // A game that goes on, or that nobody else has played, is its owner's to delete.
    for new in [by_link(), about_to_attack()] {
        let seats = Seats::create(&bench.client(), &new).await;
        assert_eq!(seats.owner.delete(&seats.path("")).await.status, 204);
        assert_eq!(seats.confederate.get(&seats.path("")).await.status, 404);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_for_another_server_is_turned_away() {
    let bench = Bench::new("faith-names").await;
    let address = bench.client().address.to_string();
    let ask = async |method: &str, head: String| {
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        let mut stream = tokio::net::TcpStream::connect(&address).await.unwrap();
        let text = format!("{method} /api/v1/battles HTTP/1.1\r\n{head}connection: close\r\n\r\n");
        stream.write_all(text.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer.split(' ').nth(1).and_then(|code| code.parse::<u16>().ok()).unwrap_or(0)
    };
    for (host, status) in [
        ("localhost", 200),
        ("127.0.0.1:1862", 200),
        ("evil.example", 421),
        ("evil.example:1862", 421),
        ("localhost.evil.example", 421),
    ] {
        assert_eq!(ask("GET", format!("host: {host}\r\n")).await, status, "{host}");
    }
    // A page that another name serves asks for a change; 405 is what our own page gets here.
    for (origin, status) in [
        ("http://localhost", 405),
        ("http://evil.example", 421),
        ("http://6.6.6.6", 421),
        ("null", 421),
    ] {
        let head = format!("host: localhost\r\norigin: {origin}\r\n");
        assert_eq!(ask("POST", head).await, status, "{origin}");
    }
}

/// How often which address was asked would tell a player of a hidden game how much the other does.
#[tokio::test(flavor = "multi_thread")]
async fn figures_are_for_the_machine_alone() {
    let data = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("faith-figures");
    let _ = std::fs::remove_dir_all(&data);
    let public_url = Some("https://table.example.org".to_owned());
    let config = Config { port: 0, public_url, ..Config::local(data) };
    let server = Server::start(config, Vec::new()).await.expect("it starts");
    let client = Client::new(server.address());
    assert_eq!(client.get("/metrics").await.status, 200);
    let guest = [("x-forwarded-for", "203.0.113.7")];
    assert_eq!(client.send("GET", "/metrics", &guest, b"").await.unwrap().status, 404);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_number_in_quotes_is_no_number() {
    let bench = Bench::new("faith-quotes").await;
    let seats = Seats::create(&bench.client(), &about_to_attack()).await;
    for body in [
        json!({"request": fresh(), "version": "1", "action": attack()}),
        json!({"request": fresh(), "version": 1, "action": attack(), "dice": ["1"]}),
    ] {
        let answer = seats.union.post(&seats.path("/actions"), &body).await;
        assert_eq!((answer.status, &answer.json()["type"]), (400, &json!("malformed")), "{body}");
    }
    let branch = seats.watch.post(&seats.path("/branch"), &json!({"step": "0"})).await;
    assert_eq!(branch.status, 400);
    // What follows a question mark is text.
    assert_eq!(seats.watch.get(&seats.path("/entries?after=0")).await.status, 200);
    assert_eq!(seats.watch.get(&seats.path("/entries?after=x")).await.status, 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn games_that_nobody_touches_are_deleted_in_the_end() {
    let (mut bench, hour) = Bench::at_hour("faith-expiry").await;
    let unplayed = Seats::create(&bench.client(), &about_to_attack()).await;
    let played = Seats::create(&bench.client(), &about_to_attack()).await;
    let body = json!({"action": attack(), "dice": [6]});
    assert_eq!(played.command(&played.union, "/actions", body).await.status, 200);
    let opened = Seats::create(&bench.client(), &about_to_attack()).await;
    let wait = |time: std::time::Duration| {
        let later = Moment(hour.borrow().0 + i64::try_from(time.as_millis()).unwrap());
        hour.send_replace(later);
    };
    let stored = async |bench: &Bench| {
        let count = sqlx::query_scalar::<_, i64>("SELECT COUNT(*) FROM games");
        count.fetch_one(&mut bench.database().await).await.unwrap()
    };
    wait(UNPLAYED / 2);
    // Whoever looks at a game touches it.
    assert_eq!(opened.moved_to(&bench.client()).watch.get(&opened.path("")).await.status, 200);
    // Noted while nobody waits for it: the next command is written after it.
    assert_eq!(opened.command(&opened.union, "/draw", json!({"what": "offer"})).await.status, 200);
    bench.stop().await;
    wait(UNPLAYED * 2 / 3);
    bench.start().await;
    while stored(&bench).await > 2 {}
    let gone = unplayed.moved_to(&bench.client());
    assert_eq!(gone.owner.get(&gone.path("/summary")).await.status, 404);
    let there = played.moved_to(&bench.client());
    assert_eq!(there.watch.get(&there.path("/summary")).await.status, 200);
    bench.stop().await;
    wait(UNTOUCHED + std::time::Duration::from_secs(86_400));
    bench.start().await;
    while stored(&bench).await > 0 {}
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_full_says_so_and_makes_room_where_nothing_was_done() {
    let (mut bench, hour) = Bench::at_hour("faith-full").await;
    bench.limits = Limits { stored_games: 2, ..generous() };
    bench.restart().await;
    let first = Seats::create(&bench.client(), &about_to_attack()).await;
    let body = json!({"action": attack(), "dice": [6]});
    assert_eq!(first.command(&first.union, "/actions", body).await.status, 200);
    let idle = Seats::create(&bench.client(), &about_to_attack()).await;
    let full = bench.client().post("/api/v1/games", &about_to_attack()).await;
    assert_eq!((full.status, &full.json()["type"]), (503, &json!("no-room")));
    let later = Moment(hour.borrow().0 + 2 * 86_400_000);
    bench.stop().await;
    hour.send_replace(later);
    bench.start().await;
    let made = bench.client().post("/api/v1/games", &about_to_attack()).await;
    assert_eq!(made.status, 201, "{}", made.json());
    let (first, idle) = (first.moved_to(&bench.client()), idle.moved_to(&bench.client()));
    assert_eq!(first.watch.get(&first.path("/summary")).await.status, 200);
    assert_eq!(idle.watch.get(&idle.path("/summary")).await.status, 404);
}
