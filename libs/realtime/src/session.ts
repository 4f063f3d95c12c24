import { type ClientFacts } from '#access';
import { type AdmittedCall, type CallRecord } from '#admission';
import { type GatewayError } from '#canonical';
import { type realtime } from '#wire';
import { type Frame } from './sockets/frame.js';

/** A client's request for a session. */
export interface SessionCall {
  /** Of the session as a whole. Its responses are admitted one by one. */
  admitted: AdmittedCall;
  /** The session of an agent, if the client names one. */
  sessionId: string | undefined;
  dialect: realtime.RealtimeDialect;
  /** The name that the client uses. */
  model: string;
  /** The initial settings in the GA protocol. They were validated when the client secret was issued. */
  settings?: realtime.SessionUpdate;
  /** When the host will close the session. */
  expiresAtMs: number;
  /** Of the session as a whole. Its requests have their own records. */
  record: CallRecord;
}

/** The client of a session. */
export interface SessionClient {
  /** Sends one event in the client's dialect. */
  send(frame: string | Buffer): void;
  /** Resolves when the client has caught up. Undefined if it is not behind. */
  drained(): Promise<void> | undefined;
}

/** A request of a session that has ended. */
export interface EndedRequest {
  requestId: string;
  record: CallRecord;
  error?: GatewayError;
  durationMs: number;
}

/** What a session needs from the server that holds its connection. */
export interface SessionHost {
  /**
   * Counts one response with this estimate of tokens against the limits of the token. Throws if it is rejected. Under
   * load, a response waits first, unless the upstream has already started it.
   */
  admit(
    requestId: string,
    tokens: number,
    options?: { isBegun?: boolean },
  ): AdmittedCall | Promise<AdmittedCall>;
  /** The client that opened the session. */
  readonly client?: ClientFacts | undefined;
  /** Called for each ended request, for the log, the metrics and the record of rejected requests. */
  onRequest(request: EndedRequest): void;
  /**
   * Called for every error that is sent to the client in response to a message, to record it. An error that a request
   * was already reported with is recorded once. The session ends after too many errors in a row, without an admitted
   * request between them.
   */
  onRefused(error: GatewayError): void;
}

/** How a session ended. Without an error, it succeeded. */
export interface SessionEnd {
  /** Sent to the client as an event before the connection is closed. */
  error?: GatewayError;
  /** Replaces the close code of the error. */
  code?: number;
  reason?: string;
}

/** A running session, by passthrough or with the bridge. */
export interface RunningSession {
  /** Receives the client's frames in order. While a promise is pending, the client is not read. */
  receive(frame: Frame): void | Promise<void>;
  /** Whether a response is running. */
  readonly isResponding: boolean;
  /** Called periodically with the time since anything was sent or received. */
  noteIdle?(idleMs: number): void;
  /** Resolves when the session has ended on the model's side. Never rejects. */
  readonly ended: Promise<SessionEnd>;
  /**
   * Called when the client has disconnected or is to be disconnected. Resolves when all work has stopped and is
   * recorded.
   */
  close(reason: GatewayError): Promise<void>;
}
