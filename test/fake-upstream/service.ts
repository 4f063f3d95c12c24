import type { Account } from './account.js';
import type { Framing } from './framing.js';
import type { ReceivedRequest } from './received-request.js';
import type { Refused } from './refused.js';
import type { Drip } from './replies/drip.js';
import type { Reply } from './replies/reply.js';

/** One of the services that the server speaks natively. */
export interface Service {
  /** Headers that carry this service's key, the first of them that is there; other credentials are not for it. */
  readonly credentialHeaders: readonly string[];
  /** Headers that the real service sends with everything; a gateway has to choose which of them go on. */
  headers(): Record<string, string>;
  /** Finds out who asks, where that takes time; `check` uses what it has found. */
  identify?(request: ReceivedRequest, account: Account): Promise<void>;
  /** Throws a `Refused` where the real service would not take the request. */
  check(request: ReceivedRequest, account: Account): void;
  refusal(refused: Refused, request: ReceivedRequest): ErrorAnswer;
  /** What the service says for a status when the script does not. */
  failure(status: number, request: ReceivedRequest): ErrorAnswer;
  /** What it does in place of answering, where it has a script of its own. */
  reply?(request: ReceivedRequest, account: Account): Reply | undefined;
  /** Answers a request that has passed its check. */
  answer(request: ReceivedRequest, account: Account): NativeAnswer;
}

export interface ErrorAnswer {
  status: number;
  body: object;
  headers: Record<string, string>;
}

/** An answer in the service's own shape, whole or as a stream. */
export interface NativeAnswer {
  /** Whether the request asks for a stream. */
  readonly isStream: boolean;
  readonly framing: Framing;
  /** Text and bytes go out as they are, anything else as JSON. */
  readonly body: string | object;
  /** What the whole body is, if it is not JSON. */
  readonly contentType?: string;
  /** How a whole body goes out whose length nobody is told; at once and with its length unless given. */
  readonly drip?: Drip;
  events(): readonly object[];
  /** The first events of an answer so long that it is never finished. */
  unfinishedEvents(count: number): readonly object[];
  /** How the service owns up to a fault in mid-stream, after so many events. */
  readonly brokenOff: (afterEvents: number) => object;
}
