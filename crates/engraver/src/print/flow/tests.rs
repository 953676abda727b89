use super::*;
use crate::print::text::Setting;

fn layout(columns: usize) -> Layout {
    Layout {
        page: (210.0, 120.0),
        margin: 15.0,
        columns,
        gap: 8.0,
        setting: Setting::serif(10.0),
        chapters: true,
    }
}

fn set(blocks: &[Block], columns: usize) -> Flowed {
    flow(blocks, &layout(columns), &mut Measure::default())
}

fn long(words: usize) -> String {
    (0..words).map(|number| format!("word{number}")).collect::<Vec<_>>().join(" ")
}

/// The words of a page with where they stand.
fn words(page: &Page) -> Vec<(f64, f64, String)> {
    let found = page.items.iter().filter_map(|item| match item {
        Item::Words(words) => Some((words.x, words.y, words.text.clone())),
        _ => None,
    });
    found.collect()
}

#[test]
fn nothing_is_lost_and_nothing_lies_outside_the_margins() {
    for columns in [1, 2, 3] {
        let blocks: Vec<Block> =
            (0..30).map(|number| Block::paragraph(long(20 + number))).collect();
        let flowed = set(&blocks, columns);
        let text: String =
            flowed.pages.iter().map(|page| page.text().replace('\n', " ") + " ").collect();
        let expected: Vec<String> = (0..30).map(|number| long(20 + number)).collect();
        let count = |text: &str| text.split_whitespace().count();
        assert_eq!(count(&text), count(&expected.join(" ")));
        for page in &flowed.pages {
            for (x, y, text) in words(page) {
                assert!(
                    (15.0..=195.0).contains(&x) && (15.0..=105.0).contains(&y),
                    "{x} {y} {text}"
                );
            }
        }
    }
}

#[test]
fn a_heading_stays_with_what_follows_it() {
    for filler in 1..24 {
        let mut blocks: Vec<Block> = (0..filler).map(|_| Block::paragraph("filler")).collect();
        blocks.push(Block::heading(2, "Heading"));
        blocks.push(Block::paragraph(format!("Following {}", long(60))));
        let flowed = set(&blocks, 1);
        let page_of = |wanted: &str| {
            flowed.pages.iter().position(|page| page.text().contains(wanted)).expect("it is there")
        };
        assert_eq!(page_of("Heading"), page_of("Following"), "{filler}");
    }
}

#[test]
fn no_line_of_a_paragraph_stands_alone() {
    for filler in 1..24 {
        let mut blocks: Vec<Block> = (0..filler).map(|_| Block::paragraph("filler")).collect();
        blocks.push(Block::paragraph(long(70)));
        let flowed = set(&blocks, 1);
        for page in &flowed.pages {
            let lines = words(page).iter().filter(|(.., text)| text.starts_with("word")).count();
            assert_ne!(lines, 1, "{filler}");
        }
    }
}

#[test]
fn the_head_of_a_table_is_repeated_on_the_next_page() {
    let cell = |text: String| vec![Span::plain(text)];
    let rows = (0..40).map(|row| vec![cell(format!("row{row}")), cell("x".into())]).collect();
    let head = vec![cell("Name".into()), cell("Value".into())];
    let table = Table { head, rows, ..Table::default() };
    let flowed = set(&[Block::Table(table)], 1);
    assert!(flowed.pages.len() > 1);
    for page in &flowed.pages {
        assert!(page.text().starts_with("Name"), "{}", page.text());
    }
    let all: String = flowed.pages.iter().map(|page| page.text() + "\n").collect();
    for row in 0..40 {
        assert!(all.contains(&format!("row{row}\n")), "{row}");
    }
}

#[test]
fn a_wide_table_is_made_to_fit_its_column() {
    let cell = |text: &str| vec![Span::plain(text)];
    let rows = vec![(0..14).map(|_| cell("123456")).collect()];
    let strips = strips(
        &[Block::Table(Table { rows, ..Table::default() })],
        &layout(2),
        &mut Measure::default(),
    );
    for item in strips.iter().flat_map(|strip| &strip.items) {
        if let Item::Words(words) = item {
            assert!(words.x < layout(2).width(), "{}", words.x);
        }
    }
}

#[test]
fn chapters_begin_pages_and_are_found() {
    let blocks = [
        Block::heading(1, "One"),
        Block::paragraph("text"),
        Block::heading(1, "Two"),
        Block::paragraph("text"),
        Block::Anchor("here".into()),
        Block::paragraph("named"),
    ];
    let flowed = set(&blocks, 2);
    let found: Vec<_> = flowed.places.iter().map(|place| (place.page, &place.heading)).collect();
    assert_eq!(found[0], (0, &Some((1, "One".to_owned()))));
    assert_eq!(found[1], (1, &Some((1, "Two".to_owned()))));
    assert_eq!((flowed.places[2].anchors[0].as_str(), flowed.places[2].page), ("here", 1));
}
