//! A feed of what a seat was told, for a reader of feeds (Atom, RFC 4287).

use std::fmt::Write;

use super::channel::Channel;
use super::parcel::Item;
use crate::store::Message;

/// A feed; `base` is the address of this server, `path` that of the feed.
pub fn atom(channel: &Channel, messages: Vec<Message>, base: &str, path: &str) -> String {
    let updated = messages.first().map_or(channel.created, |message| message.at);
    let title = match messages.first() {
        Some(message) => format!("Long Roll: {}, {} side", message.said.title, channel.side),
        None => format!("Long Roll: {} side", channel.side),
    };
    let (own, table) = (escape(&format!("{base}{path}")), escape(&table(base, &channel.game)));
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
         <feed xmlns=\"http://www.w3.org/2005/Atom\">\n<title>{}</title>\n<id>{own}</id>\n\
         <updated>{updated}</updated>\n<author><name>Long Roll</name></author>\n\
         <link rel=\"self\" href=\"{own}\"/>\n<link rel=\"alternate\" href=\"{table}\"/>\n",
        escape(&title)
    );
    for message in messages {
        let (id, at) = (message.id.clone(), message.at);
        let item = Item { message, channel: channel.clone() };
        let (subject, words) = (escape(&item.subject()), escape(&item.sentence()));
        // Writing to a text does not fail.
        let _ = write!(
            xml,
            "<entry>\n<title>{subject}</title>\n<id>urn:uuid:{id}</id>\n<updated>{at}</updated>\n\
             <link rel=\"alternate\" href=\"{table}\"/>\n<content type=\"text\">{words}</content>\n</entry>\n"
        );
    }
    xml + "</feed>\n"
}

/// Where a table is; whoever has no token there is asked for one.
pub fn table(base: &str, game: &str) -> String {
    format!("{base}/#/game/{game}")
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // XML has no way to write the others.
            _ if letter.is_control() => escaped.push(' '),
            _ => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_become_a_part_of_the_feed() {
        assert_eq!(escape("<b a=\"x\">&\u{1}</b>"), "&lt;b a=&quot;x&quot;&gt;&amp; &lt;/b&gt;");
    }
}
