//! Messages that go together, and what they say in words.

use super::channel::{Channel, Means, Pace, What};
use crate::store::{Leased, Message};

/// Messages that go to one address at once.
pub struct Parcel {
    /// The way of the first.
    pub channel: Channel,
    /// The messages, each with the game it is of and its way.
    pub items: Vec<Item>,
}

/// One of them.
pub struct Item {
    /// The message.
    pub message: Message,
    /// Its way.
    pub channel: Channel,
}

/// Puts together what goes together: what somebody wants gathered for one address.
pub fn pack(leased: Vec<Leased>) -> Vec<Parcel> {
    let mut parcels: Vec<Parcel> = Vec::new();
    for Leased { message, channel } in leased {
        let fits = |parcel: &&mut Parcel| is_together(&parcel.channel, &channel);
        let alone = matches!(message.what, What::Test | What::Confirm);
        let open = parcels.iter_mut().filter(|parcel| !parcel.is_alone()).find(fits);
        match open.filter(|_| !alone) {
            Some(parcel) => parcel.items.push(Item { message, channel }),
            None => parcels
                .push(Parcel { channel: channel.clone(), items: vec![Item { message, channel }] }),
        }
    }
    parcels
}

fn is_together(one: &Channel, other: &Channel) -> bool {
    let gathered = one.pace == Pace::Digest && other.pace == Pace::Digest;
    gathered
        && match one.means {
            Means::Mail | Means::Push => one.means == other.means && one.target == other.target,
            // Each is signed with a key of its own.
            Means::Webhook | Means::Feed => one.id == other.id,
        }
}

impl Parcel {
    fn is_alone(&self) -> bool {
        self.items.iter().any(|item| matches!(item.message.what, What::Test | What::Confirm))
    }

    /// In a line.
    pub fn subject(&self) -> String {
        match self.items.as_slice() {
            [one] => one.subject(),
            many => format!("Long Roll: {} things wait for you", many.len()),
        }
    }
}

impl Item {
    /// In a line.
    pub fn subject(&self) -> String {
        let title = &self.message.said.title;
        match self.message.what {
            What::Turn => format!("{title}: a decision is yours"),
            What::Reminder => format!("{title}: your decision still waits"),
            What::TakeBack => format!("{title}: the other side asks to take something back"),
            What::Over => format!("{title}: the game is over"),
            What::Test => format!("{title}: a test, and it works"),
            What::Confirm => "Long Roll: is this address yours?".to_owned(),
        }
    }

    /// In a sentence or two.
    pub fn sentence(&self) -> String {
        let said = &self.message.said;
        let side = self.channel.side;
        let when = match (said.turn, said.turns, &said.phase) {
            (Some(turn), Some(turns), Some(phase)) => {
                format!(" Game-turn {turn} of {turns}, {phase} phase.")
            }
            _ => String::new(),
        };
        match self.message.what {
            What::Turn => format!("You play the {side} side.{when}"),
            What::Reminder => {
                format!("It has waited for a day. You play the {side} side.{when}")
            }
            What::TakeBack => format!("You play the {side} side, and agree or refuse.{when}"),
            What::Over => said.ended.clone().unwrap_or_else(|| "It has ended.".to_owned()),
            What::Test => format!("This is how you will be told at the {side} seat."),
            What::Confirm => format!(
                "Somebody at the {side} seat of the table “{}” wants to be told here when it is his turn.",
                said.title
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use atlas::Side;

    use super::*;
    use crate::moment::Moment;
    use crate::notices::{ChannelKeys, Said};
    use crate::store::Delivery;

    fn leased(means: Means, pace: Pace, id: &str, target: &str, what: What) -> Leased {
        let said = Said {
            title: "Antietam".into(),
            turn: Some(3),
            turns: Some(12),
            phase: Some("Union movement".into()),
            ended: None,
        };
        let message = Message {
            id: "id".into(),
            what,
            said,
            created: Moment(0),
            at: Moment(0),
            attempts: 1,
            delivery: Delivery::Waits(None),
        };
        let channel = Channel {
            id: id.into(),
            game: "g".into(),
            side: Side::Union,
            means,
            pace,
            target: target.into(),
            keys: ChannelKeys::default(),
            created: Moment(0),
            confirmed: Some(Moment(0)),
        };
        Leased { message, channel }
    }

    #[test]
    fn a_digest_gathers_what_goes_to_one_address() {
        use {Means::*, Pace::*, What::*};
        let packed = pack(vec![
            leased(Mail, Digest, "1", "a@x", Turn),
            leased(Mail, Each, "2", "a@x", Turn),
            leased(Mail, Digest, "3", "a@x", Over),
            leased(Mail, Digest, "4", "b@x", Turn),
            leased(Mail, Digest, "1", "a@x", Test),
            leased(Webhook, Digest, "5", "u", Turn),
            leased(Webhook, Digest, "6", "u", Turn),
            leased(Webhook, Digest, "5", "u", Over),
            leased(Mail, Digest, "7", "a@x", TakeBack),
        ]);
        let ids: Vec<Vec<&str>> = packed
            .iter()
            .map(|parcel| parcel.items.iter().map(|item| item.channel.id.as_str()).collect())
            .collect();
        let expected: [&[&str]; 6] =
            [&["1", "3", "7"], &["2"], &["4"], &["1"], &["5", "5"], &["6"]];
        assert_eq!(ids, expected);
        assert_eq!(packed[0].subject(), "Long Roll: 3 things wait for you");
        assert_eq!(packed[1].subject(), "Antietam: a decision is yours");
        let words = "You play the Union side. Game-turn 3 of 12, Union movement phase.";
        assert_eq!(packed[1].items[0].sentence(), words);
    }
}
