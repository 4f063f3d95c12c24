import { setTimeout as delay } from 'node:timers/promises';
import { findChildren, isAlive, isBackendOf, isPostmasterOf } from './process-identity.js';

export interface StopLimits {
  fastMs: number;
  /** PostgreSQL itself kills, after five seconds, what does not follow its immediate shutdown. */
  immediateMs: number;
  killMs: number;
}

const usualLimits: StopLimits = { fastMs: 8_000, immediateMs: 7_000, killMs: 3_000 };
const leftoversMs = 1_000;
const pollIntervalMs = 20;

/**
 * The fast shutdown of PostgreSQL, then the immediate one. The signals are those pg_ctl would send; sent from here
 * they also reach a server whose folder, and with it the file that pg_ctl goes by, has been deleted. One that follows
 * neither, because it was stopped, say, is killed: the next start replays its log, as after a power cut.
 */
export async function stopPostmaster(
  pid: number,
  clusterDir: string,
  limits: Partial<StopLimits> = {},
): Promise<void> {
  const { fastMs, immediateMs, killMs } = { ...usualLimits, ...limits };
  if (await endsAfter('SIGINT', pid, clusterDir, fastMs)) return;
  if (await endsAfter('SIGQUIT', pid, clusterDir, immediateMs)) return;
  // Its own processes end by themselves when it is gone, unless they are stuck as well.
  const backends = findChildren(pid);
  if (await endsAfter('SIGKILL', pid, clusterDir, killMs)) return killLeftovers(backends, clusterDir);
  throw new Error(`PostgreSQL (pid ${pid}) of ${clusterDir} does not stop.`);
}

async function killLeftovers(pids: readonly number[], clusterDir: string): Promise<void> {
  const deadline = Date.now() + leftoversMs;
  // They bear the postmaster's command line no more; their working directory tells whose they are.
  const left = (): number[] => pids.filter((pid) => isBackendOf(pid, clusterDir));
  while (left().length > 0 && Date.now() < deadline) await delay(pollIntervalMs);
  for (const pid of left()) send('SIGKILL', pid);
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
