/** A board of 64 squares: a picture, or one on which moves are made by pointer and keyboard. */

import { el, svg } from './dom.js';

const PIECES = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };

/** Pixels that a pointer moves before a press becomes a drag. */
const DRAG = 5;

/** Returns `[file, rank]` of a square, each from 0 to 7. */
function coordinates(square) {
  return [square.charCodeAt(0) - 97, square.charCodeAt(1) - 49];
}

function squareAt(file, rank) {
  return 'abcdefgh'[file] + (rank + 1);
}

/** Returns the pieces of a FEN by square, as `{ color, kind }`. */
function piecesOf(fen) {
  const pieces = new Map();
  fen.split(' ')[0].split('/').forEach((row, index) => {
    let file = 0;
    for (const char of row) {
      if (/\d/.test(char)) file += Number(char);
      else {
        const color = char === char.toLowerCase() ? 'black' : 'white';
        pieces.set(squareAt(file++, 7 - index), { color, kind: PIECES[char.toLowerCase()] });
      }
    }
  });
  return pieces;
}

/** Returns a drawing of a piece. */
function drawing({ color, kind }) {
  const use = svg('use', { href: `#piece-${kind}` });
  return svg('svg', { class: `piece ${color}`, viewBox: '0 0 100 100', 'aria-hidden': true }, use);
}

export class Board {
  /** `onMove(move)` is called with each move made; without it, the board is a picture. */
  constructor(host, onMove = null) {
    this.host = host;
    this.onMove = onMove;
    this.flipped = false;
    this.selected = null;
    this.cursor = 'e2';
    this.view = { fen: '8/8/8/8/8/8/8/8' };
    const tag = onMove ? 'button' : 'div';
    this.squares = new Map();
    for (let index = 0; index < 64; index++) {
      const name = squareAt(index % 8, Math.floor(index / 8));
      this.squares.set(name, el(tag, { 'data-square': name, type: onMove && 'button' }));
    }
    this.arrow = svg('svg', { class: 'arrow', viewBox: '0 0 8 8', 'aria-hidden': true });
    host.setAttribute('role', onMove ? 'group' : 'img');
    this.arrange();
    if (onMove) this.listen();
  }

  /**
   * Shows a position: `{ fen, legal, check, last, marks, arrow }`, where `last` is a move,
   * `marks` maps squares to kinds of marks and `arrow` is a pair of squares.
   */
  show(view) {
    this.view = view;
    this.selected = null;
    this.draw();
  }

  flip(flipped = !this.flipped) {
    this.flipped = flipped;
    this.arrange();
    this.draw();
  }

  /** Puts the squares in the order of the side that is at the bottom. */
  arrange() {
    const place = (index) => {
      const [file, rank] = [index % 8, 7 - Math.floor(index / 8)];
      const name = this.flipped ? squareAt(7 - file, 7 - rank) : squareAt(file, rank);
      const square = this.squares.get(name);
      square.dataset.file = index >= 56 ? name[0] : '';
      square.dataset.rank = index % 8 === 0 ? name[1] : '';
      return square;
    };
    this.host.replaceChildren(...Array.from({ length: 64 }, (_, index) => place(index)), this.arrow);
  }

  draw() {
    const { fen, check, last, marks = {} } = this.view;
    const pieces = piecesOf(fen);
    for (const [name, square] of this.squares) {
      const piece = pieces.get(name);
      const [file, rank] = coordinates(name);
      const classes = {
        light: (file + rank) % 2 === 1,
        last: last?.slice(0, 4).includes(name),
        check: name === check,
        own: this.movesFrom(name).length > 0,
        selected: name === this.selected,
        target: this.selected !== null && this.movesTo(name).length > 0,
      };
      const set = Object.keys(classes).filter((key) => classes[key]);
      square.className = ['square', ...set].join(' ');
      square.dataset.mark = marks[name] ?? '';
      square.replaceChildren(...(piece ? [drawing(piece)] : []));
      if (!this.onMove) continue;
      square.tabIndex = name === this.cursor ? 0 : -1;
      const states = set.filter((key) => ['last', 'check', 'selected', 'target'].includes(key));
      const words = [name, piece ? `${piece.color} ${piece.kind}` : 'empty', ...states];
      square.setAttribute('aria-label', words.join(', '));
    }
    this.drawArrow();
    const list = [...pieces].map(([name, { color, kind }]) => `${color} ${kind} ${name}`);
    const label = this.onMove ? 'Board: arrow keys, Enter to select' : `Board: ${list.join(', ')}`;
    this.host.setAttribute('aria-label', label);
  }

  drawArrow() {
    const middle = (square) => {
      const [file, rank] = coordinates(square);
      return this.flipped ? [7.5 - file, rank + 0.5] : [file + 0.5, 7.5 - rank];
    };
    const [from, to] = this.view.arrow ?? [];
    if (!from || from === to) return this.arrow.replaceChildren();
    const [[x, y], [toX, toY]] = [middle(from), middle(to)];
    const length = Math.hypot(toX - x, toY - y);
    const angle = (Math.atan2(toY - y, toX - x) * 180) / Math.PI;
    const neck = length - 0.44;
    const d = `M0-.08H${neck}v-.18L${length} 0 ${neck} .26v-.18H0z`;
    const transform = `translate(${x} ${y}) rotate(${angle})`;
    this.arrow.replaceChildren(svg('path', { d, transform }));
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
    const nameOf = (target) => target?.closest?.('[data-square]')?.dataset.square;
    let press = null;
    this.host.addEventListener('click', (event) => {
      if (!press?.dragged && nameOf(event.target)) this.choose(nameOf(event.target));
      press = null;
    });
    this.host.addEventListener('focusin', (event) => {
      this.squares.get(this.cursor).tabIndex = -1;
      this.cursor = nameOf(event.target) ?? this.cursor;
      this.squares.get(this.cursor).tabIndex = 0;
    });
    this.host.addEventListener('keydown', (event) => this.key(event));
    this.host.addEventListener('pointerdown', (event) => {
      const name = nameOf(event.target);
      press = { name, x: event.clientX, y: event.clientY, dragged: false };
      if (event.button === 0 && this.movesFrom(name).length > 0) {
        event.target.setPointerCapture(event.pointerId);
        press.piece = true;
      }
    });
    this.host.addEventListener('pointermove', (event) => {
      if (!press?.piece || event.buttons === 0) return;
      const [x, y] = [event.clientX - press.x, event.clientY - press.y];
      if (!press.dragged && Math.hypot(x, y) < DRAG) return;
      if (!press.dragged) this.select(press.name);
      press.dragged = true;
      const piece = this.squares.get(press.name).firstElementChild;
      if (piece) piece.style.transform = `translate(${x}px, ${y}px)`;
    });
    const drop = (event) => {
      if (!press?.dragged) return;
      const to = nameOf(document.elementFromPoint(event.clientX, event.clientY));
      this.draw();
      if (to && to !== press.name) this.choose(to);
    };
    this.host.addEventListener('pointerup', drop);
    this.host.addEventListener('pointercancel', () => this.draw());
  }

  /** Moves the focus to a neighbour, or cancels the selection. */
  key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const step = steps[event.key];
    if (event.key === 'Escape') this.select(null);
    if (!step) return;
    event.preventDefault();
    const sign = this.flipped ? -1 : 1;
    const [file, rank] = coordinates(this.cursor);
    this.squares.get(squareAt(file + sign * step[0], rank + sign * step[1]))?.focus();
  }

  select(name) {
    this.selected = name;
    this.draw();
  }

  /** Selects a piece, or moves the selected one. */
  async choose(name) {
    const moves = this.selected === null ? [] : this.movesTo(name);
    if (moves.length === 0) {
      const isOwn = name !== this.selected && this.movesFrom(name).length > 0;
      this.select(isOwn ? name : null);
      return;
    }
    const { view } = this;
    const move = moves.length === 1 ? moves[0].move : await this.ask(moves);
    if (this.view !== view) return;
    this.select(null);
    if (move) this.onMove(move);
  }

  /** Asks which of several moves with the same squares is meant: mostly promotions. */
  ask(moves) {
    return new Promise((resolve) => {
      const button = ({ move, san }) => el('button', { value: move, 'data-move': move }, san);
      const form = el('form', { method: 'dialog' }, el('p', {}, 'Which move?'));
      const dialog = el('dialog', { class: 'choice', 'aria-label': 'Which move?' }, form);
      form.append(...moves.map(button));
      dialog.onclose = () => {
        dialog.remove();
        resolve(dialog.returnValue);
      };
      document.body.append(dialog);
      dialog.showModal();
    });
  }
}
