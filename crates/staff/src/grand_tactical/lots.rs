//! What each change of a plan is worth, found out from games in which all of them were made by lot at once: every game
//! tells something of every change, where one game a change would tell nothing of the others.

/// The most changes that are looked into at once.
pub const MOST_CHANGES: usize = 120;

/// Games with the changes that were made in each, as bits.
#[derive(Clone, Debug, Default)]
pub struct Lots {
    games: Vec<(u128, f64)>,
}

/// What a change is worth, and how far that may be from the truth.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Effect {
    /// Points.
    pub worth: f64,
    /// As a standard error.
    pub doubt: f64,
}

impl Lots {
    /// Notes a game.
    pub fn note(&mut self, changes: u128, came: f64) {
        self.games.push((changes, came));
    }

    /// What each of so many changes is worth: a linear fit that expects nothing of a change before it is seen,
    /// `prior` being how many games' worth of doubt that is.
    pub fn effects(&self, changes: usize, prior: f64) -> Vec<Effect> {
        let changes = changes.min(MOST_CHANGES);
        let count = self.games.len() as f64;
        if self.games.is_empty() || changes == 0 {
            return vec![Effect::default(); changes];
        }
        let is = |mask: u128, index: usize| f64::from((mask >> index & 1) as u8);
        let mean = self.games.iter().map(|(_, came)| came).sum::<f64>() / count;
        let often: Vec<f64> = (0..changes)
            .map(|index| self.games.iter().map(|(mask, _)| is(*mask, index)).sum::<f64>() / count)
            .collect();
        let mut square = vec![vec![0.0; changes]; changes];
        let mut right = vec![0.0; changes];
        for (mask, came) in &self.games {
            let row: Vec<f64> = (0..changes).map(|index| is(*mask, index) - often[index]).collect();
            for one in 0..changes {
                right[one] += row[one] * (came - mean);
                for other in 0..=one {
                    square[one][other] += row[one] * row[other];
                }
            }
        }
        for (index, row) in square.iter_mut().enumerate() {
            row[index] += prior;
        }
        let inverse = inverse_of(square);
        let worth: Vec<f64> = inverse
            .iter()
            .map(|row| row.iter().zip(&right).map(|(one, other)| one * other).sum())
            .collect();
        let left: f64 = self
            .games
            .iter()
            .map(|(mask, came)| {
                let fit: f64 = worth
                    .iter()
                    .enumerate()
                    .map(|(i, worth)| worth * (is(*mask, i) - often[i]))
                    .sum();
                (came - mean - fit) * (came - mean - fit)
            })
            .sum();
        let stray = left / count;
        let doubt = |index: usize| (stray * inverse[index][index].max(0.0)).sqrt();
        worth.iter().enumerate().map(|(i, &worth)| Effect { worth, doubt: doubt(i) }).collect()
    }
}

/// The inverse of a symmetric matrix with a positive diagonal that outweighs it, of which the lower half is given.
fn inverse_of(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    for row in 1..size {
        let (above, below) = matrix.split_at_mut(row);
        above.iter_mut().zip(&below[0]).for_each(|(mirrored, &one)| mirrored[row] = one);
    }
    let mut inverse: Vec<Vec<f64>> = (0..size)
        .map(|row| (0..size).map(|column| f64::from(u8::from(row == column))).collect())
        .collect();
    for pivot in 0..size {
        let scale = 1.0 / matrix[pivot][pivot];
        matrix[pivot].iter_mut().chain(&mut inverse[pivot]).for_each(|one| *one *= scale);
        let (base, base_inverse) = (matrix[pivot].clone(), inverse[pivot].clone());
        for row in (0..size).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot];
            if factor != 0.0 {
                matrix[row].iter_mut().zip(&base).for_each(|(one, base)| *one -= factor * base);
                inverse[row]
                    .iter_mut()
                    .zip(&base_inverse)
                    .for_each(|(one, base)| *one -= factor * base);
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use rules::dice::Chance;

    use super::*;

    #[test]
    fn what_changes_are_worth_is_found_beneath_the_luck() {
        let truth = [300.0, -200.0, 0.0, 150.0, 0.0];
        let (mut luck, mut lots) = (Chance::new(4), Lots::default());
        for _ in 0..400 {
            let mask = u128::from(luck.bits() & 31);
            let chance = luck.below(801) as f64 - 400.0;
            let came: f64 =
                truth.iter().enumerate().map(|(i, worth)| worth * ((mask >> i & 1) as f64)).sum();
            lots.note(mask, 5_000.0 + came + chance);
        }
        for (effect, truth) in lots.effects(truth.len(), 4.0).iter().zip(truth) {
            assert!((effect.worth - truth).abs() < 3.0 * effect.doubt + 20.0, "{effect:?} {truth}");
            assert!((10.0..60.0).contains(&effect.doubt), "{effect:?}");
        }
    }

    #[test]
    fn nothing_is_said_of_what_was_never_tried() {
        let mut lots = Lots::default();
        assert_eq!(lots.effects(2, 4.0), [Effect::default(); 2]);
        (0..10).for_each(|game| lots.note(u128::from(game % 2 == 0), f64::from(game % 2)));
        let effects = lots.effects(2, 4.0);
        assert!(effects[0].worth < -0.3 && effects[1].worth.abs() < 1e-9, "{effects:?}");
    }
}
