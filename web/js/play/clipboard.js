// Copying a link, and saving a text as a file.

import { h } from '../dom.js';
import { show, toast } from '../dialogs.js';

/**
 * Copies a text; where the browser does not let us, shows it to be copied by hand.
 * @param {string} text @param {string} what said when it is done: "The link to the Union seat"
 */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} is copied.`);
  } catch {
    const field = h('input', { type: 'text', readonly: true, value: text, class: 'input', 'aria-label': what });
    await show({
      title: 'Copy this', body: field, choices: [{ value: 'done', label: 'Done', kind: 'primary' }],
      open: () => {
        field.focus();
        field.select();
      },
    });
  }
}

/** Offers a text as a file to save. @param {string} name @param {string} text @param {string} type */
export function save(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = h('a', { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
