/** The worker, ferz.js, as sites use it. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { after } from 'node:test';
import { WEB, browserTest, ferz } from './tools.js';

const FILES = { '/ferz.js': 'text/javascript', '/ferz.wasm': 'application/wasm' };

const server = createServer(async ({ url }, response) => {
  response.setHeader('Content-Type', FILES[url] ?? 'text/html');
  response.end(FILES[url] ? await readFile(new URL(url.slice(1), WEB)) : '<link rel=icon href=data:,>');
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
after(() => server.close());

/**
 * Registers a test with a worker: `ask(lines, end)` posts lines, waits for a line that begins with
 * `end`, and returns all lines up to it and the milliseconds that it took.
 */
function workerTest(name, body) {
  browserTest(name, async (page, t) => {
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.evaluate(() => {
      const worker = new Worker('ferz.js');
      const lines = [];
      window.ask = async (posted, end) => {
        const start = performance.now();
        posted.forEach((line) => worker.postMessage(line));
        for (;;) {
          const index = lines.findIndex((line) => line.startsWith(end));
          if (index >= 0) return [lines.splice(0, index + 1), performance.now() - start];
          await new Promise((resolve) => (worker.onmessage = ({ data }) => {
            lines.push(data);
            resolve();
          }));
        }
      };
    });
    const ask = (lines, end) => page.evaluate((...args) => window.ask(...args), lines, end);
    await body(ask, t, page);
  });
}
