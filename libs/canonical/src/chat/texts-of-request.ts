import { type ChatRequest } from './chat-request.js';
import { type Message } from './message.js';

/** Everything in a request that an upstream would count as text. */
export function textsOfRequest({ messages, tools = [] }: ChatRequest): string[] {
  return [...messages.flatMap(textsOfMessage), ...tools.map((tool) => JSON.stringify(tool))];
}

function textsOfMessage(message: Message): string[] {
  switch (message.role) {
    case 'tool':
      return message.results.flatMap(({ content }) => content.flatMap(textsOfPart));
    case 'assistant':
      return message.content.flatMap((part) =>
        part.type === 'tool-call' ? [part.name, part.arguments] : textsOfPart(part),
      );
    case 'system':
    case 'user':
      return message.content.flatMap(textsOfPart);
  }
}

function textsOfPart(part: object): string[] {
  return 'text' in part && typeof part.text === 'string' ? [part.text] : [];
}
