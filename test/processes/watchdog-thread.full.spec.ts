import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../harness/index.js';
import { isAlive } from './running-modelgate.js';

const SERVICE = fileURLToPath(new URL('./watched-service.mjs', import.meta.url));
const SUPERVISOR = fileURLToPath(new URL('./forking-supervisor.mjs', import.meta.url));
const QUICK = { intervalMs: 100, silenceMs: 1_500, orphanMs: 1_000, stopMs: 1_500 };

describe('the watchdog thread of a service', () => {
  const started: ChildProcess[] = [];
  let stderr = '';

  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL');
    stderr = '';
  });

  async function start(limits: object, program = [SERVICE]): Promise<{ child: ChildProcess; said: string }> {
    const child = spawn(process.execPath, ['--no-warnings', ...program, JSON.stringify(limits)], {
      env: { PATH: process.env['PATH'] ?? '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.push(child);
    child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    return { child, said: said.toString().trim() };
  }

  const lines = (): { msg: string }[] =>
    stderr
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { msg: string });

  it('ends a process whose event loop is stuck, with one line that says so', async () => {
    const { child } = await start(QUICK);
    child.kill('SIGUSR2');
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    await eventually(() => lines().length > 0 || undefined);
    expect(lines()).toEqual([
      expect.objectContaining({
        level: 60,
        pid: child.pid,
        name: 'watched',
        msg: 'the event loop is stuck: this process ends',
      }),
    ]);
  });

  it('does not take a pause of the whole process for a stuck event loop', async () => {
    const { child } = await start(QUICK);
    for (let pause = 0; pause < 2; pause += 1) {
      child.kill('SIGSTOP');
      await sleep(2 * QUICK.silenceMs);
      child.kill('SIGCONT');
      await sleep(QUICK.silenceMs / 2);
    }
    expect({ exitCode: child.exitCode, signal: child.signalCode, stderr }).toEqual({
      exitCode: null,
      signal: null,
      stderr: '',
    });
  });

  it('ends a process whose stop does not come to an end', async () => {
    const { child } = await start(QUICK);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    await eventually(() => lines().length > 1 || undefined);
    expect(lines().map(({ msg }) => msg)).toEqual(['stopping', 'the stop takes too long: this process ends']);
  });

  it.each([
    ['is idle', undefined],
    ['is stuck', 'SIGUSR2'],
  ] as const)('ends a process that %s when its supervisor is killed', async (_, signal) => {
    const { child: supervisor, said } = await start({ ...QUICK, silenceMs: 3_600_000 }, [
      SUPERVISOR,
      SERVICE,
    ]);
    const pid = Number(said);
    if (signal !== undefined) process.kill(pid, signal);
    supervisor.kill('SIGKILL');
    await eventually(() => !isAlive(pid) || undefined, 20_000);
  });
});

describe('the watchdog of a process that keeps others alive', () => {
  const limits = { intervalMs: 100, silenceMs: 1_500 };

  it('leaves the ones alone that answer, and finds the one that was stopped', async () => {
    const program = fileURLToPath(new URL('./watched-cluster.mjs', import.meta.url));
    const primary = spawn(process.execPath, ['--no-warnings', program, JSON.stringify(limits)], {
      env: { PATH: process.env['PATH'] ?? '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    primary.stdout.on('data', (text: Buffer) => (said += text.toString()));
    await eventually(() => said.includes('\n') || undefined);
    await sleep(3 * limits.silenceMs);
    expect(said).toMatch(/^\d+\n$/);
    const pid = Number(said);
    process.kill(pid, 'SIGSTOP');
    await eventually(() => said.endsWith('silent\n') || undefined);
    process.kill(pid, 'SIGKILL');
    await once(primary, 'exit');
  });
});

describe('what libraries print', () => {
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
