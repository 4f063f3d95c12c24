import { describe, expect, it } from '@jest/globals';
import { type Directives } from './directives.js';
import { type ChunksOptions, sendChunks } from './send.js';

const CHUNKS = ['ab', 'cd', 'ef', 'gh'].map((text) => Buffer.from(text));

const options = (fault?: Directives['fault']): ChunksOptions => ({
  contentType: 'audio/pcm',
  faultAfterBytes: 4,
  garbage: '%%%',
  directives: { fault, paceMs: 0 },
  signal: new AbortController().signal,
});

async function received(body: AsyncIterable<Uint8Array>, into: string[] = []): Promise<string[]> {
  for await (const chunk of body) into.push(Buffer.from(chunk).toString());
  return into;
}

describe('sendChunks', () => {
  it('sends all chunks, with their content type', async () => {
    const { status, headers, body } = sendChunks(CHUNKS, options());
    expect(status).toBe(200);
    expect(headers).toEqual({ 'content-type': 'audio/pcm' });
    expect(await received(body)).toEqual(['ab', 'cd', 'ef', 'gh']);
  });

  it('generates chunks on demand', async () => {
    const made: string[] = [];
    function* chunks(): Generator<Buffer, void> {
      for (const chunk of CHUNKS) {
        made.push(chunk.toString());
        yield chunk;
      }
    }
    const { body } = sendChunks(chunks(), options());
    await body[Symbol.asyncIterator]().next();
    expect(made).toEqual(['ab']);
  });

  it('ends early like a closed connection', async () => {
    const before: string[] = [];
    await expect(received(sendChunks(CHUNKS, options('cut')).body, before)).rejects.toMatchObject({
      kind: 'upstream-interrupted',
    });
    expect(before).toEqual(['ab', 'cd']);
  });

  it('ends with garbage', async () => {
    expect(await received(sendChunks(CHUNKS, options('garbage')).body)).toEqual(['ab', 'cd', '%%%']);
  });

  it('stalls until the request is aborted', async () => {
    const waiting = new AbortController();
    const { body } = sendChunks(CHUNKS, { ...options('stall'), signal: waiting.signal });
    const chunks = body[Symbol.asyncIterator]();
    const before = [await chunks.next(), await chunks.next()].map(({ value }) => String(value));
    expect(before).toEqual(['ab', 'cd']);
    const stalled = chunks.next();
    const gone = new Error('gone');
    waiting.abort(gone);
    await expect(stalled).rejects.toBe(gone);
  });

  it('always sends a chunk before a fault', async () => {
    const before: string[] = [];
    const body = sendChunks(CHUNKS, { ...options('cut'), faultAfterBytes: 0 }).body;
    await expect(received(body, before)).rejects.toThrow('ended its response early');
    expect(before).toEqual(['ab']);
  });
});
