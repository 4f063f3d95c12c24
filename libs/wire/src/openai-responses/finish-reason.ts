import { type FinishReason, isJsonObject, type JsonObject } from '#canonical';

export interface ResponseTraits {
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
  { hasRefusal }: Pick<ResponseTraits, 'hasRefusal'>,
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

/** An incomplete response is reported as such even if it contains calls, because the last one may be incomplete. */
export function decodeFinish(
  response: JsonObject,
  { hasToolCall, hasRefusal }: ResponseTraits,
): FinishReason {
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
