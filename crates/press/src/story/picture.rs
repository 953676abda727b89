//! The story as an animated picture.

use engraver::Theme;
use engraver::film::{Scene, film};

use super::{Story, StoryError};

/// How an animated picture is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Film {
    /// How many pixels it is wide.
    pub width: u32,
    /// The most positions it shows; of a longer story it takes them at even distances.
    pub scenes: usize,
    /// How long each is shown, in milliseconds.
    pub milliseconds: u16,
}

impl Film {
    /// The last position stands longer than the others.
    const LAST: u16 = 4000;
}

/// The story as an animated PNG.
pub fn animation(story: &Story, how: &Film) -> Result<Vec<u8>, StoryError> {
    let chosen = chosen(story, how.scenes.max(2));
    let last = chosen.last().copied();
    let scenes: Vec<Scene> = chosen
        .into_iter()
        .map(|number| {
            let step = &story.steps[number];
            let ended = Some(number) == last;
            let when = step.when.trim_end_matches('.');
            Scene {
                caption: format!("{}: {when}", story.files.title),
                stacks: story.stacks(&step.field),
                milliseconds: if ended { Film::LAST } else { how.milliseconds },
            }
        })
        .collect();
    let drawn = film(&story.files.map, &scenes, Theme::Light, how.width);
    Ok(drawn.map_err(StoryError::Picture)?.unwrap_or_default())
}

/// The steps after which something stood elsewhere than before; the first and the last in any case.
fn chosen(story: &Story, most: usize) -> Vec<usize> {
    let end = story.steps.len() - 1;
    let moved = (1..end).filter(|&at| story.steps[at].field != story.steps[at - 1].field);
    let mut all: Vec<usize> = std::iter::once(0).chain(moved).collect();
    if end > 0 {
        all.push(end);
    }
    if all.len() <= most {
        return all;
    }
    (0..most).map(|number| all[number * (all.len() - 1) / (most - 1)]).collect()
}
