/**
 * Takes the picture of the page for the README: `node picture.js FILE`, for `.ci/screenshots page`.
 * The engine `broken` moves a pinned knight in Kiwipete after three moves.
 */

import { broken, browserTest, paste, shown, text, WEB } from './tools.js';

const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
const ADDRESS = `#fen=${encodeURIComponent(KIWIPETE)}&depth=1&moves=e5d7%20b6d7%20e2b5`;

browserTest('picture', async (page) => {
  await page.setViewport({ width: 1180, height: 760 });
  await page.goto(new URL(`ferz.html${ADDRESS}`, WEB).href);
  const commands = await shown(page, 'commands', /go perft 1$/);
  await shown(page, 'time', / s$/);
  await paste(page, 'paste', broken('pinned-knight', commands));
  await shown(page, 'headline');
  await paste(page, 'answer', broken('pinned-knight', await text(page, 'question-commands')));
  await shown(page, 'rule', /^Rule/);
  await page.evaluate(() => document.activeElement.blur());
  await page.screenshot({ path: process.argv[2], fullPage: true });
});
