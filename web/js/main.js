/**
 * The page begins here: preferences, then the screen the address names. Each screen's code is
 * fetched when it is first wanted.
 */

import { Router } from './router.js';
import { calling, showFault, showLost } from './screens/frame.js';
import { changes } from './store.js';
import { applyPrefs } from './theme.js';

applyPrefs();
changes.addEventListener('prefs', applyPrefs);

/** What is said while a table is built. */
const UNROLLING = 'Unrolling the map…';

const app = document.getElementById('app');
if (!app) throw new Error('the page has no place for its screens');

new Router(
  app,
  {
    home: async (root) => (await import('./screens/home.js')).homeScreen(root),
    new: async (root, params) => (await import('./screens/new-game.js')).newGameScreen(root, params),
    map: async (root, params) => (await import('./screens/map.js')).mapScreen(root, params),
    join: (root, params) => calling(root, 'Finding your seat…', async () => (await import('./screens/join.js')).joinScreen(params)),
    game: (root, params) => calling(root, UNROLLING, async () => (await import('./play/screen.js')).playScreen(root, params)),
    replay: (root, params) => calling(root, UNROLLING, async () => (await import('./play/replay.js')).replayScreen(root, params)),
    review: async (root, params) => (await import('./review/screen.js')).reviewScreen(root, params),
    rules: async (root, params) => (await import('./screens/rules.js')).rulesScreen(root, params),
    learn: async (root) => (await import('./screens/learn.js')).learnScreen(root),
    lesson: (root, params) => calling(root, UNROLLING, async () => (await import('./learn/screen.js')).lessonScreen(root, params)),
    puzzle: (root, params) => calling(root, UNROLLING, async () => (await import('./learn/puzzle.js')).puzzleScreen(root, params)),
    notices: async (root, params) => (await import('./screens/notice-link.js')).noticeLinkScreen(root, params),
    tables: async (root) => (await import('./screens/tables.js')).tablesScreen(root),
    ratings: async (root) => (await import('./screens/ratings.js')).ratingsScreen(root),
    player: async (root, params) => (await import('./screens/player.js')).playerScreen(root, params),
    cups: async (root) => (await import('./screens/cups.js')).cupsScreen(root),
    cup: async (root, params) => (await import('./screens/cup.js')).cupScreen(root, params),
    help: async (root) => (await import('./screens/help.js')).helpScreen(root),
    lost: (root, params) => showLost(root, params),
  },
  showFault,
).start();
