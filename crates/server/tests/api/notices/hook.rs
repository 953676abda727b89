//! Somebody at an address of this machine who is called: he keeps what he is sent and answers as he was told.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

/// A call.
#[derive(Debug)]
pub struct Called {
    pub head: String,
    pub body: Vec<u8>,
}

impl Called {
    pub fn header(&self, name: &str) -> &str {
        let found = self.head.lines().find_map(|line| {
            let (known, value) = line.split_once(':')?;
            known.eq_ignore_ascii_case(name).then(|| value.trim())
        });
        found.unwrap_or_else(|| panic!("no {name} in {}", self.head))
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("JSON")
    }
}

/// What he answers: a status line with more lines after it, and a body.
type Answers = Arc<Mutex<VecDeque<(String, String)>>>;

/// Whoever is called.
pub struct Hook {
    pub address: SocketAddr,
    calls: mpsc::UnboundedReceiver<Called>,
    answers: Answers,
    #[allow(dead_code, reason = "not every test program has somebody who keeps silent")]
    silent: Arc<AtomicBool>,
}

impl Hook {
    pub async fn open() -> Hook {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (told, calls) = mpsc::unbounded_channel();
        let answers = Answers::default();
        let silent = Arc::new(AtomicBool::new(false));
        let own = (Arc::clone(&answers), Arc::clone(&silent));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(answer(stream, told.clone(), own.clone()));
            }
        });
        Hook { address, calls, answers, silent }
    }

    /// From now on calls are heard, and not answered.
    #[allow(dead_code, reason = "not every test program has somebody who keeps silent")]
    pub fn will_keep_silent(&self) {
        self.silent.store(true, Ordering::SeqCst);
    }

    /// From now on they are.
    #[allow(dead_code, reason = "not every test program has somebody who keeps silent")]
    pub fn will_answer_again(&self) {
        self.silent.store(false, Ordering::SeqCst);
    }

    pub fn url(&self) -> String {
        format!("http://{}/hook?x=1", self.address)
    }

    /// What is answered to the next call that is not answered yet; all others get 204.
    pub fn will_answer(&self, status: &str, body: &str) {
        self.answers.lock().unwrap().push_back((status.to_owned(), body.to_owned()));
    }

    pub async fn called(&mut self) -> Called {
        let patience = std::time::Duration::from_secs(60);
        let call = tokio::time::timeout(patience, self.calls.recv()).await.expect("a call in time");
        call.expect("a call")
    }

    /// Whether somebody called whom nobody has asked about.
    pub fn was_called(&mut self) -> bool {
        self.calls.try_recv().is_ok()
    }
}

async fn answer(
    mut stream: TcpStream,
    told: mpsc::UnboundedSender<Called>,
    (answers, silent): (Answers, Arc<AtomicBool>),
) {
    let mut read = Vec::new();
    let end = loop {
        if let Some(end) = read.windows(4).position(|four| four == b"\r\n\r\n") {
            break end + 4;
        }
        if stream.read_buf(&mut read).await.unwrap_or(0) == 0 {
            return;
        }
    };
    let head = String::from_utf8_lossy(&read[..end]).into_owned();
    let mut call = Called { head, body: read[end..].to_vec() };
    let length: usize = call.header("content-length").parse().expect("a length");
    while call.body.len() < length {
        if stream.read_buf(&mut call.body).await.unwrap_or(0) == 0 {
            return;
        }
    }
    if silent.load(Ordering::SeqCst) {
        let _ = told.send(call);
        // Until whoever called goes away.
        let _ = stream.read_buf(&mut Vec::new()).await;
        return;
    }
    let (status, body) =
        answers.lock().unwrap().pop_front().unwrap_or(("204 No Content".into(), String::new()));
    // Whoever asks about the call finds it answered.
    let length = body.len();
    let answer = format!("HTTP/1.1 {status}\r\ncontent-length: {length}\r\n\r\n{body}");
    stream.write_all(answer.as_bytes()).await.expect("an answer");
    let _ = told.send(call);
}
