/** The view "Play and analyse", and the look of both views. */

import assert from 'node:assert/strict';
import { click, ferz, pageTest, paste, shown, text } from './tools.js';

/** Returns the moves of the address. */
async function movesOf(page) {
  const hash = await page.evaluate(() => location.hash.slice(1));
  return new URLSearchParams(hash).get('moves').split(' ');
}

/** Waits until the list has the start and this number of moves. */
const listed = (page, count) => page.waitForFunction(
  (expected) => document.querySelectorAll('#moves button').length === expected, {}, count + 1);

const square = (name) => `#play-board [data-square=${name}]`;

pageTest('a game of ten moves', '#view=play', async (page) => {
  await page.select('#color', 'black');
  await page.select('#movetime', '0.5');
  await click(page, '#new-game');
  await shown(page, 'status', /New game: you play Black against ferz at Elo 1600\./);
  for (let number = 1; number <= 10; number++) {
    await shown(page, 'status', /Black to move/);
    // The program chooses our moves. It refuses a line with an illegal move.
    const moves = (await movesOf(page)).join(' ');
    const answer = ferz([], `position startpos moves ${moves}\ngo depth 4\n`);
    assert.doesNotMatch(answer, /info string/);
    const [, from, to] = answer.match(/bestmove (..)(..)/);
    await click(page, square(from));
    await click(page, square(to));
    await listed(page, 2 * number + 1);
  }
  await shown(page, 'status', /Black to move/);
  const game = await movesOf(page);
  assert.equal(game.length, 21);

  await click(page, '#copy-pgn');
  await shown(page, 'notice', /Copied/);
  await click(page, '#take-back');
  await listed(page, 19);
  assert.deepEqual(await movesOf(page), game.slice(0, 19));

  await page.focus('#pgn');
  await page.keyboard.press('v', { commands: ['Paste'] });
  await click(page, '#load');
  await listed(page, 21);
  assert.deepEqual(await movesOf(page), game);
});

pageTest('moves are made by keyboard', '#view=play', async (page) => {
  await page.waitForSelector(`${square('e2')}.own`);
  await page.focus('#play-board [tabindex="0"]');
  for (const key of ['Enter', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await shown(page, 'moves', /1\. e4/);
});

pageTest('a bad PGN is answered by the message of the engine', '#view=play', async (page) => {
  await shown(page, 'status', /White to move/);
  await paste(page, 'pgn', '1. e4 e5 2. Ke3');
  await click(page, '#load');
  assert.match(await shown(page, 'pgn-error'), /Ke3/);
  assert.equal(await text(page, 'status'), 'White to move.');
});

pageTest('two moves at once are one move', '#view=play', async (page) => {
  await page.waitForSelector(`${square('e2')}.own`);
  await page.select('#color', 'both');
  await click(page, '#from-here');
  await page.evaluate(() => ['e2', 'e4', 'd2', 'd4'].forEach((name) =>
    document.querySelector(`#play-board [data-square=${name}]`).click()));
  await shown(page, 'status', /Black to move/);
  assert.deepEqual(await movesOf(page), ['e2e4']);
});

pageTest('a screen of 390 pixels needs no horizontal scrolling', '#depth=1', async (page) => {
  await page.setViewport({ width: 390, height: 844, isMobile: true, hasTouch: true });
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await shown(page, 'total', /20/);
  assert.equal(await width(), 390);
  await paste(page, 'paste', 'e2e5: 1\nNodes searched: 1');
  await shown(page, 'report', /Extra e2e5/);
  await shown(page, 'legend', /The board shows e2e5/);
  assert.equal(await width(), 390);
  await click(page, '#tab-play');
  await click(page, '#analysis');
  await shown(page, 'lines', /depth/);
  await click(page, '#explain summary');
  await shown(page, 'contributions', /Queens\+[\d.]+-[\d.]+.*Network.*Score/);
  assert.equal(await width(), 390);
});

pageTest('dark mode has light text on a dark page', '', async (page) => {
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
  const brightness = (property) => page.$eval('body', (body, name) => {
    const channels = getComputedStyle(body)[name].match(/\d+/g).slice(0, 3).map(Number);
    return channels.reduce((sum, channel) => sum + channel) / 3;
  }, property);
  assert.ok(await brightness('backgroundColor') < 50);
  assert.ok(await brightness('color') > 200);
});
