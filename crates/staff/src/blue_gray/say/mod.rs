//! What players say of their choices: the purpose of a move, the reasons in words, the names of places.

pub mod actions;
pub mod purpose;
pub mod reasons;
pub mod words;
