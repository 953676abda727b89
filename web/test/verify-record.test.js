// Records are checked in the browser alone: true ones pass, and whatever is changed is found with its line.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { verifyRecord } from '../js/verify/verify.js';

const GOLDEN = new URL('../../crates/rules/tests/records/', import.meta.url);
const golden = readdirSync(GOLDEN).filter((name) => name.endsWith('.jsonl'));
/** @param {string} name */
const read = (name) => readFileSync(new URL(name, GOLDEN), 'utf8');
const WHAT_IF = readFileSync(new URL('records/what-if.jsonl', import.meta.url), 'utf8');

/** Changes one line, from 1, of a record. @param {string} record @param {number} number @param {(line: any) => void} change */
function changed(record, number, change) {
  const lines = record.trimEnd().split('\n');
  const value = JSON.parse(lines[number - 1]);
  change(value);
  lines[number - 1] = JSON.stringify(value);
  return `${lines.join('\n')}\n`;
}

/** @param {string} record */
const lines = (record) => record.trimEnd().split('\n').map((line) => JSON.parse(line));

/** The number of the first line with a throw after the header. @param {string} record */
const firstThrow = (record) => lines(record).findIndex((line, index) => index > 0 && line.dice?.length > 0) + 1;

/** @param {string} record @param {number} line @param {RegExp} words */
function refused(record, line, words) {
  const found = verifyRecord(record);
  assert.equal(found.ok, false);
  assert.equal(found.proven, false);
  assert.equal(found.line, line, found.words);
  assert.match(found.words, words);
}

test('the recorded games of every battle are proven to the last die', () => {
  assert.ok(golden.length >= 4);
  for (const name of golden) {
    const record = read(name);
    const found = verifyRecord(record);
    assert.equal(found.ok, true, `${name}: ${found.words}`);
    assert.equal(found.proven, true);
    assert.equal(found.throws, lines(record).reduce((sum, line) => sum + (line.dice?.length ?? 0), 0));
    // The small battle of the examples is over after a few draws; every other game has many.
    assert.ok(found.throws > (lines(record)[0].battle === 'grand-tactical/crossroads' ? 0 : 10), name);
    assert.deepEqual(found.forced, []);
  }
});

test('any other face of any die is caught, in the events as well', () => {
  for (const name of golden.filter((known) => lines(read(known))[0].longroll_record === 1)) {
    const record = read(name);
    lines(record).forEach((line, index) => {
      line.dice?.forEach((/** @type {number} */ face, /** @type {number} */ at) => {
        const other = (face % 6) + 1;
        refused(changed(record, index + 1, (value) => { value.dice[at] = other; }), index + 1, /the events tell of/);
        const both = changed(record, index + 1, (value) => {
          value.dice[at] = other;
          value.events.filter((/** @type {any} */ event) => event.event === 'die_thrown')[at].face = other;
        });
        refused(both, index + 1, new RegExp(`throw ${at + 1} shows ${other}; the seed gives ${face}`));
      });
    });
  }
});

/** Another value for the first draw of a line: six-sided dice are written from 1, other draws from 0. @param {{dice: number[], of?: number[]}} line */
const other = ({ dice: [value], of }) => (of && of[0] !== 6 ? (value + 1) % of[0] : (value % 6) + 1);

test('in a record whose lines are chained, another face breaks the chain at the next line', () => {
  const chained = golden.filter((name) => lines(read(name))[0].longroll_record === 2);
  assert.ok(chained.length > 0);
  for (const name of chained) {
    const record = read(name);
    const throws = lines(record).flatMap((line, index) => (line.dice?.length > 0 ? [index + 1] : []));
    for (const number of [throws[0], /** @type {number} */ (throws.at(-1))]) {
      refused(changed(record, number, (line) => { line.dice[0] = other(line); }), number + 1, /the chain is broken/);
    }
  }
});

test('another seed or commitment is caught', () => {
  const record = read('may-3.jsonl');
  const last = lines(record).length;
  refused(changed(record, last, (line) => { line.seed = line.seed.replace(/^./, (/** @type {string} */ digit) => (digit === '0' ? '1' : '0')); }), last, /not the one that line 1 committed to/);
  refused(changed(record, 1, (line) => { line.commitment = '0'.repeat(64); }), last, /not the one that line 1 committed to/);
  refused(changed(record, last, (line) => { line.seed = 'sesame'; }), last, /neither a whole number nor/);
  refused(changed(record, last, (line) => { line.end = '0'.repeat(64); }), last, /final hash/);
});

test('a commitment other than the one seen in play is caught, though the record agrees with itself', () => {
  const record = read('may-3.jsonl');
  const { commitment } = lines(record)[0];
  assert.match(verifyRecord(record, { commitment }).words, /noted when it first opened/);
  const found = verifyRecord(record, { commitment: 'f'.repeat(64) });
  assert.equal(found.line, 1);
  assert.match(found.words, /this browser was shown/);
});

test('another action would have thrown another die', () => {
  const record = read('antietam.jsonl');
  let [tried, caught] = [0, 0];
  lines(record).forEach((line, index) => {
    if (!line.action?.attack || line.action.attack.column) return;
    tried += 1;
    const found = verifyRecord(changed(record, index + 1, (value) => { value.action.attack.column = '1-5'; }));
    if (found.ok) return;
    caught += 1;
    assert.equal(found.line, index + 1);
  });
  // One face in six is the same by chance.
  assert.ok(tried > 20 && caught > tried * 0.6 && caught < tried, `${caught} of ${tried}`);
});

test('actions are counted without a gap, and their throws are bound to what they say', () => {
  const record = read('may-3.jsonl');
  const kept = record.trimEnd().split('\n');
  const at = firstThrow(record);
  refused([...kept.slice(0, at - 1), ...kept.slice(at)].join('\n'), at, /stands where action \d+ is due/);
  // One face in six is the same by chance.
  const others = Array.from({ length: 12 }, (_, to) => verifyRecord(changed(record, at, (line) => { line.action = { march: { to } }; })));
  assert.ok(others.filter(({ ok, line }) => !ok && line === at).length > 5);
  refused(changed(record, at, (line) => { line.action = []; }), at, /"action"/);
  refused([...kept, kept[1]].join('\n'), kept.length + 1, /after the end/);
  refused([kept[0], ...kept].join('\n'), 2, /second header/);
});

test('what cannot be read is named with its line', () => {
  const record = read('may-3.jsonl');
  const header = record.split('\n')[0];
  refused('', 1, /not JSON/);
  refused('[]', 1, /not an object/);
  refused('{"a":1}', 1, /not the header/);
  refused(changed(record, 1, (line) => { line.longroll_record = 3; }), 1, /formats 1 to 2/);
  refused(changed(record, 1, (line) => { line.longroll_record = 2; }), 1, /"game" is unknown/);
  refused(`${header}\n{"n":1`, 2, /not JSON/);
  refused(`${header}\n{"x":1}`, 2, /neither a header/);
  refused(changed(record, 2, (line) => { line.dice = [7]; }), 2, /"dice"/);
  refused(changed(record, 2, (line) => { line.note = 1; }), 2, /"note" is unknown/);
  refused(changed(record, 2, (line) => { line.by = 'nobody'; }), 2, /"by"/);
  const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
  const nested = `${header}\n{"n":1,"by":"union","action":{"attack":{"column":${deep}}},"dice":[],"events":[],"hash":"${'0'.repeat(64)}"}`;
  assert.equal(verifyRecord(nested).ok, true, 'what an action says is for the rules to judge');
});

test('a game that goes on is in order, but nothing is proven yet', () => {
  const kept = read('may-3.jsonl').trimEnd().split('\n');
  const { throws, actions } = verifyRecord(kept.join('\n'));
  const found = verifyRecord(`${kept.slice(0, -1).join('\r\n')}\r\n`);
  assert.equal(found.ok, true);
  assert.equal(found.proven, false);
  assert.deepEqual([found.throws, found.actions], [throws, actions]);
  assert.match(found.words, /only when the seed is revealed/);
});

test('faces given by hand are named, and the rest is proven', () => {
  const found = verifyRecord(WHAT_IF);
  assert.equal(found.proven, true, found.words);
  assert.deepEqual([found.throws, found.forced], [5, [11]]);
  assert.match(found.words, /by hand.*action 11 \(6\)/);
  const line = lines(WHAT_IF).findIndex((value) => value.forced) + 1;
  refused(reworded(WHAT_IF, line, '"forced":true,', ''), line, /the seed gives/);
});

test('a position the game began from has the hash of the header', () => {
  refused(reworded(WHAT_IF, 1, '"Hays","hex":"0912"', '"Hays","hex":"0913"'), 1, /hash is not that of the position/);
  refused(reworded(WHAT_IF, 2, '"n":8', '"n":1'), 2, /action 1 stands where action 8 is due/);
  const spaced = WHAT_IF.replaceAll('":', '" : ');
  assert.equal(verifyRecord(spaced).proven, true);
});

/** Changes the text of one line and nothing else of it. @param {string} record @param {number} number @param {string} from @param {string} to */
function reworded(record, number, from, to) {
  const kept = record.split('\n');
  assert.ok(kept[number - 1].includes(from), from);
  kept[number - 1] = kept[number - 1].replace(from, to);
  return kept.join('\n');
}
