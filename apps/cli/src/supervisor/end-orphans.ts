import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, type ProcessIdentity } from './process-identity.js';
import { killGroup } from './kill-group.js';

const defaultGraceMs = 5_000;
const pollMs = 50;

/** Ends children of a supervisor that was killed: asks first, and insists once the grace period is over. */
export async function endOrphans(orphans: ProcessIdentity[], graceMs = defaultGraceMs): Promise<void> {
  for (const orphan of orphans.filter(isAlive)) askToEnd(orphan.pid);
  const deadline = performance.now() + graceMs;
  while (orphans.some(isAlive) && performance.now() < deadline) await sleep(pollMs);
  for (const orphan of orphans.filter(isAlive)) killGroup(orphan.pid);
  while (orphans.some(isAlive)) await sleep(pollMs);
}

function askToEnd(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM');
  } catch (error) {
    // It has ended since we looked.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
