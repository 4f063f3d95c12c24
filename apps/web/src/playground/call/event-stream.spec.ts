import { describe, expect, it } from '@jest/globals';
import { type ServerSentEvent, readEventStream } from './event-stream.js';

async function readEvents(...chunks: (string | Uint8Array)[]): Promise<ServerSentEvent[]> {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks)
        controller.enqueue(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk);
      controller.close();
    },
  });
  const events: ServerSentEvent[] = [];
  for await (const event of readEventStream(stream)) events.push(event);
  return events;
}

describe('readEventStream', () => {
  it('yields events with and without a name', async () => {
    expect(await readEvents('data: {"a":1}\n\nevent: done\ndata: x\n\n')).toEqual([
      { event: '', data: '{"a":1}' },
      { event: 'done', data: 'x' },
    ]);
  });

  it('accepts chunks that end anywhere, even within a character', async () => {
    const bytes = new TextEncoder().encode('event: é\r\ndata: zwölf\r\n\r\n');
    for (let at = 1; at < bytes.length; at += 1) {
      expect(await readEvents(bytes.slice(0, at), bytes.slice(at))).toEqual([{ event: 'é', data: 'zwölf' }]);
    }
  });

  it('joins data lines, and ignores comments and unknown fields', async () => {
    expect(await readEvents(': ping\nid: 4\ndata: a\ndata:b\n\n')).toEqual([{ event: '', data: 'a\nb' }]);
  });

  it('drops an incomplete event at the end', async () => {
    expect(await readEvents('data: a\n\ndata: half')).toEqual([{ event: '', data: 'a' }]);
  });

  it('cancels the stream when the consumer stops reading', async () => {
    let isCancelled = false;
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('data: a\n\ndata: b\n\n')),
      cancel: () => {
        isCancelled = true;
      },
    });
    for await (const { data } of readEventStream(stream)) {
      expect(data).toBe('a');
      break;
    }
    expect(isCancelled).toBe(true);
  });
});
