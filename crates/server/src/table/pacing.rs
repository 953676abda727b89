//! What players do about the time of a game with a pace: pauses, days off, the claim; and what the clock itself tells.

use atlas::{BySide, Side};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::draft::Draft;
use super::{Ended, How, Table, read};
use crate::entry::{Entry, Kind};
use crate::pace::{
    Alarm, AtEnd, DAY, Grant, Key, Pace, PacePlace, PaceView, PauseStage, PauseView, SeatPace,
    SeatsPace, StintKind, Time, Timer, span,
};
use crate::problem::Problem;

/// How many stints are remembered of which a player was reminded, or whose time ran out.
const MOST_KEYS: usize = 16;

/// What happened to the clocks, as everybody may read it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum ClockNews {
    /// Four fifths of a player's time have passed. It comes as an entry of kind `clock_reminder`.
    Reminder {
        /// What is left, in seconds.
        left: i64,
    },
    /// A player's time has run out.
    TimeUp,
    /// The game was claimed.
    Claimed,
    /// A pause was asked for.
    PauseAsked,
    /// The other refused it, or the asker thought better of it.
    PauseRefused,
    /// Both agreed on it: the clocks stand.
    Paused,
    /// One wants to go on.
    Ending {
        /// After how many seconds the pause is over, if the other does not agree before.
        after: i64,
    },
    /// The clocks go on.
    Resumed,
    /// A player takes days of vacation: his clock stands.
    Vacation {
        /// How many more.
        days: u8,
    },
    /// He is back.
    VacationOver {
        /// The days he did not begin.
        back: u8,
    },
}

/// What is done about a pause.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PauseWord {
    /// Ask for one.
    Ask,
    /// Agree to the other's wish.
    Agree,
    /// Refuse it, or withdraw one's own.
    Refuse,
    /// Go on: after a notice, or at once if both want to.
    Resume,
}

/// What is done about one's vacation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum VacationWord {
    /// Take so many days, or so many more.
    Take(u8),
    /// Come back; days that were not begun are not spent.
    End,
}

/// What a clock does to the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Ring {
    /// Of which stint.
    pub key: Key,
    /// What.
    pub alarm: Alarm,
    /// What is left, in milliseconds.
    pub left: i64,
}

/// A pause, if there is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Pause {
    #[default]
    None,
    Asked(Side),
    Paused(Side),
    /// Somebody wants to go on, since this entry.
    Ending(Side, usize),
}

/// A player's vacation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Vacation {
    /// Days that were taken.
    taken: u8,
    /// The entry with which he left, and for how many days.
    away: Option<(usize, u8)>,
}

/// What the entries say about the time of a game with a pace.
#[derive(Clone, Default)]
pub(super) struct Pacing {
    pause: Pause,
    vacation: BySide<Vacation>,
    /// The staff plays because a player's time ran out.
    stand_in: BySide<bool>,
    /// How often a player came back after that.
    rounds: BySide<u32>,
    reminded: Vec<Key>,
    up: Vec<Key>,
}

impl Pacing {
    /// How often a player came back to his seat.
    pub fn round(&self, side: Side) -> u32 {
        self.rounds[side]
    }

    /// Whether the staff plays because a player's time ran out.
    pub fn is_stand_in(&self, side: Side) -> bool {
        self.stand_in[side]
    }

    fn is_paused(&self) -> bool {
        matches!(self.pause, Pause::Paused(_) | Pause::Ending(..))
    }

    /// Whether a player's clock stands.
    pub fn stands(&self, side: Side) -> bool {
        self.is_paused() || self.vacation[side].away.is_some()
    }

    /// Whether a player was reminded of a stint.
    pub fn is_reminded(&self, key: &Key) -> bool {
        self.reminded.contains(key)
    }

    /// Whether the time of a stint has run out.
    pub fn is_up(&self, key: &Key) -> bool {
        self.up.contains(key)
    }

    /// What is timed beside the play.
    pub fn timers(&self, pace: &Pace) -> impl Iterator<Item = Timer> {
        let timer = |kind, side, began, grant| Timer {
            key: Key { kind, side, began, round: 0 },
            grant: Grant::Fixed(grant),
            runs: true,
            reminded: true,
            noted: false,
        };
        let away = |side: Side| {
            let (began, days) = self.vacation[side].away?;
            Some(timer(StintKind::Vacation, side, began, i64::from(days) * DAY))
        };
        let notice = match self.pause {
            Pause::Ending(by, began) => Some(timer(StintKind::Notice, by, began, pace.notice())),
            _ => None,
        };
        let all = [away(Side::Union), away(Side::Confederate), notice];
        all.into_iter().flatten()
    }

    /// Forgets what is known of stints that were taken back.
    pub fn cut(&mut self, to: usize) {
        self.reminded.retain(|key| !key.is_beyond(to));
        self.up.retain(|key| !key.is_beyond(to));
    }

    /// A computer sat down in a seat, or left it.
    pub fn seat(&mut self, side: Side, computer: bool, stand_in: bool) {
        if !computer && self.stand_in[side] {
            self.rounds[side] += 1;
        }
        self.stand_in[side] = computer && stand_in;
    }

    /// Makes what an entry tells of the clocks count.
    pub fn fold(&mut self, entry: &Entry) -> Result<(), String> {
        let news = entry.clock.as_ref().ok_or("a clock that tells nothing")?;
        let by = entry.by.ok_or("nobody's clock")?;
        let key = || read(entry.secret.data.as_ref().ok_or("a clock of nothing")?);
        let seq = usize::try_from(entry.seq).unwrap_or(usize::MAX);
        match news {
            ClockNews::Reminder { .. } => remember(&mut self.reminded, key()?),
            ClockNews::TimeUp => remember(&mut self.up, key()?),
            ClockNews::PauseAsked => self.pause = Pause::Asked(by),
            ClockNews::PauseRefused | ClockNews::Resumed => self.pause = Pause::None,
            ClockNews::Paused => self.pause = Pause::Paused(by),
            ClockNews::Ending { .. } => self.pause = Pause::Ending(by, seq),
            ClockNews::Vacation { days } => {
                let vacation = &mut self.vacation[by];
                vacation.taken = vacation.taken.saturating_add(*days);
                let (began, before) = vacation.away.unwrap_or((seq, 0));
                vacation.away = Some((began, before.saturating_add(*days)));
            }
            ClockNews::VacationOver { back } => {
                let vacation = &mut self.vacation[by];
                vacation.taken = vacation.taken.saturating_sub(*back);
                vacation.away = None;
            }
            ClockNews::Claimed => {}
        }
        Ok(())
    }
}

fn remember(keys: &mut Vec<Key>, key: Key) {
    if keys.len() >= MOST_KEYS {
        keys.remove(0);
    }
    keys.push(key);
}

fn refuse<T>(words: &str) -> Result<T, Problem> {
    Err(Problem::NotAllowed(words.to_owned()))
}

impl Table {
    fn pace(&self) -> Result<&Pace, Problem> {
        self.facts.pace.as_ref().ok_or_else(|| {
            Problem::NotAllowed(
                "This game was set up without a pace: nobody's time is kept.".into(),
            )
        })
    }

    /// Adds an entry about the clocks.
    fn tell<'d>(draft: &'d mut Draft, by: Side, text: String, news: ClockNews) -> &'d mut Entry {
        let kind = match news {
            ClockNews::Reminder { .. } => Kind::ClockReminder,
            _ => Kind::Clock,
        };
        let entry = draft.add(kind, Some(by));
        (entry.text, entry.clock) = (Some(text), Some(news));
        entry
    }

    /// What a clock does: it reminds, or its time has run out.
    pub(super) fn plan_ring(&self, draft: &mut Draft, ring: &Ring) -> Result<(), Problem> {
        let Ring { key, alarm, left } = *ring;
        if key.kind == StintKind::Phase {
            return self.plan_expire(draft, key.began);
        }
        let side = key.side;
        let timer = self.timers().into_iter().find(|timer| timer.key == key && timer.runs);
        let Some(timer) = timer else { return refuse("This clock runs no more.") };
        match (key.kind, alarm) {
            (StintKind::Vacation, _) => {
                let text = format!("The {side} player’s vacation is over; the clock goes on.");
                Table::tell(draft, side, text, ClockNews::VacationOver { back: 0 });
            }
            (StintKind::Notice, _) => {
                let text = "The pause is over; the clocks go on.".to_owned();
                Table::tell(draft, side, text, ClockNews::Resumed);
            }
            (_, Alarm::Reminder) if !timer.reminded => {
                let text = format!("The {side} player has {} left {}.", span(left), about(key));
                let news = ClockNews::Reminder { left: left / 1000 };
                Table::tell(draft, side, text, news).secret.data = Some(json!(key));
            }
            (_, Alarm::End) if !timer.noted => self.plan_time_up(draft, key)?,
            _ => {}
        }
        Ok(())
    }

    fn plan_time_up(&self, draft: &mut Draft, key: Key) -> Result<(), Problem> {
        let side = key.side;
        let at_end = self.pace()?.at_end;
        let what = match at_end {
            AtEnd::Claim {} => format!("the {} side may claim the game", side.other()),
            AtEnd::Staff { .. } => "the staff takes the seat until the player is back".to_owned(),
        };
        let text = format!("The {side} player’s time {} has run out: {what}.", about(key));
        Table::tell(draft, side, text, ClockNews::TimeUp).secret.data = Some(json!(key));
        if let AtEnd::Staff { level } = at_end {
            self.stand_in(draft, side, level);
        }
        Ok(())
    }

    /// The other side claims the game of a player whose time has run out.
    pub(super) fn plan_claim(&self, draft: &mut Draft, side: Side) -> Result<(), Problem> {
        let pace = self.pace()?;
        match self.time_up() {
            _ if matches!(pace.at_end, AtEnd::Staff { .. }) => {
                return refuse(
                    "In this game the staff plays when a player’s time has run out; it is not claimed.",
                );
            }
            None => return refuse("Nobody’s time has run out: there is nothing to claim."),
            Some(late) if late == side => {
                return refuse("It is your own time that has run out.");
            }
            Some(_) if self.pacing.is_paused() => {
                return refuse("The clocks stand: a game is not claimed during a pause.");
            }
            Some(_) => {}
        }
        let late = side.other();
        let text = format!("The {side} side claims the game.");
        Table::tell(draft, side, text, ClockNews::Claimed);
        let words =
            format!("The {late} player’s time ran out, and the {side} side claimed the game.");
        draft.end(&Ended { how: How::Time, winner: Some(side), level: None, words });
        Ok(())
    }

    /// Whose time has run out, as long as he has not ended what he was late with.
    fn time_up(&self) -> Option<Side> {
        if self.ended.is_some() || self.is_waiting() {
            return None;
        }
        self.own_key().filter(|key| self.pacing.is_up(key)).map(|key| key.side)
    }

    /// Something about a pause.
    pub(super) fn plan_pause(
        &self,
        draft: &mut Draft,
        side: Side,
        word: PauseWord,
    ) -> Result<(), Problem> {
        let notice = self.pace()?.notice();
        let who = format!("The {side} side");
        let (text, news) = match (word, self.pacing.pause) {
            (PauseWord::Ask, Pause::None) => {
                (format!("{who} asks for a pause."), ClockNews::PauseAsked)
            }
            (PauseWord::Ask, Pause::Asked(by)) if by == side => {
                return refuse("You have asked for a pause already.");
            }
            (PauseWord::Agree, Pause::Asked(by)) if by == side => {
                return refuse("The other side is to agree to your wish.");
            }
            (PauseWord::Ask | PauseWord::Agree, Pause::Asked(_)) => {
                ("Both sides agreed on a pause: the clocks stand.".into(), ClockNews::Paused)
            }
            (PauseWord::Ask, _) => return refuse("The clocks stand already."),
            (PauseWord::Refuse, Pause::Asked(by)) if by == side => {
                (format!("{who} no longer asks for a pause."), ClockNews::PauseRefused)
            }
            (PauseWord::Refuse, Pause::Asked(_)) => {
                (format!("{who} wants to go on without a pause."), ClockNews::PauseRefused)
            }
            (PauseWord::Agree | PauseWord::Refuse, _) => {
                return refuse("Nobody asks for a pause.");
            }
            (PauseWord::Resume, Pause::Paused(_)) => {
                let text = format!("{who} wants to go on: the pause ends after {}.", span(notice));
                (text, ClockNews::Ending { after: notice / 1000 })
            }
            (PauseWord::Resume, Pause::Ending(by, _)) if by != side => {
                ("Both sides go on: the pause is over.".into(), ClockNews::Resumed)
            }
            (PauseWord::Resume, Pause::Ending(..)) => {
                return refuse("You have said so already: the pause ends after the notice.");
            }
            (PauseWord::Resume, _) => return refuse("There is no pause."),
        };
        Table::tell(draft, side, text, news);
        Ok(())
    }

    /// Something about one's vacation.
    pub(super) fn plan_vacation(
        &self,
        draft: &mut Draft,
        side: Side,
        word: VacationWord,
    ) -> Result<(), Problem> {
        let budget = self.pace()?.vacation_days;
        let vacation = self.pacing.vacation[side];
        match (word, vacation.away) {
            (VacationWord::Take(_), _) if budget == 0 => {
                refuse("This game was set up without vacation.")
            }
            (VacationWord::Take(_), _) if self.time_up() == Some(side) => {
                refuse("Your time has run out: no vacation brings it back.")
            }
            (VacationWord::Take(days), _) if days > budget.saturating_sub(vacation.taken) => {
                let left = budget.saturating_sub(vacation.taken);
                let left = if left == 0 { "no day".to_owned() } else { days_of(left) };
                Err(Problem::NotAllowed(format!("You have {left} of vacation left.")))
            }
            (VacationWord::Take(days), away) => {
                let more = if away.is_some() { " more" } else { "" };
                let many = days_of(days);
                let text = format!(
                    "The {side} player takes {many}{more} of vacation; that clock stands meanwhile."
                );
                Table::tell(draft, side, text, ClockNews::Vacation { days });
                Ok(())
            }
            (VacationWord::End, None) => refuse("You are not on vacation."),
            (VacationWord::End, Some((_, days))) => {
                let begun = u8::try_from(draft.absence[side].days_begun).unwrap_or(days);
                let back = days.saturating_sub(begun.max(1));
                let text = format!("The {side} player is back from vacation; the clock goes on.");
                Table::tell(draft, side, text, ClockNews::VacationOver { back });
                Ok(())
            }
        }
    }

    /// The pace and how the players stand with it.
    pub(super) fn pace_view(&self, place: Option<PacePlace>) -> Option<PaceView> {
        let pace = self.facts.pace.as_ref()?;
        let whole = match pace.time {
            Time::Turn { seconds } => seconds * 1000,
            Time::Banked { bank, .. } => bank * 1000,
        };
        let at_first =
            PacePlace { left: BySide { union: whole, confederate: whole }, ..PacePlace::default() };
        let place = place.unwrap_or(at_first);
        let seat = |side: Side| SeatPace {
            left: place.left[side],
            vacation_days: pace.vacation_days.saturating_sub(self.pacing.vacation[side].taken),
            away: place.away[side],
            stand_in: self.pacing.is_stand_in(side),
        };
        let time_up = self.time_up();
        let claims = matches!(pace.at_end, AtEnd::Claim {}) && !self.pacing.is_paused();
        let pause = |stage, by| Some(PauseView { stage, by, left: None });
        Some(PaceView {
            terms: *pace,
            words: pace.words(),
            seats: SeatsPace { union: seat(Side::Union), confederate: seat(Side::Confederate) },
            time_up,
            may_claim: time_up.filter(|_| claims).map(Side::other),
            pause: match self.pacing.pause {
                Pause::None => None,
                _ if self.ended.is_some() => None,
                Pause::Asked(by) => pause(PauseStage::Asked, by),
                Pause::Paused(by) => pause(PauseStage::Paused, by),
                Pause::Ending(by, _) => {
                    Some(PauseView { stage: PauseStage::Ending, by, left: place.notice })
                }
            },
        })
    }
}

fn days_of(days: u8) -> String {
    if days == 1 { "1 day".into() } else { format!("{days} days") }
}

/// What a stint is about, in words.
const fn about(key: Key) -> &'static str {
    match key.kind {
        StintKind::Turn | StintKind::Phase => "for this turn",
        StintKind::Choice => "for this choice",
        _ => "for the dice that wait",
    }
}
