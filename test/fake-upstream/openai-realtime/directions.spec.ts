import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  directed,
  DIRECTED_TEXT,
  startFakeUpstream,
  type FakeUpstream,
  type RealtimeConnection,
  type ResponseDirection,
} from '../index.js';
import { RawClient } from './raw-client.js';

const FLOOD_CHUNK_BYTES = 24_000;
const FLOOD_BYTES = 32 * 1024 * 1024;

let upstream: FakeUpstream;
let client: RawClient;

beforeEach(async () => {
  upstream = await startFakeUpstream();
  client = await RawClient.open(`${upstream.url}/realtime?model=gpt-realtime`, {
    headers: { authorization: 'Bearer sk-upstream-1' },
  });
  client.send({ type: 'session.update', session: { type: 'realtime', output_modalities: ['text'] } });
  await client.until('session.updated');
});

afterEach(() => upstream.close());

/** Says what the response is to be like, and asks for it. */
function ask(direction: ResponseDirection): void {
  const content = [{ type: 'input_text', text: directed(direction) }];
  client.send(
    { type: 'conversation.item.create', item: { type: 'message', role: 'user', content } },
    { type: 'response.create' },
  );
}

/** What was taken of a flood, once nothing more is. */
async function settledBytes(connection: RealtimeConnection): Promise<number> {
  for (let before = 0; ;) {
    await delay(100);
    const { bytesWritten } = connection;
    if (bytesWritten > FLOOD_CHUNK_BYTES && bytesWritten === before) return bytesWritten;
    before = bytesWritten;
  }
}

const deltas = () => client.types.filter((type) => type === 'response.output_text.delta').length;

describe('realtime directions', () => {
  it('slows down, so that there is time to cancel', async () => {
    ask({ kind: 'slow', gapMs: 20 });
    await client.until('response.output_text.delta');
    client.send({ type: 'response.cancel' });
    expect(await client.next('response.done')).toMatchObject({
      response: { status: 'cancelled', status_details: { reason: 'client_cancelled' } },
    });
    expect(deltas()).toBeLessThan(DIRECTED_TEXT.split(' ').length);
    expect(upstream.realtime.responses).toMatchObject([
      { status: 'cancelled', reason: 'client_cancelled', usage: { output_tokens: deltas() }, aborted: false },
    ]);
  });

  it('knows when the client has left', async () => {
    ask({ kind: 'stall', afterChunks: 3 });
    await client.until('response.output_text.delta');
    client.socket.terminate();
    const connection = await upstream.realtime.waitForConnection(0);
    expect(await connection.closed).toMatchObject({ code: 1006 });
    expect(upstream.realtime.responses).toMatchObject([
      { status: 'in_progress', aborted: true, usage: { output_tokens: 3 } },
    ]);
  });

  it('cuts the connection', async () => {
    ask({ kind: 'cut', afterChunks: 2 });
    expect(await client.closed).toMatchObject({ code: 1006 });
    expect(deltas()).toBe(2);
    expect(upstream.realtime.responses).toMatchObject([{ status: 'in_progress', aborted: false }]);
  });

  it('closes the connection', async () => {
    ask({ kind: 'close', afterChunks: 1, code: 1012, reason: 'restart' });
    expect(await client.closed).toEqual({ code: 1012, reason: 'restart' });
    expect(deltas()).toBe(1);
  });

  it('owns up to a fault', async () => {
    ask({ kind: 'error', afterChunks: 1 });
    const events = await client.until('response.done');
    expect(events.map(({ type }) => type).slice(-6)).toEqual([
      'error',
      'response.output_text.done',
      'response.content_part.done',
      'conversation.item.done',
      'response.output_item.done',
      'response.done',
    ]);
    expect(events.at(-1)).toMatchObject({
      response: { status: 'failed', status_details: { error: { code: 'server_error' } } },
    });
    const error = { type: 'tokens', code: 'rate_limit_exceeded', message: 'Slower.' };
    ask({ kind: 'fail', error });
    expect(await client.next('response.done')).toMatchObject({
      response: { status: 'failed', status_details: { type: 'failed', error }, usage: null },
    });
    expect(upstream.realtime.responses[1]?.usage.total_tokens).toBe(0);
  });

  it('floods as long as it is read, and counts what was taken', async () => {
    client.socket.pause();
    ask({ kind: 'flood', sizeBytes: FLOOD_BYTES });
    const connection = await upstream.realtime.waitForConnection(0);
    expect(await settledBytes(connection)).toBeLessThan(FLOOD_BYTES / 2);
    expect(connection.bytesWaiting).toBeLessThan(2 * FLOOD_CHUNK_BYTES);
    client.socket.resume();
    const events = await client.until('response.done', 20_000);
    const audio = events.filter(({ type }) => type === 'response.output_audio.delta');
    const sizeBytes = audio.reduce((sum, { delta }) => sum + Buffer.byteLength(String(delta), 'base64'), 0);
    expect(sizeBytes).toBe(FLOOD_BYTES);
    expect(connection.bytesWritten).toBeGreaterThan(FLOOD_BYTES);
  });

  it('says what nobody knows', async () => {
    const events = [{ type: 'vendor.surprise', event_id: 'e1', nested: { deep: [1, null, '🎧'] } }];
    ask({ kind: 'events', events });
    expect(await client.next('vendor.surprise')).toEqual(events[0]);
    const connection = await upstream.realtime.waitForConnection(0);
    await connection.send({ type: 'vendor.unasked', event_id: 'e2' });
    expect(await client.next('vendor.unasked')).toEqual({ type: 'vendor.unasked', event_id: 'e2' });
  });

  it('says and counts what it is told to, from the handler as well', async () => {
    upstream.realtime.nextResponse({ kind: 'say', text: 'by script', usage: null });
    client.send({ type: 'response.create' }, { type: 'response.create' });
    expect(await client.next('response.done')).toMatchObject({
      response: { usage: null, output: [{ content: [{ text: 'by script' }] }] },
    });
    expect(await client.next('response.done')).toMatchObject({ response: { usage: { output_tokens: 0 } } });
  });

  it('ends with a code of the test’s own', async () => {
    const connection = await upstream.realtime.waitForConnection(0);
    connection.close(4999, 'enough');
    expect(await client.closed).toEqual({ code: 4999, reason: 'enough' });
  });
});
