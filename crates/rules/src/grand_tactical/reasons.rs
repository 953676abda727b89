//! The sentences of refusals.

use super::battle::Battle;
use super::ids::{LeaderId, PostId, UnitId};
use super::refusal::{Lacking, Refusal};
use super::sight::NoShot;
use super::state::Phase;

/// The reason in a sentence without its stop.
pub(super) fn sentence(refusal: &Refusal, battle: &Battle) -> String {
    use Refusal::*;
    let who = |unit: &UnitId| battle.unit(*unit).short.as_str();
    let at = |cell: &field::Cell| battle.name(*cell);
    let post = |post: &PostId| battle.post(*post).name.as_str();
    let leader = |leader: &LeaderId| battle.leader(*leader).name.as_str();
    match refusal {
        GameOver => "the game is over".into(),
        NotNow { phase: Phase::Activation } => "divisions are being activated".into(),
        NotNow { .. } => "that is not done in the operations phase".into(),
        NotYours(unit) => format!("{} is not yours", who(unit)),
        NotOnMap(unit) => format!("{} is not on the map", who(unit)),
        NotAtThisLevel(lacking) => lacks(*lacking),
        NoSuchDivision(division) => format!("{} is no division that is activated", post(division)),
        DivisionNotOnMap(division) => format!("no unit of {} is on the map", post(division)),
        ActivatedTwice(division) => format!("{} is active already", post(division)),
        LimitReached { limit } => {
            format!("{limit} divisions are active, and no more may be this turn")
        }
        NotActivated(unit) => format!("the division of {} is not active this turn", who(unit)),
        NotReleased(unit) => format!("{} has not been released yet", who(unit)),
        CavalryWaits { unit, turn } => format!("{} may not move before turn {turn}", who(unit)),
        CavalryDivisionWaits { division, turn } => {
            format!("{} may not be activated before turn {turn}", post(division))
        }
        OffMap(unit) => format!("the map ends there for {}", who(unit)),
        EmptyPath(unit) => format!("the move of {} has no square", who(unit)),
        NotThere(unit) => format!("{} stands elsewhere", who(unit)),
        NoWay { unit, to } => {
            format!("{} has no way to {} that its points allow", who(unit), at(to))
        }
        Unlimbered(unit) => format!("{} is unlimbered and does not move", who(unit)),
        Impassable { unit, to } => {
            format!("{} cannot enter {}: there is neither bridge nor ford", who(unit), at(to))
        }
        IntoEnemy { unit, to } => {
            format!("{} cannot enter {}: the enemy is there", who(unit), at(to))
        }
        NoRoom { unit, to } => {
            format!(
                "{} has no room in {}: two units and one of artillery are the most",
                who(unit),
                at(to)
            )
        }
        OneUnitOnly { unit, to } => {
            format!(
                "{} has no room in {}: one unit holds a town, bridge or ford",
                who(unit),
                at(to)
            )
        }
        WrongModeForBridge(unit) => {
            format!("{} crosses a bridge only in column, mounted or limbered", who(unit))
        }
        RoutedMovesOnce(unit) => format!("{} is routed and moves one square a phase", who(unit)),
        ZoneToZoneAfterStep { unit, to } => format!(
            "{} cannot go on to {}: from one zone of control to another is a first step only",
            who(unit),
            at(to)
        ),
        ArtilleryZoneToZone { unit, to } => format!(
            "{} cannot go to {}: artillery never goes from one zone of control to another",
            who(unit),
            at(to)
        ),
        TooFewPoints { unit, cost, has } => {
            format!("{} has {has} operation points and needs {cost}", who(unit))
        }
        FacesSo(unit) => format!("{} looks that way already", who(unit)),
        ModeOnBridge(unit) => format!("{} is on a bridge and keeps its formation there", who(unit)),
        RoutedMode(unit) => format!("{} is routed and cannot change its formation", who(unit)),
        TooTired(unit) => format!(
            "{} is too tired: fatigue of {} or more forbids a force march",
            who(unit),
            battle.tables.fatigue.may_force_march_below
        ),
        RoutedForceMarch(unit) => format!("{} is routed and cannot force march", who(unit)),
        NoPointsThisTurn(unit) => format!("{} has no operation points this turn", who(unit)),
        FullOfPoints(unit) => format!("{} has all the points that can be spent", who(unit)),
        CannotFortify(unit) => {
            format!("{} cannot fortify: only infantry in line and dismounted cavalry do", who(unit))
        }
        FullyFortified(unit) => format!("{} is fully fortified", who(unit)),
        RoutedFortify(unit) => format!("{} is routed and does not fortify", who(unit)),
        PlotStands(unit) => format!("{} is plotted so already", who(unit)),
        CannotFire { unit, square, why } => no_shot(who(unit), &at(square), *why),
        ArtilleryMelee(unit) => format!("{} is artillery and does not melee", who(unit)),
        ArtilleryAdvance(unit) => format!("{} is artillery and does not advance", who(unit)),
        RoutedPlot(unit) => format!("{} is routed: it neither melees nor advances", who(unit)),
        DisruptedPlot(unit) => {
            format!("{} is disrupted: it neither melees nor advances", who(unit))
        }
        NotYourLeader(one) => format!("{} is not yours", leader(one)),
        LeaderOut(one) => format!("{} leads nobody any more", leader(one)),
        RankStays { leader: one, .. } => {
            format!("{} is not transferred: only leaders of divisions and corps are", leader(one))
        }
        TransferredTwice(one) => format!("{} was transferred in this phase", leader(one)),
        LeaderNotArrived(one) => format!("{} has not arrived", leader(one)),
        NotHisFormation { leader: one, unit } => {
            format!("{} does not belong to the command of {}", who(unit), leader(one))
        }
        WithThatUnit(one) => format!("{} is with that unit already", leader(one)),
    }
}

fn lacks(lacking: Lacking) -> String {
    let what = match lacking {
        Lacking::Facing => "the basic game has no facing",
        Lacking::Modes => "the basic game has no formations",
        Lacking::ForceMarches => "the basic game has no force marches",
        Lacking::Fortification => "only the advanced game has fortification by order",
        Lacking::AdvancePlots => "in the basic game units advance by themselves",
        Lacking::Leaders => "only the advanced game has leaders",
    };
    what.into()
}

fn no_shot(who: &str, square: &str, why: NoShot) -> String {
    match why {
        NoShot::OutOfRange => format!("{square} is out of the range of {who}"),
        NoShot::OutOfArc => format!("{square} is not in front of {who}"),
        NoShot::BeyondVisibility => format!("{who} does not see as far as {square}"),
        NoShot::Blocked => format!("{who} does not see {square}: something stands between"),
    }
}
