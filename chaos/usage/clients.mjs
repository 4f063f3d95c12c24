import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { DIALECTS } from './dialects.mjs';

const MAX_AT_ONCE = 96;
const TRY_AGAIN_MS = 50;
/** Whoever has no answer after so long gives up; nothing here takes that long. */
const TIMEOUT_MS = 60_000;

/** People who read streams, or leave in the middle of them, and know what they have seen. */
export class Clients {
  /** What each has seen, by the number of its stream. */
  seen = [];
  #gateways;
  #random;
  #keys;

  constructor({ gateways, tokens, random }) {
    this.#gateways = gateways;
    this.#random = random;
    this.#keys = new Map(tokens.map(({ name, key }) => [name, key]));
  }

  /** All of them, spread over a time. */
  async run(scripts, spanMs) {
    const startedAt = Date.now();
    const queue = scripts
      .map((script) => ({ script, atMs: this.#random.between(0, spanMs) }))
      .toSorted((left, right) => left.atMs - right.atMs)
      .values();
    const lane = async () => {
      for (const { script, atMs } of queue) {
        await sleep(Math.max(0, startedAt + atMs - Date.now()));
        this.seen[script.index] = await this.#read(script);
      }
    };
    await Promise.all(Array.from({ length: MAX_AT_ONCE }, lane));
  }

  /** Asks one gateway after another until one of them is reachable. */
  async #read(script) {
    const giveUpAt = Date.now() + TIMEOUT_MS;
    for (;;) {
      const gateway = this.#random.pick(this.#gateways.map((one) => [one, 1]));
      const seen = await readOnce(script, gateway, this.#keys.get(script.token));
      const isOver = !seen.isUnheard && !isTurnedAway(seen);
      if (isOver || Date.now() > giveUpAt) return { ...seen, gateway: gateway.name };
      await sleep(TRY_AGAIN_MS);
    }
  }
}

/** On a busy machine budgets may be out of reach for a moment. Nothing has been sent then. */
function isTurnedAway({ status, refusal = '' }) {
  return status === 503 && refusal.includes('Budgets are unavailable');
}

/** Never rejects. */
function readOnce(script, { origin }, key) {
  const { path, headers, request: getBody } = DIALECTS[script.clientFormat];
  const body = JSON.stringify(getBody(script));
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
    outgoing.on('response', (response) => watch(response, script, seen, leave));
    outgoing.on('timeout', () => {
      seen.hasTimedOut = true;
      outgoing.destroy();
    });
    outgoing.on('error', ({ code }) => {
      seen.isUnheard = code === 'ECONNREFUSED';
    });
    outgoing.on('close', () => resolve({ ...seen, endedAt: Date.now() }));
    outgoing.end(body);
    if (script.client.cut === 'before-first-byte') setTimeout(leave, script.client.afterMs).unref();
  });
}

function watch(response, { clientFormat, client }, seen, leave) {
  const { isToken, isUsage, isLast } = DIALECTS[clientFormat];
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
