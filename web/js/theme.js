/**
 * Puts the preferences for theme and text size on the page, and says which theme is in force.
 */

import { changes, prefs, setPrefs } from './store.js';

const night = globalThis.matchMedia?.('(prefers-color-scheme: dark)');

/** The theme in force, the system's choice included. @returns {'light' | 'dark'} */
export function resolvedTheme() {
  const { theme } = prefs();
  if (theme !== 'auto') return theme;
  return night?.matches ? 'dark' : 'light';
}

/** Writes the preferences on the document's root, where the style sheets look for them. */
export function applyPrefs() {
  const { theme, textSize } = prefs();
  const root = document.documentElement;
  if (theme === 'auto') delete root.dataset.theme;
  else root.dataset.theme = theme;
  root.dataset.text = textSize;
}

/**
 * Calls back whenever the theme in force changes, by preference or by the system.
 * @param {(theme: 'light' | 'dark') => void} listener
 * @returns {() => void} stops it
 */
export function onTheme(listener) {
  let known = resolvedTheme();
  const look = () => {
    const theme = resolvedTheme();
    if (theme === known) return;
    known = theme;
    listener(theme);
  };
  changes.addEventListener('prefs', look);
  night?.addEventListener('change', look);
  return () => {
    changes.removeEventListener('prefs', look);
    night?.removeEventListener('change', look);
  };
}

/** Goes to the other theme. @returns {'light' | 'dark'} the new one */
export function toggleTheme() {
  const theme = resolvedTheme() === 'dark' ? 'light' : 'dark';
  setPrefs({ theme });
  return theme;
}
