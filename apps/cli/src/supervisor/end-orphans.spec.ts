import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { endOrphans } from './end-orphans.js';
import { identifyProcess, isAlive, type ProcessIdentity } from './process-identity.js';

const polite = `setInterval(() => {}, 1000); console.log('up')`;
const stubborn = `process.on('SIGTERM', () => {}); ${polite}`;

describe('endOrphans', () => {
  const started: ChildProcess[] = [];

  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL');
  });

  async function start(program: string): Promise<{ child: ChildProcess; identity: ProcessIdentity }> {
    const child = spawn(process.execPath, ['-e', program], {
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    started.push(child);
    await once(child.stdout, 'data');
    const identity = identifyProcess(Number(child.pid));
    if (identity === undefined) throw new Error('the process is gone');
    return { child, identity };
  }

  it('asks first', async () => {
    const { child, identity } = await start(polite);
    await endOrphans([identity], 10_000);
    expect(isAlive(identity)).toBe(false);
    expect(child.signalCode ?? (await once(child, 'exit'))[1]).toBe('SIGTERM');
  });

  it('kills what does not listen', async () => {
    const { child, identity } = await start(stubborn);
    await endOrphans([identity], 100);
    expect(child.signalCode ?? (await once(child, 'exit'))[1]).toBe('SIGKILL');
  });

  it('leaves a process alone that only has the same number', async () => {
    const { identity } = await start(polite);
    await endOrphans([{ ...identity, startTime: 'another time' }], 0);
    expect(isAlive(identity)).toBe(true);
  });
});
