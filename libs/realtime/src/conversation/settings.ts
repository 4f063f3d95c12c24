import { type SessionPatch, type Voice } from './protocol/session-config.js';

export interface RealtimeLimits {
  /** Of audio that waits in the input buffer, and of audio that waits for its transcript. */
  maxBufferedAudioBytes: number;
  /** Of audio of earlier turns that `conversation.item.retrieve` can still show. */
  maxKeptAudioBytes: number;
  maxItems: number;
  /** Of texts and images in the conversation. */
  maxConversationBytes: number;
  /** Undefined means the model's own limit. */
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
  /** Reported in `expires_at`; the host closes the session. */
  expiresAtSeconds?: number;
  /** Initial settings from a client secret. */
  session?: SessionPatch;
  limits?: Partial<RealtimeLimits>;
}
