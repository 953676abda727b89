// The Grand-tactical part of the page without a browser: what counters show, what is told, what a combat report sums up.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextAtScreen } from '../js/play/curtain.js';
import { chosenOptions } from '../js/screens/new-game.js';
import { advice } from '../js/systems/grand-tactical/advice.js';
import { armyRows } from '../js/systems/grand-tactical/army.js';
import { boardSheet, neighboursIn } from '../js/systems/grand-tactical/board.js';
import { within } from '../js/systems/grand-tactical/group.js';
import { actionWords } from '../js/systems/grand-tactical/hint.js';
import { Position, tiredness } from '../js/systems/grand-tactical/model.js';
import { Names, spreadWords } from '../js/systems/grand-tactical/names.js';
import { perilWords } from '../js/systems/grand-tactical/odds-table.js';
import { directionTo } from '../js/systems/grand-tactical/operations.js';
import { Reports, byFormation, reportOf } from '../js/systems/grand-tactical/reports.js';
import { arrivalsOf } from '../js/systems/grand-tactical/scene.js';
import { starts } from '../js/systems/grand-tactical/starts.js';
import { phaseWords, tell } from '../js/systems/grand-tactical/tell.js';
import { distance } from '../js/systems/grand-tactical/views.js';
import { whoSits } from '../js/sitting.js';

const facts = (called, side, more = {}) => ({ called, side, arm: 'infantry', strength: 400, weapon: 'RFL', effectiveness: 80, range: 2, corps: 'I', division: 'Meade', brigade: called.split(' ')[0], start: '1,1', ...more });
const UNITS = {
  A: facts('Gibbon A', 'union'),
  B: facts('Gibbon B', 'union'),
  G: facts('I Guns', 'union', { arm: 'artillery', strength: 12, division: null, brigade: null }),
  X: facts('Law A', 'confederate', { division: 'Hood', corps: 'Longstreet' }),
  R: facts('Hill A', 'confederate', { division: 'A. P. Hill', start: { group: 'C9' } }),
};
const square = (names = []) => ({ names, words: 'clear, level 1.', x: 50, y: 50 });
const SQUARES = { '0,0': square(), '0,1': square(), '1,0': square(), '1,1': square(['Dunker Church']), '2,2': square() };
const unit = (id, cell, more = {}) => ({ id, place: 'map', cell, men: 380, fatigue: 0, morale: 80, op: 10, active: true, moved: 0, routed: false, melee: false, fire: null, marks: [], ...more });
const names = new Names({ units: UNITS, squares: SQUARES });
const game = (units, more = {}) => ({ units, movable: ['A'], side: 'union', leaders: [], turn: 1, round: 1, level: 'basic', due: [], phase: 'operations', ...more });

test('a counter shows strength, facing, formation, works, fatigue and its quiet marks', () => {
  const one = unit('A', '1,1', { facing: 5, mode: 'column', fort: 2, fatigue: 60, fire: '2,2', ammo: false, in_command: false, disrupted: true, moved: 1 });
  const leaders = [{ name: 'Meade', side: 'union', rank: 'division', commands: 'Meade', with: 'A', bonus: 20, cell: '1,1' }];
  const [shown] = new Position(game([one], { leaders }), { units: UNITS }).counters(null);
  assert.deepEqual(shown, {
    id: 'A', cell: '1,1', look: 'disrupted', facing: 's', works: 2, texts: [{ at: 'strength', text: 380 }], uses: ['lr-column', 'gt-tired-2'],
    marks: ['division leader', 'fire', 'no ammunition', 'out of command', 'moved'],
  });
});

test('a charge stands for the fire that goes with it, and a rout for the disorder', () => {
  const position = new Position(game([unit('A', '1,1', { fire: '2,2', melee: true, advance: true, routed: true, disrupted: true })]), { units: UNITS });
  assert.deepEqual(position.marks(position.units.get('A')), ['melee']);
  assert.equal(position.look('A'), 'routed');
});

test('icons are put over the symbols when they are wanted', () => {
  const position = new Position(game([unit('G', '1,1', { men: undefined, guns: 12 })]), { units: UNITS });
  assert.deepEqual(position.counters(null, { icons: true })[0].uses, ['gt-icon-artillery']);
  assert.equal(position.strength('G'), 12);
});

test('the unit that was picked lies on top, then who can move', () => {
  const position = new Position(game([unit('B', '1,1'), unit('A', '1,1')]), { units: UNITS });
  assert.deepEqual(position.counters(null).map(({ id }) => id), ['A', 'B']);
  assert.deepEqual(position.counters('B').map(({ id }) => id), ['B', 'A']);
});

test('units that are not on the map or not in sight have no counter', () => {
  const position = new Position(game([{ id: 'X', place: 'unseen' }, { id: 'R', place: 'reserve' }]), { units: UNITS });
  assert.deepEqual(position.counters(null), []);
});

test('the gauge of fatigue has three steps', () => {
  assert.deepEqual([0, 24, 25, 50, 75, 100].map(tiredness), [0, 0, 1, 2, 3, 3]);
});

test('a leader of a brigade is with both halves, others with the unit they ride with', () => {
  const leaders = [
    { name: 'Hooker', side: 'union', rank: 'corps', commands: 'I', with: 'B', bonus: 33, cell: '1,1' },
    { name: 'Gibbon', side: 'union', rank: 'brigade', commands: 'Gibbon', bonus: 10, cell: null },
    { name: 'Gone', side: 'union', rank: 'division', commands: 'Meade', with: 'A', state: 'lost', bonus: 5, cell: null },
  ];
  const position = new Position(game([unit('A', '1,1'), unit('B', '1,1')], { leaders }), { units: UNITS });
  assert.deepEqual(position.leadersWith('A').map(({ name }) => name), ['Gibbon']);
  assert.deepEqual(position.leadersWith('B').map(({ name }) => name), ['Hooker', 'Gibbon']);
});

test('the squares of the sheet know their neighbours by direction: x counts southward', () => {
  assert.deepEqual(neighboursIn(SQUARES)('1,1'), { n: '0,1', w: '1,0', nw: '0,0', se: '2,2' });
  const sheet = boardSheet({ battle: 'b', title: 't', hex: false, view_box: [0, 0, 1, 1], squares: SQUARES, units: UNITS, faces: { A: '<g/>' }, faces_routed: {}, faces_disrupted: {}, signs: {}, definitions: '<defs/>' });
  assert.deepEqual(sheet.cells['0,0'].neighbours, { e: '0,1', se: '1,1', s: '1,0' });
  assert.equal(sheet.looks.A.routed, '<g/>');
});

test('directions and distances between squares', () => {
  assert.deepEqual(['0,1', '0,2', '1,2', '2,2', '2,1', '2,0', '1,0', '0,0', '3,3'].map((to) => directionTo('1,1', to)), [1, 2, 3, 4, 5, 6, 7, 8, null]);
  assert.equal(directionTo(null, '1,1'), null);
  assert.equal(distance('3,3', '5,4'), 2);
  assert.deepEqual(['1,1', '2,3', '4,4'].filter(within('3,3', '1,1')), ['1,1', '2,3']);
});

test('every event that a combat has is told in a sentence', () => {
  const told = (event) => tell(event, names)?.text;
  assert.equal(told({ event: 'fired', unit: 'A', from: '0,0', at: '1,1', casualties: 12, dry: true }), 'Gibbon A fires at 1,1 (Dunker Church): 12 casualties. Its ammunition is spent.');
  assert.equal(told({ event: 'fired', at: '2,2', casualties: 1 }), 'Somebody unseen fires at 2,2: 1 casualty.');
  assert.equal(told({ event: 'lost', unit: 'A', square: '1,1', men: 1, fatigue: 1 }), 'Gibbon A loses 1 man.');
  assert.equal(told({ event: 'melee', at: '2,2', attackers: ['A', 'B'], defenders: ['X'], difference: 5 }), 'Melee at 2,2: Gibbon A and Gibbon B against Law A, difference 5.');
  assert.equal(told({ event: 'succeeded', leader: 'Meade', rank: 'corps', commands: 'I', unit: 'A' }), 'Meade takes over I Corps, with Gibbon A.');
  assert.equal(told({ event: 'leader_moved', leader: 'Meade', unit: null }), 'Meade leaves the field.');
  assert.equal(told({ event: 'fire_plotted', unit: 'A', square: null }), 'Gibbon A will fire at the nearest.');
  assert.equal(told({ event: 'sub_phase', name: 'defensive artillery fire' }), 'The guns of the defender fire.');
  assert.equal(told({ event: 'lost', unit: 'G', square: '1,1', guns: 0, fatigue: 1 }), 'I Guns is hit but loses no gun.');
  assert.equal(told({ event: 'scored', score: -300 }), 'The score is announced: −300.');
  assert.equal(tell({ event: 'drew', for: 'fire', of: 101, value: 3 }, names), null);
  assert.equal(phaseWords({ turn: 2, side: 'union', phase: 'operations', round: 2 }), 'Turn 2: Union operations, round 2.');
});

test('of a combat only the parts are told in which something happened', () => {
  const parts = ['defensive fire', 'offensive fire', 'melee'].map((name) => ({ event: 'sub_phase', name }));
  const events = [parts[0], { event: 'drew' }, parts[1], { event: 'fired', at: '1,1', casualties: 1 }, parts[2], { event: 'phase_ended' }];
  assert.deepEqual(parts.map((part) => tell(part, names, events) !== null), [false, true, false]);
});

test('actions are called by what they order', () => {
  const words = (action) => actionWords(action, names);
  assert.equal(words({ move: { unit: 'A', path: ['0,0', '1,1'] } }), 'Move Gibbon A to 1,1 (Dunker Church).');
  assert.equal(words({ plot_fire: { unit: 'A', square: null } }), 'Let Gibbon A fire at the nearest.');
  assert.equal(words({ face: { unit: 'A', dir: 8 } }), 'Turn Gibbon A to the north-west.');
  assert.equal(words({ transfer: { leader: 'Hooker', unit: 'B' } }), 'Send Hooker to Gibbon B.');
});

const COMBAT = [
  { event: 'phase_began', turn: 1, phase: 'combat', side: 'union' },
  { event: 'sub_phase', name: 'offensive fire' },
  { event: 'fired', unit: 'A', from: '0,0', at: '1,1', casualties: 20, dry: true },
  { event: 'lost', unit: 'X', square: '1,1', men: 20, fatigue: 3 },
  { event: 'lost', unit: 'X', square: '1,1', men: 5, fatigue: 1 },
  { event: 'lost', unit: 'G', square: '0,0', guns: 2, fatigue: 1 },
  { event: 'routed', unit: 'X' },
  { event: 'leader_lost', leader: 'Hood', rank: 'division', unit: 'X' },
];

test('a report sums up losses by unit and formation, and where they fell', () => {
  const report = reportOf(COMBAT, 4, 'Turn 1');
  assert.deepEqual(report.losses, [{ unit: 'X', men: 25, guns: 0, square: '1,1' }, { unit: 'G', men: 0, guns: 2, square: '0,0' }]);
  assert.deepEqual([...report.fallen], [['1,1', 25], ['0,0', 20]]);
  assert.deepEqual([report.routed, report.dry, report.shots], [['X'], ['A'], 1]);
  assert.deepEqual(byFormation(report, { units: UNITS }, 'confederate').map(({ formation, men }) => [formation, men]), [['Hood', 25]]);
  assert.deepEqual(byFormation(report, { units: UNITS }, 'union').map(({ formation, guns }) => [formation, guns]), [['I', 2]]);
});

test('reports are heard once, and forgotten when their step is taken back', () => {
  const reports = new Reports();
  const entry = { seq: 9, kind: 'action', step: 4, line: { action: { end_phase: {} }, events: COMBAT } };
  assert.equal(reports.take(entry, () => 'Turn 1'), true);
  assert.equal(reports.take(entry, () => 'Turn 1'), false);
  assert.equal(reports.take({ ...entry, seq: 10, line: { action: { end_phase: {} }, events: [] } }, () => ''), false, 'no combat, no report');
  reports.keep(4);
  assert.equal(reports.all.length, 1);
  reports.keep(3);
  assert.equal(reports.all.length, 0);
});

test('reinforcements are grouped by when they come, and only those that are still to come', () => {
  const sheet = { units: UNITS, turns: [7, 8, 9].map((turn) => ({ turn, arrivals: ['C9'] })) };
  const [group] = arrivalsOf(sheet, game([{ id: 'R', place: 'reserve' }], { due: ['C9'] }));
  assert.deepEqual([group.title, group.units, group.due, group.when], ['A. P. Hill’s division', ['R'], true, 'turn 7 to 9']);
  assert.deepEqual(arrivalsOf(sheet, game([unit('R', '1,1')])), []);
});

test('the order of battle has every unit with where it is', () => {
  const rows = armyRows({ units: UNITS, turns: [{ turn: 7, arrivals: ['C9'] }] }, game([unit('A', '1,1', { marks: ['moved'] }), { id: 'R', place: 'reserve' }, { id: 'X', place: 'unseen' }]), () => 380);
  assert.deepEqual(rows.map(({ id, where, strength }) => [id, where, strength]), [['A', '1,1, has moved', 380], ['R', 'from turn 7 on', 400], ['X', 'not in sight', 400]]);
});

test('what a shot may do is told of each unit, and only what can happen', () => {
  const shot = { unit: 'X', men: { min: 8, max: 23, mean: 15.2 }, eliminated: 0, disrupted: 6.1, routed: 1.8, leaders: [['Law', 0.6], ['Hood', 0]] };
  assert.equal(perilWords(names, shot), 'Law A loses 15 (8 to 23) men; is disrupted 6.1 %, routs 1.8 %, Law falls 0.6 %.');
  assert.equal(perilWords(names, { unit: 'G', guns: { min: 0, max: 1, mean: 0.4 }, eliminated: 0, routed: 0 }), 'I Guns loses 0.4 (0 to 1) guns.');
});

test('the advice names what can be done with what is picked', () => {
  const base = { mine: true, over: false, watching: false, computer: false, game: game([]), picked: false, answer: null, grouped: 0, planned: false, waiting: false, plotted: 0, coarse: false };
  assert.match(advice(base), /^Pick a unit near the enemy/);
  const answer = { targets: [{}], moves: [{}] };
  assert.match(advice({ ...base, picked: true, answer }), /fire at him.*move there/);
  assert.match(advice({ ...base, picked: true, answer: { targets: [], moves: [] } }), /neither go anywhere nor hit/);
  assert.match(advice({ ...base, game: { ...game([]), phase: 'activation', activation: { left: 2 } } }), /2 more may/);
  assert.match(advice({ ...base, game: { ...game([]), goals: { brief: 'So it is won.' } } }), /^So it is won\. Pick a unit/);
  assert.equal(advice({ ...base, over: true }), null);
});

test('expected casualties are told with their bounds', () => {
  assert.equal(spreadWords({ min: 8, max: 23, mean: 15.2 }), '15 (8 to 23)');
  assert.equal(spreadWords({ min: 0, max: 2, mean: 0.84 }), '0.8 (0 to 2)');
});

test('the starts begin the basic game, against a computer where there is one', () => {
  assert.deepEqual(starts([]).map(({ choice }) => [choice.options, choice.seats.confederate]), [[['4=basic'], { holder: 'here' }], [['4=advanced'], { holder: 'here' }]]);
  const [first] = starts([{ id: 'recruit', title: 'Recruit', words: '' }, { id: 'captain', title: 'Captain', words: '' }]);
  assert.deepEqual(first.choice.seats.confederate, { holder: 'computer', level: 'recruit' });
});

test('options with values are told only where they differ from what holds anyway', () => {
  const options = [{ number: '4', values: [{ word: 'basic' }, { word: 'advanced' }], default: 'basic' }, { number: '1', values: [{ word: '3' }], default: '3' }, { number: '5', values: [] }, { number: '8', values: [] }];
  const data = new FormData();
  data.append('value-4', 'advanced');
  data.append('value-1', '3');
  data.append('option', '5');
  assert.deepEqual(chosenOptions(options, data), ['4=advanced', '5']);
});

test('two at one screen of a hidden game see it in turn; elsewhere nobody in particular does', () => {
  const view = { seats: { union: { holder: 'me' }, confederate: { holder: 'here' } }, decision: { side: 'union' } };
  const tokens = { owner: 'o', union: 'u', confederate: 'c' };
  assert.equal(whoSits('g1', tokens, view, { capabilities: { hidden: true } }), 'union');
  assert.equal(whoSits('g1', tokens, view, { capabilities: { hidden: false } }), null);
  assert.equal(whoSits('g1', { union: 'u' }, view, { capabilities: { hidden: true } }), null);
  assert.equal(whoSits('g1', tokens, { ...view, ended: {} }, { capabilities: { hidden: true } }), null);
  const table = { sits: 'union', keys: ['union', 'confederate'] };
  assert.equal(nextAtScreen(table, { decision: { side: 'confederate' } }), 'confederate');
  assert.equal(nextAtScreen(table, { decision: { side: 'union' } }), null);
  assert.equal(nextAtScreen({ ...table, sits: null }, { decision: { side: 'confederate' } }), null);
});
