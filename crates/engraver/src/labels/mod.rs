//! Names on the sheet: set, placed so that they do not get in each other's way, and drawn.
//!
//! Every name has candidates around its place or along its line. The large ones choose first; then each
//! may choose again, knowing all others, until nothing changes (a few rounds at most).

mod candidates;
mod obstacles;
mod style;

use std::fmt::Write;

use atlas::map::LabelKind;

use crate::palette::Palette;
use crate::point::Point;
use crate::survey::Survey;
use crate::svg::{PathData, Svg, escape, fine, number};
use candidates::Candidate;
use obstacles::Obstacles;
pub(crate) use style::Letters;

/// A name in its place.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub(crate) kind: LabelKind,
    pub(crate) letters: Letters,
    pub(crate) spot: Candidate,
    /// Discs that cover the letters.
    pub(crate) discs: Vec<(Point, f64)>,
    /// Corners of the box around them.
    frame: (Point, Point),
}

const ROUNDS: usize = 4;

/// Places every name of a map.
pub(crate) fn place(survey: &Survey) -> Vec<Placed> {
    let obstacles = Obstacles::of(survey);
    let labels = &survey.map.labels;
    let letters: Vec<Letters> = labels.iter().map(Letters::of).collect();
    let choices: Vec<Vec<Placed>> = labels
        .iter()
        .zip(&letters)
        .map(|(label, letters)| weighed(survey, &obstacles, label, letters))
        .collect();
    let mut order: Vec<usize> = (0..labels.len()).collect();
    let rank = |kind: LabelKind| match kind {
        LabelKind::Water => 0,
        LabelKind::Place | LabelKind::Work => 1,
        LabelKind::Height | LabelKind::Wood => 2,
        LabelKind::Road => 3,
    };
    order.sort_by(|&a, &b| {
        let key = |i: usize| (letters[i].size < 19.5, rank(labels[i].kind));
        key(a).cmp(&key(b)).then(letters[b].size.total_cmp(&letters[a].size)).then(a.cmp(&b))
    });
    let mut chosen: Vec<Option<usize>> = vec![None; labels.len()];
    for _ in 0..ROUNDS {
        let before = chosen.clone();
        for &i in &order {
            chosen[i] = best(i, &choices, &chosen);
        }
        if chosen == before {
            break;
        }
    }
    choices
        .into_iter()
        .zip(chosen)
        .filter_map(|(mut options, choice)| choice.map(|choice| options.swap_remove(choice)))
        .collect()
}

/// The candidates of a label with the harm they do to the map, a manageable number of the best.
fn weighed(
    survey: &Survey,
    obstacles: &Obstacles,
    label: &atlas::map::Label,
    letters: &Letters,
) -> Vec<Placed> {
    let mut out: Vec<Placed> = candidates::candidates(survey, label, letters)
        .into_iter()
        .map(|mut spot| {
            let discs = discs(&spot, letters);
            for &(p, radius) in &discs {
                spot.cost += obstacles.harm(p, radius * 0.9) * 0.5;
                if !spot.afloat && obstacles.in_river(p) {
                    spot.cost += 2.5;
                }
            }
            let frame = frame(&discs);
            Placed { kind: label.kind, letters: letters.clone(), spot, discs, frame }
        })
        .collect();
    out.sort_by(|a, b| a.spot.cost.total_cmp(&b.spot.cost));
    out.truncate(160);
    out
}

/// Discs along the middle of the letters.
fn discs(spot: &Candidate, letters: &Letters) -> Vec<(Point, f64)> {
    let radius = letters.radius();
    let length = spot.middle.length();
    let inner = (length - 2.0 * radius * 0.8).max(0.0);
    let count = (inner / (radius * 0.95)).ceil().max(1.0) as usize;
    (0..=count)
        .map(|i| (spot.middle.at(radius * 0.8 + inner * i as f64 / count as f64), radius))
        .collect()
}

/// Corners of the box around discs.
fn frame(discs: &[(Point, f64)]) -> (Point, Point) {
    let least = Point::new(f64::INFINITY, f64::INFINITY);
    let most = Point::new(f64::NEG_INFINITY, f64::NEG_INFINITY);
    discs.iter().fold((least, most), |(least, most), &(p, r)| {
        let low = Point::new(least.x.min(p.x - r), least.y.min(p.y - r));
        (low, Point::new(most.x.max(p.x + r), most.y.max(p.y + r)))
    })
}

/// The cheapest candidate of a label, given where the others stand. The candidates come sorted by their
/// own cost, and a candidate is given up as soon as it is dearer than the best so far.
fn best(i: usize, choices: &[Vec<Placed>], chosen: &[Option<usize>]) -> Option<usize> {
    let others: Vec<&Placed> = (0..choices.len())
        .filter(|&j| j != i)
        .filter_map(|j| chosen[j].map(|choice| &choices[j][choice]))
        .collect();
    let (mut best, mut least) = (None, f64::INFINITY);
    for (number, option) in choices[i].iter().enumerate() {
        let mut clashes = 0.0;
        for other in &others {
            if option.spot.cost + clashes >= least {
                break;
            }
            clashes += clash(option, other);
        }
        if option.spot.cost + clashes < least {
            (best, least) = (Some(number), option.spot.cost + clashes);
        }
    }
    best
}

/// How badly two names get in each other's way; zero if they do not.
pub(crate) fn clash(a: &Placed, b: &Placed) -> f64 {
    const NEAR: f64 = 5.0;
    let (low, high) = b.frame;
    let apart = |p: Point, r: f64| {
        let reach = r + NEAR;
        p.x + reach < low.x || p.x - reach > high.x || p.y + reach < low.y || p.y - reach > high.y
    };
    let mut sum = 0.0;
    for &(p, r) in a.discs.iter().filter(|(p, r)| !apart(*p, *r)) {
        for &(q, s) in &b.discs {
            let gap = p.distance(q) - r - s;
            if gap < 0.0 {
                sum += 60.0 - gap * 4.0;
            } else if gap < NEAR {
                sum += 0.6;
            }
        }
    }
    sum
}

/// Draws placed names, each with a halo that lifts it off the ground.
pub(crate) fn draw(svg: &mut Svg, placed: &[Placed], survey: &Survey, palette: &Palette) {
    svg.layer(
        "labels",
        &format!(
            "font-family=\"{}\" paint-order=\"stroke\" stroke-linejoin=\"round\" text-anchor=\"middle\"",
            crate::font::SERIF_FAMILY
        ),
    );
    for (i, label) in placed.iter().enumerate() {
        let letters = &label.letters;
        let halo = if label.spot.afloat { palette.deep } else { palette.halo };
        let attributes = format!(
            "{}fill=\"{}\" stroke=\"{halo}\" stroke-width=\"{}\"",
            face(letters),
            style::colour(label.kind, palette),
            fine(letters.size * if label.spot.afloat { 0.14 } else { 0.24 }),
        );
        let text = escape(&letters.text);
        match label.spot.straight {
            Some(angle) => {
                let p = label.spot.middle.at(label.spot.middle.length() / 2.0)
                    + Point::polar(angle).turned() * letters.drop();
                let p = p + Point::polar(angle) * f64::from(letters.style.letter_spacing / 2.0);
                let mut turn = String::new();
                if angle != 0.0 {
                    let _ = write!(
                        turn,
                        " transform=\"rotate({} {} {})\"",
                        fine(angle),
                        number(p.x),
                        number(p.y)
                    );
                }
                svg.raw(&format!(
                    "<text x=\"{}\" y=\"{}\" {attributes}{turn}>{text}</text>",
                    number(p.x),
                    number(p.y)
                ));
            }
            None => {
                let id = survey.id(&format!("name{i}"));
                let mut data = PathData::new();
                data.smooth_open(&stretched(&label.spot, letters));
                svg.define(&id, &data);
                svg.raw(&format!(
                    "<text {attributes}><textPath href=\"#{id}\" startOffset=\"50%\">{text}</textPath></text>"
                ));
            }
        }
    }
    svg.end();
}

/// The baseline of a curved name, a little longer than its letters at both ends.
fn stretched(spot: &Candidate, letters: &Letters) -> Vec<Point> {
    let mut points = spot.middle.beside(letters.drop());
    let n = points.len();
    if n > 1 {
        let (start, end) = ((points[0] - points[1]).unit(), (points[n - 1] - points[n - 2]).unit());
        points.insert(0, points[0] + start * 30.0);
        points.push(points[n] + end * 30.0);
    }
    points
}

/// Weight, slant, spacing and size as attributes.
pub(crate) fn face(letters: &Letters) -> String {
    let mut out = format!("font-size=\"{}\" ", fine(letters.size));
    if letters.style.weight != crate::font::Weight::Regular {
        let _ = write!(out, "font-weight=\"{}\" ", letters.style.weight.number());
    }
    if letters.style.italic {
        out.push_str("font-style=\"italic\" ");
    }
    if letters.style.letter_spacing != 0.0 {
        let _ =
            write!(out, "letter-spacing=\"{}\" ", fine(f64::from(letters.style.letter_spacing)));
    }
    out
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use atlas::map::Map;

    use super::*;

    #[test]
    fn names_do_not_overlap_and_stay_on_the_sheet() {
        for id in [
            "blue-gray/antietam",
            "blue-gray/chattanooga",
            "blue-gray/fredericksburg",
            "brigade/antietam",
            "grand-tactical/antietam",
        ] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles").join(id);
            let text = std::fs::read_to_string(folder.join("map.json")).expect("a map file");
            let map = Map::from_json(&text).expect("a sound map");
            let survey = Survey::new(&map);
            let placed = place(&survey);
            assert_eq!(placed.len(), map.labels.len(), "{id}");
            for (i, a) in placed.iter().enumerate() {
                for b in &placed[i + 1..] {
                    let gap = a
                        .discs
                        .iter()
                        .flat_map(|(p, r)| b.discs.iter().map(move |(q, s)| p.distance(*q) - r - s))
                        .fold(f64::INFINITY, f64::min);
                    assert!(
                        gap >= 0.0,
                        "{id}: {} over {} by {gap:.1}",
                        a.letters.text,
                        b.letters.text
                    );
                }
                for &(p, radius) in &a.discs {
                    assert!(
                        survey.board.contains_well(p, radius * 0.8),
                        "{id}: {} leaves the sheet",
                        a.letters.text
                    );
                }
            }
        }
    }
}
