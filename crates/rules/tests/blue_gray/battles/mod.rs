//! The battles' own books, Antietam, Fredericksburg, Chattanooga: a module a printed rule, named after its
//! number (`a` Antietam, `f` Fredericksburg, `c` Chattanooga). And the files battles are made of.

pub mod words;

mod antietam_artillery;
mod antietam_limits;
mod antietam_options;
mod antietam_reinforcements;
mod antietam_victory;
mod battle_folder;
mod chattanooga_ground;
mod chattanooga_limits;
mod chattanooga_reinforcements;
mod chattanooga_victory;
mod deployment;
mod fredericksburg_exits;
mod fredericksburg_ground;
mod fredericksburg_limits;
mod fredericksburg_reinforcements;
mod fredericksburg_victory;
mod may_3;
mod rules_file;
mod tables;
