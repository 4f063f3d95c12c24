import { type ApiRequest } from '../call/api-request.js';
import { type CallError } from '../call/call-error.js';
import { type CallReport } from '../call/call-report.js';

export type FormatId = 'chat' | 'responses' | 'messages' | 'generateContent';

export interface ChatImage {
  name: string;
  mediaType: string;
  /** Base64. */
  data: string;
}

export interface UserTurn {
  kind: 'user';
  text: string;
  images: readonly ChatImage[];
}

/**
 * A part of a reply, independent of the API format. Stream events refer to a part by its `key`. `signature` is a signature
 * or encrypted copy that must be sent back with the part.
 */
export type Part = { key: string; signature?: string } & (
  | { kind: 'text'; text: string }
  | { kind: 'refusal'; text: string }
  /** `id` is the id in the Responses format. `isHidden` means that there is only a signature and no text. */
  | { kind: 'reasoning'; text: string; id?: string; isHidden?: boolean }
  | { kind: 'call'; id: string; name: string; arguments: string }
  | { kind: 'image'; mediaType: string; data: string }
);

export type ToolCall = Extract<Part, { kind: 'call' }>;

export interface Usage {
  inputTokens: number;
  cachedTokens: number;
  /** Includes reasoning tokens. */
  outputTokens: number;
  reasoningTokens: number;
}

/** What was read so far from a stream or a complete response. */
export interface Reply {
  parts: readonly Part[];
  /** The finish reason, as the API format names it. */
  finish?: string;
  usage?: Usage;
  /** An error event in a stream, as it was received. */
  failure?: unknown;
}

export interface ReplyTurn extends Reply {
  kind: 'reply';
  id: string;
  model: string;
  format: FormatId;
  state: 'running' | 'done' | 'stopped' | 'failed';
  error?: CallError;
  request: ApiRequest;
  report?: CallReport;
  firstTokenMs?: number;
  /** The response as it was received: the events of a stream, or the body. */
  raw: readonly string[];
}

export interface ToolResult {
  callId: string;
  name: string;
  content: string;
}

export interface ResultsTurn {
  kind: 'results';
  results: readonly ToolResult[];
}

export type Turn = UserTurn | ReplyTurn | ResultsTurn;

export function getCalls({ parts }: Pick<Reply, 'parts'>): ToolCall[] {
  return parts.filter((part) => part.kind === 'call');
}

export function getReplyText({ parts }: Pick<Reply, 'parts'>): string {
  return parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('');
}

/** The tool calls whose results the model waits for. */
export function pendingCalls(turns: readonly Turn[]): ToolCall[] {
  const last = turns.at(-1);
  return last?.kind === 'reply' && last.state === 'done' ? getCalls(last) : [];
}

/** The parts of a reply that can be sent to a model again. Of an incomplete reply, only the text. */
export function sendableParts(reply: ReplyTurn): readonly Part[] {
  const isWhole = reply.state === 'done';
  return reply.parts.filter((part) => isWhole || (part.kind === 'text' && part.text !== ''));
}
