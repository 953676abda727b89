//! One file of a battle, in place of the built-in one: a battle of whatever system, or faults; what
//! loads plays, or says why not.

use atlas::battle::Battle as Files;
use rules::dice::Seed;
use rules::game::{Game, Seat};

/// The first line names the file (`brigade/antietam/rules.toml`), the rest is what stands in it.
/// Says whether the battle could be played.
pub fn feed(bytes: &[u8]) -> bool {
    let Some(end) = bytes.iter().position(|&byte| byte == b'\n') else { return false };
    let Ok(name) = std::str::from_utf8(&bytes[..end]) else { return false };
    let battle = atlas::builtin::ids().find(|id| name.starts_with(id));
    let Some((battle, mut folder)) = battle.zip(battle.and_then(atlas::builtin::files)) else {
        return false;
    };
    let file = name[battle.len()..].trim_start_matches('/');
    if folder.get(file).is_none() {
        return false;
    }
    folder.add(file, &bytes[end + 1..]);
    match Files::from_files(battle, &folder) {
        Ok(files) => plays(&files),
        Err(faults) => {
            assert!(!faults.kept().is_empty() && !faults.to_string().is_empty());
            false
        }
    }
}

/// A battle that loads begins, or is refused in words; what is listed at its start is legal.
fn plays(files: &Files) -> bool {
    match Game::new(files, None, &[]) {
        Ok(game) => {
            let (_, state) = game.begin(&Seed::from_number(7), serde_json::Map::new());
            let seat = game.decider(&state).map_or(Seat::Watcher, Seat::Side);
            for listed in game.list(&state, seat).iter().take(20) {
                assert!(game.check(&state, seat, &listed["action"]).is_ok(), "{listed}");
            }
            true
        }
        Err(refused) => {
            assert!(!refused.to_string().is_empty());
            false
        }
    }
}
