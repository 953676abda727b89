// Keys that belong to the screen and not to what is focused: a table of keys, and a walk through its parts.

/** Whether the key is being typed into something. @param {EventTarget | null} target */
export function isTyping(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(target.type);
}

/** Whether Enter or the space bar belongs to what is focused. @param {KeyboardEvent} event */
export function isPressing(event) {
  return (event.key === 'Enter' || event.key === ' ') && event.target instanceof Element &&
    event.target.closest('button, a, summary, input, [role="button"], [role="option"]') !== null;
}

/**
 * Listens to the keys of a screen. Keys with Ctrl, Alt or Meta, keys typed into a field and those of an open
 * dialog are left alone; Escape in a field gives the focus back to the board.
 * @param {(event: KeyboardEvent) => boolean} handle whether the key was used
 * @param {() => void} leaveField
 * @returns {() => void} stops listening
 */
export function listenToKeys(handle, leaveField) {
  const heard = (/** @type {KeyboardEvent} */ event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (document.querySelector('dialog[open]')) return;
    if (isTyping(event.target)) {
      if (event.key === 'Escape') leaveField();
      return;
    }
    if (isPressing(event)) return;
    if (handle(event)) event.preventDefault();
  };
  document.addEventListener('keydown', heard);
  return () => document.removeEventListener('keydown', heard);
}

/**
 * Gives the focus to the next part of the screen that is to be seen.
 * @param {HTMLElement[]} parts @param {number} step 1 or -1
 */
export function walkParts(parts, step) {
  const seen = parts.filter((part) => part.isConnected && !part.hidden && part.getClientRects().length > 0);
  if (!seen.length) return;
  const at = seen.findIndex((part) => part.contains(document.activeElement));
  const next = seen[(at + step + seen.length) % seen.length];
  const inside = /** @type {HTMLElement | null} */ (next.querySelector('[tabindex="0"]:not(.splitter), button:not([hidden]), a[href], input, select'));
  (inside ?? next).focus();
}
