/**
 * Blue & Gray on the page: mounts everything particular to the system on the common play screen.
 */

import { Controller } from './controller.js';
import { actionWords } from './hint.js';
import { Names } from './names.js';

/** @type {import('../play/types.js').GameSystem} */
export const blueGray = {
  id: 'blue-gray',
  mount: (context) => new Controller(context),
  actionWords: (action, sheet) => actionWords(action, new Names(sheet)),
};
