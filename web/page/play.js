/** The view "Play and analyse": a game on a board, the engine's lines and its evaluation. */

import { $, address, copy, el, showError } from './dom.js';
import { Board } from './board.js';
import { tableRow } from './bug.js';

/** Milliseconds between two updates of the lines of analysis. */
const UPDATE = 200;

/** Columns of the movetext of a PGN. */
const WIDTH = 80;

/** Returns moves with their numbers, beginning in the position of this FEN. */
function numbered(sans, fen) {
  const [, turn, , , , move] = fen.split(' ');
  const ply = 2 * (Number(move) || 1) + (turn === 'b' ? 1 : 0);
  return sans.map((san, index) => {
    const isBlack = (ply + index) % 2 === 1;
    if (isBlack && index > 0) return san;
    return `${Math.floor((ply + index) / 2)}${isBlack ? '...' : '.'} ${san}`;
  });
}

/** Returns centipawns as pawns with a sign. */
function pawns(score) {
  return (score < 0 ? '' : '+') + (score / 100).toFixed(2);
}

/** Parses an `info` line with a variation; scores are turned to White's view. */
function parseInfo(line, turn) {
  const after = (name) => line.match(new RegExp(`\\b${name} (-?\\d+)`))?.[1];
  const [, pv] = line.match(/ pv (.*)/) ?? [];
  const [, kind, value] = line.match(/score (cp|mate) (-?\d+)/) ?? [];
  if (!pv || !kind) return null;
  const score = turn === 'white' ? Number(value) : -value;
  const text = kind === 'cp' ? pawns(score) : `#${score}`;
  const share = kind === 'cp' ? 1 / (1 + Math.exp(-score / 250)) : score > 0 ? 1 : 0;
  const rank = Number(after('multipv') ?? 1);
  return { rank, text, share, depth: after('depth'), speed: after('nps'), pv: pv.split(' ') };
}

export class PlayView {
  constructor(engine, rules) {
    Object.assign(this, { engine, rules });
    this.board = new Board($('play-board'), (move) => this.play(move));
    /** The game: its start, all moves, and the number of those that are shown as made. */
    this.game = { start: '', moves: [], sans: [], tags: {}, index: 0 };
    /** The color that ferz plays, or `null`. */
    this.ferz = null;
    this.position = null;
    this.listen();
  }

  listen() {
    const onclick = (id, action) => ($(id).onclick = action);
    onclick('first', () => this.goTo(0));
    onclick('back', () => this.goTo(this.game.index - 1));
    onclick('forward', () => this.goTo(this.game.index + 1));
    onclick('last', () => this.goTo(this.game.moves.length));
    onclick('take-back', () => this.takeBack());
    onclick('flip', () => this.board.flip());
    onclick('from-here', () => this.begin());
    onclick('copy-fen', () => copy(this.position.fen, 'the FEN'));
    onclick('copy-pgn', () => copy(this.pgn(), 'the game as PGN'));
    $('game-form').onsubmit = (event) => {
      event.preventDefault();
      this.load('', [], () => this.begin());
    };
    $('load-form').onsubmit = (event) => {
      event.preventDefault();
      this.ferz = null;
      this.load($('pgn').value, []);
    };
    $('view-play').onkeydown = ({ key, target }) => {
      if (target.closest('.board, input, textarea, select')) return;
      if (key === 'ArrowLeft') this.goTo(this.game.index - 1);
      if (key === 'ArrowRight') this.goTo(this.game.index + 1);
    };
    $('analysis').onchange = $('multipv').onchange = () => this.think();
    $('explain').ontoggle = () => this.explain();
    const showStrength = () => {
      $('elo').disabled = $('full').checked;
      $('elo-text').textContent = $('full').checked ? 'full' : `Elo ${$('elo').value}`;
    };
    $('elo').oninput = $('full').onchange = showStrength;
    showStrength();
  }

  /** Shows the game of an address; without one, the game goes on. */
  show(fields) {
    const moves = fields.get('moves') ?? '';
    const text = fields.get('fen');
    const isShown = this.position && (text === null || this.link() === location.hash);
    if (!isShown) return this.load(text ?? '', moves.split(/[ ,]+/).filter(Boolean));
    this.remember();
    this.think();
  }

  hide() {
    this.stopThinking();
  }

  link() {
    const { start, moves, index } = this.game;
    return address({ view: 'play', fen: start, moves: moves.slice(0, index).join(' ') });
  }

  /** Keeps the address up to date. */
  remember() {
    $('tab-play').href = this.link();
    if (!$('view-play').hidden) history.replaceState(null, '', this.link());
  }

  /** Loads a game and shows its end, or the message of the engine. */
  async load(text, moves, then = () => this.update()) {
    try {
      const { start, moves: all, sans, tags } =
        await this.rules.ask({ ask: 'position', text, moves });
      this.game = { start, moves: all, sans, tags: tags ?? {}, index: all.length };
      showError('pgn', '');
      await then();
    } catch (error) {
      showError('pgn', error.message);
    }
  }

  /** Begins to play from the position shown, as the form says. */
  begin() {
    const colors = { white: 'black', black: 'white', both: null };
    const random = Math.random() < 0.5 ? 'white' : 'black';
    this.ferz = $('color').value === 'random' ? random : colors[$('color').value];
    this.game.tags = {};
    if (this.ferz) this.board.flip(this.ferz === 'white');
    return this.update();
  }

  goTo(index) {
    const { game } = this;
    if (index < 0 || index > game.moves.length || index === game.index) return;
    game.index = index;
    this.update();
  }

  /** Makes a move in the position shown; moves that came after it are dropped. */
  play(move) {
    const { game } = this;
    const { san } = this.position.legal.find((legal) => legal.move === move);
    game.moves.splice(game.index, Infinity, move);
    game.sans.splice(game.index, Infinity, san);
    game.index += 1;
    this.update();
  }

  /** Takes back one move, or two if the first was an answer of ferz. */
  takeBack() {
    const { game } = this;
    const answered = this.ferz !== null && this.position.turn !== this.ferz;
    game.index = Math.max(0, game.index - (answered ? 2 : 1));
    game.moves.length = game.sans.length = game.index;
    this.update();
  }

  /** Shows the position and lets the engine think about it. */
  async update() {
    const { game } = this;
    const { start, moves, index } = game;
    const made = moves.slice(0, index);
    const position = await this.rules.ask({ ask: 'position', text: start, moves: made });
    if (this.game !== game || game.index !== index) return;
    this.position = position;
    this.remember();
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
    const { position } = this;
    const legal = position.end !== null || this.isFerzToMove() ? [] : position.legal;
    this.board.show({ ...position, legal, last: this.game.moves[this.game.index - 1] });
    const side = position.turn === 'white' ? 'White' : 'Black';
    const turn = this.isFerzToMove() ? `ferz (${side}) is thinking …` : `${side} to move.`;
    $('status').textContent = position.end ?? turn + (position.check ? ' Check.' : '');
  }

  showMoves() {
    const { sans, start, index } = this.game;
    const step = (text, at) => {
      const attributes = { type: 'button', 'aria-current': at === index && 'step' };
      return el('li', {}, el('button', { ...attributes, onclick: () => this.goTo(at) }, text));
    };
    const steps = numbered(sans, start).map((text, at) => step(text, at + 1));
    $('moves').replaceChildren(step('start', 0), ...steps);
    const current = $('moves').querySelector('[aria-current]').parentElement;
    $('moves').scrollTop = current.offsetTop - $('moves').offsetTop - $('moves').clientHeight / 2;
  }

  /** Ends a search; its result is ignored. */
  stopThinking() {
    this.job = null;
    return this.engine.stop();
  }

  /** Searches for a move of ferz, or analyses, as the position and the form say. */
  async think() {
    const stopped = this.stopThinking();
    const job = (this.job = { lines: [], position: this.position });
    await stopped;
    if (this.job !== job || !this.position || $('view-play').hidden) return;
    const isGame = this.isFerzToMove();
    const isAnalysis = $('analysis').checked && this.position.end === null;
    this.showLines(job);
    if (!isGame && !isAnalysis) return;
    const options = {
      UCI_Chess960: this.position.chess960,
      UCI_AnalyseMode: !isGame,
      UCI_LimitStrength: isGame && !$('full').checked,
      UCI_Elo: $('elo').value,
      MultiPV: isGame ? 1 : $('multipv').value,
    };
    const lines = Object.entries(options).map(([name, v]) => `setoption name ${name} value ${v}`);
    const go = isGame ? `go movetime ${1000 * $('movetime').value}` : 'go infinite';
    const move = await this.engine.go([...lines, this.position.line, go], (line) => {
      if (this.job === job && isAnalysis) this.receive(job, line);
    });
    if (this.job === job && isGame && move) this.play(move);
  }

  receive(job, line) {
    const info = parseInfo(line, this.position.turn);
    if (!info) return;
    job.lines[info.rank - 1] = info;
    job.timer ??= setTimeout(() => {
      job.timer = null;
      if (this.job === job) this.showLines(job);
    }, UPDATE);
  }

  /** Shows the lines of analysis and the bar; an ended game has neither. */
  async showLines(job) {
    const lines = job.lines.filter(Boolean);
    const texts = await Promise.all(lines.map(({ pv }) => this.variation(job.position.fen, pv)));
    if (this.job !== job) return;
    const [best] = lines;
    const million = (Number(best?.speed) / 1e6).toFixed(2);
    $('speed').textContent = best ? `Depth ${best.depth}, ${million} million nodes per second` : '';
    $('lines').replaceChildren(...lines.map(({ text, depth }, index) =>
      el('li', {}, el('b', {}, text), el('span', { class: 'quiet' }, ` depth ${depth} `),
        texts[index])));
    $('bar').hidden = !best;
    if (!best) return;
    $('bar-white').style.width = `${100 * best.share}%`;
    $('bar-text').textContent = best.text;
    $('bar').setAttribute('aria-label', `Evaluation from White's view: ${best.text}`);
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

  /** Shows the terms of the evaluation, if they are wanted. */
  async explain() {
    if (!$('explain').open || !this.position) return;
    const { position, game } = this;
    const request = { ask: 'evaluate', text: game.start, moves: game.moves.slice(0, game.index) };
    let rows;
    try {
      const { evaluation } = await this.rules.ask(request);
      rows = this.termRows(evaluation);
    } catch (error) {
      rows = [tableRow([error.message])];
    }
    if (this.position === position) $('terms').replaceChildren(...rows);
  }

  termRows({ terms, network, score }) {
    const row = (name, white, black, value) => {
      const cells = tableRow([name, ...white, ...black, pawns(value)]);
      const width = `${Math.min(50, Math.abs(value) / 2)}%`;
      const bar = el('span', { class: value < 0 ? 'black' : 'white' });
      bar.style.width = width;
      cells.append(el('td', { class: 'term' }, bar));
      return cells;
    };
    const none = ['', ''];
    return [
      tableRow(['Term', 'White mg', 'eg', 'Black mg', 'eg', 'Pawns', 'Black | White'], 'th'),
      ...terms.map((term) => row(term.name, term.white, term.black, term.blended)),
      row('Network', none, none, network), row('Static score', none, none, score),
    ];
  }

  /** Returns the game in PGN. */
  pgn() {
    const { start, sans, tags } = this.game;
    const { end } = this.position;
    const won = /(White|Black) wins/.exec(end)?.[1];
    const over = won === 'White' ? '1-0' : won === 'Black' ? '0-1' : '1/2-1/2';
    const result = end === null || this.game.index < sans.length ? tags.Result ?? '*' : over;
    const name = (color) => (this.ferz === color ? 'ferz' : '?');
    const date = new Date().toISOString().slice(0, 10).replaceAll('-', '.');
    const isInitial = start.startsWith('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w');
    const all = {
      Event: '?', Site: '?', Date: date, Round: '?', White: name('white'), Black: name('black'),
      ...tags, Result: result, ...(isInitial ? {} : { SetUp: '1', FEN: start }),
      ...(this.position.chess960 ? { Variant: 'Chess960' } : {}),
    };
    const escaped = (value) => String(value).replace(/["\\]/g, '\\$&');
    const header = Object.entries(all).map(([tag, value]) => `[${tag} "${escaped(value)}"]`);
    const lines = [''];
    for (const word of [...numbered(sans, start), result].join(' ').split(' ')) {
      const line = lines.at(-1) + (lines.at(-1) && ' ') + word;
      if (line.length < WIDTH) lines[lines.length - 1] = line;
      else lines.push(word);
    }
    return [...header, '', ...lines, ''].join('\n');
  }
}
