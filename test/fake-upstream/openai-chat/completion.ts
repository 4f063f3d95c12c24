import type { Answer } from '../scenarios/answer.js';
import { FINISH_REASONS, buildFrame, toToolCalls, toUsage } from './frame.js';

/** The response as a chat.completion. */
export function buildCompletion(model: string, answer: Answer): object {
  return {
    ...buildFrame(model, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: toMessage(answer),
        logprobs: null,
        finish_reason: FINISH_REASONS[answer.ending],
      },
    ],
    usage: toUsage(answer.usage),
  };
}

function toMessage(answer: Answer): object {
  const isRefusal = answer.ending === 'refusal';
  const toolCalls = toToolCalls(answer).map(({ id, name, json }) => ({
    id,
    type: 'function',
    function: { name, arguments: json },
  }));
  return {
    role: 'assistant',
    content: isRefusal || toolCalls.length > 0 ? null : answer.text,
    refusal: isRefusal ? answer.text : null,
    annotations: [],
    ...(answer.reasoning && { reasoning_content: answer.reasoning }),
    ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
  };
}
