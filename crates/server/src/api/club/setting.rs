//! How a game of an open table is set up: both seats wait for their players, and nobody owns it.

use std::sync::Arc;

use atlas::{BySide, Side};

use crate::api::games::{NewSeat, NewSeats, Terms, begin};
use crate::app::{App, Pass};
use crate::catalogue::Selection;
use crate::club::offers::OpenTerms;
use crate::facts::Holder;
use crate::given::GivenPoints;
use crate::problem::Problem;
use crate::table::Table;
use crate::tables::off_thread;
use crate::tokens::{Invitation, Keys, Role, Token};

/// The terms of a game with what its battle says of it, if they can be played by two people.
pub async fn settled(app: &App, terms: OpenTerms) -> Result<OpenTerms, Problem> {
    let catalogue = Arc::clone(app.tables.catalogue());
    off_thread(move || {
        let choice = choice_of(&terms)?;
        let ready = catalogue.ready(&choice)?;
        let table = begin(&ready, None, seats(&terms, BySide::default()))?;
        let scenario = ready.battle.scenario(Some(&table.facts.scenario));
        let scenario_title = scenario.map(|scenario| scenario.title.clone()).unwrap_or_default();
        Ok(OpenTerms {
            system: ready.game.system().to_owned(),
            title: ready.battle.title.clone(),
            scenario: table.facts.scenario.clone(),
            scenario_title,
            options: table.facts.options.clone(),
            ..terms
        })
    })
    .await?
}

/// Sets a game up for these players. Its seats can be taken by their players alone: the words of its invitations and
/// its owner's token are told to nobody. What comes back can take it back, and is not kept.
pub async fn set_up(
    app: &Arc<App>,
    terms: &OpenTerms,
    names: BySide<String>,
    origin: Option<std::net::IpAddr>,
) -> Result<Pass, Problem> {
    let catalogue = Arc::clone(app.tables.catalogue());
    let terms = terms.clone();
    let table = off_thread(move || -> Result<Table, Problem> {
        let ready = catalogue.ready(&choice_of(&terms)?)?;
        let mut table = begin(&ready, None, seats(&terms, names.map(Some)))?;
        Arc::make_mut(&mut table.facts).open = true;
        Ok(table)
    });
    let table = table.await??;
    let game = table.id.clone();
    let (owner, watch) = (Token::new()?.hash(), Token::new()?.hash());
    let mut keys = Keys::default();
    keys.tokens.extend([(Role::Owner, owner), (Role::Watch, watch)]);
    for side in Side::BOTH {
        keys.invite(Invitation { side, hash: Token::new()?.hash(), spent: false });
    }
    app.tables.create(table, keys, app.limits.stored_games, origin).await?;
    metrics::counter!("longroll_games_created_total").increment(1);
    Ok(Pass { game, role: Role::Owner, token: owner })
}

fn choice_of(terms: &OpenTerms) -> Result<Selection, Problem> {
    let bid = terms.bid.map(GivenPoints::read).transpose()?;
    let scenario = Some(terms.scenario.clone()).filter(|scenario| !scenario.is_empty());
    Ok(Selection::new(terms.battle.clone(), scenario, terms.options.clone()).with_bid(bid))
}

fn seats(terms: &OpenTerms, names: BySide<Option<String>>) -> Terms {
    let seat = |name: Option<String>| NewSeat { holder: Holder::Link, level: None, name };
    let BySide { union, confederate } = names;
    Terms {
        seats: NewSeats { union: seat(union), confederate: seat(confederate) },
        undo: terms.undo,
        dice: terms.dice,
        friendly: false,
        pace: None,
    }
}
