// What this browser gives to the dice and notes of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isHeldBack, linkOf, nextLink, noteHeads, noteThrows, notesOf, sitDown, witness, witnessAnew } from '../js/fair.js';
import * as store from '../js/store.js';
import { diceNotice, policyWords } from '../js/play/dice-words.js';

/** A server that takes everything and tells what it was sent. */
function server(answer, told = []) {
  const sent = [];
  globalThis.fetch = async (path, { body }) => {
    if (body) sent.push({ path, ...JSON.parse(body) });
    return new Response(JSON.stringify({ view: answer, entries: told }), { status: 200, headers: { 'Content-Type': 'application/json' } });
  };
  return sent;
}

const fair = (more) => ({ witnessed: false, wanted: [], contributions: [], chains: { union: null, confederate: null }, throw: null, host_asked: null, ...more });

test('a number is noted before it is sent, and the same is sent again until it has arrived', async () => {
  const sent = server({});
  const view = { commitment: 'c', seed: null, fair: fair({ wanted: ['union', 'confederate'] }) };
  await sitDown('numbers', { union: 't' }, view);
  await sitDown('numbers', { union: 't' }, view);
  assert.equal(sent.length, 2, 'only for the seat that is held here');
  assert.match(sent[0].bytes, /^[0-9a-f]{64}$/);
  assert.equal(sent[0].bytes, sent[1].bytes);
  assert.equal(store.game('numbers').commitment, 'c', 'the seal is noted first');
  // A later holding of the seat takes another.
  await sitDown('numbers', { union: 't' }, { ...view, fair: fair({ wanted: ['union'], contributions: [{ by: 'union', bytes: sent[0].bytes }] }) });
  assert.notEqual(sent[2].bytes, sent[0].bytes);
});

test('one link is never shown for two throws, and a chain that is not there is made anew', async () => {
  const sent = server({ fair: fair() });
  await sitDown('chains', { union: 't' }, { commitment: 'c', seed: null, fair: fair({ witnessed: true, wanted: ['union'] }) });
  const { end, links } = sent[0];
  const chain = store.note('chain.chains.union')[0];
  assert.equal(linkOf(chain, 0), end);
  const now = (shown, seal) => fair({ witnessed: true, chains: { union: { end, links, shown, last: '' }, confederate: null }, throw: seal ? { seal, awaits: ['union'] } : null });
  assert.equal(await witness('chains', 't', 'union', now(0)), null, 'nothing waits');
  await witness('chains', 't', 'union', now(0, 'A'));
  assert.deepEqual([sent[1].seal, sent[1].link], ['A', linkOf(chain, 1)]);
  await witness('chains', 't', 'union', now(0, 'A'));
  assert.equal(sent[2].link, sent[1].link, 'the same throw, the same link');
  assert.equal(nextLink('chains', 'union', now(0), ''), null, 'not with another action');
  assert.equal(await witness('chains', 't', 'union', now(0, 'B')), null, 'not without its holder’s consent');
  assert.equal(sent.length, 3);
  witnessAnew('chains', 'union', 'B');
  await witness('chains', 't', 'union', now(0, 'B'));
  assert.match(sent[3].path, /dice\/chain$/);
  assert.notEqual(sent[3].end, end);
  assert.deepEqual(notesOf('chains').chains[0].notes[0].seals, { 1: 'A' });
  assert.equal(nextLink('chains', 'union', now(1), ''), null, 'of a chain of before nothing is shown');
});

test('a throw that was sealed anew after a link was shown for it takes its holder’s consent', async () => {
  const told = [];
  const sent = server({ fair: fair() }, told);
  await sitDown('anew', { union: 't' }, { commitment: 'c', seed: null, fair: fair({ witnessed: true, wanted: ['union'] }) });
  const { end, links } = sent[0];
  const now = (shown, seal) => fair({ witnessed: true, chains: { union: { end, links, shown, last: '' }, confederate: null }, throw: { seal, awaits: ['union'] } });
  await witness('anew', 't', 'union', now(0, 'A'));
  assert.equal(isHeldBack('anew', 'union', now(0, 'A')), false, 'the same throw');
  // The other has deposited a new chain instead of showing his link; the game had begun before.
  told.push({ seq: 1, kind: 'started' }, { seq: 2, kind: 'dice', dice: { what: 'deposited', by: 'union', end } }, { seq: 3, kind: 'begun' });
  assert.equal(await witness('anew', 't', 'union', now(1, 'B')), null);
  assert.equal(isHeldBack('anew', 'union', now(1, 'B')), true);
  assert.match(diceNotice({ fair: now(1, 'B'), seats: {}, ended: null }, ['union'], 'union').text, /witnessed once more/);
  witnessAnew('anew', 'union', 'B');
  await witness('anew', 't', 'union', now(1, 'B'));
  assert.equal(sent.at(-1).seal, 'B');
  assert.equal(isHeldBack('anew', 'union', now(2, 'C')), true, 'a consent serves once');
  // Once a throw was made the next is nobody's second.
  noteThrows('anew', [{ seq: 9, kind: 'action', line: { links: { union: { at: 2 }, confederate: { at: 1 } } } }]);
  assert.equal(isHeldBack('anew', 'union', now(2, 'C')), false);
  await witness('anew', 't', 'union', now(2, 'C'));
  // It was made while this page was not open: the story tells.
  told.push({ seq: 4, kind: 'action', line: { links: { union: { at: 3 } } } });
  await witness('anew', 't', 'union', now(3, 'D'));
  assert.equal(sent.at(-1).seal, 'D');
  assert.deepEqual(notesOf('anew').chains[0].notes[0].made, [2, 3]);
  // What a set-up throws is told by the beginning alone.
  await sitDown('set-up', { union: 't' }, { commitment: 'c', seed: null, fair: fair({ witnessed: true, wanted: ['union'] }) });
  const first = store.note('chain.set-up.union')[0].end;
  await witness('set-up', 't', 'union', { ...now(0, 'S'), chains: { union: { end: first, links, shown: 0, last: '' }, confederate: null } });
  noteThrows('set-up', [{ seq: 1, kind: 'started' }, { seq: 2, kind: 'dice', dice: { what: 'deposited', by: 'union', end: first } },
    { seq: 3, kind: 'throw_waits', dice: { what: 'waits', n: 0, seal: 'S', union: 1, confederate: 1 } }, { seq: 4, kind: 'begun' }]);
  assert.deepEqual(notesOf('set-up').chains[0].notes[0].made, [1]);
});

test('a hash that was told and is another now is never forgotten', () => {
  noteHeads('heads', 'watch', [{ seq: 1, head: null }, { seq: 2, head: 'a' }]);
  noteHeads('heads', 'watch', [{ seq: 3, head: 'b' }]);
  assert.deepEqual(notesOf('heads').head, { seq: 3, head: 'b', broken: false });
  noteHeads('heads', 'watch', [{ seq: 2, head: 'a' }, { seq: 3, head: 'x' }, { seq: 4, head: 'y' }]);
  assert.equal(notesOf('heads').head.broken, true);
  noteHeads('heads', 'watch', [{ seq: 4, head: 'y' }]);
  assert.equal(notesOf('heads').head.broken, true);
});

test('it is said whom the dice wait for, and what is promised of them', () => {
  const seats = { union: { connected: true }, confederate: { connected: false } };
  const view = (more) => ({ fair: fair({ witnessed: true, ...more }), seats, ended: null });
  const waits = { throw: { awaits: ['confederate'], seal: 'A' } };
  assert.match(diceNotice(view(waits), ['union']).text, /wait for the Confederate player/);
  assert.match(diceNotice(view(waits), ['union']).detail, /Not connected/);
  assert.equal(diceNotice(view(waits), ['confederate']), null, 'this browser answers by itself');
  assert.equal(diceNotice(view({ host_asked: 'union' }), ['confederate']).asked, 'theirs');
  assert.equal(diceNotice(view({ host_asked: 'union' }), ['union']).asked, 'mine');
  assert.match(policyWords({ dice: 'seeded' }), /Nobody can choose the dice; only the host can know them/);
  assert.match(policyWords({ dice: 'witnessed', fair: fair({ witnessed: true }) }), /alters the page he serves.*stops the game.*withholds the seed/);
});
