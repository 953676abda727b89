// What looks ahead: threats, a plan for all that is owed, and units that march together.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Column, orderBadges } from '../js/parts/column.js';
import { Planning } from '../js/parts/planning.js';
import { Threats, grade, litThreats, standingBadge, standingWords } from '../js/parts/threats.js';
import { marchAt, undo } from '../js/play/takeback.js';

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A scene whose engine answers from a table and whose board remembers what it was shown. */
function scene(/** @type {Record<string, any>} */ answers, /** @type {any} */ more = {}) {
  /** @type {any} */
  const made = {
    layers: {},
    badges: {},
    arrows: {},
    paths: {},
    said: [],
    asked: [],
    acts: [],
    noted: null,
    mine: true,
    view: { version: 1, steps: 0 },
    game: { side: 'union' },
    table: {
      busy: false,
      seats: ['union'],
      together: [],
      view: { steps: 3 },
      act: async (/** @type {any} */ action) => {
        made.acts.push(action);
        made.table.view = { steps: made.table.view.steps + 1 };
      },
    },
    context: {
      sheet: { capabilities: { threats: true } },
      say: (/** @type {string} */ words) => made.said.push(words),
      toast: (/** @type {string} */ words) => made.said.push(words),
      openPanel() {},
      badgePanel() {},
    },
    names: {
      unit: (/** @type {string} */ id) => id.toUpperCase(),
      units: (/** @type {string[]} */ ids) => ids.join(' and ').toUpperCase(),
      place: (/** @type {string} */ cell) => cell,
      places: (/** @type {string[]} */ cells) => cells.join(', '),
      side: (/** @type {string} */ id) => (id === 'c' ? 'confederate' : 'union'),
    },
    position: {
      movable: new Set(['a', 'b']),
      at: (/** @type {string} */ cell) => ({ '0804': ['a', 'b'], '0807': ['c'] })[cell] ?? [],
      cellOf: (/** @type {string} */ unit) => (unit === 'c' ? '0807' : '0804'),
      sideAt: (/** @type {string} */ cell) => ({ '0804': 'union', '0807': 'confederate' })[cell] ?? null,
    },
    ask: async (/** @type {any} */ question) => {
      made.asked.push(question);
      return answers[JSON.stringify(question)] ?? answers[Object.keys(question)[0]] ?? Promise.reject(new Error('unasked'));
    },
    onCardChange() {},
    refuse: (/** @type {string} */ cell, /** @type {any} */ refusal) => made.said.push(`${cell} ${refusal.rule}`),
    note: { close() {}, tell: (/** @type {string} */ cell, /** @type {string} */ title) => (made.noted = [cell, title]) },
    board: {
      selected: null,
      setLayer: (/** @type {string} */ name, /** @type {any[]} */ items) => (made.layers[name] = items),
      setArrows: (/** @type {string} */ name, /** @type {any[]} */ items) => (made.arrows[name] = items),
      setBadges: (/** @type {string} */ name, /** @type {any[]} */ items) => (made.badges[name] = items),
      setPath: (/** @type {any} */ cells, /** @type {any} */ { name }) => (made.paths[name] = cells),
      revealAll: (/** @type {string[]} */ cells) => (made.revealed = cells),
    },
    ...more,
  };
  return made;
}

const blow = { cell: '0804', by: 'confederate', turn: 2, attack: '9', defence: '4', column: '2-1', danger: 4, faces: ['Dr', 'Dr', 'Dr', 'Dr', 'Ar', 'Ar'], words: 'It could.',
  attackers: [{ unit: 'c', from: '0807', at: '0805', strength: '9', afar: false }] };

test('an enemy shows where he could go and whom he could attack, and is taken away again', async () => {
  const table = scene({ threats: { unit: 'c', turn: 2, moves: ['0807', '0806', '0805'], threatens: ['0805', '0803'], fires: [], attacks: ['0804'], words: 'C could attack 0804 on turn 2.' } });
  const threats = new Threats(table);
  await threats.showUnit('c');
  const kinds = Object.fromEntries(table.layers.threat.map((/** @type {any} */ { cell, kind }) => [cell, kind]));
  assert.deepEqual(kinds, { '0803': 'threat', '0806': 'threat-reach', '0805': 'threat-reach', '0804': 'threat-3' });
  assert.deepEqual(threats.cardNote('0807'), { text: 'C could attack 0804 on turn 2.' });
  await threats.showUnit('c');
  assert.deepEqual([table.layers.threat, table.board.selected, threats.clear()], [[], null, false]);
});

test('a cell says who could attack it; one without anybody is asked about the enemy', async () => {
  const table = scene({ threats: blow });
  globalThis.Node ??= /** @type {any} */ (class {});
  globalThis.document ??= /** @type {any} */ ({ createElement: () => ({ append() {}, setAttribute() {}, dataset: {}, style: {}, classList: { add() {} } }), createTextNode: () => ({}) });
  const threats = new Threats(table);
  await threats.showCell('0804');
  assert.deepEqual(table.noted, ['0804', 'Who could attack 0804?']);
  assert.deepEqual(table.arrows.threat, [{ from: '0807', to: '0804', kind: 'attack' }]);
  await threats.showCell('0801');
  assert.deepEqual(table.asked, [{ threats: { cell: '0804' } }, { threats: { cell: '0801', by: 'confederate' } }]);
  assert.equal(threats.clear(), true);
});

test('everything that is threatened is graded by how many throws would hurt', async () => {
  assert.deepEqual([0, 2, 3, 4, 5, 6].map(grade), [1, 1, 2, 2, 3, 3]);
  const lit = litThreats({ cells: [{ cell: '0801', strength: '4' }, { cell: '0804', strength: '9' }], stands: [blow] });
  assert.deepEqual(lit.map(({ cell, kind, text }) => [cell, kind, text]), [['0801', 'threat-zone', undefined], ['0804', 'threat-2', '2-1']]);
  const table = scene({ threats: { words: 'So.', cells: [{ cell: '0801', strength: '4' }] } });
  const threats = new Threats(table);
  await threats.setAll(true);
  assert.equal(table.layers.threats.length, 1);
  await threats.setAll(false);
  assert.equal(table.layers.threats.length, 0);
});

test('what would follow from standing somewhere is said, and put beside the cell', async () => {
  const own = [{ cell: '0806', column: '3-1', danger: 6 }];
  assert.equal(standingWords({ ...blow, own }), 'From here it could attack 0806 at 3-1, with those who are there. On turn 2 it could be attacked here at 2-1 by 1 unit: 4 of six throws would hurt.');
  assert.equal(standingWords({ ...blow, attackers: [], own: [] }), 'Nobody on the map could attack it here on turn 2.');
  assert.equal(standingWords({ ...blow, turn: null }), '');
  assert.deepEqual(standingBadge({ ...blow, own }), { text: 'you 3-1, they 2-1', kind: 'danger' });
  const table = scene({ threats: { ...blow, own } });
  const threats = new Threats(table);
  assert.match(await threats.standing('a', '0805', () => true) ?? '', /^From here/);
  assert.deepEqual(table.badges.threat, [{ cell: '0805', text: 'you 3-1, they 2-1', kind: 'danger', below: true }]);
  assert.equal(await threats.standing('a', '0805', () => false), null, 'the pointer has gone on');
});

test('a system without columns says what is to be expected, how bad it is and what would follow', async () => {
  const shot = { cell: '3,4', by: /** @type {const} */ ('confederate'), turn: 1, attack: '31', figure: '31', grade: 3, measure: 'casualties', words: 'They could.', attackers: blow.attackers };
  assert.deepEqual(litThreats({ cells: [{ cell: '3,4' }, { cell: '3,5' }], stands: [shot] }).map(({ cell, kind, text }) => [cell, kind, text]), [['3,5', 'threat-zone', undefined], ['3,4', 'threat-3', '31']]);
  const own = [{ cell: '5,4', figure: '9', grade: 1 }, { cell: '5,5', figure: '4', grade: 1 }];
  assert.deepEqual(standingBadge({ ...shot, own }), { text: 'you 9, they 31', kind: 'danger' });
  assert.deepEqual(standingBadge({ ...shot, grade: 2, own: [] }), { text: 'they 31', kind: 'plain' });
  assert.equal(standingWords({ ...shot, standing: 'So it would be.' }), 'So it would be.');
});

/** A phase of attacks as simple as can be: a target is attacked by whom the engine proposes. @extends {Planning<any, any>} */
class Fighting extends Planning {
  get plansAhead() { return true; }
  get owed() { return ['0901', '0902']; }
  get targets() { return this.owed; }
  async propose(/** @type {any} */ targets) { return { plan: { targets: [...targets], by: (await this.advised(targets))?.action.attack.attackers ?? 'all' } }; }
  planOf(/** @type {any} */ { targets, action }) { return { targets, by: action.attack.attackers }; }
  action(/** @type {any} */ { targets, by }) { return { attack: { defenders: targets, attackers: by } }; }
}

const planned = (/** @type {string} */ cell, /** @type {string} */ column) => ({ action: { attack: { defenders: [cell], attackers: [`own-${cell}`] } }, targets: [cell], attack: '6', defence: '3', column, danger: 4 });
const owed = [{ cell: '0902', now: { column: '2-1', danger: 4 }, after: { column: '1-3', danger: 2 }, warning: '0902 must be attacked too.' }];

test('a target is proposed with regard to the others, and a plan that spoils another says so before the die', async () => {
  const table = scene({ odds: { legal: true, column: '2-1' }, [JSON.stringify({ plan: { cells: ['0901'] } })]: { attacks: [planned('0901', '2-1')], owed: [] }, plan: { attacks: [], owed } });
  const fighting = new Fighting(table, () => {}, { targets: [] });
  await fighting.target(['0901']);
  await settle();
  assert.deepEqual(fighting.plan, { targets: ['0901'], by: ['own-0901'] });
  assert.deepEqual(fighting.warnings.map(({ cell }) => cell), ['0902']);
  assert.ok(table.said.includes('0902 must be attacked too.'));
  fighting.forget();
  assert.deepEqual(fighting.warnings, []);
});

test('one press proposes a plan for all, and takes up its first attack', async () => {
  const table = scene({ odds: { legal: true, column: '2-1' }, plan: { attacks: [planned('0901', '2-1'), planned('0902', '1-1')], owed } });
  const fighting = new Fighting(table, () => {}, { targets: [] });
  assert.equal(fighting.key(/** @type {any} */ ({ key: 'P' })), true);
  await settle();
  assert.deepEqual([fighting.all?.length, fighting.plan.targets], [2, ['0901']]);
  assert.match(table.said[0], /^2 attacks proposed: 0901 at 2-1; 0902 at 1-1\.$/);
  fighting.cancel();
  assert.equal(fighting.all, null);
});

test('a column shows its order of march and marches one after the other', async () => {
  assert.deepEqual(orderBadges([{ unit: 'a', cell: '1' }, { unit: 'b', cell: '2' }, { unit: 'c', cell: '1' }]), [{ cell: '1', text: '1 3', kind: 'order', below: true }, { cell: '2', text: '2', kind: 'order', below: true }]);
  const march = { moves: [{ unit: 'b', to: '0802', path: ['0803', '0802'] }, { unit: 'a', to: '0803', path: ['0803'] }], stays: [] };
  const table = scene({ column: march });
  const column = new Column(table);
  column.take(column.movableAt('0804'));
  assert.deepEqual(table.badges.column, [{ cell: '0804', text: '1 2', kind: 'order', below: true }]);
  column.toggle('a', 'a');
  assert.equal(column.any, false);
  column.take(['b', 'a']);
  await column.preview('0802', () => true);
  assert.deepEqual(table.badges.column.map((/** @type {any} */ { cell, text }) => [cell, text]), [['0802', '1'], ['0803', '2']]);
  assert.deepEqual(table.paths['column-0'], ['0804', '0803']);
  assert.equal(await column.go('0802'), true);
  assert.deepEqual(table.acts, [{ move: { unit: 'b', path: ['0803', '0802'] } }, { move: { unit: 'a', path: ['0803'] } }]);
  assert.deepEqual(table.table.together, [{ from: 3, to: 5 }]);
});

test('a column that cannot go says why, and what marched together is undone as one', async () => {
  const refused = scene({ column: { moves: [], stays: [{ unit: 'a', refusal: { rule: 'BG 5.15', reason: 'Too far.' } }] } });
  const column = new Column(refused);
  column.take(['a', 'b']);
  assert.equal(await column.go('0802'), false);
  assert.deepEqual(refused.said.at(-1), '0802 BG 5.15');

  let undone = 0;
  /** @type {any} */
  const table = {
    seats: ['union'],
    mine: true,
    together: [{ from: 2, to: 5 }],
    view: { status: 'playing', steps: 5, undo: { can: true, by: 'union' } },
    undo: async () => {
      undone += 1;
      table.view = { ...table.view, steps: table.view.steps - 1 };
    },
  };
  assert.deepEqual([marchAt(table, 5)?.from, marchAt(table, 4)], [2, null]);
  await undo(/** @type {any} */ ({ table }));
  assert.deepEqual([undone, table.view.steps], [3, 2]);
});

test('a column about which nothing is known is not left without a word', async () => {
  const unanswered = new Column(scene({}));
  unanswered.take(['a', 'b']);
  assert.equal(await unanswered.go('0802'), false);
  assert.equal(unanswered.scene.said.at(-1), 'The table did not answer.');
  const unexplained = new Column(scene({ column: { moves: [], stays: [{ unit: 'a', refusal: null }] } }));
  unexplained.take(['a', 'b']);
  assert.equal(await unexplained.go('0802'), false);
  assert.equal(unexplained.scene.said.at(-1), 'A cannot go to 0802.');
});

test('what is threatened is said when asked for, not after every move, and goes when nobody answers', async () => {
  const answers = { threats: { words: 'So.', cells: [{ cell: '0801', strength: '4' }] } };
  const table = scene(answers);
  const threats = new Threats(table);
  await threats.setAll(true);
  threats.update();
  await settle();
  assert.deepEqual([table.said, table.layers.threats.length], [['So.'], 1]);
  delete answers.threats;
  threats.update();
  await settle();
  assert.deepEqual([table.said, table.layers.threats], [['So.'], []]);
});

test('the enemy who was pointed at is let go of, a unit picked meanwhile is not', async () => {
  const table = scene({ threats: { unit: 'c', turn: 2, words: 'So.' } });
  const threats = new Threats(table);
  await threats.showUnit('c');
  threats.clear();
  assert.equal(table.board.selected, null);
  await threats.showUnit('c');
  table.board.selected = 'a';
  threats.clear();
  assert.equal(table.board.selected, 'a');
});
