//! What a position is worth: the survey of the ground, where units are wanted, how a side stands, what threatens it,
//! and what it promises at the end.

pub mod assessment;
pub mod bearings;
pub mod desk;
pub mod experience;
pub mod outlook;
pub mod standing;
pub mod survey;
pub mod threat;
pub mod weights;
