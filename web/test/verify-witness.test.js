// Witnessed throws, keyed chains and contributions, in records that the program wrote: the page finds them true, and
// finds whatever is altered in any field of any kind of line.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { hex } from '../js/verify/blake3.js';
import { chainKey, facesOf, linkBack, linkBefore, readSeed, sealOf, withLinks } from '../js/verify/dice.js';
import { readRecord } from '../js/verify/read.js';
import { doubled } from '../js/verify/raw.js';
import { verifyRecord } from '../js/verify/verify.js';

const vector = (name) => readFile(new URL(`../../crates/rules/tests/vectors/${name}`, import.meta.url), 'utf8');

test('links, seals and witnessed throws are derived as the program derives them', async () => {
  const [one, two] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
  const seed = readSeed('1862');
  const witnessed = withLinks(seed, { union: one, confederate: two });
  const found = [
    hex(linkBefore(one)), hex(linkBack(one, 3)), hex(witnessed), sealOf(seed, 17, '{"end_phase":{}}', { union: 3, confederate: 5 }), hex(chainKey(seed)),
    `[${facesOf(witnessed, 17, '{"end_phase":{}}', 8).join(', ')}]`,
  ];
  assert.equal(found.join('\n'), (await vector('witnessed.txt')).trimEnd());
});

test('records with witnesses, contributions and keyed chains are proven', async () => {
  const witnessed = verifyRecord(await vector('witnessed.jsonl'));
  assert.equal(witnessed.proven, true, witnessed.words);
  assert.match(witnessed.words, /witnessed by both players.*deposited anew.*go on with the host’s dice/);
  const given = verifyRecord(await vector('contributions.jsonl'));
  assert.match(given.words, /numbers that the Union and Confederate players gave/);
  assert.match(given.words, /friendly game/);
  assert.equal(verifyRecord(await vector('keyed.jsonl')).proven, true);
});

/** Every way to alter a value a little. */
function altered(value) {
  if (value === null) return [1];
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return [value + 1];
  if (typeof value === 'string') return [(value.startsWith('0') ? '1' : '0') + value.slice(1)];
  if (Array.isArray(value)) return value.length === 0 ? [[1]] : [value.slice(1), ...altered(value[0]).map((first) => [first, ...value.slice(1)])];
  return Object.keys(value).flatMap((name) => {
    const { [name]: gone, ...without } = value;
    return [without, ...altered(gone).map((other) => ({ ...value, [name]: other }))];
  });
}

for (const name of ['witnessed.jsonl', 'contributions.jsonl', 'keyed.jsonl']) {
  test(`nothing in ${name} can be altered, removed, doubled or added`, async () => {
    const lines = (await vector(name)).trimEnd().split('\n');
    const seen = new Set();
    let tried = 0;
    lines.forEach((line, at) => {
      const value = JSON.parse(line);
      const shape = JSON.stringify([Object.keys(value), Object.keys(value.action ?? {})]);
      if (seen.has(shape)) return;
      seen.add(shape);
      const first = Object.keys(value)[0];
      const others = altered(value).map((other) => JSON.stringify(other));
      others.push(line.replace('{', `{"${first}":${JSON.stringify(value[first])},`), line.replace('{', '{"more":1,'));
      for (const other of others) {
        const found = verifyRecord([...lines.slice(0, at), other, ...lines.slice(at + 1)].join('\n'));
        assert.equal(found.ok, false, `line ${at + 1}: ${other.slice(0, 300)}`);
        tried += 1;
      }
    });
    assert.ok(tried > 60, String(tried));
  });
}

test('a member that stands twice is found at any depth, in both formats', async () => {
  assert.equal(doubled('{"a":{"b":[{"c":1,"c":2}]}}'), 'c');
  assert.equal(doubled('{"a":1,"\\u0061":2}'), 'a');
  assert.equal(doubled('{"a":"a:","b":{"a":["a","a"]},"c":[{"a":1},{"a":2}]}'), null);
  const header = (await vector('contributions.jsonl')).split('\n')[0];
  const found = verifyRecord(header.replace('"longroll_record":2', '"longroll_record":1,"longroll_record":1'));
  assert.match(found.words, /stands twice/);
});

/** What a browser would have noted of the union's links. */
async function noted() {
  const record = readRecord(await vector('witnessed.jsonl'));
  const seals = {};
  let end = '';
  for (const { links, n, text } of [record.setUp, ...record.actions]) {
    if (links) end = links.union.end;
    if (links) seals[links.union.at] = sealOf(record.end.seed, n, text, { union: links.union.at, confederate: links.confederate.at });
  }
  return { numbers: [], chains: [{ side: 'union', notes: [{ end, seals }] }], head: { head: record.heads.at(-1) } };
}

test('what a browser noted is held against the record', async () => {
  const text = await vector('witnessed.jsonl');
  const notes = await noted();
  assert.match(verifyRecord(text, { notes }).words, /noted the seal before it showed its link: the record has the same/);
  const { end, seals } = notes.chains[0].notes[0];
  const [at] = Object.keys(seals);
  const taken = { ...notes, chains: [{ side: 'union', notes: [{ end, seals: { ...notes.chains[0].notes[0].seals, 59: 'ab'.repeat(32) } }] }] };
  assert.match(verifyRecord(text, { notes: taken }).words, /not in the record: taken back/);
  const anew = { ...notes, chains: [{ side: 'union', notes: [{ end, seals: { 58: '', 59: 'ab'.repeat(32) }, made: [58] }] }] };
  assert.match(verifyRecord(text, { notes: anew }).words, /For one throw it showed a link, and no such throw was made/);
  // The links of another browser that held the seat before are not those of this one.
  const later = { ...notes, chains: [{ side: 'union', notes: [{ end: 'cd'.repeat(32), seals: { [at]: 'ab'.repeat(32) } }] }] };
  assert.equal(verifyRecord(text, { notes: later }).ok, true);
  const other = { ...notes, chains: [{ side: 'union', notes: [{ end, seals: { [at]: 'ab'.repeat(32) } }] }] };
  assert.match(verifyRecord(text, { notes: other }).words, /not a true record|another action than the one whose seal/);
  assert.equal(verifyRecord(text, { notes: other }).ok, false);
  assert.equal(verifyRecord(text, { notes: { ...notes, head: { head: 'ab'.repeat(32) } } }).ok, false);
  assert.match(verifyRecord(text, { notes: { ...notes, head: { head: notes.head.head, broken: true } } }).words, /changed afterwards/);
});

test('a number that was given must be in the record, and one that came later is named', async () => {
  const text = await vector('contributions.jsonl');
  const number = (bytes, before) => ({ numbers: [{ side: 'union', note: { bytes, before } }], chains: [], head: null });
  assert.match(verifyRecord(text, { notes: number('08'.repeat(32), 0) }).words, /gave to the dice is in the record.*gave his after it/);
  assert.match(verifyRecord(text, { notes: number('07'.repeat(32), 0) }).words, /is not in the record/);
});
