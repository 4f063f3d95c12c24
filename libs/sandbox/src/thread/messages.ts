import { type ErrorDetails, type ErrorKind, type Form, GatewayError } from '#canonical';
import { type OutboundRequest, type UpstreamResponse } from '#egress';

/** What the thread is told. Each request has a number. */
export type ToThread =
  | { id: number; request: SentRequest }
  /** The next chunk of the body is wanted: none is sent before. */
  | { id: number; pull: true }
  | { id: number; abort: true };

export type FromThread =
  | { id: number; head: Pick<UpstreamResponse, 'status' | 'headers'> }
  | { id: number; chunk: Uint8Array }
  | { id: number; end: true }
  | { id: number; error: SentError };

/** A URL cannot be sent to a thread as it is. */
interface SentRequest extends Pick<OutboundRequest, 'method' | 'headers'> {
  url: string;
  body: Uint8Array | Form;
}

/** Only errors of the gateway have a kind. */
interface SentError {
  kind?: ErrorKind;
  message: string;
  details: ErrorDetails;
}

/** The body is copied, because another attempt may need it again; the copy is moved. */
export function encodeRequest({ method, url, headers, body }: OutboundRequest): {
  request: SentRequest;
  moved: ArrayBuffer[];
} {
  const sent = body instanceof Uint8Array ? new Uint8Array(body) : body;
  const moved = sent instanceof Uint8Array ? [sent.buffer] : [];
  return { request: { method, url: url.href, headers, body: sent }, moved };
}

export function decodeRequest({ url, ...request }: SentRequest): OutboundRequest {
  return { ...request, url: new URL(url) };
}

export function encodeError(error: unknown): SentError {
  if (!(error instanceof GatewayError)) {
    return { message: error instanceof Error ? error.message : String(error), details: {} };
  }
  const { kind, message, param, code, status, retryAfterSeconds } = error;
  return { kind, message, details: { param, code, status, retryAfterSeconds } };
}

export function decodeError({ kind, message, details }: SentError): Error {
  return kind === undefined ? new Error(message) : new GatewayError(kind, message, details);
}
