//! Fighting: what an assault or a bombardment promises, which are made, and the choices after the die.

pub mod fights;
pub mod fire;
pub mod price;
pub mod steps;
