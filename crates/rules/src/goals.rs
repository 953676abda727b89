//! What a game is about, as clients are told it: words that every system's goals are made of.

use atlas::Side;
use serde_json::{Value, json};

use crate::rule::Rule;

/// One way to score, as it is told.
pub(crate) struct Source {
    /// What brings it.
    pub what: String,
    /// How much, in words.
    pub worth: String,
    /// To whom; `None`: whoever has it.
    pub to: Option<Side>,
    /// Whether it is scored for good.
    pub banked: bool,
    /// Who has it now.
    pub holder: Option<Side>,
    /// What it has brought to whom it goes; `None` where that is not known.
    pub now: Option<i64>,
    /// Where, by the printed names.
    pub cells: Vec<String>,
    /// Where the book says so.
    pub rule: Rule,
}

impl Source {
    /// As clients have it.
    pub(crate) fn told(&self) -> Value {
        let of = |side: Side| match self.to {
            Some(to) if to != side => json!(0),
            _ => json!(self.now),
        };
        json!({
            "what": self.what,
            "worth": self.worth,
            "to": self.to.map(Side::word),
            "banked": self.banked,
            "holder": self.holder.map(Side::word),
            "now": {"union": of(Side::Union), "confederate": of(Side::Confederate)},
            "cells": self.cells,
            "rule": self.rule.to_string(),
            "link": self.rule.link(),
        })
    }
}

/// What is left of the time.
pub(crate) fn clock(turn: u8, turns: u8) -> String {
    match turns.saturating_sub(turn) + 1 {
        1 => format!("Turn {turn} of {turns}: the last one."),
        left => format!("Turn {turn} of {turns}: {left} turns are left, with this one."),
    }
}
