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
  /** The upstream's own value, for the log. */
  raw?: string;
  /** The sequence that ended the text, if the upstream reports it. */
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
  /** The id from the upstream. Formats whose ids look different generate their own. */
  id: string;
  model: string;
  createdAtSeconds: number;
  choices: Choice[];
  usage?: Usage;
  serviceTier?: string;
  /** Set if the prompt itself was blocked, so that there is no response. */
  promptBlock?: { reason: string };
  extensions?: Record<string, JsonValue>;
}
