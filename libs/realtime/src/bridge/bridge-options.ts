import { type UploadedFile } from '#canonical';
import { type Relay } from '#relay';
import { type Logger } from '#telemetry';
import { type SessionCall } from '../session.js';
import { type InnerRequests } from './inner-requests.js';

export interface BridgeSettings {
  /** Without it, the session accepts no audio. */
  transcribeModel?: string;
  /** Without it, the session responds in text. */
  speechModel?: string;
  /** The default voice. */
  voice?: string;
}

/** A temporary file. */
export interface StoredFile {
  file: UploadedFile;
  remove(): Promise<void>;
}

export interface BridgeOptions {
  relay: Pick<Relay, 'findRule' | 'relay' | 'serve'>;
  settings: BridgeSettings;
  /** Whether a client may use the transcription model that it names. Otherwise the configured one is used. */
  mayTranscribeBy?: (model: string) => boolean;
  /** The gateway's own limit on the output of a response. */
  maxResponseTokens?: number;
  /** Reported to the client as `expires_at`. */
  expiresAtSeconds?: number;
  /** Stores a WAV file where uploaded files are stored. */
  storeFile: (content: Buffer) => Promise<StoredFile>;
  logger: Pick<Logger, 'error'>;
}

/** What every request of a session needs. */
export interface BridgeContext {
  call: SessionCall;
  options: BridgeOptions;
  requests: InnerRequests;
}
