import { tooLarge } from './http-exchange.js';
import { type TakeRead, type UpstreamBody } from './transport.js';

/** Reads a whole body into memory, up to a bound. */
export async function readWholeBody(body: UpstreamBody, maxBytes: number): Promise<Buffer> {
  return body.readWhole === undefined ? collect(body, maxBytes) : body.readWhole(maxBytes);
}

export async function collect(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** Gives a body away read by read. Resolves at its end. */
export function readEach(body: UpstreamBody, take: TakeRead): Promise<void> {
  return body.readEach === undefined ? giveChunks(body, take) : body.readEach(take);
}

async function giveChunks(body: AsyncIterable<Uint8Array>, take: TakeRead): Promise<void> {
  for await (const chunk of body) {
    const taken = take(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length));
    if (taken !== undefined) await taken;
  }
}

/** Reads no more than the beginning of a body, and leaves the rest unread. */
export async function readBodyStart(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= maxBytes) break;
  }
  return Buffer.concat(chunks, Math.min(length, maxBytes));
}
