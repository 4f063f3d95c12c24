import { type ClientSide } from '../client-side.js';
import { type CacheHit } from './cached-response.js';

const CHUNK_BYTES = 16 * 1024;
const EVENT_ENDS = ['\n\n', '\r\n\r\n', '\r\r'];

/** Sends a cached response unchanged. A stream is split between its events. */
export async function replayHit(
  { answer, ageSeconds }: CacheHit,
  client: ClientSide,
  extraHeaders: Readonly<Record<string, string>> = {},
): Promise<void> {
  const headers = {
    ...answer.headers,
    ...extraHeaders,
    'x-modelgate-cache': 'hit',
    age: String(ageSeconds),
  };
  if (!answer.isStreamed) return client.sendWhole(headers, answer.body);
  const stream = client.openStream(headers);
  try {
    for (const chunk of splitIntoChunks(answer.body)) await stream.write(chunk);
  } catch (error) {
    stream.abort('');
    throw error;
  }
  stream.end();
}

function* splitIntoChunks(body: Buffer): Generator<Buffer, void> {
  const eventEnd = EVENT_ENDS.find((end) => body.includes(end));
  let start = 0;
  while (start < body.length) {
    const end =
      eventEnd === undefined ? start + CHUNK_BYTES : findEventEnd(body, eventEnd, start + CHUNK_BYTES);
    yield body.subarray(start, end);
    start = end;
  }
}

function findEventEnd(body: Buffer, eventEnd: string, from: number): number {
  const at = body.indexOf(eventEnd, from);
  return at === -1 ? body.length : at + eventEnd.length;
}
