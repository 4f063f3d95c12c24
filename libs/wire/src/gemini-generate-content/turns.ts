import { type AssistantMessage, type Message, type ToolMessage, type UserMessage } from '#canonical';

export type Turn = UserMessage | AssistantMessage | ToolMessage;

/**
 * The turns of a conversation: all that the model said in a row is one, and so are all results that follow it,
 * because the service counts the calls of a turn and the results of the next. Late instructions are user text.
 */
export function groupTurns(messages: readonly Message[]): Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    const last = turns.at(-1);
    if (message.role === 'assistant' && last?.role === 'assistant') {
      turns[turns.length - 1] = { role: 'assistant', content: [...last.content, ...message.content] };
    } else if (message.role === 'tool' && last?.role === 'tool') {
      turns[turns.length - 1] = { role: 'tool', results: [...last.results, ...message.results] };
    } else {
      turns.push(message.role === 'system' ? { role: 'user', content: message.content } : message);
    }
  }
  return turns;
}
