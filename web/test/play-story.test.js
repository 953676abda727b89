import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matches, playbackFrom, sentenceOf, Story } from '../js/play/story.js';

const tell = (event) => {
  if (event.event === 'phase_began') return { text: `Turn ${event.turn}, ${event.side} ${event.phase}`, cells: [], units: [], kind: 'phase', side: event.side };
  if (event.event === 'released') return null;
  return { text: `${event.unit} ${event.event}`, cells: [event.to], units: [event.unit], kind: 'move' };
};
const moved = (unit, to) => ({ event: 'moved', unit, to });
const phase = (turn, side, name) => ({ event: 'phase_began', turn, side, phase: name });
let seq = 0;
const action = (step, by, ...events) => ({ seq: ++seq, kind: 'action', step, by, auto: false, line: { events } });
const began = (...entries) => {
  const story = new Story(tell, () => ({ union: { name: 'Ann' } }));
  story.begin('Turn 1, union movement', 'union');
  for (const entry of entries) story.add(entry);
  return story;
};
const shape = (story) => story.groups.map((group) => [group.title, group.lines.map((line) => (line.undone ? `(${line.text})` : line.text))]);

test('events become lines under the phase they happened in', () => {
  const story = began(
    action(1, 'union', moved('Hood', '0811')),
    action(2, 'union', phase(1, 'union', 'combat')),
    action(3, 'union', { event: 'attacked', unit: 'Law', to: '0812' }, { event: 'released' }),
  );
  assert.deepEqual(shape(story), [
    ['Turn 1, union movement', ['Hood moved']],
    ['Turn 1, union combat', ['Law attacked']],
  ]);
});

test('what is taken back stays, marked, and the log goes on in the earlier phase', () => {
  const story = began(
    action(1, 'union', moved('Hood', '0811')),
    action(2, 'union', moved('Law', '0812')),
    action(3, 'union', phase(1, 'union', 'combat')),
    { seq: 90, kind: 'take_back_granted', by: 'confederate', to: 1 },
    action(2, 'union', moved('Gregg', '0813')),
  );
  assert.deepEqual(shape(story), [
    ['Turn 1, union movement', ['Hood moved', '(Law moved)']],
    ['Turn 1, union combat', []],
    ['Turn 1, union movement', ['The Confederate player granted it: “Law moved” and all after it is taken back.', 'Gregg moved']],
  ]);
});

test('an undo inside a phase opens no new group and marks only what it undid', () => {
  const story = began(action(1, 'union', moved('Hood', '0811')), action(2, 'union', moved('Law', '0812')));
  const change = story.add({ seq: 91, kind: 'undo', by: 'union', to: 1 });
  assert.deepEqual(change.undone.map((line) => line.text), ['Law moved']);
  assert.equal(change.opened.length, 0);
  assert.deepEqual(shape(story), [['Turn 1, union movement', ['Hood moved', '(Law moved)', 'Ann (Union) took back “Law moved”.']]]);
});

test('who asks for a take-back says what it takes back', () => {
  const story = began(action(1, 'union', moved('Hood', '0811')), action(2, 'union', phase(1, 'union', 'combat')));
  assert.deepEqual(['Hood moved', 'End of the phase.', ''], [1, 2, 3].map((step) => story.wordsOf(step)));
  const [asked] = story.add({ seq: 93, kind: 'take_back_asked', by: 'union', to: 1 }).added;
  assert.equal(asked.text, 'Ann (Union) asks to take back “End of the phase” and all after it.');
  assert.equal(sentenceOf({ kind: 'take_back_asked', by: 'union', to: 4 }, {}), 'The Union player asks to take back step 5 and all after it.');
});

test('talk is no line of the log', () => {
  const change = began().add({ seq: 92, kind: 'talk', by: 'union', text: 'Well met' });
  assert.deepEqual(change, { added: [], opened: [], undone: [] });
});

test('the filter finds a unit, a hex and words, and a hex number is not found inside another', () => {
  const line = { text: 'Hood moved to the Dunker Church', cells: ['0811'], units: ['Hood'] };
  for (const wanted of ['', '  ', 'hood', '0811', 'dunker']) assert.ok(matches(line, wanted), wanted);
  for (const wanted of ['081', 'Law', '0812']) assert.ok(!matches(line, wanted), wanted);
});

test('a sentence names the player if there is a name', () => {
  assert.equal(sentenceOf({ kind: 'draw_offered', by: 'union' }, { union: { name: 'Ann' } }), 'Ann (Union) offers a draw.');
  const refused = { kind: 'draw_refused', by: 'union', text: 'The staff sees the game about even.' };
  assert.equal(sentenceOf(refused, { union: { holder: 'computer', level: 'captain' } }), 'The Captain (Union) refused the draw. The staff sees the game about even.');
  assert.equal(sentenceOf({ ...refused, text: null }, { union: { name: 'Ann' } }), 'Ann (Union) refused the draw.');
  assert.equal(sentenceOf({ kind: 'resigned', by: 'confederate' }, {}), 'The Confederate player resigned.');
  assert.equal(sentenceOf({ kind: 'seat', by: 'union' }, {}), null);
});

test('playback starts before the first unseen step that still stands', () => {
  const acted = (step) => ({ kind: 'action', step });
  assert.equal(playbackFrom([acted(5), acted(6)], 6), 4);
  assert.equal(playbackFrom([], 6), null);
  assert.equal(playbackFrom([{ kind: 'talk' }], 6), null);
});

test('playback goes back as far as what was taken back, and nothing is played if nothing followed', () => {
  const unseen = [{ kind: 'action', step: 6 }, { kind: 'take_back_granted', to: 3 }, { kind: 'action', step: 4 }];
  assert.equal(playbackFrom(unseen, 4), 3);
  assert.equal(playbackFrom([{ kind: 'undo', to: 3 }], 3), null);
});

test('the end of the game is told once', () => {
  const ends = (event) => (event.event === 'ended' ? { text: 'The Union has won.', cells: [], units: [], kind: 'end' } : tell(event));
  const story = new Story(ends);
  story.begin('Turn 1, union movement', 'union');
  story.add(action(1, 'union', { event: 'ended' }));
  story.add({ seq: 93, kind: 'ended', by: null, text: 'Union victory' });
  assert.deepEqual(story.lines().map((line) => line.text), ['The Union has won.']);
  const resigned = began({ seq: 94, kind: 'resigned', by: 'union' }, { seq: 95, kind: 'ended', by: null, text: 'Confederate victory' });
  assert.deepEqual(resigned.lines().map((line) => line.text), ['Ann (Union) resigned.', 'The game is over: Confederate victory']);
});

test('a table opens where the last thing happened in the phase under way', () => {
  const story = began(
    action(1, 'union', moved('Hood', '0811')),
    action(2, 'union', moved('Law', '0812')),
    { seq: 90, kind: 'undo', by: 'union', to: 1 },
  );
  assert.deepEqual(story.latest(), ['0811']);
  story.add(action(2, 'union', phase(1, 'union', 'combat')));
  assert.deepEqual(story.latest(), [], 'a phase that has just begun has no place yet');
  story.add(action(3, 'union', moved('Gregg', '0813')));
  assert.deepEqual(story.latest(), ['0813']);
  assert.deepEqual(story.latest(1), ['0811']);
});

test('of a way only its ends are named, as the line names them', () => {
  const walks = () => ({ text: 'Hood moves from 0811 to 0813.', cells: ['0811', '0812', '0813'], units: ['Hood'], kind: 'move' });
  const story = new Story(walks);
  story.begin('Turn 1, union movement', 'union');
  story.add(action(1, 'union', moved('Hood', '0813')));
  assert.deepEqual(story.spokenOf(), ['0811', '0813']);
});

test('the places that the last step speaks of are named on the map', () => {
  const story = began(action(1, 'union', moved('Hood', '0811')), action(2, 'union', moved('Law', '0812'), moved('Gregg', '0813')));
  assert.deepEqual(story.spokenOf(), ['0812', '0813']);
  assert.deepEqual(story.spokenOf(1), ['0811']);
  story.add({ seq: 95, kind: 'undo', by: 'union', to: 1 });
  assert.deepEqual(story.spokenOf(), ['0811'], 'what was taken back is not');
  story.add(action(2, 'union', phase(1, 'union', 'combat')));
  assert.deepEqual(story.spokenOf(), []);
});
