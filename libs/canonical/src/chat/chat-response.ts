import { type Usage } from '../usage.js';
import { type AssistantPart } from './assistant-part.js';
import { type JsonValue } from './json.js';

export type FinishKind =
  | 'stop'
  | 'stop-sequence'
  | 'length'
  | 'tool-calls'
  | 'content-filter'
  | 'refusal'
  | 'other';

export interface FinishReason {
  kind: FinishKind;
  /** The upstream's own word, for the log. */
  raw?: string;
  /** Which sequence was hit, where the upstream says so. */
  stopSequence?: string;
}

export interface TokenLogprob {
  token: string;
  logprob: number;
  bytes: number[] | null;
  top: { token: string; logprob: number; bytes: number[] | null }[];
}

export interface Choice {
  index: number;
  content: AssistantPart[];
  finish: FinishReason;
  logprobs?: TokenLogprob[];
}

export interface ChatResponse {
  /** As the upstream gave it; formats with ids of another form mint their own. */
  id: string;
  model: string;
  createdAtSeconds: number;
  choices: Choice[];
  usage?: Usage;
  serviceTier?: string;
  /** Why there is no answer at all, where the prompt itself was blocked. */
  promptBlock?: { reason: string };
  extensions?: Record<string, JsonValue>;
}
