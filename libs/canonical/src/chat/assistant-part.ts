import { type MediaSource } from './user-part.js';

/**
 * A signature or an encrypted copy that a service attaches to its reasoning. The client sends it back unchanged, and
 * only the kind of service that made it can read it.
 */
export interface ReasoningSignature {
  /** The wire format of the service that made it. */
  origin: string;
  value: string;
}

export interface Citation {
  url: string;
  title?: string;
  /** The cited range of the text, in characters. */
  start?: number;
  end?: number;
}

export type AssistantPart =
  | { type: 'text'; text: string; citations?: Citation[] }
  | { type: 'refusal'; text: string }
  /** Empty text with a signature is reasoning that the service does not show. */
  | { type: 'reasoning'; text: string; signature?: ReasoningSignature; isRedacted?: boolean }
  /** `arguments` is JSON text as the model wrote it, so that numbers keep their spelling. It is never empty. */
  | { type: 'tool-call'; id: string; name: string; arguments: string; signature?: ReasoningSignature }
  | { type: 'image'; source: MediaSource }
  | { type: 'audio'; source: MediaSource; transcript?: string; id?: string };
