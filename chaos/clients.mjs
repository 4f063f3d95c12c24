import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { LISTED_MODEL, TOKENS, UNLISTED_MODEL, requestFor } from './scene.mjs';

const CALL_MS = 6_000;
const RETRY_MS = 400;
/** Whoever has had no answer for so long gives up, and never knows. */
const TIMEOUT_MS = 90_000;
const READ_EVERY_MS = 1_200;
const DUPLICATES_EVERY = 12;

/**
 * How a client makes sure: `key` sends an Idempotency-Key and tries until it has an answer, `library` tries as the
 * official libraries do, `bare` asks again only where no gateway was reachable.
 */
const MANNERS = [
  ['key', 65],
  ['library', 20],
  ['bare', 15],
];

/** People who want videos, and write down all that they were told. */
export class Clients {
  /** One entry for each video that somebody wanted. */
  submissions = [];

  constructor({ random, origin, beforeEach, label }) {
    Object.assign(this, { random, origin, beforeEach, label });
  }

  /** So many requests, spread over a time. Ends when every task that is known of has ended, or with the signal. */
  async run(count, spanMs, signal) {
    // Every client listens: their number says nothing about a leak.
    setMaxListeners(0, signal);
    this.submissions = Array.from({ length: count }, (_, index) => this.#plan(index));
    const begins = this.submissions.map(() => this.random.between(0, spanMs)).toSorted((a, b) => a - b);
    await Promise.all(
      this.submissions.map(async (submission, index) => {
        await sleep(begins[index], undefined, { signal });
        await this.#live(submission, signal);
      }),
    ).catch((error) => {
      if (!signal.aborted) throw error;
    });
  }

  #plan(index) {
    const manner = this.random.pick(MANNERS);
    const model = this.random.isLucky(0.75) ? LISTED_MODEL : UNLISTED_MODEL;
    const isDuplicate = manner === 'key' && model === LISTED_MODEL && index % DUPLICATES_EVERY < 3;
    const topic = isDuplicate ? `duplicates ${Math.floor(index / DUPLICATES_EVERY)}` : `order ${index}`;
    return {
      index,
      manner,
      model,
      isDuplicate,
      prompt: `${this.label}, ${topic}`,
      token: TOKENS[this.random.isLucky(0.5) ? 0 : 1],
      isSentTwice: manner === 'key' && this.random.isLucky(0.15),
      cancelAfterMs: this.random.isLucky(0.06) ? this.random.between(0, 4_000) : undefined,
      /** Every id that it was given. */
      taskIds: new Set(),
      refusals: [],
      reads: [],
    };
  }

  async #live(submission, signal) {
    await this.beforeEach();
    const senders = submission.isSentTwice ? 2 : 1;
    await Promise.all(Array.from({ length: senders }, () => this.#send(submission, signal)));
    const [id] = submission.taskIds;
    if (id === undefined) return;
    await Promise.all([this.#watch(submission, id, signal), this.#cancel(submission, id, signal)]);
  }

  async #send(submission, signal) {
    const { manner, index, model, prompt } = submission;
    const giveUpAt = Date.now() + TIMEOUT_MS;
    for (let attempt = 0; Date.now() < giveUpAt; attempt += 1) {
      const headers = {
        ...(manner === 'key' ? { 'idempotency-key': `${this.label} ${index}` } : {}),
        ...(manner === 'library' ? { 'x-stainless-retry-count': String(attempt) } : {}),
      };
      const answer = await this.#call(submission, '', {
        method: 'POST',
        headers,
        body: requestFor(model, prompt),
      });
      if (answer?.status === 200) return void submission.taskIds.add(answer.json.task_id);
      if (isRefusal(answer))
        return void submission.refusals.push(`${answer.status} ${JSON.stringify(answer.json)}`);
      if (manner === 'bare' && !answer?.isUnheard) return;
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

  /** Undefined where there was no whole answer, unless nobody can have heard the question. */
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

/** A word that it would not help to repeat the question. That the first one is still being handled is none. */
function isRefusal(answer) {
  return answer?.status >= 400 && answer.status < 500 && answer.status !== 409;
}
