/** A board: a picture, or one on which moves are made by pointer and keyboard. */

import { el } from './dom.js';

const PIECES = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };

/** Files and ranks that the keys for the focus go, seen from White. */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

const squareAt = (file, rank) => 'abcdefgh'[file] + (rank + 1);

/** Returns `[file, rank]` of a square, each from 0 to 7. */
const coordinates = (square) => [square.charCodeAt(0) - 97, square.charCodeAt(1) - 49];

/** Returns the pieces of a FEN by square, as `{ color, kind }`. */
function piecesOf(fen) {
  const pieces = new Map();
  const expanded = fen.split(' ')[0].replace(/\d/g, (digit) => ' '.repeat(digit));
  expanded.split('/').forEach((row, index) => [...row].forEach((char, file) => {
    const color = char === char.toLowerCase() ? 'black' : 'white';
    const kind = PIECES[char.toLowerCase()];
    if (kind) pieces.set(squareAt(file, 7 - index), { color, kind });
  }));
  return pieces;
}

function drawing({ color, kind }) {
  const use = el('use', { href: `#piece-${kind}` });
  return el('svg', { class: `piece ${color}`, viewBox: '0 0 100 100', 'aria-hidden': true }, use);
}

export class Board {
  /** `onMove(move)` is called with each move made; without it, the board is a picture. */
  constructor(host, onMove = null) {
    Object.assign(this, { host, onMove, selected: null, cursor: 'e2', view: { fen: '' } });
    host.setAttribute('role', onMove ? 'group' : 'img');
    const names = Array.from({ length: 64 }, (_, index) => squareAt(index % 8, index >> 3));
    this.squares = new Map(names.map((name, index) => {
      const isLight = (index + (index >> 3)) % 2 === 1;
      const attributes = { 'data-square': name, 'data-light': isLight };
      return [name, el(onMove ? 'button' : 'div', attributes)];
    }));
    this.arrow = el('svg', { class: 'arrow', viewBox: '0 0 8 8', 'aria-hidden': true });
    if (onMove) this.listen();
    this.flip(false);
  }

  /** Shows `{ fen, legal, check, last, marks, arrow }`; `last` is a move, `arrow` two squares. */
  show(view) {
    this.view = view;
    this.select(null);
  }

  /** Shows the board from the other side, or from Black's if `flipped`. */
  flip(flipped = !this.flipped) {
    this.flipped = flipped;
    const squares = Array.from({ length: 64 }, (_, index) => {
      const [file, rank] = flipped ? [7 - (index % 8), index >> 3] : [index % 8, 7 - (index >> 3)];
      const square = this.squares.get(squareAt(file, rank));
      square.dataset.file = index >= 56 ? 'abcdefgh'[file] : '';
      square.dataset.rank = index % 8 === 0 ? rank + 1 : '';
      return square;
    });
    this.host.replaceChildren(...squares, this.arrow);
    this.draw();
  }

  draw() {
    const { fen, check, last, marks = {}, arrow } = this.view;
    const pieces = piecesOf(fen);
    const list = [...pieces].map(([name, { color, kind }]) => `${color} ${kind} ${name}`);
    this.host.setAttribute('aria-label', this.onMove ? 'Board' : `Board: ${list.join(', ')}`);
    for (const [name, square] of this.squares) {
      const piece = pieces.get(name);
      const states = [
        last?.slice(0, 4).includes(name) && 'last', name === check && 'check',
        name === this.selected && 'selected', this.movesTo(name).length > 0 && 'target',
      ].filter(Boolean);
      square.className = ['square', ...states].join(' ');
      square.classList.toggle('own', this.movesFrom(name).length > 0);
      square.dataset.mark = marks[name] ?? '';
      square.replaceChildren(...(piece ? [drawing(piece)] : []));
      if (!this.onMove) continue;
      square.tabIndex = name === this.cursor ? 0 : -1;
      const contents = piece ? `${piece.color} ${piece.kind}` : 'empty';
      square.setAttribute('aria-label', [name, contents, ...states].join(', '));
    }
    this.arrow.replaceChildren(...(arrow ? [this.arrowPath(...arrow.map(coordinates))] : []));
  }

  arrowPath([file, rank], [toFile, toRank]) {
    const length = Math.hypot(toFile - file, toRank - rank);
    const angle = (Math.atan2(rank - toRank, toFile - file) * 180) / Math.PI;
    const d = `M0-.08H${length - 0.44}v-.18L${length} 0 ${length - 0.44} .26v-.18H0z`;
    return el('path', { d, transform: `translate(${file + 0.5} ${7.5 - rank}) rotate(${angle})` });
  }

  movesFrom(name) {
    return (this.view.legal ?? []).filter(({ from }) => from === name);
  }

  /** Moves of the selected piece to a square. A castling king may also go to its rook. */
  movesTo(name) {
    const isTo = ({ to, move }) => to === name || move.slice(2, 4) === name;
    return this.movesFrom(this.selected).filter(isTo);
  }

  listen() {
    const nameOf = (element) => element?.closest('[data-square]')?.dataset.square;
    const on = (event, action) => this.host.addEventListener(event, action);
    let drag = null;
    on('click', ({ target }) => nameOf(target) && this.choose(nameOf(target)));
    on('keydown', (event) => this.key(event));
    on('focusin', ({ target }) => {
      this.squares.get(this.cursor).tabIndex = -1;
      this.cursor = nameOf(target);
      target.tabIndex = 0;
    });
    on('pointerdown', ({ target, button, clientX, clientY, pointerId }) => {
      const name = nameOf(target);
      const isOwn = this.movesFrom(name).length > 0 && this.movesTo(name).length === 0;
      if (button !== 0 || !isOwn) return;
      this.select(name);
      target.setPointerCapture(pointerId);
      drag = { x: clientX, y: clientY, piece: target.firstElementChild };
    });
    on('pointermove', ({ clientX, clientY }) => {
      if (drag) drag.piece.style.translate = `${clientX - drag.x}px ${clientY - drag.y}px`;
    });
    const drop = (to) => {
      drag = null;
      this.draw();
      if (to && to !== this.selected) this.choose(to);
    };
    on('pointercancel', () => drop(null));
    on('pointerup', ({ clientX, clientY }) =>
      drop(drag && nameOf(document.elementFromPoint(clientX, clientY))));
  }

  /** Moves the focus to a neighbour, or cancels the selection. */
  key(event) {
    if (event.key === 'Escape') this.select(null);
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const [right, up] = step.map((by) => (this.flipped ? -by : by));
    const [file, rank] = coordinates(this.cursor);
    this.squares.get(squareAt(file + right, rank + up))?.focus();
  }

  select(name) {
    this.selected = name;
    this.draw();
  }

  /** Moves the selected piece to a square, or selects the piece there. */
  async choose(name) {
    const { view } = this;
    const moves = this.movesTo(name);
    if (moves.length === 0) return this.select(this.movesFrom(name).length > 0 ? name : null);
    const move = moves.length === 1 ? moves[0].move : await this.ask(moves);
    if (this.view !== view) return;
    this.select(null);
    if (move) this.onMove(move);
  }

  /** Asks which of several moves with the same squares is meant: mostly promotions. */
  ask(moves) {
    const buttons = moves.map(({ move, san }) => el('button', { value: move }, san));
    const form = el('form', { method: 'dialog', class: 'row' }, 'Which move?', ...buttons);
    const dialog = el('dialog', { 'aria-label': 'Which move?' }, form);
    this.host.after(dialog);
    dialog.showModal();
    return new Promise((resolve) => (dialog.onclose = () => resolve(dialog.returnValue)))
      .finally(() => dialog.remove());
  }
}
