import { type ClientFacts } from '#access';
import { type ErrorKind } from '#canonical';

/** A request with an error response and without a usage event. It contains no secret and no part of the body. */
export interface RefusedRequest {
  /** A UUID. */
  id: string;
  requestId: string;
  startedAtMs: number;
  durationMs: number;
  /** Undefined if the request had no valid token. */
  token?: RefusedToken | undefined;
  sessionId?: string | undefined;
  /** The name in the request; undefined if the body was not read. */
  model?: string | undefined;
  operation?: string | undefined;
  format?: string | undefined;
  isStreamed: boolean;
  outcome: ErrorKind;
  /** In OpenAI's vocabulary. */
  errorCode?: string | undefined;
  /** The parameter at fault. */
  errorParam?: string | undefined;
  message?: string | undefined;
  /** Undefined on a WebSocket, where no status is sent. */
  status?: number | undefined;
  method?: string | undefined;
  /** Without the query, which can contain a credential. */
  path?: string | undefined;
  client: ClientFacts;
}

export interface RefusedToken {
  id: string;
  owner: string;
}

/** How often requests of one token were refused for one reason. */
export interface RefusalCount {
  /** Empty if the requests had no valid token. */
  tokenId: string;
  owner: string;
  outcome: string;
  refusals: number;
}
