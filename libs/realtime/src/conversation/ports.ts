import { type ChatRequest, type GatewayError, type StreamPart, type Usage } from '#canonical';
import { type ServerEvent } from './protocol/events.js';

export type IdPrefix = 'event' | 'sess' | 'conv' | 'item' | 'resp' | 'call';

/** An error as the protocol encodes it. */
export interface ErrorDetails {
  type: string;
  code: string | null;
  message: string;
  param: string | null;
}

export interface RateLimit {
  name: 'requests' | 'tokens';
  limit: number;
  remaining: number;
  reset_seconds: number;
}

export interface TranscriptionRequest {
  /** A whole WAV file: 16 bit, mono, 24 or 8 kHz. */
  wav: Buffer;
  durationMs: number;
  /** The model that the client asked for; the host decides whether it may be used. */
  model?: string;
  language?: string;
  prompt?: string;
}

export interface Transcript {
  text: string;
  usage?: Usage;
}

export interface SpeechRequest {
  text: string;
  voice: string;
  speed: number;
}

/** What a conversation needs from its host. Every promise may be rejected; `emit` must neither throw nor call back. */
export interface RealtimePorts {
  emit: (event: ServerEvent) => void;
  /** Resolves when the client has taken enough of what was emitted; undefined where it is not behind. */
  drained?: () => Promise<void> | undefined;
  newId: (prefix: IdPrefix) => string;
  describeError: (error: GatewayError) => ErrorDetails;
  /** Something threw that should not have: a fault of this gateway, for its log. */
  onUnexpected: (thrown: unknown) => void;

  /** Must not go on calling `onPart` for long after the signal; whatever still comes is ignored. */
  converse: (
    request: ChatRequest,
    options: { signal: AbortSignal; onPart: (part: StreamPart) => void },
  ) => Promise<void>;
  /** Left out where no transcription model is configured. */
  transcribe?: (audio: TranscriptionRequest, options: { signal: AbortSignal }) => Promise<Transcript>;
  /** PCM, 16 bit little-endian, mono, 24 kHz, in chunks of any length. Left out where no speech model is configured. */
  speak?: (
    request: SpeechRequest,
    options: { signal: AbortSignal; onAudio: (pcm: Uint8Array) => Promise<void> },
  ) => Promise<void>;
  /** What is left of the token's limits after a response; left out where it has none. */
  rateLimits?: () => readonly RateLimit[] | undefined;
}
