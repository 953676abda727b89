//! Every request passes here: its rate is counted, its time is bounded, and it is noted in log and metrics.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{ConnectInfo, FromRequestParts, MatchedPath, Request, State};
use axum::http::Method;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

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
    let allowed = app.rates.request(asker).and_then(|()| from_here(&request));
    let response = match allowed {
        Err(problem) => problem.into_response(),
        Ok(()) => match tokio::time::timeout(app.limits.request_time, next.run(request)).await {
            Ok(response) => response,
            Err(_) => Problem::Timeout.into_response(),
        },
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

/// Refuses changes that a browser says another web site's page asks for.
fn from_here(request: &Request) -> Result<(), Problem> {
    let site = request.headers().get("sec-fetch-site");
    let elsewhere = site.is_some_and(|site| site.as_bytes() == b"cross-site");
    if elsewhere && !request.method().is_safe() { Err(Problem::CrossSite) } else { Ok(()) }
}

/// A method by its name, if it is a usual one: names that a client makes up must not fill the memory.
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
