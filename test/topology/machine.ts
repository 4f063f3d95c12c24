import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../harness/index.js';

export type Program = 'api' | 'worker';

export interface MachineOptions {
  name: string;
  program: Program;
  /** The port of `/readyz` of an API, of `/healthz` of a worker. */
  port: number;
  /** Its own folder: nothing in it is shared with another machine. */
  folder: string;
  environment: Record<string, string>;
}

/** The length of stderr that is kept. */
const KEPT_CHARACTERS = 4 * 1024 * 1024;

/** One process with its own folder, as if it were on its own machine. */
export class Machine {
  stderr = '';
  exited: Promise<number | null> = Promise.resolve(null);
  private child: ChildProcess | undefined;

  constructor(private readonly options: MachineOptions) {
    mkdirSync(options.folder, { recursive: true, mode: 0o755 });
  }

  get name(): string {
    return this.options.name;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.options.port}`;
  }

  /** The environment of commands on this machine. */
  get environment(): Record<string, string> {
    const { program, port, folder, environment } = this.options;
    const portName = program === 'api' ? 'PORT' : 'MODELGATE_WORKER_PORT';
    return { ...environment, MODELGATE_DATA_DIR: join(folder, 'data'), [portName]: String(port) };
  }

  /** Starts what was built in a checkout, its program or another script, and waits until it is ready. */
  async start(checkout: string, { readsLog = true, script = '' } = {}): Promise<void> {
    const main = join(checkout, script || `dist/apps/${this.options.program}/src/main.js`);
    const child = spawn(process.execPath, ['--no-warnings', main], {
      cwd: checkout,
      env: this.environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.child = child;
    this.stderr = '';
    if (readsLog)
      child.stderr.on('data', (text: Buffer) => {
        if (this.stderr.length < KEPT_CHARACTERS) this.stderr += text.toString();
      });
    this.exited = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null);
    await eventually(async () => {
      if (this.hasEnded) throw new Error(`${this.name} has ended:\n${this.stderr}`);
      return this.isReady();
    }, 60_000);
  }

  /** Waits until it has drained. */
  async stop(): Promise<number | null> {
    this.child?.kill('SIGTERM');
    return this.exited;
  }

  async kill(): Promise<void> {
    if (this.child === undefined || this.hasEnded) return;
    this.child.kill('SIGKILL');
    await this.exited;
  }

  async isReady(): Promise<boolean> {
    const path = this.options.program === 'api' ? '/readyz' : '/healthz';
    return (await fetch(this.origin + path).catch(() => undefined))?.status === 200;
  }

  async probe(path: string): Promise<number> {
    return (await fetch(this.origin + path)).status;
  }

  async readMetrics(): Promise<string> {
    return (await fetch(`${this.origin}/metrics`)).text();
  }

  private get hasEnded(): boolean {
    return this.child?.exitCode !== null || this.child.signalCode !== null;
  }
}
