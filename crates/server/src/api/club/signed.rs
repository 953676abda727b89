//! Requests that a player signs.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header;
use serde::de::DeserializeOwned;

use crate::api::extract::{has_media, parse, unread};
use crate::app::App;
use crate::called;
use crate::club::PlayerKey;
use crate::club::key::{Asked, Proof};
use crate::problem::Problem;
use crate::store::StoreError;
use crate::store::club::{Player, spend};
use crate::tables::failed;

/// What all addresses have in common; it is not signed.
const COMMON: &str = "/api/v1";

/// A request that was signed now, for this server, and never before.
pub struct Signed {
    /// By whom.
    pub key: PlayerKey,
    body: Bytes,
    json: bool,
}

impl FromRequest<Arc<App>> for Signed {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Signed, Problem> {
        app.club()?;
        let proof = Proof::read(request.headers())?;
        let json = has_media(request.headers(), "application/json");
        let method = request.method().clone();
        let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
        let path = path.strip_prefix(COMMON).unwrap_or(path).to_owned();
        let host = request.headers().get(header::HOST).and_then(|value| value.to_str().ok());
        let host = host.map(|host| called::name_of(host).to_ascii_lowercase());
        let body = Bytes::from_request(request, app).await;
        let body = body.map_err(|rejection| unread(rejection.status().as_u16()))?;
        let names: Vec<&str> =
            host.as_deref().into_iter().chain(app.called.public_name()).collect();
        let now = app.tables.clock().now();
        proof.check(Asked { method: &method, path: &path, body: &body }, &names, now)?;
        // Whoever hears a question may ask it again for some minutes, and hears nothing that he did not hear.
        if !method.is_safe() {
            let spent = spend(proof.key.hex(), &proof.nonce, now);
            app.tables.store().write(spent).await.map_err(|error| match error {
                StoreError::Conflict => Problem::BadSignature(
                    "This was signed and sent before: each request has a number of its own.".into(),
                ),
                other => failed(other),
            })?;
        }
        Ok(Signed { key: proof.key, body, json })
    }
}

impl Signed {
    /// What its body says.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        match self.json {
            true => parse(&self.body),
            false => Err(Problem::WrongType("a body of application/json")),
        }
    }

    /// The player who signed.
    pub async fn player(&self, app: &App) -> Result<Player, Problem> {
        let known = app.tables.store().player_of(self.key.hex()).await.map_err(failed)?;
        known.ok_or_else(|| Problem::NotAllowed("Choose a name first.".into()))
    }
}
