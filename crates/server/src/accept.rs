//! Connections: so many at once, each with a bounded time for the head of a request, and an orderly end.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tower::ServiceExt;

/// How long to rest when the system has no more files or memory for connections.
const REST: Duration = Duration::from_millis(100);

/// What bounds the connections.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// How many at once; others wait until one is closed.
    pub connections: usize,
    /// How long the head of a request may take to arrive.
    pub head_time: Duration,
    /// How long open requests may take at the end.
    pub farewell: Duration,
}

/// Serves until it is told to stop, then lets open requests finish.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    mut stopping: watch::Receiver<bool>,
    bounds: Bounds,
) {
    let open = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(bounds.connections.max(1)));
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
            (Ok(place), Ok((stream, peer))) => {
                connect(stream, peer, router.clone(), place, &open, bounds.head_time);
            }
            (_, Err(error)) => {
                tracing::warn!(%error, "a connection was not accepted");
                tokio::time::sleep(REST).await;
            }
            (Err(_), _) => break,
        }
    }
    drop(listener);
    if tokio::time::timeout(bounds.farewell, open.shutdown()).await.is_err() {
        tracing::warn!("requests were still open at the end");
    }
}

fn connect(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    place: OwnedSemaphorePermit,
    open: &GracefulShutdown,
    head_time: Duration,
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
        .header_read_timeout(head_time)
        .serve_connection(TokioIo::new(stream), service);
    let connection = open.watch(connection);
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!(%error, "a connection broke");
        }
        drop(place);
    });
}
