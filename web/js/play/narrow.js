// Whether the window is too narrow for panels beside the board. The same width stands in play.css.

const query = globalThis.matchMedia?.('(max-width: 760px)');

export function isNarrow() {
  return query?.matches ?? false;
}

/** Calls back when the window becomes narrow or wide; the answer stops that. @param {(narrow: boolean) => void} listener */
export function onNarrowChange(listener) {
  const heard = () => listener(isNarrow());
  query?.addEventListener('change', heard);
  return () => query?.removeEventListener('change', heard);
}
