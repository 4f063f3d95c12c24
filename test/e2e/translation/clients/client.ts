import type { SCENARIO_TOKENS } from '../../../fake-upstream/index.js';

/** An official client library, reduced to what the cases need of it. */
export interface Client {
  readonly name: string;
  ask(question: Question): Promise<Received>;
  /** How this format counts: the members that the client must see for these tokens. */
  usageFor(tokens: typeof SCENARIO_TOKENS): object;
}

export interface Question {
  model: string;
  system?: string;
  turns: readonly Turn[];
  tools?: readonly Tool[];
  schema?: object;
  /** Asks the model to think, and to show it. */
  thinks?: boolean;
  maxTokens?: number;
  isStreamed?: boolean;
}

export type Turn =
  | { from: 'user'; text: string; image?: Image }
  /** A turn of the assistant that the client made up. */
  | { from: 'assistant'; text: string }
  /** An answer given back as it was heard. */
  | { from: 'received'; received: Received }
  | { from: 'tools'; results: readonly ToolResult[] };

export interface Image {
  mediaType: string;
  base64: string;
}

export interface Tool {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
}

export interface ToolResult {
  call: ToolCall;
  output: string;
}

export interface ToolCall {
  /** Gemini gives none to a call that stands alone. */
  id: string | undefined;
  name: string;
  arguments: unknown;
}

export type Finish = 'stop' | 'tool-calls' | 'length' | 'filter';

/** What a client saw of one answer. */
export interface Received {
  text: string;
  /** In how many chunks the text came. */
  chunks: number;
  reasoning: string;
  calls: readonly ToolCall[];
  finish: Finish;
  /** In the client's own words. */
  usage: unknown;
  /** What the client keeps of it for the turns to come, in its own shape. */
  kept: unknown;
}

export function finishFrom(words: Readonly<Record<string, Finish>>, word: string | null | undefined): Finish {
  const finish = words[String(word)];
  if (finish === undefined) throw new Error(`The client saw an unexpected finish: ${String(word)}`);
  return finish;
}
