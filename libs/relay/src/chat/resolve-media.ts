import { type ChatRequest, type MediaSource, type Message, type ToolResult } from '#canonical';

/** Brings the bytes behind a link that the client gave. Refuses links that may not be followed. */
export type FetchMedia = (url: string) => Promise<{ mediaType: string; base64: string }>;

/** For upstreams that take no links: the same conversation with the bytes in their place. */
export async function resolveMedia(request: ChatRequest, fetchMedia: FetchMedia): Promise<ChatRequest> {
  const cache = new Map<string, Promise<MediaSource>>();
  const resolve = (source: MediaSource): MediaSource | Promise<MediaSource> => {
    if (source.kind !== 'url') return source;
    const known =
      cache.get(source.url) ?? fetchMedia(source.url).then((bytes) => ({ kind: 'bytes' as const, ...bytes }));
    cache.set(source.url, known);
    return known;
  };
  const messages = await Promise.all(request.messages.map((message) => resolveMessage(message, resolve)));
  return { ...request, messages };
}

type Resolve = (source: MediaSource) => MediaSource | Promise<MediaSource>;

async function resolveMessage(message: Message, resolve: Resolve): Promise<Message> {
  switch (message.role) {
    case 'user':
      return { ...message, content: await resolveParts(message.content, resolve) };
    case 'tool': {
      const results = await Promise.all(
        message.results.map(async (result): Promise<ToolResult> => ({
          ...result,
          content: await resolveParts(result.content, resolve),
        })),
      );
      return { ...message, results };
    }
    case 'system':
    case 'assistant':
      return message;
  }
}

async function resolveParts<Part extends { type: string; source?: MediaSource }>(
  parts: Part[],
  resolve: Resolve,
): Promise<Part[]> {
  return Promise.all(
    parts.map(async (part) =>
      part.source === undefined ? part : { ...part, source: await resolve(part.source) },
    ),
  );
}
