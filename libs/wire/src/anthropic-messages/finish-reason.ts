import {
  type FinishKind,
  type FinishReason,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#canonical';
import { toText } from './json-values.js';

const KINDS: Readonly<Record<string, FinishKind>> = {
  end_turn: 'stop',
  stop_sequence: 'stop-sequence',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool-calls',
  refusal: 'refusal',
};

const STOP_REASONS = {
  stop: 'end_turn',
  'stop-sequence': 'stop_sequence',
  length: 'max_tokens',
  'tool-calls': 'tool_use',
  'content-filter': 'refusal',
  refusal: 'refusal',
  other: 'end_turn',
} as const satisfies Record<FinishKind, string>;

/** Finish kinds after which all emitted tool calls are complete. */
const COMPLETE_KINDS: ReadonlySet<FinishKind> = new Set(['stop', 'stop-sequence', 'other']);

export function decodeFinish(reason: string, sequence: unknown, hasCalls: boolean): FinishReason {
  const kind = withCalls(KINDS[reason] ?? 'other', hasCalls);
  return { kind, raw: reason, ...(typeof sequence === 'string' ? { stopSequence: sequence } : {}) };
}

interface ResponseTraits {
  hasCalls: boolean;
  hasRefusal: boolean;
}

/** The members of a message, or of its last delta, that state why it ended. */
export function encodeFinish(finish: FinishReason, { hasCalls, hasRefusal }: ResponseTraits): JsonObject {
  const kind = hasRefusal && COMPLETE_KINDS.has(finish.kind) ? 'refusal' : withCalls(finish.kind, hasCalls);
  const reason = STOP_REASONS[kind];
  const details: JsonValue =
    reason === 'refusal' ? { type: 'refusal', category: null, explanation: null } : null;
  return {
    stop_reason: reason,
    stop_sequence: reason === 'stop_sequence' ? (finish.stopSequence ?? null) : null,
    stop_details: details,
  };
}

function withCalls(kind: FinishKind, hasCalls: boolean): FinishKind {
  return hasCalls && COMPLETE_KINDS.has(kind) ? 'tool-calls' : kind;
}

/** The service's own explanation of a refusal; empty if it gives none. */
export function getRefusalExplanation(holder: JsonObject): string {
  const details = holder['stop_details'];
  return isJsonObject(details) ? toText(details['explanation']) : '';
}
