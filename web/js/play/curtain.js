// Two people at one screen, each with his own truth: when it is the other's turn, the screen is handed over behind a
// curtain, and opened anew with what the other may see.

import { h } from '../dom.js';
import { sitDown } from '../sitting.js';
import { sideLabel } from './sides.js';

/**
 * @typedef {import('../types.js').Side} Side
 * @typedef {import('../types.js').View} View
 */

/**
 * What of the play screen this needs.
 * @typedef {{table: Pick<import('../table.js').Table, 'id' | 'sits' | 'keys'>, stage: {notices: import('./notices.js').Notices}, destroy: () => void}} Host
 */

/** Whom the screen is to be handed to now; nobody where there is no curtain. @param {Host['table']} table @param {View} view @returns {Side | null} */
export function nextAtScreen({ sits, keys }, view) {
  const { side } = view.decision;
  return sits !== null && side !== null && side !== sits && keys.includes(side) && !view.ended ? side : null;
}

/** Offers to hand the screen over, when it is the other's turn: whoever sits here may first look at what happened. @param {Host} host @param {View} view */
export function offerScreen(host, view) {
  const { table, stage } = host;
  const next = nextAtScreen(table, view);
  stage.notices.set('curtain', next === null ? null : {
    text: `The ${sideLabel(next)} player decides now. Look at what happened, then hand the screen over.`,
    kind: 'ask',
    actions: [{ label: `Hand over to the ${sideLabel(next)} player`, act: () => dropCurtain(host, next), primary: true }],
  });
}

/** The curtain falls: nothing of the table is left on the page until the other player says that he sits there. @param {Host} host @param {Side} next */
function dropCurtain(host, next) {
  const { id } = host.table;
  host.destroy();
  const button = h('button', { type: 'button', class: 'button button-primary button-large', on: { click: () => rise(id, next) } }, `I am the ${sideLabel(next)} player`);
  const curtain = h('div', { class: 'play-curtain', role: 'dialog', 'aria-modal': 'true', 'aria-label': 'The screen is handed over' },
    h('h1', null, `For the ${sideLabel(next)} player only`), h('p', null, 'Each side sees only what it has sighted. Let the other player take the screen.'), button);
  // The panels, the log and what was just said are read by a search of the page and by screen readers too: all of it goes.
  document.body.replaceChildren(curtain);
  button.focus();
}

/** @param {string} id @param {Side} side */
function rise(id, side) {
  sitDown(id, side);
  // Built anew from nothing: nothing that the other side saw is left in it.
  location.reload();
}
