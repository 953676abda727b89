//! Lines: relaxing, smoothing, measuring and walking along them.

use crate::point::Point;

/// Pulls the inner points of a line towards the middle of their neighbours, each at most its limit away
/// from home. A limit of zero pins a point.
pub(crate) fn relax(points: &[Point], limits: &[f64], rounds: usize) -> Vec<Point> {
    let mut at = points.to_vec();
    for _ in 0..rounds {
        let before = at.clone();
        for i in 1..at.len().saturating_sub(1) {
            let pulled = before[i].middle(before[i - 1].middle(before[i + 1]));
            let shift = pulled - points[i];
            let length = shift.length();
            at[i] =
                if length > limits[i] { points[i] + shift * (limits[i] / length) } else { pulled };
        }
    }
    at
}

/// A fine polyline along the curve that touches the middle of each side of a line.
pub(crate) fn spline(points: &[Point], steps: usize) -> Vec<Point> {
    let n = points.len();
    if n < 3 {
        return points.to_vec();
    }
    let mut out = vec![points[0]];
    for i in 1..n - 1 {
        let from = if i == 1 { points[0] } else { points[i - 1].middle(points[i]) };
        let to = if i == n - 2 { points[n - 1] } else { points[i].middle(points[i + 1]) };
        for step in 1..=steps {
            let t = step as f64 / steps as f64;
            out.push(from.towards(points[i], t).towards(points[i].towards(to, t), t));
        }
    }
    out
}

/// A polyline with its length worked out.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) points: Vec<Point>,
    lengths: Vec<f64>,
}

impl Line {
    pub(crate) fn new(points: Vec<Point>) -> Line {
        let mut lengths = Vec::with_capacity(points.len());
        let mut total = 0.0;
        for (i, p) in points.iter().enumerate() {
            if i > 0 {
                total += p.distance(points[i - 1]);
            }
            lengths.push(total);
        }
        Line { points, lengths }
    }

    pub(crate) fn length(&self) -> f64 {
        self.lengths.last().copied().unwrap_or(0.0)
    }

    /// The point at a distance from the start; the ends beyond them.
    pub(crate) fn at(&self, distance: f64) -> Point {
        let i = self.lengths.partition_point(|&length| length < distance);
        match (i, self.points.get(i)) {
            (0, _) => self.points.first().copied().unwrap_or_default(),
            (_, None) => self.points.last().copied().unwrap_or_default(),
            (i, Some(&b)) => {
                let span = self.lengths[i] - self.lengths[i - 1];
                let t = if span > 0.0 { (distance - self.lengths[i - 1]) / span } else { 0.0 };
                self.points[i - 1].towards(b, t)
            }
        }
    }

    /// Unit vector along the line at a distance, looked at over a short stretch.
    pub(crate) fn along(&self, distance: f64, reach: f64) -> Point {
        (self.at(distance + reach) - self.at(distance - reach)).unit()
    }

    /// The distance from the start of the point nearest to `p`, and how near it is.
    pub(crate) fn project(&self, p: Point) -> (f64, f64) {
        let mut best = (0.0, f64::INFINITY);
        for (i, pair) in self.points.windows(2).enumerate() {
            let way = pair[1] - pair[0];
            let square = way.dot(way);
            let t =
                if square > 0.0 { ((p - pair[0]).dot(way) / square).clamp(0.0, 1.0) } else { 0.0 };
            let distance = p.distance(pair[0].towards(pair[1], t));
            if distance < best.1 {
                best = (self.lengths[i] + t * square.sqrt(), distance);
            }
        }
        best
    }

    /// The stretch between two distances.
    pub(crate) fn cut(&self, from: f64, to: f64) -> Line {
        let mut points = vec![self.at(from)];
        for (p, &length) in self.points.iter().zip(&self.lengths) {
            if length > from + 1e-6 && length < to - 1e-6 {
                points.push(*p);
            }
        }
        points.push(self.at(to));
        Line::new(points)
    }

    /// The line moved sideways (to the right of its direction if positive).
    pub(crate) fn beside(&self, offset: f64) -> Vec<Point> {
        (0..self.points.len())
            .map(|i| {
                let way = self.along(self.lengths[i], 2.0);
                self.points[i] + way.turned() * offset
            })
            .collect()
    }
}

/// Joins unordered links between numbered ends into strokes as long as possible. At each end the pairs of
/// links that `fit` likes best (smallest value; `None` never) run into each other.
pub(crate) fn strokes<K: Ord + Copy>(
    links: &[(K, K)],
    fit: impl Fn(K, K, K) -> Option<f64>,
) -> Vec<Vec<K>> {
    use std::collections::{BTreeMap, BTreeSet};
    let mut next_to: BTreeMap<K, BTreeSet<K>> = BTreeMap::new();
    for &(a, b) in links {
        next_to.entry(a).or_default().insert(b);
        next_to.entry(b).or_default().insert(a);
    }
    let mut mate: BTreeMap<(K, K), K> = BTreeMap::new();
    for (&end, others) in &next_to {
        let others: Vec<K> = others.iter().copied().collect();
        let mut pairs = Vec::new();
        for (i, &p) in others.iter().enumerate() {
            for &q in &others[i + 1..] {
                pairs.extend(fit(p, end, q).map(|value| (value, p, q)));
            }
        }
        pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        for (_, p, q) in pairs {
            if !mate.contains_key(&(end, p)) && !mate.contains_key(&(end, q)) {
                mate.insert((end, p), q);
                mate.insert((end, q), p);
            }
        }
    }
    let mut left: BTreeSet<(K, K)> = links.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
    let mut out = Vec::new();
    while let Some((a, b)) = left.pop_first() {
        let mut path = vec![a, b];
        for _ in 0..2 {
            while let [.., before, last] = path[..] {
                let Some(&next) = mate.get(&(last, before)) else { break };
                if !left.remove(&(last.min(next), last.max(next))) {
                    break;
                }
                path.push(next);
            }
            path.reverse();
        }
        out.push(path);
    }
    out.sort_by_key(|path| std::cmp::Reverse(path.len()));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_measured_and_cut() {
        let line =
            Line::new(vec![Point::new(0.0, 0.0), Point::new(3.0, 4.0), Point::new(3.0, 10.0)]);
        assert_eq!(line.length(), 11.0);
        assert_eq!(line.at(8.0), Point::new(3.0, 7.0));
        assert_eq!(line.project(Point::new(5.0, 7.0)), (8.0, 2.0));
        assert_eq!(line.cut(2.5, 7.0).points.len(), 3);
    }

    #[test]
    fn strokes_run_straight_through_a_crossroads() {
        let links = [(1, 5), (5, 9), (3, 5), (5, 7)];
        let fit = |p: i32, _: i32, q: i32| (p + q == 10).then_some(0.0);
        let mut found = strokes(&links, fit);
        for path in &mut found {
            if path[0] > path[2] {
                path.reverse();
            }
        }
        found.sort();
        assert_eq!(found, [vec![1, 5, 9], vec![3, 5, 7]]);
    }
}
