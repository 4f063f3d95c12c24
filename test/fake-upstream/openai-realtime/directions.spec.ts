import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  directed,
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

/** Sets the direction of the next response, and requests it. */
function ask(direction: ResponseDirection): void {
  const content = [{ type: 'input_text', text: directed(direction) }];
  client.send(
    { type: 'conversation.item.create', item: { type: 'message', role: 'user', content } },
    { type: 'response.create' },
  );
}

/** The written bytes, once they no longer increase. */
async function settledBytes(connection: RealtimeConnection): Promise<number> {
  for (let before = 0; ;) {
    await delay(100);
    const { bytesWritten } = connection;
    if (bytesWritten > FLOOD_CHUNK_BYTES && bytesWritten === before) return bytesWritten;
    before = bytesWritten;
  }
}

describe('realtime directions', () => {
  it('floods as long as the client reads, and counts the bytes', async () => {
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
});
