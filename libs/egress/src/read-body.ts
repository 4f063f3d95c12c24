import { responseTooLarge } from './http-exchange.js';
import { type ConsumeRead, type UpstreamBody } from './transport.js';

/** Reads a body into memory, up to a limit. */
export async function readWholeBody(body: UpstreamBody, maxBytes: number): Promise<Buffer> {
  return body.readWhole === undefined ? collect(body, maxBytes) : body.readWhole(maxBytes);
}

export async function collect(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) throw responseTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** Calls `consume` for each read of a body. Resolves at its end. */
export function readEach(body: UpstreamBody, consume: ConsumeRead): Promise<void> {
  return body.readEach === undefined ? forEachChunk(body, consume) : body.readEach(consume);
}

async function forEachChunk(body: AsyncIterable<Uint8Array>, consume: ConsumeRead): Promise<void> {
  for await (const chunk of body) {
    const consumed = consume(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length));
    if (consumed !== undefined) await consumed;
  }
}

/** Reads only the beginning of a body. */
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
