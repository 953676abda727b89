// Units, looks, words and lists of Brigade.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { advice } from '../js/systems/brigade/advice.js';
import { armyRows } from '../js/systems/brigade/army.js';
import { boardSheet } from '../js/systems/brigade/board.js';
import { edges } from '../js/systems/brigade/card.js';
import { actionWords, sketch } from '../js/systems/brigade/hint.js';
import { Position } from '../js/systems/brigade/model.js';
import { Names, chanceWords, corpsList, gainer, halves, points, resultWords } from '../js/systems/brigade/names.js';
import { outlookWords } from '../js/systems/brigade/orders-panel.js';
import { starts } from '../js/systems/brigade/starts.js';
import { tell } from '../js/systems/brigade/tell.js';

const unit = (/** @type {string} */ called, /** @type {string} */ side, /** @type {string} */ corps, division = 'Hood', arm = 'infantry') =>
  ({ called, side, corps, division, arm, guns: arm === 'artillery' ? 'parrott' : null });
const sheet = /** @type {any} */ ({
  units: {
    law: unit('Law', 'confederate', 'LS'),
    lee: unit('S.D. Lee', 'confederate', 'LS', 'S.D. Lee', 'artillery'),
    gibbon: unit('Gibbon', 'union', 'I', 'Doubleday'),
    dana: unit('Dana', 'union', 'II', 'Sedgwick'),
  },
  hexes: { '1216': { names: ["Miller's Cornfield"] }, '1217': { names: [] } },
});
const names = new Names(sheet);
const on = (/** @type {string} */ id, more = {}) => ({ id, place: 'map', hex: '1216', steps: 2, strength: 4, active: true, marks: [], holds: null, ...more });
const game = (/** @type {any[]} */ units, more = {}) => /** @type {any} */ ({ units, movable: [], side: 'union', phase: 'movement', arrivals: [], active: null, ...more });

test('halves and chances are written as one reads them', () => {
  assert.deepEqual([0, 1, 2, 3, 8].map(halves), ['0', '½', '1', '1½', '4']);
  assert.deepEqual([0, 1, 2, 3].map(points), ['0 points', '½ point', '1 point', '1½ points']);
  assert.equal(chanceWords({ dice: 1, least: 5 }), '5 or 6 (2 chances in 6)');
  assert.equal(chanceWords({ dice: 2, least: 4 }), '4, 5 or 6 on either of 2 dice (75 chances in 100)');
  assert.deepEqual([[], ['I'], ['I', 'XII']].map(corpsList), ['no corps', 'I Corps', 'I and XII Corps']);
});

test('a bombardment does the guns no harm', () => {
  assert.equal(resultWords('AR', { guns: true }), 'no effect, for guns that bombard need not retreat');
  assert.deepEqual([gainer('AR'), gainer('AR', { guns: true }), gainer('EX'), gainer('EX', { guns: true })], ['defender', 'both', 'both', 'attacker']);
});

test('reduced units lie on their backs, idle ones are known, the wanted one lies on top', () => {
  const position = new Position(game([on('gibbon'), on('dana', { steps: 1, active: false }), on('law', { active: false, hex: '1217' })]), sheet);
  assert.deepEqual([position.idle('gibbon'), position.idle('dana'), position.idle('law')], [false, true, false], 'an enemy is not idle');
  const shown = position.counters('dana', { turned: new Map([['gibbon', 'reduced']]), fades: (id) => position.idle(id) });
  assert.deepEqual(shown.map(({ id, look, faded }) => [id, look ?? 'plain', faded ?? false]), [['dana', 'reduced', true], ['gibbon', 'reduced', false], ['law', 'plain', false]]);
});

test('the board has both sides of a counter', () => {
  const made = boardSheet(/** @type {any} */ ({ ...sheet, faces: { law: 'front' }, faces_reduced: { law: 'back' }, signs: {} }));
  assert.deepEqual(made.looks.law, { plain: 'front', reduced: 'back' });
});

test('the order of battle goes by corps and division, guns last, and says who is active', () => {
  const active = { side: 'union', most: 2, corps: [{ corps: 'I', active: true, refusal: null }] };
  const rows = armyRows(sheet, game([on('lee'), on('law', { steps: 1, marks: ['reduced', 'assaulted'] }), on('dana'), on('gibbon')], { active }));
  assert.deepEqual(rows.map(({ command, name, where, look }) => [command, name, where, look]), [
    ['I Corps (active): Doubleday', 'Gibbon', '1216', undefined],
    ['II Corps: Sedgwick', 'Dana', '1216', undefined],
    ["Longstreet's Corps: Hood", 'Law', '1216, reduced, one step left, Combat Done', 'reduced'],
    ["Longstreet's Corps: S.D. Lee", 'S.D. Lee', '1216', undefined],
  ]);
});

test('north is to the left of the sheet, and a found ford is told', () => {
  const hex = /** @type {any} */ ({ sides: { ne: ['creek'], n: ['road'] }, neighbours: { ne: '1301', n: '1215' } });
  assert.equal(edges(hex, null, '1216'), 'creek to the south-east; road to the east');
  assert.equal(edges(hex, ['1216', '1301'], '1216'), 'creek and the ford that was found to the south-east; road to the east');
});

const say = (/** @type {any} */ event, action = null) => tell(event, names, action)?.text ?? null;

test('events are told in sentences', () => {
  assert.equal(say({ event: 'activated', corps: ['I', 'XII'], drawn: true }), 'I and XII Corps are drawn.');
  assert.equal(say({ event: 'activated', corps: [], drawn: false }), 'No corps is named.');
  assert.equal(say({ event: 'moved', unit: 'law', from: '1217', path: ['1216'], half_points: 3 }), "Law moves from 1217 to 1216 (Miller's Cornfield), 1½ points.");
  const assault = { event: 'assaulted', assault: { defenders: ['1216'], attackers: ['gibbon', 'dana'] }, attack_doubled: 9, defence_doubled: 6, column: '1.5-1' };
  assert.equal(say(assault), "Assault on 1216 (Miller's Cornfield) by Gibbon and Dana: 4½ against 3, 1.5 to 1.");
  assert.equal(say({ event: 'resulted', result: 'A1' }, /** @type {any} */ ({ bombard: {} })), 'A1: no effect, for guns that bombard are not harmed.');
  assert.equal(say({ event: 'reduced', unit: 'law', at: '1217', by: 'crossing' }), 'Law in 1217 is reduced in crossing the water.');
  assert.equal(say({ event: 'searched', unit: 'dana', hex: '1217', found: true }), 'Dana finds a ford towards 1217.');
  assert.equal(say({ event: 'ended', winner: null, level: 'Draw', points: 6 }), 'The game is over: Draw, with 6 points in Union hands.');
  assert.equal(say({ event: 'unheard' }), null);
});

test('orders are put in words and drawn', () => {
  assert.equal(actionWords({ activate: { corps: ['I'] } }, names), 'Name I Corps.');
  assert.equal(actionWords({ retreat: { unit: 'law' } }, names), 'Law stands and loses a step.');
  const position = new Position(game([on('gibbon'), on('law', { hex: '1217' })]), sheet);
  const known = { beside: () => ['1217'], corps: () => ['gibbon'] };
  assert.deepEqual(sketch({ assault: { defenders: ['1217'], attackers: ['gibbon'] } }, position, known).arrows, [{ from: '1216', to: '1217', kind: 'attack' }]);
  assert.deepEqual(sketch({ bombard: { target: '1217', guns: ['gibbon'] } }, position, known).arrows, [{ from: '1216', to: '1217', kind: 'bombard' }]);
  assert.deepEqual(sketch({ activate: { corps: ['I'] } }, position, known).lit, [{ cell: '1216', kind: 'named' }]);
});

test('what a corps could do is said in a few words', () => {
  const known = { corps: 'I', units: ['a', 'b', 'c'], strength: 12, rally: ['a'], move: ['b', 'c'], bombard: [], must_assault: ['1414'], refusal: null };
  assert.equal(outlookWords(known), '3 units, strength 12; 1 may rally; 2 can move; in contact with 1414');
});

test('advice goes with the phase, and a choice comes first', () => {
  const situation = /** @type {any} */ ({ mine: true, over: false, watching: false, computer: false, chosen: 0, picked: false, reaches: false, searches: false, planned: false, odds: null, game: game([], { rally: [], phase: 'rally' }) });
  assert.match(advice(situation) ?? '', /Nobody can rally/);
  assert.match(advice({ ...situation, game: game([], { phase: 'rally', pending: { step: 'loss' } }) }) ?? '', /loses a step/);
  assert.equal(advice({ ...situation, over: true }), null);
});

test('solitaire is Lee against drawn corps, moved by a computer if there is one', () => {
  const [alone] = starts([]);
  assert.deepEqual(alone.choice, { options: ['3.0'], seats: { union: { holder: 'here' }, confederate: { holder: 'me' } } });
  const [against] = starts([{ id: 'easy', title: 'Easy', words: '' }, { id: 'usual', title: 'Usual', words: '' }]);
  assert.deepEqual(against.choice.seats.union, { holder: 'computer', level: 'usual' });
});
