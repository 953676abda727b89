//! A record of whatever system: it replays, or is refused with a line.

use rules::record::Line;

use super::game_of;

/// Says whether it was replayed to its end.
pub fn feed(text: &str) -> bool {
    let head = text.lines().next().unwrap_or_default();
    let Ok(Line::Header(header)) = Line::read(head) else { return false };
    let game = game_of(&header.battle, Some(&header.scenario), &header.options);
    let Some(game) = game else { return false };
    match game.verify(text) {
        Ok(_) => true,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}
