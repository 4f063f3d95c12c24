import type { Drip } from './drip.js';

/** What the upstream does with one request. */
export type Reply = PlainReply | SlowReply;

export type PlainReply =
  | JsonReply
  | ErrorReply
  | HtmlReply
  | GarbageReply
  | RedirectReply
  | ChunksReply
  | OversizedEventReply
  | FaultReply;

export interface JsonReply {
  kind: 'json';
  /** Text and bytes are sent unchanged, anything else as JSON; by default the service's response. */
  body?: unknown;
  status?: number;
  headers?: Record<string, string>;
  delayMs?: number;
  /** Nothing is sent before this. */
  after?: Promise<unknown>;
}

export interface ErrorReply {
  kind: 'error';
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface HtmlReply {
  kind: 'html';
  status: number;
}

/** Status 200 and a JSON content type, but the JSON is truncated. */
interface GarbageReply {
  kind: 'garbage';
}

export interface RedirectReply {
  kind: 'redirect';
  location: string;
  status?: number;
}

export interface ChunksReply {
  kind: 'chunks';
  /** Data of each event, instead of the response. */
  events?: readonly (object | string)[];
  /** The whole body, written chunk by chunk; nothing is added to it. */
  rawChunks?: readonly (string | Uint8Array)[];
  gapMs?: number;
  /** The usage in the event that has it. */
  usage?: object;
  /** Whether the stream has its end, which is [DONE] for chat; true by default. */
  done?: boolean;
}

/** A stream in which one event has `bytes` bytes of data and no line end. */
export interface OversizedEventReply {
  kind: 'oversized-event';
  bytes: number;
}

/** Sends the body of another reply slowly. */
interface SlowReply extends Drip {
  kind: 'slow';
  reply?: PlainReply;
}

/** How much is sent before a fault: events, or small chunks of a response without streaming; or bytes of any body. */
export type Progress =
  | { afterEvents: number; afterBytes?: undefined }
  | { afterBytes: number; afterEvents?: undefined };

export type FaultReply =
  /** Never responds. */
  | { kind: 'hang' }
  /** Status line and headers, then silence. */
  | { kind: 'headers-then-hang' }
  /** Nothing more in the middle of the body; the connection stays open. */
  | ({ kind: 'stall' } & Progress)
  /** TCP reset; before any byte by default. */
  | { kind: 'reset'; afterEvents?: undefined; afterBytes?: undefined }
  | ({ kind: 'reset' } & Progress)
  /** The connection is closed in the middle of the body. */
  | ({ kind: 'truncate' } & Progress)
  /** A body that is complete for HTTP but has no finish reason and no end. */
  | ({ kind: 'end-early' } & Progress)
  /** An error object between the events, then the end. */
  | { kind: 'in-band-error'; afterEvents: number };
