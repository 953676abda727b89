//! What a position is worth: the ground surveyed once, the balance of strength about the landmarks, what the enemy
//! can do next, and what all of it promises.

pub mod assessment;
pub mod balance;
pub mod desk;
pub mod experience;
pub mod outlook;
pub mod scene;
pub mod survey;
pub mod threat;
pub mod weights;

#[cfg(test)]
pub mod tests;
