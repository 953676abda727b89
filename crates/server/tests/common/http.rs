//! A small HTTP client for tests and the load program: one request a connection, or a stream of events.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// No answer takes longer.
const PATIENCE: Duration = Duration::from_secs(60);

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    pub fn json(&self) -> Value {
        let text = String::from_utf8_lossy(&self.body);
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {text}"))
    }
}

/// Somebody who asks, with a token or without.
#[derive(Clone, Debug)]
pub struct Client {
    pub address: SocketAddr,
    pub token: Option<String>,
}

impl Client {
    pub fn new(address: SocketAddr) -> Client {
        Client { address, token: None }
    }

    pub fn with(&self, token: &str) -> Client {
        Client { address: self.address, token: Some(token.to_owned()) }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], b"").await.expect("an answer")
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.send("DELETE", path, &[], b"").await.expect("an answer")
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.json("POST", path, body).await.expect("an answer")
    }

    pub async fn put(&self, path: &str, body: &Value) -> Answer {
        self.json("PUT", path, body).await.expect("an answer")
    }

    pub async fn json(&self, method: &str, path: &str, body: &Value) -> io::Result<Answer> {
        let head = [("content-type", "application/json")];
        self.send(method, path, &head, body.to_string().as_bytes()).await
    }

    pub async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> io::Result<Answer> {
        let asked = async {
            let mut reader = self.open(method, path, headers, body).await?;
            let (status, headers) = read_head(&mut reader).await?;
            let body = read_body(&mut reader, &headers).await?;
            Ok(Answer { status, headers, body })
        };
        tokio::time::timeout(PATIENCE, asked).await.map_err(|_| io::ErrorKind::TimedOut)?
    }

    async fn open(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> io::Result<BufReader<TcpStream>> {
        let mut head =
            format!("{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n");
        if let Some(token) = &self.token {
            head += &format!("authorization: Bearer {token}\r\n");
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        if !body.is_empty() {
            head += &format!("content-length: {}\r\n", body.len());
        }
        head += "\r\n";
        let mut stream = TcpStream::connect(self.address).await?;
        stream.write_all(head.as_bytes()).await?;
        // A server that refuses may close before it has read everything; its answer still counts.
        let _ = stream.write_all(body).await;
        Ok(BufReader::new(stream))
    }

    /// Opens a stream of events; the answer instead, if it is refused.
    pub async fn listen(&self, path: &str, last: Option<u64>) -> Result<Events, Answer> {
        let last = last.map(|last| last.to_string());
        let headers: Vec<(&str, &str)> =
            last.iter().map(|last| ("last-event-id", last.as_str())).collect();
        let mut reader = self.open("GET", path, &headers, b"").await.expect("a connection");
        let (status, headers) = read_head(&mut reader).await.expect("an answer");
        if status != 200 {
            let body = read_body(&mut reader, &headers).await.expect("a body");
            return Err(Answer { status, headers, body });
        }
        Ok(Events { reader, chunk: Vec::new(), text: String::new() })
    }
}

async fn read_head(reader: &mut BufReader<TcpStream>) -> io::Result<(u16, Vec<(String, String)>)> {
    let broken = || io::Error::from(io::ErrorKind::UnexpectedEof);
    let mut line = String::new();
    if reader.read_line(&mut line).await? == 0 {
        return Err(broken());
    }
    let status = line.split(' ').nth(1).and_then(|code| code.parse().ok()).ok_or_else(broken)?;
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).await? == 0 {
            return Err(broken());
        }
        match line.trim_end().split_once(':') {
            None => return Ok((status, headers)),
            Some((name, value)) => {
                headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
            }
        }
    }
}

async fn read_body(
    reader: &mut BufReader<TcpStream>,
    headers: &[(String, String)],
) -> io::Result<Vec<u8>> {
    let header = |name: &str| headers.iter().find(|(known, _)| known == name).map(|(_, v)| v);
    let mut body = Vec::new();
    if header("transfer-encoding").is_some_and(|value| value.contains("chunked")) {
        while let Some(chunk) = read_chunk(reader).await? {
            body.extend(chunk);
        }
    } else if let Some(length) = header("content-length").and_then(|value| value.parse().ok()) {
        body.resize(length, 0);
        reader.read_exact(&mut body).await?;
    }
    Ok(body)
}

async fn read_chunk(reader: &mut BufReader<TcpStream>) -> io::Result<Option<Vec<u8>>> {
    let mut line = String::new();
    if reader.read_line(&mut line).await? == 0 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let size = usize::from_str_radix(line.trim(), 16).map_err(io::Error::other)?;
    let mut chunk = vec![0; size + 2];
    reader.read_exact(&mut chunk).await?;
    chunk.truncate(size);
    Ok((size > 0).then_some(chunk))
}

/// An event of a stream.
#[derive(Debug, Default)]
pub struct Message {
    pub event: String,
    pub id: Option<u64>,
    pub data: String,
}

impl Message {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.data).expect("JSON")
    }
}

/// A stream of events.
pub struct Events {
    reader: BufReader<TcpStream>,
    chunk: Vec<u8>,
    text: String,
}

impl Events {
    /// The next event; `None` when the stream ends. Comments are signs of life and passed over.
    pub async fn next(&mut self) -> Option<Message> {
        loop {
            if let Some(end) = self.text.find("\n\n") {
                let block: String = self.text.drain(..end + 2).collect();
                let mut message = Message::default();
                for line in block.lines() {
                    match line.split_once(": ").or_else(|| line.split_once(':')) {
                        Some(("event", value)) => message.event = value.to_owned(),
                        Some(("id", value)) => message.id = value.parse().ok(),
                        Some(("data", value)) => message.data.push_str(value),
                        _ => {}
                    }
                }
                if !message.event.is_empty() {
                    return Some(message);
                }
                continue;
            }
            self.chunk = read_chunk(&mut self.reader).await.ok()??;
            self.text.push_str(&String::from_utf8_lossy(&self.chunk));
        }
    }

    /// The next event of a kind, waited for with patience.
    pub async fn next_of(&mut self, event: &str) -> Option<Message> {
        let wait = async {
            loop {
                let message = self.next().await?;
                if message.event == event {
                    return Some(message);
                }
            }
        };
        tokio::time::timeout(PATIENCE, wait).await.expect("an event in time")
    }
}
