import { asText, type Fields } from '../fields.js';
import { Refused } from '../refused.js';

/** Every output has a call before it, and every call an output after it. */
export function checkCallPairs(items: readonly Fields[], storedCount: number): void {
  const open = new Set<unknown>();
  for (const [index, { type, call_id: callId }] of items.entries()) {
    if (type === 'function_call' || type === 'custom_tool_call') open.add(callId);
    if (type !== 'function_call_output' && type !== 'custom_tool_call_output') continue;
    if (!open.delete(callId)) {
      const message = `No tool call found for function call output with call_id ${asText(callId)}.`;
      throw new Refused(message, { path: ['input', index - storedCount, 'call_id'] });
    }
  }
  const [unanswered] = open;
  if (unanswered !== undefined) {
    const message = `No tool output found for function call ${asText(unanswered)}.`;
    throw new Refused(message, { path: ['input'] });
  }
}
