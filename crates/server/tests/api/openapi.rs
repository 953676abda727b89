//! The description of the interface is the interface.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::common::table::{Bench, Seats, about_to_attack, attack, fresh, own_token, redeem};
use crate::computer::{show, until};

fn document() -> Value {
    serde_json::from_str(&server::openapi()).expect("JSON")
}

/// Every operation: path, method, and what is said of it.
fn operations() -> Vec<(String, String, Value)> {
    let document = document();
    let paths = document["paths"].as_object().unwrap();
    let all = paths.iter().flat_map(|(path, item)| {
        let methods = item.as_object().unwrap();
        methods.iter().map(|(method, said)| (path.clone(), method.to_uppercase(), said.clone()))
    });
    all.collect()
}

/// An address with its parts filled in.
fn filled(path: &str, game: &str) -> String {
    path.replace("{book}/figures/{figure}", "brigade/figures/zones.svg")
        .replace("{id}", game)
        .replace("{side}", "union")
        .replace("{system}", "blue-gray")
        .replace("{name}", "antietam")
        .replace("{book}", "blue-gray")
        .replace("{puzzle}", "attack-1")
        .replace("{channel}", "nosuchchannel")
        .replace("{key}", "nosuchkey")
        .replace("{offer}", "nosuchoffer")
        .replace("{cup}", "nosuchcup")
        .replace("{player}", "nosuchplayer")
        .replace("{game}", game)
        .replace("{n}", "0")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_document_is_served_and_every_route_in_it_answers() {
    let bench = Bench::new("openapi-routes").await;
    let client = bench.client();
    assert_eq!(client.get("/api/v1/openapi.json").await.json(), document());
    assert!(operations().len() >= 32, "{} operations", operations().len());
    for (path, method, said) in operations() {
        let answer = client.send(&method, &filled(&path, "nosuchgame"), &[], b"").await.unwrap();
        if answer.status >= 400 {
            let kind = answer.json()["type"].clone();
            assert!(kind != "unknown-route" && kind != "wrong-method", "{method} {path}: {kind}");
        }
        // Whoever must show a token is told so, and the others are not.
        assert_eq!(said.get("security").is_some(), path.contains("{id}"), "{method} {path}");
        assert!(said["operationId"].is_string(), "{method} {path}");
        for (status, response) in said["responses"].as_object().unwrap() {
            let told = response["description"].as_str().unwrap_or_default();
            assert!(!told.is_empty(), "{method} {path} {status} has no description");
        }
    }
}

/// Sends every operation requests of every kind: whatever the server answers stands in the
/// document.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_answered_that_is_not_described() {
    let bench = Bench::new("openapi-statuses").await;
    let client = bench.client();
    let json = ("content-type", "application/json");
    let long = "x".repeat(300 << 10);
    let document = document();
    let mut answers = 0;
    for (path, method, said) in
        operations().into_iter().filter(|(path, ..)| !path.ends_with("/stream"))
    {
        let seats = Seats::create(&client, &about_to_attack()).await;
        let bad = client.with("nonsense");
        let at = filled(&path, &seats.id);
        let sample = sample(&said).to_string();
        for asker in [&client, &bad, &seats.watch, &seats.confederate, &seats.union, &seats.owner] {
            for (more, head, body) in [
                ("", vec![], ""),
                ("", vec![json], sample.as_str()),
                ("", vec![("content-type", "application/jsonl")], "{}"),
                ("", vec![json], "{"),
                ("", vec![json], "[]"),
                ("", vec![json], "{\"version\":-1}"),
                ("", vec![("content-type", "text/plain")], "{}"),
                ("", vec![json], long.as_str()),
                ("", vec![json, ("sec-fetch-site", "cross-site")], "{}"),
                ("", vec![("if-none-match", "*")], ""),
                ("?after=x&theme=x", vec![], ""),
            ] {
                let path = format!("{at}{more}");
                let answer = asker.send(&method, &path, &head, body.as_bytes()).await.unwrap();
                let what = format!("{method} {path} {head:?} {:.80}: {}", body, answer.status);
                let told = &said["responses"][answer.status.to_string()];
                assert!(told.is_object(), "{what} is not described");
                answers += 1;
                if answer.status >= 400 {
                    assert_eq!(
                        answer.header("content-type"),
                        Some("application/problem+json"),
                        "{what}"
                    );
                    let problem = answer.json();
                    fits(&document, &document["components"]["schemas"]["Problem"], &problem)
                        .unwrap();
                    let kind = format!("`{}`", problem["type"].as_str().unwrap());
                    let listed = told["description"].as_str().unwrap();
                    assert!(listed.contains(&kind), "{what}: {kind} is not among {listed}");
                }
            }
        }
    }
    assert!(answers > 2000, "{answers} answers only");
}

/// A body with everything an operation requires, so made that only the table can refuse it.
fn sample(said: &Value) -> Value {
    let document = document();
    let content = &said["requestBody"]["content"]["application/json"]["schema"];
    let Some(name) = content["$ref"].as_str().and_then(|name| name.rsplit('/').next()) else {
        return json!({});
    };
    let schema = &document["components"]["schemas"][name];
    let required = schema["required"].as_array().into_iter().flatten();
    let fields = required.filter_map(Value::as_str).map(|field| {
        let value = match field {
            "request" => json!(fresh()),
            "action" => attack(),
            "question" => json!({"actions": {}}),
            "battle" => json!("blue-gray/antietam"),
            "what" if name == "Pause" => json!("ask"),
            "what" => json!("offer"),
            "days" => json!(1),
            "version" => json!(1),
            "to" | "step" | "seq" => json!(0),
            "grant" => json!(true),
            "text" => json!("Charge!"),
            "name" => json!("Lee"),
            "level" => json!("recruit"),
            "token" => json!(own_token()),
            "means" => json!("feed"),
            "pace" => json!("each"),
            "key" => json!("no such key"),
            "end" | "bytes" | "link" | "seal" => json!("ab".repeat(32)),
            "links" => json!(9),
            "kind" => json!("swiss"),
            "round" | "pair" => json!(1),
            "terms" => json!({"battle": "blue-gray/antietam"}),
            other => panic!("{name}: no sample of {other}"),
        };
        (field.to_owned(), value)
    });
    Value::Object(fields.collect())
}

/// Bodies just inside and just outside of every length and range that the document names are
/// treated so.
#[tokio::test(flavor = "multi_thread")]
async fn lengths_and_ranges_are_those_of_the_server() {
    let bench = Bench::new("openapi-lengths").await;
    let seats = Seats::create(&bench.client(), &about_to_attack()).await;
    let document = document();
    let schema = |name: &str| document["components"]["schemas"][name].clone();
    let number = |value: &Value| value.as_u64().expect("a number") as usize;
    let say = async |body: Value| seats.union.post(&seats.path("/talk"), &body).await.status;

    let name = schema("RequestName");
    let (least, most) = (number(&name["minLength"]), number(&name["maxLength"]));
    assert_eq!(name["pattern"], "^[!-~]+$");
    for (request, status) in [
        ("a".repeat(least), 200),
        ("a".repeat(least - 1), 400),
        ("b".repeat(most), 200),
        ("b".repeat(most + 1), 400),
        ("!\"#$%&'()~".to_owned(), 200),
        ("with a blank".to_owned(), 400),
        ("with-\u{e9}-accent".to_owned(), 400),
    ] {
        let body = json!({"request": request, "text": "Halt!"});
        assert_eq!(say(body).await, status, "{request}");
    }

    let text = &schema("Talk")["properties"]["text"];
    let most = number(&text["maxLength"]);
    assert_eq!(number(&text["minLength"]), 1);
    assert_eq!(text["pattern"], r"[^\s\x00-\x1f\x7f-\x9f]");
    for (text, status) in [
        ("\u{e9}".repeat(most), 200),
        ("\u{e9}".repeat(most + 1), 400),
        ("x".to_owned(), 200),
        (String::new(), 400),
        (" \t".to_owned(), 400),
        ("\u{7f}\u{9d}".to_owned(), 400),
    ] {
        let body = json!({"request": fresh(), "text": text});
        assert_eq!(say(body).await, status, "{text:?}");
    }

    for (field, put) in [("Name", true), ("NewSeat", false)] {
        let most = number(&schema(field)["properties"]["name"]["maxLength"]);
        for (length, good) in [(most, true), (most + 1, false), (0, true)] {
            let name = "\u{e9}".repeat(length);
            let answer = if put {
                seats.union.put(&seats.path("/seats/union"), &json!({"name": name})).await
            } else {
                let seat = json!({"union": {"name": name}});
                let new = json!({"battle": "blue-gray/antietam", "seats": seat});
                bench.client().post("/api/v1/games", &new).await
            };
            assert_eq!(answer.status < 300, good, "{field} {length}");
        }
    }

    let dice = &schema("Act")["properties"]["dice"];
    let (most, face) = (number(&dice["maxItems"]), schema("Face"));
    let high = number(&face["maximum"]);
    // Any draw that some system could make is described; whether this one does, the rules say.
    for (dice, good) in [
        (vec![high + 1], false),
        (vec![high], false),
        (vec![1; most + 1], false),
        (vec![0], false),
        (vec![6], true),
    ] {
        let answer =
            seats.command(&seats.union, "/actions", json!({"action": attack(), "dice": dice}));
        assert_eq!(answer.await.status == 200, good, "{dice:?}");
    }
}

/// What the document says of standing orders is what the rules read.
#[tokio::test(flavor = "multi_thread")]
async fn standing_orders_are_as_described() {
    let bench = Bench::new("openapi-orders").await;
    let seats = Seats::create(&bench.client(), &about_to_attack()).await;
    let document = document();
    let schema = &document["components"]["schemas"]["StandingOrders"];
    let sheet = bench.client().get("/api/v1/battles/blue-gray/antietam/sheet").await.json();
    let items = sheet["orders"]["items"].as_array().unwrap();
    assert_eq!(items.len(), 4, "{items:?}");
    for item in items {
        let field = item["key"].as_str().unwrap();
        let value = |choice: &Value| match choice["asks"].as_str() {
            Some("cell") => json!({choice["value"].as_str().unwrap(): "0910"}),
            _ => choice["value"].clone(),
        };
        let mut words: Vec<Value> = item["choices"].as_array().unwrap().iter().map(value).collect();
        words.push(json!("flee"));
        for word in words {
            let body = json!({field: word});
            fits(&document, schema, &body).unwrap();
            let answer = seats.union.put(&seats.path("/seats/union/orders"), &body).await;
            assert_eq!(answer.status == 200, word != "flee", "{body}");
        }
    }
    let view = seats.union.get(&seats.path("")).await.json();
    let told = view["orders"]["union"].clone();
    fits(&document, schema, &told).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn several_faults_are_told_one_by_one() {
    let bench = Bench::new("openapi-faults").await;
    let mut new = about_to_attack();
    new["from"]["turn"] = json!(99);
    new["from"]["side"] = json!("x");
    let answer = bench.client().post("/api/v1/games", &new).await;
    let problem = answer.json();
    check("/api/v1/games", "post", "400", &problem);
    let faults = problem["faults"].as_array().expect("a list");
    assert!(faults.len() >= 2, "{problem}");
    for fault in faults {
        let fault = fault.as_str().unwrap();
        assert!(!fault.contains('\n') && problem["detail"].as_str().unwrap().contains(fault));
    }
    new["from"]["side"] = json!("union");
    let one = bench.client().post("/api/v1/games", &new).await.json();
    assert!(one.get("faults").is_none(), "{one}");
}

#[test]
fn every_kind_of_problem_stands_in_the_description() {
    let described = include_str!("../../../../docs/api.md");
    let document = document();
    let kinds =
        document["components"]["schemas"]["ProblemKind"]["enum"].as_array().unwrap().clone();
    assert!(kinds.len() >= 23);
    for kind in kinds {
        let word = format!("`{}`", kind.as_str().unwrap());
        assert!(described.contains(&word), "docs/api.md does not tell of {word}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_method_is_told_which_are_right() {
    let bench = Bench::new("openapi-methods").await;
    let client = bench.client();
    let paths = document()["paths"].as_object().unwrap().clone();
    let documented = paths.iter().map(|(path, item)| {
        let methods = item.as_object().unwrap().keys().map(|method| method.to_uppercase());
        (path.replace(['{', '}'], ""), methods.collect::<Vec<_>>())
    });
    let files = ["/", "/index.html", "/css/base.css", "/fonts/x"]
        .map(|path| (path.to_owned(), vec!["GET".to_owned()]));
    for (path, methods) in documented.chain(files) {
        let answer = client.send("PATCH", &path, &[], b"").await.unwrap();
        assert_eq!(
            (answer.status, &answer.json()["type"]),
            (405, &json!("wrong-method")),
            "{path}"
        );
        let allow = answer.header("allow").unwrap_or_else(|| panic!("{path}: no Allow"));
        let allowed: Vec<&str> = allow.split(',').map(str::trim).collect();
        for method in methods {
            assert!(allowed.contains(&method.as_str()), "{method} {path}: {allow}");
        }
    }
    let nothing = client.send("POST", "/css/none.css", &[], b"").await.unwrap();
    assert_eq!(nothing.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn names_of_operations_are_unlike() {
    let mut names = BTreeMap::new();
    for (path, item) in document()["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let name = operation["operationId"].as_str().unwrap().to_owned();
            let before = names.insert(name.clone(), format!("{method} {path}"));
            assert_eq!(before, None, "{name}");
        }
    }
}

/// Answers of the real server fit the schemas of the document.
#[tokio::test(flavor = "multi_thread")]
async fn answers_are_as_described() {
    let bench = Bench::new("openapi-answers").await;
    let client = bench.client();
    let created = client.post("/api/v1/games", &about_to_attack()).await.json();
    check("/api/v1/games", "post", "201", &created);
    let seats = Seats::of(&client, &created).await;
    let body = json!({"request": fresh(), "version": 1, "action": attack(), "dice": [1]});
    let acted = seats.union.post(&seats.path("/actions"), &body).await.json();
    check("/api/v1/games/{id}/actions", "post", "200", &acted);
    let asked = seats.command(&seats.confederate, "/take-back", json!({"to": 0})).await.json();
    check("/api/v1/games/{id}/take-back", "post", "200", &asked);
    seats.command(&seats.confederate, "/draw", json!({"what": "offer"})).await;
    for (rest, route) in [
        ("", "/api/v1/games/{id}"),
        ("/summary", "/api/v1/games/{id}/summary"),
        ("/entries", "/api/v1/games/{id}/entries"),
        ("/steps", "/api/v1/games/{id}/steps"),
        ("/steps/1", "/api/v1/games/{id}/steps/{n}"),
        ("/verify", "/api/v1/games/{id}/verify"),
    ] {
        check(route, "get", "200", &seats.owner.get(&seats.path(rest)).await.json());
    }
    let resigned = seats.command(&seats.union, "/resign", json!({})).await.json();
    check("/api/v1/games/{id}/resign", "post", "200", &resigned);
    let token = seats.owner.send("POST", &seats.path("/seats/watch/reissue"), &[], b"").await;
    check("/api/v1/games/{id}/seats/{side}/reissue", "post", "200", &token.unwrap().json());
    check("/api/v1/battles", "get", "200", &client.get("/api/v1/battles").await.json());
    let book = client.get("/api/v1/rules/blue-gray").await.json();
    check("/api/v1/rules/{book}", "get", "200", &book);
    let problem = client.get("/api/v1/rules/poker").await.json();
    check("/api/v1/rules/{book}", "get", "404", &problem);
    let stale = seats.union.post(&seats.path("/actions"), &body).await.json();
    check("/api/v1/games/{id}/actions", "post", "200", &stale);
    let made = seats.owner.send("POST", &seats.path("/seats/union/reissue"), &[], b"").await;
    let made = made.unwrap().json();
    check("/api/v1/games/{id}/seats/{side}/reissue", "post", "200", &made);
    let invitation = made["invitation"].as_str().unwrap();
    let (union, redeemed) = redeem(&client, &seats.id, invitation).await;
    check("/api/v1/games/{id}/redeem", "post", "200", &redeemed.json());
    let body = json!({"token": own_token()});
    let renewed = union.post(&seats.path("/renew"), &body).await.json();
    check("/api/v1/games/{id}/renew", "post", "200", &renewed);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_staffs_answers_are_as_described() {
    let bench = Bench::new("openapi-staff").await;
    let seats = Seats::create(&bench.client(), &about_to_attack()).await;
    let advice = seats.union.post(&seats.path("/hint"), &json!({"level": "captain"})).await.json();
    check("/api/v1/games/{id}/hint", "post", "200", &advice);
    let found = seats.union.get(&seats.path("/assessment?step=0")).await.json();
    check("/api/v1/games/{id}/assessment", "get", "200", &found);
    let body = json!({"request": fresh(), "level": "recruit"});
    let path = seats.path("/seats/confederate/computer");
    let seated = seats.confederate.put(&path, &body).await.json();
    check("/api/v1/games/{id}/seats/{side}/computer", "put", "200", &seated);
    let shows = Seats::create(&bench.client(), &show("blue-gray/antietam", "september-17")).await;
    until(&shows, |summary| summary["version"].as_u64() > Some(5)).await;
    let body = json!({"request": fresh(), "level": null, "shown": 3});
    let taken = shows.union.put(&shows.path("/seats/union/computer"), &body).await.json();
    assert_eq!(taken["news"][0]["kind"], "undo", "{taken}");
    check("/api/v1/games/{id}/seats/{side}/computer", "put", "200", &taken);
    let body = json!({"request": fresh(), "version": 1, "action": advice["action"], "dice": [1]});
    assert_eq!(seats.union.post(&seats.path("/actions"), &body).await.status, 200);
    while seats.view().await["seats"]["confederate"]["thinking"] == true {}
    check(
        "/api/v1/games/{id}/entries",
        "get",
        "200",
        &seats.watch.get(&seats.path("/entries")).await.json(),
    );
    check(
        "/api/v1/games/{id}/steps",
        "get",
        "200",
        &seats.watch.get(&seats.path("/steps")).await.json(),
    );
    assert_eq!(seats.command(&seats.union, "/resign", json!({})).await.status, 200);
    loop {
        let answer = seats.watch.get(&seats.path("/review")).await;
        check("/api/v1/games/{id}/review", "get", &answer.status.to_string(), &answer.json());
        match answer.status {
            200 => break,
            status => assert_eq!(status, 202),
        }
    }
}

fn check(path: &str, method: &str, status: &str, value: &Value) {
    let document = document();
    let content = document["paths"][path][method]["responses"][status]["content"].clone();
    let schema = content.as_object().and_then(|media| media.values().next()).expect("a schema");
    if let Err(fault) = fits(&document, &schema["schema"], value) {
        panic!("{method} {path} {status}: {fault}");
    }
}

/// Whether a value fits a schema: the part of JSON Schema that the document uses, unknown fields
/// refused.
fn fits(document: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap_or_default();
        return fits(document, &document["components"]["schemas"][name], value)
            .map_err(|fault| format!("{name}: {fault}"));
    }
    if let Some(any) = schema["oneOf"].as_array() {
        let results: Vec<String> =
            any.iter().filter_map(|one| fits(document, one, value).err()).collect();
        return if results.len() < any.len() { Ok(()) } else { Err(results.join(" and ")) };
    }
    if let Some(words) = schema["enum"].as_array() {
        return if words.contains(value) {
            Ok(())
        } else {
            Err(format!("{value} is no {words:?}"))
        };
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => return Ok(()),
    };
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    if !kinds.contains(&kind) {
        return Err(format!("{value} is not {kinds:?}"));
    }
    if let Value::Array(items) = value {
        for item in items {
            fits(document, &schema["items"], item)?;
        }
    }
    if let (Value::Object(fields), Some(known)) = (value, schema["properties"].as_object()) {
        for (name, field) in fields {
            let schema = known.get(name).ok_or_else(|| format!("{name} is not described"))?;
            fits(document, schema, field).map_err(|fault| format!("{name}: {fault}"))?;
        }
        for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if !fields.contains_key(name) {
                return Err(format!("{name} is missing"));
            }
        }
    }
    Ok(())
}

/// Every name that the document refers to is explained in it.
#[test]
fn every_reference_leads_somewhere() {
    fn references(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                found.extend(fields.get("$ref").and_then(Value::as_str).map(str::to_owned));
                fields.values().for_each(|field| references(field, found));
            }
            Value::Array(items) => items.iter().for_each(|item| references(item, found)),
            _ => {}
        }
    }
    let document = document();
    let mut found = Vec::new();
    references(&document, &mut found);
    assert!(found.len() > 100, "{} references only", found.len());
    for name in found {
        let place = name.strip_prefix('#').expect("a place in the document");
        assert!(document.pointer(place).is_some(), "{name} leads nowhere");
    }
}
