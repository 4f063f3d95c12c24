import { type JsonObject, type JsonValue } from './json.js';
import { type Message } from './message.js';
import { type CacheBreakpoint } from './user-part.js';

export interface Tool {
  name: string;
  description?: string;
  /** JSON Schema; undefined: the tool takes nothing. */
  parameters?: JsonObject;
  strict?: boolean;
  cache?: CacheBreakpoint;
}

/** A search of the web that the model service makes by itself while it answers. */
export interface WebSearch {
  /** Whether it has to search before it answers. */
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
  /** Whether the client wants to see it. */
  isShown?: boolean;
}

/** A conversation to be continued, in one vocabulary for every wire format. Undefined: the client left it open. */
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
  /** How many alternatives to report for each token; 0: only the chosen one. */
  logprobs?: number;
  reasoning?: ReasoningSettings;
  verbosity?: 'low' | 'medium' | 'high';
  userId?: string;
  metadata?: Record<string, string>;
  serviceTier?: string;
  promptCacheKey?: string;
  /** What the client's format has and the hub has no word for, by the client's own names. Re-emitted only to that format. */
  extensions?: Record<string, JsonValue>;
}

/** The fields of a request that a target may be unable to express. Formats know what their clients call each. */
export type RequestField = Exclude<keyof ChatRequest, 'model' | 'isStreamed' | 'messages' | 'extensions'>;
