// Writes the lists of what the browser may fetch at once: without them a game would be fetched import by import. What
// every screen needs is listed in index.html; what a screen needs besides, in js/early.js, by the first word of its
// address, so that the front page does not fetch a table; and the modules of a system, with its stylesheet, in
// js/systems/index.js, which asks for them when a game of that system is opened. `node preload.js` brings the lists up
// to date; test/preload.test.js fails when they are not.
import { access, readFile, writeFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(fileURLToPath(import.meta.url));
const PAGE = resolve(ROOT, 'index.html');
const EARLY = resolve(ROOT, 'js/early.js');
const REGISTRY = resolve(ROOT, 'js/systems/index.js');
const FIRST = resolve(ROOT, 'js/main.js');
const IMPORT = /^(?:import\s|(?:import|export)\s[^;'"]*?\sfrom\s)['"](\.[^'"]+)['"]|\bimport\(\s*['"](\.[^'"]+)['"]\s*\)/gm;
const LINK = /^ *<link rel="modulepreload" href="[^"]*">\n/gm;
const OF_A_SYSTEM = /^\/js\/systems\/([^/]+)\//;
const FILES = /( *\/\/ begin files\n)[\s\S]*?( *\/\/ end files\n)/;

/** What a module imports, at once or later; comments do not count. @param {string} text */
export function importsOf(text) {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '');
  return [...code.matchAll(IMPORT)].map((found) => found[1] ?? found[2]);
}

/** The screens that addresses lead to, by their first word: a link to a seat leads on to the table. @type {Record<string, string[]>} */
export const SCREENS = {
  home: ['screens/home'],
  new: ['screens/new-game'],
  map: ['screens/map'],
  join: ['screens/join', 'play/screen'],
  game: ['play/screen'],
  replay: ['play/replay'],
  review: ['review/screen'],
  rules: ['screens/rules'],
  help: ['screens/help'],
  notices: ['screens/notice-link'],
  learn: ['screens/learn', 'learn/screen'],
  puzzles: ['learn/puzzle'],
  tables: ['screens/tables'],
  ratings: ['screens/ratings'],
  player: ['screens/player'],
  cups: ['screens/cups'],
  cup: ['screens/cup'],
};

/** Screens that open no table, and so no system. */
const WITHOUT_TABLE = ['home', 'new', 'map', 'rules', 'help', 'notices', 'tables', 'ratings', 'player', 'cups', 'cup'];

/**
 * What modules can come to need, as addresses, in order of the alphabet.
 * @param {string[]} files @param {(file: string) => boolean} [later] of which modules also what they import later counts
 */
async function reached(files, later = () => true) {
  const found = new Set(files);
  for (const file of found) {
    const text = await readFile(file, 'utf8');
    for (const name of importsOf(later(file) ? text : text.replace(/\bimport\(/g, '('))) found.add(resolve(dirname(file), name));
  }
  return [...found].map((file) => `/${relative(ROOT, file)}`).sort();
}

/** The modules that every screen needs. */
export async function modules() {
  return (await reached([FIRST], () => false)).filter((file) => file !== '/js/main.js');
}

/** What screens need at once besides, and which do; what is fetched when it is wanted is not among it. @returns {Promise<Record<string, string[]>>} */
export async function screenFiles() {
  const known = new Set([...(await modules()), '/js/main.js']);
  /** @type {Record<string, string[]>} */
  const words = {};
  for (const [word, entries] of Object.entries(SCREENS)) {
    const all = await reached(entries.map((entry) => resolve(ROOT, `js/${entry}.js`)), (file) => file === REGISTRY && !WITHOUT_TABLE.includes(word));
    for (const file of all) if (!known.has(file) && !OF_A_SYSTEM.test(file)) (words[file] ??= []).push(word);
  }
  return words;
}

/** The screens that the first module knows, as `SCREENS` writes them. */
export async function knownScreens() {
  const text = await readFile(FIRST, 'utf8');
  return [...text.matchAll(/import\('\.\/([^']+)\.js'\)/g)].map((found) => found[1]);
}

/** What belongs to each system: its stylesheet and its modules. @returns {Promise<Record<string, string[]>>} */
export async function systemFiles() {
  /** @type {Record<string, string[]>} */
  const files = {};
  for (const file of await reached([FIRST])) {
    const id = OF_A_SYSTEM.exec(file)?.[1];
    if (id) (files[id] ??= await stylesOf(id)).push(file);
  }
  return files;
}

/** @param {string} id */
async function stylesOf(id) {
  const file = `/css/systems/${id}.css`;
  return access(resolve(ROOT, `.${file}`)).then(() => [file], () => []);
}

/** The modules that a page's text lists. @param {string} html */
export function listed(html) {
  return [...html.matchAll(/<link rel="modulepreload" href="([^"]*)">/g)].map((found) => found[1]);
}

/** The page's text with the list as it ought to be. @param {string} html @param {string[]} wanted */
export function withList(html, wanted) {
  const links = wanted.map((href) => `  <link rel="modulepreload" href="${href}">\n`).join('');
  return html.replace(LINK, '').replace(/^ *<script type="module"/m, (script) => links + script);
}

/** The registry's text with the lists as they ought to be. @param {string} text @param {Record<string, string[]>} files */
export function withFiles(text, files) {
  const lists = Object.entries(files).map(([id, names]) => `  '${id}': [\n${names.map((name) => `    '${name}',\n`).join('')}  ],\n`);
  return between(text, lists);
}

/** The early script's text with its list as it ought to be. @param {string} text @param {Record<string, string[]>} words */
export function withWords(text, words) {
  return between(text, Object.keys(words).sort().map((file) => `    '${file}': '${words[file].join(' ')}',\n`));
}

/** @param {string} text @param {string[]} lines */
function between(text, lines) {
  return text.replace(FILES, (_, begin, end) => begin + lines.join('') + end);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(PAGE, withList(await readFile(PAGE, 'utf8'), await modules()));
  await writeFile(EARLY, withWords(await readFile(EARLY, 'utf8'), await screenFiles()));
  await writeFile(REGISTRY, withFiles(await readFile(REGISTRY, 'utf8'), await systemFiles()));
}
