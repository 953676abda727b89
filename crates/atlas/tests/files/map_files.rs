//! The five maps of the built-in battles load, and say what their files say.

use atlas::map::Map;

const FILES: [(&str, &str); 5] = [
    ("blue-gray/antietam", include_str!("../../../../battles/blue-gray/antietam/map.json")),
    ("blue-gray/chattanooga", include_str!("../../../../battles/blue-gray/chattanooga/map.json")),
    (
        "blue-gray/fredericksburg",
        include_str!("../../../../battles/blue-gray/fredericksburg/map.json"),
    ),
    ("brigade/antietam", include_str!("../../../../battles/brigade/antietam/map.json")),
    (
        "grand-tactical/antietam",
        include_str!("../../../../battles/grand-tactical/antietam/map.json"),
    ),
];

fn load(text: &str) -> Map {
    Map::from_json(text).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn the_five_maps_are_free_of_faults() {
    for (id, text) in FILES {
        assert_eq!(load(text).id, id);
    }
}

#[test]
fn writing_and_reading_gives_the_same_map() {
    for (id, text) in FILES {
        let map = load(text);
        let written = map.to_json();
        let again = load(&written);
        assert_eq!(again, map, "{id}");
        assert_eq!(again.to_json(), written, "{id}");
    }
}
