//! What a plan is made of.

use atlas::BySide;
use atlas::battle::Battle as Files;
use lab::{Contender, Request, Study};

fn request(seed: &str) -> Request {
    Request {
        scenario: None,
        seats: BySide { union: Contender::Random, confederate: Contender::Random },
        nodes: None,
        seed: seed.to_owned(),
        games: 1,
        sets: vec![vec![]],
    }
}

fn fingerprint_of(files: Files, request: &Request) -> String {
    Study::new(files, request).expect("a study").plan.fingerprint
}

/// It is the files' alone: whoever compares two studies by it compares files.
#[test]
fn a_fingerprint_depends_on_the_files_alone() {
    let files = || atlas::builtin::battle("blue-gray/fredericksburg").expect("a battle");
    let plain = fingerprint_of(files(), &request("1"));
    let sets = vec![vec![], vec!["11.0".to_owned()]];
    assert_eq!(fingerprint_of(files(), &Request { sets, ..request("1") }), plain);
    let scenario = Some("may-3".to_owned());
    assert_eq!(fingerprint_of(files(), &Request { scenario, ..request("1") }), plain);
    let mut changed = files();
    changed.scenarios[1].units[0].strength += 1;
    assert_ne!(fingerprint_of(changed, &request("1")), plain);
}

#[test]
fn a_seed_is_written_as_it_was_given() {
    let digits = format!("{:0>64}", 9001);
    for given in ["9001", "0", "18446744073709551615", &digits] {
        let request = request(given);
        let files = || atlas::builtin::battle("blue-gray/antietam").expect("a battle");
        let mut plan = Study::new(files(), &request).expect("a study").plan;
        assert_eq!(plan.seed_words(), given);
        let again = Study::of_plan(files(), &plan).expect("the same study");
        assert_eq!((again.plan.seed_words().as_str(), &again.plan), (given, &plan));
        // A number that does not stand for the seed is not told.
        plan.seed_number = Some(1);
        assert_eq!(plan.seed_words(), plan.seed);
    }
}
