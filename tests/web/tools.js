/** Tools of the tests: the browser, the page, and the programs to compare with. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer-core';

const TARGET = new URL('../../target/', import.meta.url);
const PROGRAMS = fileURLToPath(new URL(`${process.env.FERZ_PROFILE ?? 'release'}/`, TARGET));

/** The folder with the files of `make web`. */
export const WEB = pathToFileURL(`${process.env.FERZ_WEB}/`);

/** Limit for one test and for one wait, in milliseconds: the machine may be slow and busy. */
const [TEST_LIMIT, WAIT_LIMIT] = [180_000, 60_000];

const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM,
  args: process.getuid() === 0 || process.env.CI ? ['--no-sandbox'] : [],
});
after(() => browser.close());

/** Registers a test with a browser page, which must not log errors. */
export function browserTest(name, body) {
  test(name, { timeout: TEST_LIMIT }, async (t) => {
    const page = await browser.newPage();
    page.setDefaultTimeout(WAIT_LIMIT);
    const errors = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(String(error)));
    try {
      await body(page, t);
      assert.deepEqual(errors, []);
    } finally {
      await page.close();
    }
  });
}

/** Registers a test of ferz.html, opened from the disk, which must not send requests to servers. */
export function pageTest(name, hash, body) {
  browserTest(name, async (page, t) => {
    const requests = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(new URL(`ferz.html${hash}`, WEB).href);
    await body(page, t);
    assert.deepEqual(requests.filter((url) => !/^(file|blob|data):/.test(url)), []);
  });
}

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
export function workerTest(name, body) {
  browserTest(name, async (page, t) => {
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.evaluate(() => {
      const worker = new Worker('ferz.js');
      const lines = [];
      let wake = () => {};
      worker.onmessage = ({ data }) => {
        lines.push(data);
        wake();
      };
      window.ask = async (posted, end) => {
        const start = performance.now();
        const find = () => lines.findIndex((line) => line.startsWith(end));
        posted.forEach((line) => worker.postMessage(line));
        while (find() < 0) await new Promise((resolve) => (wake = resolve));
        return [lines.splice(0, find() + 1), performance.now() - start];
      };
    });
    const ask = (lines, end) => page.evaluate((...args) => window.ask(...args), lines, end);
    await body(ask, t, page);
  });
}

/** Returns what a program prints for lines of input. */
function output(program, args, lines) {
  const { stdout, error } = spawnSync(PROGRAMS + program, args, { input: lines });
  if (error) throw error;
  return stdout.toString();
}

/** Returns what `ferz` prints for its arguments, or for lines of UCI. */
export const ferz = (args, lines = '') => output('ferz', args, lines);

/** Returns what the example `broken` prints for lines of UCI. */
export const broken = (variant, lines) => output('examples/broken', [variant], lines);

/** Returns the first difference that `ferz bisect` finds in the example `broken`. */
export function bisect(variant) {
  const engine = `${PROGRAMS}examples/broken ${variant}`;
  return JSON.parse(ferz(['bisect', '--engine', engine, '--json'])).difference;
}

export const click = (page, selector) => page.locator(selector).click();

export const text = (page, id) => page.$eval(`#${id}`, (element) => element.textContent);

/** Waits until an element is shown with a text that matches, and returns the text. */
export async function shown(page, id, pattern = /./) {
  const matches = ([name, source]) => {
    const element = document.getElementById(name);
    const found = element.checkVisibility() && new RegExp(source).test(element.textContent);
    return found && element.textContent;
  };
  const handle = await page.waitForFunction(matches, {}, [id, pattern.source]);
  return handle.jsonValue();
}

/** Replaces the text of a field, as pasting does. */
export async function paste(page, id, value) {
  await page.focus(`#${id}`);
  await page.evaluate((pasted) => {
    document.execCommand('selectAll');
    document.execCommand('insertText', false, pasted);
  }, value);
}
