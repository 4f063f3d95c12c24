import { describe, expect, it } from '@jest/globals';
import { type Directives } from './directives.js';
import { type PiecesOptions, sendPieces } from './send.js';

const PIECES = ['ab', 'cd', 'ef', 'gh'].map((text) => Buffer.from(text));

const options = (fault?: Directives['fault']): PiecesOptions => ({
  contentType: 'audio/pcm',
  faultAfterBytes: 4,
  garbage: '%%%',
  directives: { fault, paceMs: 0 },
  signal: new AbortController().signal,
});

async function received(body: AsyncIterable<Uint8Array>, into: string[] = []): Promise<string[]> {
  for await (const piece of body) into.push(Buffer.from(piece).toString());
  return into;
}

describe('sendPieces', () => {
  it('sends all of them, and says what they are', async () => {
    const { status, headers, body } = sendPieces(PIECES, options());
    expect(status).toBe(200);
    expect(headers).toEqual({ 'content-type': 'audio/pcm' });
    expect(await received(body)).toEqual(['ab', 'cd', 'ef', 'gh']);
  });

  it('makes them as they are taken', async () => {
    const made: string[] = [];
    function* pieces(): Generator<Buffer, void> {
      for (const piece of PIECES) {
        made.push(piece.toString());
        yield piece;
      }
    }
    const { body } = sendPieces(pieces(), options());
    await body[Symbol.asyncIterator]().next();
    expect(made).toEqual(['ab']);
  });

  it('breaks off as a connection does', async () => {
    const before: string[] = [];
    await expect(received(sendPieces(PIECES, options('cut')).body, before)).rejects.toMatchObject({
      kind: 'upstream-unreachable',
    });
    expect(before).toEqual(['ab', 'cd']);
  });

  it('ends in garbage', async () => {
    expect(await received(sendPieces(PIECES, options('garbage')).body)).toEqual(['ab', 'cd', '%%%']);
  });

  it('stalls until nobody waits any longer', async () => {
    const waiting = new AbortController();
    const before: string[] = [];
    const reading = received(
      sendPieces(PIECES, { ...options('stall'), signal: waiting.signal }).body,
      before,
    );
    const gone = new Error('gone');
    setTimeout(() => waiting.abort(gone), 30);
    await expect(reading).rejects.toBe(gone);
    expect(before).toEqual(['ab', 'cd']);
  });

  it('always begins before it goes wrong', async () => {
    const before: string[] = [];
    const body = sendPieces(PIECES, { ...options('cut'), faultAfterBytes: 0 }).body;
    await expect(received(body, before)).rejects.toThrow('break its answer off');
    expect(before).toEqual(['ab']);
  });
});
