import { type AssistantPart, type FinishKind, type FinishReason } from '#canonical';

const KINDS = new Map<string, FinishKind>([
  ['stop', 'stop'],
  ['length', 'length'],
  ['tool_calls', 'tool-calls'],
  ['function_call', 'tool-calls'],
  ['content_filter', 'content-filter'],
]);

/** Some services say no more than "stop" when they have called a tool or refused. */
export function decodeFinish(raw: string, made: ReadonlySet<AssistantPart['type']>): FinishReason {
  const kind = KINDS.get(raw) ?? 'other';
  if (kind !== 'stop' && kind !== 'other') return { kind, raw };
  if (made.has('tool-call')) return { kind: 'tool-calls', raw };
  return { kind: made.has('refusal') ? 'refusal' : kind, raw };
}

export function encodeFinish(
  { kind }: FinishReason,
  made: ReadonlySet<AssistantPart['type']>,
  isFunctionCall: boolean,
): string {
  switch (kind) {
    case 'tool-calls':
      return isFunctionCall ? 'function_call' : 'tool_calls';
    case 'length':
      return 'length';
    case 'content-filter':
      return 'content_filter';
    case 'refusal':
      return made.has('refusal') ? 'stop' : 'content_filter';
    case 'stop':
    case 'stop-sequence':
    case 'other':
      return 'stop';
  }
}
