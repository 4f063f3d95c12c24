import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { LISTED_MODEL, TOKENS, UNLISTED_MODEL, requestFor } from './setup.mjs';

const CALL_MS = 6_000;
const RETRY_MS = 400;
/** A client without a response gives up after this time. */
const TIMEOUT_MS = 90_000;
const READ_EVERY_MS = 1_200;
const DUPLICATES_EVERY = 12;

/**
 * How a client retries: `key` sends an Idempotency-Key and retries until it has a response, `library` retries like the
 * official libraries, and `bare` retries only if no gateway was reachable.
 */
const RETRY_MODES = [
  ['key', 65],
  ['library', 20],
  ['bare', 15],
];

/** Clients that submit videos, and record all responses. */
export class Clients {
  /** One entry per submission. */
  submissions = [];

  constructor({ random, origin, beforeEach, label }) {
    Object.assign(this, { random, origin, beforeEach, label });
  }

  /** Submits the requests, distributed over the time span. Ends when every known task has ended, or with the signal. */
  async run(count, spanMs, signal) {
    // Every client adds a listener, so a large number is no leak.
    setMaxListeners(0, signal);
    this.submissions = Array.from({ length: count }, (_, index) => this.#plan(index));
    const begins = this.submissions.map(() => this.random.between(0, spanMs)).toSorted((a, b) => a - b);
    await Promise.all(
      this.submissions.map(async (submission, index) => {
        await sleep(begins[index], undefined, { signal });
        await this.#runSubmission(submission, signal);
      }),
    ).catch((error) => {
      if (!signal.aborted) throw error;
    });
  }

  #plan(index) {
    const retryMode = this.random.pick(RETRY_MODES);
    const model = this.random.isTrue(0.75) ? LISTED_MODEL : UNLISTED_MODEL;
    const isDuplicate = retryMode === 'key' && model === LISTED_MODEL && index % DUPLICATES_EVERY < 3;
    const topic = isDuplicate ? `duplicates ${Math.floor(index / DUPLICATES_EVERY)}` : `submission ${index}`;
    return {
      index,
      retryMode,
      model,
      isDuplicate,
      prompt: `${this.label}, ${topic}`,
      token: TOKENS[this.random.isTrue(0.5) ? 0 : 1],
      isSentTwice: retryMode === 'key' && this.random.isTrue(0.15),
      cancelAfterMs: this.random.isTrue(0.06) ? this.random.between(0, 4_000) : undefined,
      /** The ids in the responses. */
      taskIds: new Set(),
      refusals: [],
      reads: [],
    };
  }

  async #runSubmission(submission, signal) {
    await this.beforeEach();
    const senders = submission.isSentTwice ? 2 : 1;
    await Promise.all(Array.from({ length: senders }, () => this.#send(submission, signal)));
    const [id] = submission.taskIds;
    if (id === undefined) return;
    await Promise.all([this.#watch(submission, id, signal), this.#cancel(submission, id, signal)]);
  }

  async #send(submission, signal) {
    const { retryMode, index, model, prompt } = submission;
    const deadline = Date.now() + TIMEOUT_MS;
    for (let attempt = 0; Date.now() < deadline; attempt += 1) {
      const headers = {
        ...(retryMode === 'key' ? { 'idempotency-key': `${this.label} ${index}` } : {}),
        ...(retryMode === 'library' ? { 'x-stainless-retry-count': String(attempt) } : {}),
      };
      const answer = await this.#call(submission, '', {
        method: 'POST',
        headers,
        body: requestFor(model, prompt),
      });
      if (answer?.status === 200) return void submission.taskIds.add(answer.json.task_id);
      if (isRefusal(answer))
        return void submission.refusals.push(`${answer.status} ${JSON.stringify(answer.json)}`);
      if (retryMode === 'bare' && !answer?.isUnheard) return;
      await sleep(RETRY_MS, undefined, { signal });
    }
  }

  async #watch(submission, id, signal) {
    for (;;) {
      const answer = await this.#call(submission, `/${id}`, { method: 'GET' });
      if (answer?.status < 500) submission.reads.push(answer);
      if (['completed', 'failed'].includes(answer?.json.status)) return;
      await sleep(READ_EVERY_MS, undefined, { signal });
    }
  }

  async #cancel(submission, id, signal) {
    if (submission.cancelAfterMs === undefined) return;
    await sleep(submission.cancelAfterMs, undefined, { signal });
    await this.#call(submission, `/${id}/cancel`, { method: 'POST' });
  }

  /** Undefined without a complete response. `isUnheard` is set if no gateway can have received the request. */
  async #call({ token }, path, { method, headers, body }) {
    try {
      const response = await fetch(`${this.origin}/v1/video/generations${path}`, {
        method,
        headers: { authorization: `Bearer ${token.key}`, 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(CALL_MS),
      });
      return { status: response.status, json: await response.json() };
    } catch (error) {
      return error.cause?.code === 'ECONNREFUSED' ? { isUnheard: true, json: {} } : undefined;
    }
  }
}

/** A status that a retry would not change. 409 means that the first request is still in progress. */
function isRefusal(answer) {
  return answer?.status >= 400 && answer.status < 500 && answer.status !== 409;
}
