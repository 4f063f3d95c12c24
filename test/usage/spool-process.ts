import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '../harness/index.js';
import { type UsageHarness } from './usage-harness.js';

const PROGRAM = fileURLToPath(new URL('./spool-program.mjs', import.meta.url));
const TIMEOUT_MS = 30_000;

export interface SpoolProcessOptions {
  settings?: Record<string, number>;
  maxEvents: number;
}

/** A separate process that writes usage, with a recorder. */
export class SpoolProcess {
  private static readonly all: SpoolProcess[] = [];
  private output = '';
  private errors = '';
  private readonly recorder: string;
  private readonly child: ChildProcess;
  private readonly exited: Promise<unknown>;

  constructor(
    { database, recorders, folder }: UsageHarness,
    { settings = {}, maxEvents }: SpoolProcessOptions,
  ) {
    this.recorder = join(recorders, String(SpoolProcess.all.push(this)));
    const task = { url: database.url, folder, recorder: this.recorder, settings, maxEvents };
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

  /** Returns the text after this word in the output of the process. */
  async said(word: 'ready' | 'idle' | 'done'): Promise<string> {
    return eventually(() => {
      if (this.child.exitCode !== null) throw new Error(`the process has ended: ${this.errors}`);
      return new RegExp(`^${word} ?(.*)$`, 'm').exec(this.output)?.[1] ?? (undefined as string | undefined);
    }, TIMEOUT_MS);
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGTERM'): void {
    this.child.kill(signal);
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited;
  }

  /** The ids that were recorded with this word. */
  told(what: 'beginning' | 'begun' | 'abandoning' | 'abandoned' | 'finished'): string[] {
    const lines = readFileSync(this.recorder, 'utf8').split('\n');
    return lines.filter((line) => line.startsWith(`${what} `)).map((line) => line.slice(what.length + 1));
  }
}
