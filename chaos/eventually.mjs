import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 200;

/** Whether it came true in time. A look that fails is one that has not seen it. */
export async function eventually(look, timeoutMs) {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    if (await Promise.resolve(look()).catch(() => false)) return true;
    if (Date.now() > deadline) return false;
    await sleep(POLL_MS);
  }
}
