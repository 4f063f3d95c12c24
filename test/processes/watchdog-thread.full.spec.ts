import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '../harness/index.js';
import { isAlive } from './running-modelgate.js';

const SERVICE = fileURLToPath(new URL('./watched-service.mjs', import.meta.url));
const SUPERVISOR = fileURLToPath(new URL('./forking-supervisor.mjs', import.meta.url));
const QUICK = { intervalMs: 100, silenceMs: 1_500, orphanMs: 1_000, stopMs: 1_500 };

/** With reserve for a busy machine: they all start at once. */
const SOON_MS = 20_000;

/** One process under a watchdog, until its test is over. */
class Watched {
  stderr = '';
  private constructor(readonly child: ChildProcess) {
    child.stderr?.on('data', (text: Buffer) => (this.stderr += text.toString()));
  }

  /** With the first line that the program prints. */
  static async run(
    limits: object,
    test: (watched: Watched, said: string) => Promise<void>,
    program = [SERVICE],
  ): Promise<void> {
    const child = spawn(process.execPath, ['--no-warnings', ...program, JSON.stringify(limits)], {
      env: { PATH: process.env['PATH'] ?? '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    try {
      const watched = new Watched(child);
      const [said] = (await once(child.stdout, 'data')) as [Buffer];
      await test(watched, said.toString().trim());
    } finally {
      child.kill('SIGKILL');
    }
  }

  get lines(): { msg: string }[] {
    return this.stderr
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { msg: string });
  }
}

// Concurrently, because most of them only wait.
describe('the watchdog thread of a service', () => {
  it.concurrent('ends a process whose event loop is blocked, with one line in the log', () =>
    Watched.run(QUICK, async (watched) => {
      const { child } = watched;
      child.kill('SIGUSR2');
      expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
      await eventually(() => watched.lines.length > 0 || undefined, SOON_MS);
      expect(watched.lines).toEqual([
        expect.objectContaining({
          level: 60,
          pid: child.pid,
          name: 'watched',
          msg: 'the event loop is blocked: this process exits',
        }),
      ]);
    }));

  it.concurrent('does not confuse a pause of the whole process with a blocked event loop', () =>
    Watched.run(QUICK, async (watched) => {
      const { child } = watched;
      for (let pause = 0; pause < 2; pause += 1) {
        child.kill('SIGSTOP');
        await sleep(2 * QUICK.silenceMs);
        child.kill('SIGCONT');
        await sleep(QUICK.silenceMs / 2);
      }
      expect({ exitCode: child.exitCode, signal: child.signalCode, stderr: watched.stderr }).toEqual({
        exitCode: null,
        signal: null,
        stderr: '',
      });
    }));

  it.concurrent('ends a process whose shutdown does not finish', () =>
    Watched.run(QUICK, async (watched) => {
      const { child } = watched;
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
      await eventually(() => watched.lines.length > 1 || undefined, SOON_MS);
      expect(watched.lines.map(({ msg }) => msg)).toEqual([
        'stopping',
        'shutdown timed out: this process exits',
      ]);
    }));

  it.concurrent.each([
    ['is idle', undefined],
    ['is blocked', 'SIGUSR2'],
  ] as const)('ends a process that %s when its supervisor is killed', (_, signal) =>
    Watched.run(
      { ...QUICK, silenceMs: 3_600_000 },
      async ({ child: supervisor }, said) => {
        const pid = Number(said);
        if (signal !== undefined) process.kill(pid, signal);
        supervisor.kill('SIGKILL');
        await eventually(() => !isAlive(pid) || undefined, SOON_MS);
      },
      [SUPERVISOR, SERVICE],
    ),
  );
});

describe('the watchdog of a process that supervises others', () => {
  const limits = { intervalMs: 100, silenceMs: 1_500 };

  it.concurrent('leaves processes that respond alone, and detects the one that was stopped', async () => {
    const program = fileURLToPath(new URL('./watched-cluster.mjs', import.meta.url));
    const primary = spawn(process.execPath, ['--no-warnings', program, JSON.stringify(limits)], {
      env: { PATH: process.env['PATH'] ?? '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    primary.stdout.on('data', (text: Buffer) => (said += text.toString()));
    await eventually(() => said.includes('\n') || undefined, SOON_MS);
    await sleep(3 * limits.silenceMs);
    expect(said).toMatch(/^\d+\n$/);
    const pid = Number(said);
    process.kill(pid, 'SIGSTOP');
    await eventually(() => said.endsWith('silent\n') || undefined, SOON_MS);
    process.kill(pid, 'SIGKILL');
    await once(primary, 'exit');
  });
});

describe('output of libraries', () => {
  it('becomes log lines', async () => {
    const child = spawn(process.execPath, [fileURLToPath(new URL('./stray-output.mjs', import.meta.url))]);
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (text: Buffer) => (stdout += text.toString()));
    child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
    await once(child, 'close');
    const lines = stderr.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ level: 50, source: 'console', msg: 'from a library Error: lost [Object]' }),
      expect.objectContaining({ level: 30, source: 'console', msg: 'plain' }),
      expect.objectContaining({ level: 40, source: 'stderr', msg: 'raw text\nin two lines\n' }),
      expect.objectContaining({ level: 40, warning: 'Warning', msg: 'careful' }),
    ]);
    expect(`${stdout}${stderr}`).not.toContain('hunter2');
    expect(stdout).toBe('');
  });
});
