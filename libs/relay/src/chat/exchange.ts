import { type GatewayError, type Usage } from '#canonical';
import { type SseBlock } from '#sse';
import { type UpstreamFormatId } from '#wire';

/** A streamed answer on its way from the upstream's events to the client's bytes. */
export interface AnswerStream {
  /** What to send on for this block. Throws a GatewayError where the upstream reports or commits a fault. */
  push(block: SseBlock): Uint8Array | undefined;
  /** How many of these bytes, which begin with an event, may go on without a look at each event. */
  getPlainLength?(events: Buffer): number;
  /** What is left to send when the upstream has ended. Throws where its answer was not whole. */
  finish(): Uint8Array | undefined;
  /** The last words of a stream that broke. */
  fail(error: GatewayError): string;
  /** The upstream has said that there will be an answer, but may still refuse the request. */
  readonly isOnlyAnnounced?: boolean | undefined;
  /** Nothing can follow: what still comes is ignored. */
  readonly isTerminated: boolean;
  /** All of the answer has come, whatever becomes of the connection. */
  readonly isComplete: boolean;
  readonly usage: Usage | undefined;
}

/** An answer that is sent in one piece, as the client gets it. */
export interface WholeAnswer {
  body: Buffer;
  usage: Usage | undefined;
}

/** What a plan makes of a request, and of the answer to it. */
export interface Exchange {
  /** What the upstream is spoken to in. */
  format: UpstreamFormatId;
  /** For the upstream. */
  body: Buffer;
  /** Headers of the client that this upstream understands; undefined where it sent none. */
  headers: Record<string, string> | undefined;
  /** Names of parameters that were lost on the way. */
  warnings: readonly string[];
  readWhole(answer: Buffer): WholeAnswer | Promise<WholeAnswer>;
  openStream(): AnswerStream;
}

export function asBytes(text: string): Uint8Array | undefined {
  return text === '' ? undefined : Buffer.from(text);
}
