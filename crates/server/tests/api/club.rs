//! Open tables: names kept by a key, games offered and taken, and nothing of it where the host does not want it.

mod cups;
mod names;
mod offers;
mod ratings;

use axum::http::Method;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use server::club::key::{Asked, signed};
use server::moment::Moment;
use tokio::sync::watch;

use crate::common::http::{Answer, Client};
use crate::common::table::{Bench, Seats, fresh, own_token};

/// A person with a key.
#[derive(Clone)]
pub struct Person {
    pub key: SigningKey,
    client: Client,
    hour: watch::Receiver<Moment>,
}

/// How a request is signed, if not as it should be.
#[derive(Clone, Default)]
pub struct Manner {
    /// For a server of another name.
    pub name: Option<&'static str>,
    /// At another hour, in milliseconds from now.
    pub late: i64,
    /// With another body than is sent.
    pub body: Option<&'static str>,
    /// With the number of another request.
    pub nonce: Option<String>,
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// 32 digits that no other request of this run has.
pub fn fresh_nonce() -> String {
    let number: u128 = fresh().trim_start_matches("request-").parse().expect("a number");
    format!("{number:032x}")
}

impl Person {
    /// Somebody without a name yet.
    pub fn new(bench: &Bench, hour: &watch::Sender<Moment>, byte: u8) -> Person {
        let key = SigningKey::from_slice(&[byte; 32]).expect("a key");
        Person { key, client: bench.client(), hour: hour.subscribe() }
    }

    /// Somebody with a name.
    pub async fn named(
        bench: &Bench,
        hour: &watch::Sender<Moment>,
        byte: u8,
        name: &str,
    ) -> Person {
        let person = Person::new(bench, hour, byte);
        let answer = person.put("/club/me", &json!({"name": name})).await;
        assert_eq!(answer.status, 200, "{}", answer.json());
        person
    }

    /// The same person at a server that was started again elsewhere.
    pub fn at(&self, bench: &Bench) -> Person {
        Person { client: bench.client(), ..self.clone() }
    }

    pub fn public(&self) -> String {
        hex(self.key.verifying_key().to_sec1_point(false).as_bytes())
    }

    /// Sends a request, signed in some manner.
    pub async fn send(&self, method: Method, path: &str, body: &[u8], manner: Manner) -> Answer {
        let at = Moment(self.hour.borrow().0 + manner.late);
        let nonce = manner.nonce.unwrap_or_else(fresh_nonce);
        let written = manner.body.map_or(body, str::as_bytes);
        let asked = Asked { method: &method, path, body: written };
        let text = signed(manner.name.unwrap_or("localhost"), asked, at, &nonce);
        let signature: Signature = self.key.sign(&text);
        let said =
            format!("LongRoll {}.{}.{nonce}.{}", self.public(), at.0, hex(&signature.to_bytes()));
        let mut head = vec![("authorization", said.as_str())];
        if !body.is_empty() {
            head.push(("content-type", "application/json"));
        }
        let path = format!("/api/v1{path}");
        self.client.send(method.as_str(), &path, &head, body).await.expect("an answer")
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, b"", Manner::default()).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.send(Method::DELETE, path, b"", Manner::default()).await
    }

    pub async fn put(&self, path: &str, body: &Value) -> Answer {
        self.send(Method::PUT, path, body.to_string().as_bytes(), Manner::default()).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.send(Method::POST, path, body.to_string().as_bytes(), Manner::default()).await
    }

    /// What he is told of himself.
    pub async fn me(&self) -> Value {
        let answer = self.get("/club/me").await;
        assert_eq!(answer.status, 200, "{}", answer.json());
        answer.json()
    }

    pub async fn id(&self) -> String {
        self.me().await["player"]["id"].as_str().expect("an id").to_owned()
    }

    /// Offers a game; its id.
    pub async fn offer(&self, offer: &Value) -> String {
        let answer = self.post("/club/offers", offer).await;
        assert_eq!(answer.status, 201, "{}", answer.json());
        answer.json()["id"].as_str().expect("an id").to_owned()
    }

    /// Takes an offer; the game.
    pub async fn take(&self, offer: &str) -> String {
        let answer = self.post(&format!("/club/offers/{offer}/take"), &json!({})).await;
        assert_eq!(answer.status, 201, "{}", answer.json());
        answer.json()["game"].as_str().expect("a game").to_owned()
    }

    /// Takes his seat: which it is, and a client that holds it.
    pub async fn sit(&self, game: &str) -> (String, Client) {
        let token = own_token();
        let body = json!({"token": token});
        let answer = self.post(&format!("/club/games/{game}/seat"), &body).await;
        assert_eq!(answer.status, 200, "{}", answer.json());
        let side = answer.json()["side"].as_str().expect("a side").to_owned();
        (side, self.client.with(&token))
    }
}

/// Both players take their seats and give to the dice.
pub async fn both_sit(one: &Person, two: &Person, game: &str) -> Seats {
    let mut tokens = json!({});
    for person in [one, two] {
        let (side, client) = person.sit(game).await;
        tokens[&side] = json!(client.token);
        // Either looks on by his own seat.
        tokens["watch"] = json!(client.token);
    }
    let seats = Seats::held(&one.client, game, &tokens);
    seats.sit_down().await;
    seats
}

pub fn kind(answer: &Answer) -> (u16, String) {
    (answer.status, answer.json()["type"].as_str().unwrap_or_default().to_owned())
}

/// An offer of a short battle.
pub fn offer() -> Value {
    json!({"terms": {"battle": "blue-gray/antietam", "pace": "a move a day"}})
}
