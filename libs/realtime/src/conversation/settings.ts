import { type SessionPatch, type Voice } from './protocol/session-config.js';

export interface RealtimeLimits {
  /** Of audio that waits in the input buffer, and of audio that waits for its transcript. */
  maxBufferedAudioBytes: number;
  /** Of audio of earlier turns that `conversation.item.retrieve` can still show. */
  maxKeptAudioBytes: number;
  maxItems: number;
  /** Of texts and pictures in the conversation. */
  maxConversationBytes: number;
  /** The most that a response may ask for; undefined: as many as the model likes. */
  maxResponseTokens?: number;
  /** Responses apart from the conversation (`conversation: "none"`) at the same time. */
  maxParallelResponses: number;
}

const MEBIBYTE = 1024 * 1024;

export const DEFAULT_REALTIME_LIMITS: RealtimeLimits = {
  maxBufferedAudioBytes: 15 * MEBIBYTE,
  maxKeptAudioBytes: 15 * MEBIBYTE,
  maxItems: 1000,
  maxConversationBytes: 32 * MEBIBYTE,
  maxParallelResponses: 4,
};

export interface RealtimeSettings {
  /** The name by which the client asked for it; also the model of every chat request. */
  model: string;
  voice: Voice;
  /** When the session will be closed by its host, in seconds since 1970; only told. */
  expiresAtSeconds?: number;
  /** What the client has asked for before it connected. */
  session?: SessionPatch;
  limits?: Partial<RealtimeLimits>;
}
