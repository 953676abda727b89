import assert from 'node:assert/strict';
import { test } from 'node:test';
import { staying } from '../js/parts/sketches.js';
import { actionWords, sketch } from '../js/systems/blue-gray/hint.js';
import { Position } from '../js/systems/blue-gray/model.js';
import { Names } from '../js/systems/blue-gray/names.js';
import { placeOf } from '../js/play/assessment.js';
import { computerItems, mayAsk, mayAssess, takenWords } from '../js/play/computer.js';
import { playerName } from '../js/play/sides.js';
import { Story } from '../js/play/story.js';

const unit = (side, called) => ({ side, called, strength: 4 });
const sheet = {
  units: { '1/1/I': unit('union', 'Phelps (1/1/I)'), Hood: unit('confederate', 'Hood'), Pelham: unit('confederate', 'Pelham') },
  hexes: { '0508': { names: [] }, '0507': { names: [] }, '0713': { names: ['Dunker Church'] } },
};
const position = new Position({
  units: [
    { id: '1/1/I', place: 'map', hex: '0507', marks: [] },
    { id: 'Hood', place: 'map', hex: '0508', marks: [] },
    { id: 'Pelham', place: 'map', hex: '0713', marks: [] },
  ],
  movable: [],
}, sheet);
const names = new Names(sheet);
const beside = (hex) => ({ '0507': ['0508'] })[hex] ?? [];

test('every kind of action has words', () => {
  const words = (action) => actionWords(action, names);
  assert.equal(words({ move: { unit: '1/1/I', to: '0713' } }), 'Move Phelps (1/1/I) to 0713 (Dunker Church).');
  assert.equal(words({ move: { unit: '1/1/I', path: ['0508', '0713'] } }), 'Move Phelps (1/1/I) to 0713 (Dunker Church).');
  assert.equal(words({ enter: { unit: 'Hood', hex: '0507', to: '0508' } }), 'Bring Hood on at 0507, on to 0508.');
  assert.equal(words({ enter: { unit: 'Hood', hex: '0507', to: '0507' } }), 'Bring Hood on at 0507.');
  assert.equal(words({ exit: { unit: 'Hood', hex: '0507' } }), 'Take Hood off the map at 0507.');
  assert.equal(words({ attack: { defenders: ['0508'], attackers: ['0507'], bombard: ['Pelham'], column: '3-1' } }), 'Attack 0508 from 0507 with Pelham bombarding, at 3 to 1.');
  assert.equal(words({ attack: { defenders: ['0508'], attackers: [], bombard: ['Pelham'] } }), 'Bombard 0508 with Pelham.');
  assert.equal(words({ retreat: { unit: 'Hood', to: '0507', displace: 'Pelham' } }), 'Retreat Hood to 0507; Pelham makes room.');
  assert.equal(words({ losses: { units: ['Hood', 'Pelham'] } }), 'Give up Hood and Pelham in the exchange.');
  for (const action of [{ end_phase: {} }, { decline: {} }, { elect: { unit: 'Hood', retreat: true } }, { elect: { unit: 'Hood', retreat: false } }, { advance: { unit: 'Hood', to: '0507' } }]) {
    assert.doesNotMatch(words(action), /no words/);
  }
  assert.match(words({ dance: {} }), /no words/);
});

test('a march is drawn from where the unit stands, an entry from where it comes on', () => {
  assert.deepEqual(sketch({ move: { unit: '1/1/I', to: '0713' } }, position, beside).march, ['0507', '0713']);
  assert.deepEqual(sketch({ move: { unit: '1/1/I', path: ['0508', '0713'], to: '0713' } }, position, beside).march, ['0507', '0508', '0713']);
  assert.deepEqual(sketch({ enter: { unit: 'Law', hex: '0101', to: '0101' } }, position, beside), { march: ['0101'], arrows: [], lit: [{ cell: '0101', kind: 'enter' }], at: '0101' });
});

test('a unit that is to stay is lit where it stands, and labelled if nothing else is', () => {
  const nothing = sketch({ end_phase: {} }, position, beside);
  assert.deepEqual(staying(nothing, 'Hood', position), { march: [], arrows: [], lit: [{ cell: '0508', kind: 'chosen' }], at: '0508' });
  assert.equal(staying(sketch({ move: { unit: '1/1/I', to: '0713' } }, position, beside), 'Hood', position).at, '0713');
  assert.equal(staying(nothing, null, position), nothing);
});

test('an attack is drawn from its hexes to those beside them, and from its guns', () => {
  const drawn = sketch({ attack: { defenders: ['0508', '0609'], attackers: ['0507'], bombard: ['Pelham', 'gone'] } }, position, beside);
  assert.deepEqual(drawn.arrows, [{ from: '0507', to: '0508', kind: 'attack' }, { from: '0713', to: '0508', kind: 'bombard' }]);
  assert.deepEqual(drawn.lit.map(({ cell, kind }) => `${cell} ${kind}`), ['0508 target', '0609 target']);
  assert.deepEqual(sketch({ end_phase: {} }, position, beside), { march: [], arrows: [], lit: [], at: null });
  assert.deepEqual(sketch({ losses: { units: ['Hood', 'gone'] } }, position, beside).lit, [{ cell: '0508', kind: 'trouble' }]);
});

test('the staff is asked against computers and alone, not against another person', () => {
  const view = (union, confederate, status = 'playing') => ({ status, seats: { union: { holder: union }, confederate: { holder: confederate } } });
  assert.ok(mayAsk(view('me', 'computer'), ['union']));
  assert.ok(mayAsk(view('link', 'computer'), ['union']));
  assert.ok(mayAsk(view('me', 'here'), ['union', 'confederate']));
  assert.ok(!mayAsk(view('me', 'link'), ['union']));
  assert.ok(!mayAsk(view('me', 'link'), ['confederate']));
  assert.ok(!mayAsk(view('me', 'computer'), []), 'who only watches waits for the end');
  assert.ok(mayAsk(view('me', 'link', 'over'), []));
});

test('whoever has the key of a computer’s seat may play it himself or have another level in it', () => {
  const levels = [{ id: 'recruit' }, { id: 'captain' }];
  const table = (union, confederate, keys) => ({ keys, view: { status: 'playing', seats: { union: { holder: union }, confederate: { holder: confederate } } } });
  const labels = (...parts) => computerItems(table(...parts), levels).map(({ label }) => label);
  assert.deepEqual(labels('me', 'computer', ['union', 'confederate']), [
    'Let the computer play the Union seat…', 'Play the Confederates yourself', 'Another level for the Confederates…',
  ]);
  assert.deepEqual(labels('computer', 'link', ['union']), ['Play the Union yourself', 'Another level for the Union…']);
  assert.deepEqual(labels('link', 'computer', []), []);
});

test('a show is assessed for whoever holds a seat in it, and so is a game whose seat was handed over', () => {
  const table = (union, confederate, keys) => ({ view: { status: 'playing', seats: { union: { holder: union }, confederate: { holder: confederate } } }, seats: [], keys });
  assert.ok(mayAssess(table('computer', 'computer', ['union', 'confederate'])));
  assert.ok(mayAssess(table('computer', 'computer', ['union'])));
  assert.ok(!mayAssess(table('computer', 'link', ['union'])), 'the other is a person');
  assert.ok(!mayAssess(table('computer', 'computer', [])), 'who only watches waits for the end');
});

test('whoever joins a show is told so, and if he could not be taken back to what he saw', () => {
  assert.equal(takenWords('union', false), 'You play the Union from here.');
  assert.match(takenWords('confederate', true), /^You play the Confederates from here\. .*how it stands now\.$/);
});

test('a computer is called by its level', () => {
  assert.equal(playerName('union', { union: { holder: 'computer', level: 'captain', name: null } }), 'The Captain (Union)');
  assert.equal(playerName('union', { union: { holder: 'computer', level: null } }), 'The computer (Union)');
});

test('every action of a computer has its reason, told with the first thing it did', () => {
  const tell = (event) => (event.event === 'phase_began' ? { text: 'phase', cells: [], units: [], kind: 'phase' } : { text: event.event, cells: [], units: [], kind: 'move' });
  const story = new Story(tell);
  story.begin('Turn 1', 'union');
  const act = (step, why, ...events) => story.add({ seq: step, kind: 'action', step, by: 'union', auto: true, why, line: { events: events.map((event) => ({ event })) } });
  act(1, 'holding the line', 'moved', 'control_changed');
  act(2, 'holding the line', 'moved');
  act(3, 'striking', 'moved');
  act(4, 'striking', 'phase_began');
  act(5, 'striking', 'attacked');
  act(6, null, 'retreated');
  assert.deepEqual(story.lines().map(({ text, why, auto }) => [text, why, auto]), [
    ['moved', 'holding the line', false], ['control_changed', null, false], ['moved', 'holding the line', false], ['moved', 'striking', false],
    ['attacked', 'striking', false], ['retreated', null, true],
  ]);
});

test('what a new phase or the end brings has no reason', () => {
  const kinds = { phase_began: 'phase', ended: 'end' };
  const tell = ({ event }) => ({ text: event, cells: [], units: [], kind: kinds[event] ?? 'plain' });
  const story = new Story(tell);
  story.begin('Turn 1', 'union');
  const act = (step, why, ...events) => story.add({ seq: step, kind: 'action', step, by: 'union', auto: true, why, line: { events: events.map((event) => ({ event })) } });
  act(1, 'nothing more to gain now', 'phase_began', 'released');
  act(2, 'nothing more to gain', 'ended');
  story.add({ seq: 3, kind: 'ended', by: null, text: 'Union victory' });
  assert.deepEqual(story.lines().map(({ text, why }) => [text, why]), [['released', null], ['ended', null]]);
});

test('the plan for a phase stands at its head, and is not told of a phase of the other side', () => {
  const tell = ({ event, side }) => ({ text: event, cells: [], units: [], kind: event === 'phase_began' ? 'phase' : 'move', side });
  const story = new Story(tell);
  story.begin('Turn 1', 'union');
  const act = (step, by, why, ...events) => story.add({ seq: step, kind: 'action', step, by, auto: true, why, line: { events } });
  act(1, 'union', 'to take 0811', { event: 'moved' });
  act(2, 'union', 'striking 2004 at 4-1', { event: 'phase_began', side: 'union' });
  act(3, 'union', 'nothing more to gain now', { event: 'phase_began', side: 'confederate' });
  act(4, 'confederate', null, { event: 'phase_began', side: 'confederate' });
  assert.deepEqual(story.groups.map(({ plan }) => plan), [null, 'striking 2004 at 4-1', null, null]);
  // Whoever goes back into a phase finds its plan there again.
  story.add({ seq: 5, kind: 'take_back_granted', by: 'confederate', to: 2 });
  assert.equal(story.groups.at(-1).plan, 'striking 2004 at 4-1');
});

test('the assessment stands between the ends, the Union at the left', () => {
  assert.deepEqual([10, 5, 0, -10, -99].map((margin) => placeOf(margin, 10)), [0, 25, 50, 100, 100]);
});
