import { GatewayError } from '#canonical';

/** Reads a whole body into memory, up to a bound. */
export async function readWholeBody(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) {
      throw new GatewayError('upstream-bad-response', 'The model service sent an answer that is too large.');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
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
