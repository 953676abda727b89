//! The systems of rules: one line each, and one macro that pairs a game with its state.

use crate::system::System;

/// Makes the enums over all systems, and the macros by which [`Game`]'s methods reach the one they hold.
///
/// `with_game!(game, system => …)` runs an expression on the system of a game; `with_state!(game, state,
/// (system, state) => …)` on the system and its state. That a state belongs to another system than the
/// game is a mistake of the caller's; it is met in one place, here.
macro_rules! systems {
    ($d:tt $($(#[cfg($when:meta)])? $doc:literal $name:ident => $system:ty),+ $(,)?) => {
        /// One battle with its scenario and options, ready to be played: one variant a system.
        #[derive(Clone, Debug)]
        pub enum Game {
            $($(#[cfg($when)])? #[doc = $doc] $name(Box<$system>)),+
        }

        /// A game at one moment: one variant a system.
        // Held by value: a copy of a state must not allocate, and few are held at once.
        #[allow(clippy::large_enum_variant)]
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum GameState {
            $($(#[cfg($when)])? #[doc = $doc] $name(<$system as System>::State)),+
        }

        $($(#[cfg($when)])?
        impl InGame for $system {
            fn of_game(game: &Game) -> Option<&$system> {
                #[allow(unreachable_patterns)]
                match game {
                    Game::$name(system) => Some(system),
                    _ => None,
                }
            }

            fn of_state(state: &GameState) -> Option<&<$system as System>::State> {
                #[allow(unreachable_patterns)]
                match state {
                    GameState::$name(state) => Some(state),
                    _ => None,
                }
            }

            fn game(self) -> Game {
                Game::$name(Box::new(self))
            }

            fn state(state: <$system as System>::State) -> GameState {
                GameState::$name(state)
            }
        })+

        /// Makes a battle ready by the system that its map names.
        pub(super) fn ready(
            files: &atlas::battle::Battle,
            scenario: Option<&str>,
            options: &[String],
        ) -> Result<Game, super::CannotPlay> {
            $($(#[cfg($when)])?
            if files.map.system == <$system as System>::SYSTEM {
                return <$system as System>::ready(files, scenario, options).map(InGame::game);
            })+
            Err(super::CannotPlay::NoEngine(files.id.clone()))
        }

        macro_rules! with_game {
            ($d game:expr, $d s:ident => $d body:expr) => {
                match $d game {
                    $($(#[cfg($when)])? $crate::game::Game::$name($d s) => {
                        let $d s = &**$d s;
                        $d body
                    })+
                }
            };
        }

        macro_rules! with_state {
            ($d game:expr, $d state:expr, ($d s:ident, $d st:ident) => $d body:expr) => {
                #[allow(unreachable_patterns)]
                match ($d game, $d state) {
                    $($(#[cfg($when)])?
                    ($crate::game::Game::$name($d s), $crate::game::GameState::$name($d st)) => {
                        let $d s = &**$d s;
                        $d body
                    })+
                    _ => panic!("a state of another system than the game's"),
                }
            };
        }

        pub(super) use {with_game, with_state};
    };
}

/// A system as one of those that [`Game`] holds.
pub trait InGame: System {
    /// The battle of a game, if it is one of this system.
    fn of_game(game: &Game) -> Option<&Self>;
    /// The state, if it is one of this system.
    fn of_state(state: &GameState) -> Option<&Self::State>;
    /// A battle as a game.
    fn game(self) -> Game;
    /// A state as a game's.
    fn state(state: Self::State) -> GameState;
}

/// Something that is done with a game over the types of its system, whichever that is.
pub trait Visitor {
    /// What comes of it.
    type Output;
    /// Does it.
    fn visit<S: InGame>(self, system: &S) -> Self::Output;
}

systems! { $
    "Blue & Gray."
    BlueGray => crate::blue_gray::Prepared,
    "Brigade."
    Brigade => crate::brigade::Prepared,
    "Grand-tactical."
    GrandTactical => crate::grand_tactical::Battle,
    #[cfg(feature = "toy")]
    "The system of the tests: nine squares and a hidden piece."
    Toy => crate::toy::Toy,
}
