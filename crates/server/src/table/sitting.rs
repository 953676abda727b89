//! What a seat gives to the dice, and what comes of it: how a game begins, how a witnessed throw is made.

use atlas::{BySide, Side};
use rules::dice::{Contribution, Link};
use rules::game::Acted;
use rules::record::{Deposit, DicePolicy as Policy, Source, Terms, UsedLink, UsedLinks, Witnesses};
use serde_json::{Map, Value, json};

use super::draft::Draft;
use super::fair::{Fair, Pending, Throw};
use super::{DiceNews, Table};
use crate::entry::Kind;
use crate::problem::Problem;
use crate::staff::Level;

/// The most numbers that are taken before a game begins: a header holds no more.
const MOST_CONTRIBUTIONS: usize = 16;

/// What a seat sends about the dice.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub enum DiceWord {
    /// A number, as 64 hexadecimal digits.
    Contribute(String),
    /// The end of a chain, and how many links it has.
    Deposit(String, u32),
    /// A link for the throw with this seal.
    Show(String, String),
    /// The wish to go on with the host's dice, or the consent to it, with the next link; without one, its
    /// withdrawal or refusal.
    HostDice(Option<String>),
}

impl Table {
    /// What a seat gives to the dice.
    pub(super) fn plan_dice(
        &self,
        draft: &mut Draft,
        side: Side,
        word: &DiceWord,
    ) -> Result<(), Problem> {
        if let Some(reason) = self.why_read_only() {
            return Err(Problem::ReadOnly(reason));
        }
        if self.ended.is_some() {
            return Err(Problem::Over);
        }
        if let Some(level) = self.computers[side] {
            let words = format!("The {level} plays the {side} seat; take it back first.");
            return Err(Problem::NotYourDecision(words));
        }
        match word {
            DiceWord::Contribute(bytes) => self.plan_contribution(draft, side, bytes),
            DiceWord::Deposit(end, links) => {
                let deposit = Deposit { by: side, end: end.clone(), links: *links };
                self.plan_deposit(draft, &deposit)
            }
            DiceWord::Show(seal, link) => self.plan_link(draft, side, seal, link),
            DiceWord::HostDice(link) => self.plan_host_dice(draft, side, link.as_deref()),
        }
    }

    fn plan_contribution(&self, draft: &mut Draft, side: Side, bytes: &str) -> Result<(), Problem> {
        if self.fair.witnesses.active {
            let words = "The dice of this game are witnessed: deposit the end of a chain.";
            return Err(Problem::NotAllowed(words.into()));
        }
        let given = Link::parse(bytes).ok_or_else(|| {
            Problem::Malformed("A number is 32 random bytes: 64 hexadecimal digits.".into())
        })?;
        let given = Contribution { by: side, bytes: given.bytes() };
        if !self.is_owed_by(side) {
            // Whoever does not know whether it arrived sends it again.
            if self.fair.contributions.contains(&given) {
                return Ok(());
            }
            let words = "The holder of this seat has given his number to the dice already.";
            return Err(Problem::NotAllowed(words.into()));
        }
        if self.fair.waiting && self.fair.contributions.len() >= MOST_CONTRIBUTIONS {
            let words = "This seat has changed hands too often. Set up another game.";
            return Err(Problem::NotAllowed(words.into()));
        }
        let entry = draft.add(Kind::Dice, Some(side));
        entry.text = Some(format!("The {side} player's browser gave its number to the dice."));
        entry.dice = Some(DiceNews::Contributed { by: side, bytes: bytes.to_owned() });
        let mut fair = self.fair.clone();
        fair.contributions.push(given);
        fair.given[side] = true;
        self.begin_if_all(draft, &fair, self.computers)
    }

    fn plan_deposit(&self, draft: &mut Draft, deposit: &Deposit) -> Result<(), Problem> {
        let side = deposit.by;
        let mut fair = self.fair.clone();
        if !fair.witnesses.active {
            let words = "The dice of this game are not witnessed: there is no chain to deposit.";
            return Err(Problem::NotAllowed(words.into()));
        }
        let known = fair.witnesses.chains[side];
        fair.witnesses.deposit(deposit).map_err(|problem| {
            Problem::Malformed(format!("The chain cannot be deposited: {problem}."))
        })?;
        let end = fair.witnesses.chains[side].map(|chain| chain.end);
        if known.is_some_and(|known| Some(known.end) == end) {
            // Whoever does not know whether it arrived sends it again; a chain is never begun anew.
            return Ok(());
        }
        let what = if known.is_some() { "deposited a new chain" } else { "deposited its chain" };
        let entry = draft.add(Kind::Dice, Some(side));
        entry.text = Some(format!("The {side} player's browser {what} for the dice."));
        let Deposit { by, end, links } = deposit.clone();
        entry.dice = Some(DiceNews::Deposited { by, end, links });
        fair.given[side] = true;
        if fair.waiting {
            fair.deposits.retain(|known| known.by != side);
            fair.deposits.push(deposit.clone());
            return self.begin_if_all(draft, &fair, self.computers);
        }
        // Whatever was shown for a throw that waits is shown anew: nobody chooses a chain to fit it.
        match &self.fair.throw {
            Some(throw) => self.wait_for_links(
                draft,
                &fair.witnesses,
                throw.by,
                throw.n,
                throw.what.clone(),
                None,
            ),
            None => Ok(()),
        }
    }

    /// Begins the game, if everybody has sat down.
    pub(super) fn begin_if_all(
        &self,
        draft: &mut Draft,
        fair: &Fair,
        computers: BySide<Option<Level>>,
    ) -> Result<(), Problem> {
        let ready = |side: Side| computers[side].is_some() || fair.given[side];
        if !fair.waiting || !Side::BOTH.into_iter().all(ready) {
            return Ok(());
        }
        if fair.witnesses.active && !self.facts.header.dice.is_empty() {
            let action = json!({"start": {}});
            let what = Pending { action, by_clock: false, auto: false };
            return self.wait_for_links(draft, &fair.witnesses, None, 0, what, None);
        }
        self.begin(draft, fair, None, computers)
    }

    /// Begins the game: what its set-up draws is thrown now.
    fn begin(
        &self,
        draft: &mut Draft,
        fair: &Fair,
        links: Option<UsedLinks>,
        computers: BySide<Option<Level>>,
    ) -> Result<(), Problem> {
        let mut source = Source::new(self.seed.ok_or(Problem::Internal)?);
        source.contributions.clone_from(&fair.contributions);
        source.links = links;
        let known = &self.facts.header;
        let terms = Terms {
            seats: seats_of(&self.names, computers),
            dice_policy: known.dice_policy.unwrap_or_default(),
            friendly: known.friendly,
            keyed: known.chain.is_some(),
            chains: fair.deposits.clone(),
            clock: known.clock.clone(),
        };
        let from = known.from.as_ref().map(|_| self.play.first());
        let (header, state) = self.play.game().begin_with(&source, terms, from);
        draft.go_back(state, 0);
        let entry = draft.add(Kind::Begun, None);
        entry.text = Some("Everybody has sat down: the game begins.".into());
        entry.secret.data = Some(json!({"header": header}));
        Ok(())
    }

    /// Whether this action must wait for witnesses: it draws, and throws are witnessed.
    pub(super) fn needs_witness(&self, acted: &Acted) -> bool {
        self.fair.witnesses.active && !acted.line.dice.is_empty()
    }

    /// Takes in an action that draws, with its player's link.
    pub(super) fn plan_witnessed(
        &self,
        draft: &mut Draft,
        side: Side,
        acted: &Acted,
        link: Option<&str>,
    ) -> Result<(), Problem> {
        let link = link.ok_or(Problem::LinkWanted)?;
        let mut witnesses = self.fair.witnesses;
        let used = next_link(&mut witnesses, side, link)?;
        let what = Pending { action: acted.line.action.clone(), by_clock: false, auto: false };
        self.wait_for_links(draft, &witnesses, Some(side), acted.line.n, what, Some(used))
    }

    /// Lets an action wait for links; the player's own may have been shown with it.
    pub(super) fn wait_for_links(
        &self,
        draft: &mut Draft,
        witnesses: &Witnesses,
        by: Option<Side>,
        n: u32,
        what: Pending,
        own: Option<UsedLink>,
    ) -> Result<(), Problem> {
        let number = |side: Side| {
            if let (Some(used), true) = (&own, by == Some(side)) {
                return Ok(used.at);
            }
            let next = witnesses.chains[side].and_then(|chain| chain.next());
            next.ok_or_else(|| {
                Problem::NotAllowed(format!(
                    "The {side} chain is used up: its browser must deposit a new one first."
                ))
            })
        };
        let numbers =
            BySide { union: number(Side::Union)?, confederate: number(Side::Confederate)? };
        let seed = self.seed.ok_or(Problem::Internal)?;
        let seal = seed.seal(n, what.action.to_string().as_bytes(), &numbers);
        let entry = draft.add(Kind::ThrowWaits, by);
        let BySide { union, confederate } = numbers;
        entry.dice = Some(DiceNews::Waits { n, seal, union, confederate });
        let mut data = json!(what);
        data["link"] = json!(own);
        (entry.auto, entry.secret.data) = (what.auto, Some(data));
        Ok(())
    }

    /// A link for the throw that waits; with the last of them it is made.
    fn plan_link(
        &self,
        draft: &mut Draft,
        side: Side,
        seal: &str,
        link: &str,
    ) -> Result<(), Problem> {
        let throw = self.fair.throw.clone().filter(|throw| throw.seal == seal);
        let mut throw: Throw = throw.ok_or_else(|| {
            Problem::NotAllowed("No throw with this seal waits for a link.".into())
        })?;
        if throw.shown[side].is_some() {
            return Err(Problem::NotAllowed("Your link was shown already.".into()));
        }
        let mut witnesses = self.fair.witnesses;
        let used = next_link(&mut witnesses, side, link)?;
        throw.shown[side] = Some(used.clone());
        let Some(links) = throw.links() else {
            let entry = draft.add(Kind::Dice, Some(side));
            entry.dice = Some(DiceNews::Shown { at: used.at });
            entry.secret.data = Some(json!(used));
            return Ok(());
        };
        let Some(by) = throw.by else {
            return self.begin(draft, &self.fair, Some(links), self.computers);
        };
        let mut source = self.source().ok_or(Problem::Internal)?;
        source.links = Some(links);
        let (game, now) = (self.play.game(), self.play.now());
        let acted = if throw.what.by_clock {
            game.expire(now, &source).ok_or(Problem::Internal)?
        } else {
            game.act(now, &source, &throw.what.action, &[]).map_err(Problem::from)?
        };
        draft.add_action(by, acted).auto = throw.what.auto || throw.what.by_clock;
        draft.carry_out_orders(&self.orders);
        draft.end_by_rules();
        Ok(())
    }

    fn plan_host_dice(
        &self,
        draft: &mut Draft,
        side: Side,
        link: Option<&str>,
    ) -> Result<(), Problem> {
        if !self.fair.witnesses.active || self.fair.waiting {
            return Err(Problem::NotAllowed("No throws are witnessed in this game now.".into()));
        }
        let Some(link) = link else {
            if self.fair.host_asked.is_none() {
                let words = "Nobody asks to go on with the host's dice.";
                return Err(Problem::NotAllowed(words.into()));
            }
            let entry = draft.add(Kind::Dice, Some(side));
            entry.text = Some("The dice stay witnessed.".into());
            entry.dice = Some(DiceNews::HostRefused);
            return Ok(());
        };
        if let Some(words) = self.throw_words() {
            return Err(Problem::NotAllowed(words));
        }
        let mut witnesses = self.fair.witnesses;
        let asked = self.fair.host_asked.clone();
        if asked.as_ref().is_some_and(|(by, _)| *by == side) {
            return Err(Problem::NotAllowed("You have asked for it already.".into()));
        }
        let used = next_link(&mut witnesses, side, link)?;
        let entry = draft.add(Kind::Dice, Some(side));
        let Some((_, first)) = asked else {
            entry.text = Some(format!("The {side} player asks to go on with the host's dice."));
            entry.dice = Some(DiceNews::HostAsked { at: used.at });
            entry.secret.data = Some(json!(used));
            return Ok(());
        };
        let links = match side {
            Side::Union => UsedLinks { union: used, confederate: first },
            Side::Confederate => UsedLinks { union: first, confederate: used },
        };
        entry.text = Some("Both players go on with the host's dice.".into());
        entry.dice = Some(DiceNews::HostAgreed { links });
        Ok(())
    }
}

/// The next link of a side's chain, checked against what was shown before it.
fn next_link(witnesses: &mut Witnesses, side: Side, link: &str) -> Result<UsedLink, Problem> {
    let chain = witnesses.chains[side].ok_or_else(|| {
        Problem::NotAllowed("Your browser has deposited no chain: deposit one first.".into())
    })?;
    let at = chain.next().ok_or_else(|| {
        Problem::NotAllowed("Your chain is used up: deposit a new one first.".into())
    })?;
    let used = UsedLink { at, link: link.to_owned() };
    witnesses.show(side, &used).map_err(|_| {
        let words = format!("This is not link {at} of the chain that you deposited.");
        Problem::NotAllowed(words)
    })?;
    Ok(used)
}

/// Who sits where, as a header tells it.
pub fn seats_of(
    names: &BySide<Option<String>>,
    computers: BySide<Option<Level>>,
) -> Map<String, Value> {
    let told = |side: Side| {
        let computer = || computers[side].map(|level| format!("{level} (computer)"));
        (side.word().to_owned(), json!(names[side].clone().or_else(computer)))
    };
    Side::BOTH.into_iter().map(told).collect()
}

/// The policy of a record, for the one that the table has.
pub const fn policy_of(dice: crate::facts::DicePolicy) -> Policy {
    match dice {
        crate::facts::DicePolicy::Seeded => Policy::Host,
        crate::facts::DicePolicy::ByHand => Policy::ByHand,
        crate::facts::DicePolicy::Witnessed => Policy::Witnessed,
    }
}
