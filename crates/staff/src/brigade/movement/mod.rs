//! Movement: what is worth assaulting and with whom, where everybody else goes, and which corps are named.

pub mod corps;
pub mod ford;
pub mod intent;
pub mod march;
pub mod plan;
pub mod playout;
pub mod rally;
pub mod strikes;
pub mod trial;
