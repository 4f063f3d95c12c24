import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { GatewayError } from '#canonical';
import { type ByteHold } from '#limits';
import { bodyTooLarge } from './body-too-large.js';

/** JSON compresses by a factor of 50 at most. A higher ratio is an attack, and is rejected above a few MB. */
const MAX_RATIO = 100;
const FREE_BYTES = 4 * 2 ** 20;
const CHUNK_BYTES = 64 * 1024;

const INFLATERS = {
  gzip: () => createGunzip({ chunkSize: CHUNK_BYTES }),
  deflate: () => createInflate({ chunkSize: CHUNK_BYTES }),
  br: () => createBrotliDecompress({ chunkSize: CHUNK_BYTES }),
};

export type BodyEncoding = keyof typeof INFLATERS;

/** Undefined for an uncompressed body. Multiple encodings are not supported: no client needs them. */
export function findEncoding(header: string | undefined): BodyEncoding | undefined {
  const encoding = header?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity') return undefined;
  if (Object.hasOwn(INFLATERS, encoding)) return encoding as BodyEncoding;
  throw new GatewayError(
    'unsupported-media-type',
    `The content encoding "${encoding.slice(0, 40)}" is not supported.`,
  );
}

/** Decompresses a body in chunks. The size is checked before the next chunk is created. */
export async function inflateBody(
  encoding: BodyEncoding,
  body: Buffer,
  { maxBytes, hold }: { maxBytes: number; hold: ByteHold | undefined },
): Promise<Buffer> {
  const inflater = INFLATERS[encoding]();
  inflater.end(body);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of inflater as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBytes) throw bodyTooLarge(maxBytes);
      if (length > FREE_BYTES && length > MAX_RATIO * body.length) throw growsTooMuch();
      const waiting = hold?.take(chunk.length);
      if (waiting !== undefined) await waiting;
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    throw new GatewayError('invalid-json', 'The request body cannot be decompressed.');
  }
  hold?.give(body.length);
  return Buffer.concat(chunks, length);
}

function growsTooMuch(): GatewayError {
  return new GatewayError(
    'body-too-large',
    `The request body expands to more than ${MAX_RATIO} times its compressed size.`,
  );
}
