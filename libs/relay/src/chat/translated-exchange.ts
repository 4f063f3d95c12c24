import { GatewayError, type JsonObject, type StreamPart, type Usage } from '#canonical';
import { type SseBlock } from '#sse';
import {
  type AnswerContext,
  CLIENT_FORMATS,
  type ClientFormat,
  type StreamDecoder,
  type StreamEncoder,
  UPSTREAM_FORMATS,
  type UpstreamFormat,
  type UpstreamFormatId,
  encodeAnswer,
  parseAnswer,
} from '#wire';
import { type ModelRules } from '../model-rules/model-rules.js';
import { type ChatRequest } from '../relayed-request.js';
import { type AnswerStream, type Exchange, type WholeAnswer, asBytes } from './exchange.js';
import { type UsablePlan } from './plan-relay.js';
import { type ResolveOptions } from './resolve-media.js';
import { type TranslatedRequest, translateRequest } from './translate-request.js';
import { MAX_VALUES_HERE, translationThread } from './translation-thread.js';

/** What a translation may fetch, and what is known of the models that it is for. */
export interface TranslationTools {
  media: Omit<ResolveOptions, 'locate'>;
  rules: ModelRules;
}

/** Through the hub: decoded from the client's format, encoded for the upstream, and the answer back. */
export async function prepareTranslation(
  request: ChatRequest,
  plan: UsablePlan,
  tools: TranslationTools,
): Promise<Exchange> {
  request.checkTranslatable();
  const { format, translated } = await translateBest(plan, (upstreamFormat) =>
    translateTo(upstreamFormat, request, { plan, tools }),
  );
  request.refuseIfStrict(translated.lost);
  const client = CLIENT_FORMATS[plan.clientFormat];
  const upstream = UPSTREAM_FORMATS[format];
  const context: AnswerContext = {
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
    readWhole: (answer) => translateWhole(answer, { client, upstream, context }),
    openStream: () => new TranslatedStream(upstream.egress.createStreamDecoder(), client, context),
  };
}

interface Translation {
  format: UpstreamFormatId;
  translated: TranslatedRequest;
}

/** In the preferred format, unless that loses something which the other one can carry. */
async function translateBest(
  { upstreamFormat, otherFormat }: UsablePlan,
  translate: (format: UpstreamFormatId) => Promise<TranslatedRequest>,
): Promise<Translation> {
  const preferred = async (): Promise<Translation> => ({
    format: upstreamFormat,
    translated: await translate(upstreamFormat),
  });
  if (otherFormat === undefined) return preferred();
  const first = await preferred().catch((error: unknown) => asUnsupported(error));
  if (!(first instanceof GatewayError)) {
    // Which format takes tools, the preference knows better than what is lost beside them.
    if (first.translated.lost.length === 0 || first.translated.hasTools) return first;
  }
  const other = await translate(otherFormat).catch((error: unknown) => asUnsupported(error));
  const isBetter =
    !(other instanceof GatewayError) &&
    (first instanceof GatewayError || other.lost.length < first.translated.lost.length);
  if (isBetter) return { format: otherFormat, translated: other };
  if (first instanceof GatewayError) throw first;
  return first;
}

function asUnsupported(error: unknown): GatewayError {
  if (error instanceof GatewayError && error.kind === 'unsupported-parameter') return error;
  throw error;
}

async function translateTo(
  upstreamFormat: UpstreamFormatId,
  request: ChatRequest,
  { plan, tools: { media, rules } }: { plan: UsablePlan; tools: TranslationTools },
): Promise<TranslatedRequest> {
  const { body, hints } = request;
  const { upstreamModel, channel } = plan.target;
  const rule = rules.find(plan.target, upstreamFormat);
  const { chatHabits: habits } = plan.provider;
  const options = { cachesPrompt: channel.promptCaching ?? true, rule, habits };
  const job = { clientFormat: plan.clientFormat, upstreamFormat, upstreamModel, options, body, hints };
  return request.outline.valueCount > MAX_VALUES_HERE
    ? translationThread.translate(job, media)
    : translateRequest(job, await request.decode(), media);
}

interface Sides {
  client: ClientFormat;
  upstream: UpstreamFormat;
  context: AnswerContext;
}

async function translateWhole(answer: Buffer, { client, upstream, context }: Sides): Promise<WholeAnswer> {
  const response = upstream.egress.decodeResponse(await parseObject(answer));
  const encoded = client.ingress.encodeResponse(named(response, context), context);
  return { body: await encodeAnswer(encoded, answer), usage: response.usage };
}

/** The client sees the name it asked for, not what the upstream calls the model; and a time, also where none was given. */
function named<Answer extends { model: string; createdAtSeconds: number }>(
  answer: Answer,
  { request }: AnswerContext,
): Answer {
  const createdAtSeconds = answer.createdAtSeconds || Math.floor(Date.now() / 1000);
  return { ...answer, model: request.model, createdAtSeconds };
}

async function parseObject(answer: Buffer): Promise<JsonObject> {
  try {
    const parsed = await parseAnswer(answer);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as JsonObject;
  } catch {
    // Said below.
  }
  throw new GatewayError('upstream-bad-response', 'The model service sent an answer that cannot be read.');
}

class TranslatedStream implements AnswerStream {
  readonly isTerminated = false;
  isComplete = false;
  usage: Usage | undefined;
  private readonly encoder: StreamEncoder;

  constructor(
    private readonly decoder: StreamDecoder,
    private readonly client: ClientFormat,
    private readonly context: AnswerContext,
  ) {
    this.encoder = client.ingress.createStreamEncoder(context);
  }

  get isOnlyAnnounced(): boolean | undefined {
    return this.decoder.isOnlyAnnounced;
  }

  push({ event }: SseBlock): Uint8Array | undefined {
    return event === undefined ? undefined : asBytes(this.encode(this.decoder.push(event)));
  }

  finish(): Uint8Array | undefined {
    return asBytes(this.encode(this.decoder.end()) + this.encoder.end());
  }

  fail(error: GatewayError): string {
    this.noteLastWord();
    return this.encoder.fail?.(error) ?? this.client.encodeStreamError(error, this.context.requestId);
  }

  private encode(parts: ReturnType<StreamDecoder['push']>): string {
    let text = '';
    for (const part of parts) {
      this.note(part);
      text += this.encoder.push(part.type === 'response-start' ? named(part, this.context) : part);
    }
    return text;
  }

  /** What an answer used may have been said before it broke: some upstreams say it ahead of their last event. */
  private noteLastWord(): void {
    if (this.isComplete) return;
    try {
      for (const part of this.decoder.end()) this.note(part);
    } catch {
      // It had not been said.
    }
  }

  private note(part: StreamPart): void {
    if (part.type === 'usage') this.usage = part.usage;
    if (part.type === 'finish') this.isComplete = true;
  }
}
