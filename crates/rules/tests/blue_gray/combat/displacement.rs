//! Chapter 7.8: displacement.

use serde_json::json;

use crate::combat::words::*;
use crate::fixture::{Field, Game};

/// A corridor in which A drives X south from 0104 into full hexes: P and Q in 0105, more if wanted.
fn crowded(length: usize) -> Field {
    corridor(length)
        .union("A", 8, "0103")
        .confederate("X", 2, "0104")
        .confederate("P", 1, "0105")
        .confederate("Q", 1, "0105")
}

fn driven(field: Field) -> Game {
    let mut game = field.combat();
    game.apply(announced(&["0103"], &["0104"], "1-1"), &[1]);
    game
}

fn whereabouts<const N: usize>(game: &Game, units: [&str; N]) -> [String; N] {
    units.map(|unit| game.whereabouts(unit))
}

/// [BG 7.81] With only full hexes open, the retreating unit takes the place of one unit, which retreats too.
mod r7_81_displacement {
    use super::*;

    #[test]
    fn the_owner_chooses_whom() {
        let mut game = driven(crowded(7));
        assert_eq!(step(&game), "retreat confederate");
        assert_eq!(game.why(displace("X", "0105", "P")), "legal");
        assert_eq!(game.why(displace("X", "0105", "Q")), "legal");
        game.apply(displace("X", "0105", "Q"), &[]);
        assert_eq!(whereabouts(&game, ["X", "P", "Q"]), ["0105", "0105", "0106"]);
        assert_eq!(game.unit("Q")["displaced"], true);
        assert_eq!(game.unit("X").get("displaced"), None);
        let event = json!({"event": "displaced", "unit": "Q", "from": "0105", "to": "0106"});
        assert_eq!(game.event("displaced"), Some(&event));
    }

    #[test]
    fn somebody_in_that_hex_must_be_named() {
        let game = driven(crowded(7).confederate("Z", 1, "0107"));
        assert_eq!(game.why(retreat("X", "0105")), "BG 7.81");
        assert_eq!(game.why(displace("X", "0105", "Z")), "BG 7.81");
        assert_eq!(game.why(displace("X", "0105", "X")), "BG 7.81");
        assert_eq!(game.why(displace("X", "0105", "A")), "BG 7.81");
    }

    #[test]
    fn the_displaced_unit_retreats_where_its_owner_likes() {
        let field = Field::new("#.#\n#.#\n#.#\n#.#\n...\n")
            .union("A", 4, "0202")
            .confederate("X", 4, "0203")
            .confederate("P", 1, "0204")
            .confederate("Q", 1, "0204");
        let mut game = field.combat();
        game.apply(attack(&["0202"], &["0203"]), &[1]);
        game.apply(displace("X", "0204", "P"), &[]);
        assert_eq!(step(&game), "retreat confederate");
        assert_eq!(retreats_of(&game, "P"), ["0105", "0205", "0305"]);
        assert_eq!(listed(&game, "retreat").len(), 3, "nobody else");
        assert_eq!(game.why(retreat("Q", "0205")), "BG 7.81");
        game.apply(retreat("P", "0305"), &[]);
        assert_eq!(whereabouts(&game, ["X", "P", "Q"]), ["0204", "0305", "0204"]);
    }

    /// Two retreating units displace two.
    #[test]
    fn each_retreating_unit_displaces_one() {
        let mut game = driven(crowded(7).confederate("Y", 2, "0104"));
        game.apply(displace("X", "0105", "P"), &[]);
        assert_eq!(step(&game), "retreat confederate");
        game.apply(displace("Y", "0105", "Q"), &[]);
        assert_eq!(whereabouts(&game, ["X", "Y", "P", "Q"]), ["0105", "0105", "0106", "0106"]);
    }

    /// One that has just retreated may be displaced as well.
    #[test]
    fn even_one_that_has_just_retreated() {
        let mut game = driven(crowded(7).confederate("Y", 2, "0104"));
        game.apply(displace("X", "0105", "P"), &[]);
        game.apply(displace("Y", "0105", "X"), &[]);
        assert_eq!(whereabouts(&game, ["X", "Y", "P", "Q"]), ["0106", "0105", "0106", "0105"]);
    }

    #[test]
    fn attackers_displace_as_well() {
        let field = corridor(6).confederate("X", 4, "0105").union("A", 4, "0104");
        let mut game = field.union("B", 1, "0103").union("C", 1, "0103").combat();
        game.apply(attack(&["0104"], &["0105"]), &[4]);
        assert_eq!(step(&game), "retreat union");
        game.apply(displace("A", "0103", "B"), &[]);
        assert_eq!(whereabouts(&game, ["A", "B", "C"]), ["0103", "0102", "0103"]);
    }

    /// A displaced unit is not forced into enemy control, nor into anything prohibited.
    #[test]
    fn not_into_enemy_control() {
        let game = driven(crowded(9).union("B", 4, "0107"));
        assert_eq!(game.whereabouts("X"), "eliminated");
        assert_eq!(whereabouts(&game, ["P", "Q"]), ["0105"; 2]);
    }
}

/// [BG 7.82] Displaced units may displace in turn if they must; a displacement that would cost a unit does
/// not happen, and the retreating unit is lost instead.
mod r7_82_chains {
    use super::*;

    #[test]
    fn a_chain_runs_to_the_first_hex_with_room() {
        let field = crowded(8).confederate("R", 1, "0106").confederate("S", 1, "0106");
        let mut game = driven(field);
        game.apply(displace("X", "0105", "P"), &[]);
        assert_eq!(pending(&game)["displaced"], "P");
        assert_eq!(game.why(displace("P", "0106", "S")), "legal");
        game.apply(displace("P", "0106", "R"), &[]);
        assert_eq!(
            whereabouts(&game, ["X", "P", "Q", "R", "S"]),
            ["0105", "0106", "0105", "0107", "0106"]
        );
        assert_eq!([&game.unit("P")["displaced"], &game.unit("R")["displaced"]], [true, true]);
    }

    #[test]
    fn the_displaced_unit_goes_on_before_anybody_else_retreats() {
        let field = crowded(8).confederate("R", 1, "0106").confederate("S", 1, "0106");
        let mut game = driven(field.confederate("Y", 2, "0104"));
        game.apply(displace("X", "0105", "P"), &[]);
        assert_eq!(game.why(displace("Y", "0105", "Q")), "BG 7.81");
        assert_eq!(game.why(displace("P", "0106", "R")), "legal");
        assert_eq!(game.why(retreat("P", "0106")), "BG 7.81");
    }

    #[test]
    fn a_chain_that_would_kill_does_not_begin() {
        let field = crowded(6).confederate("R", 1, "0106").confederate("S", 1, "0106");
        let game = driven(field);
        assert_eq!(game.whereabouts("X"), "eliminated");
        assert_eq!(game.event("eliminated").unwrap()["by"], "no_retreat");
        assert_eq!(whereabouts(&game, ["P", "Q", "R", "S"]), ["0105", "0105", "0106", "0106"]);
        assert_eq!(game.unit("P").get("displaced"), None);
    }

    #[test]
    fn one_retreats_the_other_is_lost_where_room_is_for_one() {
        let field = crowded(6).confederate("R", 1, "0106").confederate("Y", 2, "0104");
        let mut game = driven(field);
        game.apply(displace("X", "0105", "P"), &[]);
        assert_eq!(game.whereabouts("Y"), "eliminated");
        assert_eq!(whereabouts(&game, ["X", "P", "Q", "R"]), ["0105", "0106", "0105", "0106"]);
    }

    /// A unit may be displaced more than once in a phase.
    #[test]
    fn twice_if_it_must_be() {
        let field = crowded(8).confederate("R", 1, "0106").confederate("Y", 2, "0104");
        let mut game = driven(field);
        game.apply(displace("X", "0105", "P"), &[]);
        assert_eq!(game.whereabouts("P"), "0106");
        game.apply(displace("Y", "0105", "Q"), &[]);
        game.apply(displace("Q", "0106", "P"), &[]);
        assert_eq!(game.whereabouts("P"), "0107");
    }

    /// [BG 7.82?] The hex just left is no place for the displaced: units do not change places.
    #[test]
    fn nobody_goes_back_to_the_hex_just_left() {
        // Bombarded from 0102, X has P and Q in the south before the edge, R and S in the north before the
        // gun's control; only its own hex would take somebody.
        let field = corridor(6)
            .union_gun("G", 8, "0102")
            .confederate("X", 2, "0105")
            .confederate("P", 1, "0106")
            .confederate("Q", 1, "0106")
            .confederate("R", 1, "0104")
            .confederate("S", 1, "0104");
        let mut game = field.combat();
        game.apply(bombard(&["G"], "0105"), &[2]);
        assert_eq!(game.whereabouts("X"), "eliminated");
        assert_eq!(whereabouts(&game, ["P", "Q", "R", "S"]), ["0106", "0106", "0104", "0104"]);
    }

    /// [BG 7.82?] Nor does a chain run in a circle.
    #[test]
    fn no_circles() {
        // 0101, 0102 and 0201 are neighbours of one another and full; 0103 is under the gun's control.
        let field = Field::new("..\n.#\n.#\n.#\n")
            .union_gun("G", 8, "0104")
            .confederate("X", 2, "0101")
            .confederate("Y", 2, "0101")
            .confederate("P", 1, "0102")
            .confederate("Q", 1, "0102")
            .confederate("R", 1, "0201")
            .confederate("S", 1, "0201");
        let mut game = field.combat();
        game.apply(bombard(&["G"], "0101"), &[2]);
        assert_eq!(whereabouts(&game, ["X", "Y"]), ["eliminated"; 2]);
        assert_eq!(whereabouts(&game, ["P", "Q", "R", "S"]), ["0102", "0102", "0201", "0201"]);
    }

    /// The displaced displace only if they must, and never go back.
    #[test]
    fn the_displaced_prefer_room_and_do_not_step_back() {
        let field = Field::new("...\n...\n...\n...\n")
            .union_gun("G", 8, "0104")
            .confederate("X", 2, "0101")
            .confederate("P", 1, "0102")
            .confederate("Q", 1, "0102")
            .confederate("R", 1, "0201")
            .confederate("S", 1, "0201");
        let mut game = field.combat();
        game.apply(bombard(&["G"], "0101"), &[2]);
        assert_eq!(game.why(displace("X", "0102", "P")), "legal");
        game.apply(displace("X", "0201", "R"), &[]);
        assert_eq!(retreats_of(&game, "R"), ["0202", "0301", "0302"]);
        assert_eq!(game.why(displace("R", "0102", "P")), "BG 7.82", "there is room elsewhere");
        assert_eq!(game.why(retreat("R", "0101")), "BG 7.82", "X has just left it");
    }

    /// Whoever has another way does not displace.
    #[test]
    fn a_hex_with_room_comes_first() {
        let field = Field::new("..\n..\n..\n..\n..\n").union("A", 8, "0103");
        let field = field.confederate("X", 2, "0104");
        let game = driven(field.confederate("P", 1, "0105").confederate("Q", 1, "0105"));
        assert_eq!(game.whereabouts("X"), "0204");
    }

    /// [BG 7.82?] Immobile guns cannot be displaced.
    #[test]
    fn immobile_guns_stay() {
        let gun = |field: Field, id: &str| {
            field.unit(id, "confederate", "artillery", 1, "0105", "immobile = true")
        };
        let immobile =
            "[immobile]\nignore_retreat_from_artillery = true\nrule = \"19.0\"\n[scoring]";
        let field = corridor(7).rule("[scoring]", immobile);
        let field = field.union("A", 8, "0103").confederate("X", 2, "0104");
        let game = driven(gun(field.clone(), "M").confederate("P", 1, "0105"));
        assert_eq!(whereabouts(&game, ["X", "P", "M"]), ["0105", "0106", "0105"]);
        let game = driven(gun(gun(field.clone(), "M"), "N"));
        assert_eq!(whereabouts(&game, ["X", "M", "N"]), ["eliminated", "0105", "0105"]);
        let two = gun(field, "M").confederate("P", 1, "0105").confederate("Y", 2, "0104");
        assert_eq!(driven(two).why(displace("X", "0105", "M")), "BG 7.82");
    }

    /// A displaced gun that has not fired stays silent.
    #[test]
    fn a_displaced_gun_stays_silent() {
        let field = corridor(9)
            .confederate("X", 4, "0103")
            .union("A", 4, "0104")
            .union_gun("G", 4, "0105")
            .union_gun("H", 4, "0105")
            .confederate("Z", 1, "0108");
        let mut game = field.combat();
        game.apply(attack(&["0104"], &["0103"]), &[4]);
        game.apply(displace("A", "0105", "G"), &[]).apply(decline(), &[]);
        assert_eq!(whereabouts(&game, ["A", "G", "H"]), ["0105", "0106", "0105"]);
        assert_eq!(game.why(bombard(&["G"], "0108")), "BG 7.82");
        assert_eq!(game.why(bombard(&["H"], "0108")), "legal");
    }

    /// Displacement takes nobody's turn to attack away but a gun's.
    #[test]
    fn displaced_infantry_is_not_silenced() {
        let field = Field::open().union("A", 4, "0505").confederate("X", 4, "0504");
        let game = field.at(json!({"phase": "combat", "units": [
            {"id": "A", "hex": "0505", "displaced": true}, {"id": "X", "hex": "0504"},
        ]}));
        assert_eq!(game.why(attack(&["0505"], &["0504"])), "legal");
        assert_eq!(game.why(end_phase()), "BG 7.12");
    }
}
