/**
 * How the table is used: in short, with every key. What the rules allow is in the rulebook.
 */

import { boardKeys } from '../board/keys.js';
import { groupKeys, keyMarks, LOG_PANEL, playKeys, replayKeys, TALK_PANEL } from '../play/help.js';
import { askPermission, permission } from '../notify.js';
import { fill, h } from '../dom.js';
import { keyTable } from '../keys.js';
import { prefs, setPrefs } from '../store.js';
import { loadSystem, systems } from '../systems/index.js';
import { cellWord } from '../words.js';
import { frame } from './frame.js';

/** @import { GameSystem } from '../play/types.js' */

/** What panels and overlays bring with them: their keys and their titles. @param {readonly {key: string, title: string}[]} parts */
const titles = (parts) => parts.map(({ key, title }) => /** @type {[string, string]} */ ([key, title]));

/** Every key of the table of a system. @param {GameSystem} system @returns {import('../keys.js').Key[]} */
const allKeys = ({ hex, keys }) => [
  ...keys.orders, ...boardKeys(hex), ...keyTable('Map', titles(keys.overlays)),
  ...keyTable('Panels', titles([...keys.panels, { ...LOG_PANEL, key: keys.instead?.log ?? LOG_PANEL.key }, { ...TALK_PANEL, key: keys.instead?.talk ?? TALK_PANEL.key }])), ...playKeys(cellWord(hex)), ...replayKeys(cellWord(hex)),
];

/** @param {HTMLElement} root */
export async function helpScreen(root) {
  const known = (await Promise.all(systems().map((id) => loadSystem(id)))).flatMap((system) => system ?? []);
  /** With several systems each says whose it is. @param {GameSystem} system @param {string} title */
  const titled = (system, title) => (known.length > 1 ? `${title}: ${system.title}` : title);
  return frame(
    root,
    { here: 'help', title: 'Help' },
    h('article', { class: 'card prose' },
      h('h1', null, 'How to play here'),
      h('p', null, 'Long Roll is a table for hex-and-counter games. It keeps the rules: it shows what a unit may do, refuses what it may not, and names the rule. You need not know the rulebook to begin.'),
      h('p', null, h('a', { class: 'button button-primary', href: '#/learn' }, 'Learn by playing')),
      known.map((system) => [h('h2', null, titled(system, 'A first game')), system.help()]),
      refusals(),
      distance(),
      dice(),
      known.map((system, index) => [
        h('h2', null, titled(system, 'Keys')),
        index === 0 ? h('p', null, 'Mouse, touch and keyboard each do everything.') : null,
        groupKeys(allKeys(system)).map(([title, keys]) => [
          h('h3', null, title),
          h('dl', { class: 'keys' }, keys.map(({ keys: name, what }) => [h('dt', null, keyMarks(name)), h('dd', null, what)])),
        ]),
      ]),
      settings()),
  );
}

function refusals() {
  return [
    h('h2', null, 'When something is refused'),
    h('p', null, 'Point at the hex: a sentence says why, with the number of the rule. The number opens the rulebook at that place. ', h('a', { href: '#/rules' }, 'The rulebook'), ' can also be read and searched on its own.'),
  ];
}

function distance() {
  return [
    h('h2', null, 'Playing at a distance'),
    h('p', null, 'Nobody needs an account. Each seat is held by a link that cannot be guessed; whoever opens it sits there. Keep yours: this browser remembers it, another one does not know it. If a link is lost or fell into wrong hands, the one who set the table can replace it.'),
    h('p', null, 'You need not sit there at the same time. When you come back, the table plays what happened since your last decision. With standing orders you can let it retreat or advance for you meanwhile.'),
  ];
}

function dice() {
  return [
    h('h2', null, 'The dice'),
    h('p', null, 'Before anything is thrown the table seals a secret number and publishes its seal; then every player’s browser gives a number of its own, on sitting down. Every throw follows from all of these numbers and from the action it belongs to. Nobody can choose the dice; only the host can know them. After the game the number is shown, and anyone can check each die: with ', h('em', null, 'Verify'), ' in the game, or with the program.'),
    h('p', null, 'Two people at two browsers can agree on witnessed dice: every throw then takes a secret link from both browsers, and nobody can know it beforehand, not even the host. Your browser notes what it witnessed and holds it against the record at the end. Not promised: a host who alters the page he serves (use your own copy), stops the game, or withholds the seed.'),
    h('p', null, 'You need not take the server’s word: your browser does the sums itself, and compares the seal with the one it noted when you first opened the game. Any record, whoever gave it to you, can be checked ', h('a', { href: '#/' }, 'on the front page'), '; the file stays on your machine. Whether every move was legal, the program finds by replaying the record.'),
  ];
}

function settings() {
  const now = prefs();
  /** @param {string} label @param {'theme' | 'textSize' | 'speed'} name @param {[string, string][]} choices */
  const setting = (label, name, choices) =>
    h('label', { class: 'field' }, h('span', { class: 'field-name' }, label),
      h('select', {
        value: now[name],
        on: { change: (/** @type {Event} */ event) => event.target instanceof HTMLSelectElement && setPrefs({ [name]: event.target.value }) },
      }, choices.map(([value, text]) => h('option', { value }, text))));
  return [
    h('h2', { id: 'settings' }, 'Settings'),
    h('div', { class: 'settings' },
      setting('Theme', 'theme', [['auto', 'As the system says'], ['light', 'Light'], ['dark', 'Dark']]),
      setting('Text', 'textSize', [['small', 'Small'], ['normal', 'Normal'], ['large', 'Large'], ['larger', 'Larger']]),
      setting('Speed of moves on the map', 'speed', [['slow', 'Slow'], ['normal', 'Normal'], ['fast', 'Fast'], ['off', 'At once']])),
    notices(),
  ];
}

function notices() {
  const text = {
    granted: 'This browser tells you when a decision is yours.',
    denied: 'Notifications are blocked for this page in the browser’s settings. The title of the page is marked instead.',
    unsupported: 'This browser has no notifications. The title of the page is marked when a decision is yours.',
    default: 'The title of the page is marked when a decision is yours. The browser can also tell you while you look elsewhere.',
  };
  const node = h('p', { role: 'status' });
  const draw = () =>
    fill(node, text[permission()], ' ', permission() === 'default'
      ? h('button', { type: 'button', class: 'button button-small', on: { click: () => askPermission().then(draw) } }, 'Allow notifications')
      : null);
  draw();
  return node;
}
