import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { GatewayError } from '#canonical';
import { type OutboundRequest, type UpstreamResponse } from '#egress';
import { type Directives } from './directives.js';

interface SendOptions {
  fault: Directives['fault'];
  signal: AbortSignal;
}

/** What one model of the sandbox makes of a request. */
export type ModelAnswer = (request: OutboundRequest, signal: AbortSignal) => Promise<UpstreamResponse>;

/** A whole answer. Its faults strike in the middle of the body. */
export function sendJson(body: object, { fault, signal }: SendOptions): UpstreamResponse {
  const bytes = Buffer.from(JSON.stringify(body));
  const firstHalf = bytes.subarray(0, bytes.length / 2);
  async function* chunks(): AsyncGenerator<Uint8Array, void> {
    if (fault === undefined) {
      yield bytes;
      return;
    }
    yield firstHalf;
    if (fault === 'stall') await stall(signal);
    if (fault === 'garbage') yield Buffer.from('%%% this is not JSON %%%');
  }
  return { status: 200, headers: { 'content-type': 'application/json' }, body: chunks() };
}

/** An answer in events, which are made as they are sent. Its faults strike after half of them. */
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
        if (fault === 'stall') await stall(signal);
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

/** Waits, and no longer than anybody wants the answer. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds > 0) await sleep(milliseconds, undefined, { signal });
}

/** Never returns; ends with the exchange. */
async function stall(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}

export interface ChunksOptions {
  contentType: string;
  /** How far an answer gets that is to go wrong. */
  faultAfterBytes: number;
  /** What stands for a chunk that cannot be read. */
  garbage: string;
  directives: Pick<Directives, 'fault' | 'paceMs'>;
  signal: AbortSignal;
}

/** An answer in chunks that are made as they are sent. */
export function sendChunks(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  { contentType, faultAfterBytes, garbage, directives, signal }: ChunksOptions,
): UpstreamResponse {
  const { fault, paceMs } = directives;
  async function* body(): AsyncGenerator<Uint8Array, void> {
    let sentBytes = 0;
    for await (const chunk of chunks) {
      // Making a chunk may take a while, and others are to have their turn.
      await turn(undefined, { signal });
      if (sentBytes > 0) await pause(paceMs, signal);
      if (fault !== undefined && sentBytes > 0 && sentBytes >= faultAfterBytes) {
        yield* strike(fault, garbage, signal);
        return;
      }
      yield chunk;
      sentBytes += chunk.length;
    }
  }
  return { status: 200, headers: { 'content-type': contentType }, body: body() };
}

async function* strike(
  fault: NonNullable<Directives['fault']>,
  garbage: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  if (fault === 'stall') await stall(signal);
  if (fault === 'garbage') yield Buffer.from(garbage);
  else throw new GatewayError('upstream-unreachable', 'The sandbox was asked to break its answer off.');
}

/** The bytes of a request that is no form. */
export function jsonBody({ body }: OutboundRequest): Uint8Array {
  if (body instanceof Uint8Array) return body;
  throw new Error('this model of the sandbox is asked in JSON');
}
