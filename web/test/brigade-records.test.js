// Everything that happens in the recorded games of Brigade has its line in the log.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

import { actionWords } from '../js/systems/brigade/hint.js';
import { Names } from '../js/systems/brigade/names.js';
import { tell } from '../js/systems/brigade/tell.js';

const RECORDS = new URL('../../crates/rules/tests/records/', import.meta.url);
const recorded = readdirSync(RECORDS).filter((name) => name.startsWith('brigade-'));
const names = new Names(/** @type {any} */ ({ units: {}, hexes: {} }));

test('every event of the recorded games is told in a sentence, and every action is an order', () => {
  assert.ok(recorded.length >= 3);
  const kinds = new Set();
  for (const name of recorded) {
    for (const line of readFileSync(new URL(name, RECORDS), 'utf8').trimEnd().split('\n').map((text) => JSON.parse(text))) {
      for (const event of line.events ?? []) {
        const told = tell(event, names, line.action ?? null);
        assert.ok(told && /\.$/.test(told.text) && !/undefined|null|\[object/.test(told.text), JSON.stringify([event, told]));
        kinds.add(event.event);
      }
      if (line.action) assert.doesNotMatch(actionWords(line.action, names), /no words|undefined/, JSON.stringify(line.action));
    }
  }
  assert.ok(kinds.size > 20, [...kinds].join());
});
