//! The sentences of refusals, in our words.

use field::Cell;

use super::battle::Battle;
use super::pending::Step;
use super::refusal::{Bar, Refusal};
use super::state::Mark;
use crate::ids::UnitId;
use crate::words::{halves, points_in_halves};

/// The reason of a refusal in a sentence.
pub fn sentence(refusal: &Refusal, battle: &Battle) -> String {
    use Refusal::*;
    let who = |unit: &UnitId| battle.unit(*unit).called.clone();
    let hex = |cell: &Cell| battle.grid().name(*cell).to_string();
    match refusal {
        GameOver => "The game is over.".into(),
        NotNow(due) => format!("Not now: {due}."),
        Unresolved(step) => format!("Not now: {}.", due(*step)),
        NotYours(unit) => format!("{} is not a unit of the player who acts.", who(unit)),
        NotOnMap(unit) => format!("{} is not on the map.", who(unit)),
        Inactive(unit) => format!("{}'s corps is not active in this turn.", who(unit)),
        Done { unit, mark } => format!("{} has {} in this turn.", who(unit), done(*mark)),
        TooManyCorps { most } => format!("At most {most} corps may be named."),
        CorpsAbsent(corps) => format!("{} has no unit on the map.", corps_name(battle, *corps)),
        CorpsTooEarly { corps, turn } => {
            format!("{} may not be named before turn {turn}.", corps_name(battle, *corps))
        }
        NotReduced(unit) => format!("{} has lost no step.", who(unit)),
        EnemyNear { unit, at } => {
            format!("{} may not rally: an enemy in {} is too near.", who(unit), hex(at))
        }
        EmptyPath(unit) => format!("The path of {} goes nowhere.", who(unit)),
        RoundTrip(unit) => {
            format!("{} is there already; a round trip needs its path.", who(unit))
        }
        Skips { from, to } => format!("{} is not next to {}.", hex(to), hex(from)),
        OffMap(to) => format!("{} is a river or off the map.", hex(to)),
        Prohibited { unit, to } => {
            format!("{} may not enter {}: woods and towns are infantry's.", who(unit), hex(to))
        }
        OnlyByRoad { unit, to } => {
            format!("{} may enter {} by road only.", who(unit), hex(to))
        }
        AcrossCreek { from, to } => {
            format!("The creek parts {} from {}; there is no crossing.", hex(from), hex(to))
        }
        IntoEnemy { unit, to } => {
            format!("{} may not enter {}: an enemy is there.", who(unit), hex(to))
        }
        MovesOnUnderControl { unit, at } => {
            format!("{} must stop in {}: an enemy controls it.", who(unit), hex(at))
        }
        FromControlToControl { unit, to } => format!(
            "{} leaves an enemy zone of control and may not go straight into another, in {}.",
            who(unit),
            hex(to)
        ),
        TooFar { unit, to, cost, allowance } => match cost {
            Some(cost) => {
                let (cost, has) = (points_in_halves((*cost).into()), halves((*allowance).into()));
                format!("The way to {} costs {cost}; {} has {has}.", hex(to), who(unit))
            }
            None => format!("{} has no way to {}.", who(unit), hex(to)),
        },
        NoRoom { unit, to } => {
            format!("There is no room for {} in {}.", who(unit), hex(to))
        }
        Crowded(cell) => {
            format!("Too many units are in {}, and one of them can still move.", hex(cell))
        }
        NoSearch => "Nobody searches for a ford in this game.".into(),
        FordFound => "A ford has been found; there is no other.".into(),
        SearchedThisTurn => "A ford is searched for once in a turn.".into(),
        CannotSearch(unit) => {
            format!("{} does not search: only Union infantry and cavalry do.", who(unit))
        }
        NotAcrossCreek { unit, hex: at } => {
            format!("No creek without a crossing parts {} from {}.", who(unit), hex(at))
        }
        NotWaiting(unit) => format!("{} is not waiting to come on.", who(unit)),
        NotYetDue(unit) => format!("It is too early for {} to come on.", who(unit)),
        WrongEntry { unit, hex: at } => format!("{} does not come on in {}.", who(unit), hex(at)),
        OtherMover(unit) => format!("{} must finish its move first.", who(unit)),
        WithdrawsFirst(unit) => format!("{} decides first whether it withdraws.", who(unit)),
        WithdrawalBarred { unit, to, bar } => {
            format!("{} may not withdraw to {}: {}.", who(unit), hex(to), barred(*bar))
        }
        NoGuns => "No gun is named.".into(),
        NotArtillery(unit) => format!("{} is not artillery.", who(unit)),
        NothingToBombard(cell) | NothingToAssault(cell) => {
            format!("There is no enemy in {}.", hex(cell))
        }
        BombardedTwice(cell) => format!("{} has been bombarded in this phase.", hex(cell)),
        TargetCovered(cell) => {
            format!("{} is defensive terrain and cannot be bombarded.", hex(cell))
        }
        FriendsNear { target, at } => {
            format!("A friend in {} is next to {}.", hex(at), hex(target))
        }
        OutOfRange { unit, distance, range } => {
            format!("{} fires {range} hexes far; the target is {distance} away.", who(unit))
        }
        OutOfSight(unit) => format!("{} does not see the target.", who(unit)),
        NoDefender => "No hex to be assaulted is named.".into(),
        AssaultedTwice(cell) => {
            format!("All units in {} have been assaulted in this phase.", hex(cell))
        }
        NoAttacker => "Nobody who assaults is next to the defenders.".into(),
        NotAdjacent { unit, to } => format!("{} is not next to {}.", who(unit), hex(to)),
        NotNextToAll { unit, to } => format!(
            "{} is not next to {}: whoever assaults is next to all hexes assaulted.",
            who(unit),
            hex(to)
        ),
        AssaultOverCreek { unit, to } => {
            format!("{} may not assault {} over the creek.", who(unit), hex(to))
        }
        OnlyInfantryCrosses { unit, to } => {
            format!("{} may not assault {}: only infantry does over water.", who(unit), hex(to))
        }
        OnlyInfantryIntoCover { unit, to } => format!(
            "{} may not assault {}: only infantry attacks defensive terrain.",
            who(unit),
            hex(to)
        ),
        NotWithCrossing(unit) => {
            format!("{} has no part in an assault over water: infantry alone does.", who(unit))
        }
        CannotSupport(unit) => format!(
            "{} cannot support: no open defending hex in sight is two hexes away.",
            who(unit)
        ),
        LeavesObligation(cell) => format!(
            "{} must be assaulted too, and nobody who must would be left for it: take it in, or assault it before.",
            hex(cell)
        ),
        MustStillAssault(cell) => format!("{} must still be assaulted.", hex(cell)),
        NotConcerned { unit, step } => {
            format!("{} has no part in this: {}.", who(unit), due(*step))
        }
        GunsLoseLast(unit) => {
            format!("{} is artillery: infantry or cavalry loses the step.", who(unit))
        }
        DisplacedFirst(unit) => format!("{} was displaced and must go first.", who(unit)),
        MayNotStand(unit) => format!("{} has a way and must retreat.", who(unit)),
        RetreatBarred { unit, to, bar } => {
            format!("{} may not retreat to {}: {}.", who(unit), hex(to), barred(*bar))
        }
        DisplacesWithoutNeed { unit, .. } => {
            format!("{} displaces nobody: a hex with room is open to it.", who(unit))
        }
        CannotBeDisplaced { unit, to } => {
            format!("Nobody named makes room for {} in {}.", who(unit), hex(to))
        }
        NotVacated(cell) => format!("{} was not vacated in this combat.", hex(cell)),
        AdvanceBarred { unit, to } => {
            format!("{} cannot advance into {}.", who(unit), hex(to))
        }
    }
}

fn corps_name(battle: &Battle, corps: usize) -> String {
    let names = battle.facts.activation.as_ref().map(|activation| &activation.corps);
    let name = names.and_then(|names| names.get(corps)).map_or("", String::as_str);
    format!("{name} Corps")
}

fn done(mark: Mark) -> &'static str {
    match mark {
        Mark::Rallied => "tried to rally",
        Mark::Moved => "moved",
        Mark::Searched => "searched for a ford",
        Mark::Bombarded => "bombarded",
        Mark::Assaulted => "assaulted",
        Mark::Defended => "been assaulted",
    }
}

fn barred(bar: Bar) -> &'static str {
    match bar {
        Bar::Distance => "one or two hexes are gone",
        Bar::Way => "enemies, their control or the ground bar every way",
        Bar::Direction => "it must lead away from the enemy",
        Bar::Room => "there is no room",
    }
}

/// What is to be chosen at a step.
fn due(step: Step) -> &'static str {
    match step {
        Step::Loss => "somebody must lose a step",
        Step::Retreat => "units must retreat",
        Step::Advance => "an attacker may advance, or the advance be declined",
        Step::Withdraw => "a unit may withdraw, or decline",
        Step::GoOn => "the unit that moves goes on, or stops",
    }
}
