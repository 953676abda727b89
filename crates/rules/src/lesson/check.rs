//! Plays a lesson with the engine: what it says must be so.

use atlas::fault::{Faults, Report};
use serde_json::Value;

use super::{Deed, Lesson, Slip, Step, covers};
use crate::dice::Seed;
use crate::game::{ActError, Acted, Game, GameState, Seat};
use crate::record::Source;

impl Lesson {
    /// Plays every step with its draws, tries every mistake, and says everything that is not as the lesson has
    /// it.
    pub fn check(&self, game: &Game) -> Result<(), Faults> {
        let mut report = Report::new();
        let mut state: Option<GameState> = None;
        for (index, step) in self.steps.iter().enumerate() {
            let place = format!("step {}", step.id);
            let begun = match &step.position {
                None => state.take(),
                Some(position) => match game.read_position(position) {
                    Ok(state) => Some(state),
                    Err(faults) => {
                        report.fault(format!("{place}, position"), faults.to_string());
                        None
                    }
                },
            };
            let Some(begun) = begun else {
                report.fault(place, "it has no position to begin with");
                continue;
            };
            if game.decider(&begun).map(|side| side.word()) != Some(self.side) {
                report.fault(&place, "the first decision is not the learner's");
            }
            self.other_ways(&mut report, game, &begun, index);
            state = play(&mut report, game, begun, step, &place, self.side);
        }
        report.finish(())
    }

    /// Plays every alternative that is a whole action, and after it all that follows without a position of its own: what
    /// those steps say must be so on this way, too.
    fn other_ways(&self, report: &mut Report, game: &Game, begun: &GameState, index: usize) {
        let step = &self.steps[index];
        let following = self.steps[index + 1..].iter().take_while(|step| step.position.is_none());
        let following: Vec<&Step> = following.collect();
        let mut state = begun.clone();
        for (n, deed) in step.deeds.iter().enumerate() {
            for other in &deed.or {
                // A pattern that leaves something open is no action, and is refused here.
                if game.check(&state, seat(game, &state), other).is_err() {
                    continue;
                }
                let place = format!("step {}, deed {}, or {other}", step.id, n + 1);
                let own = Deed { action: other.clone(), or: Vec::new(), ..deed.clone() };
                let rest = std::iter::once(&own).chain(&step.deeds[n + 1..]);
                follow(report, game, state.clone(), rest, &following, &place);
            }
            let source = Source::new(Seed::from_number(0));
            // What cannot be played is told where the step itself is.
            let Ok(acted) = game.act(&state, &source, &deed.action, &deed.dice) else { return };
            state = acted.state;
        }
    }
}

/// Plays the rest of a step and the steps after it; everything is told at one place, with the step where it was found.
fn follow<'l>(
    report: &mut Report,
    game: &Game,
    begun: GameState,
    rest: impl Iterator<Item = &'l Deed>,
    following: &[&Step],
    place: &str,
) {
    let mut state = begun;
    for deed in rest {
        let Some(acted) = done(report, game, &state, Said::deed(deed), place) else { return };
        state = acted.state;
    }
    for step in following {
        let place = format!("{place}, then step {}", step.id);
        for slip in &step.slips {
            try_slip(report, game, &state, slip, &place);
        }
        for deed in &step.deeds {
            let Some(acted) = done(report, game, &state, Said::deed(deed), &place) else { return };
            state = acted.state;
        }
    }
}

/// Plays a step; the state after it, if it can be played.
fn play(
    report: &mut Report,
    game: &Game,
    begun: GameState,
    step: &Step,
    place: &str,
    side: &str,
) -> Option<GameState> {
    for (index, slip) in step.slips.iter().enumerate() {
        try_slip(report, game, &begun, slip, &format!("{place}, slip {}", index + 1));
    }
    let mut state = begun;
    for (index, deed) in step.deeds.iter().enumerate() {
        let place = format!("{place}, deed {}", index + 1);
        let own = game.decider(&state).map(|side| side.word()) == Some(side);
        if own {
            alternatives(report, game, &state, deed, &place);
        }
        state = done(report, game, &state, Said::deed(deed), &place)?.state;
    }
    Some(state)
}

/// What else counts must be something that can be done.
fn alternatives(report: &mut Report, game: &Game, state: &GameState, deed: &Deed, place: &str) {
    let listed = game.list(state, seat(game, state));
    for pattern in &deed.or {
        if !listed.iter().any(|one| covers(pattern, &one["action"])) {
            report.fault(place, format!("nothing that can be done is like {pattern}"));
        }
    }
}

/// A mistake must be refused as the lesson says, or be possible.
fn try_slip(report: &mut Report, game: &Game, state: &GameState, slip: &Slip, place: &str) {
    if let Some(rule) = &slip.refused {
        match game.check(state, seat(game, state), &slip.action) {
            Err(ActError::Refused(refused)) if refused.rule.to_string() == *rule => {}
            Err(error) => report.fault(place, format!("expected a refusal by {rule}: {error}")),
            Ok(()) => report.fault(place, format!("it is legal; expected a refusal by {rule}")),
        }
        return;
    }
    let whole = !slip.dice.is_empty() || slip.odds.is_some() || !slip.events.is_empty();
    if whole {
        done(report, game, state, Said::slip(slip), place);
    } else if !game
        .list(state, seat(game, state))
        .iter()
        .any(|one| covers(&slip.action, &one["action"]))
    {
        report.fault(place, format!("nothing that can be done is like {}", slip.action));
    }
}

/// What a lesson says of an action.
struct Said<'l> {
    action: &'l Value,
    dice: &'l [u16],
    odds: Option<&'l Value>,
    events: &'l [Value],
}

impl<'l> Said<'l> {
    fn deed(deed: &'l Deed) -> Said<'l> {
        let Deed { action, dice, odds, events, .. } = deed;
        Said { action, dice, odds: odds.as_ref(), events }
    }

    fn slip(slip: &'l Slip) -> Said<'l> {
        let Slip { action, dice, odds, events, .. } = slip;
        Said { action, dice, odds: odds.as_ref(), events }
    }
}

/// Carries an action out and compares what the lesson says of it.
fn done(
    report: &mut Report,
    game: &Game,
    state: &GameState,
    said: Said<'_>,
    place: &str,
) -> Option<Acted> {
    if let Some(wanted) = said.odds {
        match game.odds(state, seat(game, state), said.action) {
            Ok(Some(odds)) if covers(wanted, &odds) => {}
            Ok(Some(odds)) => {
                let found = odds.get("column").unwrap_or(&odds);
                report.fault(place, format!("the odds are {found}; expected {wanted}"));
            }
            Ok(None) => report.fault(place, "such an action has no odds"),
            Err(_) => {}
        }
    }
    let source = Source::new(Seed::from_number(0));
    let acted = match game.act(state, &source, said.action, said.dice) {
        Ok(acted) => acted,
        Err(error) => {
            report.fault(place, error.to_string());
            return None;
        }
    };
    if acted.line.dice.len() != said.dice.len() {
        let (drawn, given) = (acted.line.dice.len(), said.dice.len());
        report.fault(place, format!("it draws {drawn}, and the lesson gives {given}"));
    }
    let mut wanted = said.events.iter().peekable();
    for event in &acted.line.events {
        wanted.next_if(|pattern| covers(pattern, event));
    }
    for pattern in wanted {
        let told: Vec<String> = acted.line.events.iter().map(Value::to_string).collect();
        report.fault(place, format!("{pattern} does not happen: {}", told.join(" ")));
    }
    Some(acted)
}

fn seat(game: &Game, state: &GameState) -> Seat {
    game.decider(state).map_or(Seat::Watcher, Seat::Side)
}
