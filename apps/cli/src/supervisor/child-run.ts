import { type ChildProcess, spawn } from 'node:child_process';
import { ChildWatchdog, type LogLevel, type WatchdogLimits, tellDatabase, tellLogLevel } from '#lifecycle';
import { type ProcessIdentity, identifyProcess, killGroup } from './process-identity.js';

export interface ChildProgram {
  name: string;
  /** The path of the JavaScript file that Node is to run. */
  entry: string;
  /** For Node itself. */
  nodeOptions?: readonly string[];
  /** It asks where the database is: so it can be started, and load its code, before there is one. */
  asksForDatabase?: boolean;
}

export interface ChildEnding {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Set where the process could not even be started. */
  error?: Error;
}

export interface ChildRunEvents {
  onReady: () => void;
  /** It lives, but its event loop does not; it is being killed. */
  onSilent: (silentMs: number) => void;
  /** Resolves to where the database is, for a child that asks. */
  databaseUrl?: Promise<string> | undefined;
}

/** One run of a child process, from its start to its end. */
export class ChildRun {
  readonly ended: Promise<ChildEnding>;
  readonly identity: ProcessIdentity | undefined;
  private readonly child: ChildProcess;
  private readonly watchdog: ChildWatchdog;
  private readySinceMs: number | undefined;
  private hadToBeKilled = false;

  /**
   * Its own process group keeps a terminal's Ctrl-C from it: we are the one to tell it to stop. Through the
   * channel between us it learns of our death.
   */
  constructor(
    program: ChildProgram,
    environment: NodeJS.ProcessEnv,
    { onReady, onSilent, databaseUrl }: ChildRunEvents,
    limits?: Partial<WatchdogLimits>,
  ) {
    this.child = spawn(process.execPath, ['--no-warnings', ...(program.nodeOptions ?? []), program.entry], {
      env: environment,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    });
    this.identity = this.child.pid === undefined ? undefined : identifyProcess(this.child.pid);
    this.child.on('message', (message) => {
      if (!isReadyMessage(message)) return;
      this.readySinceMs = performance.now();
      onReady();
    });
    if (databaseUrl !== undefined) tellDatabase(this.child, databaseUrl);
    this.watchdog = new ChildWatchdog(this.child, {
      ...(limits && { limits }),
      onSilent: (silentMs) => {
        onSilent(silentMs);
        this.kill();
      },
    }).start();
    this.ended = new Promise((resolve) => {
      this.child.once('exit', (code, signal) => resolve({ code, signal }));
      this.child.on('error', (error) => {
        if (this.child.pid === undefined) resolve({ code: null, signal: null, error });
      });
    });
  }

  get wasReady(): boolean {
    return this.readySinceMs !== undefined;
  }

  get readyForMs(): number {
    return this.readySinceMs === undefined ? 0 : performance.now() - this.readySinceMs;
  }

  /** Asks the child to finish what it is doing and end. Resolves to whether it did so in time, by itself. */
  async end(graceMs: number): Promise<boolean> {
    this.child.kill('SIGTERM');
    this.watchdog.expectEnd();
    const timer = setTimeout(() => this.kill(), graceMs);
    await this.ended;
    clearTimeout(timer);
    return !this.hadToBeKilled;
  }

  tellLogLevel(level: LogLevel): void {
    tellLogLevel(this.child, level);
  }

  kill(): void {
    this.hadToBeKilled = true;
    if (this.child.pid !== undefined) killGroup(this.child.pid);
  }
}

function isReadyMessage(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready';
}
