import { setTimeout as sleep } from 'node:timers/promises';
import { CONFIG_EXIT_CODE } from '#config';
import type { LogLevel, WatchdogLimits } from '#lifecycle';
import type { Logger } from '#telemetry';
import { type ChildEnding, type ChildProgram, ChildRun } from './child-run.js';
import type { RecordedChild } from './data-folder-lock.js';
import { RestartBackoff } from './restart-backoff.js';

const drainMs = 130_000;
const unreadyRunsBeforeTelling = 5;

export interface ChildSurroundings {
  /** Asked anew for each run. */
  environment: () => NodeJS.ProcessEnv;
  /** Where the database is, for a child that asks. */
  databaseUrl?: Promise<string> | undefined;
  /** By which the environment lets a process be recognised. */
  mark: string;
  /** A process has come or gone. */
  onChange: () => void;
  /** It will not start whatever we do: its configuration is wrong. */
  onConfigFault: () => void;
  print: (line: string) => void;
  logger: Logger;
  /** Where they are not as usual. */
  watchdogLimits?: Partial<WatchdogLimits> | undefined;
}

/** A child process that is started again whenever it ends, until it is told to stop. */
export class SupervisedChild {
  private readonly backoff = new RestartBackoff();
  private readonly stopping = new AbortController();
  private run: ChildRun | undefined;
  private loop: Promise<void> | undefined;
  private everReady = false;
  private restarting = false;
  private unreadyRuns = 0;

  constructor(
    private readonly program: ChildProgram,
    private readonly surroundings: ChildSurroundings,
  ) {}

  get recorded(): RecordedChild | undefined {
    const identity = this.run?.identity;
    return identity && { name: this.program.name, ...identity, mark: this.surroundings.mark };
  }

  /** Whether it may be started before the database. */
  get asksForDatabase(): boolean {
    return this.program.asksForDatabase === true;
  }

  start(): void {
    this.loop ??= this.keepRunning();
  }

  /** Starts it again at once, which makes it see a changed environment. */
  async restart(): Promise<void> {
    if (this.run === undefined) return;
    this.restarting = true;
    await this.run.end(drainMs);
  }

  /** Resolves to whether it ended by itself. */
  async stop(): Promise<boolean> {
    this.stopping.abort();
    const endedByItself = (await this.run?.end(drainMs)) ?? true;
    await this.loop;
    return endedByItself;
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
      if (this.restarting) this.restarting = false;
      else await this.recover(run, ending);
    }
  }

  private startRun(): ChildRun {
    const { environment, databaseUrl, logger, watchdogLimits } = this.surroundings;
    const onSilent = (silentMs: number): void =>
      logger.error({ child: this.program.name, silentMs }, 'child process does not answer; killing it');
    return new ChildRun(
      this.program,
      environment(),
      { onReady: () => this.onReady(), onSilent, databaseUrl },
      watchdogLimits,
    );
  }

  private async recover(run: ChildRun, ending: ChildEnding): Promise<void> {
    if (ending.code === CONFIG_EXIT_CODE && !this.everReady) {
      this.stopping.abort();
      this.surroundings.onConfigFault();
      return;
    }
    const restartInMs = this.backoff.delayAfterRun(run.readyForMs);
    this.surroundings.logger.error(
      { child: this.program.name, ...ending, error: ending.error?.message, restartInMs },
      'child process ended',
    );
    if (!run.wasReady) this.countUnreadyRun();
    await sleep(restartInMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }

  private setRun(run: ChildRun | undefined): void {
    this.run = run;
    this.surroundings.onChange();
  }

  private onReady(): void {
    this.everReady = true;
    this.unreadyRuns = 0;
  }

  private countUnreadyRun(): void {
    this.unreadyRuns += 1;
    if (this.unreadyRuns !== unreadyRunsBeforeTelling) return;
    this.surroundings.print(
      `The ${this.program.name} has ended ${unreadyRunsBeforeTelling} times before it was ready; ` +
        'it is still being tried. The log on stderr says why.',
    );
  }
}
