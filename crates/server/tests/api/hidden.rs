//! A hidden game at a real server: nobody but its owner learns anything of a hidden piece, byte for byte.
//!
//! Two games are played side by side that look alike to everybody but the Union: in one its pieces go here, in the
//! other there, and not even equally often. Whatever another token can get of the one is what it gets of the other.

use std::time::Duration;

use serde_json::{Value, json};

use crate::common::http::Client;
use crate::common::table::{Bench, Seats, fresh};

/// A game of the toy system between two people by link.
async fn game(bench: &Bench) -> Seats {
    let link = json!({"holder": "link"});
    let seats = json!({"union": link, "confederate": link});
    let new = json!({"battle": "toy/nine-squares", "options": [], "seats": seats});
    Seats::create(&bench.client(), &new).await
}

/// Sends a command for the version that its sender knows.
pub async fn send(seats: &Seats, who: &Client, what: &str, more: Value) -> (u16, Value) {
    let summary = who.get(&seats.path("/summary")).await.json();
    let mut body = json!({"request": fresh(), "version": summary["version"]});
    for (name, value) in more.as_object().expect("an object") {
        body[name] = value.clone();
    }
    let answer = who.post(&seats.path(what), &body).await;
    (answer.status, answer.json())
}

pub async fn act(seats: &Seats, who: &Client, action: Value) -> Value {
    let (status, answer) = send(seats, who, "/actions", json!({"action": action})).await;
    assert_eq!(status, 200, "{answer}");
    answer
}

fn go(unit: &str, to: &str) -> Value {
    json!({"move": {"unit": unit, "to": to}})
}

pub fn end() -> Value {
    json!({"end_phase": {}})
}

/// What is a game's own by chance: its id, its secret's hash, the hour; and the hashes that pin its record, which
/// nobody without the key can tell from chance.
fn plain(seats: &Seats, text: &str) -> String {
    let mut text = text.replace(&seats.id, "ID");
    let mut value: Value = match serde_json::from_str(&text) {
        Ok(value) => value,
        Err(_) => return text,
    };
    blank(&mut value);
    text = value.to_string();
    text
}

fn blank(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields.iter_mut() {
                if ["at", "created", "updated", "commitment", "request", "head"]
                    .contains(&key.as_str())
                {
                    *value = json!("-");
                }
                blank(value);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(blank),
        _ => {}
    }
}

/// What somebody asks of a game who wants to know what is hidden in it.
pub struct Probe {
    pub questions: Vec<Value>,
    pub action: Value,
}

fn probe() -> Probe {
    Probe {
        questions: vec![
            json!({"actions": {}}),
            json!({"why": {"action": go("US-1", "1,0")}}),
            json!({"why": {"action": {"attack": {"unit": "CS-1", "target": "US-1"}}}}),
            json!({"why": {"action": {"attack": {"unit": "CS-1", "target": "US-9"}}}}),
            json!({"reach": {"unit": "US-1"}}),
            json!({"odds": {"action": {"attack": {"unit": "CS-1", "target": "US-2"}}}}),
        ],
        action: json!({"attack": {"unit": "CS-1", "target": "US-1"}}),
    }
}

/// Everything that a token can get of a game, each with its status.
pub async fn everything(seats: &Seats, who: &Client, probe: &Probe) -> Vec<(String, u16, String)> {
    let mut all = Vec::new();
    let mut note = |what: &str, status: u16, body: &[u8]| {
        let text = plain(seats, &String::from_utf8_lossy(body));
        all.push((what.to_owned(), status, text));
    };
    for path in
        ["", "/summary", "/entries", "/steps", "/record", "/verify", "/assessment", "/review"]
    {
        let answer = who.get(&seats.path(path)).await;
        note(path, answer.status, &answer.body);
        if path.is_empty() {
            let tag = answer.header("etag").unwrap_or_default().to_owned();
            note("etag", 0, tag.as_bytes());
            note("length", 0, answer.body.len().to_string().as_bytes());
        }
    }
    for step in 0..6 {
        let answer = who.get(&seats.path(&format!("/steps/{step}"))).await;
        note(&format!("step {step}"), answer.status, &answer.body);
        let answer = who.get(&seats.path(&format!("/assessment?step={step}"))).await;
        note(&format!("assessment {step}"), answer.status, &answer.body);
    }
    for question in &probe.questions {
        for step in [None, Some(0), Some(1), Some(3)] {
            let body = json!({"question": question, "step": step});
            let answer = who.post(&seats.path("/ask"), &body).await;
            note(&format!("ask {body}"), answer.status, &answer.body);
        }
    }
    let version = who.get(&seats.path("/summary")).await.json()["version"].clone();
    for (what, more) in [
        ("/branch", json!({"step": 0})),
        ("/branch", json!({"step": 1})),
        ("/hint", json!({})),
        ("/undo", json!({"request": fresh(), "version": version})),
        ("/take-back", json!({"request": fresh(), "to": 0})),
        ("/take-back", json!({"request": fresh(), "to": 1})),
        ("/actions", json!({"request": fresh(), "version": 99, "action": end()})),
        ("/actions", json!({"request": fresh(), "version": version, "action": probe.action})),
    ] {
        let answer = who.post(&seats.path(what), &more).await;
        note(what, answer.status, &answer.body);
    }
    all
}

/// What a listener hears from the beginning, until nothing comes any more.
pub async fn heard(seats: &Seats, who: &Client) -> Vec<String> {
    let stream = who.listen(&seats.path("/stream?after=0"), None).await;
    let Ok(mut events) = stream else { panic!("no stream") };
    let mut all = Vec::new();
    while let Ok(Some(message)) =
        tokio::time::timeout(Duration::from_millis(400), events.next()).await
    {
        let data = plain(seats, &message.data);
        all.push(format!("{} {:?} {data}", message.event, message.id));
    }
    all
}

/// Everybody but the Union gets the same of both games.
async fn look_alike(one: &Seats, other: &Seats, when: &str) {
    let tokens =
        |seats: &Seats| [seats.confederate.clone(), seats.watch.clone(), seats.owner.clone()];
    for (a, b) in tokens(one).iter().zip(&tokens(other)) {
        let (left, right) =
            (everything(one, a, &probe()).await, everything(other, b, &probe()).await);
        for (left, right) in left.iter().zip(&right) {
            assert_eq!(left, right, "{when}");
        }
        assert_eq!(heard(one, a).await, heard(other, b).await, "{when}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_games_that_differ_in_a_hidden_piece_are_one_to_everybody_else() {
    let mut bench = Bench::hidden("hidden-alike").await;
    let (mut one, mut other) = (game(&bench).await, game(&bench).await);
    look_alike(&one, &other, "at the start").await;
    // One piece goes, is taken back, and goes elsewhere; in the other game nobody stirs.
    act(&one, &one.union, go("US-2", "0,2")).await;
    look_alike(&one, &other, "after a hidden move").await;
    let (status, answer) = send(&one, &one.union, "/undo", json!({})).await;
    assert_eq!(status, 200, "{answer}");
    act(&one, &one.union, go("US-2", "0,2")).await;
    act(&one, &one.union, json!({"scout": {"unit": "US-1"}})).await;
    look_alike(&one, &other, "after a move, an undo and a throw").await;
    // While the Union moves the Confederates' own numbers stand: what they send is not outdated by it.
    for seats in [&one, &other] {
        let (status, answer) =
            send(seats, &seats.confederate, "/actions", json!({"action": end()})).await;
        assert_eq!((status, answer["type"].as_str()), (403, Some("not-your-decision")), "{answer}");
    }
    act(&one, &one.union, end()).await;
    act(&other, &other.union, end()).await;
    look_alike(&one, &other, "when the phase is over").await;
    for seats in [&one, &other] {
        act(seats, &seats.confederate, go("CS-2", "1,1")).await;
    }
    // A server that starts again tells everybody what it told before.
    let before = everything(&one, &one.watch, &probe()).await;
    bench.restart().await;
    (one, other) = (one.moved_to(&bench.client()), other.moved_to(&bench.client()));
    let (same, like) = (&one.watch, &other.watch);
    assert_eq!(everything(&one, same, &probe()).await, before);
    assert_eq!(everything(&other, like, &probe()).await, before);
}

/// A piece in sight of the enemy acts: he sees it where it was until the phase is over, and what he offers meanwhile
/// tells him nothing either.
#[tokio::test(flavor = "multi_thread")]
async fn what_a_piece_in_sight_does_is_seen_when_the_phase_is_over() {
    let bench = Bench::hidden("hidden-sighted").await;
    let (one, other) = (game(&bench).await, game(&bench).await);
    for seats in [&one, &other] {
        act(seats, &seats.union, end()).await;
        act(seats, &seats.confederate, go("CS-2", "1,1")).await;
        act(seats, &seats.confederate, end()).await;
        let seen = seats.confederate.get(&seats.path("")).await.json();
        let unit = |id: &str| {
            let units = seen["game"]["units"].as_array().unwrap();
            units.iter().find(|unit| unit["id"] == id).unwrap()["place"].clone()
        };
        assert_eq!(unit("US-2"), "map", "it is in sight");
        let (status, answer) =
            send(seats, &seats.confederate, "/draw", json!({"what": "offer"})).await;
        assert_eq!(status, 200, "{answer}");
    }
    look_alike(&one, &other, "an offer is made").await;
    act(&one, &one.union, go("US-2", "0,2")).await;
    look_alike(&one, &other, "a piece in sight has gone").await;
    act(&one, &one.union, json!({"scout": {"unit": "US-1"}})).await;
    look_alike(&one, &other, "a draw was made").await;
    let before = one.confederate.get(&one.path("")).await.json();
    act(&one, &one.union, end()).await;
    let after = one.confederate.get(&one.path("")).await.json();
    assert_ne!(before["game"]["units"], after["game"]["units"], "now it is told");
    assert_eq!(after["draw"], json!(null), "and the other side has played on");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hidden_game_has_no_dice_by_hand() {
    let bench = Bench::hidden("hidden-by-hand").await;
    let new = json!({"battle": "toy/nine-squares", "dice": "by_hand"});
    assert_eq!(bench.client().post("/api/v1/games", &new).await.status, 409);
    let open = json!({"battle": "toy/nine-squares", "dice": "by_hand", "options": ["6"]});
    assert_eq!(bench.client().post("/api/v1/games", &open).await.status, 201);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_goes_back_past_a_reveal_a_draw_or_the_end_of_a_phase() {
    let bench = Bench::hidden("hidden-undo").await;
    let seats = game(&bench).await;
    let undo = async |who: &Client| {
        let (status, answer) = send(&seats, who, "/undo", json!({})).await;
        (status, answer["detail"].as_str().unwrap_or_default().to_owned())
    };
    act(&seats, &seats.union, go("US-2", "0,2")).await;
    assert_eq!(undo(&seats.union).await.0, 200, "freely, in one's own phase");
    act(&seats, &seats.union, json!({"scout": {"unit": "US-1"}})).await;
    let (status, why) = undo(&seats.union).await;
    assert!(status != 200 && why.contains("die"), "{why}");
    act(&seats, &seats.union, end()).await;
    assert_ne!(undo(&seats.union).await.0, 200);
    // The Confederates march until one of them sees something; that stays seen.
    let mut revealed = false;
    for (who, action) in [
        (&seats.confederate, go("CS-2", "1,1")),
        (&seats.confederate, end()),
        (&seats.union, end()),
        (&seats.confederate, go("CS-2", "0,1")),
    ] {
        let answer = act(&seats, who, action).await;
        let events = answer["news"][0]["line"]["events"].to_string();
        if events.contains("sighted") && answer["news"][0]["line"]["reveals"] == true {
            let (status, why) = undo(who).await;
            assert!(status != 200 && why.contains("hidden"), "{why}");
            revealed = true;
            break;
        }
    }
    assert!(revealed, "somebody was met");
    let wish = json!({"to": 0});
    let (status, answer) = send(&seats, &seats.confederate, "/take-back", wish).await;
    assert_ne!(status, 200, "not even by agreement: {answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn when_the_game_is_over_everybody_sees_everything() {
    let bench = Bench::hidden("hidden-over").await;
    let seats = game(&bench).await;
    act(&seats, &seats.union, go("US-2", "0,2")).await;
    act(&seats, &seats.union, end()).await;
    let hidden = seats.confederate.get(&seats.path("")).await.json();
    assert!(hidden["game"].to_string().contains("unseen"), "{hidden}");
    for path in ["/record", "/verify"] {
        assert_eq!(seats.owner.get(&seats.path(path)).await.status, 409, "{path}");
    }
    let (status, answer) = send(&seats, &seats.confederate, "/resign", json!({})).await;
    assert_eq!(status, 200, "{answer}");
    let shown = seats.confederate.get(&seats.path("")).await.json();
    assert!(!shown["game"].to_string().contains("unseen"), "{shown}");
    let record = seats.watch.get(&seats.path("/record")).await;
    assert_eq!(record.status, 200);
    let text = String::from_utf8(record.body).expect("text");
    assert!(text.lines().count() > 3 && text.contains("\"US-2\""), "{text}");
    let verdict = seats.watch.get(&seats.path("/verify")).await.json();
    assert_eq!((&verdict["actions"], &verdict["dice"]), (&json!(2), &json!(true)), "{verdict}");
    let steps = seats.watch.get(&seats.path("/steps")).await.json();
    assert_eq!(steps["steps"].as_array().map(Vec::len), Some(2));
    let step = seats.watch.get(&seats.path("/steps/1")).await.json();
    assert!(!step["game"].to_string().contains("unseen"), "{step}");
}

/// While a game is hidden nobody sees it through the eyes of a side; when it is over everybody does, each step as that
/// side saw it and in its own count.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_over_is_seen_through_the_eyes_of_either_side() {
    let bench = Bench::hidden("hidden-eyes").await;
    let seats = game(&bench).await;
    act(&seats, &seats.union, go("US-2", "0,2")).await;
    act(&seats, &seats.union, end()).await;
    let told = seats.confederate.get(&seats.path("/steps")).await.json();
    let then = seats.confederate.get(&seats.path("/steps/1")).await.json();
    let question = json!({"actions": {}});
    let ask = json!({"question": question, "step": 0, "eyes": "union"});
    for who in [&seats.union, &seats.confederate, &seats.watch, &seats.owner] {
        for path in ["/steps?eyes=union", "/steps/0?eyes=union", "/steps?eyes=confederate"] {
            assert_eq!(who.get(&seats.path(path)).await.status, 409, "{path}");
        }
        assert_eq!(who.post(&seats.path("/ask"), &ask).await.status, 409);
    }
    let (status, answer) = send(&seats, &seats.confederate, "/resign", json!({})).await;
    assert_eq!(status, 200, "{answer}");
    let mut steps = seats.watch.get(&seats.path("/steps?eyes=confederate")).await.json();
    // The whole phase was one step to the Confederates, the second of the game.
    assert_eq!(steps["steps"][0]["whole"], 2, "{steps}");
    let seen = seats.watch.get(&seats.path("/steps/1?eyes=confederate")).await.json();
    assert_eq!(seen["game"], then["game"], "as they saw it then");
    steps["steps"][0].as_object_mut().expect("a step").remove("whole");
    assert_eq!(steps, told, "as they were told it then");
    let union = seats.watch.get(&seats.path("/steps?eyes=union")).await.json();
    assert_eq!(union["steps"].as_array().map(Vec::len), Some(2));
    let no_step = seats.watch.get(&seats.path("/steps/2?eyes=confederate")).await;
    assert_eq!(no_step.status, 404);
    assert_eq!(seats.watch.post(&seats.path("/ask"), &ask).await.status, 200);
    assert_eq!(seats.watch.get(&seats.path("/steps?eyes=nobody")).await.status, 400);
}

/// The open form of the same game is told as any open game is: one story, one text for all.
#[tokio::test(flavor = "multi_thread")]
async fn the_open_form_of_the_same_game_is_told_to_everybody_at_once() {
    let bench = Bench::hidden("hidden-open").await;
    let new = json!({"battle": "toy/nine-squares", "options": ["6"]});
    let seats = Seats::create(&bench.client(), &new).await;
    act(&seats, &seats.union, go("US-2", "0,2")).await;
    let told = seats.confederate.get(&seats.path("/entries")).await.json();
    let last = told["entries"].as_array().and_then(|all| all.last()).cloned();
    assert_eq!(last.unwrap_or_default()["line"]["action"], go("US-2", "0,2"));
    assert_eq!(seats.watch.get(&seats.path("/record")).await.status, 200);
}
