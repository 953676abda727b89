/**
 * The page's title, its mark when a decision waits for the player, and the browser's notification
 * where the player allowed it. Quiet: nothing is shown while the page is being looked at.
 */

const NAME = 'Long Roll';
const MARK = '● ';

let shown = '';
let waiting = false;
/** @type {Notification | null} */
let open = null;

function write() {
  document.title = `${waiting ? MARK : ''}${shown ? `${shown} · ` : ''}${NAME}`;
}

/** Sets what the page is about: "Antietam". @param {string} text */
export function setTitle(text) {
  shown = text;
  write();
}

/**
 * Says that a decision became the player's: marks the title while he looks elsewhere, and notifies
 * if he allowed it.
 * @param {string} text one sentence
 * @param {{tag?: string}} [options] a later notice with the same tag replaces the earlier one
 */
export function yourDecision(text, { tag = 'decision' } = {}) {
  if (document.visibilityState === 'visible' && document.hasFocus()) return;
  waiting = true;
  write();
  if (permission() !== 'granted') return;
  try {
    open?.close();
    open = new Notification(shown || NAME, { body: text, tag, icon: '/icon.svg' });
    open.onclick = () => {
      window.focus();
      open?.close();
    };
  } catch {
    // Some browsers offer notifications only to service workers; the title's mark remains.
  }
}

/** Takes the mark away: the player is looking, or the decision was made. */
export function seenDecision() {
  waiting = false;
  open?.close();
  open = null;
  write();
}

/** @returns {'granted' | 'denied' | 'default' | 'unsupported'} */
export function permission() {
  return 'Notification' in globalThis ? Notification.permission : 'unsupported';
}

/** Asks the player, once and on his own click, to allow notifications. */
export async function askPermission() {
  if (permission() !== 'default') return permission();
  return Notification.requestPermission();
}

globalThis.addEventListener?.('focus', seenDecision);
globalThis.document?.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') seenDecision();
});
