//! The words in links of messages. Each is for one purpose with one way of reaching somebody, opens nothing else, and
//! dies with it. They are worked out from a key of the server and stored nowhere.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use subtle::ConstantTimeEq;

/// What a word is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// To say that an address is one's own.
    Confirm,
    /// To be told nothing more.
    Stop,
    /// To read a feed.
    Feed,
}

impl Purpose {
    const fn word(self) -> &'static str {
        match self {
            Purpose::Confirm => "confirm",
            Purpose::Stop => "stop",
            Purpose::Feed => "feed",
        }
    }
}

/// How many letters the id of a channel has.
const ID: usize = 16;

/// Makes such words, and knows its own.
pub struct Words {
    key: [u8; 32],
}

impl Words {
    /// With a key of the server.
    pub fn new(key: [u8; 32]) -> Words {
        Words { key }
    }

    /// The word for a purpose with a channel.
    pub fn make(&self, purpose: Purpose, channel: &str) -> String {
        format!("{channel}{}", URL_SAFE_NO_PAD.encode(self.seal(purpose, channel)))
    }

    /// The channel that a word is for.
    pub fn open<'w>(&self, purpose: Purpose, word: &'w str) -> Option<&'w str> {
        let (channel, sealed) = word.split_at_checked(ID)?;
        let sealed = URL_SAFE_NO_PAD.decode(sealed).ok()?;
        bool::from(sealed.ct_eq(&self.seal(purpose, channel))).then_some(channel)
    }

    fn seal(&self, purpose: Purpose, channel: &str) -> [u8; 32] {
        let text = format!("{} {channel}", purpose.word());
        *blake3::keyed_hash(&self.key, text.as_bytes()).as_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_opens_what_it_was_made_for_and_nothing_else() {
        let words = Words::new([7; 32]);
        let channel = "abcdefghijklmnop";
        let word = words.make(Purpose::Stop, channel);
        assert_eq!(words.open(Purpose::Stop, &word), Some(channel));
        assert_eq!(words.open(Purpose::Confirm, &word), None);
        assert_eq!(words.open(Purpose::Feed, &word), None);
        assert_eq!(Words::new([8; 32]).open(Purpose::Stop, &word), None, "another server's");
        let other = word.replacen('a', "b", 1);
        for bad in ["", "short", channel, &word[..word.len() - 1], other.as_str(), "äöüäöüäöüäöü"]
        {
            assert_eq!(words.open(Purpose::Stop, bad), None, "{bad}");
        }
    }
}
