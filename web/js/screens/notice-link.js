/**
 * Where the links of messages lead: to say that an address is one's own, and to be told nothing more. Nothing is done
 * before a button is pressed: programs open links, too.
 */

import { append, fill, h } from '../dom.js';
import { confirmAddress, stop } from '../notices/calls.js';
import * as store from '../store.js';
import { faultWords, frame } from './frame.js';

/** @type {Record<string, {title: string, text: string, button: string}>} */
const WORDS = {
  confirm: { title: 'Is this address yours?', text: 'Somebody gave it at a table of this server, to be told there when it is his turn. If that was you, say so; otherwise close this page, and nothing more is sent.', button: 'Yes, tell me there' },
  stop: { title: 'No more messages?', text: 'The table then forgets this address. The game itself goes on.', button: 'Send nothing more' },
};

/** @param {HTMLElement} root @param {{what: 'confirm' | 'stop', key: string}} params */
export function noticeLinkScreen(root, { what, key }) {
  const words = WORDS[what];
  const said = h('div', { role: 'status' });
  const button = h('button', { type: 'button', class: 'button button-primary', on: { click: () => void act() } }, words.button);
  const act = async () => {
    button.disabled = true;
    try {
      const done = what === 'confirm' ? confirmed(await confirmAddress(key)) : await stop(key).then(() => [h('p', null, 'Done: the address is forgotten, and nothing more is sent.')]);
      button.remove();
      fill(said, done);
    } catch (fault) {
      button.disabled = false;
      fill(said, h('p', { class: 'field-fault' }, faultWords(fault)));
    }
  };
  return frame(root, { title: words.title },
    append(h('div', { class: 'card notice' }), h('h1', null, words.title), h('p', null, words.text), said, h('p', { class: 'row' }, button, h('a', { class: 'button button-quiet', href: '#/' }, 'To the battles'))));
}

/** @param {{game: string}} answer */
function confirmed({ game }) {
  const mine = store.game(game) !== null;
  return [
    h('p', null, 'Done: you are told there from now on.'),
    mine ? h('p', null, h('a', { href: `#/game/${encodeURIComponent(game)}` }, 'To the table')) : null,
  ];
}
