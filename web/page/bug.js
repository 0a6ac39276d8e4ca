/** The view "Find my bug": counts, and their comparison with those of another engine. */

import { $, address, copy, el, showError } from './dom.js';
import { Board } from './board.js';

/** Milliseconds after the last change of the paste before it is compared. */
const PAUSE = 300;

/** Seconds from which the time left is worth telling. */
const LONG = 3;

/** What the states of a row are called, with a sign for readers who do not see the colors. */
const STATES = {
  equal: '= equal',
  count: '≠ wrong count',
  missing: '− missing',
  extra: '+ extra',
};

const number = (value) => value.toLocaleString('en');

/** Returns a rounded time as people say it. */
function duration(seconds) {
  if (seconds < 100) return `${Math.max(1, Math.round(seconds))} s`;
  return seconds < 6000 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

/** Returns a row of a table; numbers are right-aligned. */
export function tableRow(cells, tag = 'td') {
  const isNumber = (cell) => /^[-+\d]/.test(cell);
  const cell = (text) => el(tag, { class: isNumber(text) && 'number' }, text);
  return el('tr', {}, ...cells.map((text) => cell(String(text))));
}

export class BugView {
  constructor(engine, rules) {
    Object.assign(this, { engine, rules });
    this.board = new Board($('bug-board'));
    /** The position that is counted; a change makes replies about the former one stale. */
    this.state = null;
    this.rows = new Map();
    this.running = 0;
    this.listen();
  }

  listen() {
    $('position-form').onsubmit = (event) => {
      event.preventDefault();
      const text = $('fen').value.trim();
      const moves = text === this.state?.text ? this.state.moves : [];
      const { valid } = $('depth').validity;
      showError('depth', valid ? '' : 'depth: expected a whole number from 1 to 99');
      if (valid) this.open(text, moves, $('depth').valueAsNumber);
    };
    $('position-form').noValidate = true;
    $('fen').onkeydown = (event) => {
      if (event.key !== 'Enter' || event.shiftKey) return;
      event.preventDefault();
      $('position-form').requestSubmit();
    };
    $('paste').oninput = () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.compare(), PAUSE);
    };
    $('stop-count').onclick = () => this.engine.stop();
    $('copy-commands').onclick = () => copy($('commands').textContent, 'the commands');
    $('copy-link').onclick = () => copy(location.href, 'the link to this position');
    $('copy-counts').onclick = () => {
      const rows = this.sorted().filter(({ ours }) => ours !== null);
      const lines = rows.map(({ move, ours }) => `${move}: ${ours}`);
      const total = rows.reduce((sum, { ours }) => sum + ours, 0);
      copy([...lines, '', `Nodes searched: ${total}`].join('\n'), 'the counts');
    };
    $('counts').onclick = (event) => {
      const row = event.target.closest('tr');
      if (row?.querySelector('button')) this.descend(row.dataset.move);
    };
    $('next').onclick = () => this.descend($('next').dataset.move);
    $('deeper').onclick = () => this.open(this.state.text, this.state.moves, this.state.depth + 1);
    $('stats').ontoggle = () => this.showStats();
  }

  /** Shows the position of an address, or the initial position at first. */
  show(fields) {
    const { text, moves, depth } = this.state ?? { text: '', moves: [], depth: 4 };
    const wanted = {
      text: fields.get('fen') ?? text,
      moves: fields.has('fen') ? fields.get('moves')?.split(/[ ,]+/).filter(Boolean) ?? [] : moves,
      depth: Number(fields.get('depth')) || depth,
    };
    if (this.state && this.link(wanted) === this.link(this.state)) return this.remember();
    $('fen').value = wanted.text;
    this.open(wanted.text, wanted.moves, wanted.depth);
  }

  hide() {
    this.engine.stop();
  }

  link({ text, moves, depth }) {
    return address({ fen: text, depth, moves: moves.join(' ') });
  }

  /** Keeps the address up to date. */
  remember() {
    $('tab-bug').href = this.link(this.state);
    if (!$('view-bug').hidden) history.replaceState(null, '', this.link(this.state));
  }

  /** Shows a position and counts. If it is malformed, the page stays as it is. */
  async open(typed, moves, depth) {
    const wanted = (this.wanted = {});
    let position;
    try {
      position = await this.rules.ask({ ask: 'position', text: typed, moves });
    } catch (error) {
      if (this.wanted === wanted) showError('fen', error.message);
      return;
    }
    if (this.wanted !== wanted) return;
    showError('fen', '');
    const text = typed || position.start;
    const state = (this.state = { text, moves, depth, position });
    $('fen').value = text;
    $('depth').value = depth;
    $('notes').textContent = position.notes.join(' ');
    $('commands').textContent = `${position.line}\ngo perft ${depth}`;
    $('paste-label').textContent = `Paste what your engine prints for go perft ${depth}`;
    $('to-play').href = address({ view: 'play', fen: position.start, moves: position.moves.join(' ') });
    $('paste').value = '';
    $('stats').open = false;
    this.remember();
    this.showPath();
    this.showComparison(null);
    this.rows.clear();
    this.showRows();
    await this.engine.stop();
    if (this.state === state) await this.count();
  }

  /** Shows the moves that were gone into; each leads back to its position. */
  showPath() {
    const { text, moves, depth } = this.state;
    const step = (name, length) => {
      const onclick = () => this.open(text, moves.slice(0, length), depth + moves.length - length);
      const current = length === moves.length;
      return el('button', { type: 'button', onclick, 'aria-current': current && 'step' }, name);
    };
    const steps = [step('start', 0), ...moves.map((move, index) => step(move, index + 1))];
    $('path').replaceChildren(...steps);
  }

  /** Goes into the count of a move, one ply less deep. */
  async descend(move) {
    const { text, moves, depth } = this.state;
    await this.open(text, [...moves, move], depth - 1);
    $('paste').focus();
  }

  /**
   * Asks about the position that is shown, with the button to end it visible meanwhile. Returns
   * `null` if the answer does not matter any more.
   */
  async ask(field, request, onPart) {
    const { state } = this;
    const { text, moves, depth } = state;
    this.running += 1;
    $('progress-line').hidden = false;
    $('left').textContent = '';
    $('progress').removeAttribute('value');
    const current = (part) => this.state === state && onPart?.(part);
    try {
      const reply = await this.engine.ask({ text, moves, depth, ...request }, current);
      if (this.state !== state) return null;
      showError(field, '');
      return reply;
    } catch (error) {
      if (this.state === state) showError(field, error.message);
      return null;
    } finally {
      this.running -= 1;
      $('progress-line').hidden = this.running === 0;
    }
  }

  async count() {
    const start = performance.now();
    $('time').textContent = '';
    const reply = await this.ask('depth', { ask: 'count' }, ({ fraction, move, san, count }) => {
      if (fraction !== undefined) this.showFraction(fraction, (performance.now() - start) / 1000);
      else this.addRow({ move, san, ours: count, theirs: null, state: null });
    });
    if (reply?.stopped) $('time').textContent = 'Ended before all moves were counted.';
    else if (reply) {
      const speed = reply.total / Math.max(reply.seconds, 1e-3) / 1e6;
      $('time').textContent = `${reply.seconds.toFixed(2)} s, ${speed.toFixed(0)} million per second`;
    }
  }

  showFraction(fraction, seconds) {
    $('progress').value = fraction;
    const left = (seconds / Math.max(fraction, 1e-6)) * (1 - fraction);
    $('left').textContent = seconds + left > LONG ? `about ${duration(left)} left` : '';
  }

  addRow(row) {
    if (!this.rows.has(row.move) || !this.comparison) this.rows.set(row.move, row);
    this.drawing ??= setTimeout(() => this.showRows(), 50);
  }

  /** Returns the rows by move, those that differ first. */
  sorted() {
    const isEqual = ({ state }) => state === null || state === 'equal';
    const order = (a, b) => isEqual(a) - isEqual(b) || (a.move < b.move ? -1 : 1);
    return [...this.rows.values()].sort(order);
  }

  showRows() {
    clearTimeout(this.drawing);
    this.drawing = null;
    const focused = document.activeElement.closest?.('#counts tr')?.dataset.move;
    const total = (key) => {
      const counts = [...this.rows.values()].map((row) => row[key]).filter((n) => n !== null);
      return counts.length > 0 ? number(counts.reduce((sum, n) => sum + n, 0)) : '';
    };
    $('counts').replaceChildren(...this.sorted().map((row) => this.row(row)));
    $('counts').closest('table').classList.toggle('compared', Boolean(this.comparison));
    $('total').textContent = total('ours');
    $('their-total').textContent = this.comparison ? total('theirs') : '';
    $('counts').querySelector(`[data-move="${focused}"] button`)?.focus();
  }

  row({ move, san, ours, theirs, state }) {
    const canEnter = this.state.depth > 1 && ours !== null && san !== null;
    const button = () => el('button', { type: 'button', title: `Go into ${move}` }, move);
    const shown = (count) => el('td', { class: 'number' }, count === null ? '–' : number(count));
    return el('tr', { 'data-move': move, 'data-state': state },
      el('td', {}, canEnter ? button() : move), el('td', { class: 'quiet' }, san ?? ''),
      shown(ours), shown(theirs), el('td', {}, STATES[state] ?? ''));
  }

  /** Compares the counts with the paste. */
  async compare() {
    const { state } = this;
    const paste = $('paste').value;
    if (paste.trim() === '') return this.showComparison(null);
    if (this.comparing) await this.engine.stop();
    this.comparing = true;
    const reply = await this.ask('paste', { ask: 'compare', paste });
    this.comparing = false;
    const isCurrent = this.state === state && $('paste').value === paste;
    if (reply && !reply.stopped && isCurrent) this.showComparison(reply);
  }

  /** Shows a reply to `compare`; `null` removes what the former one left. */
  showComparison(reply) {
    const { position, moves, depth } = this.state;
    const report = reply?.report ?? null;
    this.comparison = reply;
    for (const row of this.rows.values()) Object.assign(row, { theirs: null, state: null });
    reply?.rows.forEach((row) => this.rows.set(row.move, row));
    for (const [move, { ours }] of this.rows) if (!reply && ours === null) this.rows.delete(move);
    showError('paste', '');
    $('verdict').textContent = reply?.verdict ?? '';
    $('verdict').dataset.state = !reply || reply.rows.every((r) => r.state === 'equal') ? '' : 'bad';
    $('warnings').replaceChildren(...(reply?.warnings ?? []).map((text) => el('li', {}, text)));
    const isEqual = reply !== null && $('verdict').dataset.state === '';
    const next = depth > 1 ? reply?.next ?? null : null;
    $('next').hidden = next === null;
    $('next').dataset.move = next ?? '';
    $('next').textContent = `Go into ${next}`;
    $('deeper').hidden = !isEqual;
    $('deeper').textContent = `Compare at depth ${depth + 1}`;
    const last = position.moves.at(-1);
    const { marks, arrow } = report ?? {};
    this.board.show({ ...position, legal: [], last: report ? null : last, marks, arrow });
    this.showReport(report);
    this.showRows();
  }

  showReport(report) {
    $('report').hidden = report === null;
    const kinds = [...new Set(Object.values(report?.marks ?? {}))];
    $('legend').hidden = kinds.length === 0;
    $('legend').replaceChildren(...kinds.map((kind) => el('li', { 'data-mark': kind }, kind)));
    if (!report) return;
    const reasons = (name, list) =>
      list.map(({ move, why }) => el('p', {}, el('b', {}, `${name} ${move}`), `: ${why}`));
    $('headline').textContent = report.headline;
    $('rule').textContent = `Rule: ${report.rule}`;
    $('findings').replaceChildren(
      ...report.introduction.map((text) => el('p', {}, text)),
      ...reasons('Missing', report.missing), ...reasons('Extra', report.extra),
      ...(report.conclusion ? [el('p', {}, report.conclusion)] : []));
    $('report-commands').textContent = report.commands;
  }

  /** Shows the table of details, which is computed when it is opened. */
  async showStats() {
    if (!$('stats').open) return;
    $('stats-table').replaceChildren();
    const reply = await this.ask('depth', { ask: 'stats' });
    if (!reply || reply.stopped) return;
    const rows = reply.rows.map((row) => tableRow(row.map(number)));
    const head = el('thead', {}, tableRow(reply.columns, 'th'));
    $('stats-table').replaceChildren(head, el('tbody', {}, ...rows));
  }
}
