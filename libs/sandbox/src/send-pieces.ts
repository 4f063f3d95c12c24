import { setImmediate as turn } from 'node:timers/promises';
import { GatewayError } from '#canonical';
import { type UpstreamResponse } from '#egress';
import { type Directives } from './directives.js';
import { pause, stall } from './pause.js';

export interface PiecesOptions {
  contentType: string;
  /** How far an answer gets that is to go wrong. */
  faultAfterBytes: number;
  /** What stands for a piece that cannot be read. */
  garbage: string;
  directives: Pick<Directives, 'fault' | 'paceMs'>;
  signal: AbortSignal;
}

/** An answer in pieces that are made as they are sent. */
export function sendPieces(
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  { contentType, faultAfterBytes, garbage, directives, signal }: PiecesOptions,
): UpstreamResponse {
  const { fault, paceMs } = directives;
  async function* body(): AsyncGenerator<Uint8Array, void> {
    let sentBytes = 0;
    for await (const piece of pieces) {
      // Making a piece may take a while, and others are to have their turn.
      await turn(undefined, { signal });
      if (sentBytes > 0) await pause(paceMs, signal);
      if (fault !== undefined && sentBytes > 0 && sentBytes >= faultAfterBytes) {
        yield* strike(fault, garbage, signal);
        return;
      }
      yield piece;
      sentBytes += piece.length;
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
