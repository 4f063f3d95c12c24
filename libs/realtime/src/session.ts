import { type Token } from '#access';
import { type AdmittedCall } from '#admission';
import { type GatewayError } from '#canonical';
import { type RelayRecord } from '#relay';
import { type realtime } from '#wire';
import { type Frame } from './sockets/frame.js';

/** A client's request for a session. */
export interface SessionCall {
  token: Token;
  /** Of the session as a whole; its responses are admitted one by one. */
  admitted: AdmittedCall;
  requestId: string;
  /** Which session of an agent it belongs to, where the client says so. */
  sessionId?: string | undefined;
  dialect: realtime.RealtimeDialect;
  /** As the client names it. */
  model: string;
  /** Initial settings in the names of the GA protocol; they were checked when the client secret was issued. */
  settings?: realtime.SessionUpdate;
  /** When the host will close the session. */
  expiresAtMs: number;
  /** Of the session as a whole; its requests have records of their own. */
  record: RelayRecord;
}

/** The client's end of a session. */
export interface SessionClient {
  /** One event, in the client's dialect. */
  send(frame: string | Buffer): void;
  /** Resolves when the client has taken enough of what was sent; undefined where it is not behind. */
  drained(): Promise<void> | undefined;
}

/** A request of a session that has ended. */
export interface EndedRequest {
  requestId: string;
  record: RelayRecord;
  error?: GatewayError;
  durationMs: number;
}

/** What a session needs from the server that holds its connection. */
export interface SessionHost {
  /** Counts one response of about so many tokens against the limits of the token; throws the refusal. */
  admit(requestId: string, tokens: number): AdmittedCall | Promise<AdmittedCall>;
  /** For the log and the metrics. */
  onRequest(request: EndedRequest): void;
}

/** How a session ended. Without an error it ended well. */
export interface SessionEnd {
  /** Told to the client in an event of its own before the connection is closed. */
  error?: GatewayError;
  /** Instead of the code that the error has. */
  code?: number;
  reason?: string;
}

/** A running session, passed through or bridged. */
export interface RunningSession {
  /** Takes the client's frames in order. While a promise is pending, the client is not read. */
  receive(frame: Frame): void | Promise<void>;
  /** Whether a response is being made. */
  readonly isResponding: boolean;
  /** Resolves, and never rejects, when the session has ended on the model's side. */
  readonly ended: Promise<SessionEnd>;
  /** Call this when the client has gone or is disconnected. Resolves when all work has stopped and is recorded. */
  close(reason: GatewayError): Promise<void>;
}
