import { setTimeout as sleep } from 'node:timers/promises';
import { CONFIG_EXIT_CODE } from '#config';
import type { LogLevel, WatchdogLimits } from '#lifecycle';
import type { Logger } from '#telemetry';
import { type ChildEnding, type ChildProgram, ChildRun } from './child-run.js';
import type { RecordedChild } from './data-folder-lock.js';
import { RestartBackoff } from './restart-backoff.js';

const drainMs = 130_000;
const unreadyRunsBeforeMessage = 5;

export interface ChildContext {
  /** Called for each run. */
  environment: () => NodeJS.ProcessEnv;
  /** Sent to a child that requests it. */
  databaseUrl?: Promise<string> | undefined;
  /** Identifies the processes of this run by their environment. */
  mark: string;
  /** A process has started or ended. */
  onChange: () => void;
  /** The child cannot start because its configuration is invalid. */
  onConfigFault: () => void;
  print: (line: string) => void;
  logger: Logger;
  /** Overrides the default limits. */
  watchdogLimits?: Partial<WatchdogLimits> | undefined;
}

/** A child process that is restarted when it ends, until it is stopped. */
export class SupervisedChild {
  private readonly backoff = new RestartBackoff();
  private readonly stopping = new AbortController();
  private run: ChildRun | undefined;
  private loop: Promise<void> | undefined;
  private wasEverReady = false;
  private isRestarting = false;
  private unreadyRuns = 0;

  constructor(
    private readonly program: ChildProgram,
    private readonly context: ChildContext,
  ) {}

  get recorded(): RecordedChild | undefined {
    const identity = this.run?.identity;
    return identity && { name: this.program.name, ...identity, mark: this.context.mark };
  }

  /** Whether it can be started before the database. */
  get requestsDatabaseUrl(): boolean {
    return this.program.requestsDatabaseUrl === true;
  }

  start(): void {
    this.loop ??= this.keepRunning();
  }

  /** Restarts the child without a delay, so that it gets the current environment. */
  async restart(): Promise<void> {
    if (this.run === undefined) return;
    this.isRestarting = true;
    await this.run.end(drainMs);
  }

  /** Resolves to false if the child had to be killed. */
  async stop(): Promise<boolean> {
    this.stopping.abort();
    const hasEndedInTime = (await this.run?.end(drainMs)) ?? true;
    await this.loop;
    return hasEndedInTime;
  }

  tellLogLevel(level: LogLevel): void {
    this.run?.tellLogLevel(level);
  }

  kill(): void {
    this.run?.kill();
  }

  private async keepRunning(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const run = this.startRun();
      this.setRun(run);
      const ending = await run.ended;
      this.setRun(undefined);
      if (this.stopping.signal.aborted) return;
      if (this.isRestarting) this.isRestarting = false;
      else await this.handleUnexpectedEnd(run, ending);
    }
  }

  private startRun(): ChildRun {
    const { environment, databaseUrl, logger, watchdogLimits } = this.context;
    const onSilent = (silentMs: number): void =>
      logger.error({ child: this.program.name, silentMs }, 'child process does not respond and is killed');
    return new ChildRun(
      this.program,
      environment(),
      { onReady: () => this.onReady(), onSilent, databaseUrl },
      watchdogLimits,
    );
  }

  private async handleUnexpectedEnd(run: ChildRun, ending: ChildEnding): Promise<void> {
    if (ending.code === CONFIG_EXIT_CODE && !this.wasEverReady) {
      this.stopping.abort();
      this.context.onConfigFault();
      return;
    }
    const restartInMs = this.backoff.delayAfterRun(run.readyForMs);
    this.context.logger.error(
      { child: this.program.name, ...ending, error: ending.error?.message, restartInMs },
      'child process exited',
    );
    if (!run.wasReady) this.countUnreadyRun();
    await sleep(restartInMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }

  private setRun(run: ChildRun | undefined): void {
    this.run = run;
    this.context.onChange();
  }

  private onReady(): void {
    this.wasEverReady = true;
    this.unreadyRuns = 0;
  }

  private countUnreadyRun(): void {
    this.unreadyRuns += 1;
    if (this.unreadyRuns !== unreadyRunsBeforeMessage) return;
    this.context.print(
      `The ${this.program.name} exited ${unreadyRunsBeforeMessage} times before it was ready ` +
        'and is restarted again. See the log on stderr for the cause.',
    );
  }
}
