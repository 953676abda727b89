//! What is sent again and again: made once, packed once, and not sent to whoever has it.

use serde_json::json;

use crate::common::http::{Answer, Client};
use crate::common::table::{Bench, Seats};

async fn get(client: &Client, path: &str, head: &[(&str, &str)]) -> Answer {
    client.send("GET", path, head, b"").await.expect("an answer")
}

const GZIP: (&str, &str) = ("accept-encoding", "gzip");

#[tokio::test(flavor = "multi_thread")]
async fn text_is_packed_for_whoever_unpacks_it_and_pictures_and_fonts_are_not() {
    let bench = Bench::new("assets-packed").await;
    let client = bench.client();
    for path in [
        "/",
        "/css/base.css",
        "/api/v1/battles",
        "/api/v1/battles/blue-gray/antietam/map.svg",
        "/api/v1/battles/blue-gray/antietam/legend.svg?theme=dark",
        "/api/v1/battles/blue-gray/antietam/sheet",
        "/api/v1/rules/blue-gray",
        "/api/v1/rules/brigade/figures/zones.svg?theme=dark",
        "/api/v1/openapi.json",
        "/fonts/serif-400-latin.otf",
        "/fonts/sans-700-latin.ttf",
    ] {
        let (plain, packed) = (get(&client, path, &[]).await, get(&client, path, &[GZIP]).await);
        assert_eq!((plain.status, plain.header("content-encoding")), (200, None), "{path}");
        assert_eq!(
            (packed.status, packed.header("content-encoding")),
            (200, Some("gzip")),
            "{path}"
        );
        assert!(packed.body.starts_with(&[0x1f, 0x8b]), "{path}");
        assert!(packed.body.len() < plain.body.len(), "{path}");
        for answer in [&plain, &packed] {
            assert_eq!(answer.header("vary"), Some("accept-encoding"), "{path}");
            let tag = answer.header("etag").unwrap_or_else(|| panic!("{path}: no tag"));
            let again = get(&client, path, &[GZIP, ("if-none-match", tag)]).await;
            assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
        }
        assert_ne!(plain.header("etag"), packed.header("etag"), "{path}");
    }
    for name in ["card.png", "card-small.png"] {
        let path = &format!("/api/v1/battles/blue-gray/antietam/{name}");
        let answer = get(&client, path, &[GZIP]).await;
        assert_eq!((answer.status, answer.header("content-encoding")), (200, None), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_choice_has_one_sheet_however_it_is_said() {
    let bench = Bench::new("assets-sheets").await;
    let client = bench.client();
    let sheet = "/api/v1/battles/blue-gray/antietam/sheet";
    let named = client.get(sheet).await.json()["scenario"].as_str().unwrap().to_owned();
    let one = get(&client, &format!("{sheet}?options=20.1,20.3"), &[]).await;
    for said in [
        "?options=20.3,20.1".to_owned(),
        "?options=20.1,,20.3,%2020.1".to_owned(),
        format!("?scenario={named}&options=20.3,20.1&theme=light"),
    ] {
        let other = get(&client, &format!("{sheet}{said}"), &[]).await;
        assert_eq!(other.header("etag"), one.header("etag"), "{said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tag_of_a_view_is_good_for_one_view_of_one_role() {
    let bench = Bench::new("assets-view").await;
    let seats = Seats::create(&bench.client(), &json!({"battle": "blue-gray/antietam"})).await;
    let view = get(&seats.union, &seats.path(""), &[]).await;
    let tag = view.header("etag").unwrap().to_owned();
    assert!(tag.starts_with("W/\""), "{tag}");
    let known = ("if-none-match", tag.as_str());
    assert_eq!(get(&seats.union, &seats.path(""), &[known]).await.status, 304);
    assert_eq!(get(&seats.watch, &seats.path(""), &[known]).await.status, 200);
    seats.act(&seats.union, json!({"end_phase": {}})).await;
    assert_eq!(get(&seats.union, &seats.path(""), &[known]).await.status, 200);
}
