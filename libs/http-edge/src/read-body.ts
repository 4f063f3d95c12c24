import { GatewayError } from '#canonical';
import { scanAhead } from '#json-scan';
import { type ByteBudget, type ByteHold } from '#limits';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { bodyTooLarge } from './body-too-large.js';
import { freeBytes } from './free-bytes.js';
import { findEncoding, inflateBody } from './inflate-body.js';

const ARRIVAL_MS = 30_000;

export interface BodyLimits {
  maxBytes: number;
  /** The timeout for the whole body. */
  arrivalMs?: number;
  /** Limits the memory of all bodies of this process. */
  memory?: ByteBudget;
}

/**
 * Reads a JSON body with limits on size and time. It is not parsed, because most bodies are only forwarded. A large
 * body is validated here, in slices. Its memory is released when its request has ended.
 */
export async function readJsonBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { maxBytes, arrivalMs = ARRIVAL_MS, memory }: BodyLimits,
): Promise<Buffer> {
  requireJson(request.headers['content-type']);
  const encoding = findEncoding(request.headers['content-encoding']);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw bodyTooLarge(maxBytes);
  if (request.headers.expect !== undefined) reply.raw.writeContinue();
  const hold = memory?.open();
  if (hold !== undefined) request.requestContext.onEnd(() => hold.release());
  const received = await collect(request, { maxBytes, arrivalMs, hold });
  const body = encoding === undefined ? received : await inflateBody(encoding, received, { maxBytes, hold });
  const scanning = scanAhead(body);
  if (scanning !== undefined) await scanning;
  return body;
}

function requireJson(contentType: string | undefined): void {
  if (contentType === undefined || /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType.trim()))
    return;
  throw new GatewayError(
    'unsupported-media-type',
    'The request body must be JSON (content-type: application/json).',
  );
}

interface CollectOptions {
  maxBytes: number;
  arrivalMs: number;
  hold: ByteHold | undefined;
}

async function collect(
  { raw }: FastifyRequest,
  { maxBytes, arrivalMs, hold }: CollectOptions,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const timer = setTimeout(
      () => finish(new GatewayError('request-timeout', 'The request body did not arrive in time.')),
      arrivalMs,
    );
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > maxBytes) return finish(bodyTooLarge(maxBytes));
      chunks.push(chunk);
      const waiting = hold?.take(chunk.length);
      if (waiting !== undefined) waitForRoom(waiting);
    };
    const waitForRoom = (waiting: Promise<void>): void => {
      raw.pause();
      waiting.then(
        () => raw.resume(),
        (error: unknown) => finish(GatewayError.from(error)),
      );
    };
    const onEnd = (): void => finish();
    const onClose = (): void =>
      finish(
        new GatewayError('client-gone', 'The client closed the connection before its request was complete.'),
      );
    const finish = (error?: GatewayError): void => {
      clearTimeout(timer);
      raw.off('data', onData).off('end', onEnd).off('close', onClose);
      // Discards the rest. A paused request would never end.
      if (error) raw.resume();
      if (error) reject(error);
      else resolve(joinChunks(chunks, length));
    };
    raw.on('data', onData).once('end', onEnd).once('close', onClose);
  });
}

/** Node has copied each chunk from its read, so no other code uses their memory. */
function joinChunks(chunks: readonly Buffer[], length: number): Buffer {
  const [first] = chunks;
  if (first !== undefined && chunks.length === 1) return first;
  const joined = Buffer.concat(chunks, length);
  freeBytes(chunks);
  return joined;
}
