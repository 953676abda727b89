/** The keys of Blue & Gray, for the help. What they do, the modes say. */
export const KEYS = [
  { keys: 'n', what: 'Next unit that can move, next target, next choice', group: 'Orders' },
  { keys: 'p', what: 'The one before', group: 'Orders' },
  { keys: 'Enter or m', what: 'Pick the unit under the cursor; move the picked unit to the cursor', group: 'Orders' },
  { keys: 'Shift+Enter', what: 'Make the path go through this hex; in combat, add this hex to the attack', group: 'Orders' },
  { keys: 'f, or Enter on the target', what: 'Throw the die for the planned attack', group: 'Orders' },
  { keys: 'f', what: 'Pay for an exchange as chosen', group: 'Orders' },
  { keys: '[ ]', what: 'A lower or a higher column', group: 'Orders' },
  { keys: 'd', what: 'Nobody advances', group: 'Orders' },
  { keys: 'i', what: 'Open the rule that a note speaks of', group: 'Orders' },
  { keys: 'Esc', what: 'Let go of the unit, the path or the plan', group: 'Orders' },
];
