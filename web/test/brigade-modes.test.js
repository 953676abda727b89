// What pointing does in each phase of Brigade, with the engine's answers given and the board only listening.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Naming } from '../js/systems/brigade/activation.js';
import { Assault } from '../js/systems/brigade/assault.js';
import { Bombardment } from '../js/systems/brigade/bombardment.js';
import { Choices } from '../js/systems/brigade/choices.js';
import { Position } from '../js/systems/brigade/model.js';
import { Movement } from '../js/systems/brigade/movement.js';
import { Names } from '../js/systems/brigade/names.js';
import { Rally } from '../js/systems/brigade/rally.js';

const facts = (/** @type {string} */ called, side = 'union', arm = 'infantry', corps = 'I') => ({ called, side, arm, corps, guns: arm === 'artillery' ? 'regular' : null });
const cell = (/** @type {Record<string, string>} */ neighbours = {}) => ({ names: [], neighbours });
const sheet = /** @type {any} */ ({
  units: {
    a: facts('Abel'), b: facts('Baker', 'union', 'infantry', 'II'), g: facts('Guns', 'union', 'artillery'), h: facts('Horse', 'union', 'cavalry', 'CAV'),
    c: facts('Cobb', 'confederate', 'infantry', 'LS'), d: facts('Dole', 'confederate', 'infantry', 'LS'),
  },
  hexes: { '1010': cell({ n: '1009', s: '1011' }), '1009': cell({ s: '1010' }), '1011': cell({ n: '1010' }), '1012': cell() },
  chances: { rally: { union: { dice: 1, least: 4 }, confederate: { dice: 2, least: 4 } }, search: { dice: 1, least: 5 }, arrival: null },
  options: [],
});

const on = (/** @type {string} */ id, /** @type {string | null} */ hex, more = {}) =>
  ({ id, place: hex ? 'map' : 'reserve', hex, steps: 2, strength: 4, active: true, marks: [], holds: null, ...more });

/** A scene whose engine answers from a table and whose board remembers what it was shown. */
function scene(/** @type {any} */ game, /** @type {Record<string, any>} */ answers = {}, mine = true) {
  /** @type {any} */
  const made = {
    sheet, mine, acts: [], refused: [], said: [], chosen: null, layers: {}, fading: null, roomy: true,
    table: { busy: false }, names: new Names(sheet),
    view: { game, version: 1, dice: 'by_hand', decision: { side: 'union', kind: game.phase, words: '' } },
    game: { arrivals: [], pending: null, side: 'union', movable: [], rally: [], units: [], active: null, bombardment: null, assault: null, ...game },
    context: { say: (/** @type {string} */ words) => made.said.push(words), toast() {}, openPanel() {}, closePanel() {}, badgePanel() {} },
    look() {}, lookAtAny() {}, onCardChange() {}, place() {},
    ask: async (/** @type {any} */ question) =>
      answers[JSON.stringify(question)] ?? answers[Object.keys(question)[0]] ?? Promise.reject(new Error('unasked')),
    act: async (/** @type {any} */ action, /** @type {any} */ options) => {
      made.acts.push([action, options?.dice ?? null]);
      return true;
    },
    refuse: (/** @type {string} */ hex, /** @type {any} */ refusal) => made.refused.push([hex, refusal.rule]),
    note: { close() {}, choose: (/** @type {string} */ _hex, /** @type {string} */ _title, /** @type {any[]} */ choices) => { made.chosen = choices; } },
    board: {
      selected: null, cursor: null, cursorUnit: null, setPath() {}, setArrows() {},
      setBadges() {}, revealAll() {},
      setLayer: (/** @type {string} */ name, /** @type {any[]} */ items) => { made.layers[name] = items; },
    },
  };
  made.position = new Position(made.game, sheet);
  return made;
}

const settle = () => new Promise((resolve) => setImmediate(resolve));
const no = (/** @type {string} */ rule) => ({ rule, reason: 'No.', link: null });
const corps = (/** @type {string} */ name, refusal = null) => ({ corps: name, active: false, refusal });

test('corps are taken by their units; beyond the limit the first gives way', async () => {
  const active = { side: 'union', most: 2, corps: [corps('I'), corps('II'), corps('V'), corps('VI', /** @type {any} */ (no('BR 3.0')))] };
  const units = [on('a', '1010'), on('b', '1011'), on('h', '1012'), on('c', '1009')];
  const table = scene({ phase: 'activation', active, units });
  const naming = new Naming(table, () => {});
  naming.update();
  naming.cell({ cell: '1010', unit: 'a' });
  naming.cell({ cell: '1011', unit: 'b' });
  assert.deepEqual(naming.chosen, ['I', 'II']);
  assert.equal(table.fading('h'), false, 'the cavalry acts whoever is named');
  naming.toggle('V');
  assert.deepEqual(naming.chosen, ['II', 'V']);
  assert.deepEqual([table.fading('a'), table.fading('b')], [true, false], 'who is not to be named is dimmed');
  naming.cell({ cell: '1009', unit: 'c' });
  naming.toggle('VI');
  assert.deepEqual(naming.chosen, ['II', 'V'], 'neither an enemy nor a corps that may not be named is taken');
  naming.toggle('II');
  naming.toggle('I');
  await naming.name();
  assert.deepEqual(table.acts, [[{ activate: { corps: ['I', 'V'] } }, null]]);
});

test('whoever may rally is asked once more, and whoever may not hears why', async () => {
  const units = [on('a', '1010', { steps: 1 }), on('b', '1011')];
  const table = scene({ phase: 'rally', rally: ['a'], units }, { why: { legal: false, ...no('BR 4.0') } });
  const rally = new Rally(table, () => {});
  rally.update();
  rally.cell({ cell: '1010', unit: 'a' });
  assert.deepEqual(table.acts, []);
  rally.setFace(5);
  table.chosen[0].run();
  rally.cell({ cell: '1011', unit: 'b' });
  await settle();
  assert.deepEqual([table.acts, table.refused], [[[{ rally: { unit: 'a' } }, [5]]], [['1011', 'BR 4.0']]]);
});

test('points are counted in halves, and a search is asked for before it is made', async () => {
  const reach = { unit: 'a', from: '1010', allowance: 8, moves: [{ to: '1011', half_points: 1, left: 7, stops: false }], entries: [], searches: ['1009'], refusal: null };
  const table = scene({ phase: 'movement', movable: ['a'], units: [on('a', '1010')] }, { reach, path: { path: ['1011'], costs: [1] } });
  const movement = new Movement(table);
  await movement.select('a');
  assert.deepEqual(table.layers.reach.map((/** @type {any} */ lit) => [lit.cell, lit.kind, lit.text]), [['1011', 'reach', '3½'], ['1009', 'search', '?']]);
  movement.cell({ cell: '1009' });
  assert.deepEqual(table.acts, []);
  assert.equal(table.chosen[0].label, 'Search for a ford: 5 or 6 (2 chances in 6)');
  table.chosen[1].run();
  movement.cell({ cell: '1011' });
  assert.deepEqual(table.acts, [[{ search: { unit: 'a', hex: '1009' } }, [6]], [{ move: { unit: 'a', to: '1011' } }, null]]);
});

test('who has moved may still search, and is not refused', async () => {
  const reach = { unit: 'a', from: '1010', allowance: 8, moves: [], entries: [], searches: ['1009'], refusal: no('BR 6.0') };
  const table = scene({ phase: 'movement', movable: ['a'], units: [on('a', '1010')] }, { reach });
  await new Movement(table).select('a');
  assert.deepEqual(table.refused, []);
});

const odds = { legal: true, attack_doubled: 8, defence_doubled: 7, column: '1-1', die_less: 0, terms: { attack: [], defence: [] }, faces: [] };
const gun = (/** @type {string} */ unit, can = true) => ({ unit, hex: '1012', strength: 3, distance: 4, range: 6, far: false, can, refusal: can ? null : no('BR 7.0') });

test('a target proposes every gun that reaches it, and a silent gun says why', async () => {
  const game = { phase: 'bombardment', bombardment: { targets: [{ hex: '1009', guns: ['g'] }], ready: ['g', 'h'], bombarded: [] }, units: [on('g', '1012'), on('c', '1009'), on('d', '1011')] };
  const table = scene(game, {
    [JSON.stringify({ fire: { hex: '1009' } })]: { hex: '1009', refusal: null, guns: [gun('g'), { ...gun('h', false), hex: '1010' }] },
    [JSON.stringify({ fire: { hex: '1011' } })]: { hex: '1011', refusal: no('BR 7.0'), guns: [gun('g', false)] },
    odds,
  });
  const fire = new Bombardment(table, () => {});
  await fire.target(['1009']);
  assert.deepEqual(fire.plan, { targets: ['1009'], guns: ['g'] });
  assert.ok(table.said.at(-1).endsWith('4 against 3½, 1 to 1.'), table.said.at(-1));
  assert.equal(fire.joins, false, 'one hex at a time');
  fire.cell({ cell: '1010', unit: 'h' });
  assert.deepEqual(table.refused, [['1010', 'BR 7.0']]);
  fire.setFace(2);
  await fire.throw();
  assert.deepEqual(table.acts, [[{ bombard: { target: '1009', guns: ['g'] } }, [2]]]);
  fire.leave();
  fire.cell({ cell: '1011', unit: 'd' });
  await settle();
  assert.deepEqual(table.refused.at(-1), ['1011', 'BR 7.0'], 'a hex that cannot be bombarded says why');
});

const target = (/** @type {any} */ more) => ({ attackers: ['a', 'b'], may_join: ['g'], proposed: null, instead: null, refusal: null, units: [], ...more });
const assaulting = {
  phase: 'assault', assault: { must_be_assaulted: ['1009', '1011'], may_assault: ['a', 'b'], targets: ['1009', '1011'] },
  units: [on('a', '1010', { marks: ['must assault'] }), on('b', '1012'), on('c', '1009'), on('d', '1011')],
};

test('an assault is planned as the engine proposes it, and units are taken in and left out', async () => {
  const unit = (/** @type {string} */ id, hex = '1010', can = true) => ({ unit: id, hex, strength: 4, can, alone: can, refusal: can ? null : no('BR 8.0') });
  const table = scene(assaulting, { target: target({ proposed: ['a', 'g'], units: [unit('a'), unit('b', '1012', false)] }), odds });
  const assault = new Assault(table, () => {});
  assault.update();
  assert.deepEqual(table.layers.duties.map((/** @type {any} */ lit) => [lit.cell, lit.kind]), [['1009', 'must-be-attacked'], ['1011', 'must-be-attacked'], ['1010', 'must-attack']]);
  await assault.target(['1009']);
  assert.deepEqual(assault.plan, { targets: ['1009'], attackers: ['a', 'g'] });
  assault.cell({ cell: '1010', unit: 'a' });
  assert.deepEqual(assault.plan.attackers, ['g']);
  assault.cell({ cell: '1012', unit: 'b' });
  assert.deepEqual(table.refused, [['1012', 'BR 8.0']]);
});

test('a target that cannot be assaulted alone is planned with others, and says why', async () => {
  const alone = JSON.stringify({ target: { hexes: ['1009'] } });
  const table = scene(assaulting, { [alone]: target({ instead: ['1009', '1011'], refusal: no('BR 8.0') }), target: target({ proposed: ['a'] }), odds });
  const assault = new Assault(table, () => {});
  await assault.target(['1009']);
  assert.deepEqual([assault.plan.targets, assault.widened?.rule], [['1009', '1011'], 'BR 8.0']);
  await assault.throw();
  assert.deepEqual(table.acts, [[{ assault: { defenders: ['1009', '1011'], attackers: ['a'] } }, null]]);
});

test('the loser of a step is pointed at; two in one hex are asked for', () => {
  const pending = { step: 'loss', decider: 'union', units: ['a', 'b'], words: '', choices: [{ loss: { unit: 'a' } }, { loss: { unit: 'b' } }] };
  const table = scene({ phase: 'assault', pending, units: [on('a', '1010'), on('b', '1010', { steps: 1 })] });
  const choices = new Choices(table, () => {});
  choices.update();
  assert.deepEqual(table.layers.choice.map((/** @type {any} */ lit) => lit.cell), ['1010']);
  choices.cell({ cell: '1010' });
  assert.deepEqual(table.chosen.map((/** @type {any} */ choice) => choice.label), ['Abel is reduced', 'Baker is lost']);
  choices.cell({ cell: '1010', unit: 'b' });
  assert.deepEqual(table.acts, [[{ loss: { unit: 'b' } }, null]]);
});

test('a march that somebody withdrew from goes on or stops', () => {
  const pending = { step: 'go_on', decider: 'union', units: ['a'], words: '', choices: [{ move: { unit: 'a', to: '1011' } }, { decline: {} }] };
  const table = scene({ phase: 'movement', pending, units: [on('a', '1010')] });
  const choices = new Choices(table, () => {});
  choices.update();
  assert.deepEqual(table.layers.choice.map((/** @type {any} */ lit) => [lit.cell, lit.kind]), [['1011', 'reach']]);
  assert.equal(choices.label({ decline: {} }), 'Stop here');
  choices.key(/** @type {any} */ ({ key: 'd' }));
  choices.cell({ cell: '1011' });
  assert.deepEqual(table.acts.map(([action]) => action), [{ decline: {} }, { move: { unit: 'a', to: '1011' } }]);
});
