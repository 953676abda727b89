//! The sequence of play, movement, zones of control, night and attack effectiveness: a module a printed
//! rule, named after its number.

mod chapter_10;
mod chapter_11;
mod chapter_11_withdrawal;
mod chapter_5;
mod chapter_5_friends;
mod chapter_5_terrain;
mod chapter_5_water;
mod chapter_6;
mod chapters_2_to_4;
mod judge;
mod properties;
