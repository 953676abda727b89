//! Kits and stories as they leave the house.

mod kit;
mod story;
