//! The seats that a computer plays: as long as a decision is due to one, somebody thinks about it,
//! one decision after the other, and what comes of it is carried out like anybody's action.

use std::cell::Cell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ::staff::{Choice, Deadline, Staff, Time, Timed};
use atlas::{BySide, Side};
use rules::game::{GameState, Seat};

use super::{Haste, Level, NoThought, Wish};
use crate::live::Live;
use crate::problem::Problem;
use crate::store::{Held, Lease};
use crate::table::{Command, Planned, Request, Table};
use crate::tables::{Tables, off_thread};
use crate::tokens::Role;

/// How long to wait after a failure, the second and all further ones, while somebody looks on.
const PAUSES: [Duration; 3] =
    [Duration::from_secs(1), Duration::from_secs(5), Duration::from_secs(30)];

/// How many entries computers among themselves may be ahead of what their lookers have been shown.
const LEAD: u64 = 6;
/// How long computers that are ahead of their lookers wait before they look whether anybody is left.
const AHEAD: Duration = Duration::from_secs(15);

/// As how long a phase counts that a quick computer plays in a hidden game.
const QUICK_PHASE: Duration = Duration::from_secs(1);

/// How long the end of a computer's phase is kept back in a hidden game: until a whole number of its level's full
/// times has passed, so that nobody learns from the hour how much it had to think about.
fn held_back(level: Level, turn: Duration, passed: Duration) -> Duration {
    let full = if level.is_quick() { QUICK_PHASE } else { turn.max(QUICK_PHASE) };
    let times = passed.as_nanos().div_ceil(full.as_nanos()).max(1);
    let whole = full.saturating_mul(u32::try_from(times).unwrap_or(u32::MAX));
    whole.saturating_sub(passed)
}

/// Sees to it that somebody plays for the computers of a game, if a decision is due to one. Cheap
/// enough for every request.
pub fn wake(tables: &Arc<Tables>, live: &Arc<Live>) {
    if live.computer_seats.due().is_some() && live.computer_seats.begin_playing() {
        tokio::spawn(play(Arc::clone(tables), Arc::clone(live)));
    }
}

/// What came of looking for a decision.
enum Turn {
    /// Something was done, or the game has moved on meanwhile: look again.
    Again,
    /// Nothing is due.
    Idle,
    /// Nobody looks on.
    Unseen,
    /// Whoever looks on has not been shown what was done before: look again after this time.
    Ahead(Duration),
    /// Another server plays for the computers of this game.
    Elsewhere,
    /// Nothing can be done now.
    Failed,
    /// The server stops.
    Stopping,
}

/// The beginning of playing, at which lookers may still be on their way.
struct Opening {
    at: Instant,
    seq: u64,
    longest: Duration,
}

impl Opening {
    /// How long computers among themselves wait for those who look on; none if they go on at once. If
    /// nobody says how much he has been shown, nobody is waited for but at the beginning.
    fn wait(&self, live: &Live, seq: u64) -> Option<Duration> {
        let (from, longest) = match live.computer_seats.shown() {
            Some(shown) => (shown, AHEAD),
            None => (self.seq, self.longest.saturating_sub(self.at.elapsed())),
        };
        (seq >= from.saturating_add(LEAD) && !longest.is_zero()).then_some(longest)
    }
}

async fn play(tables: Arc<Tables>, live: Arc<Live>) {
    let longest = tables.thinkers().times().opening;
    let opening = Opening { at: Instant::now(), seq: live.table().seq_for(Seat::Watcher), longest };
    let (mut failures, mut duty) = (0, Duty::default());
    loop {
        let turn = decide(&tables, &live, &opening, &mut duty).await;
        match turn {
            Turn::Again => {
                failures = 0;
                continue;
            }
            Turn::Failed if live.streams() > 0 && !live.is_dead() => {
                tokio::time::sleep(PAUSES[failures]).await;
                failures = (failures + 1).min(PAUSES.len() - 1);
                continue;
            }
            Turn::Ahead(longest) => {
                live.computer_seats.keep_pace(longest).await;
                continue;
            }
            Turn::Elsewhere => {
                tokio::time::sleep(tables.store().lease() / 3).await;
                continue;
            }
            Turn::Stopping => return live.computer_seats.stop_playing(),
            Turn::Idle | Turn::Unseen | Turn::Failed => {}
        }
        live.computer_seats.stop_playing();
        // Something may have happened between the look and the laying down of the duty.
        let wanted = match turn {
            Turn::Unseen => is_seen(&tables, &live),
            Turn::Failed => live.streams() > 0,
            _ => true,
        };
        let due = wanted && !live.is_dead() && live.computer_seats.due().is_some();
        if !due || !live.computer_seats.begin_playing() {
            return;
        }
    }
}

/// Whether somebody looks at a game, or did lately.
fn is_seen(tables: &Tables, live: &Live) -> bool {
    live.streams() > 0 || live.computer_seats.was_visited(tables.thinkers().times().unseen)
}

/// A decision that is due to a computer.
struct Due {
    version: u64,
    /// The last entry.
    seq: u64,
    orders: u64,
    side: Side,
    level: Level,
    /// No person plays.
    alone: bool,
    /// In a hidden game: how much the others were told before the phase.
    told: Option<u64>,
    /// As the side sees it.
    seen: GameState,
    recruiter: Recruiter,
}

fn look(live: &Live) -> Option<Due> {
    // Before the table: a change in between outdates what is thought.
    let orders = live.computer_seats.orders();
    let table = live.table();
    if live.is_dead() {
        return None;
    }
    let Some((side, level)) = table.due() else {
        if table.is_over() {
            live.computer_seats.dismiss();
        }
        return None;
    };
    Some(Due {
        version: table.version_for(Seat::Side(side)),
        // Whoever looks on counts what he was told.
        seq: table.seq_for(Seat::Watcher),
        orders,
        side,
        level,
        alone: table.is_show(),
        told: table.is_hidden().then(|| table.version_for(Seat::Side(side.other()))),
        seen: table.play().game().seen(table.play().now(), Seat::Side(side)).into_owned(),
        recruiter: Recruiter::new(&table),
    })
}

/// The duty to play for the computers of a game, which one server has at a time.
#[derive(Default)]
struct Duty(Option<Held>);

impl Duty {
    /// Takes it over if it is free, where there are other servers; what is to be done first, if something is.
    async fn take(&mut self, tables: &Arc<Tables>, live: &Arc<Live>) -> Option<Turn> {
        if !tables.store().is_shared() || self.0.as_ref().is_some_and(|held| !held.is_lost()) {
            return None;
        }
        self.0 = None;
        let name = format!("computers:{}", live.id);
        match tables.store().take(&name, Some(&live.id)).await {
            Ok(Some(lease)) => {
                self.0 = Some(Held::keep(tables.store(), lease));
                // Whoever had it may have played meanwhile.
                match tables.refresh(live).await {
                    Ok(()) => Some(Turn::Again),
                    Err(_) => Some(Turn::Failed),
                }
            }
            Ok(None) => Some(Turn::Elsewhere),
            Err(error) => {
                tracing::warn!(%error, "who plays for the computers is not known");
                Some(Turn::Failed)
            }
        }
    }

    /// Looks whether it is still ours, after something that was done by it was refused.
    async fn doubt(&mut self, tables: &Tables) {
        if let Some(held) = &self.0
            && tables.store().renew(held.lease()).await.is_err()
        {
            self.0 = None;
        }
    }

    fn lease(&self) -> Option<Lease> {
        self.0.as_ref().map(|held| held.lease().clone())
    }
}

async fn decide(
    tables: &Arc<Tables>,
    live: &Arc<Live>,
    opening: &Opening,
    duty: &mut Duty,
) -> Turn {
    let Some(due) = look(live) else { return Turn::Idle };
    if due.alone && !is_seen(tables, live) {
        return Turn::Unseen;
    }
    if due.alone
        && let Some(longest) = opening.wait(live, due.seq)
    {
        return Turn::Ahead(longest);
    }
    if let Some(turn) = duty.take(tables, live).await {
        return turn;
    }
    let (side, level, version, orders) = (due.side, due.level, due.version, due.orders);
    let begun = due.told.map(|told| live.computer_seats.phase_begun((side, told)));
    let choice = match think(tables, live, due).await {
        Ok(choice) => choice,
        Err(NoThought::Stopping) => return Turn::Stopping,
        Err(NoThought::GaveWay) => return Turn::Again,
        Err(NoThought::Busy) => return Turn::Failed,
        Err(NoThought::Fault) => return give_up(tables, live, side, level).await,
    };
    if live.computer_seats.is_outdated(orders) {
        return Turn::Again;
    }
    let Some(choice) = choice else { return give_up(tables, live, side, level).await };
    let request = Request {
        role: Role::of(side),
        request: None,
        version: Some(version),
        command: Command::Decide { level, action: choice.action, why: choice.why },
    };
    if let Some(begun) = begun {
        hold_back(tables, live, &request, level, begun).await;
        if live.computer_seats.is_outdated(orders) {
            return Turn::Again;
        }
    }
    let Some(_open) = tables.thinkers().gate().await else { return Turn::Stopping };
    match tables.command_by_lease(&live.id, request, duty.lease()).await {
        Ok(()) => Turn::Again,
        // Somebody was quicker: the seat was taken back, an action undone, the game ended.
        Err(Problem::StaleVersion { .. } | Problem::NotYourDecision(_) | Problem::Over) => {
            duty.doubt(tables).await;
            Turn::Again
        }
        Err(Problem::UnknownGame | Problem::ReadOnly(_)) => Turn::Idle,
        Err(Problem::Refused { rule, reason, .. }) => {
            tracing::error!(rule, reason, "a computer's action was refused");
            give_up(tables, live, side, level).await
        }
        Err(Problem::Malformed(detail)) => {
            tracing::error!(detail, "a computer's action was not understood");
            give_up(tables, live, side, level).await
        }
        Err(_) => Turn::Failed,
    }
}

/// Waits with an action that ends a phase of a hidden game until the level's full time has passed.
async fn hold_back(tables: &Tables, live: &Live, request: &Request, level: Level, begun: Instant) {
    let (table, wanted, at) = (live.table(), request.clone(), tables.clock().now());
    let ends = off_thread(move || match table.plan(&wanted, at, BySide::default()) {
        Ok(Planned::New(steps)) => steps.iter().any(|step| {
            let told = step.after.as_ref().and_then(|after| after.told.as_ref());
            told.is_none_or(|told| told.phase_over)
        }),
        _ => false,
    });
    if ends.await.unwrap_or(false) {
        let turn = tables.thinkers().times().turn;
        tokio::time::sleep(held_back(level, turn, begun.elapsed())).await;
    }
}

/// How soon a computer's decision is wanted.
fn haste(tables: &Tables, live: &Live, alone: bool, quick: bool) -> Haste {
    match (alone, quick) {
        (false, true) => Haste::Quick,
        (true, true) => Haste::QuickShow,
        (false, false) if is_seen(tables, live) => Haste::Plan,
        (_, false) => Haste::Idle,
    }
}

/// Thinks about a decision; the player is kept for the next.
async fn think(tables: &Tables, live: &Arc<Live>, due: Due) -> Result<Option<Choice>, NoThought> {
    let Due { side, level, orders, alone, seen, recruiter, .. } = due;
    let player = live.computer_seats.take_officer(side, level);
    let quick = level.is_quick() || player.as_ref().is_some_and(|player| player.is_quick(&seen));
    let haste = haste(tables, live, alone, quick);
    let wish = Wish { haste, origin: live.computer_seats.origin() };
    let (time, here) = (Time::Turn(tables.thinkers().times().turn), Arc::clone(live));
    let thought = tables.thinkers().think(wish, move |stop| {
        let hurried = Cell::new(false);
        let stop = || {
            hurried.set(hurried.get() || stop());
            hurried.get() || here.is_dead() || here.computer_seats.is_outdated(orders)
        };
        let mut player = match player {
            Some(player) => player,
            None => recruiter.player(level, side.word()).map_err(|_| NoThought::Fault)?,
        };
        let choice = player.choose(&seen, Deadline { time, stop: &stop });
        // Whoever gave way has planned in haste: another begins anew in his place.
        if !hurried.get() {
            here.computer_seats.keep_officer(side, (level, player));
        }
        Ok(choice)
    });
    thought.await?
}

/// Hands a seat back that its computer cannot play, so that nobody waits in vain.
async fn give_up(tables: &Arc<Tables>, live: &Arc<Live>, side: Side, level: Level) -> Turn {
    let command = Command::GiveUp(level);
    let request = Request { role: Role::of(side), request: None, version: None, command };
    match tables.command(&live.id, request).await {
        Ok(()) => Turn::Again,
        Err(Problem::NotYourDecision(_) | Problem::Over) => Turn::Again,
        Err(_) => Turn::Failed,
    }
}

/// What is needed to make a player for a game.
pub(super) struct Recruiter {
    staff: Option<Arc<dyn Staff>>,
    id: String,
}

impl Recruiter {
    /// For a table.
    pub fn new(table: &Table) -> Recruiter {
        Recruiter { staff: table.staff().cloned(), id: table.id.clone() }
    }

    /// The staff of the game.
    pub fn staff(&self) -> Result<&Arc<dyn Staff>, Problem> {
        self.staff
            .as_ref()
            .ok_or_else(|| Problem::NotAllowed("There is no staff for this battle.".into()))
    }

    /// A player of a level, with luck of its own for each duty.
    pub fn player(&self, level: Level, duty: &str) -> Result<Timed, Problem> {
        Ok(Timed::new(self.staff()?.player(level, luck(&self.id, duty))))
    }
}

/// The luck of a player: its own in every game, and no part of the dice.
fn luck(game: &str, duty: &str) -> u64 {
    let mut hasher = blake3::Hasher::new_derive_key("long roll 2026 staff");
    let hash = hasher.update(game.as_bytes()).update(b" ").update(duty.as_bytes()).finalize();
    hash.as_bytes().first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hidden_phase_takes_a_whole_number_of_its_levels_times() {
        let turn = Duration::from_secs(10);
        let held = |level, millis| {
            let passed = Duration::from_millis(millis);
            (passed + held_back(level, turn, passed)).as_millis()
        };
        assert_eq!((held(Level::Recruit, 3), held(Level::Recruit, 999)), (1000, 1000));
        assert_eq!((held(Level::Captain, 1000), held(Level::Captain, 1001)), (1000, 2000));
        assert_eq!((held(Level::General, 0), held(Level::General, 9_000)), (10_000, 10_000));
        assert_eq!(held(Level::General, 10_500), 20_000);
    }
}
