/** The view "Play and analyse": a game on a board, the engine's lines and its evaluation. */

import { $, address, copy, el, remember, showError, tableRow, words } from './dom.js';
import { Board } from './board.js';

/** Milliseconds between two updates of the lines of analysis. */
const UPDATE = 200;

/** Maximum length of a line of the movetext of a PGN. */
const WIDTH = 79;

/** Centipawns at which the bar shows e / (e + 1), 73 %. */
const BAR_SCALE = 250;

const pawns = (score) => (score < 0 ? '' : '+') + (score / 100).toFixed(2);

/** Returns moves with their numbers, beginning in the position of this FEN. */
function numbered(sans, fen) {
  const [, turn, , , , number] = fen.split(' ');
  const first = 2 * (Number(number) || 1) + (turn === 'b' ? 1 : 0);
  return sans.map((san, index) => {
    const isBlack = (first + index) % 2 === 1;
    if (isBlack && index > 0) return san;
    return `${(first + index) >> 1}${isBlack ? '...' : '.'} ${san}`;
  });
}

/** Parses an `info` line with a variation; the score is from White's view. */
function parseInfo(line, turn) {
  const [, kind, value, pv] = line.match(/score (cp|mate) (-?\d+).* pv (.+)/) ?? [];
  if (!pv) return null;
  const field = (name) => Number(line.match(`\\b${name} (\\d+)`)?.[1]);
  const score = turn === 'white' ? Number(value) : -value;
  const isMate = kind === 'mate';
  const share = isMate ? Number(score > 0) : 1 / (1 + Math.exp(-score / BAR_SCALE));
  const text = isMate ? `#${score}` : pawns(score);
  const [rank, depth, nps] = ['multipv', 'depth', 'nps'].map(field);
  return { rank: rank || 1, depth, nps, text, share, pv: words(pv) };
}

export class PlayView {
  /**
   * `game` is its start, all moves, and the number of those that are made on the board; `ferz` is
   * the color that the engine plays; `job` is the search whose results are shown.
   */
  constructor(engine, rules) {
    Object.assign(this, { engine, rules, game: null, position: null, ferz: null, job: null });
    this.board = new Board($('play-board'), (move) => this.play(move));
    $('back').onclick = () => this.goTo(this.game.index - 1);
    $('forward').onclick = () => this.goTo(this.game.index + 1);
    $('take-back').onclick = () => this.takeBack();
    $('flip').onclick = () => this.board.flip();
    $('from-here').onclick = () => this.begin();
    $('copy-fen').onclick = () => copy(this.position.fen, 'the FEN');
    $('copy-pgn').onclick = () => copy(this.pgn(), 'the game as PGN');
    $('game-form').onsubmit = async (event) => {
      event.preventDefault();
      await this.load('', []);
      this.begin();
    };
    $('load-form').onsubmit = (event) => {
      event.preventDefault();
      this.load($('pgn').value, []);
    };
    $('analysis').onchange = $('multipv').onchange = () => this.think();
    $('explain').ontoggle = () => this.explain();
    $('elo').oninput = $('full').onchange = () => {
      $('elo').disabled = $('full').checked;
      $('elo-text').textContent = $('full').checked ? 'full' : `Elo ${$('elo').value}`;
    };
  }

  /** Shows the game of an address; without one, the game goes on. */
  show(fields) {
    const isShown = this.game && (!fields.has('fen') || this.link() === location.hash);
    if (!isShown) return this.load(fields.get('fen') ?? '', words(fields.get('moves')));
    remember('play', this.link());
    return this.think();
  }

  link() {
    const { start, moves, index } = this.game;
    return address({ view: 'play', fen: start, moves: moves.slice(0, index).join(' ') });
  }

  /** Loads a game and shows its end. If it is malformed, the page stays as it is. */
  async load(text, moves) {
    try {
      const game = await this.rules.ask({ ask: 'position', text, moves });
      const { start, sans, tags } = game;
      this.game = { start, moves: game.moves, sans, tags: tags ?? {}, index: sans.length };
      this.ferz = null;
      showError('pgn', '');
      await this.update();
    } catch (error) {
      showError('pgn', error.message);
    }
  }

  /** Begins to play from the position that is shown. */
  begin() {
    const choice = $('color').value;
    const color = choice === 'random' ? ['white', 'black'][Date.now() % 2] : choice;
    this.ferz = { white: 'black', black: 'white' }[color] ?? null;
    this.game.tags = {};
    if (this.ferz) this.board.flip(this.ferz === 'white');
    this.update();
  }

  goTo(index) {
    if (index < 0 || index > this.game.moves.length) return;
    this.game.index = index;
    this.update();
  }

  /** Makes a move in the position that is shown; moves that followed are dropped. */
  play(move) {
    const { game, position } = this;
    const { san } = position.legal.find((legal) => legal.move === move) ?? { san: move };
    game.moves.splice(game.index, Infinity, move);
    game.sans.splice(game.index, Infinity, san);
    this.goTo(game.index + 1);
  }

  /** Takes back a move, and with an answer of ferz also the move before. */
  takeBack() {
    const { game } = this;
    const isAnswered = this.ferz !== null && this.position.turn !== this.ferz;
    game.index = Math.max(0, game.index - (isAnswered ? 2 : 1));
    game.moves.length = game.sans.length = game.index;
    this.update();
  }

  /** Shows the position, and lets the engine think about it. */
  async update() {
    const { game } = this;
    const { start, moves, index } = game;
    const request = { ask: 'position', text: start, moves: moves.slice(0, index) };
    const position = await this.rules.ask(request);
    if (this.game !== game || game.index !== index) return;
    this.position = position;
    remember('play', this.link());
    $('to-bug').href = address({ fen: position.fen, depth: 4 });
    this.showBoard();
    this.showMoves();
    this.explain();
    this.think();
  }

  isFerzToMove() {
    const { turn, end } = this.position;
    return end === null && turn === this.ferz && this.game.index === this.game.moves.length;
  }

  showBoard() {
    const { end, turn, check, legal, fen } = this.position;
    const isLocked = end !== null || this.isFerzToMove();
    const last = this.game.moves[this.game.index - 1];
    this.board.show({ fen, check, last, legal: isLocked ? [] : legal });
    const side = turn === 'white' ? 'White' : 'Black';
    const action = this.isFerzToMove() ? `${side} (ferz) is thinking …` : `${side} to move.`;
    $('status').textContent = end ?? (check ? `Check. ${action}` : action);
  }

  showMoves() {
    const { sans, start, index } = this.game;
    const steps = ['start', ...numbered(sans, start)].map((text, at) => {
      const attributes = { type: 'button', 'aria-current': at === index && 'step' };
      return el('li', {}, el('button', { ...attributes, onclick: () => this.goTo(at) }, text));
    });
    $('moves').replaceChildren(...steps);
    $('moves').scrollTop = steps[index].offsetTop - $('moves').clientHeight / 2;
  }

  /** Ends the search; its results are ignored. */
  hide() {
    this.job = null;
    return this.engine.stop();
  }

  /** Searches for a move of ferz, or analyses, or neither. */
  async think() {
    const stopped = this.hide();
    const { position } = this;
    const job = (this.job = { lines: [], fen: position.fen });
    await stopped;
    if (this.job !== job) return;
    this.showLines(job);
    const isPlaying = this.isFerzToMove();
    const isAnalysing = $('analysis').checked && position.end === null;
    if ($('view-play').hidden || !(isPlaying || isAnalysing)) return;
    const options = Object.entries({
      UCI_Chess960: position.chess960,
      UCI_AnalyseMode: !isPlaying,
      UCI_LimitStrength: isPlaying && !$('full').checked,
      UCI_Elo: $('elo').value,
      MultiPV: isPlaying ? 1 : $('multipv').value,
    }).map(([name, value]) => `setoption name ${name} value ${value}`);
    const go = isPlaying ? `go movetime ${1000 * $('movetime').value}` : 'go infinite';
    const search = this.engine.go([...options, position.line, go], (line) => {
      if (this.job === job && isAnalysing) this.receive(job, parseInfo(line, position.turn));
    });
    // If the engine died, the page has said so, and the next move starts it again.
    const move = await search.catch(() => null);
    if (this.job === job && isPlaying && move) this.play(move);
  }

  receive(job, info) {
    if (!info) return;
    job.lines[info.rank - 1] = info;
    job.timer ??= setTimeout(() => {
      job.timer = null;
      this.showLines(job);
    }, UPDATE);
  }

  /** Shows the lines of analysis and the bar. */
  async showLines(job) {
    const lines = job.lines.filter(Boolean);
    const texts = await Promise.all(lines.map(({ pv }) => this.variation(job.fen, pv)));
    if (this.job !== job) return;
    const items = lines.map(({ text, depth }, index) => el('li', {}, el('b', {}, text),
      el('span', { class: 'quiet' }, ` depth ${depth} `), texts[index]));
    const [best] = lines;
    $('lines').replaceChildren(...items);
    $('bar').hidden = !best;
    const speed = () => `${Math.round(best.nps / 1000).toLocaleString('en')} thousand`;
    $('speed').textContent = best ? `Depth ${best.depth}, ${speed()} nodes per second` : '';
    $('bar-white').style.width = `${100 * best?.share}%`;
    $('bar-text').textContent = best?.text ?? '';
    $('bar').setAttribute('aria-label', `Evaluation from White's view: ${best?.text}`);
  }

  /** Returns a variation in SAN, or in coordinates if that fails. */
  async variation(text, moves) {
    try {
      const { sans } = await this.rules.ask({ ask: 'position', text, moves });
      return numbered(sans, text).join(' ');
    } catch {
      return moves.join(' ');
    }
  }

  /** Shows the terms of the evaluation while they are wanted. */
  async explain() {
    if (!$('explain').open) return;
    const { position } = this;
    const request = { ask: 'evaluate', text: position.fen, moves: [] };
    const rows = await this.rules.ask(request).then(
      ({ evaluation }) => this.terms(evaluation), (error) => [tableRow([error.message])]);
    if (this.position === position) $('terms').replaceChildren(...rows);
  }

  terms({ terms, network, score }) {
    const row = (name, middlegame, endgame, value) => {
      const bar = el('span', { class: value < 0 ? 'black' : 'white' });
      bar.style.width = `${Math.min(50, Math.abs(value) / 2)}%`;
      const cells = tableRow([name, middlegame, endgame, pawns(value)]);
      cells.append(el('td', { class: 'term' }, bar));
      return cells;
    };
    const difference = ({ white, black }, phase) => pawns(white[phase] - black[phase]);
    const head = ['Term', 'Middlegame', 'Endgame', 'Now', 'Black | White'];
    return [tableRow(head, 'th'),
      ...terms.map((t) => row(t.name, difference(t, 0), difference(t, 1), t.blended)),
      row('Network', '', '', network), row('Static score', '', '', score)];
  }

  /** Returns the game in PGN (https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm). */
  pgn() {
    const { start, sans, tags, index } = this.game;
    const { end, chess960 } = this.position;
    const [, winner] = end?.match(/(White|Black) wins/) ?? [];
    const result = { White: '1-0', Black: '0-1' }[winner] ?? '1/2-1/2';
    const name = (color) => (this.ferz === color ? 'ferz' : '?');
    const isInitial = start.startsWith('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq');
    const all = {
      Event: '?', Site: '?', Date: new Date().toISOString().slice(0, 10).replaceAll('-', '.'),
      Round: '?', White: name('white'), Black: name('black'), ...tags,
      Result: end !== null && index === sans.length ? result : tags.Result ?? '*',
      ...(isInitial ? {} : { SetUp: '1', FEN: start }),
      ...(chess960 ? { Variant: 'Chess960' } : {}),
    };
    const quoted = (value) => `"${String(value).replace(/["\\]/g, '\\$&')}"`;
    const header = Object.entries(all).map(([tag, value]) => `[${tag} ${quoted(value)}]`);
    const text = [...numbered(sans, start), all.Result].join(' ');
    const lines = text.match(new RegExp(`\\S.{0,${WIDTH - 1}}(?= |$)`, 'g'));
    return [...header, '', ...lines, ''].join('\n');
  }
}
