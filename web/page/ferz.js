// The chess engine ferz as a web worker that speaks UCI, one line a message, as stockfish.js does:
//
//   const ferz = new Worker('ferz.js');          // loads ferz.wasm from the same folder
//   ferz.onmessage = ({ data }) => console.log(data);
//   ferz.postMessage('go depth 12');
//
// A line that begins with "{" is a request of the page ferz.html (web/src/requests.rs). If the first
// message is an object { module }, that WebAssembly.Module is used. After a fault, the worker posts
// an object { died: reason } and is of no further use.
//
// ferz.wasm is a program for WASI (https://wasi.dev) with one thread. During a search, it calls
// sched_yield. With JSPI (https://github.com/WebAssembly/js-promise-integration), it waits there
// until this worker has received its messages, so that "stop" acts at once. Without JSPI, a search
// cannot be stopped, except by terminate().
'use strict';

/** Longest time without receiving messages, in milliseconds. */
const YIELD_INTERVAL = 10;
/** Error numbers of WASI. */
const [SUCCESS, BAD_FILE, NOT_SUPPORTED] = [0, 8, 58];
/** Thrown at the end of the program, after "quit". */
const QUIT = new Error('the program has ended');

const hasJspi = typeof WebAssembly.Suspending === 'function';
const decoders = [1, 2].map(() => new TextDecoder());
const channel = new MessageChannel();

/** The compiled program, a promise; undefined until it is needed. */
let module;
/** The exported functions; undefined until the program has started. */
let exports;
/** Bytes that the program has not read yet. */
let input = new Uint8Array();
/** Text that the program has written without a line end: output and errors. */
const unfinished = ['', ''];
/** The last lines of the errors. */
let lastError = '';
let [isRunning, lastYield] = [false, 0];

onmessage = ({ data }) => {
  if (data.module) return void ({ module } = data);
  input = new Uint8Array([...input, ...new TextEncoder().encode(`${data}\n`)]);
  if (!isRunning) run();
};

/** Lets the program execute all that has arrived. */
async function run() {
  isRunning = true;
  try {
    exports ??= await start();
    while (input.length > 0) await exports.run();
    isRunning = false;
  } catch (error) {
    // The program cannot go on, so later lines stay unread.
    if (error !== QUIT) postMessage({ died: lastError || String(error) });
  }
}

async function start() {
  module ??= fetch(new URL('ferz.wasm', location.href))
    .then((response) => (response.ok ? response.arrayBuffer() : Promise.reject(response.statusText)))
    .then((bytes) => WebAssembly.compile(bytes));
  const imports = { wasi_snapshot_preview1: new Proxy(wasi, { get: (all, name) => all[name] ?? refuse }) };
  const { run, hear, memory } = (await WebAssembly.instantiate(await module, imports)).exports;
  return { run: hasJspi ? WebAssembly.promising(run) : run, hear, memory };
}

const refuse = () => NOT_SUPPORTED;
const suspending = (wait) => (hasJspi ? new WebAssembly.Suspending(wait) : wait);
const view = () => new DataView(exports.memory.buffer);
const slice = (start, length) => new Uint8Array(exports.memory.buffer, start, length);

/** Returns the buffers that a function of WASI reads or fills. */
function buffers(list, count) {
  const memory = view();
  const at = (i) => slice(memory.getUint32(list + 8 * i, true), memory.getUint32(list + 8 * i + 4, true));
  return Array.from({ length: count }, (_, i) => at(i));
}

/** Prints what the program has written: its output as messages, its errors on the console. */
function print(stream, bytes) {
  const lines = (unfinished[stream] + decoders[stream].decode(bytes, { stream: true })).split('\n');
  unfinished[stream] = lines.pop();
  for (const line of lines) {
    if (stream === 0) postMessage(line);
    else console.error((lastError = line));
  }
}

/** The functions of WASI that the program needs; it has no files, and no other system. */
const wasi = {
  clock_time_get(clock, _precision, result) {
    const millis = clock === 0 ? Date.now() : performance.now();
    view().setBigUint64(result, BigInt(Math.round(millis * 1e6)), true);
    return SUCCESS;
  },
  environ_sizes_get: (count, size) => (slice(count, 4).fill(0), slice(size, 4).fill(0), SUCCESS),
  environ_get: () => SUCCESS,
  fd_prestat_get: () => BAD_FILE,
  fd_read(_file, list, count, result) {
    let read = 0;
    for (const buffer of buffers(list, count)) {
      const bytes = input.subarray(0, buffer.length);
      buffer.set(bytes);
      input = input.subarray(bytes.length);
      read += bytes.length;
    }
    view().setUint32(result, read, true);
    return SUCCESS;
  },
  fd_write(file, list, count, result) {
    const all = buffers(list, count);
    all.forEach((buffer) => print(file - 1, buffer));
    view().setUint32(result, all.reduce((sum, { length }) => sum + length, 0), true);
    return SUCCESS;
  },
  /** Sleeps until the time of the program's only subscription, a clock. */
  poll_oneoff: suspending((subscription, event, _count, result) => {
    const millis = Number(view().getBigUint64(subscription + 24, true)) / 1e6;
    slice(event, 32).fill(0);
    slice(event, 8).set(slice(subscription, 8));
    view().setUint32(result, 1, true);
    if (hasJspi) return new Promise((resolve) => setTimeout(resolve, millis, SUCCESS));
    for (const end = performance.now() + millis; performance.now() < end;);
    return SUCCESS;
  }),
  proc_exit(status) {
    close();
    throw status === 0 ? QUIT : new Error(`the program ended with status ${status}`);
  },
  random_get: (start, length) => (crypto.getRandomValues(slice(start, length)), SUCCESS),
  /** Receives the messages that have arrived, and passes them to the program. */
  sched_yield: suspending(() => {
    if (performance.now() < lastYield + YIELD_INTERVAL) return SUCCESS;
    return hasJspi ? received().then(hear) : hear();
  }),
};

/** Resolves when this worker has received the messages that have arrived. */
const received = () => new Promise((resolve) => {
  channel.port1.onmessage = resolve;
  channel.port2.postMessage(null);
});

function hear() {
  exports.hear();
  lastYield = performance.now();
  return SUCCESS;
}
