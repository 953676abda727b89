/**
 * What is known of a player of open tables: his ratings and his games.
 *
 * @import { PlayedGame } from '../club/api.js'
 */

import * as club from '../club/api.js';
import { clubNav } from '../club/nav.js';
import { playerLink, playerWords, titleOf } from '../club/words.js';
import { h } from '../dom.js';
import { ago, day, sideName } from '../words.js';
import { frame } from './frame.js';
import { standingsTable } from './ratings.js';

/** @param {HTMLElement} root @param {{id: string}} params */
export async function playerScreen(root, { id }) {
  const { player, since, fingerprint, standings, games } = await club.player(id);
  const name = playerWords(player);
  return frame(root, { title: name, wide: true },
    clubNav(),
    h('h1', { class: 'player-name' }, name),
    h('p', { class: 'hint player-name' }, `Here since ${day(since)}. The sign of the key: ${fingerprint}`),
    h('h2', null, 'Ratings'),
    standings.length === 0 ? h('p', null, 'No rated game has ended yet.') : standingsTable(standings),
    h('h2', { class: 'club-later' }, 'Games that have ended'),
    games.length === 0 ? h('p', null, 'None yet.') : h('ul', { class: 'game-list' }, games.map(playedCard)));
}

/** @param {PlayedGame} game */
function playedCard({ terms, side, against, ended, verdict }) {
  const result = verdict === null ? null : verdict.winner === null ? 'Drawn' : verdict.winner === side ? 'Won' : 'Lost';
  const counts = verdict === null ? 'Nobody has looked at it yet.'
    : verdict.why_not ? `Not verified, and does not count: ${verdict.why_not}`
      : terms.rated ? 'Verified; it counts.' : 'Verified; it was not rated.';
  return h('li', { class: 'card game' },
    h('div', { class: 'game-words' },
      h('h3', null, titleOf(terms), result && verdict?.how ? h('span', { class: 'chip' }, result) : null),
      h('p', null, `As ${sideName(side)} against `, playerLink(against), `. ${verdict?.words ?? ''}`),
      h('p', { class: 'hint' }, `Ended ${ago(ended)}. ${counts}`)));
}
