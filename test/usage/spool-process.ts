import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '../harness/index.js';
import { type UsageBench } from './usage-bench.js';

const PROGRAM = fileURLToPath(new URL('./spool-program.mjs', import.meta.url));
const PATIENCE_MS = 30_000;

export interface SpoolProcessOptions {
  settings?: Record<string, number>;
  mostEvents: number;
}

/** A process of its own that writes usage down, with a witness. */
export class SpoolProcess {
  private static readonly all: SpoolProcess[] = [];
  private output = '';
  private errors = '';
  private readonly witness: string;
  private readonly child: ChildProcess;
  private readonly exited: Promise<unknown>;

  constructor(
    { database, witnesses, folder }: UsageBench,
    { settings = {}, mostEvents }: SpoolProcessOptions,
  ) {
    this.witness = join(witnesses, String(SpoolProcess.all.push(this)));
    const task = { url: database.url, folder, witness: this.witness, settings, mostEvents };
    this.child = spawn(process.execPath, ['--no-warnings', PROGRAM, JSON.stringify(task)]);
    this.child.stdout?.on('data', (text: Buffer) => (this.output += text.toString()));
    this.child.stderr?.on('data', (text: Buffer) => (this.errors += text.toString()));
    this.exited = new Promise((resolve) => {
      this.child.once('exit', resolve);
    });
  }

  static async killAll(): Promise<void> {
    await Promise.all(SpoolProcess.all.map((process) => process.kill()));
  }

  /** Gives what the process has said after the word. */
  async said(word: 'ready' | 'idle' | 'done'): Promise<string> {
    return eventually(() => {
      if (this.child.exitCode !== null) throw new Error(`the process has ended: ${this.errors}`);
      return new RegExp(`^${word} ?(.*)$`, 'm').exec(this.output)?.[1] ?? (undefined as string | undefined);
    }, PATIENCE_MS);
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGTERM'): void {
    this.child.kill(signal);
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited;
  }

  /** The ids of which the witness was told this. */
  told(what: 'beginning' | 'begun' | 'abandoning' | 'abandoned' | 'finished'): string[] {
    const lines = readFileSync(this.witness, 'utf8').split('\n');
    return lines.filter((line) => line.startsWith(`${what} `)).map((line) => line.slice(what.length + 1));
  }
}
