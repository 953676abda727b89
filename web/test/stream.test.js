import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pauseBefore } from '../js/patience.js';
import { MessageParser } from '../js/stream.js';

const TEXT = ': heartbeat\n\nid: 7\nevent: news\ndata: {"a":1}\ndata: {"b":2}\n\nid: 8\r\ndata:last\r\n\r\n';
const MESSAGES = [
  { id: '7', event: 'news', data: '{"a":1}\n{"b":2}' },
  { id: '8', event: 'message', data: 'last' },
];

test('a stream gives the same messages however it is cut', () => {
  for (let size = 1; size <= TEXT.length; size += 1) {
    const parser = new MessageParser();
    const messages = [];
    for (let from = 0; from < TEXT.length; from += size) messages.push(...parser.feed(TEXT.slice(from, from + size)));
    // A carriage return at the very end waits for its line feed.
    assert.deepEqual(messages, MESSAGES, `in pieces of ${size}`);
  }
});

test('a message without an id keeps the last one', () => {
  const parser = new MessageParser();
  const [first, second] = parser.feed('id: 4\ndata: x\n\nevent: presence\ndata: y\n\n');
  assert.equal(first.id, '4');
  assert.deepEqual(second, { id: '4', event: 'presence', data: 'y' });
});

test('heartbeats and empty events are no messages', () => {
  assert.deepEqual(new MessageParser().feed(':\n\n: x\n\nevent: news\n\n'), []);
});

test('pauses grow, stay bounded, and have chance in them', () => {
  assert.equal(pauseBefore(0, 1), 500);
  assert.equal(pauseBefore(3, 1), 4000);
  assert.equal(pauseBefore(50, 1), 15_000);
  assert.equal(pauseBefore(50, 0), 7500);
});
