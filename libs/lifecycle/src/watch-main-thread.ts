import type fileSystem from 'node:fs';
import type workerThreads from 'node:worker_threads';
import { type WatchdogLimits } from './watchdog-limits.js';

interface ThreadData {
  shared: Int32Array;
  name: string;
  supervisorPid?: number;
  isGroupLeader: boolean;
  limits: WatchdogLimits;
}

/**
 * What the watchdog thread runs. It is handed over as text, so it may use nothing from outside but what it requires.
 * Time counts only as far as this thread has lived through it: a process that was paused as a whole, by a signal or
 * with its machine, has not been silent.
 */
export function watchMainThread(require: NodeJS.Require): void {
  const { workerData } = require('node:worker_threads') as typeof workerThreads;
  const { write } = require('node:fs') as typeof fileSystem;
  const { shared, name, supervisorPid, isGroupLeader, limits } = workerData as ThreadData;
  const [beatsAt, isDebuggedAt, isStoppingAt] = [0, 1, 2];
  const lastWordMs = 500;
  let lastTickMs = performance.now();
  let beats = 0;
  let silentMs = 0;
  let orphanedMs = 0;
  let stoppingMs = 0;

  const kill = (): void => {
    try {
      if (isGroupLeader) process.kill(-process.pid, 'SIGKILL');
    } catch {
      // No group by that number: only this process is left to end.
    }
    process.kill(process.pid, 'SIGKILL');
  };

  /** The line may never get through where stderr is what is stuck; the end comes all the same. */
  const end = (ms: number, msg: string): void => {
    clearInterval(timer);
    const time = new Date().toISOString();
    const line = { level: 60, time, pid: process.pid, name, afterMs: Math.round(ms), msg };
    setTimeout(kill, lastWordMs);
    write(2, `${JSON.stringify(line)}\n`, kill);
  };

  const timer = setInterval(() => {
    const now = performance.now();
    const elapsedMs = Math.min(now - lastTickMs, 2 * limits.intervalMs);
    lastTickMs = now;
    const beatsNow = Atomics.load(shared, beatsAt);
    const isAlive = beatsNow !== beats || Atomics.load(shared, isDebuggedAt) === 1;
    beats = beatsNow;
    silentMs = isAlive ? 0 : silentMs + elapsedMs;
    if (supervisorPid !== undefined && process.ppid !== supervisorPid) orphanedMs += elapsedMs;
    if (Atomics.load(shared, isStoppingAt) === 1) stoppingMs += elapsedMs;

    if (silentMs >= limits.silenceMs) end(silentMs, 'the event loop is stuck: this process ends');
    else if (orphanedMs >= limits.orphanMs) end(orphanedMs, 'the supervisor has gone: this process ends');
    else if (stoppingMs >= limits.stopMs) end(stoppingMs, 'the stop takes too long: this process ends');
  }, limits.intervalMs);
}
