'use strict';
{
  const story = JSON.parse(document.getElementById('story').textContent);
  const layer = document.getElementById('units');
  const range = document.getElementById('at');
  const play = document.getElementById('play');
  const pace = document.getElementById('pace');
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const pieces = new Map();
  let at = -1;
  let timer = 0;

  const create = (name) => document.createElementNS(layer.namespaceURI, name);

  // Who stands where at every step: a cell that is not named stands as before.
  const fields = [];
  let cells = {};
  for (const step of story.steps) {
    cells = { ...cells, ...step.cells };
    for (const [cell, here] of Object.entries(cells)) if (here.length === 0) delete cells[cell];
    fields.push(cells);
  }

  function piece(unit) {
    let found = pieces.get(unit);
    if (!found) {
      found = create('g');
      found.setAttribute('class', 'piece gone');
      found.append(create('use'));
      layer.append(found);
      pieces.set(unit, found);
    }
    return found;
  }

  function show(field, smooth) {
    const seen = new Set();
    for (const [cell, here] of Object.entries(field)) {
      const [x, y] = story.middles[cell];
      const spots = story.spots[Math.min(here.length, story.spots.length) - 1];
      // The one on top is drawn last.
      here.slice(0, spots.length).reverse().forEach(([unit, face], index, shown) => {
        const [right, down, side] = spots[shown.length - 1 - index];
        const found = piece(unit);
        found.firstChild.setAttribute('href', `#face-${face}`);
        const place = `translate(${x + right}px, ${y + down}px) scale(${side / 100})`;
        const before = found.style.transform;
        found.style.transform = place;
        found.classList.remove('gone');
        layer.append(found);
        // What is put elsewhere in the document loses its transitions: the way is told, not left to the style.
        if (smooth && before !== '' && before !== place) {
          found.animate([{ transform: before }, { transform: place }], { duration: 600, easing: 'ease-in-out' });
        }
        seen.add(unit);
      });
    }
    for (const [unit, found] of pieces) if (!seen.has(unit)) found.classList.add('gone');
  }

  function go(to) {
    const next = Math.max(0, Math.min(story.steps.length - 1, to));
    const smooth = Math.abs(next - at) === 1 && !still.matches;
    at = next;
    show(fields[at], smooth);
    const step = story.steps[at];
    range.value = String(at);
    document.getElementById('when').textContent = `${at} of ${story.steps.length - 1}: ${step.when}`;
    const lines = step.said.map((text) => {
      const line = document.createElement('li');
      line.textContent = text;
      return line;
    });
    document.getElementById('said').replaceChildren(...lines);
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    play.textContent = 'Play';
  }

  function tick() {
    if (at + 1 >= story.steps.length) return stop();
    go(at + 1);
    timer = setTimeout(tick, Number(pace.value));
  }

  function toggle() {
    if (timer) return stop();
    if (at + 1 >= story.steps.length) go(0);
    play.textContent = 'Pause';
    timer = setTimeout(tick, 200);
  }

  const by = (to) => { stop(); go(to); };
  document.getElementById('first').addEventListener('click', () => by(0));
  document.getElementById('back').addEventListener('click', () => by(at - 1));
  document.getElementById('next').addEventListener('click', () => by(at + 1));
  play.addEventListener('click', toggle);
  range.addEventListener('input', () => by(Number(range.value)));
  document.addEventListener('keydown', (event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    if (event.key === 'ArrowRight') by(at + 1);
    if (event.key === 'ArrowLeft') by(at - 1);
    if (event.key === ' ' && !(event.target instanceof HTMLButtonElement)) {
      event.preventDefault();
      toggle();
    }
  });
  go(0);
}
