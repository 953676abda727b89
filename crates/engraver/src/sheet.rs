//! The whole sheet: layers in their order, with or without the frame around them.

use atlas::battle::Scenario;
use atlas::map::Map;

use crate::geometry::Geometry;
use crate::labels::Placed;
use crate::palette::{Palette, Theme};
use crate::survey::Survey;
use crate::svg::{PathData, Svg};
use crate::units::{Stack, Strip, coming_strip, stacks_layer, units_layer};
use crate::{
    cover, crossings, furniture, grid_art, ground, labels, legend, marks, roads, towns, water_art,
    works,
};

/// How a map is to be drawn.
#[derive(Clone, Debug)]
pub struct Options {
    /// Colours.
    pub theme: Theme,
    /// Print the number of each hex (on squares: in each square; the margins have them anyway).
    pub numbers: bool,
    /// Add the invisible shapes that a page points at.
    pub cells: bool,
    /// Draw the legend below the board of a whole sheet.
    pub legend: bool,
    /// Subtitle to print instead of the map's own, as for another scenario.
    pub subtitle: Option<String>,
}

impl Default for Options {
    fn default() -> Options {
        Options { theme: Theme::Light, numbers: true, cells: false, legend: true, subtitle: None }
    }
}

/// Space around the board that its border and the arrows of entry need, in drawing units.
pub const BLEED: f64 = 48.0;

/// The whole sheet: title, frame, north arrow, scale, legend and credit around the board.
pub fn map_svg(map: &Map, options: &Options) -> String {
    compose(map, options, "", &Strip::default())
}

/// The whole sheet with the armies of a scenario where they begin, and those to come below the board.
pub fn battle_svg(map: &Map, scenario: &Scenario, options: &Options) -> String {
    let (width, _) = Geometry::new(&map.grid).size();
    let strip = coming_strip(scenario, &map.grid, options.theme, width);
    compose(map, options, &units_layer(scenario, &map.grid, options.theme), &strip)
}

/// The whole sheet with stacks on it, as in the middle of a game.
pub fn position_svg(map: &Map, stacks: &[Stack], options: &Options) -> String {
    compose(map, options, &stacks_layer(stacks, &map.grid, options.theme), &Strip::default())
}

/// The sheet with something lying on the board, and a strip below it.
fn compose(map: &Map, options: &Options, on_board: &str, strip: &Strip) -> String {
    let mut survey = Survey::new(map);
    let palette = options.theme.palette();
    let placed = letter(&mut survey);
    let layout = furniture::Layout::new(&survey, options, strip.height);
    let mut svg = Svg::new();
    furniture::open(&mut svg, &survey, &layout, palette);
    svg.group(&format!("transform=\"translate({:.1} {:.1})\"", layout.board.x, layout.board.y));
    draw_board(&mut svg, &survey, &placed, options, palette);
    svg.raw(on_board);
    if strip.height > 0.0 {
        let down = survey.geometry.size().1 + BLEED;
        svg.group(&format!("transform=\"translate(0 {down:.1})\""));
        svg.raw(&strip.svg);
        svg.end();
    }
    svg.end();
    furniture::draw(&mut svg, &survey, &layout, options, palette);
    svg.raw("</svg>\n");
    svg.into_string()
}

/// The board alone as a drawing of its own, [`BLEED`] units of border around it.
pub fn board_svg(map: &Map, options: &Options) -> String {
    let (width, height) = Geometry::new(&map.grid).size();
    let mut svg = Svg::new();
    svg.raw(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{0} {0} {1:.1} {2:.1}\" width=\"{1:.1}\" height=\"{2:.1}\">",
        -BLEED,
        width + 2.0 * BLEED,
        height + 2.0 * BLEED
    ));
    svg.raw(&board_fragment(map, options));
    svg.raw("</svg>\n");
    svg.into_string()
}

/// The layers of the board without an `svg` element around them, its upper left corner at (0, 0).
pub fn board_fragment(map: &Map, options: &Options) -> String {
    let mut survey = Survey::new(map);
    let placed = letter(&mut survey);
    let mut svg = Svg::new();
    draw_board(&mut svg, &survey, &placed, options, options.theme.palette());
    svg.into_string()
}

/// The legend as a drawing of its own.
pub fn legend_svg(map: &Map, options: &Options) -> String {
    let survey = Survey::new(map);
    let palette = options.theme.palette();
    let mut svg = Svg::new();
    legend::draw_alone(&mut svg, &survey, palette);
    svg.into_string()
}

/// Places the names and tells the textures to keep clear of them.
pub(crate) fn letter(survey: &mut Survey) -> Vec<Placed> {
    let placed = labels::place(survey);
    survey.lettering = placed.iter().flat_map(|label| label.discs.iter().copied()).collect();
    placed
}

pub(crate) fn draw_board(
    svg: &mut Svg,
    survey: &Survey,
    placed: &[Placed],
    options: &Options,
    palette: &Palette,
) {
    let clip = survey.id("board");
    let mut outline = PathData::new();
    for points in &survey.board.loops {
        outline.polygon(points);
    }
    svg.raw(&format!(
        "<defs><path id=\"{clip}\" d=\"{}\"/><clipPath id=\"{clip}-clip\"><use href=\"#{clip}\"/></clipPath></defs>",
        outline.text()
    ));
    furniture::draw_border(svg, survey, palette);
    svg.group(&format!("clip-path=\"url(#{clip}-clip)\""));
    ground::draw_ground(svg, survey, palette);
    ground::draw_elevation(svg, survey, palette);
    ground::draw_scenery(svg, survey, palette);
    cover::draw_cover(svg, survey, palette);
    water_art::draw_water(svg, survey, palette);
    grid_art::draw_grid(svg, survey, palette);
    roads::draw_rails(svg, &survey.network, palette);
    roads::draw_sunken(svg, survey, palette);
    roads::draw_roads(svg, &survey.network, palette);
    towns::draw_towns(svg, survey, palette);
    crossings::draw_crossings(svg, survey, palette);
    works::draw_works(svg, survey.map, &survey.geometry, palette);
    if options.numbers {
        grid_art::draw_numbers(svg, survey, palette);
    }
    svg.end();
    marks::draw_marks(svg, survey, palette);
    labels::draw(svg, placed, survey, palette);
    if options.cells {
        grid_art::draw_cells(svg, survey);
    }
}
