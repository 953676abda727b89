//! Bad input of every kind: the right status, a problem document, and nothing changed.

use serde_json::{Value, json};
use server::limits::Limits;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::common::http::{Answer, Client};
use crate::common::table::{Bench, Seats, about_to_attack, attack, fresh, generous, own_token};

fn expect(answer: &Answer, status: u16, kind: &str) {
    let text = String::from_utf8_lossy(&answer.body);
    assert_eq!(answer.status, status, "{text}");
    assert_eq!(answer.header("content-type"), Some("application/problem+json"), "{text}");
    let document = answer.json();
    assert_eq!(document["type"], kind, "{text}");
    assert_eq!(document["status"], status);
    assert!(!document["title"].as_str().unwrap().is_empty());
    assert!(!document["detail"].as_str().unwrap().is_empty());
}

/// Every route of a game that only looks.
const LOOKS: [&str; 7] = ["", "/summary", "/entries", "/steps", "/steps/0", "/record", "/verify"];
/// Every route of a game that changes it, with a body that would do.
fn changes() -> Vec<(&'static str, &'static str, Value)> {
    let with = |mut more: Value| {
        more["request"] = json!("a-name-of-its-own");
        more["version"] = json!(1);
        more
    };
    vec![
        ("POST", "/actions", with(json!({"action": attack()}))),
        ("POST", "/undo", with(json!({}))),
        ("POST", "/take-back", with(json!({"to": 0}))),
        ("POST", "/take-back/answer", with(json!({"grant": true}))),
        ("POST", "/draw", with(json!({"what": "offer"}))),
        ("POST", "/resign", with(json!({}))),
        ("POST", "/talk", json!({"request": "a-name-of-its-own", "text": "hello"})),
        ("PUT", "/seats/union", json!({"name": "Ann"})),
        ("PUT", "/seats/union/orders", json!({})),
        ("POST", "/seats/union/reissue", json!({})),
        ("POST", "/seats/union/reissue/answer", json!({"grant": true})),
        ("POST", "/redeem", json!({"token": own_token()})),
        ("POST", "/renew", json!({"token": own_token()})),
        ("POST", "/branch", json!({"step": 0})),
        ("POST", "/ask", json!({"question": {"actions": {}}})),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_right_token_nothing_opens() {
    let bench = Bench::new("refusals-token").await;
    let client = bench.client();
    let seats = Seats::create(&client, &about_to_attack()).await;
    let other = Seats::create(&client, &about_to_attack()).await;
    let before = seats.whole().await;
    let wrong = [
        (client.clone(), 401, "no-token"),
        (client.with("not-a-token"), 401, "bad-token"),
        (other.owner.clone(), 401, "bad-token"),
    ];
    for (who, status, kind) in &wrong {
        for look in LOOKS.into_iter().chain(["/stream"]) {
            expect(&who.get(&seats.path(look)).await, *status, kind);
        }
        expect(&who.delete(&seats.path("")).await, *status, kind);
        for (method, path, body) in changes() {
            let answer = who.json(method, &seats.path(path), &body).await.unwrap();
            expect(&answer, *status, kind);
            assert_eq!(answer.header("www-authenticate"), Some("Bearer"));
        }
    }
    let basic = client.send("GET", &seats.path(""), &[("authorization", "Basic x")], b"").await;
    expect(&basic.unwrap(), 401, "no-token");
    for look in LOOKS {
        let unknown = format!("/api/v1/games/nosuchgame{look}");
        expect(&seats.owner.get(&unknown).await, 404, "unknown-game");
    }
    assert_eq!(seats.whole().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn watchers_and_owners_do_not_play() {
    let bench = Bench::new("refusals-watch").await;
    let seats = Seats::create(&bench.client(), &about_to_attack()).await;
    let before = seats.whole().await;
    for (method, path, body) in changes() {
        let others = ["/ask", "/branch", "/renew", "/seats/union/reissue/answer"];
        let owners = ["/seats/union", "/seats/union/reissue"];
        if !others.contains(&path) && !owners.contains(&path) {
            for who in [&seats.watch, &seats.owner] {
                let answer = who.json(method, &seats.path(path), &body).await.unwrap();
                expect(&answer, 403, "wrong-seat");
            }
        }
    }
    assert_eq!(seats.whole().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_that_are_not_what_they_should_be_change_nothing() {
    let bench = Bench::new("refusals-bodies").await;
    let seats = Seats::create(&bench.client(), &about_to_attack()).await;
    let before = seats.whole().await;
    let json_type = [("content-type", "application/json")];
    let deep = "[".repeat(5000) + &"]".repeat(5000);
    let bad: [&[u8]; 7] =
        [b"", b"{", b"null", b"[]", b"\xff\xfe", b"{\"request\":1}", deep.as_bytes()];
    for (method, path, body) in changes() {
        let path = seats.path(path);
        if path.ends_with("/reissue") {
            continue;
        }
        for bytes in bad {
            // An object without fields is what orders may be.
            let answer = seats.union.send(method, &path, &json_type, bytes).await.unwrap();
            expect(&answer, 400, "malformed");
        }
        for media in ["text/plain", "application/x-www-form-urlencoded", "application/jsonp"] {
            let text = body.to_string();
            let head = [("content-type", media)];
            let answer = seats.union.send(method, &path, &head, text.as_bytes()).await.unwrap();
            expect(&answer, 415, "wrong-type");
        }
        let answer = seats.union.send(method, &path, &[], body.to_string().as_bytes()).await;
        expect(&answer.unwrap(), 415, "wrong-type");
        let mut more = body.clone();
        more["surprise"] = json!(1);
        let answer = seats.union.json(method, &path, &more).await.unwrap();
        expect(&answer, 400, "malformed");
    }
    assert_eq!(seats.whole().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_huge_body_is_not_read() {
    let bench = Bench::new("refusals-huge").await;
    let seats = Seats::create(&bench.client(), &about_to_attack()).await;
    let huge = vec![b' '; bench.limits.body + 1];
    for (path, client) in
        [(seats.path("/actions"), &seats.union), ("/api/v1/games".into(), &seats.union)]
    {
        let head = [("content-type", "application/json")];
        let answer = client.send("POST", &path, &head, &huge).await.unwrap();
        expect(&answer, 413, "too-large");
    }
    let huge = vec![b' '; bench.limits.record + 1];
    let head = [("content-type", "application/jsonl")];
    let answer = bench.client().send("POST", "/api/v1/records", &head, &huge).await.unwrap();
    expect(&answer, 413, "too-large");
}

#[tokio::test(flavor = "multi_thread")]
async fn actions_are_refused_in_the_order_a_player_can_mend_them() {
    let bench = Bench::new("refusals-actions").await;
    let seats = Seats::create(&bench.client(), &about_to_attack()).await;
    let before = seats.whole().await;
    let send = |who: &Client, request: &str, version: u64, action: Value| {
        let (who, path) = (who.clone(), seats.path("/actions"));
        let body = json!({"request": request, "version": version, "action": action});
        async move { who.post(&path, &body).await }
    };
    let union = &seats.union;
    for name in ["short", "with a blank", &"x".repeat(65), "ümlaut-name"] {
        expect(&send(union, name, 1, attack()).await, 400, "malformed");
    }
    let stale = send(union, &fresh(), 9, attack()).await;
    expect(&stale, 409, "stale-version");
    assert_eq!(stale.json()["version"], 1);
    expect(&send(&seats.confederate, &fresh(), 1, attack()).await, 403, "not-your-decision");
    for nonsense in
        [json!({"charge": {}}), json!(7), json!({"move": {"unit": "nobody", "to": "0101"}})]
    {
        expect(&send(union, &fresh(), 1, nonsense).await, 400, "malformed");
    }
    let refused = send(union, &fresh(), 1, json!({"end_phase": {}})).await;
    expect(&refused, 422, "refused");
    let refused = refused.json();
    assert!(refused["rule"].as_str().unwrap().starts_with("BG"));
    assert!(refused["link"].as_str().unwrap().starts_with("blue-gray/bg-"));
    assert_eq!(seats.whole().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn games_that_cannot_be_set_up_say_why() {
    let bench = Bench::new("refusals-new").await;
    let client = bench.client();
    let cases = [
        (json!({"battle": "blue-gray/gettysburg"}), 404, "unknown-battle"),
        (json!({"battle": "../../etc/passwd"}), 404, "unknown-battle"),
        (json!({"battle": "blue-gray/antietam", "scenario": "may-3"}), 404, "unknown-battle"),
        (json!({"battle": "blue-gray/antietam", "options": ["99.9"]}), 400, "malformed"),
        (json!({"battle": "grand-tactical/antietam", "options": ["4=easy"]}), 400, "malformed"),
        (json!({"battle": "blue-gray/antietam", "undo": "sometimes"}), 400, "malformed"),
        (json!({"battle": "blue-gray/antietam", "seats": {"french": {}}}), 400, "malformed"),
        (
            json!({"battle": "blue-gray/antietam", "from": {"game": "blue-gray/chattanooga"}}),
            400,
            "malformed",
        ),
        (json!({"battle": "blue-gray/antietam", "from": {"turn": 99}}), 400, "malformed"),
        (json!({}), 400, "malformed"),
    ];
    for (body, status, kind) in cases {
        expect(&client.post("/api/v1/games", &body).await, status, kind);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn questions_that_make_no_sense_are_told_so() {
    let bench = Bench::new("refusals-ask").await;
    let seats = Seats::create(&bench.client(), &about_to_attack()).await;
    let ask = |body: Value| {
        let (who, path) = (seats.watch.clone(), seats.path("/ask"));
        async move { who.post(&path, &body).await }
    };
    expect(&ask(json!({"question": {"weather": {}}})).await, 400, "malformed");
    expect(&ask(json!({"question": {"reach": {"unit": "nobody"}}})).await, 400, "malformed");
    expect(&ask(json!({"question": {"actions": {}}, "step": 5})).await, 400, "malformed");
    expect(&ask(json!({"question": {"actions": {}}, "version": 5})).await, 409, "stale-version");
    assert_eq!(ask(json!({"question": {"actions": {}}, "version": 1})).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn addresses_that_lead_nowhere_or_out_of_the_house() {
    let bench = Bench::new("refusals-paths").await;
    let client = bench.client();
    let nowhere = [
        "/api/v1/nothing",
        "/api/v2/battles",
        "/api/v1/battles/blue-gray/antietam/secret",
        "/nothing.html",
        "/index.html/..",
        "/../Cargo.toml",
        "/js/../../Cargo.toml",
        "/..%2f..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "/js/%2e%2e/index.html",
        "//etc/passwd",
        "/.git/config",
        "/package.json",
        "/node_modules/axe-core/axe.js",
        "/fonts/../js/main.js",
        "/fonts/serif-900-latin.otf",
        "/api/v1/rules/../battles",
        "/api/v1/rules/poker",
        "/css/",
        "/index.html%00.css",
        "/js\\main.js",
    ];
    for path in nowhere {
        expect(&client.get(path).await, 404, "unknown-route");
    }
    expect(&client.get("/api/v1/battles/x/y/sheet").await, 404, "unknown-battle");
    expect(&client.get("/api/v1/battles/..%2f/..%2f/map.svg").await, 404, "unknown-battle");
    expect(
        &client.get("/api/v1/battles/blue-gray/antietam/sheet?surprise=1").await,
        400,
        "malformed",
    );
    for (method, path) in
        [("DELETE", "/api/v1/battles"), ("PATCH", "/api/v1/games"), ("POST", "/healthz")]
    {
        let answer = client.send(method, path, &[], b"").await.unwrap();
        expect(&answer, 405, "wrong-method");
        assert!(answer.header("allow").is_some());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_read_from_a_folder_stays_in_the_folder() {
    let data = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("refusals-web");
    let _ = std::fs::remove_dir_all(&data);
    let web = data.join("web");
    std::fs::create_dir_all(web.join("js")).unwrap();
    std::fs::write(web.join("index.html"), "<p>here").unwrap();
    std::fs::write(web.join(".hidden.js"), "secret").unwrap();
    std::fs::write(data.join("outside.js"), "secret").unwrap();
    let mut config = server::serve::Config::local(data.join("data"));
    (config.port, config.web) = (0, Some(web));
    let running =
        server::serve::Server::start(config, crate::common::table::battles()).await.unwrap();
    let client = Client::new(running.address());
    assert_eq!(client.get("/").await.body, b"<p>here");
    for path in
        ["/../outside.js", "/js/../../outside.js", "/%2e%2e/outside.js", "/.hidden.js", "/js"]
    {
        expect(&client.get(path).await, 404, "unknown-route");
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_carries_the_headers_that_guard_the_page() {
    let bench = Bench::new("refusals-headers").await;
    let client = bench.client();
    for path in ["/", "/api/v1/battles", "/api/v1/nothing", "/metrics", "/fonts/sans-400-latin.ttf"]
    {
        let answer = client.get(path).await;
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"));
        assert!(policy.contains("frame-ancestors 'none'"));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(answer.header("x-frame-options"), Some("DENY"));
        assert!(answer.header("cache-control").is_some());
        assert!(answer.header("access-control-allow-origin").is_none());
    }
    assert_eq!(client.get("/healthz").await.body, b"ok\n");
    let figures = String::from_utf8(client.get("/metrics").await.body).unwrap();
    assert!(figures.contains("longroll_requests_total{") && figures.contains("longroll_streams"));
    let book = client.get("/api/v1/rules/blue-gray").await.json();
    assert!(book["html"].as_str().unwrap().contains("id=\"bg-7.72\""));
    let squeezed =
        client.send("GET", "/api/v1/rules/blue-gray", &[("accept-encoding", "gzip")], b"");
    assert_eq!(squeezed.await.unwrap().header("content-encoding"), Some("gzip"));
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_web_sites_change_nothing() {
    let bench = Bench::new("refusals-cross-site").await;
    let seats = Seats::create(&bench.client(), &about_to_attack()).await;
    let before = seats.whole().await;
    let body = json!({"request": fresh(), "version": 1, "action": attack()}).to_string();
    for (site, status) in [("cross-site", 403), ("same-origin", 200)] {
        assert_eq!(seats.whole().await, before);
        let head = [("content-type", "application/json"), ("sec-fetch-site", site)];
        let path = seats.path("/actions");
        let answer = seats.union.send("POST", &path, &head, body.as_bytes()).await.unwrap();
        assert_eq!(answer.status, status, "{site}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_left_out_is_not_taken_for_null() {
    let bench = Bench::new("refusals-left-out").await;
    let seats = Seats::create(&bench.client(), &about_to_attack()).await;
    let before = seats.whole().await;
    let unnamed = seats.union.put(&seats.path("/seats/union"), &json!({})).await;
    expect(&unnamed, 400, "malformed");
    let wish = json!({"request": fresh(), "version": 1});
    expect(&seats.union.post(&seats.path("/take-back"), &wish).await, 400, "malformed");
    assert_eq!(seats.whole().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_follows_the_question_mark_is_refused_in_plain_words() {
    let bench = Bench::new("refusals-query").await;
    let seats = Seats::create(&bench.client(), &about_to_attack()).await;
    for (query, words) in [
        ("?after=x", "after: expected a whole number"),
        ("?after=", "after: expected a whole number"),
        ("?after=-1", "after: expected a whole number"),
        ("?after=99999999999999999999", "after: expected a whole number"),
        ("?before=1", "unknown field `before`"),
        ("?after=1&after=2", "duplicate field `after`"),
    ] {
        for path in ["/entries", "/stream"] {
            let answer = seats.watch.get(&seats.path(&format!("{path}{query}"))).await;
            expect(&answer, 400, "malformed");
            let detail = answer.json()["detail"].as_str().unwrap().to_owned();
            assert!(detail.starts_with("What follows the question mark: "), "{detail}");
            assert!(detail.contains(words) && detail.ends_with('.'), "{detail}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_without_a_length_is_read_as_far_as_records_are() {
    let bench =
        Bench::with("refusals-chunked", Limits { body: 100, record: 200, ..generous() }).await;
    for (length, status) in [(150, "400"), (250, "413")] {
        let mut stream = tokio::net::TcpStream::connect(bench.client().address).await.unwrap();
        let head = "POST /api/v1/records HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
                    content-type: application/jsonl\r\ntransfer-encoding: chunked\r\n\r\n";
        let body = format!("{length:x}\r\n{}\r\n0\r\n\r\n", " ".repeat(length));
        stream.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert_eq!(answer.split(' ').nth(1), Some(status), "{answer}");
    }
}
