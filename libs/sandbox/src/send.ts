import { type UpstreamResponse } from '#egress';
import { type Directives } from './directives.js';
import { pause, stall } from './pause.js';

interface SendOptions {
  fault: Directives['fault'];
  signal: AbortSignal;
}

/** A whole answer. Its faults strike in the middle of the body. */
export function sendJson(body: object, { fault, signal }: SendOptions): UpstreamResponse {
  const bytes = Buffer.from(JSON.stringify(body));
  const firstHalf = bytes.subarray(0, bytes.length / 2);
  async function* pieces(): AsyncGenerator<Uint8Array, void> {
    if (fault === undefined) {
      yield bytes;
      return;
    }
    yield firstHalf;
    if (fault === 'stall') await stall(signal);
    if (fault === 'garbage') yield Buffer.from('%%% this is not JSON %%%');
  }
  return { status: 200, headers: { 'content-type': 'application/json' }, body: pieces() };
}

/** An answer in events. Its faults strike after half of them. */
export function sendStream(
  chunks: readonly object[],
  { fault, paceMs, signal }: SendOptions & { paceMs: number },
): UpstreamResponse {
  const faultAt = fault === undefined ? Number.POSITIVE_INFINITY : Math.ceil(chunks.length / 2);
  async function* events(): AsyncGenerator<Uint8Array, void> {
    for (const [index, chunk] of chunks.entries()) {
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
