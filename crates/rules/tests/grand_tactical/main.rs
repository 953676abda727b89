//! The Grand-tactical system: a module for each chapter, a test for each sentence that can be violated.
//!
//! Names begin with the number of the rule: `r7_6_…` is GT 7.6, `q3_6_…` GT-QS 3.6, `t1_0_…` GT-T 1.0, and
//! `w09_…` a worked example of the rulebook.

mod attacks;
mod battles;
mod book;
mod book_lists;
mod book_tables;
mod combat_cases;
mod doors;
mod fire;
mod fixture;
mod fray;
mod hidden;
mod leaders;
mod losses;
mod melee;
mod odds;
mod operations;
mod quick_start;
mod random_games;
mod refusals;
mod retreat;
mod sequence;
mod sight;
mod skirmish;
mod slow_movement;
mod table;
mod threats;
mod time_limit;
