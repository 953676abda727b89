/**
 * Several actions that are one order: they are done one after the other, each judged by the table as any other, and are
 * undone as one.
 */

/**
 * @import { Action } from '../types.js'
 * @import { Scene } from './scene.js'
 */

/**
 * Does them; the first that is refused ends it.
 * @param {Pick<Scene<any, any, any>, 'table'>} scene
 * @param {readonly Action[]} actions
 * @returns {Promise<{done: number, fault: any}>} how many were done, and what stopped the next
 */
export async function actTogether({ table }, actions) {
  const from = table.view.steps;
  // Known before the last of them is done: whoever shows that says what an undo would take back.
  const together = { from, to: from };
  if (actions.length > 1) table.together?.push(together);
  for (const action of actions) {
    together.to += 1;
    try {
      await table.act(action, { quiet: true });
    } catch (fault) {
      together.to = table.view.steps;
      return { done: table.view.steps - from, fault };
    }
  }
  return { done: actions.length, fault: null };
}
