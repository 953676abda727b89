//! What clients see of a game agrees with the rules: views, questions, facts, standing orders and words.

mod agreement;
mod attacks;
mod common;
mod face;
mod facts;
mod goals;
mod orders;
mod situations;
mod threats;
mod words;
