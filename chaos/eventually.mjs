import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 200;

/** Whether the condition became true in time. A condition that throws counts as false. */
export async function eventually(condition, timeoutMs) {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    if (await Promise.resolve(condition()).catch(() => false)) return true;
    if (Date.now() > deadline) return false;
    await sleep(POLL_MS);
  }
}
