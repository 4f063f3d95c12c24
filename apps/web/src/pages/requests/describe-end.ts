import { isEndedByClient } from './outcome.js';

/** The properties of a request that determine the description. */
export interface EndedRequest {
  outcome: string;
  error: string | null;
  refused: boolean;
  operation: string | null;
  first_byte_ms: number | null;
}

/** How the page of a request describes why and how it ended. */
export interface RequestEnd {
  kind: 'error' | 'client' | 'refused';
  /** Why the request ended. */
  title: string;
  /** What the client received. */
  text: string;
}

const NO_ERROR = 'This does not count as an error.';

/** Undefined for a request that succeeded. */
export function describeEnd(request: EndedRequest): RequestEnd | undefined {
  const { outcome, error, refused: isRefused } = request;
  if (isRefused) {
    return {
      kind: 'refused',
      title: error ?? 'The gateway refused this request.',
      text: 'The gateway refused this request. No provider was called and nothing was charged.',
    };
  }
  if (error === null) return undefined;
  return isEndedByClient(outcome)
    ? { kind: 'client', title: error, text: describeCancelled(request) }
    : { kind: 'error', title: error, text: describeFailed(request) };
}

function describeCancelled({ operation, first_byte_ms: firstByteMs }: EndedRequest): string {
  if (operation === 'video') return NO_ERROR;
  return firstByteMs === null
    ? `No response was sent. ${NO_ERROR}`
    : `Part of the response was sent. ${NO_ERROR}`;
}

function describeFailed({ outcome, operation, first_byte_ms: firstByteMs }: EndedRequest): string {
  if (operation === 'video') return 'The task failed.';
  if (outcome === 'process-died') return 'The connection to the client was lost.';
  return firstByteMs === null
    ? 'The client received an error.'
    : 'Part of the response had been sent to the client.';
}
