import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '../js/router.js';

const ROUTES = [
  ['', 'home', {}],
  ['#/', 'home', {}],
  ['#/new/blue-gray/antietam', 'new', { system: 'blue-gray', name: 'antietam' }],
  ['#/map/brigade/antietam', 'map', { system: 'brigade', name: 'antietam' }],
  ['#/join/g1/t_-x', 'join', { id: 'g1', token: 't_-x' }],
  ['#/join/g1/t/12', 'join', { id: 'g1', token: 't', step: '12' }],
  ['#/game/g1', 'game', { id: 'g1' }],
  ['#/replay/g1', 'replay', { id: 'g1' }],
  ['#/replay/g1/17', 'replay', { id: 'g1', step: '17' }],
  ['#/replay/g1/17/review', 'replay', { id: 'g1', step: '17', review: 'review' }],
  ['#/replay/g1/17/other', 'lost', { path: '/replay/g1/17/other' }],
  ['#/review/g1', 'review', { id: 'g1' }],
  ['#/rules', 'rules', {}],
  ['#/rules/blue-gray/bg-7.72', 'rules', { book: 'blue-gray', anchor: 'bg-7.72' }],
  ['#/game/a%2Fb', 'game', { id: 'a/b' }],
  ['#/game/%E0%A4%A', 'game', { id: '%E0%A4%A' }],
  ['#/help', 'help', {}],
  ['#/learn', 'learn', {}],
  ['#/puzzles/blue-gray/antietam/attack-1', 'puzzle', { system: 'blue-gray', name: 'antietam', puzzle: 'attack-1' }],
  ['#/learn/blue-gray/antietam', 'lesson', { system: 'blue-gray', name: 'antietam' }],
  ['#/learn/blue-gray/antietam/road', 'lesson', { system: 'blue-gray', name: 'antietam', step: 'road' }],
  ['#/tables', 'tables', {}],
  ['#/ratings', 'ratings', {}],
  ['#/cups', 'cups', {}],
  ['#/cup/c-1', 'cup', { id: 'c-1' }],
  ['#/player/p-1', 'player', { id: 'p-1' }],
  ['#/nowhere', 'lost', { path: '/nowhere' }],
  ['#/join/only-id', 'lost', { path: '/join/only-id' }],
];

for (const [hash, name, params] of ROUTES) {
  test(`the address ${hash || '(none)'} shows ${name}`, () => assert.deepEqual(parse(hash), { name, params }));
}
