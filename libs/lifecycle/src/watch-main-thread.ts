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
 * The code of the watchdog thread. Its source text is passed to the thread, so it can use only what it requires itself.
 * Time in which the whole process was paused, by a signal or with the machine, does not count as silence.
 */
export function watchMainThread(require: NodeJS.Require): void {
  const { workerData } = require('node:worker_threads') as typeof workerThreads;
  const { write } = require('node:fs') as typeof fileSystem;
  const { shared, name, supervisorPid, isGroupLeader, limits } = workerData as ThreadData;
  const [beatsAt, isDebuggedAt, isStoppingAt] = [0, 1, 2];
  const writeTimeoutMs = 500;
  let lastTickMs = performance.now();
  let beats = 0;
  let silentMs = 0;
  let orphanedMs = 0;
  let stoppingMs = 0;

  const kill = (): void => {
    try {
      if (isGroupLeader) process.kill(-process.pid, 'SIGKILL');
    } catch {
      // The group does not exist: only this process is killed.
    }
    process.kill(process.pid, 'SIGKILL');
  };

  /** Writes a log line and kills the process, even if stderr blocks the write. */
  const end = (ms: number, msg: string): void => {
    clearInterval(timer);
    const time = new Date().toISOString();
    const line = { level: 60, time, pid: process.pid, name, afterMs: Math.round(ms), msg };
    setTimeout(kill, writeTimeoutMs);
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

    if (silentMs >= limits.silenceMs) end(silentMs, 'the event loop is blocked: this process exits');
    else if (orphanedMs >= limits.orphanMs) end(orphanedMs, 'the supervisor has exited: this process exits');
    else if (stoppingMs >= limits.stopMs) end(stoppingMs, 'shutdown timed out: this process exits');
  }, limits.intervalMs);
}
