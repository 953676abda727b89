//! The numbers that judgement hangs on, in one place. All values are points of landmarks.

/// The numbers that judgement hangs on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// So many turns of marching make a unit count a third as much for a landmark.
    pub far_turns: f64,
    /// How much the balance of strength about a landmark decides who will have it.
    pub sharp: f64,
    /// How much it helps to hold a landmark at the start of the game.
    pub hold_early: f64,
    /// How much more it helps towards the end.
    pub hold_late: f64,
    /// What a strength point is worth beside that, at the start of the game.
    pub strength: f64,
    /// What part of a first step lost is lost for good: units rally.
    pub first_step: f64,
    /// What being driven off costs, in strength points for each point driven.
    pub driven: f64,
    /// What standing in a hex under cover is worth near the enemy, as a part of a unit's strength.
    pub cover: f64,
    /// How much heed is paid to what the enemy can do in return.
    pub caution: f64,
    /// How likely an exposed unit is attacked as hard as it can be.
    pub attacked: f64,
    /// What a garrison is worth in a landmark that the enemy can walk into, as a part of its points.
    pub garrison: f64,
    /// The least that an assault must promise that nobody must make.
    pub least_gain: f64,
    /// Whether plans are made by experience of the battle.
    pub plans_by_outlook: bool,
    /// Whether what comes of them is judged by it.
    pub judges_by_outlook: bool,
}

impl Weights {
    /// The numbers in use.
    pub const USUAL: Weights = Weights {
        far_turns: 2.5,
        sharp: 1.5,
        hold_early: 0.5,
        hold_late: 2.5,
        strength: 0.05,
        first_step: 0.6,
        driven: 0.12,
        cover: 0.15,
        caution: 1.0,
        attacked: 0.5,
        garrison: 0.5,
        least_gain: 0.0,
        plans_by_outlook: false,
        judges_by_outlook: false,
    };
}
