//! What players say of their choices: the reasons in words, and actions in sentences.

pub mod actions;
pub mod campaign;
pub mod words;
