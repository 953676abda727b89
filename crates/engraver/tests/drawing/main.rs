//! What is drawn: maps, counters, type, and pictures of them.

mod counter_common;
mod counter_font;
mod counter_look;
mod counter_png;
mod counter_units;
mod figures;
mod latin;
mod maps;
