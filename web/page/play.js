/** The view "Play and analyse": a game on a board, the engine's lines and its evaluation. */

import { $, address, copy, el, remember, showError, tableRow, words } from './dom.js';
import { Board } from './board.js';

/** Milliseconds between two updates of the lines of analysis. */
const UPDATE = 200;
/** Centipawns at which White's part of the bar is e / (e + 1), 73 %. */
const BAR_SCALE = 250;
/** The names of the pieces with a contribution, by the letter of White's. */
const PIECE_NAMES = { P: 'Pawns', N: 'Knights', B: 'Bishops', R: 'Rooks', Q: 'Queens' };

const pawns = (score) => (score < 0 ? '' : '+') + (score / 100).toFixed(2);

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
  /** Of the moves of `game`, `index` are made on the board. `ferz` is the color of the engine. */
  constructor(engine, rules) {
    Object.assign(this, { engine, rules, game: null, position: null, ferz: null, job: null });
    this.board = new Board($('play-board'), (move) => this.play(move));
    $('back').onclick = () => this.goTo(this.game.index - 1);
    $('forward').onclick = () => this.goTo(this.game.index + 1);
    $('take-back').onclick = () => this.takeBack();
    $('flip').onclick = () => this.board.flip();
    $('from-here').onclick = () => this.begin('From here');
    $('copy-fen').onclick = () => copy(this.position.fen, 'the FEN');
    $('copy-pgn').onclick = () => copy(this.pgn(), 'the game as PGN');
    $('new-game').onclick = () => this.load('', []).then(() => this.begin('New game'));
    $('load').onclick = () => this.load($('pgn').value, []);
    $('analysis').onchange = $('multipv').onchange = () => this.think();
    $('explain').ontoggle = () => this.explain();
    $('elo').oninput = $('full').onchange = () => {
      $('elo').disabled = $('full').checked;
      $('elo-text').textContent = $('full').checked ? 'full strength' : `Elo ${$('elo').value}`;
    };
  }

  /** Shows the game of an address; without one, the game goes on. */
  show(fields) {
    const isShown = this.game && (!fields.has('fen') || this.link() === location.hash);
    return isShown ? this.update() : this.load(fields.get('fen') ?? '', words(fields.get('moves')));
  }

  link() {
    const { start, moves, index } = this.game;
    return address({ view: 'play', fen: start, moves: moves.slice(0, index).join(' ') });
  }

  /** Loads a game and shows its end. If it is malformed, the page stays as it is. */
  async load(text, moves) {
    const game = await this.rules.ask({ ask: 'position', text, moves }).catch(async (error) => {
      if (!this.game) await this.load('', []);
      showError('pgn', error.message);
    });
    if (!game) return;
    const { start, sans, tags } = game;
    this.game = { start, moves: game.moves, sans, tags: tags ?? {}, index: sans.length };
    this.ferz = null;
    showError('pgn', '');
    await this.update();
  }

  /** Begins to play from the position that is shown; the status says so until the user moves. */
  begin(name) {
    const choice = $('color').value;
    const color = choice === 'random' ? ['white', 'black'][Date.now() % 2] : choice;
    this.ferz = { white: 'black', black: 'white' }[color] ?? null;
    const side = { white: 'White', black: 'Black' }[color];
    const against = side ? `${side} against ferz at ${$('elo-text').textContent}` : 'both sides';
    Object.assign(this.game, { tags: {}, greeting: `${name}: you play ${against}. ` });
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
    const legal = position.legal.find((one) => one.move === move);
    // Until the rules have answered, the board shows the position before the last move.
    if (!legal || position.moves.length !== game.index) return;
    this.cut(game.index);
    if (position.turn !== this.ferz) game.greeting = '';
    game.moves.push(move);
    game.sans.push(legal.san);
    this.goTo(game.index + 1);
  }

  /** Takes back a move, and with an answer of ferz also the move before. */
  takeBack() {
    const isAnswered = this.ferz !== null && this.position.turn !== this.ferz;
    this.cut(Math.max(0, this.game.index - (isAnswered ? 2 : 1)));
    this.update();
  }

  /** Drops the moves from the one with this index on, and with them the result. */
  cut(index) {
    const { game } = this;
    game.moves.length = game.sans.length = game.index = index;
    delete game.tags.Result;
  }

  /** Shows the position, and lets the engine think about it. */
  async update() {
    const { game } = this;
    const { start, moves, index } = game;
    this.job = null;
    const made = moves.slice(0, index);
    const position = await this.rules.ask({ ask: 'position', text: start, moves: made });
    if (this.game !== game || game.index !== index) return;
    this.position = position;
    game.sans.splice(0, index, ...position.sans);
    if (position.result && index === moves.length) game.tags.Result = position.result;
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
    const isFerz = this.isFerzToMove();
    const last = this.game.moves[this.game.index - 1];
    this.board.show({ fen, check, last, legal: end || isFerz ? [] : legal });
    const side = turn === 'white' ? 'White' : 'Black';
    const action = isFerz ? `${side} (ferz) is thinking …` : `${side} to move.`;
    const state = (check ? 'Check. ' : '') + action;
    $('status').textContent = end ? `Game over: ${end}.` : (this.game.greeting ?? '') + state;
  }

  showMoves() {
    const { sans, index } = this.game;
    const steps = ['start', ...sans].map((text, at) => {
      const current = at === index && 'step';
      return el('button', { 'aria-current': current, onclick: () => this.goTo(at) }, text);
    });
    const hadFocus = $('moves').contains(document.activeElement);
    $('moves').replaceChildren(...(sans.length > 0 ? steps : []));
    if (hadFocus) steps[index].focus();
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
    const lines = [...options, position.line, go];
    const move = await this.engine.begin('search', lines, (line) => {
      if (this.job === job && isAnalysing) this.receive(job, parseInfo(line, position.turn));
    });
    if (this.job === job && isPlaying && move) this.play(move);
  }

  receive(job, info) {
    if (info) job.lines[info.rank - 1] = info;
    job.timer ??= setTimeout(() => this.showLines(job), UPDATE);
  }

  /** Shows the lines of analysis and the bar. */
  async showLines(job) {
    job.timer = null;
    const lines = job.lines.filter(Boolean);
    const texts = await Promise.all(lines.map(({ pv }) => this.variation(job.fen, pv)));
    if (this.job !== job) return;
    $('lines').replaceChildren(...lines.map(({ text, depth }, index) => el('li', {},
      el('b', {}, text), el('span', { class: 'quiet' }, ` depth ${depth} `), texts[index])));
    $('bar').hidden = $('speed').hidden = lines.length === 0;
    const { text, depth, nps, share } = lines[0] ?? {};
    $('speed').textContent = `Depth ${depth}, ${Math.round(nps / 1000)} thousand nodes per second`;
    $('bar-white').style.width = `${100 * share}%`;
    $('bar-text').textContent = text;
    $('bar').setAttribute('aria-label', `Evaluation from White's view: ${text}`);
  }

  /** Returns a variation in SAN, or in coordinates if that fails. */
  variation(fen, moves) {
    return this.rules.ask({ ask: 'position', text: fen, moves }).then(
      ({ sans }) => sans.join(' '), () => moves.join(' '));
  }

  /** Shows the evaluation piece by piece while that is wanted. */
  async explain() {
    if (!$('explain').open) return;
    const { position } = this;
    const request = { ask: 'evaluate', text: position.fen, moves: [] };
    const rows = await this.rules.ask(request).then(
      ({ evaluation }) => this.contributions(evaluation), (error) => [tableRow([error.message])]);
    if (this.position === position) $('contributions').replaceChildren(...rows);
  }

  /** Returns the rows of a table: what the pieces contribute by type, the output and the score. */
  contributions({ pieces, network, scale, score }) {
    const row = (name, value, white = '', black = '') => {
      const cells = tableRow([name, white, black, pawns(value)]);
      const bar = el('span');
      bar.style[value < 0 ? 'left' : 'right'] = `${50 - Math.min(50, Math.abs(value) / 2)}%`;
      cells.append(el('td', { class: 'signed' }, bar));
      return cells;
    };
    if (scale === null) return [row('Known endgame', score)];
    const sum = (letter) => Object.values(pieces).filter(({ piece }) => piece === letter)
      .reduce((total, { contribution }) => total + contribution, 0);
    const types = Object.entries(PIECE_NAMES).map(([letter, name]) => {
      const [white, black] = [letter, letter.toLowerCase()].map(sum);
      return row(name, white + black, pawns(white), pawns(black));
    });
    const heading = tableRow(['Pieces', 'White', 'Black', 'Both', '− | +'], 'th');
    return [heading, ...types, row('Network', network), row('Score', score)];
  }

  /** Returns the game in PGN (https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm). */
  pgn() {
    const { start, sans, tags } = this.game;
    const { chess960, line } = this.position;
    const name = (color) => (this.ferz === color ? 'ferz' : '?');
    const all = {
      Event: '?', Site: '?', Date: new Date().toISOString().slice(0, 10).replaceAll('-', '.'),
      Round: '?', White: name('white'), Black: name('black'), Result: '*', ...tags,
      ...(!line.startsWith('position startpos') && { SetUp: '1', FEN: start }),
      ...(chess960 && { Variant: 'Chess960' }),
    };
    const header = Object.entries(all).map(([tag, value]) => `[${tag} ${JSON.stringify(value)}]`);
    // Lines have at most 79 characters.
    const lines = [...sans, all.Result].join(' ').match(/\S.{0,78}(?= |$)/g);
    return [...header, '', ...lines, ''].join('\n');
  }
}
