import { type Usage } from '../usage.js';
import { type AssistantPart, type Citation, type ReasoningSignature } from './assistant-part.js';
import { type FinishReason, type TokenLogprob } from './chat-response.js';

interface InBlock {
  choice: number;
  /** Counts the blocks of a choice in the order in which they start. Several may be open at once. */
  block: number;
}

/**
 * A streamed response. Exactly one `response-start` comes first; every block that starts also ends; each choice has
 * one `finish` after its blocks. `usage` may come more than once, and the last one counts.
 */
export type StreamPart =
  | {
      type: 'response-start';
      id: string;
      model: string;
      createdAtSeconds: number;
      usage?: Usage;
      serviceTier?: string;
    }
  | ({ type: 'text-start' } & InBlock)
  | ({ type: 'text-delta'; text: string; logprobs?: TokenLogprob[] } & InBlock)
  | ({ type: 'text-end'; citations?: Citation[] } & InBlock)
  | ({ type: 'refusal-start' } & InBlock)
  | ({ type: 'refusal-delta'; text: string } & InBlock)
  | ({ type: 'refusal-end' } & InBlock)
  | ({ type: 'reasoning-start'; isRedacted?: boolean } & InBlock)
  | ({ type: 'reasoning-delta'; text: string } & InBlock)
  | ({ type: 'reasoning-end'; signature?: ReasoningSignature } & InBlock)
  | ({ type: 'tool-call-start'; id: string; name: string } & InBlock)
  | ({ type: 'tool-call-delta'; arguments: string } & InBlock)
  | ({ type: 'tool-call-end'; signature?: ReasoningSignature } & InBlock)
  /** Media come in one part, without deltas. */
  | ({ type: 'media'; part: Extract<AssistantPart, { type: 'image' | 'audio' }> } & InBlock)
  | { type: 'prompt-block'; reason: string }
  | { type: 'finish'; choice: number; finish: FinishReason }
  | { type: 'usage'; usage: Usage };
