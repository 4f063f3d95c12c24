import { type SessionPatch, type Voice } from './protocol/session-config.js';

export interface RealtimeLimits {
  /** For the audio in the input buffer and the audio that is being transcribed. */
  maxBufferedAudioBytes: number;
  /** For the audio of earlier turns, which `conversation.item.retrieve` returns. */
  maxKeptAudioBytes: number;
  maxItems: number;
  /** For texts and images in the conversation. */
  maxConversationBytes: number;
  /** Undefined for the limit of the model. */
  maxResponseTokens?: number;
  /** The limit of concurrent responses outside the conversation (`conversation: "none"`). */
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
  /** The requested name, which is also the model of every chat request. */
  model: string;
  voice: Voice;
  /** Reported in `expires_at`; the host closes the session. */
  expiresAtSeconds?: number;
  /** Initial settings from a client secret. */
  session?: SessionPatch;
  limits?: Partial<RealtimeLimits>;
}
