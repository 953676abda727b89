//! Examples in the interface's document: a battle that is always there.

/// The id of a battle.
pub fn battle() -> &'static str {
    atlas::builtin::ids().next().unwrap_or_default()
}

/// The system of that battle.
pub fn system() -> &'static str {
    battle().split('/').next().unwrap_or_default()
}

/// The name of that battle within its system.
pub fn name() -> &'static str {
    battle().split('/').nth(1).unwrap_or_default()
}
