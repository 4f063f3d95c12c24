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
  /** Null if the client decides when a turn is over. */
  turns?: { silenceMs: number } | null;
  /** Telephone audio (8 bit, 8 kHz) in both directions. */
  isTelephone?: true;
}

/** The commands that a client can send, whatever its library calls them. */
export interface ClientCommands {
  configure(settings: Settings): void;
  write(text: string): void;
  append(audio: Buffer): void;
  commit(): void;
  giveResult(callId: string, output: string): void;
  respond(): void;
  cancel(): void;
  truncate(itemId: string, audioEndMs: number): void;
  /** Undefined if the library cannot send arbitrary events. */
  send?: (event: object) => void;
}

/** An open session of an official client. */
export interface Talker {
  say: ClientCommands;
  log: EventLog;
  close(): void;
}

export interface GatewayAddress {
  /** With TLS. */
  baseUrl: string;
  certificate: string;
  /** The same without TLS, for requests of servers. */
  plainUrl: string;
  token: string;
  model: string;
}

/** Resolves when the session has begun. */
export type Connect = (place: GatewayAddress) => Promise<Talker>;
