import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ByteBudget } from '#limits';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, channelTo, startTestGateway } from '../harness/index.js';
import { measureLeast } from '../cpu-time/index.js';

const MEGABYTE = 2 ** 20;

interface Refusal {
  status: number;
  param: string | null | undefined;
  message: string;
}

const values = (count: number): string => `{"model":"m","messages":[${'0,'.repeat(count)}0]}`;

describe('one request', () => {
  let upstream: FakeUpstream;
  let gateway: TestGateway;
  const memory = new ByteBudget({ maxBytes: 64 * MEGABYTE, waitMs: 50 });

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    gateway = await startTestGateway({ channels: [channelTo(upstream)], memory });
  });

  afterAll(async () => {
    await gateway.stop();
    await upstream.close();
  });

  const post = async (path: string, body: string | Buffer, headers = {}): Promise<Refusal> => {
    const response = await fetch(`${gateway.origin}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json', ...headers },
      body,
    });
    const answer = (await response.json()) as { error?: { param?: string | null; message: string } };
    return {
      status: response.status,
      param: answer.error?.param,
      message: answer.error?.message ?? '',
    };
  };

  /** The longest time that another request had to wait in the meantime. */
  const maxWait = async (work: Promise<unknown>): Promise<number> => {
    const progress = { isOver: false };
    let maxMs = 0;
    const over = work.finally(() => {
      progress.isOver = true;
    });
    while (!progress.isOver) {
      const startedAt = performance.now();
      await fetch(`${gateway.origin}/healthz`);
      maxMs = Math.max(maxMs, performance.now() - startedAt);
      await sleep(5);
    }
    await over;
    return maxMs;
  };

  it.each([
    ['/v1/chat/completions', 15_500_000, 'messages'],
    ['/v1/messages', 1_000_000, undefined],
    ['/v1/responses', 1_000_000, 'messages'],
    ['/v1/embeddings', 1_000_000, 'messages'],
  ])('with many tiny values is rejected before they are stored: %s, %d', async (path, count, param) => {
    const refuse = async (): Promise<void> =>
      expect(await post(path, values(count))).toMatchObject({
        status: 400,
        param,
        message: expect.stringContaining('too many values'),
      });
    // Without the limit it was 37 seconds.
    expect(await measureLeast(3_000, () => maxWait(refuse()))).toBeLessThan(3_000);
  });

  it('that grows a thousand times when it is decompressed is rejected', async () => {
    const refusal = await post('/v1/chat/completions', gzipSync(values(15_500_000)), {
      'content-encoding': 'gzip',
    });
    expect(refusal).toMatchObject({ status: 413 });
  });

  it('may have a high compression ratio', async () => {
    const content = 'a'.repeat(3 * MEGABYTE);
    const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] });
    const { status } = await post('/v1/chat/completions', gzipSync(body), { 'content-encoding': 'gzip' });
    expect(status).toBe(200);
  });

  it('may be large, and is forwarded unchanged', async () => {
    const url = `data:image/png;base64,${'QUJD'.repeat(2 * MEGABYTE)}`;
    const body = `{"model":"m","messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"${url}"}}]}]}`;
    expect(await post('/v1/chat/completions', body)).toMatchObject({ status: 200 });
    expect(upstream.received.at(-1)?.rawBody.length).toBe(body.length);
  });

  it('waits for free memory, and is rejected with a retry-after if there is none', async () => {
    const other = memory.open();
    void other.take(64 * MEGABYTE);
    const large = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'a'.repeat(MEGABYTE) }] });
    try {
      const response = await fetch(`${gateway.origin}/v1/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
        body: large,
      });
      expect(response.status).toBe(529);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      const small = '{"model":"m","messages":[{"role":"user","content":"a"}]}';
      expect(await post('/v1/chat/completions', small)).toMatchObject({ status: 200 });
    } finally {
      other.release();
    }
    expect(await post('/v1/chat/completions', large)).toMatchObject({ status: 200 });
  });

  it('that is slow to count delays no other request', async () => {
    const body = { model: 'm', messages: [{ role: 'user', content: 'a'.repeat(100_000) }] };
    const count = async (): Promise<void> =>
      expect(await post('/v1/messages/count_tokens', JSON.stringify(body))).toMatchObject({ status: 200 });
    // Without the limit it was 40 seconds.
    expect(await measureLeast(3_000, () => maxWait(count()))).toBeLessThan(3_000);
  });
});
