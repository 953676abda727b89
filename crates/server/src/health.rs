//! Whether the server is well, and its figures.

use std::sync::{Arc, OnceLock};

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

use crate::api::Problems;
use crate::app::App;
use crate::limits_layer::Asker;
use crate::problem::{Problem, ProblemDocument};

static FIGURES: OnceLock<Option<PrometheusHandle>> = OnceLock::new();

/// Starts counting. There is one set of figures in a process.
pub fn start_counting() {
    FIGURES.get_or_init(|| {
        let builder = PrometheusBuilder::new();
        let buckets = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0];
        let handle = builder.set_buckets(&buckets).ok()?.install_recorder().ok();
        if handle.is_none() {
            tracing::error!("figures are not counted");
        }
        metrics::describe_counter!("longroll_requests_total", "Requests by route and status");
        metrics::describe_histogram!("longroll_request_seconds", "Time until the answer's head");
        metrics::describe_histogram!("longroll_commit_seconds", "Time of a commit");
        metrics::describe_counter!("longroll_changes_total", "Changes stored");
        metrics::describe_counter!("longroll_games_created_total", "Games set up");
        metrics::describe_gauge!("longroll_streams", "Open streams");
        metrics::describe_gauge!("longroll_games_in_memory", "Games in memory");
        handle
    });
}

/// Whether the server is well: `ok` as long as the database answers and can be written.
#[utoipa::path(get, path = "/healthz", tag = "server", operation_id = "get_health",
    responses((status = 200, body = String, content_type = "text/plain"),
        (status = 503, description = "It is not, or `timeout`", content(
            (String = "text/plain"), (ProblemDocument = "application/problem+json"))), Problems))]
pub async fn healthz(State(app): State<Arc<App>>) -> Response {
    if app.tables.store().is_well().await {
        (StatusCode::OK, "ok\n").into_response()
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n").into_response()
    }
}

/// The figures for Prometheus. They are told to this machine alone: how often which address is asked would tell a
/// player of a hidden game how much the other does.
#[utoipa::path(get, path = "/metrics", tag = "server", operation_id = "get_figures",
    responses((status = 200, body = String, content_type = "text/plain"), Problems))]
pub async fn figures(State(app): State<Arc<App>>, asker: Asker) -> Response {
    if !asker.0.to_canonical().is_loopback() {
        return Problem::UnknownRoute.into_response();
    }
    metrics::gauge!("longroll_streams").set(app.streams.count() as f64);
    metrics::gauge!("longroll_games_in_memory").set(app.tables.in_memory() as f64);
    let text = FIGURES.get().and_then(|figures| figures.as_ref()).map(|handle| {
        handle.run_upkeep();
        handle.render()
    });
    match text {
        Some(text) => ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text)
            .into_response(),
        None => Problem::Internal.into_response(),
    }
}
