import { type ChildProcess, spawn } from 'node:child_process';
import { ChildWatchdog, type LogLevel, type WatchdogLimits, tellDatabase, tellLogLevel } from '#lifecycle';
import { lowerPriority } from './lower-priority.js';
import { type ProcessIdentity, identifyProcess, killGroup } from './process-identity.js';

export interface ChildProgram {
  name: string;
  /** The path of the JavaScript file. */
  entry: string;
  nodeOptions?: readonly string[];
  /** Whether it requests the database URL itself, so that it can start before the database runs. */
  requestsDatabaseUrl?: boolean;
  /** Whether its work can wait while others want the processor. */
  hasLowPriority?: boolean;
}

export interface ChildEnding {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Set if the process could not be started. */
  error?: Error;
}

export interface ChildRunEvents {
  onReady: () => void;
  /** Its event loop is blocked, so the process is being killed. */
  onSilent: (silentMs: number) => void;
  /** Sent to a child that requests it. */
  databaseUrl?: Promise<string> | undefined;
}

/** One run of a child process. */
export class ChildRun {
  readonly ended: Promise<ChildEnding>;
  readonly identity: ProcessIdentity | undefined;
  private readonly child: ChildProcess;
  private readonly watchdog: ChildWatchdog;
  private readySinceMs: number | undefined;
  private wasKilled = false;

  /**
   * The child has its own process group, so that Ctrl-C in a terminal reaches only the supervisor, which then stops the
   * child. The child ends if its IPC channel closes because the supervisor has died.
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
    if (program.hasLowPriority === true && this.child.pid !== undefined) lowerPriority(this.child.pid);
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

  /** Lets the child finish its work and end. Resolves to false if it had to be killed after the grace period. */
  async end(graceMs: number): Promise<boolean> {
    this.child.kill('SIGTERM');
    this.watchdog.expectEnd();
    const timer = setTimeout(() => this.kill(), graceMs);
    await this.ended;
    clearTimeout(timer);
    return !this.wasKilled;
  }

  tellLogLevel(level: LogLevel): void {
    tellLogLevel(this.child, level);
  }

  kill(): void {
    this.wasKilled = true;
    if (this.child.pid !== undefined) killGroup(this.child.pid);
  }
}

function isReadyMessage(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready';
}
