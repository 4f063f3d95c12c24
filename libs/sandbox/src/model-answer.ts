import { type OutboundRequest, type UpstreamResponse } from '#egress';

/** What one model of the sandbox makes of a request. */
export type ModelAnswer = (request: OutboundRequest, signal: AbortSignal) => Promise<UpstreamResponse>;

/** The bytes of a request that is no form. */
export function jsonBody({ body }: OutboundRequest): Uint8Array {
  if (body instanceof Uint8Array) return body;
  throw new Error('this model of the sandbox is asked in JSON');
}
