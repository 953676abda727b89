//! Readers that the `rules.toml` files of all systems share: parts that are named after their place, lists
//! of which every item is looked at, parts that may be missing.

use atlas::battle::Battle;
use atlas::battle::read::spot::{Fields, Spot};
use atlas::battle::read::text::{Log, parsed};
use atlas::fault::{Fault, Faults, quoted};

/// The file the rules of a battle are read from.
const FILE: &str = "rules.toml";

/// Reads the rules file of a battle as a whole: what is in it, or everything that is wrong with it.
pub(crate) fn read_file<T>(
    battle: &Battle,
    read: impl FnOnce(&Spot<'_>, &Log) -> Option<T>,
) -> Result<T, Faults> {
    let Some(bytes) = &battle.rules else {
        let missing = Fault::new("", "the file is missing; expected the rules of the battle");
        return Err(missing.in_file(FILE).into());
    };
    let log = Log::new(FILE);
    let found = parsed(&log, bytes, |whole| read(&whole, &log));
    match (log.into_faults(), found) {
        (Some(faults), _) => Err(faults),
        (None, Some(found)) => Ok(found),
        (None, None) => Err(Fault::new("", "the rules cannot be read").in_file(FILE).into()),
    }
}

/// The fields of the whole file; what is below a field is named after it in faults.
pub(crate) struct Parts<'s>(Fields<'s>);

impl<'s> Parts<'s> {
    /// The fields of a whole file.
    pub(crate) fn of(whole: &Spot<'s>) -> Option<Parts<'s>> {
        whole.fields().map(Parts)
    }

    /// The fields themselves.
    pub(crate) fn fields(&mut self) -> &mut Fields<'s> {
        &mut self.0
    }

    /// Notes the fields that nobody asked for.
    pub(crate) fn finish(self) {
        self.0.finish();
    }

    /// A part that may be missing.
    pub(crate) fn find(&mut self, key: &'static str) -> Option<Spot<'s>> {
        self.0.find(key).map(|spot| spot.named(key))
    }

    /// A part that must be there.
    pub(crate) fn need(&mut self, key: &'static str) -> Option<Spot<'s>> {
        self.0.need(key).map(|spot| spot.named(key))
    }
}

/// Puts a part together once all of its fields have been looked at.
macro_rules! all {
    ($($part:ident),+ => $whole:expr) => {
        match ($($part),+) {
            ($(Some($part)),+) => Some($whole),
            _ => None,
        }
    };
}
pub(crate) use all;

/// Reads every item of a list, also those after a wrong one; `None` if any is wrong.
pub(crate) fn every<'s, T>(
    what: &str,
    list: &Spot<'s>,
    mut read: impl FnMut(&Spot<'s>) -> Option<T>,
) -> Option<Vec<T>> {
    let items = list.items()?;
    let numbered = items.iter().zip(1..);
    let read: Vec<Option<T>> =
        numbered.map(|(item, n)| read(&item.named(format!("{what}, item {n}")))).collect();
    read.into_iter().collect()
}

/// A part that may be missing: read, or not there, or (`None`) wrong.
pub(crate) fn optional<T>(part: Option<Option<T>>) -> Option<Option<T>> {
    match part {
        None => Some(None),
        Some(read) => read.map(Some),
    }
}

/// A number that has a usual value.
pub(crate) fn number_or(
    fields: &mut Fields<'_>,
    key: &'static str,
    limits: std::ops::RangeInclusive<u8>,
    usual: u8,
) -> Option<u8> {
    match fields.find(key) {
        Some(spot) => spot.small_number(limits),
        None => Some(usual),
    }
}

/// The members of `options`: each must be an option of `battle.toml`, and each of those must be here.
pub(crate) fn option_members<'s>(
    battle: &Battle,
    whole: &Spot<'_>,
    options: Option<&Spot<'s>>,
    system: &str,
) -> Vec<(&'s str, Spot<'s>)> {
    let members = options.and_then(Spot::members).unwrap_or_default();
    let fault = |message: String| match options {
        Some(spot) => spot.fault(message),
        None => whole.fault(message),
    };
    for (number, member) in &members {
        if battle.option(number).is_none() {
            member.fault("battle.toml does not list this option");
        }
    }
    for option in &battle.options {
        let number = quoted(&option.number);
        if members.iter().all(|(known, _)| *known != option.number) {
            fault(format!("the option {number} of battle.toml is missing"));
        }
        if !option.values.is_empty() {
            let what = format!("expected one that is used or not, in a {system} battle");
            fault(format!("the option {number} of battle.toml has values; {what}"));
        }
    }
    members
}
