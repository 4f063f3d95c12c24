import { setTimeout as sleep } from 'node:timers/promises';

const TIMEOUT_MS = 10_000;

/** Asks again until there is an answer; fails where none comes in time. */
export async function eventually<Value>(ask: () => Promise<Value | undefined>): Promise<Value> {
  const giveUpAt = performance.now() + TIMEOUT_MS;
  for (;;) {
    const value = await ask();
    if (value !== undefined) return value;
    if (performance.now() > giveUpAt) throw new Error(`nothing came within ${TIMEOUT_MS} ms`);
    await sleep(5);
  }
}
