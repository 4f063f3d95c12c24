import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { isSpoolOwner, leaveSpool, parseOwner, takeSpool } from './spool-owner.js';

/** As if another process had it. */
function toSpoolOwner(pid: number, start?: string): string {
  const [machine, , ownStart, random] = takeSpool().split('-');
  return [machine, pid, start ?? ownStart, random].join('-');
}

describe('a spool owner', () => {
  const children: ReturnType<typeof spawn>[] = [];

  afterEach(() => {
    for (const child of children) child.kill('SIGKILL');
  });

  it('is ours for as long as we have it', () => {
    const spoolOwner = takeSpool();
    expect(isSpoolOwner(spoolOwner)).toBe(true);
    expect(parseOwner(spoolOwner)).toBe('alive');
    leaveSpool(spoolOwner);
    expect(parseOwner(spoolOwner)).toBe('dead');
  });

  it('is dead with its process, or where its number has gone to another one', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    children.push(child);
    await once(child, 'spawn');
    const pid = child.pid ?? 0;
    expect(parseOwner(toSpoolOwner(pid, 'unknown'))).toBe('alive');
    expect(parseOwner(toSpoolOwner(pid, '00000000'))).toBe('dead');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(parseOwner(toSpoolOwner(pid, 'unknown'))).toBe('dead');
    expect(parseOwner(toSpoolOwner(pid))).toBe('dead');
  });

  it('of another machine may be anything', () => {
    expect(parseOwner(`000000000000${takeSpool().slice(12)}`)).toBe('unknown');
  });

  it('has a name that nothing else has', () => {
    expect(['rejected', 'done-x', '..', '', `${takeSpool()}x`].filter(isSpoolOwner)).toEqual([]);
  });
});
