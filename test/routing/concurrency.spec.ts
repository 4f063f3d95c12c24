import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TEST_TOKEN } from '../harness/index.js';
import { always, slowly } from './behaviour.js';
import { Stage } from './stage.js';

const QUIET_TOKEN = 'sk-mg-quiet-0123456789abcdef';
const ANSWER_MS = 40;

describe('a channel with a limit of concurrent requests', () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await Stage.open({
      channels: {
        narrow: { models: ['queued'], maxConcurrency: 3, script: slowly(ANSWER_MS) },
        single: { models: ['fair'], maxConcurrency: 1, script: slowly(ANSWER_MS) },
        stuck: { models: ['overflowing'], priority: 2, maxConcurrency: 2, script: always({ kind: 'hang' }) },
        wide: { models: ['overflowing'], priority: 1 },
        full: { models: ['streaming'], priority: 2, maxConnections: 2, script: always({ kind: 'hang' }) },
        free: { models: ['streaming'], priority: 1 },
        lone: { models: ['lonely'], maxConnections: 1, script: always({ kind: 'hang' }) },
      },
      tokens: [{ name: 'quiet', key: QUIET_TOKEN }],
    });
  });

  afterAll(async () => {
    await stage.close();
  });

  it.each([false, true])('never gets more, and the others wait; streamed: %s', async (isStreamed) => {
    const narrow = stage.upstream('narrow');
    narrow.restart(slowly(ANSWER_MS));
    const seen = await stage.askMany(30, { model: 'queued', isStreamed }, { atATime: 15 });
    expect(seen.map(({ status }) => status)).toEqual(Array(30).fill(200));
    expect(narrow.received).toHaveLength(30);
    expect(narrow.maxRunning).toBe(3);
  });

  it('serves tokens in turn', async () => {
    const single = stage.upstream('single');
    const busy = stage.askMany(8, { model: 'fair' }, { atATime: 8 });
    await single.waitForReceived(1);
    const quiet = stage.ask({ model: 'fair', prompt: 'quiet', token: QUIET_TOKEN });
    const seen = [...(await busy), await quiet];
    expect(seen.map(({ status }) => status)).toEqual(Array(9).fill(200));
    expect(single.maxRunning).toBe(1);
    const place = single.received.findIndex(({ prompt }) => prompt === 'quiet');
    expect(place).toBeLessThan(single.received.length - 2);
  });

  it('passes requests above its limit to the next channel', async () => {
    const stuck = stage.upstream('stuck');
    const leaving = new AbortController();
    const hanging = [1, 2].map((one) =>
      stage.ask({ model: 'overflowing', prompt: `hanging ${one}`, signal: leaving.signal }),
    );
    await stuck.waitForReceived(2);
    const seen = await stage.askMany(6, { model: 'overflowing' }, { atATime: 6 });
    expect(seen.map(({ status, channel }) => `${status} ${channel}`)).toEqual(Array(6).fill('200 wide'));
    expect(stuck.received).toHaveLength(2);
    expect(stuck.maxRunning).toBe(2);
    leaving.abort();
    await Promise.all(hanging);
    await stuck.waitForAborted(2);
  });

  it('uses no more connections than allowed, which does not affect its health', async () => {
    const full = stage.upstream('full');
    const leaving = new AbortController();
    const hanging = [1, 2].map((one) =>
      stage.ask({ model: 'streaming', prompt: `hanging ${one}`, isStreamed: true, signal: leaving.signal }),
    );
    await full.waitForReceived(2);
    const seen = await stage.askMany(8, { model: 'streaming', isStreamed: true }, { atATime: 4 });
    expect(seen.map(({ status, channel }) => `${status} ${channel}`)).toEqual(Array(8).fill('200 free'));
    const attempts = await stage.getAttempts(seen[0]?.requestId ?? '');
    expect(attempts.map(({ channel, outcome }) => [channel, outcome])).toEqual([
      ['full', 'overloaded'],
      ['free', 'ok'],
    ]);
    leaving.abort();
    await Promise.all(hanging);
    await full.waitForAborted(2);
    full.restart();
    expect(await stage.ask({ model: 'streaming' })).toMatchObject({
      status: 200,
      channel: 'full',
      attempts: 1,
    });
  });

  it('returns an error in every format if it has no free connection, with a retry-after', async () => {
    const lone = stage.upstream('lone');
    const leaving = new AbortController();
    const hanging = stage.ask({ model: 'lonely', prompt: 'hanging', signal: leaving.signal });
    await lone.waitForReceived(1);
    const messages = [{ role: 'user', content: 'hello' }];
    const asked: [path: string, body: object, status: number][] = [
      ['/v1/chat/completions', { model: 'lonely', messages, stream: true }, 503],
      ['/v1/messages', { model: 'lonely', messages, max_tokens: 5 }, 529],
      [
        '/v1beta/models/lonely:generateContent',
        { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] },
        503,
      ],
    ];
    for (const [path, body, status] of asked) {
      const answer = await fetch(`${stage.gateway.origin}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, status, '1']);
      expect(await answer.text()).toMatch(/server_is_overloaded|overloaded_error|UNAVAILABLE/);
    }
    const metrics = await (await fetch(`${stage.gateway.origin}/metrics`)).text();
    const address = new URL(lone.url).origin;
    expect(metrics).toContain(`modelgate_upstream_connections{address="${address}"} 1\n`);
    expect(metrics).toContain(`modelgate_upstream_connections_limit{address="${address}"} 1\n`);
    expect(metrics).toContain(`modelgate_upstream_connections_refused_total{address="${address}"} 3\n`);
    leaving.abort();
    await hanging;
  });
});
