//! What the cells of a map are called, for whoever speaks of them: the sheet's facts, the staff and the page alike.

use field::Cell;

use super::{LabelKind, Map};

impl Map {
    /// Everything the map calls a cell by, each name once: the cell's own name first, then the names of what is
    /// there. A label names only the cell it lies on.
    pub fn names_of(&self, cell: Cell) -> Vec<String> {
        let places = [LabelKind::Place, LabelKind::Height, LabelKind::Wood, LabelKind::Work];
        let here = |label: &&super::Label| label.at == cell && places.contains(&label.kind);
        let own = self.ground(cell).name.clone().unwrap_or_default();
        let goal = self.objectives.get(&cell).map(|goal| goal.name.clone());
        let crossing = self.crossings.get(&cell).map(|crossing| crossing.name.clone());
        let labels = self.labels.iter().filter(here).map(|label| titled(&label.text));
        let mut others: Vec<String> = Vec::new();
        let plain = |name: &str| name.to_lowercase().replace("headquarters", "hq");
        let part = |name: &str, of: &str| plain(of).contains(&plain(name));
        for name in goal.into_iter().chain(crossing).chain(labels) {
            // Of two names of which one is part of the other, the longer says more.
            others.retain(|other| !part(other, &name) || plain(&name) == plain(other));
            let known = part(&name, &own) || others.iter().any(|other| part(&name, other));
            if !known {
                others.push(name);
            }
        }
        Some(own).into_iter().chain(others).filter(|name| !name.is_empty()).collect()
    }

    /// What a cell is called, if it has a name.
    pub fn name_of(&self, cell: Cell) -> Option<String> {
        self.names_of(cell).into_iter().next()
    }
}

/// `NORTH WOODS` as `North Woods`; words that are not all capitals stay as they are.
fn titled(text: &str) -> String {
    if text.chars().any(char::is_lowercase) {
        return text.to_owned();
    }
    let word = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().into_iter();
        first.chain(letters.flat_map(char::to_lowercase)).collect::<String>()
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::titled;

    fn names(id: &str, hex: &str) -> Vec<String> {
        let map = crate::builtin::battle(id).expect("a battle").map;
        map.names_of(map.grid.cell(hex).expect("a hex"))
    }

    #[test]
    fn capitals_become_a_name() {
        assert_eq!(titled("NORTH WOODS"), "North Woods");
        assert_eq!(titled("Dunker Church"), "Dunker Church");
    }

    #[test]
    fn the_own_name_comes_first_and_shorter_ones_are_left_out() {
        assert_eq!(names("blue-gray/antietam", "0416"), ["Lee's headquarters"]);
        assert_eq!(names("blue-gray/antietam", "1117"), ["Sherrick and Otto farms"]);
        assert_eq!(names("blue-gray/antietam", "0716"), ["Sharpsburg"]);
        let bridgehead = names("blue-gray/fredericksburg", "1504");
        assert_eq!(bridgehead[0], "Bernard house");
        assert!(bridgehead[1].starts_with("Franklin's bridgehead"), "{bridgehead:?}");
        assert_eq!(names("blue-gray/chattanooga", "1013"), ["Chattanooga pontoon bridge"]);
    }

    #[test]
    fn a_label_names_the_cell_it_lies_on_and_no_other() {
        assert_eq!(names("blue-gray/antietam", "0908"), ["The Cornfield"]);
        assert_eq!(names("blue-gray/antietam", "0327"), ["Virginia"]);
        for beside in ["0910", "1012", "0909", "0808"] {
            assert!(names("blue-gray/antietam", beside).is_empty(), "{beside}");
        }
        assert_eq!(names("blue-gray/antietam", "0809"), ["Miller's farm"]);
    }
}
