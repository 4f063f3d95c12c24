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
  /** Text and bytes go out as they are, anything else as JSON; by default the service's answer. */
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

/** Status 200 and a JSON content type, but the JSON breaks off. */
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
  /** Data of each event, in place of the answer. */
  events?: readonly (object | string)[];
  /** The whole body, written chunk by chunk; nothing is added to it. */
  rawChunks?: readonly (string | Uint8Array)[];
  gapMs?: number;
  /** What the event that has usage says of it. */
  usage?: object;
  /** Whether the stream has its end, which is [DONE] for chat; it has by default. */
  done?: boolean;
}

/** A stream in which one event has `bytes` bytes of data and no line end. */
export interface OversizedEventReply {
  kind: 'oversized-event';
  bytes: number;
}

/** Drips the body of another reply. */
interface SlowReply extends Drip {
  kind: 'slow';
  reply?: PlainReply;
}

/**
 * How much goes out before a fault: events, or small chunks of a reply that is no stream; or bytes of the body,
 * whatever it is.
 */
export type Progress =
  | { afterEvents: number; afterBytes?: undefined }
  | { afterBytes: number; afterEvents?: undefined };

export type FaultReply =
  /** Never answers. */
  | { kind: 'hang' }
  /** Status line and headers, then silence. */
  | { kind: 'headers-then-hang' }
  /** Silence in the middle of the body, the connection stays open. */
  | ({ kind: 'stall' } & Progress)
  /** TCP reset; before any byte unless told how far to go. */
  | { kind: 'reset'; afterEvents?: undefined; afterBytes?: undefined }
  | ({ kind: 'reset' } & Progress)
  /** The connection is closed in the middle of the body. */
  | ({ kind: 'truncate' } & Progress)
  /** A body that is whole for HTTP but has no finish and no end. */
  | ({ kind: 'end-early' } & Progress)
  /** An error object among the events, then the end. */
  | { kind: 'in-band-error'; afterEvents: number };
