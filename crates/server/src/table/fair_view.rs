//! What a seat sees of the dice: what they were given, and what they wait for.

use atlas::Side;
use rules::record::Contributed;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::Table;
use crate::words::SideWord;

impl Table {
    /// Whose links a throw waits for, if one waits.
    pub fn throw_awaits(&self) -> Option<Vec<Side>> {
        self.fair.throw.as_ref().map(|throw| throw.awaits().collect())
    }

    /// What was given to the dice, and what they wait for.
    pub(super) fn fair_view(&self) -> FairView {
        let chain = |side: Side| {
            self.fair.witnesses.chains[side].map(|chain| ChainView {
                end: chain.end.to_hex(),
                links: chain.links,
                shown: chain.at,
                last: chain.last.to_hex(),
            })
        };
        let throw = self.fair.throw.as_ref().map(|throw| ThrowView {
            n: throw.n,
            by: throw.by,
            seal: throw.seal.clone(),
            links: LinkNumbers {
                union: throw.numbers.union,
                confederate: throw.numbers.confederate,
            },
            awaits: throw.awaits().collect(),
            clock: throw.what.by_clock,
        });
        FairView {
            witnessed: self.fair.witnesses.active,
            wanted: self.wanted().collect(),
            contributions: self
                .fair
                .contributions
                .iter()
                .map(|one| json!(Contributed::of(one)))
                .collect(),
            chains: ChainsView { union: chain(Side::Union), confederate: chain(Side::Confederate) },
            throw,
            host_asked: self.fair.host_asked.as_ref().map(|(by, _)| *by),
        }
    }
}

/// What was given to the dice, and what they wait for.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct FairView {
    /// Whether throws are witnessed now.
    pub witnessed: bool,
    /// The seats whose holders have still to give: a number, or with witnessed dice a chain.
    #[schema(value_type = Vec<SideWord>)]
    pub wanted: Vec<Side>,
    /// The numbers that were given, in order.
    #[schema(value_type = Vec<Object>)]
    pub contributions: Vec<Value>,
    /// The chains of the witnesses.
    pub chains: ChainsView,
    /// The throw that waits.
    pub throw: Option<ThrowView>,
    /// Who wishes to go on with the host's dice.
    #[schema(value_type = Option<SideWord>)]
    pub host_asked: Option<Side>,
}

/// The chains of both.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ChainsView {
    /// The Union's.
    pub union: Option<ChainView>,
    /// The Confederates'.
    pub confederate: Option<ChainView>,
}

/// A chain as far as it was shown.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ChainView {
    /// Its end, as it was deposited.
    pub end: String,
    /// How many links it has.
    pub links: u32,
    /// The number of the link that was shown last.
    pub shown: u32,
    /// That link, or the end.
    pub last: String,
}

/// A throw that waits.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ThrowView {
    /// The action's number; 0 is the set-up.
    pub n: u32,
    /// Whose action it is.
    #[schema(value_type = Option<SideWord>)]
    pub by: Option<Side>,
    /// Its seal.
    pub seal: String,
    /// The numbers of the links it waits for.
    pub links: LinkNumbers,
    /// Whose links are still to be shown.
    #[schema(value_type = Vec<SideWord>)]
    pub awaits: Vec<Side>,
    /// The clock carries it out.
    pub clock: bool,
}

/// The numbers of links.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct LinkNumbers {
    /// The Union's.
    pub union: u32,
    /// The Confederates'.
    pub confederate: u32,
}
