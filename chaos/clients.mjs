import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { LISTED_MODEL, TOKENS, UNLISTED_MODEL, requestFor } from './scene.mjs';

const CALL_MS = 6_000;
const RETRY_MS = 400;
/** Whoever has had no answer for so long gives up, and never knows. */
const PATIENCE_MS = 90_000;
const READ_EVERY_MS = 1_200;
const TWINS_EVERY = 12;

/**
 * How a client makes sure: `key` sends an Idempotency-Key and tries until it has an answer, `library` tries as the
 * official libraries do, `bare` asks again only where nobody was there to hear it.
 */
const MANNERS = [
  ['key', 65],
  ['library', 20],
  ['bare', 15],
];

/** People who want films, and write down all that they were told. */
export class Clients {
  /** One entry for each film that somebody wanted. */
  orders = [];

  constructor({ random, origin, beforeEach, label }) {
    Object.assign(this, { random, origin, beforeEach, label });
  }

  /** So many wishes, spread over a time. Ends when every task that is known of has ended, or with the signal. */
  async run(count, spanMs, signal) {
    // Every client listens: their number says nothing about a leak.
    setMaxListeners(0, signal);
    this.orders = Array.from({ length: count }, (_, index) => this.#plan(index));
    const begins = this.orders.map(() => this.random.between(0, spanMs)).toSorted((a, b) => a - b);
    await Promise.all(
      this.orders.map(async (order, index) => {
        await sleep(begins[index], undefined, { signal });
        await this.#live(order, signal);
      }),
    ).catch((error) => {
      if (!signal.aborted) throw error;
    });
  }

  #plan(index) {
    const manner = this.random.pick(MANNERS);
    const model = this.random.isLucky(0.75) ? LISTED_MODEL : UNLISTED_MODEL;
    const isTwin = manner === 'key' && model === LISTED_MODEL && index % TWINS_EVERY < 3;
    const topic = isTwin ? `twins ${Math.floor(index / TWINS_EVERY)}` : `order ${index}`;
    return {
      index,
      manner,
      model,
      isTwin,
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

  async #live(order, signal) {
    await this.beforeEach();
    const senders = order.isSentTwice ? 2 : 1;
    await Promise.all(Array.from({ length: senders }, () => this.#send(order, signal)));
    const [id] = order.taskIds;
    if (id === undefined) return;
    await Promise.all([this.#watch(order, id, signal), this.#cancel(order, id, signal)]);
  }

  async #send(order, signal) {
    const { manner, index, model, prompt } = order;
    const giveUpAt = Date.now() + PATIENCE_MS;
    for (let attempt = 0; Date.now() < giveUpAt; attempt += 1) {
      const headers = {
        ...(manner === 'key' ? { 'idempotency-key': `${this.label} ${index}` } : {}),
        ...(manner === 'library' ? { 'x-stainless-retry-count': String(attempt) } : {}),
      };
      const answer = await this.#call(order, '', {
        method: 'POST',
        headers,
        body: requestFor(model, prompt),
      });
      if (answer?.status === 200) return void order.taskIds.add(answer.json.task_id);
      if (isRefusal(answer))
        return void order.refusals.push(`${answer.status} ${JSON.stringify(answer.json)}`);
      if (manner === 'bare' && !answer?.isUnheard) return;
      await sleep(RETRY_MS, undefined, { signal });
    }
  }

  async #watch(order, id, signal) {
    for (;;) {
      const answer = await this.#call(order, `/${id}`, { method: 'GET' });
      if (answer?.status < 500) order.reads.push(answer);
      if (['completed', 'failed'].includes(answer?.json.status)) return;
      await sleep(READ_EVERY_MS, undefined, { signal });
    }
  }

  async #cancel(order, id, signal) {
    if (order.cancelAfterMs === undefined) return;
    await sleep(order.cancelAfterMs, undefined, { signal });
    await this.#call(order, `/${id}/cancel`, { method: 'POST' });
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
