import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { isSpoolOwner, releaseSpoolOwner, readOwnerStatus, createSpoolOwner } from './spool-owner.js';

/** A spool owner of another process. */
function toSpoolOwner(pid: number, start?: string): string {
  const [machine, , ownStart, random] = createSpoolOwner().split('-');
  return [machine, pid, start ?? ownStart, random].join('-');
}

describe('a spool owner', () => {
  const children: ReturnType<typeof spawn>[] = [];

  afterEach(() => {
    for (const child of children) child.kill('SIGKILL');
  });

  it('is alive until this process releases it', () => {
    const spoolOwner = createSpoolOwner();
    expect(isSpoolOwner(spoolOwner)).toBe(true);
    expect(readOwnerStatus(spoolOwner)).toBe('alive');
    releaseSpoolOwner(spoolOwner);
    expect(readOwnerStatus(spoolOwner)).toBe('dead');
  });

  it('is dead when its process has exited, even if another process has the same PID', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    children.push(child);
    await once(child, 'spawn');
    const pid = child.pid ?? 0;
    expect(readOwnerStatus(toSpoolOwner(pid, 'unknown'))).toBe('alive');
    expect(readOwnerStatus(toSpoolOwner(pid, '00000000'))).toBe('dead');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(readOwnerStatus(toSpoolOwner(pid, 'unknown'))).toBe('dead');
    expect(readOwnerStatus(toSpoolOwner(pid))).toBe('dead');
  });

  it('has an unknown status if it is from another machine', () => {
    expect(readOwnerStatus(`000000000000${createSpoolOwner().slice(12)}`)).toBe('unknown');
  });

  it('has a name that other files in the folder do not match', () => {
    expect(['rejected', 'done-x', '..', '', `${createSpoolOwner()}x`].filter(isSpoolOwner)).toEqual([]);
  });
});
