import { asFields, asList, type Fields } from '../fields.js';
import { invalid } from '../value-checks.js';

/** Every call has a result right after its message, and there are no other results. */
export function checkToolTurns(messages: readonly Fields[]): void {
  let caller = 0;
  let unanswered = new Set<unknown>();
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      checkAnswer(message, index, unanswered);
      unanswered.delete(message.tool_call_id);
      continue;
    }
    checkAllAnswered(caller, unanswered);
    caller = index;
    unanswered = new Set(asList(message.tool_calls).map((call) => asFields(call).id));
  }
  checkAllAnswered(caller, unanswered);
}

function checkAnswer(message: Fields, index: number, unanswered: ReadonlySet<unknown>): void {
  if (unanswered.has(message.tool_call_id)) return;
  throw invalid(
    ['messages', index, 'tool_call_id'],
    "messages with role 'tool' must be a response to a preceding message with 'tool_calls'.",
  );
}

function checkAllAnswered(caller: number, unanswered: ReadonlySet<unknown>): void {
  if (unanswered.size === 0) return;
  throw invalid(
    ['messages', caller, 'tool_calls'],
    "an assistant message with 'tool_calls' must be followed by tool messages responding to each " +
      `'tool_call_id'. Without a response: ${[...unanswered].join(', ')}.`,
  );
}
