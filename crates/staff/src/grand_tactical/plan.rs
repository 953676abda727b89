//! The orders of a whole phase, one arm after another.

use rules::grand_tactical::activation;
use rules::grand_tactical::state::{Phase, State};
use rules::grand_tactical::{Action, Battle, PostId};

use super::desk::{Desk, Room, Why};
use super::ground::Ground;
use super::temper::{Manner, Stance};

/// Plans the phase that is due; the orders are in the room afterwards, the position after them is given back. The end of
/// the phase is not among them.
pub fn plan(
    battle: &Battle,
    ground: &Ground,
    manner: &Manner,
    state: &State,
    room: &mut Room,
) -> State {
    let mut desk = Desk::new(battle, ground, manner, state, room);
    match state.phase {
        Phase::Activation => desk.activate(),
        Phase::Operations => {
            desk.march();
            desk.lead_guns();
            desk.face();
            desk.storm();
            if desk.temper().reckons {
                desk.aim();
                desk.dig();
                desk.spend_the_last();
                desk.lead();
            }
        }
        Phase::Over => {}
    }
    desk.state
}

impl Desk<'_> {
    /// [GT 3.1] Activates the divisions that have most to do.
    fn activate(&mut self) {
        let mut wanted: Vec<(f32, PostId)> = activation::divisions(self.battle)
            .map(|division| (self.wanted(division), division))
            .collect();
        wanted.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        for (_, division) in wanted {
            self.give(Action::Activate { division }, Why::Activate);
        }
    }

    /// How much a division would use its move.
    fn wanted(&self, division: PostId) -> f32 {
        let scene = &self.room.scene;
        let mut wanted = 0.0;
        for unit in self.battle.post(division).units.iter() {
            let now = self.state.unit(unit);
            let Some(at) = now.cell() else { continue };
            let fresh = 1.0 - f32::from(now.fatigue.min(90)) / 100.0;
            let men = if self.battle.unit(unit).is_artillery() {
                20.0 * f32::from(now.strength)
            } else {
                f32::from(now.strength)
            };
            let way = scene.goal[at.index()];
            let use_of_it = match (now.routed, scene.near[at.index()]) {
                (true, _) => 0.2,
                (false, 0..=1) => 0.6,
                (false, 2..=4) => 1.2,
                _ if way < 140 => 1.0,
                _ if way < 180 => 0.7,
                _ => 0.4,
            };
            wanted += men * fresh * use_of_it;
        }
        let corps = self.battle.post(division).above.unwrap_or(division);
        match self.manner.stances[corps.index()] {
            Stance::Attack => wanted * 3.0 + 1.0,
            Stance::Hold | Stance::Withdraw => wanted * 0.3,
            Stance::Usual => wanted,
        }
    }
}
