import { describe, expect, it } from '@jest/globals';
import { type Token } from '#access';
import { type VideoTask } from '#video-tasks';
import { SharedTaskReads } from './task-stream.js';

const buildToken = (owner: string): Token => ({ owner }) as Token;

/** Records all reads of tasks. */
class RecordedTasks {
  readonly reads: string[] = [];

  find = async ({ owner }: Token, id: string): Promise<VideoTask> => {
    this.reads.push(`${owner} ${id}`);
    if (id === 'gone') throw new Error('gone');
    return { id, version: this.reads.length } as VideoTask;
  };
}

describe('SharedTaskReads', () => {
  it('reads a task once for all its watchers', async () => {
    const tasks = new RecordedTasks();
    const sharedReads = new SharedTaskReads(tasks, 1);
    const first = await Promise.all(Array.from({ length: 50 }, () => sharedReads.next(buildToken('a'), '1')));
    expect(new Set(first).size).toBe(1);
    const second = await sharedReads.next(buildToken('a'), '1');
    expect(second.version).toBe(2);
    expect(tasks.reads).toEqual(['a 1', 'a 1']);
  });

  it('reads separately for each owner and task', async () => {
    const tasks = new RecordedTasks();
    const sharedReads = new SharedTaskReads(tasks, 1);
    await Promise.all([
      sharedReads.next(buildToken('a'), '1'),
      sharedReads.next(buildToken('a'), '2'),
      sharedReads.next(buildToken('b'), '1'),
    ]);
    expect(tasks.reads.toSorted()).toEqual(['a 1', 'a 2', 'b 1']);
  });

  it('reads again after an error', async () => {
    const tasks = new RecordedTasks();
    const sharedReads = new SharedTaskReads(tasks, 1);
    await expect(sharedReads.next(buildToken('a'), 'gone')).rejects.toThrow('gone');
    await expect(sharedReads.next(buildToken('a'), 'gone')).rejects.toThrow('gone');
    expect(tasks.reads).toHaveLength(2);
  });
});
