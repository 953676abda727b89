//! [GT 7.0] The operations phase: what each order needs, costs and does.

use atlas::battle::Rank;
use field::{Cell, Direction};

use super::action::{Action, MOST_STEPS, Path};
use super::battle::Battle;
use super::event::{Event, Eyes};
use super::ids::{LeaderId, UnitId};
use super::movement::{self, Mover, Reach};
use super::places;
use super::refusal::{Lacking, Refusal};
use super::sequence::{self, HIGHEST_FORT};
use super::state::{Fate, Phase, State};
use super::{activation, observe, seen, sight};
use crate::dice::Dice;

/// Whether an action is legal by what this state shows, or why not.
pub fn check(battle: &Battle, state: &State, action: &Action) -> Result<(), Refusal> {
    if state.phase == Phase::Over {
        return Err(Refusal::GameOver);
    }
    match (action, state.phase) {
        (Action::EndPhase, _) => return Ok(()),
        (Action::Activate { division }, Phase::Activation) => {
            return activation::check(battle, state, *division);
        }
        (Action::Activate { .. }, phase) | (_, phase @ Phase::Activation) => {
            return Err(Refusal::NotNow { phase });
        }
        _ => {}
    }
    if let Action::Transfer { leader, unit } = *action {
        return check_transfer(battle, state, leader, unit);
    }
    let Some(unit) = action.unit() else { return Ok(()) };
    check_owner(battle, state, unit)?;
    match *action {
        Action::Step { direction, .. } => {
            movement::check_path(battle, state, unit, &Path::of(direction)).map(|_| ())
        }
        Action::Move { from, .. } if state.cell(unit) != Some(from) => Err(Refusal::NotThere(unit)),
        Action::Move { path, .. } => movement::check_path(battle, state, unit, &path).map(|_| ()),
        Action::MoveTo { to, .. } => way_to(battle, state, unit, to).map(|_| ()),
        Action::Face { direction, .. } => check_face(battle, state, unit, direction),
        Action::Mode { .. } => check_mode(battle, state, unit),
        Action::ForceMarch { .. } => check_force_march(battle, state, unit),
        Action::Fortify { .. } => check_fortify(battle, state, unit),
        Action::PlotFire { square, .. } => check_fire_plot(battle, state, unit, square),
        Action::PlotMelee { on, .. } => check_melee_plot(battle, state, unit, on),
        Action::PlotAdvance { on, .. } => check_advance_plot(battle, state, unit, on),
        Action::Activate { .. } | Action::Transfer { .. } | Action::EndPhase => Ok(()),
    }
}

#[inline]
fn check_owner(battle: &Battle, state: &State, unit: UnitId) -> Result<(), Refusal> {
    if battle.unit(unit).side != state.side {
        return Err(Refusal::NotYours(unit));
    }
    state.cell(unit).map(|_| ()).ok_or(Refusal::NotOnMap(unit))
}

/// The cheapest way of a unit to a square, by what this state shows.
pub fn way_to(battle: &Battle, state: &State, unit: UnitId, to: Cell) -> Result<Path, Refusal> {
    let mut reach = Reach::new();
    reach.search(battle, state, unit);
    let path = reach.path(battle, state, unit, to);
    path.ok_or_else(|| movement::why_not(battle, state, unit, to))
}

/// [GT-QS 3.3] Refuses what the basic game does without.
fn beyond_basic(battle: &Battle, lacking: Lacking) -> Result<(), Refusal> {
    if battle.options.basic() { Err(Refusal::NotAtThisLevel(lacking)) } else { Ok(()) }
}

/// [GT 7.9] Turning is free; what changes nothing is refused (D-95).
fn check_face(
    battle: &Battle,
    state: &State,
    unit: UnitId,
    direction: Direction,
) -> Result<(), Refusal> {
    beyond_basic(battle, Lacking::Facing)?;
    if state.unit(unit).facing == direction { Err(Refusal::FacesSo(unit)) } else { Ok(()) }
}

/// [GT 7.8] A change of mode: not routed, not on a bridge (D-92), and paid for.
fn check_mode(battle: &Battle, state: &State, unit: UnitId) -> Result<(), Refusal> {
    beyond_basic(battle, Lacking::Modes)?;
    let now = state.unit(unit);
    if now.routed {
        return Err(Refusal::RoutedMode(unit));
    }
    if now.cell().is_some_and(|cell| movement::is_bridge(battle, cell)) {
        return Err(Refusal::ModeOnBridge(unit));
    }
    affordable(state, unit, movement::mode_cost(battle, state, unit))
}

fn affordable(state: &State, unit: UnitId, cost: u8) -> Result<(), Refusal> {
    let has = state.unit(unit).op;
    if has < cost { Err(Refusal::TooFewPoints { unit, cost, has }) } else { Ok(()) }
}

/// [GT 7.10] A force march: only rested units, not routed ones, not on a turn without points
/// (D-29).
fn check_force_march(battle: &Battle, state: &State, unit: UnitId) -> Result<(), Refusal> {
    beyond_basic(battle, Lacking::ForceMarches)?;
    let now = state.unit(unit);
    if now.routed {
        return Err(Refusal::RoutedForceMarch(unit));
    }
    if battle.unit(unit).no_points_on.contains(&state.turn) {
        return Err(Refusal::NoPointsThisTurn(unit));
    }
    if now.fatigue >= battle.tables.fatigue.may_force_march_below {
        return Err(Refusal::TooTired(unit));
    }
    if usize::from(now.op) >= MOST_STEPS {
        return Err(Refusal::FullOfPoints(unit));
    }
    Ok(())
}

/// [GT 7.11] A level of fortification by order, in the advanced game.
fn check_fortify(battle: &Battle, state: &State, unit: UnitId) -> Result<(), Refusal> {
    if !battle.options.advanced() {
        return Err(Refusal::NotAtThisLevel(Lacking::Fortification));
    }
    let now = state.unit(unit);
    if !sequence::may_dig(battle, state, unit) {
        return Err(Refusal::CannotFortify(unit));
    }
    if now.routed {
        return Err(Refusal::RoutedFortify(unit));
    }
    if now.fort >= HIGHEST_FORT {
        return Err(Refusal::FullyFortified(unit));
    }
    affordable(state, unit, battle.tables.costs.fortify)
}

/// [GT 7.13, GT-QS 3.7] A fire plot needs range, arc and sight (D-90).
fn check_fire_plot(
    battle: &Battle,
    state: &State,
    unit: UnitId,
    square: Option<Cell>,
) -> Result<(), Refusal> {
    if state.unit(unit).fire == square {
        return Err(Refusal::PlotStands(unit));
    }
    let Some(square) = square else { return Ok(()) };
    let refused = |why| Refusal::CannotFire { unit, square, why };
    sight::may_plot(battle, state, unit, square).map_err(refused)
}

/// [GT 7.13, GT-QS 3.8] A melee plot: not artillery, not routed, not disrupted (D-90).
fn check_melee_plot(battle: &Battle, state: &State, unit: UnitId, on: bool) -> Result<(), Refusal> {
    if battle.unit(unit).is_artillery() {
        return Err(Refusal::ArtilleryMelee(unit));
    }
    check_attack_plot(state, unit, on)?;
    if state.unit(unit).melee == on { Err(Refusal::PlotStands(unit)) } else { Ok(()) }
}

/// [GT 7.13] An advance plot, likewise; not in the basic game.
fn check_advance_plot(
    battle: &Battle,
    state: &State,
    unit: UnitId,
    on: bool,
) -> Result<(), Refusal> {
    beyond_basic(battle, Lacking::AdvancePlots)?;
    if battle.unit(unit).is_artillery() {
        return Err(Refusal::ArtilleryAdvance(unit));
    }
    check_attack_plot(state, unit, on)?;
    if state.unit(unit).advance == on { Err(Refusal::PlotStands(unit)) } else { Ok(()) }
}

fn check_attack_plot(state: &State, unit: UnitId, on: bool) -> Result<(), Refusal> {
    let now = state.unit(unit);
    match (on, now.routed, now.disrupted) {
        (true, true, _) => Err(Refusal::RoutedPlot(unit)),
        (true, _, true) => Err(Refusal::DisruptedPlot(unit)),
        _ => Ok(()),
    }
}

/// [GT 7.12?] A transfer: once a phase, to any unit of his formation on the map (D-39, D-86).
fn check_transfer(
    battle: &Battle,
    state: &State,
    leader: LeaderId,
    unit: UnitId,
) -> Result<(), Refusal> {
    if !battle.options.advanced() {
        return Err(Refusal::NotAtThisLevel(Lacking::Leaders));
    }
    if battle.leader(leader).side != state.side {
        return Err(Refusal::NotYourLeader(leader));
    }
    let now = &state.leaders[leader.index()];
    if now.fate != Fate::Leads {
        return Err(Refusal::LeaderOut(leader));
    }
    if matches!(now.rank, Rank::Brigade | Rank::Deputy) {
        return Err(Refusal::RankStays { leader, rank: now.rank });
    }
    if now.transferred {
        return Err(Refusal::TransferredTwice(leader));
    }
    if state.leader_cell(leader).is_none() {
        return Err(Refusal::LeaderNotArrived(leader));
    }
    if !battle.post(now.post).units.has(unit) {
        return Err(Refusal::NotHisFormation { leader, unit });
    }
    check_owner(battle, state, unit)?;
    if now.with == Some(unit) { Err(Refusal::WithThatUnit(leader)) } else { Ok(()) }
}

/// Carries out an action that is legal as far as its player can see. Here the truth is looked at.
pub fn apply<D: Dice + ?Sized>(
    battle: &Battle,
    state: &mut State,
    action: &Action,
    dice: &mut D,
    events: &mut Vec<Event>,
) {
    state.sequence += 1;
    match *action {
        Action::Activate { division } => {
            state.activated.insert(division);
            events.push(Event::Activated { division });
        }
        Action::Step { unit, direction } => go(battle, state, unit, &Path::of(direction), events),
        Action::Move { unit, path, .. } => go(battle, state, unit, &path, events),
        Action::MoveTo { unit, to } => {
            // The way is the player's: he chooses it by what he sees.
            let observed = seen::observe(battle, state, crate::game::Seat::Side(state.side));
            let path = way_to(battle, &observed, unit, to);
            if let Ok(path) = path {
                go(battle, state, unit, &path, events);
            }
        }
        Action::Face { unit, direction } => {
            if let Some(cell) = state.cell(unit) {
                places::turn_stack(battle, state, cell, direction);
            }
            events.push(Event::Faced { unit, direction });
        }
        Action::Mode { unit } => change_mode(battle, state, unit, events),
        Action::ForceMarch { unit } => {
            let now = state.unit_mut(unit);
            now.op += 1;
            now.tire(battle.tables.fatigue.force_march.into());
            events.push(Event::ForceMarched { unit });
        }
        Action::Fortify { unit } => {
            let now = state.unit_mut(unit);
            now.pay(battle.tables.costs.fortify);
            now.tire(battle.tables.fatigue.fortify.into());
            now.fort += 1;
            let level = now.fort;
            let eyes = Eyes::on(battle, state, unit);
            events.push(Event::Fortified { unit, level, eyes });
        }
        Action::PlotFire { unit, square } => {
            state.unit_mut(unit).fire = square;
            events.push(Event::FirePlotted { unit, square });
        }
        Action::PlotMelee { unit, on } => {
            plot_melee(battle, state, unit, on);
            events.push(Event::MeleePlotted { unit, on });
        }
        Action::PlotAdvance { unit, on } => {
            state.unit_mut(unit).advance = on;
            events.push(Event::AdvancePlotted { unit, on });
        }
        Action::Transfer { leader, unit } => {
            let now = &mut state.leaders[leader.index()];
            now.with = Some(unit);
            now.transferred = true;
            events.push(Event::Transferred { leader, unit });
        }
        Action::EndPhase => sequence::end_phase(battle, state, dice, events),
    }
}

/// [GT 7.8] The other formation; whatever was dug is given up (D-38).
fn change_mode(battle: &Battle, state: &mut State, unit: UnitId, events: &mut Vec<Event>) {
    let cost = movement::mode_cost(battle, state, unit);
    let now = state.unit_mut(unit);
    let cost = cost.min(now.op);
    now.pay(cost);
    now.mode = places::other_mode(now.mode);
    now.fort = 0;
    let mode = now.mode;
    events.push(Event::ModeChanged { unit, mode, cost });
}

/// [GT 7.13] Turning melee on also plots fire into the square in front, and the advance; not in the
/// basic game.
fn plot_melee(battle: &Battle, state: &mut State, unit: UnitId, on: bool) {
    let front =
        state.cell(unit).and_then(|cell| battle.grid.neighbour(cell, state.unit(unit).facing));
    let now = state.unit_mut(unit);
    now.melee = on;
    if on && !battle.options.basic() {
        now.fire = front;
        now.advance = true;
    }
}

/// [GT 7.5] A unit goes its way, as far as it discovers nobody. With hidden units the true price is
/// paid, at most what the unit has; a step that in truth is forbidden takes everything (D-79).
fn go(battle: &Battle, state: &mut State, unit: UnitId, path: &Path, events: &mut Vec<Event>) {
    let Some(from) = state.cell(unit) else { return };
    let mut made = Path::EMPTY;
    let mut spent = 0;
    let told = events.len();
    let mover = Mover::new(battle, state, unit);
    for &way in path.ways() {
        let Some(at) = state.cell(unit) else { break };
        let Some(to) = battle.grid.neighbour(at, way) else { break };
        let now = state.unit(unit);
        let (first, has) = (now.moved == 0, now.op);
        let cost = mover.step(battle, state, at, way, first).map_or(has, |(_, cost)| cost.min(has));
        let tired = places::square_fatigue(battle, state, unit);
        let now = state.unit_mut(unit);
        now.pay(cost);
        now.tire(tired);
        now.moved = now.moved.saturating_add(1);
        places::enter(battle, state, unit, to, Some(way));
        made.push(way);
        spent += cost;
        if observe::look_beside(battle, state, unit, events) {
            break;
        }
    }
    events.insert(told, Event::Moved { unit, from, path: made, cost: spent });
}
