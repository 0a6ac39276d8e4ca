/** The worker, ferz.js, as sites use it. */

import assert from 'node:assert/strict';
import { ferz, workerTest } from './tools.js';

/** Limit for the answer to `stop`, in milliseconds. */
const STOP_LIMIT = 50;

workerTest('uci lists the options that a worker can have', async (ask) => {
  const [lines] = await ask(['uci'], 'uciok');
  const options = lines.join('\n').match(/(?<=^option name ).+(?= type )/gm);
  assert.match(lines[0], /^id name ferz/);
  for (const name of ['Hash', 'MultiPV', 'UCI_Elo']) assert.ok(options.includes(name), name);
  for (const name of ['Threads', 'SyzygyPath', 'EvalFile']) assert.ok(!options.includes(name), name);
  const native = ferz([], 'uci\n');
  for (const name of options) assert.ok(native.includes(`option name ${name} type`), name);
});

workerTest('a search answers isready and ends at stop', async (ask, t) => {
  const times = [];
  // Other programs may delay an answer, but hardly each of three.
  while (times.length < 3 && !(times.at(-1) <= STOP_LIMIT)) {
    await ask(['go infinite'], 'info depth 8 ');
    const [lines] = await ask(['isready'], 'readyok');
    assert.ok(!lines.some((line) => line.startsWith('bestmove')));
    times.push((await ask(['stop'], 'bestmove'))[1]);
  }
  const told = times.map((time) => `${time.toFixed(1)} ms`).join(', ');
  t.diagnostic(`bestmove after stop: ${told}`);
  assert.ok(times.at(-1) <= STOP_LIMIT, told);
});

workerTest('go ponder ends after ponderhit only', async (ask) => {
  await ask(['position startpos moves e2e4 e7e5', 'go ponder movetime 50'], 'info depth 10 ');
  const [lines] = await ask(['isready'], 'readyok');
  assert.ok(!lines.some((line) => line.startsWith('bestmove')));
  await ask(['ponderhit'], 'bestmove');
});

workerTest('lines are executed in their order', async (ask) => {
  const session = [
    'go depth 6', 'position startpos moves e2e4', 'go perft 1', 'go depth 6', 'position startpos',
    'go perft 5',
  ];
  const [lines] = await ask(session, 'Nodes searched: 4865609');
  const results = lines.filter((line) => /^(bestmove|Nodes)/.test(line));
  const expected = [/^bestmove .[12]/, /^Nodes searched: 20$/, /^bestmove .[78]/, /^Nodes searched: 4865609$/];
  assert.equal(results.length, expected.length, results.join('\n'));
  expected.forEach((pattern, index) => assert.match(results[index], pattern));
});

workerTest('commands that act at once do so wherever they stand', async (ask) => {
  await ask(['go infinite', 'isready'], 'readyok');
  await ask(['setoption name MultiPV value 2', 'isready'], 'readyok');
  await ask(['stop'], 'bestmove');
  await ask(['go ponder movetime 50', 'setoption name MultiPV value 1', 'ponderhit'], 'bestmove');
  // A new search ends one that does not end by itself, and no other.
  const bestmoves = async (lines) => {
    const [before] = await ask([...lines, 'position startpos', 'eval'], 'bestmove');
    const [after] = await ask(['isready'], 'bestmove');
    return [before, after].map((all) => all.findLast((line) => line.startsWith('info depth')));
  };
  await bestmoves(['go infinite', 'go depth 5']);
  const [first] = await bestmoves(['go depth 9', 'go depth 5']);
  assert.match(first, /^info depth 9 /);
  const [lines] = await ask(['go perft 5', 'quit'], 'Nodes searched');
  assert.equal(lines.at(-1), 'Nodes searched: 4865609');
});

workerTest('a line that is too long is an error, and the session goes on', async (ask) => {
  const [[error]] = await ask([`hello ${'x'.repeat(1_200_000)}`], 'info string error');
  assert.match(error, /expected at most \d+ bytes/);
  await ask(['isready'], 'readyok');
});

workerTest('bench searches as many nodes as the program', async (ask, t) => {
  const [, took] = await ask(['bench 8'], 'Nodes/second');
  const [lines] = await ask(['isready'], 'readyok');
  const nodes = (text) => text.match(/^\d+ nodes/m)[0];
  t.diagnostic(`${nodes(lines.join('\n'))} in ${(took / 1000).toFixed(1)} s`);
  assert.equal(nodes(lines.join('\n')), nodes(ferz(['bench', '8'])));
  for (const line of ['bench 16 2', 'bench 16 1 4 positions.epd']) {
    assert.match((await ask([line], 'info string'))[0].at(-1), /^info string error: bench: /);
  }
});

workerTest('bad lines get the messages of the program', async (ask) => {
  for (const line of ['hello', 'position fen 8/8', 'setoption name MultiPV value x']) {
    const [lines] = await ask([line, 'isready'], 'readyok');
    const native = ferz([], `${line}\n`).split('\n').filter((answer) => answer.startsWith('info string'));
    assert.deepEqual(lines.slice(0, -1), native.slice(-1));
  }
});

workerTest('quit ends the worker', async (ask, _t, page) => {
  await ask(['isready'], 'readyok');
  assert.equal(page.workers().length, 1);
  const ended = new Promise((resolve) => page.once('workerdestroyed', resolve));
  await page.evaluate(() => void window.ask(['quit'], 'never'));
  await ended;
});
