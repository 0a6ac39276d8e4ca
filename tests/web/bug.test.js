/** The view "Find my bug". */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { bisect, broken, click, ferz, pageTest, paste, shown, text } from './tools.js';

const source = readFileSync(new URL('../../tests/common/broken.rs', import.meta.url), 'utf8');
const VARIANTS = [...source.matchAll(/Self::\w+ => "(.+)"/g)].map(([, name]) => name);

/** The positions of https://www.chessprogramming.org/Perft_Results, with a depth and its count. */
const STANDARD = [
  ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 6, 119_060_324],
  ['r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', 5, 193_690_690],
  ['8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', 7, 178_633_661],
  ['r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1', 6, 706_045_033],
  ['rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8', 5, 89_941_194],
  ['r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10', 5, 164_075_551],
];

/** Counts, when the page has shown its first position. */
async function count(page, position, depth) {
  await shown(page, 'commands');
  await paste(page, 'fen', position);
  await paste(page, 'depth', String(depth));
  await click(page, '#count');
}

/** Waits until the page names commands that end with this line. */
const commandsOf = (page, depth) => shown(page, 'commands', new RegExp(`go perft ${depth}$`));

/** Compares with the program that has a fault, and returns the verdict. */
async function compare(page, variant, depth) {
  await paste(page, 'paste', broken(variant, `${await commandsOf(page, depth)}\n`));
  return shown(page, 'verdict');
}

for (const variant of VARIANTS) {
  pageTest(`the fault ${variant} is found by pasting and clicking`, '', async (page) => {
    const { start_fen: start, depth, rule } = bisect(variant);
    await count(page, start, depth);
    await compare(page, variant, depth);
    for (let left = depth - 1; await page.$('#report[hidden]'); left--) {
      await click(page, '#counts tr[data-state=count] button');
      await compare(page, variant, left);
    }
    while (await page.$('#question:not([hidden])')) {
      assert.doesNotMatch(await text(page, 'rule'), /^Rule/);
      const question = await text(page, 'question-commands');
      await paste(page, 'answer', broken(variant, `${question}\n`));
      await page.waitForFunction((former) =>
        document.getElementById('question-commands').textContent !== former, {}, question);
    }
    assert.equal((await text(page, 'rule')).toLowerCase(), `rule: ${rule.text}`.toLowerCase());
  });
}

for (const [fen, depth, expected] of STANDARD) {
  pageTest(`perft ${depth} of ${fen}`, '', async (page, t) => {
    await count(page, fen, depth);
    await shown(page, 'total', new RegExp(`^${expected.toLocaleString('en')}$`));
    t.diagnostic(await shown(page, 'time'));
  });
}

pageTest('after a bad FEN, the page shows the message of the engine and stays', '', async (page) => {
  await shown(page, 'total', /197,281/);
  const state = () => Promise.all(['commands', 'counts', 'total'].map((id) => text(page, id)));
  const before = await state();
  await count(page, '8/8/8/8/8/8/8/8 w - - 0 1', 2);
  assert.match(await shown(page, 'fen-error'), /king/);
  assert.deepEqual(await state(), before);
});

pageTest('what is typed before the first position stays', '', async (page) => {
  await shown(page, 'total', /197,281/);
  await page.evaluateOnNewDocument(() => addEventListener('DOMContentLoaded', () => {
    document.getElementById('fen').value = 'typed';
  }));
  await page.reload();
  await shown(page, 'total', /197,281/);
  assert.equal(await page.$eval('#fen', ({ value }) => value), 'typed');
});

pageTest('a move that is printed twice does not hide its count', '#depth=2', async (page) => {
  await shown(page, 'time', / s$/);
  const right = ferz([], 'go perft 2\n');
  await paste(page, 'paste', `e2e4: 20\n${right}`);
  await shown(page, 'verdict', /1 move too many/);
  assert.equal(await text(page, 'total'), '400');
  await paste(page, 'paste', right);
  await shown(page, 'verdict', /All 20 moves agree/);
  await paste(page, 'paste', 'nothing');
  await shown(page, 'paste-error', /found no counts/);
  assert.equal(await text(page, 'verdict'), '');
});

pageTest('a long count tells the time left, can be left and stopped', '#depth=9', async (page, t) => {
  await shown(page, 'left', /about .+ left/);
  const took = await page.evaluate(async () => {
    const start = performance.now();
    document.getElementById('tab-play').click();
    const isShown = () => document.getElementById('play-board').checkVisibility();
    while (!isShown()) await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - start;
  });
  t.diagnostic(`the other view is shown after ${took.toFixed(0)} ms`);
  assert.ok(took < 200, `${took} ms`);
  await click(page, '#tab-bug');
  await click(page, '#count');
  await shown(page, 'left', /about .+ left/);
  await click(page, '#stop-count');
  await shown(page, 'time', /Ended before/);
  assert.equal(await text(page, 'notice'), '');
});

pageTest('a worker that dies is started again', '#depth=9', async (page) => {
  await shown(page, 'left', /about .+ left/);
  for (const worker of page.workers()) {
    await worker.evaluate(() => {
      exports.hear = () => {
        throw new Error('killed by the test');
      };
    });
  }
  await shown(page, 'notice', /started again: .*killed by the test/);
  await count(page, '', 3);
  await shown(page, 'total', /8,902/);
});

const KIWIPETE = encodeURIComponent(STANDARD[1][0]);
pageTest('a link restores the state', `#fen=${KIWIPETE}&depth=2&moves=e1g1`, async (page) => {
  await shown(page, 'total', /2,059/);
  assert.equal(await page.$eval('#depth', ({ value }) => value), '2');
  assert.match(await text(page, 'path'), /start.*e1g1/);
});
