//! The data folder: private, and its faults in plain words.

use std::path::{Path, PathBuf};

use server::serve::{Config, Server};

use crate::common::table::{Bench, battles};

fn place(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

async fn fault(data: &Path) -> String {
    let config = Config { port: 0, ..Config::local(data.to_owned()) };
    Server::start(config, battles()).await.err().expect("it does not start").to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_keeps_a_server_from_its_folder_is_said_in_plain_words() {
    let file = place("folder-that-is-a-file");
    std::fs::write(&file, "x").unwrap();
    for data in [file.clone(), file.join("below")] {
        let said = fault(&data).await;
        assert!(
            said.ends_with("it is not a folder; another folder can be named with --data"),
            "{said}"
        );
    }
    let odd = place("folder-odd");
    let _ = std::fs::remove_dir_all(&odd);
    std::fs::create_dir_all(odd.join("longroll.sqlite")).unwrap();
    let said = fault(&odd).await;
    assert!(said.contains("longroll.sqlite: it is a folder, where a file should be"), "{said}");
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn nobody_else_reads_the_data() {
    use std::os::unix::fs::PermissionsExt;
    let mode =
        |path: &Path| std::fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    let files = ["longroll.sqlite", "longroll.sqlite-wal", "longroll.sqlite-shm", "longroll.lock"];
    let mut bench = Bench::new("folder-private").await;
    assert_eq!(mode(&bench.data), 0o700);
    for file in files {
        assert_eq!(mode(&bench.data.join(file)), 0o600, "{file}");
    }
    bench.stop().await;
    // As an earlier program, or somebody's copy, left them.
    let open = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    open(&bench.data, 0o755);
    open(&bench.data.join("longroll.sqlite"), 0o644);
    open(&bench.data.join("longroll.lock"), 0o666);
    bench.start().await;
    for file in files {
        assert_eq!(mode(&bench.data.join(file)), 0o600, "{file}");
    }
    assert_eq!(mode(&bench.data), 0o755, "a folder that was there is left as it is");
}
