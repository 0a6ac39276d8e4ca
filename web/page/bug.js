/** The view "Find my bug": counts, and their comparison with those of another engine. */

import { $, address, copy, el, remember, showError, tableRow, words } from './dom.js';
import { Board } from './board.js';

/** Milliseconds after the last change of the pasted text before it is compared. */
const PAUSE = 300;
/** Seconds from which the time left is shown. */
const LONG = 3;
/** What is shown at first. */
const START = { text: '', moves: [], depth: 4 };
/** Names of the states of a row, with signs for readers who do not see the colors. */
const STATES = { equal: '= equal', count: '≠ wrong', missing: '− missing', extra: '+ extra' };

const isSame = ({ state }) => !state || state === 'equal';
const number = (value) => value?.toLocaleString('en') ?? '–';
const linkTo = ({ text, moves, depth }) => address({ fen: text, depth, moves: moves.join(' ') });
const sum = (rows) => rows.reduce((total, { ours }) => total + ours, 0);

/** Returns a rounded time. */
function duration(seconds) {
  const [size, unit] = seconds < 100 ? [1, 's'] : seconds < 6000 ? [60, 'min'] : [3600, 'h'];
  return `${Math.ceil(seconds / size)} ${unit}`;
}

/** Shows a report, with the next question about the error. Once one is answered, a move is blamed. */
function showReport({ headline, rule, introduction, missing, extra, conclusion }, question, answers) {
  const isMade = question && answers.length > 0;
  const reasons = (name, moves) =>
    moves.map(({ move, why }) => el('p', {}, el('b', {}, `${name} ${move}: `), why));
  $('headline').textContent = headline;
  const name = question ? 'If the generator is wrong' : 'Rule';
  $('rule').textContent = isMade || !rule ? '' : `${name}: ${rule}`;
  $('question').hidden = !question;
  $('question-text').textContent = isMade ? 'It makes an earlier move wrongly. Which one?'
    : 'Does it generate these moves wrongly, or did it make an earlier move wrongly?';
  $('question-commands').textContent = question?.command ?? '';
  $('answer').value = '';
  showError('answer', '');
  $('findings').replaceChildren(...introduction.map((text) => el('p', {}, text)),
    ...reasons('Missing', missing), ...reasons('Extra', extra), el('p', {}, conclusion ?? ''));
}

export class BugView {
  /** `state` is what is counted; a new one makes replies about the former one stale. */
  constructor(engine, rules) {
    Object.assign(this, { engine, rules, state: null, rows: new Map() });
    this.board = new Board($('bug-board'));
    $('position-form').onsubmit = (event) => this.submit(event);
    $('fen').onkeydown = (event) =>
      event.key === 'Enter' && !event.shiftKey && this.submit(event);
    const later = (id, action) => {
      $(id).oninput = () => {
        clearTimeout(this.pause);
        this.pause = setTimeout(action, PAUSE);
      };
    };
    later('paste', () => this.state && this.compare());
    later('answer', () => this.compare([...this.answers, $('answer').value]));
    $('stop-count').onclick = () => engine.stop();
    $('copy-commands').onclick = () => copy($('commands').textContent, 'the commands');
    $('copy-question').onclick = () => copy($('question-commands').textContent, 'the commands');
    $('copy-link').onclick = () => copy(location.href, 'the link to this position');
    $('copy-counts').onclick = () => {
      const lines = this.counted().map(({ move, ours }) => `${move}: ${ours}\n`);
      copy(`${lines.join('')}\nNodes searched: ${sum(this.counted())}\n`, 'the counts');
    };
    $('next').onclick = () => this.descend(this.comparison.next);
    $('deeper').onclick = () => this.go({ ...this.state, depth: this.state.depth + 1 });
    $('stats').ontoggle = () => $('stats').open && this.showStats();
  }

  submit(event) {
    event.preventDefault();
    const text = $('fen').value.trim();
    const isValid = $('depth').validity.valid;
    showError('depth', isValid ? '' : 'depth: expected a whole number from 1 to 20');
    const moves = text === this.state?.text ? this.state.moves : [];
    if (isValid) this.open({ text, moves, depth: $('depth').valueAsNumber });
  }

  /** Shows the position of an address; without one, what was shown before. */
  show(fields) {
    const former = this.state ?? START;
    const asked = Math.trunc(fields.get('depth') ?? former.depth);
    const depth = Math.min($('depth').max, Math.max(1, asked)) || former.depth;
    const text = fields.get('fen') ?? former.text;
    const moves = fields.has('fen') ? words(fields.get('moves')) : former.moves;
    const isShown = this.state?.isCounted && linkTo({ text, moves, depth }) === linkTo(this.state);
    return isShown ? remember('bug', linkTo(this.state)) : this.open({ text, moves, depth });
  }

  hide() {
    return this.engine.stop();
  }

  /** Shows a position and counts. If it is malformed, the page stays as it is. */
  async open({ text, moves, depth }) {
    const wanted = (this.wanted = {});
    const position = await this.rules.ask({ ask: 'position', text, moves }).catch(async (error) => {
      if (!this.state) await this.open(START);
      showError('fen', error.message);
    });
    if (this.wanted !== wanted || !position) return;
    const { start, line, notes } = position;
    // Default values leave what was typed before the first position.
    const value = this.state ? 'value' : 'defaultValue';
    const state = (this.state = { text: text || start, moves, depth, position });
    $('fen')[value] = state.text;
    $('depth')[value] = depth;
    $('paste')[value] = '';
    $('notes').textContent = notes.join('\n');
    const option = position.chess960 ? 'setoption name UCI_Chess960 value true\n' : '';
    $('commands').textContent = `${option}${line}\ngo perft ${depth}`;
    $('paste-label').textContent = `Paste what your engine prints for go perft ${depth}:`;
    $('to-play').href = address({ view: 'play', fen: start, moves: position.moves.join(' ') });
    $('stats').open = false;
    for (const field of ['fen', 'depth']) showError(field, '');
    remember('bug', linkTo(state));
    this.rows.clear();
    this.showPath();
    this.showComparison(null);
    await this.engine.stop();
    if (this.state === state) this.count();
  }

  /** Shows the moves that were gone into; each is a way back up. */
  showPath() {
    const { text, moves, depth } = this.state;
    const steps = ['start', ...moves].map((name, length) => {
      const above = Math.min($('depth').max, depth + moves.length - length);
      const up = { text, moves: moves.slice(0, length), depth: above };
      const current = length === moves.length && 'step';
      return el('button', { 'aria-current': current, onclick: () => this.go(up) }, name);
    });
    $('path').replaceChildren(...steps);
  }

  /** Goes into the count of a move, one ply less deep. */
  descend(move) {
    const { text, moves, depth } = this.state;
    this.go({ text, moves: [...moves, move], depth: depth - 1 });
  }

  /** Opens what a button leads to. The button is replaced, so the focus goes to the paste field. */
  go(state) {
    $('paste').focus();
    this.open(state);
  }

  /** Lets the engine count, with a button to end it. Returns nothing if that has failed. */
  async ask(ask, onPart = () => {}) {
    const { state } = this;
    const { text, moves, depth } = state;
    $('progress-line').hidden = false;
    $('progress').removeAttribute('value');
    $('left').textContent = '';
    const late = setTimeout(() => ($('left').textContent ||= 'no estimate yet'), 1000 * LONG);
    const isCurrent = () => this.state === state;
    const part = (reply) => isCurrent() && onPart(reply);
    const reply = await this.engine.ask({ ask, text, moves, depth }, part)
      .catch((error) => isCurrent() && showError('depth', error.message));
    clearTimeout(late);
    $('progress-line').hidden = this.engine.jobs.size === 0;
    return isCurrent() && reply;
  }

  async count() {
    const start = performance.now();
    $('time').textContent = '';
    const reply = await this.ask('count', ({ fraction, move, san, count }) => {
      if (fraction === undefined) {
        this.rows.set(move, { move, san, ours: count });
        this.drawing ??= setTimeout(() => this.showRows(), 50);
        return;
      }
      const seconds = (performance.now() - start) / 1000;
      const left = (seconds / fraction) * (1 - fraction);
      $('progress').value = fraction;
      $('left').textContent = seconds + left > LONG ? `about ${duration(left)} left` : '';
    });
    if (!reply) return;
    const { stopped, seconds } = reply;
    $('time').textContent = stopped ? 'Ended before all was counted.' : `${seconds.toFixed(2)} s`;
    this.state.isCounted = !stopped;
    this.compare();
  }

  /** Returns the rows by move, those that differ first. */
  sorted() {
    const order = (a, b) => isSame(a) - isSame(b) || (a.move < b.move ? -1 : 1);
    return [...this.rows.values()].sort(order);
  }

  /** Returns the rows of legal moves. */
  counted() {
    return this.sorted().filter(({ ours }) => ours !== null);
  }

  showRows() {
    clearTimeout(this.drawing);
    this.drawing = null;
    const rows = this.sorted();
    const focused = document.activeElement.closest('#counts tr')?.dataset.move;
    $('counts').replaceChildren(...rows.map((row) => this.row(row)));
    $('counts').querySelector(`[data-move="${focused}"] button`)?.focus();
    $('counts-table').classList.toggle('compared', Boolean(this.comparison));
    $('total').textContent = number(sum(rows));
    $('their-total').textContent = number(this.comparison?.theirs);
  }

  row({ move, san, ours, theirs, state }) {
    const onclick = this.state.depth > 1 && ours !== null && (() => this.descend(move));
    const name = onclick ? el('button', { title: `Go into ${move}` }, move) : move;
    const count = (value) => el('td', { class: 'number' }, number(value));
    return el('tr', { onclick, 'data-move': move, 'data-state': state ?? false },
      el('td', {}, name), el('td', { class: 'quiet' }, san ?? ''), count(ours), count(theirs),
      el('td', {}, STATES[state] ?? ''));
  }

  /** Compares the counts with the pasted text; `answers` are outputs for further questions. */
  async compare(answers = []) {
    const { state } = this;
    const { text, moves, depth, isCounted } = state;
    const paste = $('paste').value;
    if (paste.trim() === '' || !isCounted) {
      this.showComparison(null);
      const why = isCounted === false ? 'The count was ended: press Count.' : 'Still counting.';
      return showError('paste', paste.trim() && why);
    }
    const counts = Object.fromEntries(this.counted().map(({ move, ours }) => [move, ours]));
    const isCurrent = () => this.state === state && $('paste').value === paste;
    const request = { ask: 'compare', text, moves, depth, counts, paste, answers };
    return this.rules.ask(request).then((reply) => {
      if (!isCurrent()) return;
      if (reply.question?.error) return showError('answer', reply.question.error);
      this.answers = answers;
      this.showComparison(reply);
    }, (error) => isCurrent() && (this.showComparison(null), showError('paste', error.message)));
  }

  /** Shows a reply to `compare`; `null` removes what the former one left. */
  showComparison(reply) {
    const { position, depth } = this.state;
    this.comparison = reply;
    const rows = reply?.rows ?? this.counted().map(({ move, san, ours }) => ({ move, san, ours }));
    // A move that is printed twice has two rows.
    this.rows = new Map(rows.map((row, at) => [row.state === 'extra' ? `+${at}` : row.move, row]));
    const isEqual = reply !== null && rows.every(isSame);
    const next = depth > 1 && reply?.next;
    showError('paste', '');
    $('verdict').textContent = reply?.verdict ?? '';
    $('verdict').dataset.state = isEqual ? 'equal' : 'different';
    $('warnings').replaceChildren(...(reply?.warnings ?? []).map((text) => el('li', {}, text)));
    $('next').hidden = !next;
    $('next').textContent = `Go into ${next}`;
    $('deeper').hidden = !isEqual || depth >= $('depth').max;
    $('deeper').textContent = `Compare at depth ${depth + 1}`;
    const { marks, arrow, marked } = reply?.report ?? {};
    const last = marks ? null : position.moves.at(-1);
    this.board.show({ fen: position.fen, check: position.check, last, marks, arrow });
    const kinds = [...new Set(Object.values(marks ?? {}))];
    const differing = rows.filter(({ state }) => /missing|extra/.test(state));
    $('legend').replaceChildren(...kinds.map((kind) => el('li', { 'data-mark': kind }, kind)),
      marked && differing.length > 1 ? el('li', {}, `The board shows ${marked}.`) : '');
    $('report').hidden = !reply?.report;
    if (reply?.report) showReport(reply.report, reply.question, this.answers);
    this.showRows();
  }

  async showStats() {
    $('stats-table').replaceChildren();
    const reply = await this.ask('stats');
    if (!reply?.rows) return;
    const rows = reply.columns.map((name, column) =>
      tableRow([name.replaceAll('_', ' '), ...reply.rows.map((row) => number(row[column]))]));
    const depths = tableRow(['depth', ...reply.rows.map((row, index) => index + 1)], 'th');
    $('stats-table').replaceChildren(depths, ...rows);
  }
}
