// What happened, in sentences.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { victoryWords } from '../js/parts/names.js';
import { Names } from '../js/systems/blue-gray/names.js';
import { tell } from '../js/systems/blue-gray/tell.js';

const hex = (/** @type {string[]} */ ...names) => ({ names });
const unit = (/** @type {string} */ called, /** @type {string} */ side, strength = 4) => ({
  called,
  side,
  strength,
  arm: 'infantry',
});
const names = new Names(
  /** @type {any} */ ({
    units: {
      '1/1/I': unit('Phelps (1/1/I)', 'union'),
      '4/1/I': unit('Gibbon (4/1/I)', 'union'),
      Hood: unit('Hood', 'confederate', 5),
      A: { ...unit('A', 'union'), arm: 'artillery' },
      B: { ...unit('Rifled artillery B', 'union'), arm: 'artillery' },
      Cutts: { ...unit('Cutts\'s guns (Cutts)', 'confederate', 3), arm: 'artillery' },
    },
    hexes: { '0809': hex(), '0713': hex('Dunker Church') },
  }),
);

const say = (/** @type {Record<string, any>} */ event) => tell(event, names)?.text ?? null;

test('units are called as the sheet calls them', () => {
  assert.equal(names.unit('1/1/I'), 'Phelps (1/1/I)');
  assert.equal(names.unit('4/1/I'), 'Gibbon (4/1/I)');
  assert.equal(names.unit('Hood'), 'Hood');
  assert.equal(names.unit('A'), 'A');
  assert.equal(names.unit('B'), 'Rifled artillery B');
  assert.equal(names.unit('nobody'), 'nobody');
  assert.equal(names.units(['1/1/I', 'Hood', 'A']), 'Phelps (1/1/I), Hood and A');
});

test('a move names the unit, both ends and the price', () => {
  const line = tell({ event: 'moved', unit: '1/1/I', from: '0804', path: ['0805', '0713'], cost: 1 }, names);
  assert.deepEqual(line, {
    text: 'Phelps (1/1/I) moves from 0804 to 0713 (Dunker Church), 1 movement point.',
    cells: ['0804', '0805', '0713'],
    units: ['1/1/I'],
    kind: 'move',
  });
});

test('an entry says whether the unit went on', () => {
  assert.equal(say({ event: 'entered', unit: 'Hood', path: ['0126'], cost: 1 }), 'Hood enters the map at 0126.');
  assert.equal(
    say({ event: 'entered', unit: 'Hood', path: ['0126', '0713'], cost: 2 }),
    'Hood enters the map at 0126 and goes on to 0713 (Dunker Church).',
  );
});

test('an attack by men, with guns, and by guns alone', () => {
  const event = { event: 'attacked', strength: 12, defence: 3, column: '4-1' };
  assert.equal(
    say({ ...event, attack: { defenders: ['0809'], attackers: ['0808', '0909'], bombard: [] } }),
    'Attack on 0809 from 0808 and 0909: 12 against 3, 4 to 1.',
  );
  assert.equal(
    say({ ...event, attack: { defenders: ['0809'], attackers: ['0808'], bombard: ['A'] } }),
    'Attack on 0809 from 0808 with A: 12 against 3, 4 to 1.',
  );
  assert.equal(
    say({ ...event, attack: { defenders: ['0713'], attackers: [], bombard: ['A'] } }),
    'Bombardment of 0713 (Dunker Church) by A: 12 against 3, 4 to 1.',
  );
});

test('a loss says why, and who scores what', () => {
  assert.equal(
    say({ event: 'eliminated', unit: 'Hood', at: '0809', by: 'no_retreat', points: 5 }),
    'Hood in 0809 has no retreat open and is eliminated. The Union scores 5 points.',
  );
  assert.equal(
    say({ event: 'eliminated', unit: '1/1/I', at: null, by: 'late', points: 1 }),
    'Phelps (1/1/I) could not come on in time and is lost. The Confederates score 1 point.',
  );
  assert.equal(say({ event: 'eliminated', unit: 'A', at: '0809', by: 'combat', points: 0 }), 'A in 0809 is eliminated.');
});

test('the die says what it was thrown for', () => {
  assert.equal(say({ event: 'die_thrown', face: 4, for: 'combat' }), 'The die shows 4.');
  assert.equal(
    say({ event: 'die_thrown', face: 1, for: 'rally', unit: 'Hood' }),
    'The die shows 1 for the recovery of Hood.',
  );
});

test('a phase begins a group of the log', () => {
  assert.deepEqual(tell({ event: 'phase_began', turn: 2, side: 'confederate', phase: 'combat' }, names), {
    text: 'Turn 2: Confederate combat phase.',
    cells: [],
    units: [],
    kind: 'phase',
    side: 'confederate',
  });
});

test('the end names the winner, or a draw', () => {
  assert.equal(
    say({ event: 'ended', winner: 'union', level: 'marginal', early: false, points: { union: 30, confederate: 22 } }),
    'The game is over: Union marginal victory. Union 30, Confederates 22.',
  );
  assert.equal(
    say({ event: 'ended', winner: null, level: 'draw', early: true, points: { union: 1, confederate: 1 } }),
    'The game ends early: a draw. Union 1, Confederates 1.',
  );
});

test('every event of the engine but one has a sentence, and an unknown one has none', () => {
  const events = [
    { event: 'exited', unit: 'Hood', from: '0809', path: ['0713'], hex: '0713', points: 4 },
    { event: 'resulted', result: 'Dr' },
    { event: 'elected', unit: 'A', retreat: false },
    { event: 'stood', unit: 'A' },
    { event: 'retreated', unit: 'Hood', from: '0809', to: '0713' },
    { event: 'displaced', unit: 'Hood', from: '0809', to: '0713' },
    { event: 'advanced', unit: 'Hood', from: '0809', to: '0713' },
    { event: 'declined', side: 'union' },
    { event: 'became_ineffective', unit: 'Hood' },
    { event: 'rallied', unit: 'Hood' },
    { event: 'control_changed', hex: '0713', to: 'union' },
    { event: 'awarded', side: 'confederate', hex: '0713', points: 4 },
    { event: 'released', unit: 'Hood' },
    { event: 'quota_lifted' },
    { event: 'creek_crossed', unit: 'Hood' },
    { event: 'group_admitted' },
  ];
  for (const event of events) assert.match(say(event) ?? '', /^[A-Z0-9].+\.$/, event.event);
  assert.equal(say({ event: 'set_aside', unit: 'Hood' }), null);
  assert.equal(say({ event: 'snowed' }), null);
});

test('of guns it is told in the plural', () => {
  assert.equal(say({ event: 'moved', unit: 'Cutts', from: '0808', path: ['0809'], cost: 1 }), 'Cutts\'s guns (Cutts) move from 0808 to 0809, 1 movement point.');
  assert.equal(say({ event: 'eliminated', unit: 'Cutts', at: '0809', by: 'no_retreat', points: 0 }), 'Cutts\'s guns (Cutts) in 0809 have no retreat open and are eliminated.');
  assert.equal(say({ event: 'entered', unit: 'Cutts', path: ['0809', '0713'] }), 'Cutts\'s guns (Cutts) enter the map at 0809 and go on to 0713 (Dunker Church).');
  assert.equal(say({ event: 'became_ineffective', unit: 'Cutts' }), 'Cutts\'s guns (Cutts) have lost their attack effectiveness.');
});

test('a result is named once, whatever the battle calls its levels', () => {
  assert.equal(victoryWords('union', 'decisive'), 'Union decisive victory');
  assert.equal(victoryWords('confederate', 'victory'), 'Confederate victory');
  assert.equal(victoryWords(null, 'draw'), 'draw');
  assert.equal(say({ event: 'ended', winner: 'union', level: 'victory' }), 'The game is over: Union victory.');
});

test('a result that does nothing to guns that bombard says so', () => {
  const after = (/** @type {string} */ result, /** @type {any} */ attack) => tell({ event: 'resulted', result }, names, { attack })?.text;
  const guns = { defenders: ['0809'], bombard: ['A'] };
  assert.equal(after('Ar', guns), 'Ar: no effect, for guns that bombard need not retreat.');
  assert.equal(after('Ae', { ...guns, attackers: [] }), 'Ae: no effect, for guns that bombard are not harmed.');
  assert.match(after('Ex', guns), /^Ex: defenders eliminated/);
  assert.equal(after('Dr', guns), 'Dr: defenders retreat.');
  assert.equal(after('Ar', { ...guns, attackers: ['0713'] }), 'Ar: attackers retreat.');
  assert.equal(say({ event: 'resulted', result: 'Ar' }), 'Ar: attackers retreat.');
});
