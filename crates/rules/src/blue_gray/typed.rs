//! Actions as typed words, for play at a terminal.

use serde_json::{Value, json};

/// The help on typed actions.
pub const HELP: &str = "\
  move UNIT HEX [HEX …]      move to a hex, or along a path of hexes
  enter UNIT HEX [TO]        bring on a reinforcement
  exit UNIT HEX              leave the map at a hex
  attack HEX,HEX from HEX,HEX with GUN,GUN at 3-1
                             attack hexes from hexes; `with` guns and `at` a lower column as you like
  odds …                     the same words: what each face of the die would do
  retreat UNIT HEX [over UNIT]   retreat, displacing a friend if need be
  elect UNIT yes|no          share the retreat as a bombarding gun
  lose UNIT,UNIT             losses of an exchange
  advance UNIT HEX, decline  after a victory
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
        ["move" | "m", unit, to] => json!({"move": {"unit": name(unit), "to": to}}),
        ["move" | "m", unit, path @ ..] if !path.is_empty() => {
            json!({"move": {"unit": name(unit), "path": path}})
        }
        ["enter", unit, hex] => json!({"enter": {"unit": name(unit), "hex": hex}}),
        ["enter", unit, hex, to] => json!({"enter": {"unit": name(unit), "hex": hex, "to": to}}),
        ["exit", unit, hex] => json!({"exit": {"unit": name(unit), "hex": hex}}),
        ["retreat" | "r", unit, to] => json!({"retreat": {"unit": name(unit), "to": to}}),
        ["retreat" | "r", unit, to, "over", other] => {
            json!({"retreat": {"unit": name(unit), "to": to, "displace": name(other)}})
        }
        ["elect", unit, answer @ ("yes" | "no")] => {
            json!({"elect": {"unit": name(unit), "retreat": *answer == "yes"}})
        }
        ["lose", units] => json!({"losses": {"units": names(units)}}),
        ["advance", unit, to] => json!({"advance": {"unit": name(unit), "to": to}}),
        ["attack" | "a", rest @ ..] => return attack_words(rest),
        // The attack itself, where odds are asked for without the verb.
        [first, ..] if first.starts_with(|c: char| c.is_ascii_digit()) => {
            return attack_words(words);
        }
        _ => return Err("not understood; type `help` for the commands".into()),
    })
}

/// The JSON of a typed attack.
fn attack_words(words: &[&str]) -> Result<Value, String> {
    let mut attack = json!({"defenders": [], "attackers": [], "bombard": []});
    let Some((defenders, mut rest)) = words.split_first() else {
        return Err("attack whom? as in: attack 0910 from 0811,0911 with A at 3-1".into());
    };
    attack["defenders"] = json!(names(defenders));
    while let [word, value, after @ ..] = rest {
        match *word {
            "from" => attack["attackers"] = json!(names(value)),
            "with" => attack["bombard"] = json!(names(value)),
            "at" => attack["column"] = json!(value),
            other => return Err(format!("`{other}` is not understood; expected from, with or at")),
        }
        rest = after;
    }
    if let [lonely] = rest {
        return Err(format!("something is missing after `{lonely}`"));
    }
    Ok(json!({"attack": attack}))
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
            read("move AP_Hill 0225").unwrap(),
            json!({"move": {"unit": "AP Hill", "to": "0225"}})
        );
        assert_eq!(
            read("attack 0910,0911 from 0811 with A,B at 3-1").unwrap(),
            json!({"attack": {"defenders": ["0910", "0911"], "attackers": ["0811"],
                              "bombard": ["A", "B"], "column": "3-1"}})
        );
        assert_eq!(read("decline").unwrap(), json!({"decline": {}}));
        assert!(read("charge!").is_err());
        assert!(read("attack 0910 from").is_err());
    }
}
