import { type Token } from '#access';
import { type GatewayError } from '#canonical';
import { type Admission } from '#limits';
import { type RelayRecord } from '#relay';
import { type realtime } from '#wire';
import { type Frame } from './sockets/frame.js';

/** Who wants to talk, and to which model. */
export interface SessionCall {
  token: Token;
  requestId: string;
  dialect: realtime.RealtimeDialect;
  /** As the client names it. */
  model: string;
  /** What the session is to begin with, in today's names: checked when its secret was issued. */
  settings?: realtime.SessionUpdate;
  /** When whoever keeps the session will close it. */
  expiresAtMs: number;
  /** Of the session as a whole. What its requests use is in records of their own. */
  record: RelayRecord;
}

/** The client's end of a session. */
export interface SessionClient {
  /** One event, in the client's dialect. */
  send(frame: string | Buffer): void;
  /** Resolves when the client has taken enough of what was sent; undefined where it is not behind. */
  drained(): Promise<void> | undefined;
}

/** One request of a session, once all is known of it. */
export interface EndedRequest {
  requestId: string;
  record: RelayRecord;
  error?: GatewayError;
  durationMs: number;
}

/** What a session asks of whoever keeps it. */
export interface SessionDesk {
  /** Counts one response against the limits of the token; throws the refusal. */
  admit(requestId: string): Admission | Promise<Admission>;
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

/** A session that runs, whoever answers in it. */
export interface RunningSession {
  /** Frames in their order. While a promise is pending, the client is not read. */
  receive(frame: Frame): void | Promise<void>;
  /** Whether a response is being made. */
  readonly isResponding: boolean;
  /** Settles, and never rejects, when whoever answers has nothing more to say. */
  readonly ended: Promise<SessionEnd>;
  /** The client has gone, or is sent away. Resolves when all is stopped and written down. */
  close(reason: GatewayError): Promise<void>;
}
