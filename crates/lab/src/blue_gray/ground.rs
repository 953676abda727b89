//! What happened where: the losses and the grip of the armies on the drawn map.

use std::fmt::Write;

use atlas::Side;
use atlas::map::Map;
use engraver::geometry::Geometry;
use field::Cell;

use super::Set;
use crate::report::map::{overlay, tint};
use crate::report::plot::{Anchor, Plot};
use crate::report::{self, count, figure, panels};
use crate::wording::counted;

/// How many hexes are marked with their number.
const MARKED: usize = 14;

/// Losses and grip on the map.
pub fn section(map: &Map, sets: &[Set<'_>]) -> String {
    let geometry = Geometry::new(&map.grid);
    let per_game = |set: &Set<'_>, cell| deaths_at(set, cell) / set.summary.games().max(1) as f64;
    let top = sets
        .iter()
        .flat_map(|set| set.system.battle.grid().cells().map(move |cell| per_game(set, cell)))
        .fold(0.0, f64::max);
    let deaths: Vec<String> = sets
        .iter()
        .map(|set| {
            figure(
                &set.caption(""),
                &overlay(&geometry, "where units were lost", &deaths(&geometry, set, top)),
            )
        })
        .collect();
    let mut out = panels(
        "Where the units fell",
        &format!(
            "Units of both sides lost in each hex. The strongest colour stands for {top:.2} units a game, half \
             of it for a quarter of that; the worst hexes of each map have their rate printed."
        ),
        &deaths,
        &legend(top),
    );
    out.push_str(
        "<section><h2>Whose ground it was</h2><p>A hex is in the grip of a side that stands in it, or that \
         alone has it in its zone of control. Blue: the Union more often; red: the Confederates; the \
         stronger, the more often.</p>",
    );
    for set in sets {
        out.push_str("<div class=\"panels three\">");
        let turns = set.summary.turns.len();
        let mut shown = vec![turns.div_ceil(3), (2 * turns).div_ceil(3), turns];
        shown.dedup();
        for turn in shown {
            let caption = set.caption(&format!("at the end of turn {turn}"));
            let body = grip(&geometry, set, turn);
            let drawing = overlay(&geometry, "who had which hex in his grip", &body);
            out.push_str(&figure(&caption, &drawing));
        }
        out.push_str("</div>");
    }
    out.push_str("</section>");
    out
}

/// What the strengths of colour stand for.
fn legend(top: f64) -> String {
    let mut plot = Plot::new(30.0, "units lost a game by the strength of the colour");
    for (place, part) in [1.0 / 16.0, 0.25, 0.5, 0.75, 1.0].into_iter().enumerate() {
        let (x, rate) = (4.0 + 88.0 * place as f64, top * part);
        plot.tint("death", (x, 6.0), (26.0, 18.0), depth(rate, top));
        plot.text("small", (x + 32.0, 19.0), Anchor::Start, &format!("{rate:.2}"));
    }
    plot.text("small", (448.0, 19.0), Anchor::Start, "units a game");
    format!("<div class=\"wide\">{}</div>", plot.finish())
}

/// How strong a colour stands for a rate: the eye sees the root of it better than the thing itself, since most
/// hexes see few deaths.
fn depth(rate: f64, top: f64) -> f64 {
    0.85 * (rate / top.max(f64::MIN_POSITIVE)).sqrt()
}

fn deaths_at(set: &Set<'_>, cell: Cell) -> f64 {
    let turns = set.digest.turns.iter();
    turns
        .map(|turn| {
            f64::from(turn.deaths.union[cell.index()] + turn.deaths.confederate[cell.index()])
        })
        .sum()
}

fn deaths(geometry: &Geometry, set: &Set<'_>, top: f64) -> String {
    let games = set.summary.games().max(1) as f64;
    let mut out = String::new();
    let mut worst: Vec<(Cell, f64)> = set
        .system
        .battle
        .grid()
        .cells()
        .map(|cell| (cell, deaths_at(set, cell) / games))
        .filter(|(_, rate)| *rate > 0.0)
        .collect();
    for &(cell, rate) in &worst {
        let side = |side: Side| -> u32 {
            set.digest.turns.iter().map(|turn| turn.deaths[side][cell.index()]).sum()
        };
        let (union, confederate) = (side(Side::Union), side(Side::Confederate));
        let title = format!(
            "{}: {} in {}, {} Union and {} Confederate",
            set.system.battle.grid().name(cell),
            counted((union + confederate) as usize, "unit"),
            report::games(set.summary.games()),
            count(union as usize),
            count(confederate as usize)
        );
        tint(&mut out, geometry, cell, "death", depth(rate, top), &title);
    }
    worst.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    for (cell, rate) in worst.into_iter().take(MARKED) {
        let centre = geometry.centre(cell);
        let _ = write!(
            out,
            "<text class=\"mark\" x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"middle\">{rate:.2}</text>",
            centre.x,
            centre.y + 11.0
        );
    }
    out
}

fn grip(geometry: &Geometry, set: &Set<'_>, turn: usize) -> String {
    let mut out = String::new();
    let index = turn.wrapping_sub(1);
    let (Some(common), Some(turn)) = (set.summary.turns.get(index), set.digest.turns.get(index))
    else {
        return out;
    };
    let games = common.reached.max(1) as f64;
    for cell in set.system.battle.grid().cells() {
        let share = |side: Side| f64::from(turn.grip[side][cell.index()]) / games;
        let (union, confederate) = (share(Side::Union), share(Side::Confederate));
        let lead = union - confederate;
        if lead.abs() < 0.02 {
            continue;
        }
        let class = if lead > 0.0 { "union" } else { "confederate" };
        let title = format!(
            "{}: Union {:.0} %, Confederate {:.0} % of games",
            set.system.battle.grid().name(cell),
            100.0 * union,
            100.0 * confederate
        );
        tint(&mut out, geometry, cell, &format!("grip {class}"), 0.75 * lead.abs(), &title);
    }
    out
}
