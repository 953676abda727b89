//! Good faith at the dice: nothing is thrown before everybody has sat down, and witnessed throws take two browsers.

use rules::dice::Link;
use serde_json::{Value, json};
use server::moment::Moment;

use crate::common::http::{Answer, Client};
use crate::common::table::{Bench, Seats, about_to_attack, attack, contribute, fresh, redeem};

/// How many links the chains of these tests have.
const LINKS: u32 = 20;

/// A browser's chain.
struct Browser {
    secret: Link,
    links: u32,
    at: u32,
}

impl Browser {
    fn new(byte: u8) -> Browser {
        Browser { secret: Link::from_bytes([byte; 32]), links: LINKS, at: 0 }
    }

    fn link(&self, at: u32) -> String {
        self.secret.back(self.links - at).to_hex()
    }

    fn next(&mut self) -> String {
        self.at += 1;
        self.link(self.at)
    }

    async fn deposit(&self, seats: &Seats, who: &Client) -> Answer {
        let body = json!({"request": fresh(), "end": self.link(0), "links": self.links});
        who.post(&seats.path("/dice/chain"), &body).await
    }
}

async fn show(seats: &Seats, who: &Client, link: &str) -> Answer {
    let seal = seats.view().await["fair"]["throw"]["seal"].clone();
    let body = json!({"request": fresh(), "seal": seal, "link": link});
    who.post(&seats.path("/dice/link"), &body).await
}

async fn set_up(bench: &Bench, new: &Value) -> Seats {
    let answer = bench.client().post("/api/v1/games", new).await;
    assert_eq!(answer.status, 201, "{}", answer.json());
    let created = answer.json();
    let id = created["id"].as_str().unwrap();
    let mut tokens = created["tokens"].clone();
    for (side, word) in created["invitations"].as_object().unwrap() {
        let (seat, _) = redeem(&bench.client(), id, word.as_str().unwrap()).await;
        tokens[side] = json!(seat.token);
    }
    Seats::held(&bench.client(), id, &tokens)
}

fn people() -> Value {
    json!({"union": {"holder": "me"}, "confederate": {"holder": "link"}})
}

/// A game with witnessed dice, about to attack, and both browsers.
async fn witnessed(bench: &Bench) -> (Seats, Browser, Browser) {
    let mut new = about_to_attack();
    (new["dice"], new["seats"]) = (json!("witnessed"), people());
    let seats = set_up(bench, &new).await;
    let (union, confederate) = (Browser::new(1), Browser::new(2));
    assert_eq!(union.deposit(&seats, &seats.union).await.status, 200);
    assert_eq!(seats.view().await["status"], "waiting");
    assert_eq!(confederate.deposit(&seats, &seats.confederate).await.status, 200);
    assert_eq!(seats.view().await["status"], "playing");
    (seats, union, confederate)
}

async fn attack_with(seats: &Seats, link: &str) -> Answer {
    seats.command(&seats.union, "/actions", json!({"action": attack(), "link": link})).await
}

fn kind(answer: &Answer) -> String {
    answer.json()["type"].as_str().unwrap_or_default().to_owned()
}

async fn record(seats: &Seats) -> Vec<Value> {
    let text = seats.watch.get(&seats.path("/record")).await.body;
    let text = String::from_utf8(text).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_thrown_before_everybody_has_sat_down() {
    let mut bench = Bench::new("fair-waiting").await;
    // The set-up of this one draws.
    let new = json!({"battle": "blue-gray/antietam", "options": ["20.5"], "seats": people()});
    let answer = bench.client().post("/api/v1/games", &new).await.json();
    let id = answer["id"].as_str().unwrap().to_owned();
    let mut seats = Seats::held(&bench.client(), &id, &answer["tokens"]);
    let view = seats.view().await;
    assert_eq!((&view["status"], &view["game"]), (&json!("waiting"), &Value::Null));
    assert_eq!(view["fair"]["wanted"], json!(["union", "confederate"]));
    for look in ["/record", "/steps", "/steps/0", "/verify"] {
        assert_eq!(seats.owner.get(&seats.path(look)).await.status, 409, "{look}");
    }
    assert_eq!(contribute(&seats.union, &id, 7).await.status, 200);
    // Sent again it is the same; another is not taken.
    assert_eq!(contribute(&seats.union, &id, 7).await.status, 200);
    assert_eq!(contribute(&seats.union, &id, 8).await.status, 409);
    assert_eq!(contribute(&seats.watch, &id, 9).await.status, 403);
    let acted = seats.act(&seats.union, json!({"end_phase": {}})).await;
    assert_eq!((acted.status, kind(&acted)), (409, "not-allowed".into()));
    bench.restart().await;
    seats = seats.moved_to(&bench.client());
    assert_eq!(seats.view().await["fair"]["wanted"], json!(["confederate"]));
    let word = answer["invitations"]["confederate"].as_str().unwrap();
    seats.confederate = redeem(&bench.client(), &id, word).await.0;
    assert_eq!(seats.view().await["status"], "waiting", "he has not given his number");
    assert_eq!(contribute(&seats.confederate, &id, 9).await.status, 200);
    let view = seats.view().await;
    assert_eq!(view["status"], "playing");
    assert!(view["game"].is_object());
    bench.restart().await;
    seats = seats.moved_to(&bench.client());
    assert_eq!(seats.command(&seats.union, "/resign", json!({})).await.status, 200);
    let lines = record(&seats).await;
    let given = &lines[0]["contributions"];
    assert_eq!((&given[0]["by"], &given[1]["by"]), (&json!("union"), &json!("confederate")));
    assert_eq!(lines[0]["dice"].as_array().map(Vec::len), Some(1));
    let verdict = seats.watch.get(&seats.path("/verify")).await.json();
    assert_eq!(verdict["dice"], true, "{verdict}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_later_holder_gives_his_number_and_every_entry_pins_the_record() {
    let bench = Bench::new("fair-later").await;
    let seats = Seats::create(&bench.client(), &json!({"battle": "blue-gray/antietam"})).await;
    let end = json!({"end_phase": {}});
    assert_eq!(seats.act(&seats.union, end.clone()).await.status, 200);
    let made = seats.owner.post(&seats.path("/seats/union/reissue"), &json!({})).await.json();
    let word = made["invitation"].as_str().unwrap();
    let (union, _) = redeem(&bench.client(), &seats.id, word).await;
    assert_eq!(seats.view().await["fair"]["wanted"], json!(["union"]));
    let early = seats.act(&union, end.clone()).await;
    assert_eq!((early.status, kind(&early)), (409, "not-allowed".into()), "he gives first");
    assert_eq!(contribute(&union, &seats.id, 3).await.status, 200);
    let seats = Seats { union, ..seats };
    assert_eq!(seats.act(&seats.union, end.clone()).await.status, 200);
    // What was given stays given, wherever the play goes on.
    let decider = seats.view().await["decision"]["side"].as_str().unwrap().to_owned();
    seats.command(seats.seat(&decider), "/take-back", json!({"to": 0})).await;
    let other = if decider == "union" { &seats.confederate } else { &seats.union };
    let granted = seats.command(other, "/take-back/answer", json!({"grant": true})).await;
    assert_eq!(granted.status, 200, "{}", granted.json());
    assert_eq!(seats.act(&seats.union, end).await.status, 200);
    assert_eq!(seats.command(&seats.union, "/resign", json!({})).await.status, 200);
    let lines = record(&seats).await;
    assert_eq!(lines[1]["contribution"]["bytes"], "03".repeat(32));
    let verdict = seats.watch.get(&seats.path("/verify")).await.json();
    assert_eq!((&verdict["dice"], &verdict["actions"]), (&json!(true), &json!(1)), "{verdict}");
    let told = seats.watch.get(&seats.path("/entries")).await.json();
    let heads: Vec<&Value> =
        told["entries"].as_array().unwrap().iter().map(|e| &e["head"]).collect();
    let pinned = lines.iter().filter_map(|line| line["chain"].as_str());
    for head in pinned {
        assert!(heads.contains(&&json!(head)), "{head} was told to nobody");
    }
    // A record with such lines is brought in, shown and given out again.
    let text = seats.watch.get(&seats.path("/record")).await.body;
    let head = [("content-type", "application/jsonl")];
    let brought = bench.client().send("POST", "/api/v1/records", &head, &text).await.unwrap();
    assert_eq!(brought.status, 201, "{}", brought.json());
    let brought = Seats::of(&bench.client(), &brought.json()).await;
    assert_eq!(record(&brought).await, lines);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_witnessed_throw_waits_for_the_other_browser_and_no_link_serves_twice() {
    let mut bench = Bench::new("fair-witnessed").await;
    let (mut seats, mut union, mut confederate) = witnessed(&bench).await;
    let wanted = seats.act(&seats.union, attack()).await;
    assert_eq!((wanted.status, kind(&wanted)), (409, "link-wanted".into()));
    for bad in [union.link(2), union.link(0), confederate.link(1), "x".into()] {
        let refused = attack_with(&seats, &bad).await;
        assert_eq!((refused.status, kind(&refused)), (409, "not-allowed".into()), "{bad}");
    }
    // Nothing has been done that could be taken back, and nothing is once a throw waits.
    let first = union.next();
    assert_eq!(attack_with(&seats, &first).await.status, 200);
    let asked = seats.command(&seats.confederate, "/take-back", json!({"to": 0})).await;
    assert_eq!(asked.status, 409, "{}", asked.json());
    let orders = json!({});
    seats.confederate.put(&seats.path("/seats/confederate/orders"), &orders).await;
    let view = seats.view().await;
    assert_eq!(view["fair"]["throw"]["awaits"], json!(["confederate"]));
    assert_eq!(view["decision"]["kind"], "throw");
    let told = seats.confederate.get(&seats.path("/entries")).await.json();
    let last = told["entries"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["kind"], &last["line"]), (&json!("throw_waits"), &Value::Null));
    assert!(!told.to_string().contains("attackers"), "the action is told to nobody: {last}");
    for (who, what) in [(&seats.union, "/undo"), (&seats.union, "/actions")] {
        let more =
            if what == "/actions" { json!({"action": {"end_phase": {}}}) } else { json!({}) };
        assert_eq!(seats.command(who, what, more).await.status, 409, "{what}");
    }
    bench.restart().await;
    seats = seats.moved_to(&bench.client());
    for bad in [confederate.link(2), union.link(2), first.clone()] {
        assert_eq!(show(&seats, &seats.confederate, &bad).await.status, 409);
    }
    assert_eq!(show(&seats, &seats.union, &union.link(2)).await.status, 409, "his was shown");
    let body = json!({"request": fresh(), "seal": "0".repeat(64), "link": confederate.link(1)});
    let other = seats.confederate.post(&seats.path("/dice/link"), &body).await;
    assert_eq!(other.status, 409, "another seal");
    let thrown = show(&seats, &seats.confederate, &confederate.next()).await;
    assert_eq!(thrown.status, 200, "{}", thrown.json());
    let line = &thrown.json()["news"][0]["line"];
    assert_eq!(line["dice"].as_array().map(Vec::len), Some(1));
    assert_eq!(line["links"]["union"], json!({"at": 1, "link": first}));
    // Taken back, the same attack takes new links.
    let ask = seats.command(&seats.union, "/take-back", json!({"to": 0})).await;
    assert_eq!(ask.status, 200, "{}", ask.json());
    seats.command(&seats.confederate, "/take-back/answer", json!({"grant": true})).await;
    assert_eq!(attack_with(&seats, &first).await.status, 409, "a link serves once");
    assert_eq!(attack_with(&seats, &union.next()).await.status, 200);
    assert_eq!(show(&seats, &seats.confederate, &confederate.link(1)).await.status, 409);
    assert_eq!(show(&seats, &seats.confederate, &confederate.next()).await.status, 200);
    assert_eq!(seats.command(&seats.union, "/resign", json!({})).await.status, 200);
    let lines = record(&seats).await;
    assert_eq!(lines[1]["links"]["confederate"]["at"], 2);
    let verdict = seats.watch.get(&seats.path("/verify")).await.json();
    assert_eq!(verdict["dice"], true, "{verdict}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_chain_is_replaced_and_whatever_waited_is_shown_anew() {
    let bench = Bench::new("fair-lost").await;
    let (seats, mut union, confederate) = witnessed(&bench).await;
    assert_eq!(attack_with(&seats, &union.next()).await.status, 200);
    let seal = seats.view().await["fair"]["throw"]["seal"].clone();
    // A chain that was deposited is never begun anew.
    assert_eq!(confederate.deposit(&seats, &seats.confederate).await.status, 200);
    assert_eq!(seats.view().await["fair"]["throw"]["seal"], seal);
    let mut another = Browser::new(9);
    assert_eq!(another.deposit(&seats, &seats.confederate).await.status, 200);
    let throw = seats.view().await["fair"]["throw"].clone();
    assert_ne!(throw["seal"], seal);
    assert_eq!(throw["awaits"], json!(["union", "confederate"]), "nobody chooses a chain to fit");
    assert_eq!(show(&seats, &seats.confederate, &another.next()).await.status, 200);
    assert_eq!(show(&seats, &seats.union, &union.link(1)).await.status, 409, "it was shown");
    let thrown = show(&seats, &seats.union, &union.next()).await;
    assert_eq!(thrown.status, 200, "{}", thrown.json());
    assert_eq!(seats.command(&seats.union, "/resign", json!({})).await.status, 200);
    assert!(record(&seats).await[1]["new_chain"].is_object());
    let verdict = seats.watch.get(&seats.path("/verify")).await.json();
    assert_eq!(verdict["dice"], true, "{verdict}");
}

/// Whoever has no link left stalls on his own clock, and keeps nobody from doing anything else.
#[tokio::test(flavor = "multi_thread")]
async fn a_chain_that_is_used_up_costs_the_time_of_its_own_player_alone() {
    let (bench, hour) = Bench::at_hour("fair-used-up").await;
    let new = json!({"battle": "toy/nine-squares", "options": ["6", "8"], "dice": "witnessed",
                     "seats": people()});
    let seats = set_up(&bench, &new).await;
    let (mut union, short) = (Browser::new(1), Browser { links: 1, ..Browser::new(2) });
    assert_eq!(union.deposit(&seats, &seats.union).await.status, 200);
    assert_eq!(short.deposit(&seats, &seats.confederate).await.status, 200);
    for (who, action) in [
        (&seats.union, json!({"move": {"unit": "US-2", "to": "1,1"}})),
        (&seats.union, json!({"end_phase": {}})),
        (&seats.confederate, json!({"end_phase": {}})),
    ] {
        assert_eq!(seats.act(who, action).await.status, 200);
    }
    let attack = json!({"attack": {"unit": "US-2", "target": "CS-2"}});
    let body = json!({"action": attack, "link": union.next()});
    let sent = seats.command(&seats.union, "/actions", body).await;
    assert_eq!(sent.status, 200, "{}", sent.json());
    assert_eq!(seats.view().await["fair"]["wanted"], json!([]), "his last link is still to come");
    assert_eq!(show(&seats, &seats.confederate, &short.link(1)).await.status, 200);
    let view = seats.view().await;
    assert_eq!(view["fair"]["wanted"], json!(["confederate"]));
    assert_eq!(view["clock"]["running"], false, "{}", view["clock"]);
    let later = Moment(hour.borrow().0 + 40_000);
    hour.send_replace(later);
    let body = json!({"request": fresh(), "text": "Are you there?"});
    assert_eq!(seats.union.post(&seats.path("/talk"), &body).await.status, 200);
    let next = Browser::new(3);
    assert_eq!(next.deposit(&seats, &seats.confederate).await.status, 200);
    let clock = seats.view().await["clock"].clone();
    assert_eq!((&clock["running"], &clock["left"]), (&json!(true), &json!(60_000)), "{clock}");
    assert_eq!(seats.act(&seats.union, json!({"end_phase": {}})).await.status, 200);
    let clock = seats.view().await["clock"].clone();
    assert_eq!((&clock["side"], &clock["left"]), (&json!("confederate"), &json!(20_000)));
}

#[tokio::test(flavor = "multi_thread")]
async fn both_may_go_on_with_the_hosts_dice_and_the_record_says_so() {
    let bench = Bench::new("fair-host").await;
    let (seats, mut union, mut confederate) = witnessed(&bench).await;
    let host = async |who: &Client, link: Value| {
        let body = json!({"request": fresh(), "link": link});
        who.post(&seats.path("/dice/host"), &body).await
    };
    assert_eq!(host(&seats.union, json!(confederate.link(1))).await.status, 409);
    assert_eq!(host(&seats.union, Value::Null).await.status, 409, "nobody asks");
    assert_eq!(host(&seats.union, json!(union.next())).await.status, 200);
    assert_eq!(host(&seats.union, json!(union.link(2))).await.status, 409, "not with himself");
    assert_eq!(host(&seats.confederate, Value::Null).await.status, 200, "refused");
    assert_eq!(host(&seats.confederate, json!(confederate.next())).await.status, 200);
    assert_eq!(seats.view().await["fair"]["host_asked"], "confederate");
    assert_eq!(host(&seats.union, json!(union.next())).await.status, 200);
    assert_eq!(seats.view().await["fair"]["witnessed"], false);
    let thrown = seats.act(&seats.union, attack()).await;
    assert_eq!(thrown.status, 200, "{}", thrown.json());
    assert!(thrown.json()["news"][0]["line"]["links"].is_null());
    assert_eq!(seats.command(&seats.union, "/resign", json!({})).await.status, 200);
    assert!(record(&seats).await[1]["host_dice"].is_object());
    let verdict = seats.watch.get(&seats.path("/verify")).await.json();
    assert_eq!(verdict["dice"], true, "{verdict}");
}

#[tokio::test(flavor = "multi_thread")]
async fn dice_are_witnessed_by_two_people_who_see_the_same() {
    let bench = Bench::hidden("fair-refused").await;
    let computer = json!({"holder": "computer", "level": "recruit"});
    for seats in [
        json!({"union": {"holder": "me"}, "confederate": {"holder": "here"}}),
        json!({"union": {"holder": "me"}, "confederate": {"holder": "me"}}),
        json!({"union": {"holder": "link"}, "confederate": computer}),
    ] {
        let new = json!({"battle": "blue-gray/antietam", "dice": "witnessed", "seats": seats});
        let answer = bench.client().post("/api/v1/games", &new).await;
        assert_eq!((answer.status, kind(&answer)), (409, "not-allowed".into()), "{seats}");
    }
    let hidden = json!({"battle": "toy/nine-squares", "dice": "witnessed", "seats": people()});
    let answer = bench.client().post("/api/v1/games", &hidden).await;
    assert!(answer.json()["detail"].as_str().unwrap().contains("hidden"), "{}", answer.json());
    let (seats, ..) = witnessed(&bench).await;
    let body = json!({"request": fresh(), "level": "recruit"});
    let seated = seats.union.put(&seats.path("/seats/union/computer"), &body).await;
    assert_eq!(seated.status, 409, "no computer witnesses");
}

/// The computer lets a throw be taken back in a friendly game only; and the same attack, however it is spelled, has
/// the same die.
#[tokio::test(flavor = "multi_thread")]
async fn no_die_is_thrown_again_by_taking_back_and_spelling_otherwise() {
    let bench = Bench::new("fair-friendly").await;
    for friendly in [false, true] {
        let mut new = about_to_attack();
        (new["dice"], new["friendly"]) = (json!("seeded"), json!(friendly));
        let seats = Seats::create(&bench.client(), &new).await;
        let first = seats.act(&seats.union, attack()).await.json();
        let thrown = first["news"][0]["line"]["dice"].clone();
        assert_eq!(thrown.as_array().map(Vec::len), Some(1), "{first}");
        let body = json!({"request": fresh(), "level": "recruit"});
        let path = seats.path("/seats/confederate/computer");
        assert_eq!(seats.confederate.put(&path, &body).await.status, 200);
        let body = json!({"request": fresh(), "to": 0});
        let asked = seats.union.post(&seats.path("/take-back"), &body).await.json();
        let answer = if friendly { "take_back_granted" } else { "take_back_refused" };
        assert_eq!(asked["news"][1]["kind"], answer, "{asked}");
        if friendly {
            let mut spelled = attack();
            spelled["attack"]["column"] = first["news"][0]["line"]["events"]
                .as_array()
                .and_then(|events| events.iter().find_map(|event| event.get("column")))
                .cloned()
                .unwrap_or_default();
            assert!(spelled["attack"]["column"].is_string(), "{first}");
            let again = seats.act(&seats.union, spelled).await.json();
            assert_eq!(again["news"][0]["line"]["dice"], thrown, "{again}");
        }
        let body = json!({"request": fresh()});
        assert_eq!(seats.union.post(&seats.path("/resign"), &body).await.status, 200);
        let friendly_in_header = record(&seats).await[0]["friendly"] == true;
        assert_eq!(friendly_in_header, friendly);
    }
}
