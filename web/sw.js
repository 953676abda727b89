// The service worker: it shows what a table has to tell while no page of it is open, and does nothing else. It keeps no
// files and answers no requests. A message comes sealed for this browser alone; which table it is of is in it, and no
// token.

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('push', (event) => event.waitUntil(tell(event.data)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data?.game ?? ''));
});

/** Shows a message; the first one asks whether the browser is this one, and is answered. */
async function tell(data) {
  const message = read(data);
  const confirmed = message.confirm ? await confirm(message.confirm) : false;
  const title = confirmed ? 'This browser tells you when it is your turn' : message.title || 'Long Roll';
  const body = confirmed ? 'You will see notices like this one, also when the page is closed.' : message.words || 'Something waits for you at a table.';
  // A later message of the same table takes the place of the earlier one.
  await self.registration.showNotification(title, {
    body, icon: '/icon.svg', tag: `table-${message.game ?? ''}`, renotify: true, data: { game: message.game ?? '' },
  });
}

function read(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

async function confirm(key) {
  try {
    const answer = await fetch('/api/v1/notices/confirm', {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ key }),
    });
    return answer.ok;
  } catch {
    return false;
  }
}

/** Goes to a table: to its page, if one is open. */
async function goTo(game) {
  const place = game ? `/#/game/${encodeURIComponent(game)}` : '/';
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find((page) => page.url.endsWith(place));
  if (open) await open.focus();
  else await self.clients.openWindow(place);
}
