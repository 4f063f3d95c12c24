import { type AssistantPart, type FinishKind, type FinishReason } from '#canonical';
import { type ChatHabits } from '../chat-codec.js';

const KINDS = new Map<string, FinishKind>([
  ['stop', 'stop'],
  ['length', 'length'],
  ['tool_calls', 'tool-calls'],
  ['function_call', 'tool-calls'],
  ['content_filter', 'content-filter'],
]);

/** Some services report only `stop` after a tool call or a refusal. */
export function decodeFinish(
  raw: string,
  partTypes: ReadonlySet<AssistantPart['type']>,
  { finishReasons }: Pick<ChatHabits, 'finishReasons'> = {},
): FinishReason {
  const kind = KINDS.get(raw) ?? getOwn(finishReasons, raw) ?? 'other';
  if (kind !== 'stop' && kind !== 'other') return { kind, raw };
  if (partTypes.has('tool-call')) return { kind: 'tool-calls', raw };
  return { kind: partTypes.has('refusal') ? 'refusal' : kind, raw };
}

function getOwn(kinds: Readonly<Record<string, FinishKind>> = {}, raw: string): FinishKind | undefined {
  return Object.hasOwn(kinds, raw) ? kinds[raw] : undefined;
}

export function encodeFinish(
  { kind }: FinishReason,
  partTypes: ReadonlySet<AssistantPart['type']>,
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
      return partTypes.has('refusal') ? 'stop' : 'content_filter';
    case 'stop':
    case 'stop-sequence':
    case 'other':
      return 'stop';
  }
}
