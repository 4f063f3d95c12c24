import { setImmediate as yieldToEventLoop, setTimeout as sleep } from 'node:timers/promises';
import { GatewayError } from '#canonical';
import { type OutboundRequest, type UpstreamResponse } from '#egress';
import { type Directives } from './directives.js';

interface SendOptions {
  fault: Directives['fault'];
  signal: AbortSignal;
}

/** Handles the requests for one model of the sandbox. */
export type ModelHandler = (request: OutboundRequest, signal: AbortSignal) => Promise<UpstreamResponse>;

/** A JSON response. Faults occur in the middle of the body. */
export function sendJson(body: object, { fault, signal }: SendOptions): UpstreamResponse {
  const bytes = Buffer.from(JSON.stringify(body));
  const firstHalf = bytes.subarray(0, bytes.length / 2);
  async function* chunks(): AsyncGenerator<Uint8Array, void> {
    if (fault === undefined) {
      yield bytes;
      return;
    }
    yield firstHalf;
    if (fault === 'stall') await waitForAbort(signal);
    if (fault === 'garbage') yield Buffer.from('%%% this is not JSON %%%');
  }
  return { status: 200, headers: { 'content-type': 'application/json' }, body: chunks() };
}

/** A stream of events, which are generated while they are sent. Faults occur after half of them. */
export function sendStream(
  generate: () => Iterable<object>,
  { fault, paceMs, signal }: SendOptions & { paceMs: number },
): UpstreamResponse {
  const faultAt = fault === undefined ? Number.POSITIVE_INFINITY : Math.ceil(countChunks(generate()) / 2);
  async function* events(): AsyncGenerator<Uint8Array, void> {
    let index = -1;
    for (const chunk of generate()) {
      index += 1;
      signal.throwIfAborted();
      if (index === faultAt) {
        if (fault === 'stall') await waitForAbort(signal);
        if (fault === 'garbage') yield Buffer.from('data: {"choices": [ %%%\n\n');
        return;
      }
      if (index > 0) await pause(paceMs, signal);
      yield Buffer.from(`data: ${JSON.stringify(chunk)}\n\n`);
    }
    yield Buffer.from('data: [DONE]\n\n');
  }
  return { status: 200, headers: { 'content-type': 'text/event-stream' }, body: events() };
}

function countChunks(chunks: Iterable<object>): number {
  let count = 0;
  for (const _chunk of chunks) count += 1;
  return count;
}

/** Waits for a time. Rejects with the reason of the abort if the request is aborted. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds > 0) await sleep(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
}

/** Waits until the request is aborted, then rejects. */
async function waitForAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}

export interface ChunksOptions {
  contentType: string;
  /** The number of bytes after which a fault occurs. */
  faultAfterBytes: number;
  /** Sent instead of a valid chunk. */
  garbage: string;
  directives: Pick<Directives, 'fault' | 'paceMs'>;
  signal: AbortSignal;
}

/** A response in chunks that are generated while they are sent. */
export function sendChunks(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  { contentType, faultAfterBytes, garbage, directives, signal }: ChunksOptions,
): UpstreamResponse {
  const { fault, paceMs } = directives;
  async function* body(): AsyncGenerator<Uint8Array, void> {
    let sentBytes = 0;
    for await (const chunk of chunks) {
      // Generating a chunk may take long, so other events are handled in between.
      await yieldToEventLoop();
      signal.throwIfAborted();
      if (sentBytes > 0) await pause(paceMs, signal);
      if (fault !== undefined && sentBytes > 0 && sentBytes >= faultAfterBytes) {
        yield* generateFault(fault, garbage, signal);
        return;
      }
      yield chunk;
      sentBytes += chunk.length;
    }
  }
  return { status: 200, headers: { 'content-type': contentType }, body: body() };
}

async function* generateFault(
  fault: NonNullable<Directives['fault']>,
  garbage: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  if (fault === 'stall') await waitForAbort(signal);
  if (fault === 'garbage') yield Buffer.from(garbage);
  else
    throw new GatewayError(
      'upstream-interrupted',
      'The sandbox ended its response early because of a directive.',
    );
}

/** The body of a request that is not a form. */
export function getJsonBody({ body }: OutboundRequest): Uint8Array {
  if (body instanceof Uint8Array) return body;
  throw new Error('this sandbox model requires a JSON request');
}
