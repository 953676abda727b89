//! What of Blue & Gray is played in tests and benchmarks: one list for all of them.
#![allow(dead_code, reason = "benchmarks and examples use a part of it")]

/// Every battle and scenario.
pub const BATTLES: [(&str, &str); 4] = [
    ("blue-gray/antietam", "september-17"),
    ("blue-gray/fredericksburg", "december-13"),
    ("blue-gray/fredericksburg", "may-3"),
    ("blue-gray/chattanooga", "november-24"),
];

/// A battle, a scenario and numbers of optional rules.
pub type Kind = (&'static str, &'static str, &'static [&'static str]);

/// Every battle and scenario, with and without optional rules.
pub const KINDS: [Kind; 8] = [
    (BATTLES[0].0, BATTLES[0].1, &[]),
    (BATTLES[0].0, BATTLES[0].1, &["11.0", "20.1", "20.3", "20.5", "20.6"]),
    (BATTLES[0].0, BATTLES[0].1, &["11.0", "20.2", "20.4"]),
    (BATTLES[1].0, BATTLES[1].1, &[]),
    (BATTLES[1].0, BATTLES[1].1, &["11.0"]),
    (BATTLES[2].0, BATTLES[2].1, &["11.0"]),
    (BATTLES[3].0, BATTLES[3].1, &[]),
    (BATTLES[3].0, BATTLES[3].1, &["11.0"]),
];
