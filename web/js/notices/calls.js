/**
 * The requests about notices: how a seat is told that something waits for it.
 *
 * @import { Side } from '../types.js'
 */

import { call, send } from '../api.js';

/** @typedef {'mail' | 'webhook' | 'push' | 'feed'} Means */
/** @typedef {'each' | 'digest' | 'reminders'} Pace */
/** @typedef {{what: string, state: 'waits' | 'sent' | 'seen' | 'failed', at: string, attempts: number, why: string | null}} Last */
/** @typedef {{id: string, means: Means, pace: Pace, to: string, confirmed: boolean, created: string, last: Last | null}} Channel */
/** @typedef {{offers: {mail: boolean, push: string, quiet: number}, channels: Channel[], secret?: string}} NoticesView */
/** @typedef {{id: string, side: Side, token: string}} Seat a seat that is held here */

/** @param {Seat} seat */
const at = ({ id, side }) => `/games/${encodeURIComponent(id)}/seats/${side}`;

/** @param {Seat} seat @returns {Promise<NoticesView>} */
export const look = (seat) => call('GET', `${at(seat)}/notices`, { token: seat.token });

/** @param {Seat} seat @param {{means: Means, pace?: Pace, to?: string, p256dh?: string, auth?: string}} channel @returns {Promise<NoticesView>} */
export const open = (seat, channel) => call('POST', `${at(seat)}/notices`, { token: seat.token, body: channel });

/** @param {Seat} seat @param {string} channel @param {Pace} pace @returns {Promise<NoticesView>} */
export const setPace = (seat, channel, pace) => call('PUT', `${at(seat)}/notices/${channel}`, { token: seat.token, body: { pace } });

/** @param {Seat} seat @param {string} channel @returns {Promise<NoticesView>} */
export const forget = (seat, channel) => call('DELETE', `${at(seat)}/notices/${channel}`, { token: seat.token });

/** @param {Seat} seat @param {string} channel @returns {Promise<NoticesView>} */
export const test = (seat, channel) => call('POST', `${at(seat)}/notices/${channel}/test`, { token: seat.token });

/** Says that whoever sits here has just done something. @param {Seat} seat */
export const sayHere = (seat) => send('POST', `${at(seat)}/here`, { token: seat.token });

/** @param {string} key @returns {Promise<{means: Means, game: string}>} */
export const confirmAddress = (key) => call('POST', '/notices/confirm', { body: { key } });

/** @param {string} key */
export const stop = (key) => send('POST', `/notices/unsubscribe/${encodeURIComponent(key)}`);
