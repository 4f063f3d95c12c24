import { type ErrorDetails, type ErrorKind, type Form, GatewayError } from '#canonical';
import { type OutboundRequest, type UpstreamResponse } from '#egress';

/** Messages to the thread. `id` is the number of the request. */
export type MessageToThread =
  | { id: number; request: PostedRequest }
  /** Requests the next chunk of the body. None is sent without it. */
  | { id: number; pull: true }
  | { id: number; abort: true };

export type MessageFromThread =
  | { id: number; head: Pick<UpstreamResponse, 'status' | 'headers'> }
  | { id: number; chunk: Uint8Array }
  | { id: number; end: true }
  | { id: number; error: PostedError };

/** A URL object cannot be posted to a thread. */
interface PostedRequest extends Pick<OutboundRequest, 'method' | 'headers'> {
  url: string;
  body: Uint8Array | Form;
}

/** Only a GatewayError has a kind. */
interface PostedError {
  kind?: ErrorKind;
  message: string;
  details: ErrorDetails;
}

/** The body is copied, because another attempt may need it again; the copy is transferred. */
export function encodeRequest({ method, url, headers, body }: OutboundRequest): {
  request: PostedRequest;
  moved: ArrayBuffer[];
} {
  const sent = body instanceof Uint8Array ? new Uint8Array(body) : body;
  const moved = sent instanceof Uint8Array ? [sent.buffer] : [];
  return { request: { method, url: url.href, headers, body: sent }, moved };
}

export function decodeRequest({ url, ...request }: PostedRequest): OutboundRequest {
  return { ...request, url: new URL(url) };
}

export function encodeError(error: unknown): PostedError {
  if (!(error instanceof GatewayError)) {
    return { message: error instanceof Error ? error.message : String(error), details: {} };
  }
  const { kind, message, param, code, status, retryAfterSeconds } = error;
  return { kind, message, details: { param, code, status, retryAfterSeconds } };
}

export function decodeError({ kind, message, details }: PostedError): Error {
  return kind === undefined ? new Error(message) : new GatewayError(kind, message, details);
}
