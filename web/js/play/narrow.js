// Whether the window is too narrow for panels beside the board. The same width stands in play.css.

const query = globalThis.matchMedia?.('(max-width: 760px)');

/** Whether the window is so low that a panel beside the board leaves little of it, as on a phone on its side. */
export function isLow() {
  return globalThis.matchMedia?.('(max-height: 480px)').matches ?? false;
}

export function isNarrow() {
  return query?.matches ?? false;
}

/** Calls back when the window becomes narrow or wide; the answer stops that. @param {(narrow: boolean) => void} listener */
export function onNarrowChange(listener) {
  const heard = () => listener(isNarrow());
  query?.addEventListener('change', heard);
  return () => query?.removeEventListener('change', heard);
}
