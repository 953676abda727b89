// Ending a phase: refused with the reason, or asked about once if something is left undone.

import { confirm, toast } from '../dialogs.js';
import { h } from '../dom.js';

/**
 * @typedef {import('./types.js').PhaseEnd} PhaseEnd
 * @typedef {import('../table.js').Table} Table
 */

/** @param {Table} table @param {PhaseEnd | null} end */
export async function endPhase(table, end) {
  if (!end || !table.mine) return;
  if (!end.can) {
    const { reason, rule, link } = end.refusal ?? { reason: 'The phase cannot end yet.', rule: null, link: null };
    toast(rule ? `${reason} [${rule}]` : reason, { link, kind: 'refusal' });
    return;
  }
  if (end.unfinished.length && !(await askOnce(end))) return;
  await table.act(end.action).catch(() => undefined);
}

/** @param {PhaseEnd} end */
function askOnce(end) {
  const serious = end.unfinished.some((item) => item.serious);
  return confirm({
    title: `${end.label}?`,
    text: h('div', null, h('p', null, 'Something is left undone:'),
      h('ul', { class: 'unfinished' }, end.unfinished.map((item) => h('li', { class: item.serious ? 'serious' : null }, item.words)))),
    yes: end.label, no: 'Not yet', danger: serious,
  });
}
