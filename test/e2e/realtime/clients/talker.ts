import { type EventLog } from './event-log.js';

export interface FunctionTool {
  name: string;
  description: string;
  parameters: object;
}

export interface Settings {
  instructions?: string;
  tools?: readonly FunctionTool[];
  isTextOnly?: boolean;
  /** Null where the client decides when a turn is over. */
  turns?: { silenceMs: number } | null;
  /** Audio as on the telephone, both ways. */
  isTelephone?: true;
}

/** What a client can say, whatever it calls it. */
export interface Words {
  configure(settings: Settings): void;
  write(text: string): void;
  append(audio: Buffer): void;
  commit(): void;
  giveResult(callId: string, output: string): void;
  respond(): void;
  cancel(): void;
  truncate(itemId: string, audioEndMs: number): void;
  /** Undefined where the library has no way to say what it has no word for. */
  send?: (event: object) => void;
}

/** An open session of an official client. */
export interface Talker {
  say: Words;
  log: EventLog;
  close(): void;
}

export interface Place {
  /** Behind TLS. */
  baseUrl: string;
  certificate: string;
  /** The same without TLS, for what servers ask for. */
  plainUrl: string;
  token: string;
  model: string;
}

/** Resolves when the session has begun. */
export type Connect = (place: Place) => Promise<Talker>;
