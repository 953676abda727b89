//! What a kit holds, counted on its pages and in the PDF that is made of them.

use std::collections::BTreeMap;

use atlas::battle::Battle;
use engraver::Theme;
use engraver::print::{Item, MARGIN, Page, Paper};
use lopdf::Document as Pdf;
use press::{Kind, Kit, KitError, Order, Source, assemble, pdf};

/// The books of the project, without their figures.
struct Books;

impl Source for Books {
    fn rulebook(&self, system: &str) -> Option<String> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules");
        std::fs::read_to_string(format!("{folder}/{system}.md")).ok()
    }

    fn figure(&self, _target: &str) -> Option<(String, (u32, u32))> {
        None
    }
}

/// A book of one chapter, for tests that look at something else.
struct Short;

impl Source for Short {
    fn rulebook(&self, _system: &str) -> Option<String> {
        Some("# The book\n\n## One\n\nText.\n".to_owned())
    }

    fn figure(&self, _target: &str) -> Option<(String, (u32, u32))> {
        None
    }
}

fn order(paper: Paper) -> Order {
    Order { paper, counter: 15.0, theme: Theme::Print, scenario: None, options: Vec::new() }
}

fn battle(id: &str) -> Battle {
    atlas::builtin::battle(id).expect("a built-in battle")
}

/// The battles that are looked at: one every day, all in the long tests.
fn battles() -> Vec<Battle> {
    match std::env::var_os("LONGROLL_SOAK") {
        Some(_) => atlas::builtin::ids().map(battle).collect(),
        None => vec![battle("brigade/antietam")],
    }
}

/// The papers that whole files are made for.
fn papers() -> Vec<Paper> {
    match std::env::var_os("LONGROLL_SOAK") {
        Some(_) => Paper::ALL.to_vec(),
        None => vec![Paper::A4],
    }
}

fn pages(kit: &Kit, kind: Kind) -> &[Page] {
    match kit.parts.iter().find(|part| part.kind == kind) {
        Some(part) => &kit.document.pages[part.first..part.first + part.pages],
        None => &[],
    }
}

/// The units whose counters lie on a page, with where.
fn units(page: &Page) -> Vec<(&str, f64, f64)> {
    let found = page.items.iter().filter_map(|item| match item {
        Item::Picture { name, at, .. } => {
            Some((name.as_str(), at.x + at.width / 2.0, at.y + at.height / 2.0))
        }
        _ => None,
    });
    found.collect()
}

#[test]
fn every_unit_of_a_battle_has_one_counter_and_its_back_behind_it() {
    for files in battles() {
        let kit = assemble(&files, &order(Paper::A4), &Short).expect("a kit");
        let sheets = pages(&kit, Kind::Counters);
        assert!(sheets.len().is_multiple_of(2) && !sheets.is_empty(), "{}", files.id);
        let mut counted: BTreeMap<&str, usize> = BTreeMap::new();
        for pair in sheets.chunks(2) {
            let backs = units(&pair[1]);
            for (name, x, y) in units(&pair[0]) {
                *counted.entry(name).or_default() += 1;
                let behind = backs.iter().any(|&(other, left, down)| {
                    other == name
                        && (left + x - pair[0].width).abs() < 1e-6
                        && (down - y).abs() < 1e-6
                });
                // Those who have no other side have an empty back.
                let has_back = files.scenarios.iter().flat_map(|one| &one.units).any(|unit| {
                    unit.reduced.is_some() && name == format!("{} {}", unit.side.word(), unit.id)
                });
                assert!(behind || !has_back, "{}: {name}", files.id);
            }
        }
        for unit in files.scenarios.iter().flat_map(|scenario| &scenario.units) {
            let name = format!("{} {}", unit.side.word(), unit.id);
            let count = counted.get(name.as_str()).copied().unwrap_or(0);
            assert!(count >= 1, "{}: {name}", files.id);
        }
        let first = files.scenarios.first().expect("a scenario");
        if files.scenarios.len() == 1 {
            assert_eq!(counted.values().sum::<usize>(), first.units.len(), "{}", files.id);
        }
    }
}

#[test]
fn the_credit_of_the_map_is_on_every_page_that_shows_it() {
    for files in battles() {
        let kit = assemble(&files, &order(Paper::Letter), &Short).expect("a kit");
        for page in &kit.document.pages {
            let (short, long) = Paper::Letter.size();
            let sides = (page.width.min(page.height), page.width.max(page.height));
            assert_eq!(sides, (short, long), "{}", files.id);
        }
        let credit = engraver::credit(&files.map);
        let flat = |text: &str| text.split_whitespace().collect::<String>();
        for kind in [Kind::Map, Kind::Overview, Kind::Legend] {
            let pages = pages(&kit, kind);
            assert!(!pages.is_empty(), "{}: {kind:?}", files.id);
            for page in pages {
                assert!(flat(&page.text()).contains(&flat(&credit)), "{}: {kind:?}", files.id);
            }
        }
        assert_eq!(pages(&kit, Kind::Map).len(), kit.tiling.count());
    }
}

#[test]
fn a_kit_says_how_it_is_printed_and_what_paper_cannot_play() {
    for files in battles() {
        let kit = assemble(&files, &order(Paper::A4), &Short).expect("a kit");
        let text: String = pages(&kit, Kind::Intro).iter().map(|page| page.text() + "\n").collect();
        for words in
            ["100 per cent", "What paper cannot play", "Counters and markers", "The rulebook"]
        {
            assert!(text.contains(words), "{}: {words}", files.id);
        }
        for part in &kit.parts[1..] {
            assert!(part.pages > 0 && part.first > 0, "{part:?}");
            let named = match part.pages {
                1 => (part.first + 1).to_string(),
                pages => format!("{} to {}", part.first + 1, part.first + pages),
            };
            assert!(text.contains(&named), "{}: {named}", files.id);
        }
        let counters = kit.parts.iter().find(|part| part.kind == Kind::Counters).expect("counters");
        assert_eq!(counters.first % 2, 0, "fronts lie on the front of a sheet");
    }
}

#[test]
fn rosters_have_a_line_for_each_unit_where_men_and_fatigue_are_written_down() {
    let files = battle("grand-tactical/antietam");
    let kit = assemble(&files, &order(Paper::A4), &Short).expect("a kit");
    let text: String = pages(&kit, Kind::Sheets).iter().map(|page| page.text() + "\n").collect();
    for number in 1..=files.scenarios[0].units.len() {
        assert!(text.lines().any(|line| line == format!("#{number}")), "{number}");
    }
    let game = rules::game::Game::new(&files, None, &[]).expect("a game");
    let facts = game.facts(&files);
    for column in game.on_paper().roster {
        let Some(member) = column.member else { continue };
        for unit in &files.scenarios[0].units {
            assert!(!facts["units"][&unit.id][member].is_null(), "{}: {member}", unit.id);
        }
    }
    for words in ["Fatigue", "Plots"] {
        assert!(text.contains(words), "{words}");
    }
    let intro: String = pages(&kit, Kind::Intro).iter().map(|page| page.text() + "\n").collect();
    assert!(intro.contains("Hidden units cannot be played on paper"));
}

#[test]
fn the_pdf_has_the_pages_of_the_kit_and_the_words_of_the_rulebook_and_is_the_same_twice() {
    for files in battles() {
        for paper in papers() {
            let kit = assemble(&files, &order(paper), &Books).expect("a kit");
            let bytes = pdf(&kit).expect("a PDF");
            let read = Pdf::load_mem(&bytes).expect("a PDF that can be read");
            let found = read.get_pages();
            assert_eq!(found.len(), kit.document.pages.len(), "{}", files.id);
            for (number, id) in &found {
                let page = &kit.document.pages[*number as usize - 1];
                let sides = read.get_dictionary(*id).and_then(|page| page.get(b"MediaBox"));
                let sides: Vec<f32> = sides
                    .and_then(lopdf::Object::as_array)
                    .expect("a media box")
                    .iter()
                    .map(|side| side.as_float().expect("a number"))
                    .collect();
                let points = |millimetres: f64| (millimetres / 25.4 * 72.0) as f32;
                let near = |a: f32, b: f32| (a - b).abs() < 0.01;
                assert!(near(sides[2] - sides[0], points(page.width)), "{sides:?}");
                assert!(near(sides[3] - sides[1], points(page.height)), "{sides:?}");
            }
            let book = kit.parts.iter().find(|part| part.kind == Kind::Rulebook).expect("a book");
            let last = (book.first + book.pages) as u32;
            let numbers: Vec<u32> = (book.first as u32 + 1..=last).collect();
            let text = read.extract_text(&numbers).expect("text");
            let flat: String = text.split_whitespace().collect();
            for heading in
                kit.document.outline.iter().filter(|mark| mark.page >= book.first).skip(1)
            {
                let wanted: String = heading.title.split_whitespace().collect();
                assert!(flat.contains(&wanted), "{}: {}", files.id, heading.title);
            }
            if paper == Paper::A4 {
                let again = assemble(&files, &order(paper), &Books).expect("a kit");
                assert!(pdf(&again).expect("a PDF") == bytes, "{}: the bytes differ", files.id);
            }
            // The map is written once, however many tiles show it.
            assert!(bytes.len() < 6_000_000, "{}: {} bytes", files.id, bytes.len());
        }
    }
}

#[test]
fn words_stay_within_what_printers_print() {
    for files in battles() {
        let kit = assemble(&files, &order(Paper::A4), &Books).expect("a kit");
        for (number, page) in kit.document.pages.iter().enumerate() {
            for item in &page.items {
                let Item::Words(words) = item else { continue };
                let millimetres = 25.4 / 72.0;
                let long = engraver::font::text_width(&words.text, words.size as f32, words.style);
                let right = words.x + f64::from(long) * millimetres;
                let inside = words.x >= 8.0
                    && right <= page.width - MARGIN + 1.0
                    && words.y < page.height - 8.0;
                assert!(inside, "{}, page {}: {words:?} to {right}", files.id, number + 1);
            }
        }
    }
}

#[test]
fn what_cannot_be_made_is_refused_in_words() {
    let files = battle("brigade/antietam");
    let try_it = |change: &dyn Fn(&mut Order)| -> String {
        let mut order = order(Paper::A4);
        change(&mut order);
        let made: Result<Kit, KitError> = assemble(&files, &order, &Short);
        made.err().expect("a refusal").to_string()
    };
    let unknown = try_it(&|order| order.scenario = Some("monday".into()));
    assert!(unknown.contains("`monday`") && unknown.contains("september-17"), "{unknown}");
    let small = try_it(&|order| order.counter = 3.0);
    assert!(small.contains("3 millimetres") && small.contains("10 to 30"), "{small}");
    assert!(!try_it(&|order| order.options = vec!["99.9".into()]).is_empty());
}
