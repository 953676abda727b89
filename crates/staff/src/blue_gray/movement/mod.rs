//! The plans of a movement phase: whom to march where, by a rule of thumb, by judgement, or by playing plans out.

pub mod campaign;
pub mod closing;
pub mod intent;
pub mod muster;
pub mod playout;
pub mod proposals;
pub mod recruit;
pub mod rescue;
pub mod seizures;
pub mod sweeps;
pub mod trial;
