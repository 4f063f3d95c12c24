import { performance } from 'node:perf_hooks';
import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { sandboxTransport } from '../transport.js';
import { measureLeast } from '../../../../test/cpu-time/index.js';

const CALL = { connectMs: 1_000 };

const send = (body: object, signal = new AbortController().signal) =>
  sandboxTransport(
    {
      url: new URL('http://sandbox.invalid/v1/x'),
      headers: {},
      body: Buffer.from(JSON.stringify(body)),
    },
    { ...CALL, signal },
  );

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

const words = (length: number): string =>
  Array.from({ length: length / 10 }, (_, index) => `word${String(index).padStart(5, '0')}`).join(' ');

const chat = (content: string) => ({
  model: 'sandbox-chat',
  stream: true,
  messages: [{ role: 'user', content }],
});

describe('SandboxThread', () => {
  it.each([
    ['embeddings', { model: 'sandbox-embedding', input: words(900_000) }],
    [
      'a ranking',
      { model: 'sandbox-rerank', query: words(900), documents: [words(400_000), words(400_000)] },
    ],
    ['a moderation', { model: 'sandbox-moderation', input: words(900_000) }],
  ])('does not block the event loop while it handles %s of a long text', async (_name, body) => {
    await readText((await send({ ...body, input: 'x', query: 'x', documents: ['x'] })).body);
    const measureUtilization = async (): Promise<number> => {
      const before = performance.eventLoopUtilization();
      const { status, body: chunks } = await send(body);
      await readText(chunks);
      expect(status).toBe(200);
      return performance.eventLoopUtilization(before).utilization;
    };
    expect(await measureLeast(0.5, measureUtilization)).toBeLessThan(0.5);
  });

  it.each([
    ['input', { model: 'sandbox-embedding', input: [words(600_000), words(600_000)] }],
    ['input', { model: 'sandbox-embedding', input: Array.from({ length: 300_000 }, () => 7) }],
    ['query', { model: 'sandbox-rerank', query: words(20_000), documents: ['x'] }],
    ['documents', { model: 'sandbox-rerank', query: 'x', documents: [words(1_200_000)] }],
    ['messages', chat('[[tool=a]] '.repeat(129))],
  ])('rejects a text that is too long: %s', async (param, body) => {
    const refused = await send(body).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(GatewayError);
    expect(refused).toMatchObject({ kind: 'invalid-value', param });
  });

  it('sends a chunk only on demand, and ends when the client disconnects', async () => {
    const cancel = new AbortController();
    const { body } = await send(chat('[[words=20000]]'), cancel.signal);
    const chunks = body[Symbol.asyncIterator]();
    expect((await chunks.next()).done).toBe(false);
    cancel.abort(new GatewayError('client-gone', 'gone'));
    await expect(chunks.next()).rejects.toMatchObject({ kind: 'client-gone' });
    expect(await readText((await send(chat('[[words=2]]'))).body)).toContain('[DONE]');
  });
});
