//! Mail, by the SMTP server of the host.

use std::time::{Duration, UNIX_EPOCH};

use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MessageBuilder};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};

use super::parcel::Parcel;
use crate::moment::Moment;

/// How long one step of talking to the mail server may take.
const PATIENCE: Duration = Duration::from_secs(15);
/// The longest address (RFC 5321).
const LONGEST: usize = 254;

/// How the way to the mail server is secured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MailTls {
    /// From the first byte on.
    Implicit,
    /// After `STARTTLS`, without which nothing is sent.
    #[default]
    StartTls,
    /// Not at all: for a mail server on this machine.
    None,
}

/// How the host sends mail.
#[derive(Clone)]
pub struct MailSettings {
    /// Name of the mail server.
    pub server: String,
    /// Its port.
    pub port: u16,
    /// How the way there is secured.
    pub tls: MailTls,
    /// As whom we log in, and the password, if we do.
    pub login: Option<(String, String)>,
    /// From whom the mails come.
    pub from: Mailbox,
}

impl MailSettings {
    /// By a mail server, `name` or `name:port`; who logs in there with which password; and from whom the mails come.
    pub fn read(
        server: &str,
        tls: MailTls,
        login: Option<(String, String)>,
        from: &str,
    ) -> Result<MailSettings, String> {
        let usual = match tls {
            MailTls::Implicit => 465,
            MailTls::StartTls => 587,
            MailTls::None => 25,
        };
        let (name, port) = match server.rsplit_once(':') {
            Some((name, port)) if !name.ends_with(':') && !port.ends_with(']') => {
                let port = port.parse().ok().filter(|port| *port != 0);
                (name, port.ok_or_else(|| format!("{server}: this is no port"))?)
            }
            _ => (server, usual),
        };
        let name = name.trim_start_matches('[').trim_end_matches(']').to_owned();
        let here = name == "localhost"
            || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback());
        if tls == MailTls::None && login.is_some() && !here {
            return Err(format!("{name}: a password is not sent through a network without TLS"));
        }
        let from = from.parse().map_err(|_| {
            format!("{from}: expected an address as `Long Roll <table@example.org>`")
        })?;
        Ok(MailSettings { server: name, port, tls, login, from })
    }
}

impl std::fmt::Debug for MailSettings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MailSettings")
            .field("server", &self.server)
            .field("port", &self.port)
            .field("from", &self.from)
            .finish_non_exhaustive()
    }
}

/// An address of mail as somebody typed it.
pub fn read_address(text: &str) -> Option<String> {
    let text = text.trim();
    let address: Address = text.parse().ok()?;
    let domain = address.domain();
    let fits = text.len() <= LONGEST && text.bytes().all(|byte| byte.is_ascii_graphic());
    (fits && domain.contains('.') && !domain.starts_with('[')).then(|| address.to_string())
}

/// Why a mail was not sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotSent {
    /// In words, for whoever waits for it.
    pub why: String,
    /// Whether it will be the same however often it is tried.
    pub is_final: bool,
}

/// Links of a mail.
pub struct Links<'a> {
    /// Where the host is reached.
    pub base: &'a str,
    /// The word that confirms the address, if that is what is asked.
    pub confirm: Option<&'a str>,
    /// The word that stops it.
    pub stop: &'a str,
}

/// Sends one.
pub async fn send(
    settings: &MailSettings,
    parcel: &Parcel,
    links: &Links<'_>,
    now: Moment,
) -> Result<(), NotSent> {
    let unfit = |what: &str| NotSent { why: format!("{what} cannot be written"), is_final: true };
    let mail = write(settings, parcel, links, now).ok_or_else(|| unfit("the mail"))?;
    let domain = host(links.base).to_owned();
    let transport = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(&settings.server)
        .port(settings.port)
        .timeout(Some(PATIENCE))
        .hello_name(ClientId::Domain(domain));
    let secured = || TlsParameters::new(settings.server.clone());
    let tls = match settings.tls {
        MailTls::None => Ok(Tls::None),
        MailTls::StartTls => secured().map(Tls::Required),
        MailTls::Implicit => secured().map(Tls::Wrapper),
    };
    let tls = tls.map_err(|error| {
        tracing::error!(%error, "the way to the mail server cannot be secured");
        NotSent { why: "the mail server cannot be reached safely".into(), is_final: false }
    })?;
    let mut transport = transport.tls(tls);
    if let Some((user, password)) = &settings.login {
        transport = transport.credentials(Credentials::new(user.clone(), password.clone()));
    }
    let sent = transport.build::<Tokio1Executor>().send(mail).await;
    sent.map(|_| ()).map_err(|error| {
        // What the server says may have the address in it.
        let code = error.status().map(|code| code.to_string());
        tracing::warn!(code, "a mail was not taken");
        match code {
            Some(code) => NotSent {
                why: format!("the mail server did not take it ({code})"),
                is_final: error.is_permanent(),
            },
            None => NotSent { why: "the mail server was not reached".into(), is_final: false },
        }
    })
}

/// The name in an address of a host.
fn host(base: &str) -> &str {
    let name = base.split_once("://").map_or(base, |(_, rest)| rest);
    match name.rfind(':') {
        Some(colon) if !name[colon..].contains(']') => &name[..colon],
        _ => name,
    }
}

fn write(
    settings: &MailSettings,
    parcel: &Parcel,
    links: &Links<'_>,
    now: Moment,
) -> Option<Message> {
    let first = parcel.items.first()?;
    let to = Mailbox::new(None, parcel.channel.target.parse().ok()?);
    let millis = u64::try_from(now.0).unwrap_or_default();
    let id = format!("<{}@{}>", first.message.id, host(links.base));
    let mail: MessageBuilder = Message::builder()
        .from(settings.from.clone())
        .to(to)
        .subject(parcel.subject())
        .date(UNIX_EPOCH + Duration::from_millis(millis))
        .message_id(Some(id))
        .header(ContentType::TEXT_PLAIN);
    let mut mail = mail.body(text(parcel, links)).ok()?;
    let mut header = |name: &'static str, value: String| {
        let name = HeaderName::new_from_ascii_str(name);
        // Encoding would break up an address; ours have nothing to encode.
        mail.headers_mut().insert_raw(HeaderValue::dangerous_new_pre_encoded(
            name,
            value.clone(),
            value,
        ));
    };
    header("Auto-Submitted", "auto-generated".into());
    if links.confirm.is_none() {
        let stop = format!("<{}/api/v1/notices/unsubscribe/{}>", links.base, links.stop);
        header("List-Unsubscribe", stop);
        header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".into());
    }
    Some(mail)
}

fn text(parcel: &Parcel, links: &Links<'_>) -> String {
    let base = links.base;
    let mut text = String::new();
    for item in &parcel.items {
        if parcel.items.len() > 1 {
            text += &format!("{}\n", item.subject());
        }
        text += &format!("{}\n", item.sentence());
        if links.confirm.is_none() {
            text += &format!("{}\n\n", super::feed::table(base, &item.channel.game));
        }
    }
    match links.confirm {
        Some(word) => {
            text += &format!(
                "\nIf that was you, open this within a week:\n{base}/#/notices/confirm/{word}\n\n\
                 If it was not, do nothing: nothing more is sent, and the address is forgotten.\n"
            );
        }
        None => {
            text += &format!(
                "-- \nYou get this because you asked for it at your seat. To get nothing more:\n\
                 {base}/#/notices/stop/{}\n",
                links.stop
            );
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_one_that_can_be_written_to() {
        assert_eq!(read_address(" a.b+c@example.org ").as_deref(), Some("a.b+c@example.org"));
        let long = format!("{}@example.org", "x".repeat(250));
        for bad in [
            "",
            "a",
            "a@",
            "@b.c",
            "a@b",
            "a b@c.d",
            "a@b.c, d@e.f",
            "a@b.c\r\nBcc: d@e.f",
            "a@[127.0.0.1]",
            "Name <a@b.c>",
            "ä@b.c",
            &long,
        ] {
            assert_eq!(read_address(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_mail_server_is_a_name_and_a_port() {
        let read = |server: &str, tls, login| MailSettings::read(server, tls, login, "a@b.c");
        let place = |settings: MailSettings| (settings.server, settings.port);
        let told = |server: &str, tls| read(server, tls, None).map(place);
        assert_eq!(
            told("mail.example.org", MailTls::StartTls),
            Ok(("mail.example.org".into(), 587))
        );
        assert_eq!(
            told("mail.example.org", MailTls::Implicit),
            Ok(("mail.example.org".into(), 465))
        );
        assert_eq!(told("localhost:2525", MailTls::None), Ok(("localhost".into(), 2525)));
        assert_eq!(told("[::1]:25", MailTls::None), Ok(("::1".into(), 25)));
        assert_eq!(told("[::1]", MailTls::None), Ok(("::1".into(), 25)));
        let login = || Some(("me".to_owned(), "word".to_owned()));
        assert!(read("mail.example.org", MailTls::None, login()).is_err(), "in the clear");
        assert!(read("127.0.0.1", MailTls::None, login()).is_ok());
        assert!(read("mail.example.org:x", MailTls::StartTls, None).is_err());
        assert!(MailSettings::read("m", MailTls::StartTls, None, "nobody").is_err());
        let shown = format!("{:?}", read("localhost", MailTls::None, login()).unwrap());
        assert!(!shown.contains("word"), "{shown}");
    }

    #[test]
    fn the_name_of_a_host_is_without_its_port() {
        assert_eq!(host("https://table.example.org"), "table.example.org");
        assert_eq!(host("http://localhost:1862"), "localhost");
        assert_eq!(host("http://[::1]:80"), "[::1]");
    }
}
