// Measures the front page and a table with Lighthouse (desktop preset), five times each, and prints the medians.
//
// LONGROLL_PROGRAM names the program (a release), LONGROLL_CHROMIUM the browser, LONGROLL_LIGHTHOUSE the folder of
// node_modules that holds Lighthouse; `cargo xtask lighthouse` sets all three. Measure on a machine that does nothing else.
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { Server } from '../browser-test/harness.js';

const RUNS = Number(process.env.LONGROLL_RUNS ?? 5);
const WANTED = 95;
const CHROMIUM = process.env.LONGROLL_CHROMIUM ?? '/usr/bin/chromium';
const MODULES = process.env.LONGROLL_LIGHTHOUSE ?? 'node_modules';
const METRICS = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift', 'speed-index'];

/** @param {string} name @param {string} file */
const load = (name, file) => import(pathToFileURL(join(MODULES, name, file)).href);
const { default: lighthouse, desktopConfig } = await load('lighthouse', 'core/index.js');
const { launch } = await load('chrome-launcher', 'dist/index.js');

/** @param {number[]} numbers */
const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** One run in a browser of its own. @param {string} url */
async function run(url) {
  const chrome = await launch({ chromePath: CHROMIUM, chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'] });
  try {
    const { lhr } = await lighthouse(url, { port: chrome.port, output: 'json', logLevel: 'error' }, desktopConfig);
    if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
    return lhr;
  } finally {
    await chrome.kill();
  }
}

const server = await Server.start();
let low = false;
try {
  const { battles } = await server.ask('GET', '/battles');
  const made = await server.newGame(battles.find(({ playable }) => playable).id);
  const pages = { 'the front page': `${server.url}/`, 'a table': `${server.url}/#/join/${made.id}/${made.tokens?.union ?? made.invitations?.union}` };
  for (const [name, url] of Object.entries(pages)) {
    const all = [];
    for (let at = 0; at < RUNS; at += 1) all.push(await run(url));
    const scores = Object.keys(all[0].categories).map((id) => [id, median(all.map(({ categories }) => Math.round(100 * categories[id].score)))]);
    low ||= scores.some(([, score]) => Number(score) < WANTED);
    console.log(`${name}: ${scores.map(([id, score]) => `${id} ${score}`).join(', ')}`);
    for (const id of METRICS) {
      const values = all.map(({ audits }) => audits[id].numericValue);
      const shown = (/** @type {number} */ value) => (id === 'cumulative-layout-shift' ? value.toFixed(3) : `${Math.round(value)} ms`);
      console.log(`  ${id}: ${shown(median(values))} (${shown(Math.min(...values))} to ${shown(Math.max(...values))})`);
    }
    if (process.env.LONGROLL_REPORT) {
      const { audits } = all[0];
      for (const [id, audit] of Object.entries(audits)) if (audit.score !== null && audit.score < 0.9) console.log(`  - ${id}: ${audit.score} ${audit.displayValue ?? ''}`);
    }
  }
} finally {
  await server.stop();
}
if (low) console.log(`something is under ${WANTED}`);
