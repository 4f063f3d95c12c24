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
 * A part of a reply, whatever the format calls it. `key` tells apart what a stream adds to; `signature` is what the
 * format wants to be shown again with it: a signature, an encrypted copy.
 */
export type Part = { key: string; signature?: string } & (
  | { kind: 'text'; text: string }
  | { kind: 'refusal'; text: string }
  /** `id`: what the responses format calls it by. `isHidden`: the signature is all there is. */
  | { kind: 'reasoning'; text: string; id?: string; isHidden?: boolean }
  | { kind: 'call'; id: string; name: string; arguments: string }
  | { kind: 'image'; mediaType: string; data: string }
);

export type ToolCall = Extract<Part, { kind: 'call' }>;

export interface Usage {
  inputTokens: number;
  cachedTokens: number;
  /** Reasoning included. */
  outputTokens: number;
  reasoningTokens: number;
}

/** What a stream, or a whole answer, says so far. */
export interface Reply {
  parts: readonly Part[];
  /** Why it ended, in the word of the format. */
  finish?: string;
  usage?: Usage;
  /** An error in the middle, as it came. */
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
  /** The answer as it came: the events of a stream, or the body. */
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

export function textIn({ parts }: Pick<Reply, 'parts'>): string {
  return parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('');
}

/** Calls that wait for what the tools answer. */
export function pendingCalls(turns: readonly Turn[]): ToolCall[] {
  const last = turns.at(-1);
  return last?.kind === 'reply' && last.state === 'done' ? getCalls(last) : [];
}

/** What of a reply may be said again: of one that broke off, only its words. */
export function sendableParts(reply: ReplyTurn): readonly Part[] {
  const isWhole = reply.state === 'done';
  return reply.parts.filter((part) => isWhole || (part.kind === 'text' && part.text !== ''));
}
