import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const MODEL = 'sandbox-chat';
const PAUSE_MS = 25;
/** Nobody promises that a busy machine is fast. */
const CALL_MS = 30_000;
const QUESTION = 'still there?';

/** The sandbox answers from within the API: nobody but the gateway itself can be at fault. */
export const CHAT_CHANNEL = { name: 'sandbox', provider: 'sandbox', models: [MODEL] };

/** Whoever chats orders no videos: a gateway that is short of processor time first refuses those who ask the most. */
export const CHAT_TOKEN = {
  name: 'chat',
  owner: 'chat',
  key: `sk-mg-chaos-chat-${randomBytes(16).toString('hex')}`,
};

/** One chat request after another, for as long as it is wanted. */
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

  /** Undefined where the answer is what it should be. */
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
