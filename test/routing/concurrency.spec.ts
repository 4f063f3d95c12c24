import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { always, slowly } from './behaviour.js';
import { Stage } from './stage.js';

const QUIET_TOKEN = 'sk-mg-quiet-0123456789abcdef';
const ANSWER_MS = 40;

describe('a channel that takes so many requests at a time', () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await Stage.open({
      channels: {
        narrow: { models: ['queued'], maxConcurrency: 3, script: slowly(ANSWER_MS) },
        single: { models: ['fair'], maxConcurrency: 1, script: slowly(ANSWER_MS) },
        stuck: { models: ['overflowing'], priority: 2, maxConcurrency: 2, script: always({ kind: 'hang' }) },
        wide: { models: ['overflowing'], priority: 1 },
      },
      tokens: [{ name: 'quiet', key: QUIET_TOKEN }],
    });
  });

  afterAll(async () => {
    await stage.close();
  });

  it.each([false, true])('never gets more, and the others wait; streamed: %s', async (isStreamed) => {
    const narrow = stage.upstream('narrow');
    narrow.beginAnew(slowly(ANSWER_MS));
    const seen = await stage.askMany(30, { model: 'queued', isStreamed }, { atATime: 15 });
    expect(seen.map(({ status }) => status)).toEqual(Array(30).fill(200));
    expect(narrow.received).toHaveLength(30);
    expect(narrow.mostRunning).toBe(3);
  });

  it('serves tokens in turn', async () => {
    const single = stage.upstream('single');
    const busy = stage.askMany(8, { model: 'fair' }, { atATime: 8 });
    await single.hasReceived(1);
    const quiet = stage.ask({ model: 'fair', prompt: 'quiet', token: QUIET_TOKEN });
    const seen = [...(await busy), await quiet];
    expect(seen.map(({ status }) => status)).toEqual(Array(9).fill(200));
    expect(single.mostRunning).toBe(1);
    const place = single.received.findIndex(({ prompt }) => prompt === 'quiet');
    expect(place).toBeLessThan(single.received.length - 2);
  });

  it('lets what it cannot take go on to the next channel', async () => {
    const stuck = stage.upstream('stuck');
    const leaving = new AbortController();
    const hanging = [1, 2].map((one) =>
      stage.ask({ model: 'overflowing', prompt: `hanging ${one}`, signal: leaving.signal }),
    );
    await stuck.hasReceived(2);
    const seen = await stage.askMany(6, { model: 'overflowing' }, { atATime: 6 });
    expect(seen.map(({ status, channel }) => `${status} ${channel}`)).toEqual(Array(6).fill('200 wide'));
    expect(stuck.received).toHaveLength(2);
    expect(stuck.mostRunning).toBe(2);
    leaving.abort();
    await Promise.all(hanging);
    await stuck.hasSeenAborted(2);
  });
});
