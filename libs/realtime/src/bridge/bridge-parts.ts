import { type UploadedFile } from '#canonical';
import { type Relay } from '#relay';
import { type Logger } from '#telemetry';

export interface BridgeSettings {
  /** Without it the session takes no audio. */
  transcribeModel?: string;
  /** Without it the session answers in text. */
  speechModel?: string;
  /** Where the client does not choose one. */
  voice?: string;
}

/** A file that is needed for a moment. */
export interface StoredFile {
  file: UploadedFile;
  remove(): Promise<void>;
}

export interface BridgeParts {
  relay: Pick<Relay, 'relay' | 'serve'>;
  settings: BridgeSettings;
  /** Whether a client may have its speech transcribed by the model it names; where not, the configured one does it. */
  mayTranscribeBy?: (model: string) => boolean;
  /** The most that any response may have. */
  maxResponseTokens?: number;
  /** When the session will be closed; only told. */
  expiresAtSeconds?: number;
  /** Puts a recording, which is a WAV file, where forms have their files. */
  storeFile: (content: Buffer) => Promise<StoredFile>;
  logger: Pick<Logger, 'error'>;
}
