import { type JsonObject, type JsonValue } from './json.js';
import { type Message } from './message.js';
import { type CacheBreakpoint } from './user-part.js';

export interface Tool {
  name: string;
  description?: string;
  /** JSON Schema; undefined if the tool takes no arguments. */
  parameters?: JsonObject;
  strict?: boolean;
  cache?: CacheBreakpoint;
}

/** A web search that the model service runs itself while it generates. */
export interface WebSearch {
  /** The model must search before it responds. */
  isRequired?: boolean;
  maxUses?: number;
  allowedDomains?: string[];
  blockedDomains?: string[];
  location?: { city?: string; region?: string; country?: string; timezone?: string };
}

export type ToolChoice =
  | { type: 'auto' }
  | { type: 'none' }
  | { type: 'required'; names?: string[] }
  | { type: 'tool'; name: string };

export type OutputFormat =
  | { type: 'json' }
  | { type: 'json-schema'; schema: JsonObject; name?: string; description?: string; strict?: boolean };

export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof EFFORTS)[number];

export interface ReasoningSettings {
  effort?: Effort;
  budgetTokens?: number;
  /** The client requested the reasoning text. */
  isShown?: boolean;
}

/**
 * A conversation to continue, in one vocabulary for every wire format. A field is undefined if the client did not set
 * it.
 */
export interface ChatRequest {
  model: string;
  isStreamed: boolean;
  messages: Message[];
  tools?: Tool[];
  webSearch?: WebSearch;
  toolChoice?: ToolChoice;
  allowsParallelCalls?: boolean;
  outputFormat?: OutputFormat;
  maxOutputTokens?: number;
  temperature?: number;
  topP?: number;
  topK?: number;
  presencePenalty?: number;
  frequencyPenalty?: number;
  seed?: number;
  stopSequences?: string[];
  choiceCount?: number;
  /** The number of alternatives to report for each token; 0 reports only the chosen one. */
  logprobs?: number;
  reasoning?: ReasoningSettings;
  verbosity?: 'low' | 'medium' | 'high';
  userId?: string;
  metadata?: Record<string, string>;
  serviceTier?: string;
  promptCacheKey?: string;
  /**
   * Fields of the client's format that have no canonical equivalent, under their own names. Encoded only in that
   * format.
   */
  extensions?: Record<string, JsonValue>;
}

/** The fields of a request that a target may be unable to express. Each format has its own names for them. */
export type RequestField = Exclude<keyof ChatRequest, 'model' | 'isStreamed' | 'messages' | 'extensions'>;
