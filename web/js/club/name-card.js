/**
 * The player's own name: choosing one, changing it, carrying it to another device, bringing it from there, and being
 * forgotten.
 *
 * @import { Me, PlayerName } from './api.js'
 */

import { confirm, show, toast } from '../dialogs.js';
import { fill, h } from '../dom.js';
import { copy, save } from '../play/clipboard.js';
import { faultWords } from '../screens/frame.js';
import * as club from './api.js';
import * as key from './key.js';

/**
 * @param {() => Promise<unknown>} changed what is done when another player, or none, sits at this browser
 */
export function nameCard(changed) {
  const node = h('section', { class: 'card name-card', 'aria-labelledby': 'name-title' });
  /** @param {Me | null} me */
  const draw = (me) => fill(node, h('h2', { id: 'name-title' }, 'Your name'), key.canKeep() ? part(me) : cannotKeep());
  /** @param {Me | null} me */
  const part = (me) => (me?.player ? known(me.player, changed) : stranger(changed));
  return { node, draw };
}

function cannotKeep() {
  return h('p', null, 'A name is kept by a key, and browsers make keys only for pages that come by https or from this machine. Whoever hosts this server can put it behind a proxy that speaks TLS.');
}

/** @param {() => Promise<unknown>} changed */
function stranger(changed) {
  return [
    h('p', null, 'At open tables a player has a name. It is kept by a key in this browser: no password, no address, nothing else about you.'),
    nameForm('', 'Take this name', changed),
    h('p', null, h('button', { type: 'button', class: 'button button-quiet', on: { click: () => void bring(changed) } }, 'I have a name on another device…')),
  ];
}

/** @param {PlayerName} player @param {() => Promise<unknown>} changed */
function known(player, changed) {
  const button = (/** @type {string} */ text, /** @type {() => Promise<void>} */ work) =>
    h('button', { type: 'button', class: 'button', on: { click: () => void work() } }, text);
  return [
    h('p', { class: 'name-shown' }, player.name),
    h('p', { class: 'hint' }, 'What stands behind the # is a sign of your key: nobody else can have the same.'),
    h('p', { class: 'row' },
      button('Change the name…', () => rename(player, changed)),
      button('To another device…', carry),
      h('button', { type: 'button', class: 'button button-quiet', on: { click: () => void leave(changed) } }, 'Be forgotten…')),
  ];
}

/** @param {string} value @param {string} verb @param {() => Promise<unknown>} done */
function nameForm(value, verb, done) {
  const input = h('input', { type: 'text', class: 'input', name: 'player-name', minlength: 2, maxlength: 24, required: true, autocomplete: 'nickname', value });
  const fault = h('p', { class: 'field-fault', role: 'alert' });
  const button = h('button', { type: 'submit', class: 'button button-primary' }, verb);
  /** @param {Event} event */
  const submit = async (event) => {
    event.preventDefault();
    fill(fault);
    button.disabled = true;
    try {
      await key.make();
      const { name } = await club.name(input.value);
      toast(`You are ${name}.`);
      await done();
    } catch (trouble) {
      fill(fault, faultWords(trouble));
    } finally {
      button.disabled = false;
    }
  };
  return h('form', { class: 'name-form', on: { submit } },
    h('label', { class: 'field' }, h('span', { class: 'field-name' }, 'Name'), h('span', { class: 'hint' }, '2 to 24 characters'), input),
    fault, button);
}

/** @param {PlayerName} player @param {() => Promise<unknown>} changed */
async function rename(player, changed) {
  const now = (player.name ?? '').replace(/#[^#]*$/, '');
  await show({
    title: 'Another name', choices: [{ value: 'close', label: 'Close', kind: 'quiet' }],
    body: [h('p', null, 'Games that have begun keep the name they have.'), nameForm(now, 'Take this name', async () => {
      document.querySelector('dialog')?.close();
      await changed();
    })],
    open: (dialog) => dialog.querySelector('input')?.focus(),
  });
}

/** Shows the key as a text. */
async function carry() {
  const passphrase = h('input', { type: 'password', class: 'input', autocomplete: 'new-password' });
  const field = h('textarea', { class: 'input key-text', readonly: true, rows: 4, 'aria-label': 'Your name as a text' });
  const place = h('div', { hidden: true }, h('label', { class: 'field' }, h('span', { class: 'field-name' }, 'Your name as a text'), field),
    h('p', { class: 'row' },
      h('button', { type: 'button', class: 'button', on: { click: () => void copy(field.value, 'Your name') } }, 'Copy'),
      h('button', { type: 'button', class: 'button', on: { click: () => save('long-roll-name.txt', field.value, 'text/plain') } }, 'Save as a file')));
  const button = h('button', { type: 'submit', class: 'button button-primary' }, 'Show the text');
  /** @param {Event} event */
  const submit = async (event) => {
    event.preventDefault();
    button.disabled = true;
    field.value = await key.carry(passphrase.value);
    place.hidden = false;
    button.disabled = false;
    field.focus();
    field.select();
  };
  await show({
    title: 'Your name on another device', choices: [{ value: 'close', label: 'Done', kind: 'quiet' }], open: () => passphrase.focus(),
    body: [
      h('p', null, 'Whoever has this text and its passphrase has your name and your seats. Copy it to the other device and bring it in there; it stays good here, too.'),
      h('form', { on: { submit } },
        h('label', { class: 'field' }, h('span', { class: 'field-name' }, 'Passphrase ', h('span', { class: 'hint' }, '(without one the text alone opens everything)')), passphrase),
        h('p', null, button)),
      place,
    ],
  });
}

/** @param {() => Promise<unknown>} changed */
async function bring(changed) {
  const text = h('textarea', { class: 'input key-text', rows: 4, spellcheck: 'false', required: true });
  const passphrase = h('input', { type: 'password', class: 'input', autocomplete: 'off' });
  const file = h('input', { type: 'file', class: 'input', accept: '.txt,text/plain', on: { change: async () => { text.value = (await file.files?.[0]?.text()) ?? ''; } } });
  const fault = h('p', { class: 'field-fault', role: 'alert' });
  const button = h('button', { type: 'submit', class: 'button button-primary' }, 'Bring the name here');
  await show({
    title: 'A name from another device', choices: [{ value: 'close', label: 'Cancel', kind: 'quiet' }],
    body: h('form', {
      on: {
        submit: async (/** @type {Event} */ event) => {
          event.preventDefault();
          button.disabled = true;
          const wrong = await key.bring(text.value, passphrase.value);
          button.disabled = false;
          if (wrong) return fill(fault, wrong);
          button.closest('dialog')?.close();
          return changed();
        },
      },
    },
      h('label', { class: 'field' }, h('span', { class: 'field-name' }, 'The text from the other device'), text),
      h('label', { class: 'field' }, h('span', { class: 'field-name' }, 'Or its file'), file),
      h('label', { class: 'field' }, h('span', { class: 'field-name' }, 'Its passphrase, if it has one'), passphrase),
      fault, button),
    open: () => text.focus(),
  });
}

/** @param {() => Promise<unknown>} changed */
async function leave(changed) {
  const sure = await confirm({
    title: 'Be forgotten?',
    text: 'The server forgets your key, your name and your offers, and this browser the key. Games keep the name as it stands at their seats. Nobody can bring the name back.',
    yes: 'Be forgotten', no: 'Stay', danger: true,
  });
  if (!sure) return;
  try {
    await club.forgetMe();
    toast('You are forgotten here.');
    await changed();
  } catch (fault) {
    toast(faultWords(fault), { kind: 'problem' });
  }
}
