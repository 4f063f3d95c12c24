import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayError, toAbortSignal } from '#canonical';
import { type ResponseKind, sendWithDeadlines } from './deadlines.js';
import { readWholeBody } from './read-body.js';
import { type Transport } from './transport.js';

const REQUEST = { url: new URL('http://upstream.test/'), headers: {}, body: Buffer.from('{}') };
const DEADLINES = { connectMs: 1_000, firstByteMs: 60, idleMs: 60, wholeMs: 60 };
const { signal: quiet } = new AbortController();

/** An upstream that sends each chunk after the given milliseconds, or never. Records its signal and connect timeout. */
class Upstream {
  signal: AbortSignal | undefined;
  connectMs: number | undefined;

  constructor(
    private readonly headMs: number,
    private readonly gapsMs: readonly number[],
  ) {}

  readonly transport: Transport = async (_request, { signal, connectMs }) => {
    this.signal = toAbortSignal(signal);
    this.connectMs = connectMs;
    await sleep(this.headMs, undefined, { signal: this.signal });
    return { status: 200, headers: {}, body: this.body(this.signal) };
  };

  private async *body(signal: AbortSignal): AsyncGenerator<Uint8Array> {
    for (const gapMs of this.gapsMs) {
      await sleep(gapMs, undefined, { signal });
      yield Buffer.from('x');
    }
  }
}

const NEVER_MS = 600_000;

async function readAll(
  upstream: Upstream,
  signal = quiet,
  deadlines = DEADLINES,
  answer: ResponseKind = 'stream',
): Promise<string> {
  const { body } = await sendWithDeadlines(upstream.transport, REQUEST, { deadlines, answer, signal });
  return (await readWholeBody(body, 1_000)).toString();
}

describe('sendWithDeadlines', () => {
  it('returns a response without timeouts, however long it takes in total', async () => {
    const deadlines = { connectMs: 1_000, firstByteMs: 1_000, idleMs: 1_000, wholeMs: 10 };
    const upstream = new Upstream(200, [250, 250, 250, 250, 250]);
    await expect(readAll(upstream, quiet, deadlines)).resolves.toBe('xxxxx');
    expect(upstream.connectMs).toBe(1_000);
  });

  it.each([
    ['the head does not come', new Upstream(NEVER_MS, [])],
    ['the first byte does not come', new Upstream(0, [NEVER_MS])],
    ['the next byte does not come', new Upstream(0, [0, NEVER_MS])],
  ])('times out and aborts the request if %s', async (_name, upstream) => {
    await expect(readAll(upstream)).rejects.toMatchObject({ kind: 'upstream-timeout' });
    expect(upstream.signal?.aborted).toBe(true);
  });

  it('applies one timeout to head and first byte', async () => {
    const upstream = new Upstream(40, [40]);
    await expect(readAll(upstream)).rejects.toMatchObject({ kind: 'upstream-timeout' });
  });

  it.each([
    ['the head does not come', 'whole', new Upstream(NEVER_MS, [])],
    ['the first byte does not come', 'whole', new Upstream(0, [NEVER_MS])],
    ['the last byte does not come, although others do', 'whole', new Upstream(0, Array(40).fill(10))],
    ['the head does not come', 'bytes', new Upstream(NEVER_MS, [])],
    ['the first byte does not come', 'bytes', new Upstream(0, [NEVER_MS])],
  ] as const)(
    'times out without a retry, because it may be charged, if %s: %s',
    async (_name, answer, upstream) => {
      const deadlines = { ...DEADLINES, firstByteMs: NEVER_MS, idleMs: NEVER_MS };
      await expect(readAll(upstream, quiet, deadlines, answer)).rejects.toMatchObject({
        kind: 'upstream-timeout',
        retryable: false,
      });
      expect(upstream.signal?.aborted).toBe(true);
    },
  );

  it('applies no idle timeout to a complete response, and one to bytes after the first', async () => {
    const deadlines = { ...DEADLINES, firstByteMs: 1, idleMs: 1, wholeMs: 5_000 };
    await expect(readAll(new Upstream(40, [40, 40]), quiet, deadlines, 'whole')).resolves.toBe('xx');
    const bytes = new Upstream(40, [40, NEVER_MS]);
    await expect(readAll(bytes, quiet, deadlines, 'bytes')).rejects.toMatchObject({
      kind: 'upstream-timeout',
    });
  });

  it('does not count the time of a slow reader', async () => {
    const upstream = new Upstream(0, [0, 0, 0]);
    const { body } = await sendWithDeadlines(upstream.transport, REQUEST, {
      deadlines: DEADLINES,
      answer: 'stream',
      signal: quiet,
    });
    let read = 0;
    for await (const chunk of body) {
      await sleep(DEADLINES.idleMs + 20);
      read += chunk.length;
    }
    expect(read).toBe(3);
  });

  it.each([
    ['before the head', new Upstream(NEVER_MS, [])],
    ['during the body', new Upstream(0, [0, NEVER_MS])],
  ])('rejects at once with the reason if the caller aborts %s', async (_name, upstream) => {
    const caller = new AbortController();
    const reading = readAll(upstream, caller.signal, { ...DEADLINES, firstByteMs: 5_000, idleMs: 5_000 });
    const reason = new GatewayError('client-gone', 'Gone.');
    setTimeout(() => caller.abort(reason), 10);
    await expect(reading).rejects.toBe(reason);
    expect(upstream.signal?.aborted).toBe(true);
  });

  it('sends nothing for a caller that has aborted', async () => {
    const reason = new GatewayError('client-gone', 'Gone.');
    await expect(readAll(new Upstream(0, []), AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it('aborts the request if the reader stops early', async () => {
    const upstream = new Upstream(0, [0, 0, NEVER_MS]);
    const { body } = await sendWithDeadlines(upstream.transport, REQUEST, {
      deadlines: DEADLINES,
      answer: 'stream',
      signal: quiet,
    });
    for await (const chunk of body) {
      expect(chunk).toHaveLength(1);
      break;
    }
    expect(upstream.signal?.aborted).toBe(true);
  });

  it('aborts the request if the response is discarded', async () => {
    const upstream = new Upstream(0, [NEVER_MS]);
    const response = await sendWithDeadlines(upstream.transport, REQUEST, {
      deadlines: DEADLINES,
      answer: 'stream',
      signal: quiet,
    });
    const { signal } = upstream;
    if (signal === undefined) throw new Error('the upstream was not called');
    const aborted = once(signal, 'abort');
    response.discard();
    await aborted;
    expect(signal.reason).not.toBeInstanceOf(GatewayError);
  });
});

describe('readWholeBody', () => {
  it('rejects a body above the limit', async () => {
    const body = new Upstream(0, [0, 0, 0]);
    const response = await sendWithDeadlines(body.transport, REQUEST, {
      deadlines: DEADLINES,
      answer: 'stream',
      signal: quiet,
    });
    await expect(readWholeBody(response.body, 2)).rejects.toMatchObject({ kind: 'upstream-bad-response' });
    expect(body.signal?.aborted).toBe(true);
  });
});
