//! The map and battle files: what they say, what is refused, and what the maps allow.

mod battle_builtin;
mod battle_docs;
mod battle_faults;
mod battle_rosters;
mod ground_maps;
mod map_docs;
mod map_faults;
mod map_files;
mod map_mutations;
mod map_survey;
