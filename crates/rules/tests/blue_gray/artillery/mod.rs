//! Artillery, lines of sight, terrain, and the door of positions: a module a printed rule, named after its
//! number.

mod words;

mod chapter_8_adjacent;
mod chapter_8_bombardment;
mod chapter_8_combined;
mod chapter_8_results;
mod chapter_8_sight;
mod chapter_9_terrain;
mod chapter_9_water;
mod documentation;
mod door;
mod door_actions;
mod door_damage;
mod door_pending;
mod door_position;
mod door_text;
mod door_units;
mod examples;
mod fates;
mod sight_exact;
