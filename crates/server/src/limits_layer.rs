//! Every request passes here: its rate is counted, its size and time are bounded, and it is noted
//! in log and metrics.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use axum::body::{Body, HttpBody};
use axum::extract::{ConnectInfo, FromRequestParts, MatchedPath, Request, State};
use axum::http::request::Parts;
use axum::http::{Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;

use crate::api::RECORDS;
use crate::app::App;
use crate::problem::Problem;

/// The address a request is counted under.
#[derive(Clone, Copy, Debug)]
pub struct Asker(pub IpAddr);

impl<S: Send + Sync> FromRequestParts<S> for Asker {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Asker, Infallible> {
        let known = parts.extensions.get::<Asker>().copied();
        Ok(known.unwrap_or(Asker(Ipv4Addr::UNSPECIFIED.into())))
    }
}

/// Counts, bounds and notes a request.
pub async fn watch(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let peer = peer.unwrap_or(Ipv4Addr::UNSPECIFIED.into());
    let asker = app.asker(peer, request.headers());
    request.extensions_mut().insert(Asker(asker));
    let method = known_method(request.method());
    let matched = request.extensions().get::<MatchedPath>();
    // The pattern, not the address: ids of games are nobody's business in logs and metrics.
    let route = matched.map_or("other", MatchedPath::as_str).to_owned();
    let allowed = app.rates.request(asker);
    let allowed = allowed.and_then(|()| app.called.check(&request));
    let allowed = allowed.and_then(|()| from_here(&request)).and_then(|()| fits(&request, &app));
    let response = match allowed {
        Err(problem) => problem.into_response(),
        Ok(()) => bounded(&app, request, next).await,
    };
    let status = response.status().as_u16();
    let seconds = begun.elapsed().as_secs_f64();
    let labels =
        [("method", method.to_owned()), ("route", route.clone()), ("status", status.to_string())];
    metrics::counter!("longroll_requests_total", &labels).increment(1);
    metrics::histogram!("longroll_request_seconds", "route" => route.clone()).record(seconds);
    tracing::info!(method, route, status, millis = (seconds * 1e3).round(), "request");
    response
}

/// Runs a request within its time.
async fn bounded(app: &App, request: Request, next: Next) -> Response {
    let late = Arc::new(AtomicBool::new(false));
    let deadline = Instant::now() + app.limits.body_time;
    let request = request.map(|body| in_time(body, deadline, Arc::clone(&late)));
    match tokio::time::timeout(app.limits.request_time, next.run(request)).await {
        // Whatever a handler makes of a body that did not come: nothing was done without it.
        Ok(_) if late.load(Ordering::Relaxed) => Problem::Stalled.into_response(),
        Ok(response) => response,
        Err(_) => Problem::Timeout.into_response(),
    }
}

/// A body that breaks off, and says so, if it has not come by then.
fn in_time(body: Body, deadline: Instant, late: Arc<AtomicBool>) -> Body {
    if body.is_end_stream() {
        return body;
    }
    let rest = (body.into_data_stream(), late);
    Body::from_stream(futures_util::stream::unfold(rest, move |(mut rest, late)| async move {
        match tokio::time::timeout_at(deadline.into(), rest.next()).await {
            Ok(next) => Some((next?, (rest, late))),
            Err(elapsed) => {
                late.store(true, Ordering::Relaxed);
                Some((Err(axum::Error::new(elapsed)), (rest, late)))
            }
        }
    }))
}

/// Refuses a body that is said to be longer than is read at its address, before any of it is read.
fn fits(request: &Request, app: &App) -> Result<(), Problem> {
    let most = match request.uri().path() {
        RECORDS => app.limits.record,
        _ => app.limits.body,
    };
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    let too_long = length.is_some_and(|length| length > u64::try_from(most).unwrap_or(u64::MAX));
    if too_long { Err(Problem::TooLarge) } else { Ok(()) }
}

/// Refuses changes that a browser says another web site's page asks for.
fn from_here(request: &Request) -> Result<(), Problem> {
    let site = request.headers().get("sec-fetch-site");
    let elsewhere = site.is_some_and(|site| site.as_bytes() == b"cross-site");
    if elsewhere && !request.method().is_safe() { Err(Problem::CrossSite) } else { Ok(()) }
}

/// A method by its name, if it is a usual one: names that a client makes up must not fill the
/// memory.
fn known_method(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        Method::PATCH => "PATCH",
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn made_up_methods_are_counted_as_one() {
        assert_eq!(known_method(&Method::POST), "POST");
        for name in ["BREW", "get", "X1"] {
            assert_eq!(known_method(&Method::from_bytes(name.as_bytes()).unwrap()), "other");
        }
    }
}
