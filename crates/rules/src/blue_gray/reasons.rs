//! The sentences of refusals, in our words.

use field::Cell;

use super::battle::Battle;
use super::ids::UnitId;
use super::pending::Step;
use super::refusal::Refusal;

/// The reason of a refusal in a sentence.
pub fn sentence(refusal: &Refusal, battle: &Battle) -> String {
    use Refusal::*;
    let who = |unit: &UnitId| battle.unit(*unit).id.clone();
    let hex = |cell: &Cell| battle.grid().name(*cell).to_string();
    match refusal {
        GameOver => "The game is over.".into(),
        NotNow { due } => format!("Not now: {due}."),
        Unresolved(step) => format!("Not now: {}.", due(*step)),
        OutOfSequence(unit) => {
            format!("{} may not move now: units move in their own movement phase.", who(unit))
        }
        FightsWhileMoving => "It is a movement phase: combat comes after it.".into(),
        NightCombat => "It is night: there is no combat and no bombardment.".into(),
        NotYours(unit) => {
            format!("{} is not a unit of the player whose decision it is.", who(unit))
        }
        NotOnMap(unit) => format!("{} is not on the map.", who(unit)),
        MovesTwice(unit) => format!("{} has moved in this phase; a unit moves once.", who(unit)),
        Immobile(unit) => format!("{} is immobile: it never moves.", who(unit)),
        Held(unit) => format!("{} stands still until it is released.", who(unit)),
        Standstill(unit) => format!("{} may not move on this game-turn.", who(unit)),
        NightStandstill(side) => format!("No {side} unit moves at night."),
        QuotaSpent { quota } => format!("No more than {quota} units may move in this phase."),
        StartsUnderControl(unit) => {
            format!(
                "{} starts in an enemy-controlled hex and may not leave it by movement.",
                who(unit)
            )
        }
        MovesOnUnderControl { unit, at } => {
            format!("{} must stop in {}, which the enemy controls.", who(unit), hex(at))
        }
        NightIntoControl { unit, to } => {
            format!(
                "{} may not enter {}: at night no enemy-controlled hex is entered.",
                who(unit),
                hex(to)
            )
        }
        IneffectiveIntoControl { unit, to } => {
            format!(
                "{} is ineffective and may not enter {}, which the enemy controls.",
                who(unit),
                hex(to)
            )
        }
        IntoEnemy { unit, to } => {
            format!("{} may not enter {}: an enemy unit is there.", who(unit), hex(to))
        }
        Skips { from, to } => {
            format!("{} and {} are not neighbours; a move skips no hex.", hex(from), hex(to))
        }
        Prohibited { to } => {
            format!("{} may not be entered: it is a river hex.", hex(to))
        }
        OffMap { to } => format!("{} is scenery: it is off the map.", hex(to)),
        AcrossCreek { from, to } => {
            format!("Between {} and {} a creek runs without bridge or ford.", hex(from), hex(to))
        }
        BadCrossing { at } => format!(
            "{} is a river crossing: it is entered by one of its two open sides, left by the other in the \
             same move, and nobody stays in it.",
            hex(at)
        ),
        TooFar { unit, to, cost: Some(cost), allowance } => format!(
            "{} would need {cost} movement points to reach {} and has {allowance}.",
            who(unit),
            hex(to)
        ),
        TooFar { unit, to, cost: None, allowance } => {
            format!("{} cannot reach {} with {allowance} movement points.", who(unit), hex(to))
        }
        EmptyPath(unit) => format!("{} would not leave its hex.", who(unit)),
        NoRoom { unit, to } => format!(
            "{} may not end in {}: {} units are there, the most that may stack.",
            who(unit),
            hex(to),
            battle.stacking
        ),
        NotWaiting(unit) => format!("{} is not a reinforcement that waits to come on.", who(unit)),
        NotYetDue(unit) => format!("{} may not come on yet.", who(unit)),
        WrongEntry { unit, hex: at } => format!("{} does not come on at {}.", who(unit), hex(at)),
        EntryBarred { hex: at } => format!("The enemy bars the entry at {}.", hex(at)),
        NotAnExit { hex: at } => format!("Units do not leave the map at {}.", hex(at)),
        ExitUnderControl { hex: at } => {
            format!("The enemy controls {}: a unit there may not move on off the map.", hex(at))
        }
        ReinforcementsWait(unit) => {
            format!("{} must come on in this phase, and still can.", who(unit))
        }
        MustStillAttack(cell) => format!("The units in {} must still attack.", hex(cell)),
        MustStillBeAttacked(cell) => format!("The enemy in {} must still be attacked.", hex(cell)),
        NoDefender => "The attack names no defending hex.".into(),
        EmptyTarget(cell) => format!("No enemy unit is in {}.", hex(cell)),
        AttackedTwice(cell) => {
            format!("The units in {} have been attacked in this phase.", hex(cell))
        }
        TargetAdvanced(cell) => {
            format!("The unit in {} has advanced in this phase and may not be attacked.", hex(cell))
        }
        NoAttacker => "The attack names neither an attacking hex nor a bombarding gun.".into(),
        EmptyAttacker(cell) => format!("No unit of the attacker is in {}.", hex(cell)),
        AttacksTwice(unit) => {
            format!("{} has attacked in this phase; a unit attacks once.", who(unit))
        }
        HexAttacksTwice(cell) => {
            format!("No unit in {} can still attack in this phase.", hex(cell))
        }
        AttackAfterAdvance(unit) => {
            format!("{} has advanced in this phase and may not attack.", who(unit))
        }
        Ineffective(unit) => format!("{} has lost its attack effectiveness.", who(unit)),
        NotAdjacent { from, to } => {
            format!(
                "{} is not next to {} for combat; only guns attack from afar.",
                hex(from),
                hex(to)
            )
        }
        NotNextToAll { from, to } => format!(
            "{} is not next to {} for combat; every attacking hex must be next to every defending one.",
            hex(from),
            hex(to)
        ),
        NotYourGun(unit) => {
            format!("{} bombards in its own side's combat phase only.", who(unit))
        }
        NotArtillery(unit) => format!("{} is not artillery and cannot bombard.", who(unit)),
        FogBombardment => "Artillery does not bombard in fog.".into(),
        DisplacedGun(unit) => {
            format!("{} was displaced before it fired and stays silent.", who(unit))
        }
        BombardsUnderControl(unit) => format!(
            "{} is in an enemy-controlled hex: it must fight the units next to it and may not bombard.",
            who(unit)
        ),
        BatteryHasFired(unit) => {
            format!(
                "A gun in the hex of {} has bombarded; both must bombard the same hex.",
                who(unit)
            )
        }
        OutOfRange(unit) => format!("The target is out of range of {}.", who(unit)),
        OutOfSight(unit) => format!("The line of sight of {} to the target is blocked.", who(unit)),
        BombardsSeveral => "Artillery that bombards alone bombards a single hex.".into(),
        LeavesWithoutTarget(cell) => format!(
            "The units in {} must attack as well, and this attack would leave them nobody to attack.",
            hex(cell)
        ),
        LeavesUnattacked(cell) => format!(
            "The enemy in {} must be attacked as well, and this attack would leave nobody to attack him.",
            hex(cell)
        ),
        LeavesNeighbour(cell) => format!(
            "The enemy in {} is next to the attackers, and this attack would leave nobody to attack him.",
            hex(cell)
        ),
        ColumnTooHigh { announced, odds } => {
            format!(
                "The odds give {odds}; the attacker may announce a lower column, not {announced}."
            )
        }
        NotConcerned { unit, step } => {
            format!("{} has no part in this: {}.", who(unit), due(*step))
        }
        BombardsUnharmed(unit) => {
            format!("{} bombarded, and is untouched by the result of its own attack.", who(unit))
        }
        LossesTooSmall => "The attackers named are weaker than the defenders eliminated.".into(),
        LossesTooLarge => "One of the attackers named could be spared.".into(),
        RetreatsTooFar { unit, to } => {
            format!("{} retreats one hex; {} is not next to it.", who(unit), hex(to))
        }
        RetreatsIntoProhibited { unit, to } => {
            format!(
                "{} may not retreat to {}: the hex or the hexside is prohibited.",
                who(unit),
                hex(to)
            )
        }
        RetreatsIntoEnemy { unit, to } => {
            format!("{} may not retreat to {}: an enemy unit is there.", who(unit), hex(to))
        }
        RetreatsIntoControl { unit, to } => {
            format!("{} may not retreat to {}: the enemy controls it.", who(unit), hex(to))
        }
        DisplacedInCircle { unit, to } => {
            format!(
                "{} may not be displaced to {}: the displacement has been there.",
                who(unit),
                hex(to)
            )
        }
        DisplacesWithoutNeed { unit, to } => {
            format!(
                "{} may not displace anyone in {}: another hex is open to it.",
                who(unit),
                hex(to)
            )
        }
        NobodyNamedToDisplace { unit, to } => {
            format!("{} is full: name the unit that {} displaces.", hex(to), who(unit))
        }
        DisplacesAbsent { other, to, .. } => format!("{} is not in {}.", who(other), hex(to)),
        DisplacesImmobile { other } => {
            format!("{} cannot move and cannot be displaced.", who(other))
        }
        DisplacementKills { to, .. } => {
            format!("No displacement out of {} ends without a loss.", hex(to))
        }
        DisplacesIntoRoom { to, .. } => format!("{} has room: nobody is displaced.", hex(to)),
        DisplacedFirst(unit) => format!("{} was displaced and must go on first.", who(unit)),
        NotVacated(cell) => format!("{} was not vacated in this combat.", hex(cell)),
        AdvancesTooFar { unit, to } => {
            format!("{} is not next to {} over an open hexside.", who(unit), hex(to))
        }
        ImmobileAdvance(unit) => format!("{} is immobile and never advances.", who(unit)),
    }
}

/// What is to be chosen at a step.
fn due(step: Step) -> &'static str {
    match step {
        Step::Elect => "bombarding guns may choose to share the retreat",
        Step::Losses => "the losses of an exchange must be chosen",
        Step::Retreat => "units must retreat",
        Step::Advance => "a victorious unit may advance, or the advance be declined",
        Step::Withdraw => "ineffective units must withdraw",
    }
}
