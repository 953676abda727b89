//! scratch
use atlas::Side;
use rules::System;
use rules::dice::Chance;
use rules::game::{Game, InGame, Seat};
use rules::grand_tactical::event::{Event, SubPhase};
use rules::grand_tactical::{Battle, victory};
use staff::bout::{Arena, Contestant};
use staff::{Budget, Contender};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let files = atlas::builtin::battle("grand-tactical/antietam").unwrap();
    let game = Game::new(&files, None, &words[3..].to_vec()).unwrap();
    let battle: &Battle = Battle::of_game(&game).unwrap();
    let seed: u64 = words[2].parse().unwrap();
    let mut dice = Chance::new(seed);
    let mut players = [0, 1].map(|i| battle.player(Contender::parse(&words[i]).unwrap(), seed * 2 + i as u64).unwrap());
    let mut events = Vec::new();
    let mut state = battle.start(&mut dice, &mut events);
    let mut by = [[0u32; 6]; 2];
    let mut shots = [[0u32; 6]; 2];
    let mut last = 0;
    let mut guns = [[0u32; 6]; 2]; let mut men = [[0u32; 6]; 2]; let mut gone = [[0u32; 6]; 2]; let mut melees = [[0i32; 6]; 2];
    while let Some(side) = battle.decider(&state) {
        let seen = battle.seen(&state, Seat::Side(side)).into_owned();
        let action = players[side as usize].choose(battle, &seen, Budget::nodes(4000)).unwrap();
        events.clear();
        battle.apply(&mut state, &action, &mut dice, &mut events).unwrap();
        let mut part = 0;
        for event in &events {
            match event {
                Event::SubPhaseBegan { part: p } => part = SubPhase::ALL.iter().position(|q| q == p).unwrap(),
                Event::Fired { unit, casualties, .. } => {
                    let s = battle.unit(*unit).side as usize;
                    by[s][part] += u32::from(*casualties);
                    shots[s][part] += 1;
                }
                Event::Lost { unit, losses, .. } => {
                    let f = battle.unit(*unit);
                    if f.is_artillery() { guns[f.side as usize][part] += u32::from(*losses) } else { men[f.side as usize][part] += u32::from(*losses) }
                }
                Event::Eliminated { unit, .. } => {
                    let f = battle.unit(*unit);
                    gone[f.side as usize][part] += if f.is_artillery() { 1000 } else { 1 };
                }
                Event::Melee { difference, .. } => {
                    let i = match difference { i32::MIN..=-7 => 0, -6..=-5 => 1, -4..=4 => 2, 5..=12 => 3, _ => 4 };
                    melees[side as usize][i] += 1;
                }
                _ => {}
            }
        }
        if state.turn != last {
            last = state.turn;
            let l = state.losses;
            let routed = |s| state.on_map(battle, s).filter(|&u| state.unit(u).routed).count();
            println!("turn {last} score {} U {}i {}c {}g r{}  C {}i {}c {}g r{} on map {} {}", victory::score(battle, &state),
              l.union.infantry, l.union.cavalry, l.union.guns, routed(Side::Union), l.confederate.infantry, l.confederate.cavalry, l.confederate.guns, routed(Side::Confederate),
              state.on_map(battle, Side::Union).count(), state.on_map(battle, Side::Confederate).count());
        }
    }
    let obj: Vec<i32> = (0..battle.objectives.len()).map(|i| victory::objective(battle, &state, i)).collect();
    println!("final {} losses {:?} obj {obj:?}", state.score, state.losses);
    println!("guns lost by subphase {guns:?} men {men:?} gone {gone:?} melees by row {melees:?}");
    println!("casualties by subphase U {:?} C {:?}; shots U {:?} C {:?}", by[0], by[1], shots[0], shots[1]);
}
