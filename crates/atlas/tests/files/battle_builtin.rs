//! The battles that come with the program: all of them, as they are on disk, and free of faults.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use atlas::builtin;

fn battles() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles")
}

/// Every file below a folder, by its name below it.
fn files_below(folder: &Path, prefix: &str, found: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("{prefix}{}", path.file_name().unwrap().to_str().unwrap());
        if path.is_dir() {
            files_below(&path, &format!("{name}/"), found);
        } else {
            found.insert(name, fs::read(&path).unwrap());
        }
    }
}

#[test]
fn nothing_on_disk_is_forgotten_and_nothing_else_is_embedded() {
    let mut on_disk = BTreeMap::new();
    files_below(&battles(), "", &mut on_disk);
    on_disk.retain(|name, _| name != "README.md" && name != "LICENSE");
    let mut embedded = BTreeMap::new();
    for id in builtin::ids() {
        let folder = builtin::files(id).unwrap();
        for name in folder.names() {
            embedded.insert(format!("{id}/{name}"), folder.get(name).unwrap().to_vec());
        }
    }
    let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&embedded), names(&on_disk));
    for (name, bytes) in &on_disk {
        assert!(embedded[name] == *bytes, "{name} is not what was embedded");
    }
}

#[test]
fn each_is_free_of_faults() {
    for id in builtin::ids() {
        match builtin::battle(id) {
            Ok(battle) => assert_eq!(battle.id, id),
            Err(faults) => panic!("{id}\n{faults}"),
        }
    }
}

#[test]
fn an_unknown_one_is_refused_by_name() {
    let faults = builtin::battle("blue-gray/gettysburg").unwrap_err().to_string();
    assert!(faults.starts_with("\"blue-gray/gettysburg\": no battle has this name"), "{faults}");
    assert!(faults.ends_with("or grand-tactical/antietam"), "{faults}");
}

/// Whoever adds a battle, a scenario or an option adds it to the kinds that every test goes through.
#[test]
fn the_kinds_of_games_are_every_scenario_and_every_option() {
    for id in builtin::ids() {
        let battle = builtin::battle(id).unwrap();
        let kinds: Vec<builtin::Kind> = builtin::kinds().filter(|kind| kind.battle == id).collect();
        for scenario in &battle.scenarios {
            assert!(kinds.iter().any(|kind| kind.scenario == scenario.id), "{id} {}", scenario.id);
        }
        for option in battle.options.iter().filter(|option| option.values.is_empty()) {
            let number = option.number.as_str();
            assert!(kinds.iter().any(|kind| kind.options.contains(&number)), "{id} {number}");
        }
        for kind in kinds {
            assert!(battle.scenarios.iter().any(|one| one.id == kind.scenario), "{kind:?}");
            // An option with values is chosen as "4=advanced".
            let known = |chosen: &&str| {
                let number = chosen.split('=').next().unwrap_or_default();
                battle.option(number).is_some()
            };
            assert!(kind.options.iter().all(known), "{kind:?}");
            assert!(id.starts_with(&format!("{}/", kind.system())));
        }
    }
    assert!(builtin::kinds().all(|kind| builtin::ids().any(|id| id == kind.battle)));
}
