// Runs before the first paint, so that a chosen theme does not flash in the other one.
(() => {
  try {
    const prefs = JSON.parse(localStorage.getItem('longroll.prefs') ?? '{}');
    const root = document.documentElement;
    if (prefs.theme === 'light' || prefs.theme === 'dark') root.dataset.theme = prefs.theme;
    if (typeof prefs.textSize === 'string') root.dataset.text = prefs.textSize;
  } catch {
    // Storage is blocked or was spoiled: the defaults of the style sheets stand.
  }
})();
