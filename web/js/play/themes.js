// A screen that is built anew when the colours change, because the map is drawn in them.

import { toast } from '../dialogs.js';
import { onTheme } from '../theme.js';

/**
 * @template {{destroy: () => void}} T
 * @param {(previous?: T) => Promise<T>} open the previous screen is closed by then
 */
export async function withThemes(open) {
  let closed = false;
  let screen = await open();
  const stop = onTheme(async () => {
    screen.destroy();
    try {
      const next = await open(screen);
      screen = next;
      if (closed) next.destroy();
    } catch {
      toast('The screen could not be built anew; load the page again.', { kind: 'problem' });
    }
  });
  return {
    get screen() {
      return screen;
    },
    destroy() {
      closed = true;
      stop();
      screen.destroy();
    },
  };
}
