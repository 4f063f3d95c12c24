import { setTimeout as delay } from 'node:timers/promises';
import { findChildren, isAlive, isBackendOf, isPostmasterOf } from './process-identity.js';

export interface StopLimits {
  fastMs: number;
  /** PostgreSQL itself kills its processes that have not ended five seconds after an immediate shutdown. */
  immediateMs: number;
  killMs: number;
}

const defaultLimits: StopLimits = { fastMs: 8_000, immediateMs: 7_000, killMs: 3_000 };
const leftoversMs = 1_000;
const pollIntervalMs = 20;

/**
 * Tries the fast shutdown of PostgreSQL, then the immediate one. The signals are the same as those of pg_ctl, but also
 * reach a server whose folder, with its pid file, was deleted. A server that does not respond, for example because it is
 * stopped with SIGSTOP, is killed; the next start replays its log.
 */
export async function stopPostmaster(
  pid: number,
  clusterDir: string,
  limits: Partial<StopLimits> = {},
): Promise<void> {
  const { fastMs, immediateMs, killMs } = { ...defaultLimits, ...limits };
  if (await endsAfter('SIGINT', pid, clusterDir, fastMs)) return;
  if (await endsAfter('SIGQUIT', pid, clusterDir, immediateMs)) return;
  // The backends end without the postmaster, unless they hang as well.
  const backends = findChildren(pid);
  if (await endsAfter('SIGKILL', pid, clusterDir, killMs)) return killLeftovers(backends, clusterDir);
  throw new Error(`PostgreSQL (pid ${pid}) of ${clusterDir} does not stop.`);
}

async function killLeftovers(pids: readonly number[], clusterDir: string): Promise<void> {
  const deadline = Date.now() + leftoversMs;
  // Backends have other command lines than the postmaster, but their working directory identifies them.
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
    // A process that is ending loses its command line first, so only its end counts.
    if (!isAlive(pid)) return true;
    await delay(pollIntervalMs);
  }
  return false;
}

function send(signal: NodeJS.Signals, pid: number): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // The process has just ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
