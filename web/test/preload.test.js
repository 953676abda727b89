import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { parse } from '../js/router.js';
import { SCREENS, importsOf, knownScreens, listed, modules, screenFiles, systemFiles, withFiles, withList, withWords } from '../preload.js';

test('index.html names what every screen needs and nothing else; if not: node preload.js', async () => {
  const html = await readFile(new URL('../index.html', import.meta.url), 'utf8');
  assert.deepEqual(listed(html), await modules());
  assert.ok(listed(html).every((file) => !/^\/js\/(systems\/.*\/|play\/|board\/)/.test(file)), 'a table is fetched when one is opened');
});

test('what each screen needs is named by the word of its address; if not: node preload.js', async () => {
  const early = await readFile(new URL('../js/early.js', import.meta.url), 'utf8');
  const files = await screenFiles();
  assert.equal(withWords(early, files), early);
  assert.deepEqual(files['/js/board/board.js'], ['join', 'game', 'replay', 'learn', 'puzzles'], 'the front page fetches no board');
  assert.ok(files['/js/play/screen.js'].includes('join') && files['/js/parts/marching.js'].includes('game'));
  const words = ['home', 'new/a/b', 'map/a/b', 'join/a/b', 'game/a', 'replay/a', 'review/a', 'rules', 'help', 'notices/stop/a', 'learn', 'puzzles/a/b/c', 'tables', 'ratings', 'player/a', 'cups', 'cup/a'];
  assert.deepEqual(words.map((word) => word.split('/')[0]), Object.keys(SCREENS));
  for (const word of words) assert.notEqual(parse(word === 'home' ? '#/' : `#/${word}`).name, 'lost', word);
  for (const screen of await knownScreens()) assert.ok(Object.values(SCREENS).flat().includes(screen), screen);
});

test('the registry names every file of every system; if not: node preload.js', async () => {
  const registry = await readFile(new URL('../js/systems/index.js', import.meta.url), 'utf8');
  const files = await systemFiles();
  assert.equal(withFiles(registry, files), registry);
  for (const [id, names] of Object.entries(files)) {
    assert.ok(names.includes(`/js/systems/${id}/index.js`), id);
    assert.ok(names.includes(`/css/systems/${id}.css`), id);
  }
});

test('imports are found, whether made at once or later, but not those of types', () => {
  const text = [
    "import { a,\n  b } from './one.js';",
    "import './two.js';",
    "export { c } from '../three.js';",
    "const later = async () => (await import('./four.js')).four;",
    "/** @import { T } from './types.js' */",
    "/** @type {import('./types.js').T} */",
    "import { test } from 'node:test';",
  ].join('\n');
  assert.deepEqual(importsOf(text), ['./one.js', './two.js', '../three.js', './four.js']);
});

test('the list is written once, whatever stood there before', () => {
  const html = '<head>\n  <script type="module" src="/js/main.js"></script>\n</head>\n';
  const once = withList(html, ['/js/a.js', '/js/b.js']);
  assert.deepEqual(listed(once), ['/js/a.js', '/js/b.js']);
  assert.equal(withList(once, ['/js/a.js', '/js/b.js']), once);
  assert.equal(withList(once, []), html);
});
