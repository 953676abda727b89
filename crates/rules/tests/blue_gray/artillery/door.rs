//! The door as a program uses it: text in, a position of a ready battle out, or everything that is wrong.

use std::cell::RefCell;
use std::rc::Rc;

use rules::blue_gray::Battle;
use rules::blue_gray::json::Position;
use rules::json::Header;

thread_local! {
    /// The battles made ready so far: making one is slow beside all else these tests do.
    static READY: RefCell<Vec<(Header, Rc<Battle>)>> = const { RefCell::new(Vec::new()) };
}

fn ready(header: &Header) -> Result<Rc<Battle>, String> {
    let known = READY.with_borrow(|ready| {
        ready.iter().find(|(other, _)| other == header).map(|(_, battle)| battle.clone())
    });
    if let Some(battle) = known {
        return Ok(battle);
    }
    let files = atlas::builtin::battle(&header.battle).map_err(|faults| faults.to_string())?;
    let battle = Battle::new(&files, header.scenario.as_deref(), &header.options)
        .map_err(|error| error.to_string())?;
    let battle = Rc::new(battle);
    READY.with_borrow_mut(|ready| ready.push((header.clone(), battle.clone())));
    Ok(battle)
}

/// Opens a position of a built-in battle.
pub fn open(text: &str) -> Result<(Rc<Battle>, Position), String> {
    let (header, value) = Header::read(text).map_err(|faults| faults.to_string())?;
    let battle = ready(&header)?;
    let position = Position::read(&battle, &value).map_err(|faults| faults.to_string())?;
    Ok((battle, position))
}

/// What is wrong with a position.
pub fn wrong(text: &str) -> String {
    open(text).err().unwrap_or_else(|| panic!("nothing is wrong with {text}"))
}

/// A position written out again, as JSON.
pub fn rewritten(text: &str) -> serde_json::Value {
    let (battle, position) = open(text).unwrap_or_else(|faults| panic!("{faults}"));
    position.to_json(&battle)
}
