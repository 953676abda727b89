// What pointing does in each phase, with the engine's answers given and the board only listening.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Choices } from '../js/systems/blue-gray/choices.js';
import { Combat } from '../js/systems/blue-gray/combat.js';
import { Position } from '../js/systems/blue-gray/model.js';
import { Movement } from '../js/systems/blue-gray/movement.js';
import { Names } from '../js/systems/blue-gray/names.js';

const neighbours = { n: '0803', s: '0805' };
const sheet = /** @type {any} */ ({
  units: {
    a: { called: 'Abel (a)', side: 'union', strength: 4, arm: 'infantry' },
    b: { called: 'Baker (b)', side: 'union', strength: 3, arm: 'infantry' },
    g: { called: 'Guns (g)', side: 'union', strength: 2, arm: 'artillery' },
    c: { called: 'Cobb (c)', side: 'confederate', strength: 5, arm: 'infantry' },
  },
  hexes: { '0804': { names: [], neighbours }, '0805': { names: [], neighbours: {} } },
});

const on = (/** @type {string} */ id, /** @type {string | null} */ hex, place = 'map') => ({
  id,
  place,
  hex,
  marks: [],
  holds: null,
});

/** A scene whose engine answers from a table and whose board remembers what it was shown. */
function scene(/** @type {any} */ game, /** @type {Record<string, any>} */ answers, mine = true) {
  /** @type {any} */
  const made = {
    sheet,
    mine,
    table: { busy: false },
    names: new Names(sheet),
    acts: [],
    refused: [],
    chosen: null,
    layers: {},
    paths: [],
    view: { game, decision: { side: 'union', kind: game.phase, words: 'The Union moves.' } },
    game: { arrivals: [], combat: null, pending: null, side: 'union', movable: [], ...game },
    context: { say() {}, toast() {}, openPanel() {}, closePanel() {}, badgePanel() {} },
    roomy: true,
    look() {},
    onCardChange() {},
    place() {},
    ask: async (/** @type {any} */ question) =>
      answers[JSON.stringify(question)] ?? answers[Object.keys(question)[0]] ?? Promise.reject(new Error('unasked')),
    act: async (/** @type {any} */ action, /** @type {any} */ options) => {
      made.acts.push([action, options?.dice ?? null]);
      return true;
    },
    refuse: (/** @type {string} */ hex, /** @type {any} */ refusal) => made.refused.push([hex, refusal.rule]),
    note: {
      close() {},
      choose: (/** @type {string} */ _hex, /** @type {string} */ _title, /** @type {any[]} */ choices) => {
        made.chosen = choices;
      },
    },
    board: {
      selected: null,
      cursor: null,
      cursorUnit: null,
      setLayer: (/** @type {string} */ name, /** @type {any[]} */ items) => {
        made.layers[name] = items;
      },
      setPath: (/** @type {any} */ hexes, /** @type {any} */ options) => made.paths.push([hexes, options?.costs]),
      setArrows() {},
      setBadges() {},
    },
  };
  made.position = new Position(made.game, sheet);
  return made;
}

const settle = () => new Promise((resolve) => setImmediate(resolve));
const reach = {
  unit: 'a',
  from: '0804',
  allowance: 6,
  entries: [],
  refusal: null,
  moves: [
    { to: '0805', cost: 1, left: 5, stops: false },
    { to: '0806', cost: 3, left: 3, stops: true },
  ],
  exits: [{ hex: '0806', cost: 3, points: 4 }],
};
const marching = { phase: 'movement', movable: ['a', 'b'], units: [on('a', '0804'), on('b', '0805'), on('c', '0807')] };

test('a picked unit lights its reach with what is left, and the path follows the pointer', async () => {
  const table = scene(marching, { reach, path: { path: ['0805'], costs: [1], cost: 1 } });
  const movement = new Movement(table);
  movement.cell({ cell: '0804', unit: 'a' });
  await settle();
  assert.deepEqual(
    table.layers.reach.map((/** @type {any} */ lit) => [lit.cell, lit.kind, lit.text]),
    [
      ['0805', 'reach', '5'],
      ['0806', 'exit', '+4'],
    ],
  );
  movement.hover('0805');
  await settle();
  assert.deepEqual(table.paths.at(-1), [['0804', '0805'], ['1']]);
  movement.hover(null);
  assert.equal(table.paths.at(-1)[0], null);
});

test('an empty hex in reach is moved to at once; one with a friend on it asks first', async () => {
  const table = scene({ ...marching, units: [on('a', '0804'), on('c', '0807')] }, { reach });
  const movement = new Movement(table);
  await movement.select('a');
  movement.cell({ cell: '0805', unit: null });
  assert.deepEqual(table.acts, [[{ move: { unit: 'a', to: '0805' } }, null]]);

  const crowded = scene(marching, { reach });
  const asking = new Movement(crowded);
  await asking.select('a');
  asking.cell({ cell: '0805', unit: 'b' });
  assert.deepEqual(crowded.acts, []);
  assert.deepEqual(
    crowded.chosen.map((/** @type {any} */ choice) => choice.label),
    ['Move here, 1 point', 'Pick Baker (b) instead'],
  );
  crowded.chosen[0].run();
  assert.deepEqual(crowded.acts, [[{ move: { unit: 'a', to: '0805' } }, null]]);
});

test('whoever points before the reach is lit is answered once it is', async () => {
  const table = scene({ ...marching, units: [on('a', '0804'), on('c', '0807')] }, { reach });
  const movement = new Movement(table);
  void movement.select('a');
  movement.cell({ cell: '0805', unit: null });
  assert.deepEqual(table.acts, []);
  await settle();
  assert.deepEqual(table.acts, [[{ move: { unit: 'a', to: '0805' } }, null]]);

  // A view that comes between asks for the reach anew, and the press is not lost.
  const moving = new Movement(scene({ ...marching, units: [on('a', '0804'), on('c', '0807')] }, { reach }));
  await moving.select('a');
  void moving.select('a', { quiet: true });
  moving.cell({ cell: '0805', unit: null });
  void moving.select('a', { quiet: true });
  await settle();
  assert.equal(/** @type {any} */ (moving.scene).acts.length, 1);
});

test('where a unit may stay or leave the map, it is asked which', async () => {
  const table = scene(marching, { reach });
  const movement = new Movement(table);
  await movement.select('a');
  await movement.drop({ unit: 'a', cell: '0806' });
  assert.deepEqual(
    table.chosen.map((/** @type {any} */ choice) => choice.label),
    ['Move here, 3 points', 'Leave the map, 4 victory points'],
  );
  table.chosen[1].run();
  assert.deepEqual(table.acts, [[{ exit: { unit: 'a', hex: '0806' } }, null]]);
});

test('a hex out of reach says why, and nothing is sent', async () => {
  const table = scene(marching, { reach, why: { legal: false, rule: 'BG 5.13', reason: 'No.', link: null } });
  const movement = new Movement(table);
  await movement.select('a');
  movement.cell({ cell: '0101', unit: null });
  await settle();
  assert.deepEqual(table.refused, [['0101', 'BG 5.13']]);
  movement.cell({ cell: '0807', unit: 'c' });
  await settle();
  assert.deepEqual(table.refused.at(-1), ['0807', 'BG 5.13'], 'an enemy is no unit to pick while one is in hand');
  assert.deepEqual(table.acts, []);
});

test('a path through chosen hexes is sent as the engine completes it', async () => {
  const table = scene(
    { ...marching, units: [on('a', '0804')] },
    { reach: { ...reach, exits: [] }, path: { path: ['0705', '0806'], costs: [1, 3], cost: 4 } },
  );
  const movement = new Movement(table);
  await movement.select('a');
  movement.cell({ cell: '0805', unit: null, shift: true });
  await settle();
  assert.deepEqual(movement.via, ['0805']);
  movement.cell({ cell: '0806', unit: null });
  await settle();
  assert.deepEqual(table.acts, [[{ move: { unit: 'a', path: ['0705', '0806'] } }, null]]);
});

test('a reinforcement enters by the cheapest entry', async () => {
  const entries = [
    { hex: '0101', to: '0102', cost: 4, left: 2 },
    { hex: '0201', to: '0102', cost: 2, left: 4 },
    { hex: '0101', to: '0101', cost: 1, left: 5 },
  ];
  const table = scene(
    { ...marching, units: [on('a', null, 'reserve')] },
    { reach: { ...reach, from: null, moves: [], exits: [], entries } },
  );
  const movement = new Movement(table);
  await movement.select('a');
  movement.cell({ cell: '0102', unit: null });
  movement.cell({ cell: '0101', unit: null });
  assert.deepEqual(
    table.acts.map(([action]) => action),
    [{ enter: { unit: 'a', hex: '0201', to: '0102' } }, { enter: { unit: 'a', hex: '0101' } }],
  );
});

test('who only watches may look at a reach, and moves nothing', async () => {
  const table = scene(marching, { reach, why: { legal: false, rule: 'BG 4.1', reason: 'No.', link: null } }, false);
  const movement = new Movement(table);
  await movement.select('a');
  movement.cell({ cell: '0805', unit: null });
  await settle();
  assert.deepEqual(table.acts, []);
});

const duties = { targets: ['0803', '0805', '0909'], must_attack: ['0804'], must_be_attacked: ['0803'], batteries: [] };
const fighting = { phase: 'combat', combat: duties, units: [on('a', '0804'), on('c', '0803'), on('g', '0909')] };
const target = {
  attackers: [{ hex: '0804', units: ['a'], strength: 4, must: true }],
  guns: [{ unit: 'g', hex: '0909', strength: 2, legal: true, refusal: null }],
  combinations: [['0804']],
  refusal: null,
};
const legal = {
  legal: true,
  attack: 6,
  defence: 5,
  multipliers: {},
  column: '1-1',
  columns: ['1-2', '1-1'],
  terms: { attack: [], defence: [] },
  faces: [],
};

test('what must be fought is marked, and a target proposes everybody who can join', async () => {
  const table = scene(fighting, { target, odds: legal });
  const combat = new Combat(table, () => {});
  combat.update();
  assert.deepEqual(
    table.layers.duties.map((/** @type {any} */ lit) => [lit.cell, lit.kind]),
    [
      ['0803', 'must-be-attacked'],
      ['0804', 'must-attack'],
    ],
  );
  combat.cell({ cell: '0803', unit: 'c' });
  await settle();
  await settle();
  assert.deepEqual(combat.plan, { targets: ['0803'], attackers: ['0804'], guns: ['g'], column: null });
  combat.cell({ cell: '0909', unit: 'g' });
  assert.deepEqual(combat.plan.guns, []);
});

test('only hexes that somebody can reach count as targets', () => {
  const combat = new Combat(scene(fighting, {}), () => {});
  assert.deepEqual(combat.duties.targets, ['0803', '0805']);
});

test('a target that cannot be attacked alone is planned with its neighbour', async () => {
  const both = { ...fighting, combat: { ...duties, must_be_attacked: ['0803', '0805'] } };
  const refusal = { rule: 'BG 7.23', reason: 'No.', link: null };
  const alone = JSON.stringify({ target: { hexes: ['0803'] } });
  const table = scene(both, { [alone]: { ...target, combinations: [], refusal }, target, odds: legal });
  const combat = new Combat(table, () => {});
  await combat.target(['0803']);
  assert.deepEqual(combat.plan.targets, ['0803', '0805']);
  assert.deepEqual(table.refused, []);
});

test('the die is thrown as planned, on a study table with the face that was set', async () => {
  const table = scene(fighting, { target, odds: legal });
  table.view.dice = 'by_hand';
  const combat = new Combat(table, () => {});
  await combat.target(['0803']);
  combat.stepColumn(-1);
  await settle();
  combat.setFace(5);
  await combat.throw();
  assert.deepEqual(table.acts, [
    [{ attack: { defenders: ['0803'], attackers: ['0804'], bombard: ['g'], column: '1-2' } }, [5]],
  ]);
  assert.deepEqual([combat.plan.targets, combat.throwing], [['0803'], true], 'the plan is seen while the die rolls');
  await combat.throw();
  assert.equal(table.acts.length, 1, 'and is not thrown for again');
  combat.leave();
  assert.deepEqual([combat.plan.targets, combat.throwing], [[], false], 'the plan is done with');
});

test('an attack the rules forbid is not sent', async () => {
  const table = scene(fighting, { target, odds: { legal: false, rule: 'BG 7.12', reason: 'No.', link: null } });
  const combat = new Combat(table, () => {});
  await combat.target(['0803']);
  await combat.throw();
  assert.deepEqual(table.acts, []);
});

test('guns that may join only another attack are left out of the proposal', async () => {
  const whole = JSON.stringify({ odds: { attack: { defenders: ['0803'], attackers: ['0804'], bombard: ['g'] } } });
  const table = scene(fighting, {
    target,
    [whole]: { legal: false, rule: 'BG 7.11', reason: 'No.', link: null },
    odds: legal,
  });
  const combat = new Combat(table, () => {});
  await combat.target(['0803']);
  assert.deepEqual(combat.plan.guns, []);
  assert.equal(combat.odds?.legal, true);
});

test('a retreat is lit for one unit at a time, and a full hex asks who makes room', () => {
  const choices = [
    { retreat: { unit: 'a', to: '0803' } },
    { retreat: { unit: 'b', to: '0905', displace: 'g' } },
    { retreat: { unit: 'b', to: '0905', displace: 'a' } },
  ];
  const pending = { step: 'retreat', decider: 'union', units: ['a', 'b'], words: '', vacated: [], choices };
  const table = scene({ phase: 'combat', pending, units: [on('a', '0804'), on('b', '0804')] }, {});
  const chooser = new Choices(table, () => {});
  chooser.update();
  assert.deepEqual(
    table.layers.choice.map((/** @type {any} */ lit) => [lit.cell, lit.kind]),
    [['0803', 'retreat']],
  );
  chooser.cell({ cell: '0804', unit: 'b' });
  assert.deepEqual(
    table.layers.choice.map((/** @type {any} */ lit) => [lit.cell, lit.kind]),
    [['0905', 'displace']],
  );
  chooser.cell({ cell: '0905', unit: null });
  assert.deepEqual(table.acts, []);
  table.chosen[1].run();
  assert.deepEqual(table.acts, [[choices[2], null]]);
});

test('an exchange begins with the cheapest payment and counts what is given up', () => {
  const choices = [{ losses: { units: ['a', 'b'] } }, { losses: { units: ['a'] } }];
  const pending = { step: 'losses', decider: 'union', units: ['a', 'b'], words: '', choices };
  const table = scene({ phase: 'combat', pending, units: [on('a', '0804'), on('b', '0804')] }, {});
  const chooser = new Choices(table, () => {});
  chooser.update();
  assert.deepEqual(chooser.paying, ['a']);
  chooser.cell({ cell: '0804', unit: 'a' });
  assert.equal(chooser.total, 0);
  assert.equal(chooser.bill, null);
  chooser.togglePayer('b');
  assert.equal(chooser.bill, null, 'Baker alone does not pay');
  chooser.togglePayer('a');
  assert.equal(chooser.bill, choices[0]);
});
