// The replay: any game step by step, by phase or played at a speed, with the log in step. It changes nothing.

import { battles, joinLink } from '../api.js';
import { fill, h } from '../dom.js';
import * as notify from '../notify.js';
import * as store from '../store.js';
import { expectSystem } from '../systems/index.js';
import { Table } from '../table.js';
import { resolvedTheme } from '../theme.js';
import { Guide } from '../review/guide.js';
import { openVerifier } from '../verify/verify.js';
import { AssessmentBar } from './assessment.js';
import { copy } from './clipboard.js';
import { levelsFor, mayAssess } from './computer.js';
import { LOG_PANEL, replayKeys } from './help.js';
import { Log } from './log.js';
import { menuButton } from './menu.js';
import { exportRecord } from './over.js';
import { preferencesDialog } from './preferences.js';
import { tellProblem } from './problems.js';
import { ReplayControls } from './replay-controls.js';
import { SIDES, isSide, sideLabel } from './sides.js';
import { millisecondsOf, wantsLessMotion } from './speeds.js';
import { setShellPrefs, shellPrefs, Stage } from './stage.js';
import { StandIn, viewAt } from './stand-in.js';
import { phaseStarts, phaseStep, stepOfWhole, StepViews, wholeStep } from './steps.js';
import { Story } from './story.js';
import { withThemes } from './themes.js';
import { whatIf } from './what-if.js';

/** @typedef {import('../types.js').Step} Step */
/** @typedef {import('../types.js').Side} Side */
/** @typedef {{id: string, step?: string, review?: string, eyes?: string}} Route `review`: led by the review; `eyes`: as a side saw it */

/**
 * Opens a replay at a step; without one at the start.
 * @param {HTMLElement} root @param {Route} route
 */
export async function replayScreen(root, { id, step, review, eyes }) {
  expectSystem(store.game(id)?.battle?.split('/')[0]);
  const shown = await withThemes((/** @type {ReplayScreen | undefined} */ previous) =>
    ReplayScreen.open(root, id, { step: previous?.at ?? Number(step ?? 0), guided: review !== undefined, eyes: previous ? previous.standIn.eyes : isSide(eyes) ? eyes : null }));
  return {
    /** The address changed to another step of the same game. @param {Route} route */
    update(route) {
      if (route.id !== id || route.review !== review) return false;
      const wanted = isSide(route.eyes) ? route.eyes : null;
      if (wanted !== shown.screen.standIn.eyes) void shown.screen.lookThrough(wanted, Number(route.step ?? 0));
      else void shown.screen.go(Number(route.step ?? 0));
      return true;
    },
    destroy: () => shown.destroy(),
  };
}

class ReplayScreen {
  /** @param {HTMLElement} root @param {string} id @param {{step: number, guided: boolean, eyes: Side | null}} where */
  static async open(root, id, { step, guided, eyes }) {
    const table = await Table.open(id, { theme: resolvedTheme() });
    try {
      const through = hasEyes(table) && !guided ? eyes : null;
      const { steps } = await table.steps(through);
      const views = new StepViews((n) => table.stepView(n, through));
      const at = clampStep(step, steps.length);
      const [start, shown] = await Promise.all([views.get(0), views.get(at)]);
      const standIn = new StandIn(table, viewAt(table.view, shown, steps.length));
      standIn.through(through);
      const stage = await Stage.open(root, standIn, { readOnly: true, title: `Replay: ${table.view.title}` });
      const screen = new ReplayScreen(table, standIn, stage, views, { steps, at, first: stage.system.moment(start.game) });
      if (guided) screen.guide = new Guide(table, stage, steps);
      screen.#start();
      return screen;
    } catch (problem) {
      table.close();
      throw problem;
    }
  }

  /**
   * @param {Table} table @param {StandIn} standIn @param {Stage} stage @param {StepViews} views
   * @param {{steps: Step[], at: number, first: import('../types.js').Moment}} line
   */
  constructor(table, standIn, stage, views, { steps, at, first }) {
    this.table = table;
    this.standIn = standIn;
    this.stage = stage;
    this.views = views;
    this.steps = steps;
    this.at = at;
    this.first = first;
    this.playing = false;
    /** Leads through the decisions of a review. @type {Guide | null} */
    this.guide = null;
    /** Every going somewhere has a number; one that is overtaken stops. */
    this.journey = 0;
    /** Through whose eyes the game is to be seen, before it is. @type {Side | null} */
    this.eyesWanted = standIn.eyes;
    /** The step of the whole game that is looked at. */
    this.moment = wholeStep(steps, at);
    this.controller = new AbortController();
    this.mark = h('span', { class: 'replay-mark' });
    this.chip = h('span', { class: 'side-chip' });
    this.words = h('span', { class: 'decision-words' });
    this.headline = h('div', { class: 'headline' });
    this.#buildBar();
    /** Levels of the computers that know this battle. @type {import('../types.js').Computer[]} */
    this.levels = [];
    this.assessment = new AssessmentBar(stage.frame.bar, {
      assess: (step) => table.assessment(step),
      allowed: () => this.levels.length > 0 && standIn.eyes === null && mayAssess(table),
    });
    this.controls = new ReplayControls(stage.frame.controls, {
      go: (to) => void this.wish(to),
      toggle: () => this.toggle(),
      speed: (replaySpeed) => setShellPrefs({ replaySpeed }),
      eyes: (side) => void this.lookThrough(side),
    }, { speed: replaySpeed(), ...(hasEyes(table) ? { eyes: standIn.eyes } : {}) });
    this.story = storyOf(steps, stage, first);
    this.log = this.#buildLog();
  }

  #start() {
    const { stage, table } = this;
    stage.frame.root.classList.add('play-replay');
    stage.screenKeys = replayKeys(stage.cellWord);
    stage.screenKey = (event) => this.#key(event);
    const { signal } = this.controller;
    table.addEventListener('view', () => void this.#reload(), { signal });
    table.addEventListener('problem', (event) => tellProblem(/** @type {CustomEvent} */ (event).detail, stage.notices), { signal });
    notify.setTitle(`Replay: ${table.view.title}`);
    stage.board.first = { side: this.standIn.view.decision.side, cells: this.story.latest(this.at) };
    this.#show(this.standIn.view, null);
    stage.focusSoon();
    void this.#meetStaff();
  }

  /** Learns whether there is a staff that knows this battle. */
  async #meetStaff() {
    this.levels = await levelsFor(this.table.view.battle);
    if (!this.controller.signal.aborted) this.assessment.show(this.at);
  }

  destroy() {
    this.journey += 1;
    this.playing = false;
    this.controller.abort();
    this.guide?.destroy();
    this.assessment.destroy();
    this.log.destroy();
    this.stage.destroy();
    this.table.close();
  }

  /** Goes where a control asked to. @param {Parameters<import('./replay-controls.js').Wishes['go']>[0]} to */
  wish(to) {
    this.#stop();
    if (typeof to === 'number') return this.go(to);
    const starts = phaseStarts(this.steps, this.story);
    switch (to) {
      case 'first': return this.go(0);
      case 'last': return this.go(this.steps.length);
      case 'back': return this.go(this.at - 1);
      case 'forward': return this.go(this.at + 1, { animate: true });
      case 'phase-back': return this.go(phaseStep(starts, this.at, -1, this.steps.length));
      case 'phase-forward': return this.go(phaseStep(starts, this.at, 1, this.steps.length));
    }
  }

  /** Shows a step; the next one may be played out. @param {number} wanted @param {{animate?: boolean}} [options] */
  async go(wanted, { animate = false } = {}) {
    const step = clampStep(wanted, this.steps.length);
    const journey = ++this.journey;
    this.stage.board.skip();
    if (step === this.at) return;
    const fetched = this.views.get(step);
    fetched.catch(() => undefined);
    if (animate && step === this.at + 1) await this.#animate(this.steps[step - 1], journey);
    try {
      const view = viewAt(this.table.view, await fetched, this.steps.length);
      if (journey !== this.journey) return;
      const previous = this.standIn.view;
      this.at = step;
      this.moment = wholeStep(this.steps, step);
      this.standIn.view = view;
      this.#show(view, previous);
    } catch (problem) {
      this.#stop();
      if (journey === this.journey) tellProblem(/** @type {any} */ (problem), this.stage.notices);
    }
  }

  /** Sees the game through the eyes of a side, or with nobody's from above: at the same moment, or at a step. @param {Side | null} eyes @param {number} [step] */
  async lookThrough(eyes, step) {
    if (!hasEyes(this.table) || this.guide) return;
    this.#stop();
    const journey = ++this.journey;
    this.eyesWanted = eyes;
    const whole = this.moment;
    try {
      const { steps } = await this.table.steps(eyes);
      if (journey !== this.journey) return;
      this.standIn.through(eyes);
      this.views = new StepViews((n) => this.table.stepView(n, eyes));
      this.#take(steps);
      this.at = -1;
      this.controls.seenBy(eyes);
      await this.go(step ?? stepOfWhole(steps, whole));
      // A side that was told of a whole phase at once does not lose the place of those who saw more.
      if (step === undefined) this.moment = whole;
    } catch (problem) {
      if (journey === this.journey) tellProblem(/** @type {any} */ (problem), this.stage.notices);
    }
  }

  /** Another line of play is told. @param {Step[]} steps */
  #take(steps) {
    this.steps = steps;
    this.story = storyOf(steps, this.stage, this.first);
    this.log.destroy();
    this.log = this.#buildLog();
  }

  toggle() {
    if (this.playing) this.#stop();
    else void this.#play();
  }

  async #play() {
    this.playing = true;
    this.controls.playing(true);
    if (this.at === this.steps.length) await this.go(0);
    while (this.playing && this.at < this.steps.length) {
      const before = this.at;
      void this.views.get(before + 2 > this.steps.length ? before : before + 2).catch(() => undefined);
      await this.go(before + 1, { animate: true });
      await new Promise((resolve) => setTimeout(resolve, this.#milliseconds() / 2 + 40));
    }
    this.#stop();
  }

  #stop() {
    this.playing = false;
    this.controls.playing(false);
  }

  #milliseconds() {
    return millisecondsOf(replaySpeed());
  }

  /** @param {Step} step @param {number} journey */
  async #animate(step, journey) {
    if (document.hidden || wantsLessMotion()) return;
    for (const event of step.events) {
      if (journey !== this.journey) return;
      try {
        await this.stage.controller.animate?.(event, { ms: this.#milliseconds() });
      } catch (error) {
        console.error(error);
      }
    }
  }

  /** @param {any} view @param {any} previous */
  #show(view, previous) {
    const { stage } = this;
    stage.controller.update(view, previous);
    stage.opened();
    stage.tint(view);
    stage.card.refresh();
    stage.frame.root.dataset.step = String(this.at);
    const { side, kind, words } = view.decision;
    stage.frame.bar.dataset.decision = `${side ?? 'none'}:${kind}`;
    stage.frame.bar.dataset.side = side ?? 'none';
    this.chip.textContent = isSide(side) ? `${sideLabel(side)} to decide` : 'The end';
    this.words.textContent = words;
    const { eyes } = this.standIn;
    this.mark.textContent = eyes ? `Replay, ${sideLabel(eyes)} eyes` : 'Replay';
    fill(this.headline, stage.controller.headline?.(view) ?? '');
    this.controls.show(this.at, this.steps.length, this.#phaseWords());
    this.log.mark(this.at);
    stage.speakOf(this.story.spokenOf(this.at));
    this.assessment.show(this.at);
    this.guide?.show(this.at);
    const address = `#/replay/${this.table.id}/${this.at}${this.guide ? '/review' : eyes ? `/${eyes}` : ''}`;
    if (location.hash !== address) history.replaceState(null, '', address);
  }

  #phaseWords() {
    const group = this.story.groups.findLast((known) => known.began <= this.at);
    return group?.title ?? '';
  }

  #buildBar() {
    const { stage } = this;
    fill(stage.frame.bar,
      h('a', { class: 'bar-home', href: '#/', title: 'Home', 'aria-label': 'Home: all battles and games' }, h('img', { src: '/icon.svg', alt: '', width: 28, height: 28 })),
      h('div', { class: 'bar-main' },
        h('p', { class: 'decision', role: 'status', 'aria-live': 'polite' }, this.mark, this.chip, this.words),
        this.headline),
      h('div', { class: 'bar-actions' },
        h('a', { class: 'button button-small', href: `#/game/${this.table.id}` }, 'To the table'),
        h('button', { type: 'button', class: 'button button-small button-primary', on: { click: () => this.#whatIf() } }, 'What if, from here…'),
        menuButton('Menu', () => this.#menu())));
  }

  #whatIf() {
    this.#stop();
    void whatIf(this.table, wholeStep(this.steps, this.at));
  }

  /** @returns {import('./menu.js').MenuItem[]} */
  #menu() {
    const { status } = this.table.view;
    return [
      ...(this.levels.length && status !== 'playing' ? [{ label: 'Review the game', href: `#/review/${this.table.id}` }] : []),
      { label: 'Copy the link to this step', act: () => void this.#copyLink() },
      { label: 'Save the record', act: () => void exportRecord(this.table) },
      { label: 'Verify the record…', act: () => void openVerifier(this.table.id) },
      'line',
      { label: 'Preferences…', act: () => void preferencesDialog({ staff: this.levels.length > 0, cell: this.stage.cellWord, assessed: this.assessment.wanted }) },
      { label: 'Keys and pointing', hint: '?', act: () => void this.stage.help() },
      { label: 'Rulebook', href: `#/rules/${this.table.view.system}` },
      { label: 'Home', href: '#/' },
    ];
  }

  /** A spectator's link leads anybody to the step; without one, only those who are at this table already. */
  async #copyLink() {
    // It says under which address others reach this server.
    await battles().catch(() => undefined);
    const kept = store.game(this.table.id);
    const token = kept?.links.watch ?? kept?.tokens.watch;
    if (token) return copy(`${joinLink(this.table.id, token)}/${wholeStep(this.steps, this.at)}`, 'The link to this step');
    return copy(location.href, 'The link, for those who are at this table already,');
  }

  #buildLog() {
    const { stage } = this;
    const body = stage.panels.panel('log', LOG_PANEL);
    body.replaceChildren();
    return new Log(body, this.story, {
      go: (line) => {
        this.#stop();
        void this.go(line.step ?? 0).then(() => stage.lead(line.cells));
      },
      point: (line) => stage.point(line?.cells ?? []),
      here: () => stage.board.cursor,
      cell: stage.cellWord,
    });
  }

  /** The game went on, or back, while it was watched. */
  async #reload() {
    const { steps } = await this.table.steps(this.standIn.eyes);
    const same = steps.slice(0, this.steps.length).every((step, index) => JSON.stringify(step.action) === JSON.stringify(this.steps[index].action));
    const wasLast = this.at === this.steps.length;
    if (!same || steps.length < this.steps.length) this.views.clear();
    this.#take(steps);
    const at = clampStep(wasLast ? steps.length : this.at, steps.length);
    if (at === this.at && same) {
      this.controls.show(this.at, steps.length, this.#phaseWords());
      this.log.mark(this.at);
    } else {
      this.at = -1;
      await this.go(at);
    }
  }

  /** @param {KeyboardEvent} event @returns {boolean} */
  #key(event) {
    const to = /** @type {const} */ ({ '.': 'forward', ',': 'back', '>': 'phase-forward', '<': 'phase-back', Home: 'first', End: 'last' })[event.key];
    if (to) void this.wish(to);
    else if (event.key === 's') this.toggle();
    else if (event.key === 'E' && hasEyes(this.table) && !this.guide) void this.lookThrough(nextEyes(this.eyesWanted));
    else if (event.key === 'Escape' && this.playing) this.#stop();
    else return false;
    return true;
  }
}

/** Whether a game can be seen through the eyes of a side: something was hidden in it, and nothing is any more. @param {Table} table */
function hasEyes({ sheet, view }) {
  return sheet.capabilities?.hidden === true && view.status !== 'playing';
}

/** From above, then as each side saw it, and so on. @param {Side | null} eyes @returns {Side | null} */
function nextEyes(eyes) {
  return eyes === null ? SIDES[0] : (SIDES[SIDES.indexOf(eyes) + 1] ?? null);
}

/** @param {Step[]} steps @param {Stage} stage @param {import('../types.js').Moment} first */
function storyOf(steps, stage, first) {
  stage.controller.retell?.();
  const story = new Story((event, entry) => stage.controller.tell(event, entry));
  story.begin(stage.system.phaseWords(first), first.side);
  for (const step of steps) {
    story.add(/** @type {any} */ ({ seq: step.n, kind: 'action', by: step.by, auto: false, at: step.at, step: step.n, line: step, to: null, text: null, why: step.why ?? null }));
  }
  return story;
}

/** @param {number} step @param {number} last */
function clampStep(step, last) {
  if (!Number.isFinite(step)) return 0;
  return Math.min(last, Math.max(0, Math.trunc(step)));
}

/** The speed of replays is their own; without one it is that of the game. */
function replaySpeed() {
  const { replaySpeed: chosen, speed } = shellPrefs();
  return chosen ?? (speed === 'off' ? 'normal' : speed);
}
