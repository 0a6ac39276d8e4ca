/** Tests of the requests of the page, which the worker answers in JSON. */

import assert from 'node:assert/strict';
import { workerTest } from './tools.js';

const CASTLES = '4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1';

/** Registers a test with a function that asks a worker, and resolves to its first reply. */
function requestTest(name, body) {
  workerTest(name, (ask) => body(async (request) => {
    const [lines] = await ask([JSON.stringify({ id: 1, ...request })], '{');
    return JSON.parse(lines.at(-1));
  }));
}

requestTest('every form of a position is read', async (ask) => {
  const describe = (text) => ask({ ask: 'position', text });
  const fen = '4k3/8/8/8/8/8/8/4K2R w K - 0 1';
  for (const text of [fen, `position fen ${fen}`, `${fen} id "a";`]) {
    assert.equal((await describe(text)).start, fen, text);
  }
  for (const text of ['', 'startpos', 'position startpos', '*', '[Event "none"]\n\n*']) {
    assert.equal((await describe(text)).line, 'position startpos', text);
  }
  const line = 'position startpos moves e2e4 e7e5';
  const game = '[White "Someone"]\n\n1. e4 {best by test} e5 (1... c5 2. Nf3) 1-0\n\n[White "Another"]\n\n1. d4 *';
  for (const text of ['1. e4 e5', line, 'startpos moves e2e4 e7e5', 'e4 e5', game]) {
    const found = await describe(text);
    assert.deepEqual([found.line, found.sans], [line, ['1. e4', 'e5']], text);
  }
  assert.deepEqual((await describe(game)).tags, { White: 'Someone' });
  const pawn = await describe('[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4');
  assert.equal(pawn.line, 'position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4');
});

requestTest('errors are those of the engine', async (ask) => {
  for (const [text, pattern] of [
    ['4k3/8/8/8/8/8/8/8 w - - 0 1', /^position: /],
    ['[FEN "8/8 w"]\n1. e4', /^position: /],
    ['position startpos moves e2e5', /"e2e5" is not legal on/],
    ['position nowhere', /expected startpos or fen/],
    ['1. e4 e5 2. Ke3', /^move 2\.: "Ke3" is not legal/],
    ['hello', /"hello"/],
  ]) {
    assert.match((await ask({ ask: 'position', text })).error, pattern);
  }
  for (const depth of [0, 21]) assert.match((await ask({ ask: 'count', depth })).error, /^depth: /);
  assert.match((await ask({ ask: 'compare', depth: 1, paste: 'hello' })).error, /^counts: /);
});

requestTest('castling is a move of the king to its target', async (ask) => {
  for (const [text, move] of [
    ['4k3/8/8/8/8/8/8/4K2R w K - 0 1', 'e1g1'], ['4k3/8/8/8/8/8/8/5KR1 w G - 0 1', 'f1g1'],
  ]) {
    const { legal } = await ask({ ask: 'position', text });
    const castling = legal.find(({ san }) => san === 'O-O');
    assert.deepEqual([castling.move, castling.to], [move, 'g1']);
  }
});

requestTest('the end of a game depends on its moves', async (ask) => {
  for (const [text, end, result] of [
    ['Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8', 'draw by threefold repetition', '1/2-1/2'],
    ['f3 e5 g4 Qh4#', 'checkmate, Black wins', '0-1'], ['e4', null, null],
  ]) {
    const found = await ask({ ask: 'position', text });
    assert.deepEqual([found.end, found.result], [end, result], text);
  }
});

requestTest('a comparison says what differs', async (ask) => {
  const { legal } = await ask({ ask: 'position', text: CASTLES });
  const counts = Object.fromEntries(legal.map(({ move }) => [move, 1]));
  const lines = legal.map(({ move }) => `${move}: 1\n`).join('');
  const compare = (paste, depth = 1) => ask({ ask: 'compare', text: CASTLES, depth, counts, paste });
  const stateOf = ({ rows }, wanted) => rows.find(({ move }) => move === wanted).state;

  const extra = await compare(`${lines}e1g1: 1`);
  assert.equal(extra.verdict, '1 move too many.');
  assert.equal(extra.report.rule, 'A king does not castle through an attacked square');
  assert.equal(extra.report.headline, 'Difference at depth 1 of "the position given".');
  assert.deepEqual(extra.report.arrow, ['e1', 'g1']);
  assert.deepEqual([extra.report.marks.f8, extra.report.marks.f1], ['attacker', 'path']);

  const wrong = await compare(lines.replace('e1c1: 1', 'e1c1: 9'), 2);
  assert.deepEqual([wrong.verdict, wrong.next], ['1 move with a wrong count.', 'e1c1']);
  assert.deepEqual([wrong.report, stateOf(wrong, 'e1c1')], [null, 'count']);

  const missing = await compare(lines.replace('e1c1: 1', ''));
  assert.deepEqual([missing.verdict, stateOf(missing, 'e1c1')], ['1 move missing.', 'missing']);

  const equal = await compare(lines);
  assert.deepEqual([equal.report, equal.next], [null, null]);
  assert.match(equal.verdict, /^All \d+ moves agree at depth 1\.$/);

  const total = await compare('Nodes searched: 3');
  assert.match(total.verdict, /^The totals differ: \d+ and 3\./);
  assert.equal(total.rows[0].state, 'unknown');
});
