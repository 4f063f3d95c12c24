import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { endOrphans, withRunMark } from './end-orphans.js';
import { type ProcessIdentity, identifyProcess, isAlive } from './process-identity.js';

const polite = `setInterval(() => {}, 1000); console.log('up')`;
const stubborn = `process.on('SIGTERM', () => {}); ${polite}`;

/** Ignores SIGTERM and blocks its event loop. */
const spinning = `process.on('SIGTERM', () => {}); console.log('up'); for (;;);`;

/** Starts a child and prints its pid. The parent continues unless `ending` ends it. */
const buildParent = (program: string, ending = '') => `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', ${JSON.stringify(program)}], { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
  child.stdout.once('data', () => { console.log(child.pid); ${ending} });
  setInterval(() => {}, 1000);
`;

describe('endOrphans', () => {
  const started: ChildProcess[] = [];

  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL');
  });

  async function start(
    program: string,
    mark = 'none',
  ): Promise<{ child: ChildProcess; identity: ProcessIdentity; output: string }> {
    const child = spawn(process.execPath, ['-e', program], {
      env: withRunMark({}, mark),
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    started.push(child);
    // Before reading the output, because some programs end after it.
    const identity = identifyProcess(Number(child.pid));
    const [output] = (await once(child.stdout, 'data')) as [Buffer];
    if (identity === undefined) throw new Error('the process has ended');
    return { child, identity, output: output.toString().trim() };
  }

  it('sends SIGTERM first', async () => {
    const { child, identity } = await start(polite);
    await endOrphans([identity], { graceMs: 10_000 });
    expect(isAlive(identity)).toBe(false);
    expect(child.signalCode ?? (await once(child, 'exit'))[1]).toBe('SIGTERM');
  });

  it('kills a process that ignores SIGTERM', async () => {
    const { child, identity } = await start(stubborn);
    await endOrphans([identity], { graceMs: 100 });
    expect(child.signalCode ?? (await once(child, 'exit'))[1]).toBe('SIGKILL');
  });

  it.each(['blocks its event loop', 'is stopped'])('kills a process that %s', async (state) => {
    const { child, identity } = await start(state === 'is stopped' ? polite : spinning);
    if (state === 'is stopped') child.kill('SIGSTOP');
    await endOrphans([identity], { graceMs: 100 });
    expect(child.signalCode ?? (await once(child, 'exit'))[1]).toBe('SIGKILL');
  });

  it.each([
    ['is running', ''],
    ['has ended', 'process.exit()'],
  ])('ends the children of a process that %s', async (_, ending) => {
    const mark = randomUUID();
    const { child, identity, output } = await start(buildParent(spinning, ending), mark);
    if (ending !== '') await (child.exitCode === null ? once(child, 'exit') : undefined);
    const grandchild = identifyProcess(Number(output));
    if (grandchild === undefined) throw new Error('the grandchild has ended');
    expect(isAlive(grandchild)).toBe(true);
    await endOrphans([{ ...identity, mark }], { graceMs: 100 });
    expect([identity, grandchild].filter(isAlive)).toEqual([]);
  });

  it('does not end a process with another mark', async () => {
    const { identity } = await start(polite, 'another');
    await endOrphans([{ pid: 0, startTime: 'gone', mark: 'ours' }], { graceMs: 0 });
    expect(isAlive(identity)).toBe(true);
  });

  it('does not end another process with the same pid', async () => {
    const { identity } = await start(polite);
    await endOrphans([{ ...identity, startTime: 'another time' }], { graceMs: 0 });
    expect(isAlive(identity)).toBe(true);
  });
});
