/** What a scripted upstream does with one request. */
export type Behaviour =
  | {
      kind: 'ok';
      firstByteAfterMs?: number;
      /** Nothing is sent before this. */
      after?: Promise<unknown>;
      /** Whether a stream reports no usage. */
      isSilentOnUsage?: boolean;
    }
  | {
      kind: 'fail';
      status: number;
      headers?: Record<string, string>;
      code?: string;
      after?: Promise<unknown>;
    }
  /** The connection is reset before the first byte. */
  | { kind: 'reset' }
  /** The connection is reset after so many events of a stream. */
  | { kind: 'cut'; afterEvents: number }
  | { kind: 'hang' };

/** One request as an upstream received it. */
export interface UpstreamRequest {
  key: string;
  model: string;
  isStreamed: boolean;
  /** The last message of the user. */
  prompt: string;
  /** From 0, among all requests to this upstream. */
  ordinal: number;
  /** Whether the caller disconnected before the response was complete. */
  isAborted: boolean;
}

export type Script = (asked: UpstreamRequest) => Behaviour;

export const OK: Behaviour = { kind: 'ok' };

export const always =
  (behaviour: Behaviour): Script =>
  () =>
    behaviour;

export const failing = (
  status: number,
  more: { headers?: Record<string, string>; code?: string } = {},
): Script => always({ kind: 'fail', status, ...more });

export const slowly = (firstByteAfterMs: number): Script => always({ kind: 'ok', firstByteAfterMs });

/** So many requests that succeed, then as many that fail, and so on. */
export const flapping =
  (length: number, fault: Behaviour): Script =>
  ({ ordinal }) =>
    Math.floor(ordinal / length) % 2 === 0 ? OK : fault;
