import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { endOrphans, withRunMark } from './end-orphans.js';
import { type ProcessIdentity, identifyProcess, isAlive } from './process-identity.js';

const polite = `setInterval(() => {}, 1000); console.log('up')`;
const stubborn = `process.on('SIGTERM', () => {}); ${polite}`;

/** Neither listens nor comes to listen. */
const spinning = `process.on('SIGTERM', () => {}); console.log('up'); for (;;);`;

/** Starts another and tells its number; both stay, unless `ending` is to be followed. */
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
  ): Promise<{ child: ChildProcess; identity: ProcessIdentity; said: string }> {
    const child = spawn(process.execPath, ['-e', program], {
      env: withRunMark({}, mark),
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    started.push(child);
    // Some are gone soon after they have said something.
    const identity = identifyProcess(Number(child.pid));
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    if (identity === undefined) throw new Error('the process is gone');
    return { child, identity, said: said.toString().trim() };
  }

  it('asks first', async () => {
    const { child, identity } = await start(polite);
    await endOrphans([identity], { graceMs: 10_000 });
    expect(isAlive(identity)).toBe(false);
    expect(child.signalCode ?? (await once(child, 'exit'))[1]).toBe('SIGTERM');
  });

  it('kills what does not listen', async () => {
    const { child, identity } = await start(stubborn);
    await endOrphans([identity], { graceMs: 100 });
    expect(child.signalCode ?? (await once(child, 'exit'))[1]).toBe('SIGKILL');
  });

  it.each(['spins', 'is stopped'])('kills what %s', async (how) => {
    const { child, identity } = await start(how === 'spins' ? spinning : polite);
    if (how === 'is stopped') child.kill('SIGSTOP');
    await endOrphans([identity], { graceMs: 100 });
    expect(child.signalCode ?? (await once(child, 'exit'))[1]).toBe('SIGKILL');
  });

  it.each([
    ['ends when it is asked to', ''],
    ['has ended already', 'process.exit()'],
  ])('finds what a child has started that %s', async (_, ending) => {
    const mark = randomUUID();
    const { child, identity, said } = await start(buildParent(spinning, ending), mark);
    if (ending !== '') await (child.exitCode === null ? once(child, 'exit') : undefined);
    const grandchild = identifyProcess(Number(said));
    if (grandchild === undefined) throw new Error('the grandchild is gone');
    expect(isAlive(grandchild)).toBe(true);
    await endOrphans([{ ...identity, mark }], { graceMs: 100 });
    expect([identity, grandchild].filter(isAlive)).toEqual([]);
  });

  it('leaves a process alone that carries another mark', async () => {
    const { identity } = await start(polite, 'another');
    await endOrphans([{ pid: 0, startTime: 'gone', mark: 'ours' }], { graceMs: 0 });
    expect(isAlive(identity)).toBe(true);
  });

  it('leaves a process alone that only has the same number', async () => {
    const { identity } = await start(polite);
    await endOrphans([{ ...identity, startTime: 'another time' }], { graceMs: 0 });
    expect(isAlive(identity)).toBe(true);
  });
});
