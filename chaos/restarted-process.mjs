import { fork } from 'node:child_process';
import { once } from 'node:events';
import { openSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const RESTART_DELAY_MS = 500;
/** Long, because the machine can be busy. */
const TIMEOUT_MS = 60_000;

/** A process that is restarted whenever it ends, as a supervisor does. */
export class RestartedProcess {
  /** Exits without a kill: after it was ready, and before. */
  ownEnds = [];
  failedStarts = [];
  isPaused = false;
  #child;
  #running;
  #isKilled = false;
  #restartInMs = RESTART_DELAY_MS;
  #stopping = new AbortController();

  constructor(name, { entry, env, logFolder }) {
    this.name = name;
    this.options = { entry, env, logFile: join(logFolder, `${name}.log`) };
  }

  get pid() {
    return this.#child?.pid;
  }

  get isRunning() {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Resolves when the process is ready for the first time. */
  async start() {
    const ready = new Promise((resolve) => {
      this.#running = this.#run(resolve);
    });
    const timeout = sleep(TIMEOUT_MS, 'timeout', { ref: false });
    if ((await Promise.race([ready, timeout])) === 'timeout') {
      throw new Error(`${this.name} does not start: see ${this.options.logFile}`);
    }
  }

  kill(restartInMs) {
    this.#isKilled = true;
    this.#restartInMs = restartInMs;
    this.#child.kill('SIGKILL');
  }

  /** Suspends the process with SIGSTOP. */
  async pause(durationMs) {
    const child = this.#child;
    this.isPaused = true;
    child.kill('SIGSTOP');
    await sleep(durationMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    child.kill('SIGCONT');
    this.isPaused = false;
  }

  async stop() {
    this.#stopping.abort();
    if (this.isRunning) {
      const child = this.#child;
      const killer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      await once(child, 'exit');
      clearTimeout(killer);
    }
    await this.#running;
  }

  async #run(onReady) {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const { wasReady, how } = await this.#runOnce(onReady);
      if (signal.aborted) return;
      if (!this.#isKilled) (wasReady ? this.ownEnds : this.failedStarts).push(`${this.name}: ${how}`);
      const restartInMs = this.#isKilled ? this.#restartInMs : RESTART_DELAY_MS;
      this.#isKilled = false;
      await sleep(restartInMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #runOnce(onReady) {
    const { entry, env, logFile } = this.options;
    const log = openSync(logFile, 'a');
    let wasReady = false;
    try {
      const child = fork(entry, { execArgv: ['--no-warnings'], stdio: ['ignore', log, log, 'ipc'], env });
      this.#child = child;
      child.once('message', () => {
        wasReady = true;
        onReady();
      });
      const [code, signal] = await once(child, 'exit');
      return { wasReady, how: signal ?? `code ${code} at ${new Date().toISOString()}` };
    } finally {
      closeSync(log);
    }
  }
}
