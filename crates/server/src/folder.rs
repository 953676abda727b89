//! The data folder: its owner's alone, and one server's at a time.
//!
//! On Unix a folder that is made here can be entered by its owner only, and the files in it can be
//! read by their owner only, whatever they were before: they hold the seeds of running games. A
//! folder that was there before is left as it is; it may serve other ends too.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::serve::StartError;

/// The database in the data folder.
pub const DATABASE: &str = "longroll.sqlite";
/// The file by which a second server knows of the first.
const LOCK: &str = "longroll.lock";
/// The database, and what SQLite keeps beside it while it is open.
const KEPT: [&str; 3] = [DATABASE, "longroll.sqlite-wal", "longroll.sqlite-shm"];

/// What is said of a pipe, a socket or a device where a file should be.
const NO_FILE: &str = "it is no file that can be written";

/// A data folder that nobody else uses while this is held.
#[derive(Debug)]
pub struct Folder {
    /// The locked file; what is written into it is read by a second server.
    pub lock: File,
    /// The database.
    pub database: PathBuf,
}

impl Folder {
    /// Takes a folder, which is made if it is not there.
    pub fn take(data: &Path) -> Result<Folder, StartError> {
        make(data).map_err(|error| StartError::Data(data.to_owned(), error))?;
        let lock = open(&data.join(LOCK))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let address = std::fs::read_to_string(data.join(LOCK)).unwrap_or_default();
                return Err(StartError::InUse(data.to_owned(), address.trim().to_owned()));
            }
            Err(TryLockError::Error(error)) => return Err(StartError::Data(data.into(), error)),
        }
        lock.set_len(0).map_err(|error| StartError::Data(data.to_owned(), error))?;
        // SQLite makes the files beside the database as private as it. A new one is made by whoever opens it.
        for name in KEPT {
            let path = data.join(name);
            if path.exists() {
                open(&path)?;
            }
        }
        let database = data.join(DATABASE);
        Ok(Folder { lock, database })
    }
}

/// Opens a file of ours to be written, makes it if it is not there, and keeps others from reading
/// it.
fn open(path: &Path) -> Result<File, StartError> {
    // Whoever opens a pipe waits for somebody at its other end, perhaps for ever.
    if std::fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        let error = io::Error::new(io::ErrorKind::InvalidInput, NO_FILE);
        return Err(StartError::Data(path.to_owned(), error));
    }
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    private(&mut options);
    let file = options.open(path).and_then(|file| {
        keep_private(&file)?;
        Ok(file)
    });
    file.map_err(|error| StartError::Data(path.to_owned(), error))
}

/// Makes an empty file that its owner alone can read.
pub fn make_private(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    private(&mut options);
    options.open(path).map(|_| ())
}

#[cfg(unix)]
fn make(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

#[cfg(not(unix))]
fn make(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)
}

#[cfg(unix)]
fn private(options: &mut OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt;
    options.mode(0o600);
}

#[cfg(not(unix))]
fn private(_: &mut OpenOptions) {}

#[cfg(unix)]
fn keep_private(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mut permissions = file.metadata()?.permissions();
    if permissions.mode() & 0o077 != 0 {
        permissions.set_mode(permissions.mode() & 0o700);
        file.set_permissions(permissions)?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn keep_private(_: &File) -> io::Result<()> {
    Ok(())
}

/// What a fault of the system means for whoever starts the server.
pub fn plain_words(error: &io::Error) -> String {
    let words = match error.kind() {
        io::ErrorKind::PermissionDenied => "it may not be written by whoever started this",
        io::ErrorKind::ReadOnlyFilesystem => "it is on a disk that cannot be written",
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "there is no room on the disk",
        io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => "it is not a folder",
        io::ErrorKind::IsADirectory => "it is a folder, where a file should be",
        _ => return error.to_string(),
    };
    format!("{words}; another folder can be named with --data")
}
