//! Good faith at the dice: who has given to them, whose links were shown, and which throw waits for its witnesses.
//!
//! Nothing of this ever goes back: a link that was shown is spent, whatever is taken back.

use atlas::{BySide, Side};
use rules::dice::Contribution;
use rules::record::{
    Contributed, ContributionLine, Deposit, DicePolicy as Policy, HeaderLine, HostDiceLine,
    NewChainLine, UsedLink, UsedLinks, Witnesses,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::paper::{Aside, Paper};
use super::{Table, read};
use crate::entry::{Entry, Kind};
use crate::facts::Facts;
use crate::words::SideWord;

/// What a seat gave to the dice, or what the dice wait for, as everybody may read it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum DiceNews {
    /// 32 random bytes, on sitting down.
    Contributed {
        /// Whose.
        #[schema(value_type = SideWord)]
        by: Side,
        /// As 64 hexadecimal digits.
        bytes: String,
    },
    /// The end of a hash chain, on sitting down or in the place of one that was lost.
    Deposited {
        /// Whose.
        #[schema(value_type = SideWord)]
        by: Side,
        /// The end, as 64 hexadecimal digits.
        end: String,
        /// How many links it has.
        links: u32,
    },
    /// An action that draws waits for links.
    Waits {
        /// The action's number; 0 is the set-up.
        n: u32,
        /// Its blinded hash: a witness notes it before he shows his link.
        seal: String,
        /// The number of the Union's link.
        union: u32,
        /// The number of the Confederates' link.
        confederate: u32,
    },
    /// A link was shown for it.
    Shown {
        /// Its number.
        at: u32,
    },
    /// A wish to go on with the host's dice, with the next link.
    HostAsked {
        /// Its number.
        at: u32,
    },
    /// The other does not agree, or the asker thought better of it.
    HostRefused,
    /// Both go on with the host's dice.
    HostAgreed {
        /// The last links of both, which are added to the seed.
        #[schema(value_type = Object)]
        links: UsedLinks,
    },
}

impl DiceNews {
    /// The line it makes in the record of a game that has begun.
    pub fn line(&self) -> Option<Aside> {
        Some(match self {
            DiceNews::Contributed { by, bytes } => {
                let contribution = Contributed { by: *by, bytes: bytes.clone() };
                Aside::Contribution(ContributionLine { contribution, chain: None })
            }
            DiceNews::Deposited { by, end, links } => {
                let new_chain = Deposit { by: *by, end: end.clone(), links: *links };
                Aside::NewChain(NewChainLine { new_chain, chain: None })
            }
            DiceNews::HostAgreed { links } => {
                Aside::HostDice(HostDiceLine { host_dice: links.clone(), chain: None })
            }
            DiceNews::Waits { .. }
            | DiceNews::Shown { .. }
            | DiceNews::HostAsked { .. }
            | DiceNews::HostRefused => return None,
        })
    }

    /// What such a line tells.
    pub fn of(line: &Aside) -> DiceNews {
        match line {
            Aside::Contribution(ContributionLine {
                contribution: Contributed { by, bytes },
                ..
            }) => DiceNews::Contributed { by: *by, bytes: bytes.clone() },
            Aside::NewChain(NewChainLine { new_chain: Deposit { by, end, links }, .. }) => {
                DiceNews::Deposited { by: *by, end: end.clone(), links: *links }
            }
            Aside::HostDice(line) => DiceNews::HostAgreed { links: line.host_dice.clone() },
        }
    }
}

/// A throw that waits for its witnesses.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Throw {
    /// Whose action it is; nobody's at the set-up.
    pub by: Option<Side>,
    /// Its number.
    pub n: u32,
    /// What it is, and how it came about.
    pub what: Pending,
    /// Its seal.
    pub seal: String,
    /// The numbers of the links it waits for.
    pub numbers: BySide<u32>,
    /// Those that were shown.
    pub shown: BySide<Option<UsedLink>>,
}

/// An action that waits.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Pending {
    /// The action, in its one spelling.
    pub action: Value,
    /// The clock carries it out.
    #[serde(default)]
    pub by_clock: bool,
    /// Standing orders do.
    #[serde(default)]
    pub auto: bool,
}

impl Throw {
    /// Whose links it waits for.
    pub fn awaits(&self) -> impl Iterator<Item = Side> + '_ {
        Side::BOTH.into_iter().filter(|side| self.shown[*side].is_none())
    }

    /// The links, once both were shown.
    pub fn links(&self) -> Option<UsedLinks> {
        let (union, confederate) = (self.shown.union.clone()?, self.shown.confederate.clone()?);
        Some(UsedLinks { union, confederate })
    }
}

/// What the players gave to the dice.
#[derive(Clone, Default)]
pub(super) struct Fair {
    /// Nothing has begun: somebody has not sat down.
    pub waiting: bool,
    /// Whether the holder of a seat has given what he gives on sitting down.
    pub given: BySide<bool>,
    /// All contributions, in order.
    pub contributions: Vec<Contribution>,
    /// The chains deposited before the game began.
    pub deposits: Vec<Deposit>,
    /// The chains as far as they were shown.
    pub witnesses: Witnesses,
    /// The throw that waits.
    pub throw: Option<Throw>,
    /// Who wishes to go on with the host's dice, and the link he showed.
    pub host_asked: Option<(Side, UsedLink)>,
}

impl Fair {
    /// Of a game that was set up like this.
    pub fn new(facts: &Facts) -> Fair {
        if facts.waits {
            let active = facts.header.dice_policy == Some(Policy::Witnessed);
            let witnesses = Witnesses { active, ..Witnesses::default() };
            return Fair { waiting: true, witnesses, ..Fair::default() };
        }
        Fair {
            given: BySide { union: true, confederate: true },
            contributions: facts.header.contributed().unwrap_or_default(),
            witnesses: Witnesses::of(&facts.header).unwrap_or_default(),
            ..Fair::default()
        }
    }

    /// Whether a side has no link left to show for the next throw. While one waits, its link may be the last.
    pub fn is_used_up(&self, side: Side) -> bool {
        let idle = self.witnesses.active && self.throw.is_none() && self.host_asked.is_none();
        idle && self.witnesses.chains[side].is_some_and(|chain| chain.next().is_none())
    }

    /// A link was shown: it is spent.
    fn show(&mut self, side: Side, used: &UsedLink) -> Result<(), String> {
        let spent = self.witnesses.chains[side].is_some_and(|chain| used.at <= chain.at);
        if spent { Ok(()) } else { self.witnesses.show(side, used) }
    }

    fn show_both(&mut self, used: &UsedLinks) -> Result<(), String> {
        self.show(Side::Union, &used.union)?;
        self.show(Side::Confederate, &used.confederate)
    }

    /// The game begins with this line.
    fn begin(&mut self, header: &HeaderLine) -> Result<(), String> {
        (self.waiting, self.throw) = (false, None);
        header.links.as_ref().map_or(Ok(()), |links| self.show_both(links))
    }

    /// What a seat gave.
    fn give(&mut self, by: Side, news: &DiceNews, data: Option<&Value>) -> Result<(), String> {
        let link = || -> Result<UsedLink, String> { read(data.ok_or("a link that is not there")?) };
        match news {
            DiceNews::Contributed { by, bytes } => {
                let contribution = Contributed { by: *by, bytes: bytes.clone() };
                self.contributions.push(contribution.read()?);
                self.given[*by] = true;
            }
            DiceNews::Deposited { by, end, links } => {
                let deposit = Deposit { by: *by, end: end.clone(), links: *links };
                self.witnesses.deposit(&deposit)?;
                self.given[*by] = true;
                if self.waiting {
                    self.deposits.retain(|known| known.by != *by);
                    self.deposits.push(deposit);
                }
                // Whoever deposits anew must not know what the other will show: a throw that waits is sealed anew.
                (self.throw, self.host_asked) = (None, None);
            }
            DiceNews::Shown { .. } => {
                let used = link()?;
                self.show(by, &used)?;
                if let Some(throw) = &mut self.throw {
                    throw.shown[by] = Some(used);
                }
            }
            DiceNews::HostAsked { .. } => {
                let used = link()?;
                self.show(by, &used)?;
                self.host_asked = Some((by, used));
            }
            DiceNews::HostRefused => self.host_asked = None,
            DiceNews::HostAgreed { links } => {
                self.show_both(links)?;
                (self.witnesses.active, self.host_asked) = (false, None);
                let both = links.read()?;
                let given = |by: Side| Contribution { by, bytes: both[by].bytes() };
                self.contributions.extend(Side::BOTH.map(given));
            }
            DiceNews::Waits { .. } => return Err("a throw that is no throw".into()),
        }
        Ok(())
    }

    fn wait(&mut self, entry: &Entry) -> Result<(), String> {
        let Some(DiceNews::Waits { n, seal, union, confederate }) = &entry.dice else {
            return Err("a throw without its seal".into());
        };
        let data = entry.secret.data.as_ref().ok_or("a throw without its action")?;
        let mut shown = BySide::default();
        if let (Some(side), Some(link)) = (entry.by, data.get("link").filter(|l| !l.is_null())) {
            let link: UsedLink = read(link)?;
            self.show(side, &link)?;
            shown[side] = Some(link);
        }
        self.throw = Some(Throw {
            by: entry.by,
            n: *n,
            what: read(data)?,
            seal: seal.clone(),
            numbers: BySide { union: *union, confederate: *confederate },
            shown,
        });
        Ok(())
    }
}

impl Table {
    /// Whether nothing has begun: somebody has not sat down yet.
    pub fn is_waiting(&self) -> bool {
        self.fair.waiting
    }

    /// The chains of the witnesses, as far as they were shown.
    pub(super) fn witnesses(&self) -> Witnesses {
        self.fair.witnesses
    }

    /// The seats whose holders have still to give to the dice: on sitting down, or because their chain is used up.
    pub(super) fn wanted(&self) -> impl Iterator<Item = Side> + '_ {
        let open = self.ended.is_none();
        let used_up = move |side: Side| open && self.fair.is_used_up(side);
        Side::BOTH.into_iter().filter(move |side| self.is_owed_by(*side) || used_up(*side))
    }

    /// Whether the holder of a seat has not given yet what he gives on sitting down.
    pub(super) fn is_owed_by(&self, side: Side) -> bool {
        let possible =
            self.ended.is_none() && !self.facts.imported && self.facts.header.longroll_record > 1;
        possible && self.computers[side].is_none() && !self.fair.given[side]
    }

    /// Makes count what an entry says of the dice and of the record.
    pub(super) fn fold_fair(&mut self, entry: &Entry) -> Result<(), String> {
        match entry.kind {
            Kind::Dice => {
                let by = entry.by.ok_or("nobody gives to the dice")?;
                let news = entry.dice.as_ref().ok_or("nothing is given to the dice")?;
                self.fair.give(by, news, entry.secret.data.as_ref())?;
                if let Some(aside) = news.line().filter(|_| !self.fair.waiting) {
                    self.paper.put(aside);
                }
            }
            Kind::ThrowWaits => self.fair.wait(entry)?,
            Kind::Begun => {
                let data = entry.secret.data.as_ref().and_then(|data| data.get("header"));
                let header: HeaderLine = read(data.ok_or("a game without its first line")?)?;
                self.paper = Paper::new(&header, self.seed.as_ref());
                self.fair.begin(&header)?;
                self.play.begin(header.clone())?;
                std::sync::Arc::make_mut(&mut self.facts).header = header;
            }
            Kind::Action => {
                let line = entry.line.as_ref().ok_or("an action without its line")?;
                self.paper.act(line);
                self.fair.throw = None;
                line.links.as_ref().map_or(Ok(()), |links| self.fair.show_both(links))?;
            }
            Kind::Undo | Kind::TakeBackGranted => {
                self.paper.cut(entry.to.ok_or("an undo that does not say how far")?);
            }
            Kind::Ended => (self.fair.throw, self.fair.host_asked) = (None, None),
            _ => {}
        }
        Ok(())
    }

    /// The hash that pins the record after an entry, if that changes it. Said of nothing else: in a hidden game it
    /// would tell that something was done.
    pub(super) fn head_after(&self, kind: Kind) -> Option<String> {
        let changes = matches!(
            kind,
            Kind::Dice | Kind::Begun | Kind::Action | Kind::Undo | Kind::TakeBackGranted
        );
        self.paper.head().filter(|_| changes && !self.fair.waiting)
    }

    /// The record as it stands, its seed revealed once nothing is thrown any more.
    pub fn record(&self) -> String {
        self.record_with(self.revealed().is_some())
    }

    /// The record as it stands, its seed revealed or not.
    pub fn record_with(&self, revealed: bool) -> String {
        let lines = self.play.steps().iter().filter_map(|entry| entry.line.as_ref());
        self.paper.text(&self.facts.header, lines, self.seed.as_ref(), revealed)
    }

    /// What the record is an answer to: another one, whatever changes it.
    pub fn edition(&self) -> String {
        format!("{}.{}", self.version, self.seq())
    }

    /// Whom the dice wait for, in words; nothing if they wait for nobody.
    pub(super) fn throw_words(&self) -> Option<String> {
        let throw = self.fair.throw.as_ref()?;
        let names: Vec<String> = throw.awaits().map(|side| side.to_string()).collect();
        let noun = if names.len() == 1 { "player's browser" } else { "players' browsers" };
        Some(format!("The dice wait for the {} {noun}.", names.join(" and ")))
    }

    /// Whom the game waits for before it begins, in words.
    pub(super) fn waiting_words(&self) -> String {
        let names: Vec<String> = self.wanted().map(|side| side.to_string()).collect();
        let noun = if names.len() == 1 { "player" } else { "players" };
        format!(
            "Waiting for the {} {noun} to sit down. Nothing is thrown before.",
            names.join(" and ")
        )
    }
}
