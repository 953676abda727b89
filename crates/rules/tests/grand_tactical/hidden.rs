//! Hidden units: what a seat can know, and what happens when it meets what it could not.

use atlas::Side;
use rules::System;
use rules::dice::Chance;
use rules::game::Seat;
use rules::grand_tactical::random::RandomPlayer;
use rules::grand_tactical::state::{Losses, Place};
use rules::grand_tactical::{Battle, State};
use serde_json::{Value, json};

use crate::fixture::{Field, Game};

/// Changes whatever a side cannot know: unseen enemies stand elsewhere, in other strength, or are dead.
fn scrambled(battle: &Battle, state: &State, side: Side, chance: &mut Chance) -> State {
    let mut other = *state;
    let enemy = side.other();
    for unit in battle.of_side(enemy).iter().filter(|&unit| !state.sighted[side].has(unit)) {
        match chance.below(3) {
            0 => {}
            1 if other.cell(unit).is_some() => other.lift(battle, unit, Place::Eliminated),
            _ => {
                let free = |cell: &field::Cell| {
                    battle.passable(&other.fords, *cell)
                        && !other.is_occupied(*cell)
                        && !battle.around(*cell).meets(other.occupied(side))
                };
                let at = chance.below(400);
                let cell = battle.grid.cells().filter(free).nth(at);
                let facts = battle.unit(unit);
                let now = other.unit_mut(unit);
                now.strength = 1 + chance.below(usize::from(facts.strength)) as u16;
                now.fatigue = chance.below(100) as u8;
                if let Some(cell) = cell {
                    other.put(battle, unit, cell);
                }
            }
        }
    }
    other.losses[enemy] = Losses { infantry: chance.below(999) as u32, ..Losses::default() };
    other.sighted[enemy] = Default::default();
    other.sequence += 1 + chance.below(50) as u32;
    if battle.tables.activation.side == enemy {
        other.limit = chance.below(17) as u8;
        other.released = chance.below(16) as u32;
    }
    other
}

/// Everything that a seat can find out.
fn answers(battle: &Battle, state: &State, seat: Seat) -> String {
    let seen = battle.seen(state, seat);
    let mut told = json!({
        "position": battle.write_position(&seen, None),
        "view": battle.view(&seen, seat),
        "decision": battle.decision(&seen),
        "show": battle.show(&seen),
        "headline": battle.headline(&seen),
        "counters": format!("{:?}", battle.counters(&seen)),
        "moment": format!("{:?} {:?} {:?}", battle.moment(state), battle.points(state), battle.outcome(state)),
        "decider": format!("{:?} {:?}", battle.decider(state), battle.private_to(state)),
    });
    if battle.decider(state).map(Seat::Side) == Some(seat) {
        let listed = battle.list(&seen);
        let odds = battle
            .actions(&seen)
            .iter()
            .map(|action| battle.odds(&seen, action))
            .collect::<Vec<_>>();
        told["list"] = json!(listed);
        told["odds"] = json!(odds);
        for unit in battle.units.iter().map(|unit| unit.id.as_str()).chain(["nobody"]) {
            let plot = json!({"plot_fire": {"unit": unit, "square": "20,16"}});
            told[unit] = json!(format!("{:?}", battle.read_action(&seen, &plot)));
            let question = json!({"sight": {"unit": unit}});
            told[format!("sight {unit}")] =
                json!(format!("{:?}", battle.ask(&seen, seat, &question)));
        }
    }
    told.to_string()
}

#[test]
fn r2_1_states_that_look_alike_are_answered_alike() {
    for (number, options) in
        [&["4=advanced", "5"][..], &["5", "8"], &["4=intermediate", "5", "D-78"]]
            .into_iter()
            .enumerate()
    {
        let battle = Game::antietam(options);
        let mut player = RandomPlayer::new(number as u64);
        let mut chance = Chance::new(number as u64 + 9);
        let mut events = Vec::new();
        let mut state = battle.start(player.chance(), &mut events);
        let mut compared = 0;
        for step in 0.. {
            let Some(action) = player.choose(&battle, &state) else { break };
            battle.apply_legal(&mut state, &action, player.chance(), &mut events);
            events.clear();
            if step % 61 != 0 || battle.decider(&state).is_none() {
                continue;
            }
            for side in Side::BOTH {
                let other = scrambled(&battle, &state, side, &mut chance);
                assert_ne!(other, state);
                let seat = Seat::Side(side);
                assert_eq!(battle.seen(&state, seat), battle.seen(&other, seat), "{options:?}");
                if step % 183 == 0 {
                    assert_eq!(answers(&battle, &state, seat), answers(&battle, &other, seat));
                }
                compared += 1;
            }
            let watched = battle.seen(&state, Seat::Watcher);
            assert!(battle.roster().all(|unit| watched.unit(unit).place == Place::Unseen));
        }
        assert!(compared > 20, "{compared}");
    }
}

/// A Union unit, and an enemy behind a wood that it does not see.
fn ambush() -> Field {
    Field::new(
        ".......
         .......
         ...w...
         .......
         .......",
    )
    .intermediate()
    .option("5")
    .option("8")
    .infantry("A", "union", 500, "2,0", 3)
    .cavalry("H", "union", 300, "2,0", 3)
    .guns("G", "union", 10, "2,0", 3, "N12")
    .infantry("Z", "confederate", 500, "2,5", 7)
}

fn at(field: &Field, unit: Value) -> Game {
    field.at(json!({"turn": 3, "units": [unit, {"id": "Z", "square": "2,5"}], "sighted": {}}))
}

#[test]
fn r2_1_unseen_enemies_do_not_exist() {
    let game = at(&ambush(), json!({"id": "A", "square": "2,0"}));
    let plot = |unit: &str| json!({"plot_melee": {"unit": unit, "on": true}});
    assert!(game.why(plot("Z")).replace('Z', "X").contains("in sight"));
    assert_eq!(
        game.why(plot("Z")).replace("\"Z\"", ""),
        game.why(plot("nobody")).replace("\"nobody\"", "")
    );
    let view = game.battle().view(&game.seen(), Seat::Side(Side::Union));
    let unseen: Vec<&Value> =
        view["units"].as_array().unwrap().iter().filter(|unit| unit["id"] == "Z").collect();
    assert_eq!(unseen, [&json!({"id": "Z", "place": "unseen"})]);
}

/// D-79: the way is judged by what is seen, and ends where somebody is discovered.
#[test]
fn r2_1_a_move_ends_at_a_discovery_and_pays_the_true_price() {
    let mut game = at(&ambush(), json!({"id": "H", "square": "1,2"}));
    let path = json!({"move": {"unit": "H", "path": ["1,3", "1,4", "1,5", "1,6"]}});
    assert_eq!(game.rule(path.clone()), "legal");
    game.act(path, &[]);
    let told = &game.told("moved")[0];
    assert_eq!(told["path"], json!(["1,3", "1,4"]));
    assert_eq!(told["cost"], 3, "1, and 1 with one more into the zone of control");
    assert_eq!(game.told("sighted")[0]["unit"], "Z");
    assert!(game.battle().reveals(&rules::grand_tactical::Event::Sighted {
        by: Side::Union,
        unit: game.id("Z"),
        at: game.battle().grid.cell("2,5").unwrap(),
    }));
}

#[test]
fn r2_1_what_is_in_truth_forbidden_takes_all_points() {
    let field = ambush().infantry("Y", "confederate", 500, "0,2", 5);
    let mut game = field.at(json!({"turn": 3, "units": [
        {"id": "G", "square": "1,3", "mode": "limbered"}, {"id": "Y", "square": "0,2"},
        {"id": "Z", "square": "2,5"}], "sighted": {"union": ["Y"]}}));
    let step = json!({"step": {"unit": "G", "dir": 3}});
    assert_eq!(game.cost(&step), Some(5), "out of a zone that is seen: 2 + 3");
    game.act(step, &[]);
    assert_eq!((game.square("G"), game.unit("G").op), ("1,4".into(), 0), "into one that was not");
}

#[test]
fn r2_1_whoever_is_hit_by_somebody_unseen_learns_no_name() {
    let mut game = at(&ambush(), json!({"id": "A", "square": "2,4", "facing": 7}));
    let before = game.state;
    let mut events = Vec::new();
    let end = rules::grand_tactical::Action::EndPhase;
    game.state.sighted.union = Default::default();
    game.battle().clone().apply_legal(&mut game.state, &end, &mut Chance::new(1), &mut events);
    let fired =
        events.iter().filter(|event| matches!(event, rules::grand_tactical::Event::Fired { .. }));
    for event in fired {
        let told = game.battle().tell(&before, event, &game.state, Seat::Side(Side::Union));
        assert!(told.is_some());
        assert_eq!(game.battle().tell(&before, event, &game.state, Seat::Watcher), None);
    }
    let drew =
        events.iter().find(|event| matches!(event, rules::grand_tactical::Event::Drew { .. }));
    for seat in Seat::ALL {
        assert_eq!(game.battle().tell(&before, drew.unwrap(), &game.state, seat), None);
    }
}

#[test]
fn r10_0_the_end_shows_everything() {
    let over = ambush().at(json!({"phase": "over", "units": [
        {"id": "A", "square": "2,0"}, {"id": "Z", "square": "2,5"}], "sighted": {}}));
    for seat in Seat::ALL {
        assert_eq!(*over.battle().seen(&over.state, seat), over.state);
    }
}
