import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstChoice } from '../js/screens/first-game.js';
import { hasTable, systems, withoutTable } from '../js/systems/index.js';

const [system] = systems();
const battle = (id, more) => ({ id, system, playable: true, computer: false, scenarios: [{ id: 'day' }], ...more });
const levels = [{ id: 'recruit', title: 'Recruit', words: '' }, { id: 'captain', title: 'Captain', words: '' }];

test('a first game is against the easiest computer, where one can play', () => {
  const first = firstChoice(/** @type {any} */ ([battle('a'), battle('b', { computer: true })]), levels);
  assert.equal(first?.battle.id, 'b');
  assert.deepEqual(first?.choice.seats, { union: { holder: 'me' }, confederate: { holder: 'computer', level: 'recruit' } });
  assert.equal(first?.choice.scenario, 'day');
});

test('without computers both sides are played at this screen, and what cannot be played is passed over', () => {
  const battles = /** @type {any} */ ([battle('a', { playable: false, computer: true }), battle('b', { computer: true })]);
  const first = firstChoice(battles, []);
  assert.equal(first?.battle.id, 'b');
  assert.deepEqual(first?.choice.seats.confederate, { holder: 'here' });
  assert.equal(firstChoice(battles.slice(0, 1), levels), null);
});

test('a battle whose system has no table on the page is not offered, and where it can be played is said', () => {
  const terminal = battle('c', { system: 'chess', computer: true });
  assert.equal(firstChoice(/** @type {any} */ ([terminal]), levels), null);
  assert.equal(hasTable(terminal), false);
  assert.match(withoutTable(terminal).long, /longroll play c/);
  assert.equal(withoutTable({ id: 'd', playable: false, why_not: 'No rules.' }).long, 'No rules.');
});
