//! What the host settles about notices to players: options, or the environment. A password stands in neither the
//! arguments, which everybody on the machine can read, nor the log.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use server::notices::{MailSettings, MailTls, Settings};

use crate::trouble::Trouble;

/// Where the password is looked for, unless a file is named.
const PASSWORD: &str = "LONGROLL_MAIL_PASSWORD";

/// How players are reached who are not at the table.
#[derive(Args, Default)]
pub struct Notices {
    /// Mail server that sends notices to players who want them; without one no mail is offered.
    #[arg(long, value_name = "HOST[:PORT]", env = "LONGROLL_MAIL_SERVER")]
    mail_server: Option<String>,
    /// Address from which they come.
    #[arg(long, value_name = "ADDRESS", env = "LONGROLL_MAIL_FROM")]
    mail_from: Option<String>,
    /// Name to log in with at the mail server; the password is in LONGROLL_MAIL_PASSWORD, or in a file.
    #[arg(long, value_name = "NAME", env = "LONGROLL_MAIL_USER")]
    mail_user: Option<String>,
    /// File whose first line is the password.
    #[arg(long, value_name = "FILE", env = "LONGROLL_MAIL_PASSWORD_FILE")]
    mail_password_file: Option<PathBuf>,
    /// How the way to the mail server is secured.
    #[arg(long, value_enum, value_name = "HOW", env = "LONGROLL_MAIL_TLS", default_value_t)]
    mail_tls: Tls,
    /// Let players have addresses in this machine's own network called, and without TLS.
    #[arg(long, env = "LONGROLL_ALLOW_PRIVATE_WEBHOOKS")]
    allow_private_webhooks: bool,
}

/// How the way to the mail server is secured.
#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum Tls {
    /// By STARTTLS, without which nothing is sent.
    #[default]
    Starttls,
    /// From the first byte on.
    Implicit,
    /// Not at all: for a mail server on this machine.
    None,
}

impl Notices {
    /// What was settled.
    pub fn settings(&self, public_url: Option<&str>) -> Result<Settings, Trouble> {
        Ok(Settings { mail: self.mail(public_url)?, allow_private: self.allow_private_webhooks })
    }

    fn mail(&self, public_url: Option<&str>) -> Result<Option<MailSettings>, Trouble> {
        let usage = |words: &str| Trouble::Usage(words.to_owned());
        let Some(server) = &self.mail_server else {
            let alone = self.mail_from.is_some() || self.mail_user.is_some();
            return match alone {
                true => Err(usage("mail needs a server: say which with --mail-server")),
                false => Ok(None),
            };
        };
        let from = self.mail_from.as_deref();
        let from =
            from.ok_or_else(|| usage("mail comes from somewhere: say so with --mail-from"))?;
        if public_url.is_none() {
            return Err(usage("links in mails lead to --public-url, which is missing"));
        }
        let login = match &self.mail_user {
            None => None,
            Some(user) => Some((user.clone(), self.password()?)),
        };
        let tls = match self.mail_tls {
            Tls::Starttls => MailTls::StartTls,
            Tls::Implicit => MailTls::Implicit,
            Tls::None => MailTls::None,
        };
        MailSettings::read(server, tls, login, from).map(Some).map_err(Trouble::Usage)
    }

    fn password(&self) -> Result<String, Trouble> {
        let Some(file) = &self.mail_password_file else {
            return std::env::var(PASSWORD).map_err(|_| {
                let words = format!("--mail-user needs a password: in {PASSWORD}, or a file named with --mail-password-file");
                Trouble::Usage(words)
            });
        };
        let text = std::fs::read_to_string(file);
        let text =
            text.map_err(|error| Trouble::Request(format!("{}: {error}", file.display())))?;
        Ok(text.lines().next().unwrap_or_default().to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_without_mail_offers_none_and_half_a_host_is_told_what_is_missing() {
        let none = Notices::default().settings(None);
        assert!(none.is_ok_and(|settings| settings.mail.is_none() && !settings.allow_private));
        let server = || Some("mail.example.org".to_owned());
        let from = || Some("Long Roll <table@example.org>".to_owned());
        let url = Some("https://table.example.org");
        let whole = Notices { mail_server: server(), mail_from: from(), ..Notices::default() };
        let mail = whole.settings(url).ok().and_then(|settings| settings.mail).unwrap();
        assert_eq!((mail.server.as_str(), mail.port), ("mail.example.org", 587));
        assert!(whole.settings(None).is_err(), "links lead nowhere");
        let half = Notices { mail_server: server(), ..Notices::default() };
        assert!(half.settings(url).is_err(), "from nobody");
        let half = Notices { mail_from: from(), ..Notices::default() };
        assert!(half.settings(url).is_err(), "by nobody");
    }

    #[test]
    fn a_password_is_the_first_line_of_its_file() {
        let name = format!("longroll-password-{}", std::process::id());
        let file = std::env::temp_dir().join(name);
        std::fs::write(&file, "one two \nthree\n").unwrap();
        let notices = Notices { mail_password_file: Some(file.clone()), ..Notices::default() };
        assert_eq!(notices.password().ok().as_deref(), Some("one two "));
        std::fs::remove_file(&file).unwrap();
        assert!(notices.password().is_err());
    }
}
