// Records of format 2, of any system and with any dice, written here by a small writer of their own: true ones are
// proven, and whatever is changed is found with its line.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { hash, hex } from '../js/verify/blake3.js';
import { commitmentOf, drawsOf, mixedSeed, readSeed, START } from '../js/verify/dice.js';
import { verifyRecord } from '../js/verify/verify.js';

const encoder = new TextEncoder();
const hashOf = (text) => hex(hash(encoder.encode(text)));

/** Writes a record as the program would: `of` says what each action draws. */
class Writer {
  constructor({ die = 6, seed = '1862', contributions = [], setUp = [], header = {} } = {}) {
    this.die = die;
    this.seedText = seed;
    this.seed = readSeed(seed);
    this.given = contributions.map(({ by, bytes }) => ({ by, bytes: readSeed(bytes) }));
    this.n = 0;
    this.hash = hashOf('start');
    const { dice, of } = this.#draw(0, START, setUp);
    this.lines = [JSON.stringify({
      longroll_record: 2, program: '0.2.0', battle: 'toy/nine', scenario: 'only', options: [], seats: { union: null, confederate: null },
      ...(die === null ? {} : { die }), dice_policy: 'host', commitment: commitmentOf(this.seed),
      ...(contributions.length > 0 ? { contributions } : {}), ...header, dice, of, events: this.#told(dice), hash: this.hash,
    })];
  }

  action(by, action, of = [], more = {}) {
    this.n += 1;
    const drawn = this.#draw(this.n, JSON.stringify(action), of);
    this.hash = hashOf(`state ${this.n}`);
    const { dice = drawn.dice, events = this.#told(dice), ...rest } = more;
    return this.#add({ n: this.n, by, action, dice, of, ...rest, events, hash: this.hash });
  }

  contribution(by, bytes) {
    this.given.push({ by, bytes: readSeed(bytes) });
    return this.#add({ contribution: { by, bytes } });
  }

  end() {
    return this.#add({ seed: this.seedText, end: this.hash });
  }

  get text() {
    return `${this.lines.join('\n')}\n`;
  }

  #add(line) {
    this.lines.push(JSON.stringify({ ...line, chain: hashOf(this.lines.at(-1)) }));
    return this;
  }

  #draw(n, text, of) {
    const values = drawsOf(mixedSeed(this.seed, this.given), n, text, of);
    return { of, dice: values.map((value, at) => value + (of[at] === this.die ? 1 : 0)) };
  }

  #told(dice) {
    return this.die === 6 ? dice.map((face) => ({ event: 'die_thrown', face })) : [];
  }
}

/** A game with six-sided dice, and one with ten-sided ones and percentages. */
const six = (options) => new Writer({ setUp: [6], ...options })
  .action('union', { move: { unit: 'A', to: '0102' } })
  .action('union', { attack: { defenders: ['0103'] } }, [6])
  .action('confederate', { attack: { defenders: ['0102'] } }, [6, 6])
  .end();
const ten = (options) => new Writer({ die: null, ...options })
  .action('union', { search: { cell: '1,1' } }, [10])
  .action('confederate', { fire: { at: '2,2' } }, [10, 100, 10_000, 6])
  .action('union', { pass: {} })
  .end();

/** Changes a line, from 1, and forges the chain behind it, so that only what was changed is wrong. */
function forged(record, number, change) {
  const lines = record.trimEnd().split('\n');
  const value = JSON.parse(lines[number - 1]);
  change(value);
  lines[number - 1] = JSON.stringify(value);
  for (let at = Math.max(1, number - 1); at < lines.length; at += 1) {
    lines[at] = JSON.stringify({ ...JSON.parse(lines[at]), chain: hashOf(lines[at - 1]) });
  }
  return `${lines.join('\n')}\n`;
}

function refused(record, line, words) {
  const found = verifyRecord(record);
  assert.equal(found.ok, false, found.words);
  assert.equal(found.line, line, found.words);
  assert.match(found.words, words);
}

test('records of any system are proven, whatever their dice', () => {
  for (const [record, throws] of [[six().text, 4], [ten().text, 5], [ten({ die: 10 }).text, 5], [ten({ die: 100, seed: 'f'.repeat(64) }).text, 5]]) {
    const found = verifyRecord(record);
    assert.equal(found.ok, true, found.words);
    assert.deepEqual([found.proven, found.throws, found.actions], [true, throws, 3]);
    assert.match(found.words, /sealed before the first throw, and it gives every die/);
    assert.match(found.words, /bound to the one before it.*not checked here/);
  }
});

test('a die of the system counts from 1, every other draw from 0', () => {
  const faces = (record) => JSON.parse(record.split('\n')[2]).dice;
  const [plain, own] = [faces(ten().text), faces(ten({ die: 10 }).text)];
  assert.equal(own[0], plain[0] + 1);
  assert.deepEqual(own.slice(1), plain.slice(1));
  refused(forged(ten().text, 2, (line) => { line.dice[0] = 10; }), 2, /"dice"/);
  refused(forged(ten({ die: 10 }).text, 2, (line) => { line.dice[0] = 0; }), 2, /"dice"/);
});

test('any other draw is caught', () => {
  const record = ten().text;
  const { dice, of } = JSON.parse(record.split('\n')[2]);
  dice.forEach((value, at) => {
    refused(forged(record, 3, (line) => { line.dice[at] = (value + 1) % of[at]; }), 3, new RegExp(`throw ${at + 1} shows .*; the seed gives ${value}`));
  });
  refused(forged(six().text, 3, (line) => { line.dice = [(line.dice[0] % 6) + 1]; }), 3, /the events tell of/);
  refused(forged(six().text, 1, (line) => {
    line.dice = [(line.dice[0] % 6) + 1];
    line.events[0].face = line.dice[0];
  }), 1, /the seed gives/);
});

test('another number of outcomes is another draw', () => {
  const record = ten().text;
  refused(forged(record, 3, (line) => { line.of[1] = 101; }), 3, /the seed gives/);
  refused(forged(record, 3, (line) => { line.of.pop(); }), 3, /"of"/);
  refused(forged(record, 3, (line) => { delete line.of; }), 3, /"of"/);
  refused(forged(record, 3, (line) => { line.of[0] = 0; }), 3, /"of"/);
  refused(forged(record, 3, (line) => { line.of[2] = 10_001; }), 3, /"of"/);
});

test('throws are bound to the text of their action as it is written', () => {
  const record = ten().text;
  refused(forged(record, 3, (line) => { line.action.fire.at = '2,3'; }), 3, /the seed gives/);
  // Fields in another order are another text.
  const swapped = new Writer({ die: null }).action('union', { fire: { a: 1, b: 2 } }, [10_000, 10_000]).end().text;
  refused(forged(swapped, 2, (line) => { line.action = { fire: { b: 2, a: 1 } }; }), 2, /the seed gives/);
});

test('a broken chain is found at the line behind what was changed', () => {
  const lines = six().text.trimEnd().split('\n');
  const text = (changed) => `${changed.join('\n')}\n`;
  const with2 = (line) => text(lines.with(1, line));
  refused(with2(lines[1].replace('"events":[]', '"events":[{"event":"moved"}]')), 3, /chain is broken/);
  refused(with2(lines[1].replace('"n":1,', '"n":1, ')), 3, /chain is broken/);
  refused(text([lines[0].replace('"only"', '"other"'), ...lines.slice(1)]), 2, /chain is broken/);
  refused(text(lines.toSpliced(2, 1)), 3, /chain is broken|stands where/);
  refused(with2(lines[1].replace(/,"chain":"[^"]*"/, '')), 2, /"chain"/);
  assert.equal(verifyRecord(lines.join('\r\n')).proven, true, 'the ends of lines are not part of them');
});

test('what was cut out, or put in, is found though the chain was forged', () => {
  const lines = six().text.trimEnd().split('\n');
  const rechained = (kept) => forged(`${kept.join('\n')}\n`, 1, () => {});
  refused(rechained(lines.toSpliced(1, 1)), 2, /action 2 stands where action 1 is due/);
  refused(rechained(lines.toSpliced(2, 0, lines[1])), 3, /action 1 stands where action 2 is due/);
  refused(rechained([...lines, lines[1]]), lines.length + 1, /after the end/);
});

test('another seed, commitment or last hash is caught', () => {
  const record = six().text;
  const last = record.trimEnd().split('\n').length;
  refused(forged(record, last, (line) => { line.seed = '1863'; }), last, /not the one that line 1 committed to/);
  refused(forged(record, 1, (line) => { line.commitment = '0'.repeat(64); }), last, /not the one that line 1 committed to/);
  refused(forged(record, last, (line) => { line.end = '0'.repeat(64); }), last, /final hash/);
  assert.equal(verifyRecord(record, { commitment: 'f'.repeat(64) }).line, 1);
});

const [A, B] = ['a'.repeat(64), 'b'.repeat(64)];

test('what the players gave is mixed into every throw from there on', () => {
  const record = new Writer({ setUp: [6], contributions: [{ by: 'union', bytes: A }] })
    .action('union', { attack: {} }, [6, 6])
    .contribution('confederate', B)
    .action('union', { attack: {} }, [6, 6])
    .end().text;
  const found = verifyRecord(record);
  assert.equal(found.proven, true, found.words);
  assert.match(found.words, /numbers that the Union and Confederate players gave/);
  assert.equal(found.actions, 2);
  // Which throws come out the same is chance; that all five do is not.
  const given = Array.from({ length: 8 }, (_, digit) => verifyRecord(forged(record, 3, (line) => { line.contribution.bytes = String(digit).repeat(64); })));
  assert.ok(given.some(({ ok, line }) => !ok && line === 4));
  const header = Array.from({ length: 8 }, (_, digit) => verifyRecord(forged(record, 1, (line) => { line.contributions[0].bytes = String(digit).repeat(64); })));
  assert.ok(header.filter(({ ok, line }) => !ok && Number(line) <= 4).length > 4);
  refused(forged(record, 3, (line) => { line.contribution.bytes = 'short'; }), 3, /"contribution"/);
  refused(forged(record, 1, (line) => { line.contributions[0].by = 'nobody'; }), 1, /"contributions"/);
});

test('throws by hand are named; a clock, a bid and a cause are known fields', () => {
  const record = new Writer({ header: { dice_policy: 'by_hand', bid: { side: 'union', points: 3 }, clock: { seconds: 600 } } })
    .action('union', { attack: {} }, [6], { dice: [6], forced: true })
    .action('confederate', { pass: {} }, [], { cause: 'clock' })
    .end().text;
  const found = verifyRecord(record);
  assert.equal(found.proven, true, found.words);
  assert.deepEqual(found.forced, [1]);
  assert.match(found.words, /by hand.*action 1 \(6\)/);
  refused(forged(record, 1, (line) => { line.dice_policy = 'host'; }), 2, /by hand/);
  refused(forged(record, 1, (line) => { line.dice_policy = 'luck'; }), 1, /"dice_policy"/);
  refused(forged(record, 2, (line) => { line.note = 'x'; }), 2, /"note" is unknown/);
  refused(forged(record, 1, (line) => { line.game = 'x'; }), 1, /"game" is unknown/);
});

test('events of other systems may tell some throws, but none that was not made', () => {
  const record = (faces) => new Writer({ die: null }).action('union', { fire: {} }, [10, 10, 10], { events: faces.map((face) => ({ event: 'die_thrown', face })) }).end().text;
  const { dice } = JSON.parse(record([]).split('\n')[1]);
  assert.equal(verifyRecord(record(dice)).proven, true);
  assert.equal(verifyRecord(record([dice[0], dice[2]])).proven, true);
  const absent = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].find((value) => !dice.includes(value));
  refused(record([absent]), 2, /tell of a throw of \d that is not listed/);
});

test('a game that goes on is in order, but nothing is proven yet', () => {
  const kept = ten().text.trimEnd().split('\n');
  const found = verifyRecord(`${kept.slice(0, -1).join('\n')}\n`);
  assert.deepEqual([found.ok, found.proven], [true, false]);
  assert.match(found.words, /only when the seed is revealed/);
});
