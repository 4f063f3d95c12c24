import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { isDrawer, leaveDrawer, ownerOf, takeDrawer } from './drawer.js';

/** As if another process had it. */
function drawerOf(pid: number, start?: string): string {
  const [machine, , ownStart, random] = takeDrawer().split('-');
  return [machine, pid, start ?? ownStart, random].join('-');
}

describe('a drawer', () => {
  const children: ReturnType<typeof spawn>[] = [];

  afterEach(() => {
    for (const child of children) child.kill('SIGKILL');
  });

  it('is ours for as long as we have it', () => {
    const drawer = takeDrawer();
    expect(isDrawer(drawer)).toBe(true);
    expect(ownerOf(drawer)).toBe('alive');
    leaveDrawer(drawer);
    expect(ownerOf(drawer)).toBe('dead');
  });

  it('is dead with its process, or where its number has gone to another one', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    children.push(child);
    await once(child, 'spawn');
    const pid = child.pid ?? 0;
    expect(ownerOf(drawerOf(pid, 'unknown'))).toBe('alive');
    expect(ownerOf(drawerOf(pid, '00000000'))).toBe('dead');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(ownerOf(drawerOf(pid, 'unknown'))).toBe('dead');
    expect(ownerOf(drawerOf(pid))).toBe('dead');
  });

  it('of another machine may be anything', () => {
    expect(ownerOf(`000000000000${takeDrawer().slice(12)}`)).toBe('unknown');
  });

  it('has a name that nothing else has', () => {
    expect(['rejected', 'done-x', '..', '', `${takeDrawer()}x`].filter(isDrawer)).toEqual([]);
  });
});
