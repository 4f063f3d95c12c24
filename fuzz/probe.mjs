/** Requests /healthz repeatedly in a worker thread, and reports the time of each response. */
import { Agent, request } from 'node:http';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';

const PAUSE_MS = 25;
const TIMEOUT_MS = 120_000;

export class Probe {
  worstMs = 0;
  count = 0;
  /** While it is set, slow responses are not reported. */
  isPaused = false;
  #thread;
  #onSlow;
  #slowMs;

  /** `onSlow` is called with the start and the duration of every response that took longer than `slowMs`. */
  constructor(origin, { slowMs, onSlow }) {
    this.#slowMs = slowMs;
    this.#onSlow = onSlow;
    this.#thread = new Worker(new URL(import.meta.url), { workerData: { origin } });
    this.#thread.on('message', ({ askedAt, tookMs }) => this.#note(askedAt, tookMs));
  }

  /** Discards the results so far. */
  reset() {
    this.worstMs = 0;
    this.count = 0;
  }

  /** Resolves with the next response. */
  async nextAnswer() {
    const before = this.count;
    while (this.count <= before + 1) await new Promise((resolve) => this.#thread.once('message', resolve));
  }

  async stop() {
    await this.#thread.terminate();
  }

  #note(askedAt, tookMs) {
    this.count += 1;
    if (this.isPaused) return;
    this.worstMs = Math.max(this.worstMs, tookMs);
    if (tookMs > this.#slowMs) this.#onSlow?.(askedAt, tookMs);
  }
}

if (!isMainThread && workerData?.origin !== undefined) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (;;) {
    const askedAt = Date.now();
    const begin = performance.now();
    await ask(`${workerData.origin}/healthz`, agent);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that of a thread has no origin
    parentPort.postMessage({ askedAt, tookMs: performance.now() - begin });
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Always resolves. Without a response, the time is the timeout. */
function ask(url, agent) {
  return new Promise((resolve) => {
    const probe = request(url, { agent, timeout: TIMEOUT_MS }, (response) => {
      response.resume().once('close', resolve);
    });
    probe.once('timeout', () => probe.destroy());
    probe.once('error', resolve);
    probe.end();
  });
}
