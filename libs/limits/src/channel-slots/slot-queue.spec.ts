import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { type Release, SlotQueue } from './slot-queue.js';

const never = new AbortController().signal;

/** Acquires slots of one channel and records which tokens were served, in order. */
function line(queue: SlotQueue, max = 1) {
  const served: string[] = [];
  const refused: string[] = [];
  const held: Release[] = [];
  const acquire = async (tokenId: string, signal = never): Promise<void> => {
    try {
      held.push(await queue.acquire('channel', max, { tokenId, signal }));
      served.push(tokenId);
    } catch {
      refused.push(tokenId);
    }
  };
  const finishOne = async (): Promise<void> => {
    held.shift()?.();
    await settled();
  };
  return {
    served,
    refused,
    held,
    ask: (tokenId: string, signal?: AbortSignal) => void acquire(tokenId, signal),
    finishOne,
  };
}

const settled = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

describe('SlotQueue', () => {
  it('returns a free slot synchronously, independently for each key', () => {
    const queue = new SlotQueue();
    expect(queue.acquire('a', 2, { tokenId: 't', signal: never })).not.toBeInstanceOf(Promise);
    expect(queue.acquire('a', 2, { tokenId: 't', signal: never })).not.toBeInstanceOf(Promise);
    expect(queue.acquire('b', 1, { tokenId: 't', signal: never })).not.toBeInstanceOf(Promise);
  });

  it('frees a slot once, however often it is released', async () => {
    const { ask, held, served } = line(new SlotQueue());
    ask('first');
    await settled();
    const releaseFirst = held.shift();
    for (const tokenId of ['second', 'third']) ask(tokenId);
    releaseFirst?.();
    releaseFirst?.();
    await settled();
    expect(served).toEqual(['first', 'second']);
    held.shift()?.();
    await settled();
    expect(served).toEqual(['first', 'second', 'third']);
  });

  it('alternates between tokens, and serves the requests of each in order', async () => {
    const { ask, served, finishOne } = line(new SlotQueue());
    for (const tokenId of ['busy', 'busy', 'busy', 'busy', 'quiet', 'busy', 'other', 'quiet']) ask(tokenId);
    for (let count = 0; count < 8; count += 1) await finishOne();
    expect(served).toEqual(['busy', 'busy', 'quiet', 'other', 'busy', 'quiet', 'busy', 'busy']);
  });

  it('rejects after the maximum wait', async () => {
    const queue = new SlotQueue({ waitMs: 30 });
    const release = await queue.acquire('a', 1, { tokenId: 't', signal: never });
    await expect(queue.acquire('a', 1, { tokenId: 't', signal: never })).rejects.toMatchObject({
      kind: 'overloaded',
      retryAfterSeconds: 1,
    });
    release();
    expect(queue.acquire('a', 1, { tokenId: 't', signal: never })).not.toBeInstanceOf(Promise);
  });

  it('removes aborted requests', async () => {
    const queue = new SlotQueue();
    const { ask, served, refused, finishOne } = line(queue);
    const leaving = new AbortController();
    ask('first');
    ask('leaving', leaving.signal);
    ask('second');
    leaving.abort(new Error('gone'));
    await settled();
    expect(refused).toEqual(['leaving']);
    await finishOne();
    expect(served).toEqual(['first', 'second']);
    expect(() => queue.acquire('a', 1, { tokenId: 't', signal: leaving.signal })).toThrow('gone');
  });

  it('rejects the newest request of the token with the most waiting requests when the queue is full', async () => {
    const { ask, refused, served, finishOne } = line(new SlotQueue({ maxWaiting: 3 }));
    for (const tokenId of ['busy', 'busy', 'busy', 'busy', 'busy']) ask(tokenId);
    await settled();
    expect(refused).toEqual(['busy']);
    ask('quiet');
    await settled();
    expect(refused).toEqual(['busy', 'busy']);
    ask('quiet');
    await settled();
    expect(refused).toEqual(['busy', 'busy', 'quiet']);
    for (let count = 0; count < 4; count += 1) await finishOne();
    expect(served).toEqual(['busy', 'busy', 'quiet', 'busy']);
  });

  it('applies a changed maximum', async () => {
    const queue = new SlotQueue();
    const ask = (max: number) => queue.acquire('a', max, { tokenId: 't', signal: never });
    const [first, waiting] = [ask(1) as Release, ask(1)];
    expect(ask(3)).not.toBeInstanceOf(Promise);
    await expect(waiting).resolves.toBeInstanceOf(Function);
    first();
    const fourth = ask(2);
    expect(fourth).toBeInstanceOf(Promise);
    (await waiting)();
    await expect(fourth).resolves.toBeInstanceOf(Function);
  });

  it('never exceeds the maximum, and never leaves a request waiting while a slot is free', async () => {
    const actions = fc.array(fc.constantFrom('ask a', 'ask b', 'ask c', 'finish'), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(actions, fc.integer({ min: 1, max: 4 }), async (given, max) => {
        const { ask, served, finishOne } = line(new SlotQueue(), max);
        let [asked, finished] = [0, 0];
        for (const action of given) {
          if (action === 'finish') {
            if (served.length > finished) finished += 1;
            await finishOne();
          } else {
            asked += 1;
            ask(action);
            await settled();
          }
          expect(served.length - finished).toBe(Math.min(max, asked - finished));
        }
        while (served.length > finished) {
          finished += 1;
          await finishOne();
        }
        expect(finished).toBe(asked);
      }),
    );
  });
});
