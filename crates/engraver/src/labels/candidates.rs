//! Where a name could stand.

use atlas::map::{Label, LabelKind};

use super::style::Letters;
use crate::farms;
use crate::point::Point;
use crate::polyline::Line;
use crate::survey::Survey;

/// One way to write a name.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// The line through the middle of the letters, in reading direction.
    pub(crate) middle: Line,
    /// Straight at an angle (degrees clockwise), or along a curve.
    pub(crate) straight: Option<f64>,
    /// How far it is from the ideal, in points of harm.
    pub(crate) cost: f64,
    /// Whether it is written on open water.
    pub(crate) afloat: bool,
}

/// Every candidate for a label, the preferred ones cheap.
pub(crate) fn candidates(survey: &Survey, label: &Label, letters: &Letters) -> Vec<Candidate> {
    let anchor = survey.geometry.centre(label.at);
    if let Some((line, offsets, afloat)) = line_for(survey, label, letters, anchor) {
        let found = along(line, &offsets, anchor, letters, afloat);
        if !found.is_empty() {
            return found;
        }
    }
    straight(survey, label, letters)
}

/// The line that a water or road name follows, and how far beside it.
fn line_for<'a>(
    survey: &'a Survey,
    label: &Label,
    letters: &Letters,
    anchor: Point,
) -> Option<(&'a Line, Vec<f64>, bool)> {
    let near = |line: &&Line| line.project(anchor).1;
    let nearest = |lines: Vec<&'a Line>| {
        lines
            .into_iter()
            .min_by(|a, b| near(a).total_cmp(&near(b)))
            .filter(|line| near(line) < 130.0)
    };
    let matches =
        |name: &str| !name.is_empty() && (label.text.contains(name) || name.contains(&label.text));
    match label.kind {
        LabelKind::Water => {
            let courses = &survey.waters.courses;
            let rivers = courses.iter().filter(|c| !c.stream && matches(&c.name)).map(|c| &c.line);
            if let Some(line) = nearest(rivers.collect()) {
                return Some((line, vec![0.0], true));
            }
            let creeks: Vec<_> = survey
                .waters
                .creeks
                .iter()
                .filter(|creek| {
                    creek.names.iter().any(|name| matches(name) || alike(name, &label.text))
                })
                .collect();
            let line = nearest(creeks.iter().map(|creek| &creek.line).collect())?;
            let width = creeks.iter().map(|creek| creek.widths.1).fold(0.0, f64::max);
            let off = width / 2.0 + letters.size * 0.62;
            Some((line, vec![-off, off], false))
        }
        LabelKind::Road => {
            let off = 4.5 + letters.size * 0.56;
            let rail = label.text.to_lowercase().contains("railroad");
            if label.angle.is_some() && !rail {
                return None;
            }
            let lines = if rail { &survey.network.rails } else { &survey.network.courses };
            Some((nearest(lines.iter().collect())?, vec![-off, off], false))
        }
        _ => None,
    }
}

/// Whether two names share their last word, whatever its case ("Rappahannock canal", "Canal").
fn alike(a: &str, b: &str) -> bool {
    let last = |text: &str| text.to_lowercase().split_whitespace().last().map(str::to_owned);
    last(a) == last(b)
        && last(a).is_some_and(|word| !matches!(word.as_str(), "creek" | "run" | "river"))
}

/// Stretches of a line near the anchor, on either side of it.
fn along(
    line: &Line,
    offsets: &[f64],
    anchor: Point,
    letters: &Letters,
    afloat: bool,
) -> Vec<Candidate> {
    let mut out = Vec::new();
    let half = letters.width / 2.0 + letters.size * 0.1;
    let middle = line.project(anchor).0;
    for step in -22i32..=22 {
        let centre = middle + f64::from(step) * 13.0;
        if centre - half < 4.0 || centre + half > line.length() - 4.0 {
            continue;
        }
        for &offset in offsets {
            let Some((curve, bend)) = follow(line, centre, half, offset) else { continue };
            let aside = if afloat && offset != 0.0 { 12.0 } else { 0.0 };
            let cost = f64::from(step.abs()) * 0.55 + bend + aside;
            out.push(Candidate {
                middle: curve,
                straight: None,
                cost,
                afloat: afloat && offset == 0.0,
            });
        }
    }
    out
}

/// The smoothed stretch beside a line in reading direction, and how much it bends.
fn follow(line: &Line, centre: f64, half: f64, offset: f64) -> Option<(Line, f64)> {
    let smooth = 34.0;
    let count = ((half * 2.0) / 9.0).ceil() as usize + 1;
    let mut points = Vec::with_capacity(count);
    for i in 0..count {
        let distance = centre - half + 2.0 * half * i as f64 / (count - 1) as f64;
        let sum = [-1.0, -0.6, -0.25, 0.0, 0.25, 0.6, 1.0]
            .iter()
            .fold(Point::default(), |sum, t| sum + line.at(distance + t * smooth));
        points.push(sum * (1.0 / 7.0));
    }
    let (first, last) = (points[0], points[count - 1]);
    let way = last - first;
    let backward =
        way.x < -0.02 * way.length() || (way.x.abs() <= 0.02 * way.length() && way.y > 0.0);
    if backward {
        points.reverse();
    }
    let smoothed = Line::new(points);
    let beside = Line::new(smoothed.beside(offset));
    let mut bend: f64 = 0.0;
    for triple in beside.points.windows(3) {
        let (u, v) = ((triple[1] - triple[0]).unit(), (triple[2] - triple[1]).unit());
        let turn = u.dot(v).clamp(-1.0, 1.0).acos().to_degrees();
        bend += (turn - 4.0).max(0.0) * 0.9;
    }
    (bend < 90.0).then_some((beside, bend))
}

/// Straight positions around the place.
fn straight(survey: &Survey, label: &Label, letters: &Letters) -> Vec<Candidate> {
    let angle = -label.angle.unwrap_or(0.0);
    let hinted = label.dx != 0.0 || label.dy != 0.0;
    let centre = survey.geometry.centre(label.at);
    let site = farms::site(survey, label).is_some();
    let spot = if site { farms::spot(survey, label) } else { centre };
    let mut out = Vec::new();
    let mut offer = |p: Point, cost: f64| {
        let way = Point::polar(angle) * (letters.width / 2.0);
        let middle = Line::new(vec![p - way, p + way]);
        out.push(Candidate { middle, straight: Some(angle), cost, afloat: false });
    };
    if hinted {
        let hint = Point::new(label.dx.clamp(-4.0, 4.0), label.dy.clamp(-4.0, 4.0));
        offer(centre + hint * crate::geometry::UNIT, 0.0);
    }
    let extra = if hinted { 4.0 } else { 0.0 };
    match label.kind {
        LabelKind::Height | LabelKind::Wood | LabelKind::Water | LabelKind::Road => {
            for i in -6i32..=6 {
                for j in -7i32..=7 {
                    let shift = Point::new(f64::from(i) * 15.0, f64::from(j) * 9.0);
                    offer(centre + shift, extra + shift.length() * 0.14);
                }
            }
        }
        LabelKind::Place | LabelKind::Work => {
            let (w, h) = (letters.width / 2.0, letters.size * 0.5);
            let gap = if site { 11.0 } else { 5.0 };
            let town = survey.covers.town.contains(centre);
            for ring in 0..6 {
                let far = f64::from(ring) * 9.0;
                for slide in [0.0f64, -0.35, 0.35, -0.7, 0.7, -1.0, 1.0] {
                    let below = if slide == 0.0 { 0.0 } else { 0.8 + slide.abs() };
                    let cost = extra + below + f64::from(ring) * 1.6;
                    offer(spot + Point::new(slide * w, h + gap + far), cost);
                    offer(spot + Point::new(slide * w, -h - gap - far), cost + 0.9);
                }
                for rise in [0.0, -0.8, 0.8] {
                    let cost = extra + 0.7 + f64::abs(rise) + f64::from(ring) * 1.6;
                    offer(spot + Point::new(w + gap + 4.0 + far, rise * h), cost);
                    offer(spot + Point::new(-w - gap - 4.0 - far, rise * h), cost + 0.2);
                }
            }
            if town || !site {
                for j in -4i32..=4 {
                    for i in -3i32..=3 {
                        let shift = Point::new(f64::from(i) * 18.0, f64::from(j) * 12.0);
                        let base = if town { -1.0 } else { 2.0 };
                        offer(centre + shift, extra + base + shift.length() * 0.1);
                    }
                }
            }
        }
    }
    out
}
