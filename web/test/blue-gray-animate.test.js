import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Animator } from '../js/systems/blue-gray/animate.js';

/** An animator on a board that only notes which signs of a fight stand on it. */
function animator() {
  const signs = { arrows: 0, badge: '' };
  const board = {
    setArrows: (_layer, arrows) => { signs.arrows = arrows.length; },
    setBadges: (_layer, badges) => { signs.badge = badges[0]?.text ?? ''; },
    flash: async () => undefined,
  };
  const sheet = { hexes: { '0910': { neighbours: { s: '0911' } } } };
  const scene = /** @type {any} */ ({ board, sheet, position: null, look: () => {} });
  return { animator: new Animator(scene), signs };
}

test('arrows and result stand until the fight is over, and no longer', async () => {
  const { animator: played, signs } = animator();
  await played.play(/** @type {any} */ ({ event: 'attacked', attack: { defenders: ['0911'], attackers: ['0910'] }, column: '3-1' }), { ms: 1 });
  await played.play(/** @type {any} */ ({ event: 'resulted', result: 'Dr' }), { ms: 1 });
  played.reset('0911');
  assert.deepEqual(signs, { arrows: 1, badge: 'Dr' }, 'the defender is about to retreat');
  played.reset('0508');
  assert.deepEqual(signs, { arrows: 0, badge: '' }, 'another fight has nothing to do with it');
  await played.play(/** @type {any} */ ({ event: 'attacked', attack: { defenders: ['0911'], attackers: ['0910'] }, column: '3-1' }), { ms: 1 });
  played.reset();
  assert.deepEqual(signs, { arrows: 0, badge: '' });
});
