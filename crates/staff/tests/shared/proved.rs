//! Puzzles are proved anew: the shortest of each battle every day, all of them in the long run.

use std::sync::Arc;

use rules::game::Game;
use staff::puzzle::Puzzles;

/// Proves the puzzles of each of these battles anew: all of them, or the one with the shortest proof.
pub fn prove_anew(battles: &[&str], all: bool) {
    for &id in battles {
        let battle = atlas::builtin::battle(id).expect("a battle");
        let bytes = battle.puzzles.as_ref().unwrap_or_else(|| panic!("{id} has no puzzles"));
        let puzzles = Puzzles::read(bytes).expect("puzzles that can be read");
        assert!(puzzles.puzzles.len() >= 12, "{id}: a dozen");
        let game = Game::new(&battle, puzzles.scenario.as_deref(), &[]).expect("a game");
        let staff = staff::of(&Arc::new(game), &battle).expect("a staff");
        let prover = staff.prover().expect("a prover");
        let shortest = puzzles.puzzles.iter().map(|puzzle| puzzle.nodes).min();
        for puzzle in puzzles.puzzles.iter().filter(|one| all || Some(one.nodes) == shortest) {
            let most = 2 * puzzle.nodes;
            assert_eq!(puzzle.check(prover.as_ref(), most), Ok(()), "{id}, {}", puzzle.id);
            let own = prover.value(&puzzle.position, &puzzle.goal, &puzzle.answers[0], most);
            assert_eq!(own.map(|one| one.worth), Ok(puzzle.best), "{id}, {}", puzzle.id);
            let clear = puzzle.is_right(puzzle.best) && !puzzle.is_right(puzzle.second);
            assert!(clear, "{id}, {}", puzzle.id);
        }
    }
}
