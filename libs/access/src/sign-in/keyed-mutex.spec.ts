import { describe, expect, it } from '@jest/globals';
import { KeyedMutex } from './keyed-mutex.js';

describe('KeyedMutex', () => {
  it('runs tasks with one key one after the other, even after a failure', async () => {
    const mutex = new KeyedMutex();
    const steps: string[] = [];
    const task =
      (label: string, fails = false) =>
      async () => {
        steps.push(`${label} begins`);
        await Promise.resolve();
        steps.push(`${label} ends`);
        if (fails) throw new Error(label);
        return label;
      };
    const outcomes = await Promise.allSettled([
      mutex.run('a', task('first', true)),
      mutex.run('a', task('second')),
      mutex.run('a', task('third')),
    ]);
    expect(steps).toEqual([
      'first begins',
      'first ends',
      'second begins',
      'second ends',
      'third begins',
      'third ends',
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  });

  it('does not make one key wait for another', async () => {
    const mutex = new KeyedMutex();
    const waiting = new Promise<void>((_resolve, reject) => {
      mutex.run('slow', () => new Promise(() => undefined)).catch(reject);
    });
    expect(await Promise.race([mutex.run('quick', async () => 'done'), waiting])).toBe('done');
  });
});
