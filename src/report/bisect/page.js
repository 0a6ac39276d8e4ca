'use strict';
// Steps through the boards of each difference. The part of the address after "#" selects a board:
// "#2" is the board after the second move of the first difference, "#3.2" that of the third one.
document.documentElement.classList.add('scripted');
const players = Array.from(document.querySelectorAll('.difference'), (section, index) => {
  const boards = Array.from(section.querySelectorAll('.step'));
  const links = Array.from(section.querySelectorAll('.moves a'));
  const buttons = Array.from(section.querySelectorAll('button'));
  const last = boards.length - 1;
  const player = { current: last, show, go };

  function show(step) {
    player.current = Math.max(0, Math.min(step, last));
    boards.forEach((board, i) => board.classList.toggle('shown', i === player.current));
    links.forEach((link, i) => {
      if (i === player.current) link.setAttribute('aria-current', 'step');
      else link.removeAttribute('aria-current');
    });
    buttons.forEach((button) => { button.disabled = target(button) === player.current; });
  }

  // Selects a board, also in the address, without a new entry in the history of the browser.
  function go(step) {
    active = player;
    show(step);
    location.replace('#' + (index === 0 ? '' : index + 1 + '.') + player.current);
  }

  function target(button) {
    const targets = { first: 0, back: player.current - 1, next: player.current + 1, last };
    return Math.max(0, Math.min(targets[button.dataset.to], last));
  }

  buttons.forEach((button) => button.addEventListener('click', () => go(target(button))));
  links.forEach((link, i) => link.addEventListener('click', (event) => {
    event.preventDefault();
    go(i);
  }));
  show(last);
  return player;
});
// The difference that the arrow keys step through: the one that was used last.
let active = players[0];

function follow() {
  const parts = location.hash.match(/^#(?:(\d+)\.)?(\d+)$/);
  const player = parts && players[(parts[1] || 1) - 1];
  if (player) player.show(Number(parts[2]));
}

addEventListener('hashchange', follow);
addEventListener('keydown', (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  active.go(active.current + step);
});
follow();
