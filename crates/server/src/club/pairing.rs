//! Who meets whom in a cup, and who has which side. Players are numbers here, in the order in which they entered.

use super::matching::most_pairs;

/// A game, or somebody who has none in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pairing {
    /// Two meet: the Union's player, and the Confederates'.
    Game(usize, usize),
    /// Somebody has nobody to meet.
    Bye(usize),
}

/// How many rounds it takes that everybody meets everybody.
pub const fn rounds_of_all(players: usize) -> usize {
    match players {
        0 | 1 => 0,
        even if even % 2 == 0 => even - 1,
        odd => odd,
    }
}

/// A round of a cup in which everybody meets everybody once, from 0. Nobody has one side oftener than the other by more
/// than one game.
pub fn everybody(players: usize, round: usize) -> Vec<Pairing> {
    let circle = rounds_of_all(players);
    if circle == 0 {
        return Vec::new();
    }
    let round = round % circle;
    // One stands still in the middle, or is missing; the others go round.
    let alone = match (players.is_multiple_of(2), round.is_multiple_of(2)) {
        (false, _) => Pairing::Bye(round),
        (true, true) => Pairing::Game(round, circle),
        (true, false) => Pairing::Game(circle, round),
    };
    let others = (1..=(circle - 1) / 2)
        .map(|step| Pairing::Game((round + step) % circle, (round + circle - step) % circle));
    std::iter::once(alone).chain(others).collect()
}

/// What is known of a player of a cup before a round of the Swiss kind.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// Points, doubled.
    pub points2: u32,
    /// Whom he has met.
    pub met: Vec<usize>,
    /// Games as the Union less games as the Confederates.
    pub balance: i32,
    /// He has had nobody to meet in some round.
    pub bye: bool,
}

/// A round of the Swiss kind among those who still play, the best first: everybody meets somebody of about his points.
/// Nobody meets anybody twice, and nobody is without a game twice, as long as that can be avoided.
pub fn swiss(ranked: &[usize], records: &[Record]) -> Vec<Pairing> {
    let fresh = |a: usize, b: usize| !records[a].met.contains(&b);
    let mut left = ranked.to_vec();
    let mut round = Vec::new();
    let bye = (!left.len().is_multiple_of(2)).then(|| bye(&left, records, &fresh)).flatten();
    left.retain(|one| Some(*one) != bye);
    let mut again = Vec::new();
    while let Some((&first, rest)) = left.split_first() {
        let most = most_pairs(&left, &fresh);
        let mate = wanted(first, rest, records).into_iter().find(|mate| {
            let others: Vec<usize> = rest.iter().copied().filter(|one| one != mate).collect();
            fresh(first, *mate) && most_pairs(&others, &fresh) + 1 == most
        });
        let gone = match mate {
            Some(mate) => {
                round.push(sides(first, mate, records, round.len()));
                [first, mate]
            }
            // He goes with nobody new: whoever else is left so meets him again.
            None => {
                again.push(first);
                [first, first]
            }
        };
        left.retain(|one| !gone.contains(one));
    }
    for pair in again.chunks_exact(2) {
        round.push(sides(pair[0], pair[1], records, round.len()));
    }
    round.extend(bye.map(Pairing::Bye));
    round
}

/// Who has no game: the last who had one in every round, and without whom most of the others meet somebody new.
fn bye(left: &[usize], records: &[Record], fresh: &dyn Fn(usize, usize) -> bool) -> Option<usize> {
    let pairs = |out: usize| {
        let others: Vec<usize> = left.iter().copied().filter(|one| *one != out).collect();
        most_pairs(&others, fresh)
    };
    let last_first = left.iter().rev().copied().enumerate();
    let best = last_first
        .max_by_key(|&(late, one)| (!records[one].bye, pairs(one), std::cmp::Reverse(late)));
    best.map(|(_, one)| one)
}

/// Whom somebody should meet, the best first: of those with his points first whoever stands half a group below him.
fn wanted(first: usize, rest: &[usize], records: &[Record]) -> Vec<usize> {
    let group = rest.iter().take_while(|one| records[**one].points2 == records[first].points2);
    let (equals, below) = rest.split_at(group.count());
    let (upper, lower) = equals.split_at(equals.len() / 2);
    lower.iter().chain(upper.iter().rev()).chain(below).copied().collect()
}

/// Who has which side: whoever has had the Union less often has it now.
fn sides(a: usize, b: usize, records: &[Record], number: usize) -> Pairing {
    let first = match records[a].balance.cmp(&records[b].balance) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        std::cmp::Ordering::Equal => number.is_multiple_of(2),
    };
    if first { Pairing::Game(a, b) } else { Pairing::Game(b, a) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn everybody_meets_everybody_once_with_sides_in_balance() {
        for players in 2..=17 {
            let mut met = BTreeSet::new();
            let (mut balance, mut byes) = (vec![0i32; players], vec![0; players]);
            for round in 0..rounds_of_all(players) {
                let mut here = BTreeSet::new();
                for pairing in everybody(players, round) {
                    match pairing {
                        Pairing::Game(a, b) => {
                            assert!(met.insert((a.min(b), a.max(b))), "{a} and {b} meet twice");
                            assert!(here.insert(a) && here.insert(b), "twice in a round");
                            balance[a] += 1;
                            balance[b] -= 1;
                        }
                        Pairing::Bye(one) => {
                            assert!(here.insert(one));
                            byes[one] += 1;
                        }
                    }
                }
                assert_eq!(here.len(), players, "everybody is there in round {round}");
            }
            assert_eq!(met.len(), players * (players - 1) / 2);
            assert!(balance.iter().all(|one| one.abs() <= 1), "{players}: {balance:?}");
            assert!(byes.iter().all(|one| *one == players % 2), "{byes:?}");
        }
        assert!(everybody(1, 0).is_empty() && everybody(0, 3).is_empty());
    }

    /// Plays a round: whoever the number says wins.
    fn played(round: &[Pairing], records: &mut [Record], mut luck: u64) {
        for pairing in round {
            match *pairing {
                Pairing::Game(a, b) => {
                    luck = luck.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    let points = [[2, 0], [1, 1], [0, 2]][(luck >> 33) as usize % 3];
                    records[a].points2 += points[0];
                    records[b].points2 += points[1];
                    records[a].met.push(b);
                    records[b].met.push(a);
                    records[a].balance += 1;
                    records[b].balance -= 1;
                }
                Pairing::Bye(one) => {
                    records[one].points2 += 2;
                    records[one].bye = true;
                }
            }
        }
    }

    fn ranked(records: &[Record]) -> Vec<usize> {
        let mut all: Vec<usize> = (0..records.len()).collect();
        all.sort_by_key(|one| (std::cmp::Reverse(records[*one].points2), *one));
        all
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn in_a_swiss_cup_nobody_meets_anybody_twice_while_it_can_be_avoided(
            players in 2usize..12, luck in any::<u64>(),
        ) {
            let mut records = vec![Record::default(); players];
            for number in 0..players as u64 + 2 {
                let all = ranked(&records);
                let round = swiss(&all, &records);
                let mut here = BTreeSet::new();
                let mut again = 0;
                for pairing in &round {
                    match *pairing {
                        Pairing::Game(a, b) => {
                            prop_assert!(here.insert(a) && here.insert(b));
                            again += usize::from(records[a].met.contains(&b));
                        }
                        Pairing::Bye(one) => {
                            prop_assert!(here.insert(one));
                            let had = records.iter().filter(|record| record.bye).count();
                            prop_assert!(!records[one].bye || had == players, "a second bye");
                        }
                    }
                }
                prop_assert_eq!(here.len(), players);
                let playing: Vec<usize> = all.iter().copied()
                    .filter(|one| !round.contains(&Pairing::Bye(*one))).collect();
                let fresh = |a: usize, b: usize| !records[a].met.contains(&b);
                let most = most_pairs(&playing, &fresh);
                prop_assert_eq!(playing.len() / 2 - again, most, "as few again as can be");
                played(&round, &mut records, luck ^ number);
            }
        }
    }

    #[test]
    fn those_with_the_same_points_meet_and_sides_change() {
        let mut records = vec![Record::default(); 4];
        let first = swiss(&[0, 1, 2, 3], &records);
        assert_eq!(first, [Pairing::Game(0, 2), Pairing::Game(3, 1)]);
        for (index, points2) in [2, 2, 0, 0].into_iter().enumerate() {
            records[index].points2 = points2;
        }
        (records[0].met, records[2].met) = (vec![2], vec![0]);
        (records[1].met, records[3].met) = (vec![3], vec![1]);
        (records[0].balance, records[3].balance, records[1].balance, records[2].balance) =
            (1, 1, -1, -1);
        assert_eq!(swiss(&[0, 1, 2, 3], &records), [Pairing::Game(1, 0), Pairing::Game(2, 3)]);
    }
}
