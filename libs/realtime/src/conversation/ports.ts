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
  /** A complete WAV file: 16 bit, mono, 24 or 8 kHz. */
  wav: Buffer;
  durationMs: number;
  /** The requested model. The host decides whether it may be used. */
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

/**
 * The functions that a conversation needs from its host. Promises may reject; `emit` must neither throw nor call back.
 */
export interface RealtimePorts {
  emit: (event: ServerEvent) => void;
  /** Resolves when the client has caught up. Undefined if it is not behind. */
  drained?: () => Promise<void> | undefined;
  newId: (prefix: IdPrefix) => string;
  describeError: (error: GatewayError) => ErrorDetails;
  /** Called for each error that is sent to the client. */
  onRefused?: (error: GatewayError) => void;
  /** Called for an unexpected error, which is a bug of the gateway, to log it. */
  onUnexpected: (thrown: unknown) => void;

  /** Should stop calling `onPart` when the signal is aborted. Later calls are ignored. */
  converse: (
    request: ChatRequest,
    options: { signal: AbortSignal; onPart: (part: StreamPart) => void },
  ) => Promise<void>;
  /** Undefined without a transcription model. */
  transcribe?: (audio: TranscriptionRequest, options: { signal: AbortSignal }) => Promise<Transcript>;
  /** Generates PCM, 16 bit little-endian, mono, 24 kHz, in chunks of any length. Undefined without a speech model. */
  speak?: (
    request: SpeechRequest,
    options: { signal: AbortSignal; onAudio: (pcm: Uint8Array) => Promise<void> },
  ) => Promise<void>;
  /** The remaining limits of the token after a response. Undefined without limits. */
  rateLimits?: () => readonly RateLimit[] | undefined;
}
