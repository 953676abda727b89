//! A mail server on this machine, as small as can be: it takes what it is given and looks at it.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

/// A mail that was taken.
#[derive(Debug)]
pub struct Mail {
    pub from: String,
    pub to: Vec<String>,
    headers: HashMap<String, String>,
    pub text: String,
    pub raw: String,
}

impl Mail {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(&name.to_ascii_lowercase()).map(String::as_str)
    }

    /// The word at the end of a link that has this in it.
    pub fn word_after(&self, link: &str) -> String {
        let at = self.text.find(link).unwrap_or_else(|| panic!("no {link} in {}", self.text));
        self.text[at + link.len()..].split_whitespace().next().expect("a word").to_owned()
    }
}

/// The mail server.
pub struct Post {
    pub address: SocketAddr,
    mails: mpsc::UnboundedReceiver<Mail>,
    refusals: Arc<AtomicUsize>,
}

impl Post {
    pub async fn open() -> Post {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (told, mails) = mpsc::unbounded_channel();
        let refusals = Arc::new(AtomicUsize::new(0));
        let own = Arc::clone(&refusals);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(talk(stream, told.clone(), Arc::clone(&own)));
            }
        });
        Post { address, mails, refusals }
    }

    /// How many mails it will not take for now.
    pub fn will_refuse(&self, mails: usize) {
        self.refusals.store(mails, Ordering::SeqCst);
    }

    pub async fn mail(&mut self) -> Mail {
        let mail = tokio::time::timeout(Duration::from_secs(60), self.mails.recv()).await;
        mail.expect("a mail in time").expect("a mail")
    }
}

async fn talk(
    stream: TcpStream,
    told: mpsc::UnboundedSender<Mail>,
    refusals: Arc<AtomicUsize>,
) -> Option<()> {
    let mut stream = BufReader::new(stream);
    let (mut from, mut to) = (String::new(), Vec::new());
    stream.write_all(b"220 post.example ESMTP\r\n").await.ok()?;
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await.ok()? == 0 {
            return None;
        }
        let line = line.trim_end();
        let inside = || line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
        let answer = match line.split([' ', ':']).next().unwrap_or_default() {
            "EHLO" => "250-post.example\r\n250 8BITMIME",
            "MAIL" => {
                from = inside();
                let refuse = |left: usize| left.checked_sub(1);
                match refusals.fetch_update(Ordering::SeqCst, Ordering::SeqCst, refuse) {
                    Ok(_) => "451 not now",
                    Err(_) => "250 yes",
                }
            }
            "RCPT" => {
                to.push(inside());
                "250 yes"
            }
            "DATA" => {
                stream.write_all(b"354 go on\r\n").await.ok()?;
                let raw = data(&mut stream).await?;
                stream.write_all(b"250 taken\r\n").await.ok()?;
                let _ = told.send(read(std::mem::take(&mut from), std::mem::take(&mut to), raw));
                continue;
            }
            "QUIT" => {
                stream.write_all(b"221 bye\r\n").await.ok()?;
                return Some(());
            }
            _ => "250 yes",
        };
        stream.write_all(format!("{answer}\r\n").as_bytes()).await.ok()?;
    }
}

async fn data(stream: &mut BufReader<TcpStream>) -> Option<String> {
    let mut raw = String::new();
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await.ok()? == 0 {
            return None;
        }
        if line == ".\r\n" {
            return Some(raw);
        }
        raw += line.strip_prefix('.').unwrap_or(&line);
    }
}

fn read(from: String, to: Vec<String>, raw: String) -> Mail {
    let (head, body) = raw.split_once("\r\n\r\n").expect("a head and a body");
    let head = head.replace("\r\n ", " ").replace("\r\n\t", " ");
    let headers: HashMap<String, String> = head
        .lines()
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let text = match headers.get("content-transfer-encoding").map(String::as_str) {
        Some("quoted-printable") => quoted_printable(body),
        Some("7bit" | "8bit") | None => body.to_owned(),
        Some(other) => panic!("{other}"),
    };
    Mail { from, to, headers, text, raw }
}

fn quoted_printable(body: &str) -> String {
    let body = body.replace("=\r\n", "");
    let mut bytes = Vec::new();
    let mut rest = body.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        if first == b'=' && tail.len() >= 2 {
            let digits = std::str::from_utf8(&tail[..2]).expect("digits");
            bytes.push(u8::from_str_radix(digits, 16).expect("a number"));
            rest = &tail[2..];
        } else {
            bytes.push(first);
            rest = tail;
        }
    }
    String::from_utf8(bytes).expect("text")
}
