//! Connections: so many at once and from one address, each with a bounded time for the head of a
//! request and for a write that waits, and an orderly end.

use std::net::SocketAddr;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use serde_json::json;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tower::ServiceExt;

use crate::connections::{Connection, Connections};
use crate::limits::Limits;
use crate::problem::{PROBLEM_TYPE, Problem};
use crate::wire::Wire;

/// How long to rest when the system has no more files or memory for connections.
const REST: Duration = Duration::from_millis(100);

/// How much of a connection is held in memory, and so the longest head of a request.
const BUFFER: usize = 64 << 10;
/// How long open requests may take at the end.
const FAREWELL: Duration = Duration::from_secs(5);
/// When somebody who has too many connections may come again, in seconds.
const COME_AGAIN: u64 = 10;

/// Serves until it is told to stop, then lets open requests finish.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    mut stopping: watch::Receiver<bool>,
    limits: Limits,
) {
    let open = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(limits.connections.max(1)));
    let connections = Connections::default();
    loop {
        let next = async {
            let place = Arc::clone(&places).acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            next = next => next,
            _ = stopping.wait_for(|stopping| *stopping) => break,
        };
        match (place, accepted) {
            (Ok(place), Ok((stream, peer))) => match connections.open(peer.ip(), &limits) {
                Some(own) => connect(stream, peer, router.clone(), (place, own), &open, &limits),
                None => send_away(&stream),
            },
            (_, Err(error)) => {
                tracing::warn!(%error, "a connection was not accepted");
                tokio::time::sleep(REST).await;
            }
            (Err(_), _) => break,
        }
    }
    drop(listener);
    if tokio::time::timeout(FAREWELL, open.shutdown()).await.is_err() {
        tracing::warn!("requests were still open at the end");
    }
}

fn connect(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    places: (OwnedSemaphorePermit, Connection),
    open: &GracefulShutdown,
    limits: &Limits,
) {
    // Answers are short: they are sent at once. Without it they are only slower.
    let _ = stream.set_nodelay(true);
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head_time)
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(Wire::new(stream, limits.write_time)), service);
    let connection = open.watch(connection);
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!(%error, "a connection broke");
        }
        drop(places);
    });
}

/// Tells somebody who has too many connections so, as far as that can be done without waiting.
fn send_away(stream: &TcpStream) {
    static ANSWER: LazyLock<String> = LazyLock::new(|| {
        let body = json!(Problem::TooManyRequests { after: COME_AGAIN }.document()).to_string();
        format!(
            "HTTP/1.1 429 Too Many Requests\r\ncontent-type: {PROBLEM_TYPE}\r\n\
             content-length: {}\r\nretry-after: {COME_AGAIN}\r\ncache-control: no-store\r\n\
             connection: close\r\n\r\n{body}",
            body.len()
        )
    });
    let _ = stream.try_write(ANSWER.as_bytes());
}
