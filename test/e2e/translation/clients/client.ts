import type { SCENARIO_TOKENS } from '../../../fake-upstream/index.js';

/** An official client library, reduced to what the cases need. */
export interface Client {
  readonly name: string;
  ask(question: Question): Promise<Received>;
  /** The usage members of this format that the client must receive for these tokens. */
  usageFor(tokens: typeof SCENARIO_TOKENS): object;
}

export interface Question {
  model: string;
  system?: string;
  turns: readonly Turn[];
  tools?: readonly Tool[];
  schema?: object;
  /** Requests reasoning, and its output. */
  thinks?: boolean;
  maxTokens?: number;
  isStreamed?: boolean;
}

export type Turn =
  | { from: 'user'; text: string; image?: Image }
  /** An assistant message that the client made up. */
  | { from: 'assistant'; text: string }
  /** A response that is sent back as it was received. */
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
  /** Gemini returns none for a single call. */
  id: string | undefined;
  name: string;
  arguments: unknown;
}

export type Finish = 'stop' | 'tool-calls' | 'length' | 'filter';

/** What a client received in one response. */
export interface Received {
  text: string;
  /** The number of chunks of the text. */
  chunks: number;
  reasoning: string;
  calls: readonly ToolCall[];
  finish: Finish;
  /** In the client's own format. */
  usage: unknown;
  /** What the client stores for the next turns, in its own format. */
  kept: unknown;
}

export function finishFrom(words: Readonly<Record<string, Finish>>, word: string | null | undefined): Finish {
  const finish = words[String(word)];
  if (finish === undefined) throw new Error(`The client saw an unexpected finish: ${String(word)}`);
  return finish;
}
