import { type ChatRequest, GatewayError, type MediaSource, type Message } from '#canonical';
import { type ByteHold } from '#limits';
import { type FetchMedia } from '../media-fetcher.js';

export const MAX_LINKS = 100;

const CONCURRENT_FETCHES = 4;

/**
 * For all links of a request together. A link that occurs twice counts twice, because the upstream gets its bytes
 * twice.
 */
const MAX_LINKED_BYTES = 32 * 1024 * 1024;

type MapSource = (source: MediaSource) => MediaSource;

export interface ResolveOptions {
  fetchMedia: FetchMedia;
  /** The path of a link in the client's request. `occurrence` counts from 0 for a link that occurs more than once. */
  locate?: (url: string, occurrence: number) => string | undefined;
  signal?: AbortSignal;
  hold?: ByteHold;
}

/** Replaces links by their bytes, for upstreams that do not accept links. */
export async function resolveMedia(request: ChatRequest, options: ResolveOptions): Promise<ChatRequest> {
  const timesGiven = countLinks(request, options);
  if (timesGiven.size === 0) return request;
  const sources = await new LinkedMedia(options, timesGiven).fetchAll();
  return mapMediaSources(request, (source) => {
    if (source.kind !== 'url') return source;
    return sources.get(source.url) ?? source;
  });
}

function countLinks(request: ChatRequest, { locate }: ResolveOptions): Map<string, number> {
  const timesGiven = new Map<string, number>();
  let count = 0;
  mapMediaSources(request, (source) => {
    if (source.kind !== 'url') return source;
    const occurrence = timesGiven.get(source.url) ?? 0;
    count += 1;
    if (count > MAX_LINKS) {
      const message = `A request to this model can contain at most ${MAX_LINKS} links.`;
      throw new GatewayError('invalid-value', message, { param: locate?.(source.url, occurrence) });
    }
    timesGiven.set(source.url, occurrence + 1);
    return source;
  });
  return timesGiven;
}

/** Fetches the links of one request, each once, a few at a time. After a failure no further link is fetched. */
class LinkedMedia {
  private readonly failure = new AbortController();
  private readonly sources = new Map<string, MediaSource>();
  private totalBytes = 0;

  constructor(
    private readonly options: ResolveOptions,
    private readonly timesGiven: ReadonlyMap<string, number>,
  ) {}

  async fetchAll(): Promise<ReadonlyMap<string, MediaSource>> {
    const links = this.timesGiven.keys();
    // All lanes share the iterator, so each link is fetched by one of them.
    const lanes = Array.from({ length: CONCURRENT_FETCHES }, async () => {
      for (const url of links) await this.fetchOne(url);
    });
    try {
      await Promise.all(lanes);
    } catch (error) {
      this.failure.abort(error);
      await Promise.allSettled(lanes);
      throw error;
    }
    return this.sources;
  }

  private async fetchOne(url: string): Promise<void> {
    const { fetchMedia, signal, hold } = this.options;
    this.failure.signal.throwIfAborted();
    const times = this.timesGiven.get(url) ?? 1;
    const signals = signal === undefined ? [] : [signal];
    try {
      const { mediaType, base64 } = await fetchMedia(url, {
        signal: AbortSignal.any([this.failure.signal, ...signals]),
        hold,
      });
      this.totalBytes += times * Buffer.byteLength(base64, 'base64');
      if (this.totalBytes > MAX_LINKED_BYTES) throw tooMuch();
      this.sources.set(url, { kind: 'bytes', mediaType, base64 });
    } catch (error) {
      throw this.withParam(url, error);
    }
  }

  private withParam(url: string, error: unknown): unknown {
    if (!(error instanceof GatewayError) || error.source !== 'client' || error.kind === 'client-gone') {
      return error;
    }
    const param = this.options.locate?.(url, 0);
    return new GatewayError(error.kind, error.message, { param, code: error.code });
  }
}

function tooMuch(): GatewayError {
  return new GatewayError(
    'invalid-value',
    `The files at the links in this request are larger than ${MAX_LINKED_BYTES / 2 ** 20} MB in total.`,
    { code: 'url_not_allowed' },
  );
}

/** Replaces each image, audio and file of user and tool messages. */
function mapMediaSources(request: ChatRequest, map: MapSource): ChatRequest {
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
