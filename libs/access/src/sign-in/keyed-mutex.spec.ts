import { describe, expect, it } from '@jest/globals';
import { KeyedMutex } from './keyed-mutex.js';

describe('KeyedMutex', () => {
  it('runs works of one name in turn, whatever becomes of them', async () => {
    const turns = new KeyedMutex();
    const steps: string[] = [];
    const work =
      (label: string, fails = false) =>
      async () => {
        steps.push(`${label} begins`);
        await Promise.resolve();
        steps.push(`${label} ends`);
        if (fails) throw new Error(label);
        return label;
      };
    const outcomes = await Promise.allSettled([
      turns.run('a', work('first', true)),
      turns.run('a', work('second')),
      turns.run('a', work('third')),
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

  it('does not let one name wait for another', async () => {
    const turns = new KeyedMutex();
    const waiting = new Promise<void>((_resolve, reject) => {
      turns.run('slow', () => new Promise(() => undefined)).catch(reject);
    });
    expect(await Promise.race([turns.run('quick', async () => 'done'), waiting])).toBe('done');
  });
});
