//! Hidden units: what a seat can know, and what happens when it meets what it could not.

use atlas::Side;
use rules::System;
use rules::dice::Chance;
use rules::game::Seat;
use rules::grand_tactical::random::RandomPlayer;
use rules::grand_tactical::state::{Fate, Leader, Losses, Place};
use rules::grand_tactical::{Battle, LeaderId, State, UnitId};
use serde_json::{Value, json};

use crate::fixture::{Field, Game};

/// Changes whatever a side cannot know: unseen enemies change places, stand elsewhere in another condition, come
/// later, or are dead; their leaders are with others or lost; their side has lost, sighted and activated others.
fn scrambled(battle: &Battle, state: &State, side: Side, chance: &mut Chance) -> State {
    let mut other = *state;
    let enemy = side.other();
    let unseen: Vec<UnitId> =
        battle.of_side(enemy).iter().filter(|&unit| !state.sighted[side].has(unit)).collect();
    swap_places(battle, &mut other, &unseen, chance);
    for &unit in &unseen {
        match chance.below(4) {
            0 => {}
            1 if other.cell(unit).is_some() => {
                let gone = [Place::Eliminated, Place::Reserve, Place::Absent][chance.below(3)];
                other.lift(battle, unit, gone);
            }
            _ => disguise(battle, &mut other, unit, chance),
        }
    }
    let advanced = battle.options.advanced();
    let led = |leader: &LeaderId| advanced && battle.leader(*leader).side == enemy;
    for leader in battle.staff().filter(led) {
        let now = other.leaders[leader.index()];
        let known = |unit: UnitId| state.sighted[side].has(unit) && state.cell(unit).is_some();
        let brigade = battle.post(now.post).units.iter().any(known);
        if brigade || now.with.is_some_and(known) || chance.below(2) == 0 {
            continue;
        }
        let post = now.post.index();
        if other.holders[post] == Some(leader) {
            other.holders[post] = None;
        }
        let fate = [Fate::Lost, Fate::Gone][chance.below(2)];
        other.leaders[leader.index()] = Leader { fate, with: None, ..now };
    }
    let some = |chance: &mut Chance| chance.below(999) as u32;
    other.losses[enemy] =
        Losses { infantry: some(chance), guns: some(chance), corps: 1, ..Losses::default() };
    other.sighted[enemy] = battle.of_side(side).iter().filter(|_| chance.below(2) == 0).collect();
    other.sequence += 1 + chance.below(50) as u32;
    for (index, group) in battle.groups.iter().enumerate() {
        if group.side == enemy && chance.below(2) == 0 {
            other.due ^= 1 << index;
        }
    }
    if battle.tables.activation.side == enemy {
        other.limit = chance.below(17) as u8;
        other.released = chance.below(16) as u32;
        other.activated = Default::default();
    }
    other
}

/// Unseen units change places with one another, and all that they have.
fn swap_places(battle: &Battle, state: &mut State, unseen: &[UnitId], chance: &mut Chance) {
    let guns = |unit: UnitId| battle.unit(unit).is_artillery();
    for _ in 0..unseen.len() / 2 {
        let [one, two] = [(); 2].map(|()| unseen[chance.below(unseen.len())]);
        let (Some(here), Some(there)) = (state.cell(one), state.cell(two)) else { continue };
        if one != two && guns(one) == guns(two) {
            state.put(battle, one, there);
            state.put(battle, two, here);
        }
    }
}

/// An unseen unit stands somewhere else, in another condition.
fn disguise(battle: &Battle, state: &mut State, unit: UnitId, chance: &mut Chance) {
    let facts = battle.unit(unit);
    let enemy = facts.side.other();
    let free = |cell: &field::Cell| {
        battle.passable(&state.fords, *cell)
            && !state.is_occupied(*cell)
            && !battle.around(*cell).meets(state.occupied(enemy))
    };
    let at = chance.below(400);
    let cell = battle.grid.cells().filter(free).nth(at);
    let now = state.unit_mut(unit);
    now.strength = 1 + chance.below(usize::from(facts.strength)) as u16;
    now.fatigue = chance.below(100) as u8;
    now.op = chance.below(12) as u8;
    now.facing = field::Direction::ALL[chance.below(8)];
    now.fort = chance.below(6) as u8;
    now.moved = chance.below(4) as u8;
    [now.ammo, now.melee, now.disrupted] = [(); 3].map(|()| chance.below(2) == 0);
    now.fire = cell;
    if let Some(cell) = cell {
        state.put(battle, unit, cell);
        state.set_routed(battle, unit, chance.below(4) == 0);
    }
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
    let listed = battle.list(&seen);
    let actions = battle.actions(&seen);
    let odds = |action| json!([battle.odds(&seen, action), battle.odds_text(&seen, action)]);
    told["list"] = json!(listed);
    told["odds"] = actions.iter().map(odds).collect();
    let ask = |question: Value| json!(battle.ask(&seen, seat, &question));
    for unit in battle.units.iter().map(|unit| unit.id.as_str()).chain(["nobody"]) {
        let plot = json!({"plot_fire": {"unit": unit, "square": "20,16"}});
        let to = json!({"move": {"unit": unit, "to": "20,16"}});
        told[unit] = json!([
            ask(json!({"why": {"action": plot}})),
            ask(json!({"why": {"action": to}})),
            ask(json!({"sight": {"unit": unit}})),
            ask(json!({"reach": {"unit": unit}})),
            ask(json!({"path": {"unit": unit, "to": "20,16"}})),
        ]);
    }
    // What takes longer is asked of every ninth.
    for unit in battle.units.iter().map(|unit| unit.id.as_str()).step_by(9) {
        let near = json!({"units": [unit], "order": "column", "to": "20,16"});
        let melee = json!({"plot_melee": {"unit": unit, "on": true}});
        let more = [
            ask(json!({"orders": {"unit": unit}})),
            ask(json!({"field": {"unit": unit}})),
            ask(json!({"odds": {"action": melee}})),
            ask(json!({"column": {"units": [unit], "to": "20,16"}})),
            ask(json!({"group": near})),
            ask(json!({"group": {"units": [unit], "order": "fire"}})),
        ];
        told[format!("more of {unit}")] = json!(more);
    }
    told["todo"] = ask(json!({"todo": {}}));
    told["command"] = ask(json!({"command": {}}));
    for leader in battle.staff().map(|leader| battle.leader(leader).name.as_str()) {
        let transfer = json!({"transfer": {"leader": leader, "unit": battle.units[0].id}});
        told[format!("leader {leader}")] = ask(json!({"why": {"action": transfer}}));
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
        let (mut compared, mut asked) = (0, 0);
        for step in 0.. {
            let Some(action) = player.choose(&battle, &state) else { break };
            battle.apply_legal(&mut state, &action, player.chance(), &mut events);
            events.clear();
            if step % 41 != 0 || battle.decider(&state).is_none() {
                continue;
            }
            for side in Side::BOTH {
                let other = scrambled(&battle, &state, side, &mut chance);
                assert_ne!(other, state);
                let seat = Seat::Side(side);
                let [seen, alike] = [&state, &other].map(|state| battle.seen(state, seat));
                let alike = battle.write_position(&alike, None);
                assert_eq!(battle.write_position(&seen, None), alike, "{options:?}");
                assert!(*seen == *battle.seen(&other, seat), "{options:?}: kept somewhere else");
                if step % 246 == 0 {
                    assert_eq!(answers(&battle, &state, seat), answers(&battle, &other, seat));
                    asked += 1;
                }
                compared += 1;
            }
            let watched = battle.seen(&state, Seat::Watcher);
            assert!(battle.roster().all(|unit| watched.unit(unit).place == Place::Unseen));
        }
        assert!(compared > 40 && asked > 4, "{options:?}: {compared} compared, {asked} asked");
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

/// D-80: an operations phase has begun with a look at the squares next to its units. A position that forgets it is
/// read so: else a step would lead onto an enemy.
#[test]
fn r2_1_nobody_steps_upon_an_enemy_whom_he_does_not_see() {
    let mut game = at(&ambush(), json!({"id": "A", "square": "2,4", "facing": 7}));
    assert!(game.state.sighted.union.has(game.id("Z")), "it stands next to A");
    assert!(!game.state.sighted.confederate.has(game.id("A")), "only the phasing side looks");
    let step = json!({"step": {"unit": "A", "dir": 3}});
    assert_eq!(game.rule(step), "GT 7.5");
    let written = game.battle().write_position(&game.state, None);
    assert_eq!(game.battle().read_position(&written).as_ref(), Ok(&game.state));
    // Two squares away it is not seen, and a step next to it finds it.
    game = at(&ambush(), json!({"id": "A", "square": "2,3", "facing": 7}));
    assert!(game.state.sighted.union.is_empty());
    game.act(json!({"step": {"unit": "A", "dir": 3}}), &[]);
    assert_eq!(game.told("sighted")[0]["unit"], "Z");
}

/// D-98: which divisions are active is the owner's secret. The enemy is not told that nobody is.
#[test]
fn r2_1_nobody_is_told_who_of_the_enemy_is_active() {
    let field = |options: &[&str]| {
        let open = Field::open(5, 5).advanced();
        let field = options.iter().fold(open, |field, option| field.option(option));
        field.infantry("A", "union", 500, "2,1", 3).infantry("Z", "confederate", 500, "2,3", 7)
    };
    let told = |game: &Game, side: Side| {
        let seat = Seat::Side(side);
        let view = game.battle().view(&game.battle().seen(&game.state, seat), seat);
        let units = view["units"].as_array().unwrap().clone();
        let unit = units.into_iter().find(|unit| unit["id"] == "A").unwrap();
        assert_eq!(unit["place"], "map", "it is seen");
        [
            unit["active"].clone(),
            unit["holds"].clone(),
            json!(unit["marks"].to_string().contains("inactive")),
        ]
    };
    let waits = "the division of A is not active this turn";
    let open = field(&[]).at(json!({"turn": 3}));
    for side in Side::BOTH {
        assert_eq!(told(&open, side), [json!(false), json!(waits), json!(true)]);
    }
    for active in [json!([]), json!(["D"])] {
        let hidden = field(&["5"]).at(json!({"turn": 3, "activated": active}));
        let is = active == json!(["D"]);
        let holds = if is { json!(null) } else { json!(waits) };
        assert_eq!(told(&hidden, Side::Union), [json!(is), holds, json!(!is)]);
        assert_eq!(told(&hidden, Side::Confederate), [json!(null), json!(null), json!(false)]);
        // A game that was given up is open to everybody.
        let given_up = hidden.battle().view_closed(&hidden.state, Seat::Side(Side::Confederate));
        assert_eq!((&given_up["now"], &given_up["units"][0]["active"]), (&json!(0), &json!(is)));
    }
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
