//! A table of shares, coloured by how great they are: a row a thing, a column a game-turn.

use super::class;
use super::plot::escaped;
use atlas::Side;

/// A thing and its share on each turn; `None`: of no games.
pub type Row = (String, Vec<Option<f64>>);

/// The table; `colour` says for whom a share speaks, and how strongly, from 0 to 1.
pub fn by_turn(head: &str, rows: &[Row], colour: impl Fn(f64) -> (Side, f64)) -> String {
    let turns = rows.iter().map(|(_, shares)| shares.len()).max().unwrap_or(0);
    let mut out = format!(
        "<div class=\"wide\"><table class=\"held\"><thead><tr><th scope=\"col\">{}</th>",
        escaped(head)
    );
    for turn in 1..=turns {
        out.push_str(&format!("<th scope=\"col\">{turn}</th>"));
    }
    out.push_str("</tr></thead><tbody>");
    for (name, shares) in rows {
        out.push_str(&format!("<tr><th scope=\"row\">{}</th>", escaped(name)));
        for share in shares {
            let Some(share) = share else {
                out.push_str("<td>–</td>");
                continue;
            };
            let (side, depth) = colour(*share);
            // Five steps of colour are enough to see, and keep the style in the style sheet.
            let deep = (depth * 5.0).round() as u8;
            let side = class(Some(side));
            out.push_str(&format!("<td class=\"{side} deep{deep}\">{:.0}</td>", 100.0 * share));
        }
        out.push_str("</tr>");
    }
    out.push_str("</tbody></table></div>");
    out
}

/// A share of one side against the other: coloured for whoever has more than half.
pub fn contested(of: Side) -> impl Fn(f64) -> (Side, f64) {
    move |share| {
        if share >= 0.5 { (of, 2.0 * share - 1.0) } else { (of.other(), 1.0 - 2.0 * share) }
    }
}
