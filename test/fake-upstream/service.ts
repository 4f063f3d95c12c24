import type { Account } from './account.js';
import type { Framing } from './framing.js';
import type { ReceivedRequest } from './received-request.js';
import type { Refused } from './refused.js';
import type { Drip } from './replies/drip.js';
import type { Reply } from './replies/reply.js';

/** One of the services whose format the server has. */
export interface Service {
  /** Headers with this service's key; the first one that is present counts. Other credentials are ignored. */
  readonly credentialHeaders: readonly string[];
  /** Headers of every response of the real service; a gateway has to choose which of them it forwards. */
  headers(): Record<string, string>;
  /** Identifies the caller if that is asynchronous; `check` uses the result. */
  identify?(request: ReceivedRequest, account: Account): Promise<void>;
  /** Throws a `Refused` if the real service would reject the request. */
  check(request: ReceivedRequest, account: Account): void;
  refusal(refused: Refused, request: ReceivedRequest): ErrorAnswer;
  /** The error of the service for a status, if the script has none. */
  failure(status: number, request: ReceivedRequest): ErrorAnswer;
  /** A reply that replaces the response, if the service has its own script. */
  reply?(request: ReceivedRequest, account: Account): Reply | undefined;
  /** The response to a request that has passed its check. */
  answer(request: ReceivedRequest, account: Account): NativeAnswer;
}

export interface ErrorAnswer {
  status: number;
  body: object;
  headers: Record<string, string>;
}

/** A response in the service's own format, with and without streaming. */
export interface NativeAnswer {
  /** Whether the request is streamed. */
  readonly isStream: boolean;
  readonly framing: Framing;
  /** Text and bytes are sent unchanged, anything else as JSON. */
  readonly body: string | object;
  /** The content type of a body that is not JSON. */
  readonly contentType?: string;
  /** How a body without a content-length is sent; by default at once and with its length. */
  readonly drip?: Drip;
  events(): readonly object[];
  /** The first events of a response that never ends. */
  unfinishedEvents(count: number): readonly object[];
  /** How the service reports a fault in mid-stream, after so many events. */
  readonly brokenOff: (afterEvents: number) => object;
}
