import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { encodeMultipart } from './encode-multipart.js';
import { type OutboundRequest } from './transport.js';

export interface EncodedBody {
  headers: Record<string, string>;
  body: Uint8Array | Readable;
}

export function encodeBody({ headers, body }: OutboundRequest, onProgress?: () => void): EncodedBody {
  if (body instanceof Uint8Array) return { headers, body };
  const { contentType, contentLength, chunks } = encodeMultipart(body, newBoundary());
  return {
    headers: {
      ...withoutBodyHeaders(headers),
      'content-type': contentType,
      'content-length': String(contentLength),
    },
    // If sending fails, undici destroys the stream, which ends the generator and closes its file.
    body: Readable.from(reportProgress(chunks, onProgress), { objectMode: false }),
  };
}

function newBoundary(): string {
  return `modelgate-${randomBytes(16).toString('hex')}`;
}

function withoutBodyHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !/^content-(?:type|length)$/i.test(name)),
  );
}

/** A chunk has been accepted when the next one is requested. */
async function* reportProgress(
  chunks: AsyncIterable<Uint8Array>,
  onProgress?: () => void,
): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of chunks) {
    yield chunk;
    onProgress?.();
  }
}
