/** Asks /healthz again and again, in a thread of its own, and tells how long each answer took. */
import { Agent, request } from 'node:http';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';

const PAUSE_MS = 25;
const TIMEOUT_MS = 120_000;

export class Probe {
  worstMs = 0;
  count = 0;
  /** While it is, answers may take as long as they like. */
  isPaused = false;
  #thread;
  #onSlow;
  #slowMs;

  /** `onSlow` is told of every answer that took longer than `slowMs`: when it was asked for, and how long it took. */
  constructor(origin, { slowMs, onSlow }) {
    this.#slowMs = slowMs;
    this.#onSlow = onSlow;
    this.#thread = new Worker(new URL(import.meta.url), { workerData: { origin } });
    this.#thread.on('message', ({ askedAt, tookMs }) => this.#note(askedAt, tookMs));
  }

  /** Forgets what was seen so far; what is asked from now on counts. */
  reset() {
    this.worstMs = 0;
    this.count = 0;
  }

  /** Resolves when one more answer has come than had before. */
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

/** Resolves in any case: what does not answer has taken as long as it was waited for. */
function ask(url, agent) {
  return new Promise((resolve) => {
    const asked = request(url, { agent, timeout: TIMEOUT_MS }, (response) => {
      response.resume().once('close', resolve);
    });
    asked.once('timeout', () => asked.destroy());
    asked.once('error', resolve);
    asked.end();
  });
}
