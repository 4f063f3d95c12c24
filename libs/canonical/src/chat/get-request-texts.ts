import { type ChatRequest } from './chat-request.js';
import { type Message } from './message.js';

/** All texts of a request that an upstream would count as input tokens. */
export function getRequestTexts({ messages, tools = [] }: ChatRequest): string[] {
  return [...messages.flatMap(getMessageTexts), ...tools.map((tool) => JSON.stringify(tool))];
}

function getMessageTexts(message: Message): string[] {
  switch (message.role) {
    case 'tool':
      return message.results.flatMap(({ content }) => content.flatMap(getPartTexts));
    case 'assistant':
      return message.content.flatMap((part) =>
        part.type === 'tool-call' ? [part.name, part.arguments] : getPartTexts(part),
      );
    case 'system':
    case 'user':
      return message.content.flatMap(getPartTexts);
  }
}

function getPartTexts(part: object): string[] {
  return 'text' in part && typeof part.text === 'string' ? [part.text] : [];
}
