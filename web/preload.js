// Writes the list of modules that index.html lets the browser fetch at once: without it a game would be fetched
// import by import. `node preload.js` brings the list up to date; test/preload.test.js fails when it is not.
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(fileURLToPath(import.meta.url));
const PAGE = resolve(ROOT, 'index.html');
const FIRST = resolve(ROOT, 'js/main.js');
const IMPORT = /^(?:import\s|(?:import|export)\s[^;'"]*?\sfrom\s)['"](\.[^'"]+)['"]|\bimport\(\s*['"](\.[^'"]+)['"]\s*\)/gm;
const LINK = /^ *<link rel="modulepreload" href="[^"]*">\n/gm;

/** What a module imports, at once or later; comments do not count. @param {string} text */
export function importsOf(text) {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '');
  return [...code.matchAll(IMPORT)].map((found) => found[1] ?? found[2]);
}

/** Every module the page can come to need, as addresses, in order of the alphabet. */
export async function modules() {
  const found = new Set([FIRST]);
  for (const file of found) {
    for (const name of importsOf(await readFile(file, 'utf8'))) found.add(resolve(dirname(file), name));
  }
  found.delete(FIRST);
  return [...found].map((file) => `/${relative(ROOT, file)}`).sort();
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const html = await readFile(PAGE, 'utf8');
  await writeFile(PAGE, withList(html, await modules()));
}
