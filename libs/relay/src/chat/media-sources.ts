import { type ChatRequest, type MediaSource, type Message } from '#canonical';

type MapSource = (source: MediaSource) => MediaSource;

/** The same conversation with each image, audio and file that a user or a tool gave replaced. */
export function mapMediaSources(request: ChatRequest, map: MapSource): ChatRequest {
  return { ...request, messages: request.messages.map((message) => mapMessage(message, map)) };
}

function mapMessage(message: Message, map: MapSource): Message {
  switch (message.role) {
    case 'user':
      return { ...message, content: mapParts(message.content, map) };
    case 'tool':
      return {
        ...message,
        results: message.results.map((result) => ({ ...result, content: mapParts(result.content, map) })),
      };
    case 'system':
    case 'assistant':
      return message;
  }
}

function mapParts<Part extends { type: string; source?: MediaSource }>(
  parts: readonly Part[],
  map: MapSource,
): Part[] {
  return parts.map((part) => (part.source === undefined ? part : { ...part, source: map(part.source) }));
}
