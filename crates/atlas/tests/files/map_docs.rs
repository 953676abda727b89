//! What `docs/maps.md` shows and names is what the loader reads.

use atlas::map::{CrossingKind, LabelKind, Map, RoadClass, System, Terrain};

const PAGE: &str = include_str!("../../../../docs/maps.md");
const HEX: &str = include_str!("map_fixtures/hex.json");

#[test]
fn the_whole_map_on_the_page_loads() {
    let begin = PAGE.rfind("```json\n").unwrap() + "```json\n".len();
    let shown = PAGE[begin..].strip_suffix("```\n").unwrap();
    assert_eq!(shown, HEX);
    Map::from_json(shown).unwrap_or_else(|faults| panic!("{faults}"));
}

#[test]
fn the_faults_on_the_page_are_those_of_the_checker() {
    let broken = HEX.replacen(r#""forest""#, r#""swamp""#, 1).replacen(
        r#""bridge": "Stone bridge""#,
        r#""bridges": "Stone bridge""#,
        1,
    );
    let told = Map::from_json(&broken).unwrap_err().to_string();
    assert!(PAGE.contains(&format!("```\n{told}\n```")), "{told}");
}

#[test]
fn every_word_a_map_may_use_is_on_the_page() {
    let quoted = |word: &str| PAGE.contains(&format!("`{word}`"));
    let said = |word: &str| quoted(word) || PAGE.contains(&format!("`\"{word}\"`"));
    // The system of the tests is in no release.
    let released = System::ALL.iter().filter(|system| system.word() != "toy");
    let words = (released.map(|system| system.word()))
        .chain(Terrain::ALL.iter().map(|terrain| terrain.word()))
        .chain(RoadClass::ALL.iter().map(|class| class.word()))
        .chain(LabelKind::ALL.iter().map(|kind| kind.word()))
        .chain(CrossingKind::ALL.iter().map(|kind| kind.word()));
    for word in words {
        assert!(said(word), "{word} is not explained");
    }
}

/// The loader names every field it knows when it meets one it does not: the page must have them all.
#[test]
fn every_field_a_map_may_have_is_on_the_page() {
    let square = include_str!("map_fixtures/square.json");
    let brigade = include_str!("map_fixtures/brigade.json");
    let mut seen = 0;
    for text in [HEX, square, brigade] {
        let strange = text.replace("{\"", "{\"?\": 0, \"").replace("{\n", "{\n\"?\": 0,\n");
        let strange = strange.replace("\"?\": 0,\n}", "}");
        let faults = Map::from_json(&strange).unwrap_err();
        for fault in faults.kept() {
            let Some((_, known)) = fault.message.split_once("unknown field \"?\"; expected ")
            else {
                continue;
            };
            for field in known.replace(" or ", ", ").split(", ") {
                let mentioned = [format!("`{field}`"), format!("\"{field}\":")];
                assert!(
                    mentioned.iter().any(|form| PAGE.contains(form)),
                    "{field} is not explained"
                );
                seen += 1;
            }
        }
    }
    assert!(seen > 100, "only {seen} fields were told");
}
