//! Earthworks: lines along hexsides, just inside the defender's cells, with teeth towards the enemy.

use std::collections::BTreeMap;

use atlas::Side;
use atlas::map::Map;

use crate::geometry::{Geometry, Vertex};
use crate::palette::Palette;
use crate::point::Point;
use crate::polyline::Line;
use crate::svg::{PathData, Svg};

/// How far behind the hexside the line runs.
const BEHIND: f64 = 5.5;
/// How far the teeth reach from the line.
const TOOTH: f64 = 9.0;

/// A continuous line of works. The enemy is on the left of its direction.
#[derive(Clone, Debug)]
pub(crate) struct Work {
    pub(crate) built_by: Side,
    pub(crate) line: Line,
}

/// Joins the works of a map into lines.
pub(crate) fn works(map: &Map, geometry: &Geometry) -> Vec<Work> {
    let mut out = Vec::new();
    for built_by in Side::BOTH {
        let mut next: BTreeMap<Vertex, Vec<Vertex>> = BTreeMap::new();
        for side in map.hexsides.values() {
            let Some(redoubt) = side.redoubt.as_ref().filter(|r| r.built_by == built_by) else {
                continue;
            };
            // Clockwise around the defender, so that the enemy is on the left.
            if let Some((from, to)) = geometry.side_vertices(redoubt.defender, redoubt.enemy) {
                next.entry(from).or_default().push(to);
            }
        }
        while let Some(start) = start_of(&next) {
            let mut path = vec![start];
            let mut here = start;
            while let Some(ends) = next.get_mut(&here) {
                let Some(to) = ends.pop() else { break };
                path.push(to);
                here = to;
            }
            next.retain(|_, ends| !ends.is_empty());
            if path.len() > 1 {
                let points: Vec<Point> =
                    path.iter().map(|&vertex| geometry.point(vertex)).collect();
                out.push(Work { built_by, line: Line::new(drawn_back(&points)) });
            }
        }
    }
    out
}

/// A vertex where a line begins; on a closed ring, any.
fn start_of(next: &BTreeMap<Vertex, Vec<Vertex>>) -> Option<Vertex> {
    let ends = |vertex: &Vertex| next.values().flatten().filter(|to| *to == vertex).count();
    next.iter()
        .find(|(from, to)| ends(from) < to.len())
        .or_else(|| next.iter().next())
        .map(|(&from, _)| from)
}

/// The line moved to the defender's side, keeping its corners.
fn drawn_back(points: &[Point]) -> Vec<Point> {
    let n = points.len();
    (0..n)
        .map(|i| {
            let before = (points[i] - points[i.saturating_sub(1)]).unit();
            let after = (points[(i + 1).min(n - 1)] - points[i]).unit();
            let normal = (before + after).turned().unit();
            let cut = if i == 0 || i == n - 1 { 1.0 } else { normal.dot(after.turned()).max(0.5) };
            points[i] + normal * (BEHIND / cut)
        })
        .collect()
}

/// The teeth of a work: pointed if the Union dug it, square if the Confederates did.
pub(crate) fn teeth(work: &Work) -> Vec<Vec<Point>> {
    let mut out = Vec::new();
    for pair in work.line.points.windows(2) {
        let way = (pair[1] - pair[0]).unit();
        let enemy = -way.turned();
        let length = pair[0].distance(pair[1]);
        let count = (length / 12.0).floor().max(1.0);
        for i in 0..count as usize {
            let p = pair[0] + way * (length * (i as f64 + 0.5) / count);
            out.push(match work.built_by {
                Side::Union => vec![p - way * 4.2, p + enemy * TOOTH, p + way * 4.2],
                Side::Confederate => vec![
                    p - way * 2.9,
                    p - way * 2.3 + enemy * (TOOTH - 2.0),
                    p + way * 2.3 + enemy * (TOOTH - 2.0),
                    p + way * 2.9,
                ],
            });
        }
    }
    out
}

/// Draws lines of works.
pub(crate) fn draw(svg: &mut Svg, works: &[Work], palette: &Palette) {
    for built_by in Side::BOTH {
        let (mut lines, mut points) = (PathData::new(), PathData::new());
        for work in works.iter().filter(|work| work.built_by == built_by) {
            lines.polyline(&work.line.points);
            for tooth in teeth(work) {
                points.polygon(&tooth);
            }
        }
        let colour = match built_by {
            Side::Union => palette.union,
            Side::Confederate => palette.confederate,
        };
        let halo = palette.halo;
        let round = "stroke-linejoin=\"round\" stroke-linecap=\"round\"";
        svg.path(
            &points,
            format_args!("fill=\"{halo}\" stroke=\"{halo}\" stroke-width=\"3\" {round}"),
        );
        svg.path(
            &lines,
            format_args!("fill=\"none\" stroke=\"{halo}\" stroke-width=\"8.5\" {round}"),
        );
        svg.path(&points, format_args!("fill=\"{colour}\""));
        svg.path(
            &lines,
            format_args!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"4.6\" {round}"),
        );
        svg.path(
            &lines,
            format_args!(
                "fill=\"none\" stroke=\"{halo}\" stroke-width=\".9\" stroke-opacity=\".8\" {round}"
            ),
        );
    }
}

pub(crate) fn draw_works(svg: &mut Svg, map: &Map, geometry: &Geometry, palette: &Palette) {
    let works = works(map, geometry);
    if works.is_empty() {
        return;
    }
    svg.layer("works", "");
    draw(svg, &works, palette);
    svg.end();
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn lines_stand_with_the_defender_and_teeth_point_at_the_enemy() {
        for id in ["blue-gray/chattanooga", "blue-gray/fredericksburg"] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles").join(id);
            let text = std::fs::read_to_string(folder.join("map.json")).expect("a map file");
            let map = Map::from_json(&text).expect("a sound map");
            let geometry = Geometry::new(&map.grid);
            let lines = works(&map, &geometry);
            let redoubts: Vec<_> =
                map.hexsides.values().filter_map(|side| side.redoubt.as_ref()).collect();
            let pieces: usize = lines.iter().map(|work| work.line.points.len() - 1).sum();
            assert_eq!(pieces, redoubts.len(), "{id}: every hexside once");
            for redoubt in redoubts {
                let (a, b) = geometry.side(redoubt.defender, redoubt.enemy).expect("neighbours");
                let (front, rear) =
                    (geometry.centre(redoubt.enemy), geometry.centre(redoubt.defender));
                let middle = a.middle(b);
                let near = |work: &&Work| work.line.project(middle).1 < BEHIND + 1.0;
                let work = lines
                    .iter()
                    .filter(near)
                    .find(|work| work.built_by == redoubt.built_by)
                    .expect("a line along the hexside");
                let at = work.line.at(work.line.project(middle).0);
                assert!(at.distance(rear) < at.distance(front), "{id}: the line is in front");
                let tooth = teeth(work)
                    .into_iter()
                    .min_by(|s, t| s[0].distance(at).total_cmp(&t[0].distance(at)))
                    .expect("teeth");
                let (foot, tip) = (tooth[0], tooth[1]);
                assert!(
                    tip.distance(front) < foot.distance(front),
                    "{id}: a tooth points backward"
                );
            }
        }
    }
}
