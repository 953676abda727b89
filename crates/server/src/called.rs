//! What the server is called: requests that were meant for another name are turned away.
//!
//! A page of another web site can let its own name lead to this server's address, and would then be asked and
//! answered as if it were this server's page. The name it was asked under gives it away: it is none of ours. Addresses
//! in digits cannot be led astray so, and are let in.

use std::net::IpAddr;

use axum::extract::Request;
use axum::http::{HeaderMap, header};

use crate::problem::Problem;

/// The names of a server.
#[derive(Clone, Debug, Default)]
pub struct Called {
    names: Vec<String>,
    /// Name and port of the address under which others come.
    public: Option<String>,
}

impl Called {
    /// The names of a server with this public address and these other names; and the machine's.
    pub fn new(public_url: Option<&str>, names: &[String]) -> Called {
        let public = public_url.and_then(|url| authority(url).map(str::to_ascii_lowercase));
        let mut all: Vec<String> = names.iter().map(|name| name.to_ascii_lowercase()).collect();
        all.extend(public.as_deref().map(|public| name_of(public).to_owned()));
        if let Some(machine) = machine() {
            all.push(format!("{machine}.local"));
            all.push(machine);
        }
        Called { names: all, public }
    }

    /// Refuses a request that was meant for another server, or a change that another's page asks for.
    pub fn check(&self, request: &Request) -> Result<(), Problem> {
        let asked = asked_under(request);
        if asked.as_deref().is_some_and(|asked| !self.is_ours(name_of(asked))) {
            return Err(Problem::Misdirected);
        }
        if request.method().is_safe() {
            return Ok(());
        }
        match origin(request.headers()) {
            None => Ok(()),
            Some(from) if from == asked || (from.is_some() && from == self.public) => Ok(()),
            Some(_) => Err(Problem::Misdirected),
        }
    }

    /// The name in the address under which others come.
    pub fn public_name(&self) -> Option<&str> {
        self.public.as_deref().map(name_of)
    }

    fn is_ours(&self, name: &str) -> bool {
        let digits = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().is_ok();
        let here = name == "localhost" || name.ends_with(".localhost");
        digits || here || self.names.iter().any(|known| known == name)
    }
}

/// The name and port under which a request came, in small letters; a request of old needs none.
fn asked_under(request: &Request) -> Option<String> {
    let said = request.headers().get(header::HOST);
    let said = said.map(|value| value.to_str().unwrap_or("?").to_ascii_lowercase());
    said.or_else(|| request.uri().authority().map(|name| name.as_str().to_ascii_lowercase()))
}

/// Whose page asks: nothing is said, or the name and port, or none that can be known.
fn origin(head: &HeaderMap) -> Option<Option<String>> {
    let said = head.get(header::ORIGIN)?;
    Some(said.to_str().ok().and_then(authority).map(str::to_ascii_lowercase))
}

/// Name and port in an address.
fn authority(url: &str) -> Option<&str> {
    let rest = url.split_once("://")?.1;
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    Some(&rest[..end]).filter(|name| !name.is_empty())
}

/// The name without the port.
pub fn name_of(authority: &str) -> &str {
    let name = match authority.rfind(':') {
        Some(colon) if !authority[colon..].contains(']') => &authority[..colon],
        _ => authority,
    };
    name.strip_suffix('.').unwrap_or(name)
}

/// What the machine is called, if it says so.
fn machine() -> Option<String> {
    let told = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let told = told.or_else(|| std::env::var("COMPUTERNAME").ok())?;
    Some(told.trim().to_ascii_lowercase()).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    fn asks(called: &Called, method: &str, host: &str, origin: Option<&str>) -> bool {
        let mut request =
            axum::http::Request::builder().method(method).uri("/").header("host", host);
        if let Some(origin) = origin {
            request = request.header("origin", origin);
        }
        called.check(&request.body(Body::empty()).unwrap()).is_ok()
    }

    #[test]
    fn a_server_answers_to_its_names_and_to_digits() {
        let called = Called::new(Some("https://play.example.org/"), &["Table".to_owned()]);
        for host in [
            "localhost",
            "localhost:1862",
            "127.0.0.1:1862",
            "[::1]:1862",
            "192.168.1.7",
            "play.example.org",
            "PLAY.example.org:443",
            "table:80",
            "play.example.org.",
        ] {
            assert!(asks(&called, "GET", host, None), "{host}");
        }
        for host in
            ["evil.example", "play.example.org.evil.example", "localhost.evil.example", "", "?"]
        {
            assert!(!asks(&called, "GET", host, None), "{host}");
        }
    }

    #[test]
    fn changes_come_from_our_own_page() {
        let called = Called::new(Some("https://play.example.org"), &[]);
        let host = "127.0.0.1:1862";
        assert!(asks(&called, "POST", host, None), "a program says nothing");
        assert!(asks(&called, "POST", host, Some("http://127.0.0.1:1862")));
        assert!(asks(&called, "POST", host, Some("https://play.example.org")), "behind a proxy");
        assert!(asks(&called, "GET", host, Some("https://evil.example")), "it is only looked at");
        for origin in ["https://evil.example", "http://127.0.0.1:1863", "null", "http://6.6.6.6"] {
            assert!(!asks(&called, "POST", host, Some(origin)), "{origin}");
        }
    }
}
