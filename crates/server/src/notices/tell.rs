//! What a change of a game means to those who are not at the table. Each is told what his own eyes see: in a hidden game a
//! decision becomes his when he may know that it has.

use atlas::Side;
use rules::game::Seat;

use super::channel::{Notice, Said, Telling, What};
use crate::entry::Kind;
use crate::facts::Holder;
use crate::moment::Moment;
use crate::table::{Step, Table};

/// What a change is to tell; nothing, if it changes nobody's turn and asks nobody anything.
pub fn telling(before: &Table, steps: &[Step], by: Option<Side>, at: Moment) -> Option<Telling> {
    if !may_matter(before, steps) {
        return None;
    }
    // The table as it will be; it shares what it holds with this one.
    let mut after = before.clone();
    for step in steps {
        after.take(step.entry.clone(), step.after.clone());
    }
    let (mut left, mut notices) = (Vec::new(), Vec::new());
    for side in Side::BOTH {
        let notice = |what| Notice { side, what, said: said(&after, side) };
        match (waits_for(before, side), waits_for(&after, side)) {
            (true, false) => left.push(side),
            (false, true) => notices.push(notice(What::Turn)),
            _ => {}
        }
        if !before.is_over() && after.is_over() && by != Some(side) {
            notices.push(notice(What::Over));
        }
        let reminded =
            |step: &Step| step.entry.kind == Kind::ClockReminder && step.entry.by == Some(side);
        if !after.is_over() && steps.iter().any(reminded) {
            notices.push(notice(What::Reminder));
        }
        let asked = |step: &&Step| step.entry.kind == Kind::TakeBackAsked;
        let asked = steps.iter().rev().find(asked).and_then(|step| step.entry.by);
        if asked.is_some_and(|by| by != side) && !after.is_over() && is_person(&after, side) {
            notices.push(notice(What::TakeBack));
        }
    }
    if left.is_empty() && notices.is_empty() {
        return None;
    }
    Some(Telling { game: before.id.clone(), at, cause: after.seq(), by, left, notices })
}

/// Whether a change may make a decision somebody else's: cheap enough for every command.
fn may_matter(before: &Table, steps: &[Step]) -> bool {
    let game = before.play().game();
    let decider = game.decider(before.play().now());
    steps.iter().any(|step| match step.entry.kind {
        Kind::Action => {
            let after = step.after.as_ref().map(|after| game.decider(&after.state));
            after.is_none_or(|after| after != decider)
        }
        Kind::Started | Kind::Talk | Kind::Orders | Kind::Dice => false,
        Kind::DrawOffered | Kind::DrawRefused | Kind::TakeBackRefused => false,
        Kind::Begun | Kind::ThrowWaits | Kind::Undo | Kind::TakeBackAsked => true,
        Kind::TakeBackGranted | Kind::DrawAgreed | Kind::Resigned => true,
        Kind::Seat | Kind::Ended | Kind::Clock | Kind::ClockReminder => true,
    })
}

fn is_person(table: &Table, side: Side) -> bool {
    table.holder(side) != Holder::Computer
}

/// Whether a game waits for a side, as far as that side may know.
fn waits_for(table: &Table, side: Side) -> bool {
    if table.is_over() || table.is_waiting() || table.why_read_only().is_some() {
        return false;
    }
    if let Some(awaited) = table.throw_awaits() {
        return awaited.contains(&side);
    }
    let game = table.play().game();
    is_person(table, side) && game.decider(&table.now_for(Seat::Side(side))) == Some(side)
}

/// What is said of a game to a side.
pub fn said(table: &Table, side: Side) -> Said {
    let now = table.now_for(Seat::Side(side));
    let moment = (!table.is_waiting()).then(|| table.play().game().moment(&now));
    let phase =
        |moment: &rules::Moment| format!("{} {}", moment.side, moment.phase.replace('_', " "));
    let going_on = moment.as_ref().filter(|_| !table.is_over());
    Said {
        title: table.facts.title.clone(),
        turn: going_on.map(|moment| moment.turn),
        turns: going_on.map(|moment| moment.turns),
        phase: going_on.map(phase),
        ended: table.ended_words().map(str::to_owned),
    }
}
