//! The computer players for Blue & Gray.
//!
//! A [`Player`] yields one legal action for whatever decision is due, and says why. The [`Level`]s differ in
//! thought, not in knowledge: all of them act through the engine's own actions and judge with its own odds.
//! There is no clock, no thread and no file here; how long to think is a [`Budget`], and whoever has a clock
//! passes it in as a question.

mod assessment;
mod bearings;
pub mod bout;
mod budget;
mod campaign;
mod clash;
mod closing;
mod desk;
mod experience;
mod intent;
mod level;
mod muster;
mod names;
mod orders;
mod outlook;
mod player;
mod playout;
mod proposals;
mod purpose;
mod reasons;
mod recruit;
mod rescue;
mod seizures;
mod sequence;
mod standing;
mod steps;
mod survey;
mod sweeps;
mod threat;
mod trial;
mod weights;
mod words;

pub use assessment::{Assessment, Assessor, LevelChance};
pub use budget::{Budget, TurnTime, share_of_nodes};
pub use level::Level;
pub use names::Names;
pub use player::{Choice, Player, choose};
pub use weights::Weights;
