//! Actions as typed words, for play at a terminal.

use serde_json::{Value, json};

/// The help on typed actions.
pub const HELP: &str = "\
  activate [CORPS,CORPS]     name the corps of this player-turn
  rally UNIT                 try to rally a reduced unit
  move UNIT HEX [HEX …]      move to a hex, or along a path of hexes; also to go on after a withdrawal
  enter UNIT HEX [TO]        bring on a unit that arrives
  search UNIT HEX            look for a ford towards the hex across the creek
  bombard HEX with GUN,GUN   bombard a hex
  assault HEX,HEX with UNIT,UNIT
                             assault hexes; guns two hexes away support
  odds …                     the words of an attack: what each face of the die would do
  lose UNIT                  who loses the step
  retreat UNIT [HEX [over UNIT]]
                             retreat, displacing a friend if need be; without a hex if no way is open
  advance UNIT HEX           after an assault
  withdraw UNIT HEX          before infantry
  decline                    nobody advances; this unit stays; the mover stops
  end                        end the phase
";

/// A name as typed: underscores stand for blanks.
fn name(word: &str) -> String {
    word.replace('_', " ")
}

fn names(list: &str) -> Vec<String> {
    list.split(',').filter(|part| !part.is_empty()).map(name).collect()
}

/// The JSON of a typed action.
pub fn action_words(words: &[&str]) -> Result<Value, String> {
    Ok(match words {
        ["end"] => json!({"end_phase": {}}),
        ["decline"] => json!({"decline": {}}),
        ["activate"] => json!({"activate": {"corps": []}}),
        ["activate", corps] => json!({"activate": {"corps": names(corps)}}),
        ["rally", unit] => json!({"rally": {"unit": name(unit)}}),
        ["move" | "m", unit, to] => json!({"move": {"unit": name(unit), "to": to}}),
        ["move" | "m", unit, path @ ..] if !path.is_empty() => {
            json!({"move": {"unit": name(unit), "path": path}})
        }
        ["enter", unit, hex] => json!({"enter": {"unit": name(unit), "hex": hex}}),
        ["enter", unit, hex, to] => json!({"enter": {"unit": name(unit), "hex": hex, "to": to}}),
        ["search", unit, hex] => json!({"search": {"unit": name(unit), "hex": hex}}),
        ["bombard" | "b", target, "with", guns] => {
            json!({"bombard": {"target": target, "guns": names(guns)}})
        }
        ["assault" | "a", hexes, "with", units] => {
            json!({"assault": {"defenders": names(hexes), "attackers": names(units)}})
        }
        ["lose", unit] => json!({"loss": {"unit": name(unit)}}),
        ["retreat" | "r", unit] => json!({"retreat": {"unit": name(unit)}}),
        ["retreat" | "r", unit, to] => json!({"retreat": {"unit": name(unit), "to": to}}),
        ["retreat" | "r", unit, to, "over", other] => {
            json!({"retreat": {"unit": name(unit), "to": to, "displace": name(other)}})
        }
        ["advance", unit, to] => json!({"advance": {"unit": name(unit), "to": to}}),
        ["withdraw", unit, to] => json!({"withdraw": {"unit": name(unit), "to": to}}),
        ["bombard" | "b" | "assault" | "a", ..] => {
            return Err("whom, and with whom? as in: assault 0910,0911 with A,B".into());
        }
        _ => return Err("not understood; type `help` for the commands".into()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_words_become_actions() {
        let read = |line: &str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            action_words(&words)
        };
        assert_eq!(
            read("assault 0910,0911 with A,B").unwrap(),
            json!({"assault": {"defenders": ["0910", "0911"], "attackers": ["A", "B"]}})
        );
        assert_eq!(read("activate").unwrap(), json!({"activate": {"corps": []}}));
        assert_eq!(
            read("retreat A 0910 over B").unwrap(),
            json!({"retreat": {"unit": "A", "to": "0910", "displace": "B"}})
        );
        assert_eq!(read("decline").unwrap(), json!({"decline": {}}));
        assert!(read("charge!").is_err());
        assert!(read("bombard 0910").is_err());
    }
}
