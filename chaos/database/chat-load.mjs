import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const MODEL = 'sandbox-chat';
const PAUSE_MS = 25;
/** Long, because the machine is busy. */
const CALL_MS = 30_000;
const QUESTION = 'still there?';

/** The sandbox runs within the API, so every failure is one of the gateway. */
export const CHAT_CHANNEL = { name: 'sandbox', provider: 'sandbox', models: [MODEL] };

/** Its own token, because an overloaded gateway first refuses the token with the most requests. */
export const CHAT_TOKEN = {
  name: 'chat',
  owner: 'chat',
  key: `sk-mg-chaos-chat-${randomBytes(16).toString('hex')}`,
};

/** Sends one chat request after another until it is stopped. */
export class ChatLoad {
  successes = 0;
  failures = [];
  #isStopped = false;
  #running;

  constructor(origin) {
    this.origin = origin;
    this.#running = this.#run();
  }

  async stop() {
    this.#isStopped = true;
    await this.#running;
  }

  async #run() {
    while (!this.#isStopped) {
      const fault = await this.#ask().catch((error) => String(error.cause ?? error));
      if (fault === undefined) this.successes += 1;
      else this.failures.push(`${new Date().toISOString()} ${fault}`);
      await sleep(PAUSE_MS);
    }
  }

  /** The fault of a response; undefined if it is correct. */
  async #ask() {
    const response = await fetch(`${this.origin}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${CHAT_TOKEN.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: MODEL, messages: [{ role: 'user', content: QUESTION }] }),
      signal: AbortSignal.timeout(CALL_MS),
    });
    const body = await response.text();
    return response.status === 200 && body.includes(QUESTION) ? undefined : `${response.status} ${body}`;
  }
}
