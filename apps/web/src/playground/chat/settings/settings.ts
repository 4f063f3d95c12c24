export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof EFFORTS)[number];

export const TOOL_CHOICES = ['auto', 'required', 'none'] as const;
export type ToolChoice = (typeof TOOL_CHOICES)[number];

/** A tool, before a format has its way with it. */
export interface Tool {
  name: string;
  description?: string;
  /** JSON Schema. */
  parameters: object;
}

/** What a request says besides the conversation. What is undefined is left to the model. */
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
  /** What the reply must fit. JSON Schema. */
  schema?: object;
}

export const NO_SETTINGS: Settings = {
  system: '',
  stop: [],
  isStreamed: true,
  tools: [],
  toolChoice: 'auto',
};
