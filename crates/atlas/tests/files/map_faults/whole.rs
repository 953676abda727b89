//! Faults of the file as a whole: sections, doubled keys, headings.

use atlas::map::System;

use super::{HEX, check, edited, faults};

#[test]
fn sections_that_are_missing() {
    check(
        HEX,
        &[(
            r#""railroads": [["0101", "0201"], ["0201", "0301"]],
"#,
            r#""#,
        )],
        &[r#"line 1: the field "railroads" is missing"#],
    );
}

#[test]
fn a_section_that_nobody_knows() {
    check(
        HEX,
        &[(
            r#""title": "#,
            r#""author": "me",
"title": "#,
        )],
        &[
            r#"line 3: unknown field "author"; expected id, title, system, grid, cells, edges, roads, railroads, rivers, crossings, labels, objectives, entries, exits or provenance"#,
        ],
    );
}

#[test]
fn sections_of_the_wrong_type() {
    check(
        HEX,
        &[
            (r#""railroads": [["0101", "0201"], ["0201", "0301"]]"#, r#""railroads": {}"#),
            (
                r#""exits": {
 "0501": {"name": "to the depot"}
}"#,
                r#""exits": 7"#,
            ),
        ],
        &[
            r#"line 39: railroads: found an object; expected a list"#,
            r#"line 59: exits: found 7; expected an object"#,
        ],
    );
}

#[test]
fn a_key_that_stands_twice() {
    check(
        HEX,
        &[(r#""0102": {"terrain": "clear"}"#, r#""0101": {"terrain": "clear"}"#)],
        &[
            r#"line 16: cells: 1 cell is missing: 0102; expected all 23 of the sheet"#,
            r#"line 17: cells: the key "0101" stands twice"#,
        ],
    );
}

#[test]
fn a_field_that_stands_twice() {
    check(
        HEX,
        &[(r#""cost": 3"#, r#""cost": 2, "cost": 3"#)],
        &[r#"line 44: crossings, 0304: the key "cost" stands twice"#],
    );
}

#[test]
fn an_id_that_cannot_name_a_folder() {
    check(
        HEX,
        &[(r#""blue-gray/milltown""#, r#""Blue-Gray/Milltown ""#)],
        &[
            r#"line 2: id: found "Blue-Gray/Milltown "; expected small letters, digits, dashes and slashes, as in blue-gray/antietam"#,
        ],
    );
}

#[test]
fn a_blank_title() {
    check(
        HEX,
        &[(r#""Milltown: A Skirmish on Stone Creek""#, r#""  ""#)],
        &[r#"line 3: title: found "  "; expected a text that is not blank"#],
    );
}

#[test]
fn a_system_that_nobody_knows() {
    let known = atlas::fault::one_of(System::ALL.iter().map(|system| system.word()));
    assert!(known.starts_with("blue-gray, brigade"), "{known}");
    check(
        HEX,
        &[(r#""blue-gray","#, r#""blue-grey","#)],
        &[&format!(r#"line 4: system: found "blue-grey"; expected {known}"#)],
    );
}

#[test]
fn what_the_file_says_is_shown_short_and_on_one_line() {
    let long = format!("\\n{}", "x".repeat(100_000));
    let text = edited(
        HEX,
        &[
            ("\"0501\": {\"name\"", &format!("\"{long}\": {{\"name\"")),
            ("\"0303|0402\"", &format!("\"{long}\"")),
            ("\"b\": \"0503\"", &format!("\"b\": \"{long}\"")),
            ("\"text\": \"Milltown\"", &format!("\"text\": \"{long}\"")),
            ("\"name\": \"Broad River\"", &format!("\"name\": \"{long}\", \"{long}\": 0")),
            ("\"documented\"", &format!("\"{long}\": null, \"documented\"")),
        ],
    );
    let lines = faults(&text);
    assert_eq!(lines.len(), 7, "{lines:#?}");
    assert!(lines.iter().all(|line| line.len() < 400), "{lines:#?}");
}
