import { type FinishReason, type JsonObject } from '#canonical';
import { isJsonObject } from '../validation/json-values.js';

export interface AnswerTraits {
  hasToolCall: boolean;
  hasRefusal: boolean;
}

export interface EndState {
  status: 'completed' | 'incomplete';
  incompleteDetails: { reason: string } | null;
}

const COMPLETED: EndState = { status: 'completed', incompleteDetails: null };
const incomplete = (reason: string): EndState => ({ status: 'incomplete', incompleteDetails: { reason } });

export function encodeFinish(
  { kind }: FinishReason,
  { hasRefusal }: Pick<AnswerTraits, 'hasRefusal'>,
): EndState {
  switch (kind) {
    case 'length':
      return incomplete('max_output_tokens');
    case 'content-filter':
      return incomplete('content_filter');
    case 'refusal':
      return hasRefusal ? COMPLETED : incomplete('content_filter');
    default:
      return COMPLETED;
  }
}

/** An answer that was cut is cut, whatever it holds: its last call may be half a call. */
export function decodeFinish(response: JsonObject, { hasToolCall, hasRefusal }: AnswerTraits): FinishReason {
  if (response['status'] === 'incomplete') {
    const details = response['incomplete_details'];
    const raw =
      isJsonObject(details) && typeof details['reason'] === 'string' ? details['reason'] : 'incomplete';
    return { kind: raw === 'content_filter' ? 'content-filter' : 'length', raw };
  }
  const raw = 'completed';
  if (hasToolCall) return { kind: 'tool-calls', raw };
  return { kind: hasRefusal ? 'refusal' : 'stop', raw };
}
