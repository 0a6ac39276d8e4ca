/** Connection to a worker with the engine: requests in JSON and searches in UCI. */

import { $, notice } from './dom.js';

/** Whether a worker that computes can receive `stop`, by JSPI. */
const CAN_INTERRUPT = typeof WebAssembly.Suspending === 'function';
/** Milliseconds after which a worker that does not react to `stop` is replaced. */
const PATIENCE = 1000;

/** The parts of the bundle, decoded once for all workers; `null` if the page is not bundled. */
const bundle = $('wasm') && {
  url: URL.createObjectURL(new Blob([$('worker').textContent], { type: 'text/javascript' })),
  module: unpack($('wasm').textContent).then((bytes) => WebAssembly.compile(bytes)),
};

/** Decodes gzip in characters of seven bits each, as `.ci/bundle-page` writes them. */
function unpack(text) {
  const bytes = new Uint8Array(text.length * 7 >> 3);
  let [bits, count, end] = [0, 0, 0];
  for (let i = 0; i < text.length; i++) {
    bits = bits << 7 | text.charCodeAt(i) & 127;
    count += 7;
    if (count >= 8) {
      count -= 8;
      bytes[end++] = bits >> count;
    }
  }
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}

/** A worker that does one thing at a time. It is started when it is needed. */
export class Client {
  worker = null;
  lastId = 0;
  /** What runs, by id or `search`. */
  jobs = new Map();

  /** Sends a request. Resolves to its last reply; rejects with the engine's message. */
  ask(request, onPart) {
    const id = ++this.lastId;
    return this.begin(id, [JSON.stringify({ id, ...request })], onPart);
  }

  /** Sends lines that begin a job: a request, or `search`, which resolves to a move or `null`. */
  begin(id, lines, onPart = () => {}) {
    const job = { onPart };
    this.jobs.set(id, job);
    job.done = new Promise((resolve, reject) => Object.assign(job, { resolve, reject }));
    lines.forEach((line) => this.send(line));
    return job.done;
  }

  /** Ends what runs, by replacing the worker if necessary. Resolves when nothing runs. */
  stop() {
    const done = Promise.allSettled([...this.jobs.values()].map((job) => job.done));
    if (this.jobs.size === 0) return done;
    const replace = () => {
      const why = CAN_INTERRUPT ? 'did not stop within a second' : 'cannot be interrupted here';
      this.end('resolve', { stopped: true }, `The engine ${why}, so it is started again.`);
    };
    if (CAN_INTERRUPT) this.send('stop');
    const late = setTimeout(replace, CAN_INTERRUPT ? PATIENCE : 0);
    return done.finally(() => clearTimeout(late));
  }

  /** Posts a line. A new worker is posted the module first. */
  send(line) {
    this.worker ??= this.start();
    const { worker } = this;
    this.ready.then(() => worker.postMessage(line), () => {});
  }

  start() {
    const worker = new Worker(bundle ? bundle.url : 'ferz.js');
    const die = (text) => {
      const message = `The engine failed and is started again: ${text}`;
      if (this.worker === worker) this.end('reject', new Error(message), message);
    };
    worker.onerror = (event) => die(event.message ?? 'the browser cannot start the worker');
    worker.onmessage = ({ data }) => {
      if (typeof data === 'object') die(data.died);
      else if (this.worker === worker) this.receive(data);
    };
    const post = (module) => module && worker.postMessage({ module });
    this.ready = Promise.resolve(bundle?.module).then(post);
    this.ready.catch((error) => die(error.message));
    return worker;
  }

  receive(line) {
    if (line.startsWith('{')) {
      const reply = JSON.parse(line);
      if (reply.error) this.settle(reply.id, 'reject', new Error(reply.error));
      else if (reply.done) this.settle(reply.id, 'resolve', reply);
      else this.jobs.get(reply.id)?.onPart(reply);
    } else if (line.startsWith('bestmove')) {
      const [move] = line.match(/([a-h][1-8]){2}\w?/) ?? [null];
      this.settle('search', 'resolve', move);
    } else this.jobs.get('search')?.onPart(line);
  }

  settle(id, how, value) {
    const job = this.jobs.get(id);
    this.jobs.delete(id);
    job?.[how](value);
  }

  /** Ends the worker, and with it all jobs; the next line that is sent starts another. */
  end(how, value, message) {
    this.worker.terminate();
    this.worker = null;
    this.settle('search', 'resolve', null);
    for (const id of [...this.jobs.keys()]) this.settle(id, how, value);
    notice(message);
  }
}
