//! Development: a match of brigade players.
use atlas::Side;
use rules::brigade::random::RandomPlayer;
use rules::brigade::{Battle, apply, decision, new_game, victory};
use rules::dice::Chance;
use staff::brigade::Player;
use staff::{Budget, Level, share_of_nodes};

enum Seat {
    Machine(Box<staff::brigade::Machine>),
    Random(Box<RandomPlayer>),
    Staff(Box<Player>),
}
fn seat(b: &Battle, w: &str, seed: u64) -> Seat {
    match w {
        "machine" => Seat::Machine(Box::new(staff::brigade::Machine::new(b, seed))),
        "random" => Seat::Random(Box::new(RandomPlayer::new(seed))),
        w => {
            let mut it = w.split(':');
            let level = Level::parse(it.next().unwrap()).unwrap();
            let mut weights = staff::brigade::Weights::of(level);
            for part in it {
                let (k, v) = part.split_once('=').unwrap();
                let v: f64 = v.parse().unwrap();
                match k {
                    "far" => weights.far_turns = v,
                    "sharp" => weights.sharp = v,
                    "he" => weights.hold_early = v,
                    "hl" => weights.hold_late = v,
                    "str" => weights.strength = v,
                    "fs" => weights.first_step = v,
                    "driven" => weights.driven = v,
                    "cover" => weights.cover = v,
                    "caution" => weights.caution = v,
                    "att" => weights.attacked = v,
                    "gar" => weights.garrison = v,
                    "lg" => weights.least_gain = v,
                    _ => panic!("{k}"),
                }
            }
            Seat::Staff(Box::new(Player::with_weights(b, level, seed, weights).without_reasons()))
        }
    }
}
fn game(
    b: &Battle,
    seats: [&str; 2],
    seed: u64,
    nodes: u64,
    times: &mut [f64; 2],
    make: &mut u32,
) -> u32 {
    let mut dice = Chance::new(seed);
    let mut ev = Vec::new();
    let mut players = [seat(b, seats[0], seed * 2), seat(b, seats[1], seed * 2 + 1)];
    let mut s = new_game(b, &mut dice, &mut ev);
    while let Some(side) = decision(&s).side() {
        let i = (side == Side::Confederate) as usize;
        let t = std::time::Instant::now();
        let a = match &mut players[i] {
            Seat::Random(r) => r.choose(b, &s).unwrap(),
            Seat::Machine(r) => r.choose(b, &s).unwrap(),
            Seat::Staff(p) => {
                let work = staff::brigade::work_of(b, &s);
                let budget = Budget::nodes(share_of_nodes(work, nodes));
                let budget = if p.level() == Level::General { budget } else { Budget::FREE };
                p.choose(b, &s, budget).unwrap().action
            }
        };
        times[i] += t.elapsed().as_secs_f64();
        ev.clear();
        if let Err(r) = apply(b, &mut s, &a, &mut dice, &mut ev) {
            panic!("{a:?} {}", r.reason(b));
        }
        if std::env::var_os("LOG").is_some() {
            println!("T{} {:?} {:?} {:?}", s.turn, side, s.phase, a);
            for e in &ev {
                if matches!(
                    e,
                    rules::brigade::Event::ControlChanged { .. }
                        | rules::brigade::Event::Resulted { .. }
                        | rules::brigade::Event::Eliminated { .. }
                ) {
                    println!("    {e:?}");
                }
            }
        }
    }
    for p in &players {
        if let Seat::Staff(p) = p {
            *make += p.makeshifts();
        }
    }
    victory::points(b, &s)
}
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let (x, y, scen, pairs, seed): (&str, &str, &str, u64, u64) =
        (&a[0], &a[1], &a[2], a[3].parse().unwrap(), a[4].parse().unwrap());
    let nodes = a.get(5).map_or(20_000, |n| n.parse().unwrap());
    let files = atlas::builtin::battle("brigade/antietam").unwrap();
    let b = Battle::new(&files, Some(scen), &[]).unwrap();
    let (mut won, mut sums, mut make) = (0.0, [0u32; 2], 0);
    let (mut t1, mut t2) = ([0.0; 2], [0.0; 2]);
    let mut list = Vec::new();
    for k in 0..pairs {
        let p = game(&b, [x, y], seed + k, nodes, &mut t1, &mut make);
        let q = game(&b, [y, x], seed + k, nodes, &mut t2, &mut make);
        sums[0] += p;
        sums[1] += q;
        list.push((p, q));
        won += if p > q {
            1.0
        } else if p == q {
            0.5
        } else {
            0.0
        };
    }
    if list.len() > 0 {}
    println!(
        "{x} v {y} {scen}: {:.1}% of {pairs}; union points as first {:.2}, of second {:.2}; makeshifts {make}; s/turn x {:.4} y {:.4}",
        100.0 * won / pairs as f64,
        sums[0] as f64 / pairs as f64,
        sums[1] as f64 / pairs as f64,
        (t1[0] + t2[1]) / (2.0 * pairs as f64 * f64::from(b.turns)),
        (t1[1] + t2[0]) / (2.0 * pairs as f64 * f64::from(b.turns))
    );
    println!("{list:?}");
}
