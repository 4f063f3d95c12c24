export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof EFFORTS)[number];

export const TOOL_CHOICES = ['auto', 'required', 'none'] as const;
export type ToolChoice = (typeof TOOL_CHOICES)[number];

/** A tool, independent of the API format. */
export interface Tool {
  name: string;
  description?: string;
  /** JSON Schema. */
  parameters: object;
}

/** Everything in a request except the conversation. Undefined values are not sent. */
export interface Settings {
  system: string;
  temperature?: number;
  topP?: number;
  topK?: number;
  maxTokens?: number;
  seed?: number;
  presencePenalty?: number;
  frequencyPenalty?: number;
  stop: readonly string[];
  effort?: Effort;
  isStreamed: boolean;
  tools: readonly Tool[];
  toolChoice: ToolChoice;
  /** The JSON Schema of the reply. */
  schema?: object;
}

export const NO_SETTINGS: Settings = {
  system: '',
  stop: [],
  isStreamed: true,
  tools: [],
  toolChoice: 'auto',
};
