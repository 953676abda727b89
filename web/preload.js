// Writes the lists of what the browser may fetch at once: without them a game would be fetched import by import. The
// modules of the page itself are listed in index.html, those of a system, with its stylesheet, in js/systems/index.js,
// which asks for them when a game of that system is opened. `node preload.js` brings both lists up to date;
// test/preload.test.js fails when they are not.
import { access, readFile, writeFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(fileURLToPath(import.meta.url));
const PAGE = resolve(ROOT, 'index.html');
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

/** Every module the page can come to need, as addresses, in order of the alphabet. */
async function reached() {
  const found = new Set([FIRST]);
  for (const file of found) {
    for (const name of importsOf(await readFile(file, 'utf8'))) found.add(resolve(dirname(file), name));
  }
  found.delete(FIRST);
  return [...found].map((file) => `/${relative(ROOT, file)}`).sort();
}

/** The modules that belong to no system. */
export async function modules() {
  return (await reached()).filter((file) => !OF_A_SYSTEM.test(file));
}

/** What belongs to each system: its stylesheet and its modules. @returns {Promise<Record<string, string[]>>} */
export async function systemFiles() {
  /** @type {Record<string, string[]>} */
  const files = {};
  for (const file of await reached()) {
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
  return text.replace(FILES, (_, begin, end) => begin + lists.join('') + end);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(PAGE, withList(await readFile(PAGE, 'utf8'), await modules()));
  await writeFile(REGISTRY, withFiles(await readFile(REGISTRY, 'utf8'), await systemFiles()));
}
