import { type FinishKind, type FinishReason, type JsonValue } from '#canonical';
import { getObject } from './blocks.js';

const KINDS: Readonly<Record<string, FinishKind>> = {
  end_turn: 'stop',
  stop_sequence: 'stop-sequence',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool-calls',
  content_filtered: 'content-filter',
  guardrail_intervened: 'content-filter',
  malformed_model_output: 'other',
  malformed_tool_use: 'other',
};

/** Finish kinds after which all tool calls are complete. */
const COMPLETE_KINDS: ReadonlySet<FinishKind> = new Set(['stop', 'stop-sequence', 'tool-calls']);

/** The response tool is not counted as a call, so its kind is `stop`. */
export function decodeFinish(reason: string, fields: JsonValue | undefined, hasCalls: boolean): FinishReason {
  const kind = KINDS[reason] ?? 'other';
  const called: FinishKind = hasCalls ? 'tool-calls' : kind === 'tool-calls' ? 'stop' : kind;
  const sequence = findStopSequence(fields);
  return {
    kind: COMPLETE_KINDS.has(kind) ? called : kind,
    raw: reason,
    ...(sequence === undefined ? {} : { stopSequence: sequence }),
  };
}

function findStopSequence(fields: JsonValue | undefined): string | undefined {
  const holder = getObject(fields);
  const sequence = holder['stop_sequence'] ?? getObject(holder['delta'])['stop_sequence'];
  return typeof sequence === 'string' ? sequence : undefined;
}
