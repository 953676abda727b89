//! Stories of recorded games.

use atlas::battle::Battle;
use press::story::{Film, Story, StoryError, animation, html};
use rules::game::Game;

const RECORD: &str = include_str!("../../../rules/tests/records/antietam.jsonl");

fn game(record: &str) -> (Battle, Game) {
    let header = rules::record::header_of(record).expect("a record");
    let files = atlas::builtin::battle(&header.battle).expect("a built-in battle");
    let game = Game::new(&files, Some(&header.scenario), &header.options).expect("a game");
    (files, game)
}

#[test]
fn a_page_holds_every_step_and_needs_nothing_else() {
    let (files, game) = game(RECORD);
    let story = Story::read(&files, &game, RECORD).expect("a story");
    let page = html(&story);
    let actions = RECORD.lines().filter(|line| line.contains("\"action\"")).count();
    assert!(actions > 50);
    assert_eq!(story.actions(), actions);
    let data = page.split("id=\"story\">").nth(1).and_then(|rest| rest.split("</script>").next());
    let data: serde_json::Value = serde_json::from_str(data.expect("data")).expect("JSON");
    assert_eq!(data["steps"].as_array().map(Vec::len), Some(actions + 1));
    for wanted in ["src=", "http:", "https:", "@import", "url(http", "<link"] {
        assert!(!page.contains(wanted), "{wanted}");
    }
    let references = page.split("href=\"").skip(1).filter(|rest| !rest.starts_with('#'));
    assert_eq!(references.count(), 0);
    assert!(page.contains(&engraver::escape(&story.outcome)));
    assert!(page.contains("OpenStreetMap"));
    // Where everybody stands in the end follows from what changed at each step.
    let mut cells = serde_json::Map::new();
    for step in data["steps"].as_array().expect("steps") {
        for (cell, here) in step["cells"].as_object().expect("cells") {
            cells.insert(cell.clone(), here.clone());
        }
    }
    cells.retain(|_, here| here.as_array().is_some_and(|here| !here.is_empty()));
    let mut replay = game.replay(RECORD).expect("a record");
    replay.finish().expect("a sound record");
    let stands = game.counters(&replay.state(), rules::game::Seat::Watcher);
    let told: usize = cells.values().filter_map(|here| Some(here.as_array()?.len())).sum();
    assert_eq!(told, stands.len());
    for stand in &stands {
        let name = files.map.grid.name(stand.cell).to_string();
        let here = cells[&name].as_array().expect("units");
        assert!(here.iter().any(|one| one[0] == stand.unit.as_str()), "{}", stand.unit);
    }
    assert_eq!(page, html(&Story::read(&files, &game, RECORD).expect("a story")));
}

#[test]
fn an_animated_picture_shows_as_many_positions_as_it_may() {
    let (files, game) = game(RECORD);
    let story = Story::read(&files, &game, RECORD).expect("a story");
    let how = Film { width: 240, scenes: 5, milliseconds: 100 };
    let bytes = animation(&story, &how).expect("a picture");
    let controls = bytes.windows(4).filter(|chunk| chunk == b"fcTL").count();
    assert_eq!(controls, 5);
    let width = u32::from_be_bytes(bytes[16..20].try_into().expect("four bytes"));
    assert_eq!(width, 240);
    assert!(bytes == animation(&story, &how).expect("a picture"), "the bytes differ");
}

#[test]
fn a_game_that_goes_on_has_no_story_yet() {
    let lines: Vec<&str> = RECORD.lines().collect();
    let begun = lines[..20].join("\n") + "\n";
    let (files, game) = game(&begun);
    let refused = Story::read(&files, &game, &begun).err().expect("a refusal");
    assert!(matches!(refused, StoryError::Unfinished), "{refused}");
    let broken = RECORD.replacen("\"hash\":\"", "\"hash\":\"0", 2);
    assert!(matches!(Story::read(&files, &game, &broken), Err(StoryError::Record(_))));
}

#[test]
fn of_a_hidden_game_everything_is_told() {
    let record =
        include_str!("../../../rules/tests/records/grand-tactical-antietam-basic-hidden.jsonl");
    let (files, game) = game(record);
    let story = Story::read(&files, &game, record).expect("a story");
    let page = html(&story);
    let data = page.split("id=\"story\">").nth(1).and_then(|rest| rest.split("</script>").next());
    let data: serde_json::Value = serde_json::from_str(data.expect("data")).expect("JSON");
    let begun = data["steps"][0]["cells"].as_object().expect("cells");
    let told: usize = begun.values().filter_map(|here| Some(here.as_array()?.len())).sum();
    let start = |unit: &&atlas::battle::Unit| matches!(unit.start, atlas::battle::Start::At(_));
    let standing = files.scenarios[0].units.iter().filter(start).count();
    assert_eq!(told, standing);
}
