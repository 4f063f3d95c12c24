import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, isPostmasterOf } from './process-identity.js';

const fastTimeoutMs = 10_000;
const immediateTimeoutMs = 10_000;
const pollIntervalMs = 20;

/**
 * The fast shutdown of PostgreSQL, then the immediate one. The signals are those pg_ctl would send; sent from here
 * they also reach a server whose folder, and with it the file that pg_ctl goes by, has been deleted.
 */
export async function stopPostmaster(pid: number, clusterDir: string): Promise<void> {
  if (await endsAfter('SIGINT', pid, clusterDir, fastTimeoutMs)) return;
  if (await endsAfter('SIGQUIT', pid, clusterDir, immediateTimeoutMs)) return;
  throw new Error(`PostgreSQL (pid ${pid}) of ${clusterDir} does not stop.`);
}

async function endsAfter(
  signal: NodeJS.Signals,
  pid: number,
  clusterDir: string,
  timeoutMs: number,
): Promise<boolean> {
  if (!isPostmasterOf(pid, clusterDir)) return true;
  send(signal, pid);
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    // A process on its way out loses its name before it is gone; only gone is stopped.
    if (!isAlive(pid)) return true;
    await delay(pollIntervalMs);
  }
  return false;
}

function send(signal: NodeJS.Signals, pid: number): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // Gone in this very moment, which is what was wanted.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
