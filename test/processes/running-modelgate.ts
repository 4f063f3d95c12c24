import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../harness/index.js';

const checkout = new URL('../..', import.meta.url).pathname;
const READY_MS = 120_000;

/** A folder for the data of one installation, which an unprivileged database server can access too. */
export function makeDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'modelgate-test-data-'));
  chmodSync(folder, 0o755);
  return folder;
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** One `npm start`, as a user would run it: a separate process in the checkout. */
export class RunningModelgate {
  stdout = '';
  stderr = '';
  readonly exited: Promise<number | null>;
  private readonly npm: ChildProcess;

  constructor(
    private readonly dataDir: string,
    environment: Record<string, string> = {},
  ) {
    // Only the variables of a bare shell: nothing of the surrounding test run may leak in.
    const { PATH = '', HOME = '/' } = process.env;
    this.npm = spawn('npm', ['start', '--silent'], {
      cwd: checkout,
      env: { PATH, HOME, MODELGATE_DATA_DIR: dataDir, PORT: '0', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.npm.stdout?.on('data', (text: Buffer) => (this.stdout += text.toString()));
    this.npm.stderr?.on('data', (text: Buffer) => (this.stderr += text.toString()));
    this.exited = new Promise((resolve) => {
      this.npm.once('close', resolve);
    });
  }

  async ready(timeoutMs = READY_MS): Promise<void> {
    await eventually(() => this.hasPrinted('Modelgate is ready.') || this.hasEnded(), timeoutMs);
    if (this.hasEnded()) throw new Error(`npm start ended:\n${this.stdout}\n${this.stderr}`);
  }

  get baseUrl(): string {
    return this.find(/Base address\s+(\S+)/);
  }

  get token(): string {
    return this.find(/API token\s+(\S+)/);
  }

  hasPrinted(text: string): true | undefined {
    return this.stdout.includes(text) || undefined;
  }

  /** Sends the signal to the npm process itself, as a service manager would. */
  signalNpm(signal: NodeJS.Signals): void {
    this.npm.kill(signal);
  }

  get supervisorPid(): number {
    return this.lockFile().pid;
  }

  childPid(name: 'api' | 'worker'): number {
    return this.lockFile().children.find((child) => child.name === name)?.pid ?? -1;
  }

  /** Undefined while no such child is running, or while it is the one that was killed. */
  newChildPid(name: 'api' | 'worker', formerPid: number): number | undefined {
    const pid = this.childPid(name);
    return pid !== formerPid && pid > 0 ? pid : undefined;
  }

  get postgresPid(): number {
    return Number(readFileSync(join(this.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  }

  pids(): number[] {
    return [this.supervisorPid, this.childPid('api'), this.childPid('worker'), this.postgresPid];
  }

  async stop(): Promise<number | null> {
    if (!this.hasEnded()) this.signalNpm('SIGTERM');
    return this.exited;
  }

  private hasEnded(): true | undefined {
    return this.npm.exitCode !== null || this.npm.signalCode !== null || undefined;
  }

  private lockFile(): { pid: number; children: { name: string; pid: number }[] } {
    return JSON.parse(readFileSync(join(this.dataDir, 'supervisor.json'), 'utf8')) as ReturnType<
      RunningModelgate['lockFile']
    >;
  }

  private find(pattern: RegExp): string {
    const found = pattern.exec(this.stdout)?.[1];
    if (found === undefined) throw new Error(`${pattern} is not in:\n${this.stdout}`);
    return found;
  }
}

/** A killed process may remain a zombie until its parent waits for it; it is dead nevertheless. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = `/proc/${pid}/stat`;
  if (!existsSync('/proc/self/stat')) return true;
  return existsSync(stat) && !/\) Z /.test(readFileSync(stat, 'utf8'));
}
