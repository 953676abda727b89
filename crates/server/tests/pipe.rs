//! A pipe where a file should be. A program of its own: the process that makes the pipe would for a moment hold the
//! locks of other tests' folders as well.

#![cfg(unix)]

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use server::serve::{Config, Server};

/// Whoever opens a pipe waits for somebody at its other end.
#[tokio::test(flavor = "multi_thread")]
async fn a_pipe_in_place_of_a_file_does_not_hang_the_program() {
    for name in ["longroll.sqlite", "longroll.lock", "longroll.sqlite-wal"] {
        let data = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pipe");
        let _ = std::fs::remove_dir_all(&data);
        std::fs::create_dir_all(&data).expect("a folder");
        let made = Command::new("mkfifo").arg(data.join(name)).status().expect("mkfifo");
        assert!(made.success());
        let config = Config { port: 0, ..Config::local(data) };
        let started = tokio::time::timeout(Duration::from_secs(20), Server::start(config, vec![]));
        let error = started.await.expect("it does not wait").err().expect("it does not start");
        let said = error.to_string();
        assert!(said.contains("no file that can be written"), "{name}: {said}");
    }
}
