//! The description of the interface is the interface.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::common::table::{Bench, Seats, about_to_attack, attack, fresh};

fn document() -> Value {
    serde_json::from_str(&server::openapi()).expect("JSON")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_document_is_served_and_every_route_in_it_answers() {
    let bench = Bench::new("openapi-routes").await;
    let client = bench.client();
    assert_eq!(client.get("/api/v1/openapi.json").await.json(), document());
    let paths = document()["paths"].as_object().unwrap().clone();
    assert!(paths.len() >= 27, "{} routes", paths.len());
    for (path, item) in &paths {
        let filled = path
            .replace("{id}", "nosuchgame")
            .replace("{side}", "union")
            .replace("{system}", "blue-gray")
            .replace("{name}", "antietam")
            .replace("{book}", "blue-gray")
            .replace("{n}", "0");
        for (method, operation) in item.as_object().unwrap() {
            let method = method.to_uppercase();
            let answer = client.send(&method, &filled, &[], b"").await.unwrap();
            let kind =
                if answer.status < 400 { Value::Null } else { answer.json()["type"].clone() };
            assert!(kind != "unknown-route" && kind != "wrong-method", "{method} {path}: {kind}");
            // Whoever must show a token is told so, and the others are not.
            let guarded = operation.get("security").is_some();
            assert_eq!(guarded, path.contains("{id}"), "{method} {path}");
            assert!(operation["responses"]["default"].is_object(), "{method} {path}");
            assert!(operation["operationId"].is_string(), "{method} {path}");
        }
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
    let seats = Seats::of(&client, &created);
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
    check("/api/v1/rules/{book}", "get", "default", &problem);
    let stale = seats.union.post(&seats.path("/actions"), &body).await.json();
    check("/api/v1/games/{id}/actions", "post", "200", &stale);
}

fn check(path: &str, method: &str, status: &str, value: &Value) {
    let document = document();
    let content = document["paths"][path][method]["responses"][status]["content"].clone();
    let schema = content.as_object().and_then(|media| media.values().next()).expect("a schema");
    if let Err(fault) = fits(&document, &schema["schema"], value) {
        panic!("{method} {path} {status}: {fault}");
    }
}

/// Whether a value fits a schema: the part of JSON Schema that the document uses, unknown fields refused.
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
