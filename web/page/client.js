/** Connection to a worker with the engine: requests in JSON and searches in UCI. */

import { $ } from './dom.js';

/** Whether a running worker can hear `stop`. */
const CAN_INTERRUPT = typeof WebAssembly.Suspending === 'function';

/** Milliseconds after which a worker that does not react to `stop` is replaced. */
const PATIENCE = 1000;

/** The parts of the bundle, decoded once for all workers; `null` if the page is not bundled. */
const bundle = $('wasm') && {
  url: URL.createObjectURL(new Blob([$('worker').textContent], { type: 'text/javascript' })),
  module: unpack($('wasm').textContent).then((bytes) => WebAssembly.compile(bytes)),
};

/** Decodes base64 and gzip. */
function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}

/** A worker that does one thing at a time. It is started when needed, and again when it died. */
export class Client {
  /** `onNotice(text)` is called when the worker had to be replaced. */
  constructor(onNotice) {
    this.onNotice = onNotice;
    this.worker = null;
    this.lastId = 0;
    /** Requests without their last reply, by id: `{ onPart, resolve, reject }`. */
    this.requests = new Map();
    /** The search that runs: `{ onInfo, resolve }`. */
    this.search = null;
    /** Functions that wait until nothing runs. */
    this.waiting = [];
  }

  /** Sends a request. Resolves to its last reply; rejects with the engine's message. */
  ask(request, onPart = () => {}) {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.requests.set(id, { onPart, resolve, reject });
      this.send(JSON.stringify({ id, ...request }));
    });
  }

  /** Sends UCI commands that end with `go`. Resolves to the best move; to `null` without one. */
  go(lines, onInfo) {
    return new Promise((resolve) => {
      this.search = { onInfo, resolve };
      for (const line of lines) this.send(line);
    });
  }

  /** Ends what runs, by replacing the worker if necessary. Resolves when nothing runs. */
  stop() {
    if (!this.isBusy()) return Promise.resolve();
    const stopped = new Promise((resolve) => this.waiting.push(resolve));
    if (!CAN_INTERRUPT) {
      this.replace('This browser cannot interrupt the engine, so it was started again.');
      return stopped;
    }
    this.send('stop');
    const worker = this.worker;
    setTimeout(() => {
      if (this.waiting.length === 0 || this.worker !== worker) return;
      this.replace('The engine did not stop within a second, so it was started again.');
    }, PATIENCE);
    return stopped;
  }

  isBusy() {
    return this.search !== null || this.requests.size > 0;
  }

  /** Posts a line; a new worker is posted the module first. */
  send(line) {
    this.worker ??= this.start();
    const { worker } = this;
    this.ready.then(() => worker.postMessage(line), () => {});
  }

  start() {
    const worker = new Worker(bundle ? bundle.url : 'ferz.js');
    const died = (text) => {
      if (this.worker === worker) this.die(text);
    };
    worker.onmessage = ({ data }) => {
      if (this.worker !== worker) return;
      if (typeof data === 'object') died(data.died);
      else this.receive(data);
    };
    worker.onerror = (event) => died(event.message ?? 'the worker does not start');
    this.ready = Promise.resolve(bundle?.module)
      .then((module) => module && worker.postMessage({ module }));
    this.ready.catch((error) => died(error.message));
    return worker;
  }

  receive(line) {
    if (line.startsWith('{')) {
      const reply = JSON.parse(line);
      const request = this.requests.get(reply.id);
      if (!reply.done) return request?.onPart(reply);
      this.requests.delete(reply.id);
      if (reply.error) request?.reject(new Error(reply.error));
      else request?.resolve(reply);
    } else if (line.startsWith('bestmove')) {
      const move = line.split(' ')[1];
      this.endSearch(/^[a-h]/.test(move) ? move : null);
    } else if (line.startsWith('info')) {
      this.search?.onInfo(line);
    }
    this.wake();
  }

  endSearch(move) {
    const { search } = this;
    this.search = null;
    search?.resolve(move);
  }

  /** Calls those who wait in `stop`. */
  wake() {
    if (!this.isBusy()) this.waiting.splice(0).forEach((resolve) => resolve());
  }

  /** Ends the worker on purpose: what ran counts as stopped. */
  replace(text) {
    this.drop(({ resolve }) => resolve({ stopped: true, done: true }));
    this.onNotice(text);
  }

  die(text) {
    const message = `The engine failed and was started again: ${text}`;
    this.drop(({ reject }) => reject(new Error(message)));
    this.onNotice(message);
  }

  /** Ends the worker; the next line starts another. */
  drop(settle) {
    this.worker.terminate();
    this.worker = null;
    const requests = [...this.requests.values()];
    this.requests.clear();
    requests.forEach(settle);
    this.endSearch(null);
    this.wake();
  }
}
