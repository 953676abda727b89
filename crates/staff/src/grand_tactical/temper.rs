//! What a commander weighs: the numbers by which orders are chosen. Points are those of the score.

/// The most commands that have a stance of their own.
pub const MOST_COMMANDS: usize = 192;

/// How a division is to act.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stance {
    /// As the balance of strength says.
    #[default]
    Usual,
    /// Forward, whatever it costs.
    Attack,
    /// Where it stands.
    Hold,
    /// Away from the enemy.
    Withdraw,
}

impl Stance {
    /// All of them.
    pub const ALL: [Stance; 4] = [Stance::Usual, Stance::Attack, Stance::Hold, Stance::Withdraw];
}

/// What a commander weighs. Set by hand and by matches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Temper {
    /// How much expected casualties of the enemy count.
    pub gain: f32,
    /// How much expected casualties of one's own count.
    pub caution: f32,
    /// Points for a point of march towards a goal, for five hundred men.
    pub pull: f32,
    /// What is left of that for the side that has nothing to take.
    pub defends: f32,
    /// How many times as careful that side is.
    pub spares: f32,
    /// How much the worth of objectives counts beside the nearness of the enemy.
    pub objectives: f32,
    /// The least that a melee must be expected to bring.
    pub melee: f32,
    /// What a place beside an enemy who can be overrun is worth, as a share of what the melee promises.
    pub storm: f32,
    /// Points for a friend beside.
    pub together: f32,
    /// How much guns that may be overrun count.
    pub guns: f32,
    /// How much the balance of strength about a square makes bold or careful.
    pub odds: f32,
    /// Whether targets are chosen by what is expected of them, and attacks made together.
    pub reckons: bool,
}

impl Temper {
    /// Who goes where the enemy is and shoots at the nearest.
    pub const RECRUIT: Temper = Temper {
        gain: 1.0,
        caution: 1.3,
        pull: 1.2,
        defends: 0.0,
        spares: 2.0,
        objectives: 0.3,
        melee: 25.0,
        storm: 0.0,
        together: 0.0,
        guns: 2.0,
        odds: 0.5,
        reckons: false,
    };

    /// Who reckons.
    pub const CAPTAIN: Temper = Temper {
        gain: 1.0,
        caution: 1.1,
        pull: 1.0,
        defends: -0.3,
        spares: 2.0,
        objectives: 0.9,
        melee: 5.0,
        storm: 0.5,
        together: 1.5,
        guns: 2.2,
        odds: 1.0,
        reckons: true,
    };
}

/// How many of a temper's numbers can be changed.
pub const WEIGHTS: usize = 9;

impl Temper {
    /// One of its numbers, by its place.
    pub fn weight(&mut self, place: usize) -> &mut f32 {
        match place {
            0 => &mut self.gain,
            1 => &mut self.caution,
            2 => &mut self.pull,
            3 => &mut self.defends,
            4 => &mut self.spares,
            5 => &mut self.objectives,
            6 => &mut self.storm,
            7 => &mut self.together,
            _ => &mut self.guns,
        }
    }
}

/// A temper, and the stance of every division.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Manner {
    /// What is weighed.
    pub temper: Temper,
    /// By post.
    pub stances: [Stance; MOST_COMMANDS],
}

impl Manner {
    /// A temper for all.
    pub const fn of(temper: Temper) -> Manner {
        Manner { temper, stances: [Stance::Usual; MOST_COMMANDS] }
    }
}

/// The manners that are tried first; the usual one is the first of them.
pub fn manners() -> [Manner; 6] {
    let usual = Temper::CAPTAIN;
    [
        usual,
        Temper { caution: 0.3, pull: 2.0, storm: 0.8, ..usual },
        Temper { caution: 1.2, pull: 0.6, ..usual },
        Temper { pull: 2.5, objectives: 1.6, ..usual },
        Temper { pull: 0.05, caution: 0.8, ..usual },
        Temper { pull: -0.5, caution: 2.0, storm: 0.2, ..usual },
    ]
    .map(Manner::of)
}

/// What a General tries beside them: to strike back, to stand, to fight with fire or with the bayonet, to keep the guns.
pub fn further_manners() -> [Manner; 8] {
    let usual = Temper::CAPTAIN;
    [
        Temper { defends: 0.6, spares: 1.0, storm: 0.8, ..usual },
        Temper { pull: 0.3, together: 3.0, guns: 3.0, defends: 0.0, ..usual },
        Temper { caution: 0.6, ..usual },
        Temper { caution: 2.0, ..usual },
        Temper { storm: 1.2, melee: 0.0, ..usual },
        Temper { storm: 0.1, melee: 25.0, ..usual },
        Temper { gain: 1.5, caution: 0.8, pull: 0.4, ..usual },
        Temper { guns: 4.5, ..usual },
    ]
    .map(Manner::of)
}
