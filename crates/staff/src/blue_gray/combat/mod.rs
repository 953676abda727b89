//! The combat phase: which attacks to order, in which sequence, and the choices after the die.

pub mod clash;
pub mod orders;
pub mod sequence;
pub mod steps;
