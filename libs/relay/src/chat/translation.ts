import { GatewayError, type JsonObject, type StreamPart, type Usage } from '#canonical';
import { encodeResponseJson, parseResponseJson } from '#json-scan';
import { type SseBlock } from '#sse';
import {
  type EncodingContext,
  type ChatHabits,
  CLIENT_FORMATS,
  type ClientFormat,
  type StreamDecoder,
  type StreamEncoder,
  UPSTREAM_FORMATS,
  type UpstreamFormat,
  type UpstreamFormatId,
} from '#wire';
import { type ModelRules } from '../model-rules/model-rules.js';
import { type ChatRequest } from '../relayed-request.js';
import {
  type ResponseStream,
  type PreparedRequest,
  type ClientResponse,
  toBytes,
} from './prepared-request.js';
import { type ChatCandidate } from './plan-relay.js';
import { type ResolveOptions } from './resolve-media.js';
import { type TranslatedRequest, translateRequest } from './translate-request.js';
import { MAX_INLINE_VALUES, translationThread } from './translation-thread.js';

export interface TranslationDependencies {
  media: Omit<ResolveOptions, 'locate'>;
  rules: ModelRules;
}

/** Translates the request by way of the canonical form, and its response back. */
export async function prepareTranslation(
  request: ChatRequest,
  candidate: ChatCandidate,
  dependencies: TranslationDependencies,
): Promise<PreparedRequest> {
  request.checkTranslatable();
  const { format, translated } = await translateBest(candidate, (upstreamFormat) =>
    translateTo(upstreamFormat, request, { candidate, dependencies }),
  );
  request.refuseIfStrict(translated.lost);
  const client = CLIENT_FORMATS[candidate.clientFormat];
  const upstream = UPSTREAM_FORMATS[format];
  const { chatHabits: habits } = candidate.provider;
  const context: EncodingContext = {
    request: { model: request.outline.model },
    body: translated.settings,
    hints: request.hints,
    requestId: request.requestId,
  };
  return {
    format,
    body: translated.body,
    headers: undefined,
    warnings: [...new Set(translated.lost.map(({ param }) => param))],
    convertResponse: (response) => translateResponse(response, { client, upstream, habits, context }),
    createResponseStream: () =>
      new TranslatedStream(upstream.egress.createStreamDecoder(habits), client, context),
  };
}

interface Translation {
  format: UpstreamFormatId;
  translated: TranslatedRequest;
}

/** Uses the preferred format, unless the other one supports more parameters of the request. */
async function translateBest(
  { upstreamFormat, otherFormat }: ChatCandidate,
  translate: (format: UpstreamFormatId) => Promise<TranslatedRequest>,
): Promise<Translation> {
  const preferred = async (): Promise<Translation> => ({
    format: upstreamFormat,
    translated: await translate(upstreamFormat),
  });
  if (otherFormat === undefined) return preferred();
  const first = await preferred().catch((error: unknown) => requireUnsupported(error));
  if (!(first instanceof GatewayError)) {
    // For requests with tools, the preferred format is used even if it loses parameters.
    if (first.translated.lost.length === 0 || first.translated.hasTools) return first;
  }
  const other = await translate(otherFormat).catch((error: unknown) => requireUnsupported(error));
  const isBetter =
    !(other instanceof GatewayError) &&
    (first instanceof GatewayError || other.lost.length < first.translated.lost.length);
  if (isBetter) return { format: otherFormat, translated: other };
  if (first instanceof GatewayError) throw first;
  return first;
}

function requireUnsupported(error: unknown): GatewayError {
  if (error instanceof GatewayError && error.kind === 'unsupported-parameter') return error;
  throw error;
}

async function translateTo(
  upstreamFormat: UpstreamFormatId,
  request: ChatRequest,
  {
    candidate,
    dependencies: { media, rules },
  }: { candidate: ChatCandidate; dependencies: TranslationDependencies },
): Promise<TranslatedRequest> {
  const { body, hints } = request;
  const { upstreamModel, channel } = candidate.target;
  const rule = rules.find(candidate.target, upstreamFormat);
  const { chatHabits: habits } = candidate.provider;
  const options = { cachesPrompt: channel.promptCaching ?? true, rule, habits };
  const job = { clientFormat: candidate.clientFormat, upstreamFormat, upstreamModel, options, body, hints };
  return request.outline.valueCount > MAX_INLINE_VALUES
    ? translationThread.translate(job, media)
    : translateRequest(job, await request.decode(), media);
}

interface TranslationContext {
  client: ClientFormat;
  upstream: UpstreamFormat;
  habits: ChatHabits | undefined;
  context: EncodingContext;
}

async function translateResponse(
  body: Buffer,
  { client, upstream, habits, context }: TranslationContext,
): Promise<ClientResponse> {
  const response = upstream.egress.decodeResponse(await parseObject(body), habits);
  const encoded = client.ingress.encodeResponse(withClientModel(response, context), context);
  return { body: await encodeResponseJson(encoded, body), usage: response.usage };
}

/** The client gets the model name that it sent. If the upstream gives no creation time, it is the current time. */
function withClientModel<Answer extends { model: string; createdAtSeconds: number }>(
  response: Answer,
  { request }: EncodingContext,
): Answer {
  const createdAtSeconds = response.createdAtSeconds || Math.floor(Date.now() / 1000);
  return { ...response, model: request.model, createdAtSeconds };
}

async function parseObject(response: Buffer): Promise<JsonObject> {
  try {
    const parsed = await parseResponseJson(response);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as JsonObject;
  } catch {
    // The error is thrown below.
  }
  throw new GatewayError(
    'upstream-bad-response',
    'The provider returned a response that could not be parsed.',
  );
}

class TranslatedStream implements ResponseStream {
  readonly isTerminated = false;
  isComplete = false;
  usage: Usage | undefined;
  private readonly encoder: StreamEncoder;

  constructor(
    private readonly decoder: StreamDecoder,
    private readonly client: ClientFormat,
    private readonly context: EncodingContext,
  ) {
    this.encoder = client.ingress.createStreamEncoder(context);
  }

  get isOnlyAnnounced(): boolean | undefined {
    return this.decoder.isOnlyAnnounced;
  }

  push({ event }: SseBlock): Uint8Array | undefined {
    return event === undefined ? undefined : toBytes(this.encode(this.decoder.push(event)));
  }

  finish(): Uint8Array | undefined {
    return toBytes(this.encode(this.decoder.end()) + this.encoder.end());
  }

  fail(error: GatewayError): string {
    this.noteFinalUsage();
    return this.encoder.fail?.(error) ?? this.client.encodeStreamError(error, this.context.requestId);
  }

  private encode(parts: ReturnType<StreamDecoder['push']>): string {
    let text = '';
    for (const part of parts) {
      this.note(part);
      text += this.encoder.push(part.type === 'response-start' ? withClientModel(part, this.context) : part);
    }
    return text;
  }

  /** Some upstreams send usage before their last event, so a failed stream may already have it. */
  private noteFinalUsage(): void {
    if (this.isComplete) return;
    try {
      for (const part of this.decoder.end()) this.note(part);
    } catch {
      // The stream has no usage.
    }
  }

  private note(part: StreamPart): void {
    if (part.type === 'usage') this.usage = part.usage;
    if (part.type === 'finish') this.isComplete = true;
  }
}
