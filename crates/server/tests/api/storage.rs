//! Memory and storage: who waits for what, and what becomes of games whose storage or battle is damaged.

use serde_json::{Value, json};
use sqlx::Executor;

use crate::common::http::Answer;
use crate::common::table::{Bench, Seats, about_to_attack, attack, fresh, redeem};

fn kind(answer: &Answer) -> (u16, String) {
    (answer.status, answer.json()["type"].as_str().unwrap_or_default().to_owned())
}

/// A game in which something happened, was undone and was said.
pub async fn a_game(bench: &Bench) -> Seats {
    let mut new = about_to_attack();
    new["seats"] = json!({"union": {"name": "Ann"}});
    let seats = Seats::create(&bench.client(), &new).await;
    seats.command(&seats.union, "/actions", json!({"action": attack(), "dice": [1]})).await;
    let choices = seats.view().await["game"]["pending"]["choices"].clone();
    seats.act(&seats.confederate, choices[0].clone()).await;
    seats.command(&seats.union, "/take-back", json!({"to": 1})).await;
    seats.command(&seats.confederate, "/take-back/answer", json!({"grant": true})).await;
    seats.act(&seats.confederate, choices[1].clone()).await;
    seats
}

/// Changes the data while the server is down, as if it had always been so.
async fn behind_its_back(bench: &mut Bench, seats: &Seats, sql: &'static str) -> Seats {
    changed(bench, seats, sql, true).await
}

/// Changes the data while the server is down, as a rotten disk would.
pub async fn rotten(bench: &mut Bench, seats: &Seats, sql: &'static str) -> Seats {
    changed(bench, seats, sql, false).await
}

async fn changed(bench: &mut Bench, seats: &Seats, sql: &'static str, unchain: bool) -> Seats {
    bench.stop().await;
    let mut database = bench.database().await;
    let changed = database.execute(sql).await.expect("it is changed");
    assert!(changed.rows_affected() > 0, "{sql}");
    if unchain {
        Bench::unchain(&mut database).await;
    }
    sqlx::Connection::close(database).await.expect("it closes");
    bench.start().await;
    seats.moved_to(&bench.client())
}

/// What holds for every game that cannot be brought to a table; its record, if it can be read.
async fn is_a_relic(bench: &Bench, seats: &Seats, problem: &str, word: &str) -> Answer {
    for look in ["", "/entries", "/steps", "/verify", "/stream"] {
        assert_eq!(
            kind(&seats.watch.get(&seats.path(look)).await),
            (409, problem.to_owned()),
            "{look}"
        );
        // Tokens are looked at before the game is.
        let stranger = bench.client().with("not-a-token").get(&seats.path(look)).await;
        assert_eq!(kind(&stranger), (401, "bad-token".into()), "{look}");
    }
    let act = json!({"request": fresh(), "version": 1, "action": attack()});
    let acted = seats.union.post(&seats.path("/actions"), &act).await;
    assert_eq!(kind(&acted), (409, problem.to_owned()));
    let summary = seats.watch.get(&seats.path("/summary")).await.json();
    assert_eq!((&summary["status"], &summary["id"]), (&json!("read-only"), &json!(seats.id)));
    assert_eq!(summary["decision"]["kind"], "unreadable");
    assert!(summary["decision"]["words"].as_str().unwrap().contains(word), "{summary}");
    assert_eq!(summary["decision"]["words"], summary["why_read_only"]);
    let record = seats.watch.get(&seats.path("/record")).await;
    for who in [&seats.union, &seats.confederate, &seats.watch] {
        assert_eq!(kind(&who.delete(&seats.path("")).await), (403, "wrong-seat".into()));
    }
    assert_eq!(seats.owner.delete(&seats.path("")).await.status, 204);
    let gone = seats.owner.get(&seats.path("/summary")).await;
    assert_eq!(kind(&gone), (404, "unknown-game".into()));
    record
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_whose_battle_is_gone_is_listed_taken_away_and_deleted() {
    let mut bench = Bench::new("storage-gone").await;
    for resigned in [false, true] {
        let seats = a_game(&bench).await;
        if resigned {
            seats.command(&seats.union, "/resign", json!({})).await;
        }
        let record = seats.watch.get(&seats.path("/record")).await.body;
        let lines = String::from_utf8(record.clone()).unwrap().lines().count();
        assert_eq!(lines, if resigned { 4 } else { 3 });
        let gone = "UPDATE games SET facts = replace(facts, '{\"battle\":\"blue-gray/antietam\"', \
                    '{\"battle\":\"blue-gray/sharpsburg\"')";
        let seats = behind_its_back(&mut bench, &seats, gone).await;
        let summary = seats.watch.get(&seats.path("/summary")).await.json();
        assert_eq!(summary["seats"]["union"]["name"], "Ann");
        assert_eq!(summary["title"], "Antietam");
        let raw = is_a_relic(&bench, &seats, "read-only", "blue-gray/sharpsburg").await;
        assert_eq!((raw.status, raw.body), (200, record));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_entry_costs_what_comes_after_it() {
    let mut bench = Bench::new("storage-entry").await;
    let seats = a_game(&bench).await;
    seats.command(&seats.union, "/resign", json!({})).await;
    let record = String::from_utf8(seats.watch.get(&seats.path("/record")).await.body).unwrap();
    let seats =
        behind_its_back(&mut bench, &seats, "UPDATE entries SET body = '{' WHERE seq = 6").await;
    let raw = is_a_relic(&bench, &seats, "damaged", "damaged").await;
    let two: String = record.lines().take(2).map(|line| format!("{line}\n")).collect();
    assert_eq!((raw.status, String::from_utf8(raw.body).unwrap()), (200, two));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_which_nothing_can_be_read_can_still_be_deleted() {
    let mut bench = Bench::new("storage-facts").await;
    let seats = a_game(&bench).await;
    let seats = behind_its_back(&mut bench, &seats, "UPDATE games SET facts = '{\"a\":'").await;
    let record = is_a_relic(&bench, &seats, "damaged", "damaged").await;
    assert_eq!(kind(&record), (409, "read-only".into()));
}

/// A game that was begun in the first format of records goes on in it: a program of that time reads its record.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_the_first_format_is_opened_played_on_and_taken_away_in_it() {
    let mut bench = Bench::new("storage-first-format").await;
    let new = json!({"battle": "blue-gray/antietam", "from": about_to_attack()["from"]});
    let seats = Seats::create(&bench.client(), &new).await;
    let first = "UPDATE games SET facts = replace(replace(replace(facts, \
                 '\"longroll_record\":2,\"program\":\"0.1.0\",\"battle\"', \
                 '\"longroll_record\":1,\"program\":\"0.1.0\",\"game\"'), \
                 '\"die\":6,\"dice_policy\":\"host\",', ''), '\"waits\":true,', '')";
    let seats = behind_its_back(&mut bench, &seats, first).await;
    let begun = "DELETE FROM entries WHERE kind IN ('dice', 'begun')";
    let seats = behind_its_back(&mut bench, &seats, begun).await;
    let mut action = attack();
    action["attack"]["column"] = json!("1-5");
    assert_eq!(seats.act(&seats.union, action).await.status, 200);
    assert_eq!(seats.command(&seats.union, "/resign", json!({})).await.status, 200);
    let record = seats.watch.get(&seats.path("/record")).await.body;
    let record = String::from_utf8(record).unwrap();
    let lines: Vec<Value> =
        record.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&lines[0]["longroll_record"], &lines[0]["game"]), (&json!(1), &new["battle"]));
    for line in &lines {
        for member in ["battle", "die", "dice_policy", "of", "chain", "reveals"] {
            assert!(line.get(member).is_none(), "{member} in {line}");
        }
    }
    assert_eq!(lines[1]["dice"].as_array().map(Vec::len), Some(1));
    let verdict = seats.watch.get(&seats.path("/verify")).await.json();
    assert_eq!(verdict["dice"], true, "{verdict}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_token_opens_nothing_and_keeps_nobody_else_out() {
    let mut bench = Bench::new("storage-tokens").await;
    let seats = a_game(&bench).await;
    let damage = "UPDATE tokens SET hash = 'x' WHERE role = 'union'";
    let seats = behind_its_back(&mut bench, &seats, damage).await;
    assert_eq!(kind(&seats.union.get(&seats.path("")).await), (401, "bad-token".into()));
    assert_eq!(seats.confederate.get(&seats.path("")).await.status, 200);
    // The owner makes another.
    let made = seats.owner.post(&seats.path("/seats/union/reissue"), &json!({})).await.json();
    let invitation = made["invitation"].as_str().unwrap();
    let (union, redeemed) = redeem(&bench.client(), &seats.id, invitation).await;
    assert_eq!(redeemed.status, 200, "{}", redeemed.json());
    assert_eq!(union.get(&seats.path("")).await.json()["you"]["role"], "union");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_set_up_leaves_nothing_behind() {
    let bench = Bench::new("storage-refused").await;
    let seats = a_game(&bench).await;
    let client = bench.client();
    let mut bad = about_to_attack();
    bad["from"]["units"][0]["hex"] = json!("9999");
    assert_eq!(client.post("/api/v1/games", &bad).await.status, 400);
    assert_eq!(seats.watch.post(&seats.path("/branch"), &json!({"step": 9})).await.status, 400);
    let record = String::from_utf8(seats.watch.get(&seats.path("/record")).await.body).unwrap();
    let forged = record.replacen("\"dice\":[1]", "\"dice\":[6]", 1);
    let head = [("content-type", "application/jsonl")];
    let answer = client.send("POST", "/api/v1/records", &head, forged.as_bytes()).await.unwrap();
    assert_eq!(answer.status, 400);
    let count = sqlx::query_scalar::<_, i64>("SELECT COUNT(*) FROM games");
    assert_eq!(count.fetch_one(&mut bench.database().await).await.unwrap(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_story_that_is_full_keeps_nobody_from_playing() {
    let mut bench = Bench::new("storage-full").await;
    let seats = a_game(&bench).await;
    let seq = seats.view().await["seq"].as_u64().unwrap();
    let version = seats.version().await;
    bench.stop().await;
    let mut database = bench.database().await;
    let most = server::table::MOST_ASIDES as i64;
    let said = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1) \
                INSERT INTO entries (game, seq, version, at, kind, side, automatic, role, request, body) \
                SELECT $2, $3 + i, $4, 0, 'talk', 'union', 0, 'union', NULL, '{\"text\":\"x\"}' FROM n";
    // The take-back that was asked for counts as well.
    let said = sqlx::query(said).bind(most - 1).bind(&seats.id);
    said.bind(seq as i64).bind(version as i64).execute(&mut database).await.unwrap();
    Bench::unchain(&mut database).await;
    sqlx::Connection::close(database).await.unwrap();
    bench.start().await;
    let seats = seats.moved_to(&bench.client());
    let before = seats.whole().await;
    let talk = json!({"request": fresh(), "text": "one more"});
    let full = seats.union.post(&seats.path("/talk"), &talk).await;
    assert_eq!(kind(&full), (409, "not-allowed".into()));
    assert!(full.json()["detail"].as_str().unwrap().contains("full"));
    let offer = seats.command(&seats.union, "/draw", json!({"what": "offer"})).await;
    assert_eq!(kind(&offer), (409, "not-allowed".into()));
    assert_eq!(seats.whole().await, before);
    // The other side has room of its own, and the game goes on to its end.
    let other = json!({"request": fresh(), "text": "hello"});
    assert_eq!(seats.confederate.post(&seats.path("/talk"), &other).await.status, 200);
    let legal = super::records::one_action(&seats).await;
    assert_eq!(seats.act(&seats.union, legal).await.status, 200);
    assert_eq!(seats.command(&seats.union, "/resign", json!({})).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_who_looks_waits_for_what_is_being_stored() {
    let bench = Bench::new("storage-wait").await;
    let seats = a_game(&bench).await;
    let version = seats.version().await;
    // As long as somebody else writes to the file, the server cannot.
    let mut database = bench.database().await;
    database.execute("BEGIN IMMEDIATE").await.unwrap();
    let saying = {
        let seats = seats.clone();
        tokio::spawn(async move {
            let body = json!({"request": fresh(), "version": version});
            seats.union.post(&seats.path("/resign"), &body).await
        })
    };
    for look in ["", "/summary", "/entries", "/steps", "/steps/1", "/record", "/verify"] {
        assert_eq!(seats.watch.get(&seats.path(look)).await.status, 200, "{look}");
    }
    let mut stream = seats.watch.listen(&seats.path("/stream"), None).await.unwrap();
    assert_eq!(stream.next().await.unwrap().json()["version"], version);
    assert_eq!(seats.view().await["version"], version, "what is not stored is not shown");
    assert!(!saying.is_finished());
    database.execute("COMMIT").await.unwrap();
    assert_eq!(saying.await.unwrap().status, 200);
    assert_eq!(stream.next_of("news").await.unwrap().json()["kind"], "resigned");
    assert_eq!(seats.view().await["status"], "over");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_who_delete_one_does_and_whoever_waits_to_play_finds_nothing() {
    let bench = Bench::new("storage-delete").await;
    let seats = a_game(&bench).await;
    let version = seats.version().await;
    let mut database = bench.database().await;
    database.execute("BEGIN IMMEDIATE").await.unwrap();
    let deleting: Vec<_> = (0..4)
        .map(|_| {
            let seats = seats.clone();
            tokio::spawn(async move { seats.owner.delete(&seats.path("")).await })
        })
        .collect();
    for _ in 0..5 {
        seats.view().await;
    }
    let resigning = {
        let seats = seats.clone();
        let body = json!({"request": fresh(), "version": version});
        tokio::spawn(async move { seats.union.post(&seats.path("/resign"), &body).await })
    };
    for _ in 0..5 {
        seats.view().await;
    }
    database.execute("COMMIT").await.unwrap();
    let mut statuses = Vec::new();
    for one in deleting {
        statuses.push(one.await.unwrap().status);
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [204, 404, 404, 404]);
    assert_eq!(kind(&resigning.await.unwrap()), (404, "unknown-game".into()));
    let count = sqlx::query_scalar::<_, i64>("SELECT COUNT(*) FROM entries");
    assert_eq!(count.fetch_one(&mut database).await.unwrap(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_dies_while_its_command_waits_commands_nothing() {
    let bench = Bench::new("storage-token").await;
    let seats = a_game(&bench).await;
    let version = seats.version().await;
    let mut database = bench.database().await;
    database.execute("BEGIN IMMEDIATE").await.unwrap();
    let send = |who: &crate::common::http::Client, path: &str, body: Value| {
        let (who, path) = (who.clone(), seats.path(path));
        tokio::spawn(async move { who.post(&path, &body).await })
    };
    let reissuing = send(&seats.owner, "/seats/union/reissue", json!({}));
    // Each answer gives what was sent before it time to come to where it waits.
    for _ in 0..5 {
        seats.view().await;
    }
    let resigning = send(&seats.union, "/resign", json!({"request": fresh(), "version": version}));
    for _ in 0..5 {
        seats.view().await;
    }
    assert!(!reissuing.is_finished() && !resigning.is_finished());
    database.execute("COMMIT").await.unwrap();
    assert_eq!(reissuing.await.unwrap().status, 200);
    assert_eq!(kind(&resigning.await.unwrap()), (401, "bad-token".into()));
    assert_eq!(seats.view().await["status"], "playing");
}
