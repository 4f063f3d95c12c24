import { describe, expect, it } from '@jest/globals';
import { type Token } from '#access';
import { type VideoTask } from '#video-tasks';
import { TaskReadings } from './task-stream.js';

const buildToken = (owner: string): Token => ({ owner }) as Token;

/** Tasks that count how often they are looked at. */
class CountedTasks {
  readonly asked: string[] = [];

  find = async ({ owner }: Token, id: string): Promise<VideoTask> => {
    this.asked.push(`${owner} ${id}`);
    if (id === 'gone') throw new Error('gone');
    return { id, version: this.asked.length } as VideoTask;
  };
}

describe('TaskReadings', () => {
  it('looks once for all who watch the same task', async () => {
    const tasks = new CountedTasks();
    const readings = new TaskReadings(tasks, 1);
    const first = await Promise.all(Array.from({ length: 50 }, () => readings.next(buildToken('a'), '1')));
    expect(new Set(first).size).toBe(1);
    const second = await readings.next(buildToken('a'), '1');
    expect(second.version).toBe(2);
    expect(tasks.asked).toEqual(['a 1', 'a 1']);
  });

  it('tells owners and tasks apart', async () => {
    const tasks = new CountedTasks();
    const readings = new TaskReadings(tasks, 1);
    await Promise.all([
      readings.next(buildToken('a'), '1'),
      readings.next(buildToken('a'), '2'),
      readings.next(buildToken('b'), '1'),
    ]);
    expect(tasks.asked.toSorted()).toEqual(['a 1', 'a 2', 'b 1']);
  });

  it('looks again after a look that failed', async () => {
    const tasks = new CountedTasks();
    const readings = new TaskReadings(tasks, 1);
    await expect(readings.next(buildToken('a'), 'gone')).rejects.toThrow('gone');
    await expect(readings.next(buildToken('a'), 'gone')).rejects.toThrow('gone');
    expect(tasks.asked).toHaveLength(2);
  });
});
