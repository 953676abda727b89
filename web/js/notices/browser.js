/**
 * Notices of this browser: a service worker that shows them also when the page is closed.
 *
 * @import { NoticesView, Seat } from './calls.js'
 */

import { open } from './calls.js';

/** Why this browser shows no notices with the page closed, or `null` if it does. @returns {string | null} */
export function whyNot() {
  if (!globalThis.isSecureContext) return 'This browser shows notices only for tables that are reached by https.';
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis)) return 'This browser cannot show notices while the page is closed. On an iPhone or iPad, add the page to the home screen first.';
  if (Notification.permission === 'denied') return 'Notices are refused in this browser; its settings for this page can allow them.';
  return null;
}

/** The endpoint of this browser, if it has one. @returns {Promise<string | null>} */
export async function endpoint() {
  if (whyNot()) return null;
  const worker = await navigator.serviceWorker.getRegistration('/');
  return (await worker?.pushManager.getSubscription())?.endpoint ?? null;
}

/**
 * Lets this browser be told: asks the player, and the browser's push service for an address.
 * @param {Seat} seat @param {string} key the public key of the server @returns {Promise<NoticesView>}
 */
export async function subscribe(seat, key) {
  if (await Notification.requestPermission() !== 'granted') throw new Error('Notices were not allowed in this browser.');
  await navigator.serviceWorker.register('/sw.js', { scope: '/' });
  const worker = await navigator.serviceWorker.ready;
  const subscription = await fresh(worker.pushManager, bytes(key));
  const { endpoint: to, keys } = subscription.toJSON();
  if (!to || !keys?.p256dh || !keys.auth) throw new Error('The browser gave no address for notices.');
  return open(seat, { means: 'push', to, p256dh: keys.p256dh, auth: keys.auth });
}

/** A subscription with this key; one with the key of an earlier server is given up. @param {PushManager} manager @param {Uint8Array<ArrayBuffer>} key */
async function fresh(manager, key) {
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const known = await manager.getSubscription();
  const same = known?.options.applicationServerKey;
  if (known && same && String(new Uint8Array(same)) === String(key)) return known;
  await known?.unsubscribe();
  try {
    return await manager.subscribe(options);
  } catch {
    throw new Error('The push service of this browser could not be reached.');
  }
}

/** @param {string} text base64 for addresses @returns {Uint8Array<ArrayBuffer>} */
function bytes(text) {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}
