import { type FinishKind, type StreamPart, type Usage } from '#canonical';

const IN_BLOCK = { choice: 0, block: 0 };

export const USAGE: Usage = { inputTokens: 12, outputTokens: 5, cachedInputTokens: 2 };

export const REPLY_START: StreamPart = {
  type: 'response-start',
  id: 'chatcmpl-1',
  model: 'chat-model',
  createdAtSeconds: 1,
};

export function textDelta(text: string): StreamPart {
  return { type: 'text-delta', text, ...IN_BLOCK };
}

export function replyEnd(kind: FinishKind = 'stop'): StreamPart[] {
  return [
    { type: 'finish', choice: 0, finish: { kind } },
    { type: 'usage', usage: USAGE },
  ];
}

export function textReply(...deltas: string[]): StreamPart[] {
  return [
    REPLY_START,
    { type: 'text-start', ...IN_BLOCK },
    ...deltas.map(textDelta),
    { type: 'text-end', ...IN_BLOCK },
    ...replyEnd(),
  ];
}

export function callParts(block: number, name: string, ...deltas: string[]): StreamPart[] {
  const at = { choice: 0, block };
  return [
    { type: 'tool-call-start', id: `upstream-${block}`, name, ...at },
    ...deltas.map((text): StreamPart => ({ type: 'tool-call-delta', arguments: text, ...at })),
    { type: 'tool-call-end', ...at },
  ];
}
