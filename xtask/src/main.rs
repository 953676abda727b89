//! The developer's chores: `cargo xtask test` checks everything.
fn main() {}
