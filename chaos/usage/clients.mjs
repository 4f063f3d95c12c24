import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { FORMATS } from './dialects.mjs';

const MAX_AT_ONCE = 96;
const TRY_AGAIN_MS = 50;
/** Longer than any response takes. */
const TIMEOUT_MS = 60_000;

/** Clients that read streams or disconnect, and record what they received. */
export class Clients {
  /** What each client received, by the number of its stream. */
  seen = [];
  #gateways;
  #random;
  #keys;

  constructor({ gateways, tokens, random }) {
    this.#gateways = gateways;
    this.#random = random;
    this.#keys = new Map(tokens.map(({ name, key }) => [name, key]));
  }

  /** Runs all streams, distributed over the time span. */
  async run(plans, spanMs) {
    const startedAt = Date.now();
    const queue = plans
      .map((plan) => ({ plan, atMs: this.#random.between(0, spanMs) }))
      .toSorted((left, right) => left.atMs - right.atMs)
      .values();
    const lane = async () => {
      for (const { plan, atMs } of queue) {
        await sleep(Math.max(0, startedAt + atMs - Date.now()));
        this.seen[plan.index] = await this.#read(plan);
      }
    };
    await Promise.all(Array.from({ length: MAX_AT_ONCE }, lane));
  }

  /** Tries random gateways until one accepts the request. */
  async #read(plan) {
    const deadline = Date.now() + TIMEOUT_MS;
    for (;;) {
      const gateway = this.#random.pick(this.#gateways.map((one) => [one, 1]));
      const seen = await readOnce(plan, gateway, this.#keys.get(plan.token));
      const isOver = !seen.isUnheard && !isTurnedAway(seen);
      if (isOver || Date.now() > deadline) return { ...seen, gateway: gateway.name };
      await sleep(TRY_AGAIN_MS);
    }
  }
}

/** On a busy machine, budgets can be unavailable for a moment. The request was not sent then. */
function isTurnedAway({ status, refusal = '' }) {
  return status === 503 && refusal.includes('Budgets are unavailable');
}

/** The promise never rejects. */
function readOnce(plan, { origin }, key) {
  const { path, headers, request: getBody } = FORMATS[plan.clientFormat];
  const body = JSON.stringify(getBody(plan));
  const seen = { startedAt: Date.now(), tokens: 0, hasUsage: false, hasLast: false, isWhole: false };
  return new Promise((resolve) => {
    const outgoing = request(`${origin}${path}`, {
      method: 'POST',
      agent: false,
      timeout: TIMEOUT_MS,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...headers(key),
      },
    });
    const leave = () => {
      seen.hasLeft = true;
      outgoing.destroy();
    };
    outgoing.on('response', (response) => watch(response, plan, seen, leave));
    outgoing.on('timeout', () => {
      seen.hasTimedOut = true;
      outgoing.destroy();
    });
    outgoing.on('error', ({ code }) => {
      seen.isUnheard = code === 'ECONNREFUSED';
    });
    outgoing.on('close', () => resolve({ ...seen, endedAt: Date.now() }));
    outgoing.end(body);
    if (plan.client.cut === 'before-first-byte') setTimeout(leave, plan.client.afterMs).unref();
  });
}

function watch(response, { clientFormat, client }, seen, leave) {
  const { isToken, isUsage, isLast } = FORMATS[clientFormat];
  let text = '';
  seen.status = response.statusCode;
  seen.requestId = response.headers['x-request-id'];
  response.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
    if (seen.status !== 200) return;
    seen.tokens = text.match(isToken)?.length ?? 0;
    seen.hasUsage = isUsage.test(text);
    seen.hasLast = isLast.test(text);
    const isTime = {
      'mid-stream': seen.tokens > client.afterTokens,
      usage: seen.hasUsage,
      last: seen.hasLast,
    };
    if (isTime[client.cut]) leave();
  });
  response.on('error', () => undefined);
  response.on('end', () => {
    seen.isWhole = response.complete;
    if (seen.status !== 200) seen.refusal = text;
  });
}
