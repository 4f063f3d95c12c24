import { GatewayError, type JsonObject, type StreamPart, type Usage } from '#canonical';
import { type SseBlock } from '#sse';
import {
  type AnswerContext,
  type StreamDecoder,
  type StreamEncoder,
  WIRE_FORMATS,
  type WireFormat,
  encodeLargeJson,
  isLargeJson,
  parseLargeJson,
  scanAhead,
} from '#wire';
import { type ChatRequest } from '../relayed-request.js';
import { type AnswerStream, type Exchange, type WholeAnswer, asBytes } from './exchange.js';
import { type UsablePlan } from './plan-relay.js';
import { type ResolveOptions } from './resolve-media.js';
import { translateRequest } from './translate-request.js';
import { MAX_VALUES_HERE, translationThread } from './translation-thread.js';

/** Through the hub: decoded from the client's format, encoded for the upstream, and the answer back. */
export async function prepareTranslation(
  request: ChatRequest,
  plan: UsablePlan,
  media: Omit<ResolveOptions, 'locate'>,
): Promise<Exchange> {
  const client: WireFormat = WIRE_FORMATS[plan.clientFormat];
  const upstream: WireFormat = WIRE_FORMATS[plan.upstreamFormat];
  request.checkTranslatable();
  const { body, hints, requestId } = request;
  const { clientFormat, upstreamFormat } = plan;
  const { upstreamModel, channel } = plan.target;
  const options = { cachesPrompt: channel.promptCaching ?? true };
  const job = { clientFormat, upstreamFormat, upstreamModel, options, body, hints };
  const translated =
    request.outline.valueCount > MAX_VALUES_HERE
      ? await translationThread.translate(job, media)
      : await translateRequest(job, await request.decode(), media);
  request.refuseIfStrict(translated.lost);
  const context: AnswerContext = {
    request: { model: request.outline.model },
    body: translated.settings,
    hints,
    requestId,
  };
  return {
    body: translated.body,
    headers: undefined,
    warnings: [...new Set(translated.lost.map(({ param }) => param))],
    readWhole: (answer) => translateWhole(answer, { client, upstream, context }),
    openStream: () => new TranslatedStream(upstream.egress.createStreamDecoder(), client, context),
  };
}

interface Sides {
  client: WireFormat;
  upstream: WireFormat;
  context: AnswerContext;
}

async function translateWhole(answer: Buffer, { client, upstream, context }: Sides): Promise<WholeAnswer> {
  const response = upstream.egress.decodeResponse(await parseAnswer(answer));
  const encoded = client.ingress.encodeResponse(named(response, context), context);
  const body = isLargeJson(answer) ? await encodeLargeJson(encoded) : Buffer.from(JSON.stringify(encoded));
  return { body, usage: response.usage };
}

/** The client sees the name it asked for, not what the upstream calls the model; and a time, also where none was given. */
function named<Answer extends { model: string; createdAtSeconds: number }>(
  answer: Answer,
  { request }: AnswerContext,
): Answer {
  const createdAtSeconds = answer.createdAtSeconds || Math.floor(Date.now() / 1000);
  return { ...answer, model: request.model, createdAtSeconds };
}

/** What is no JSON object, or holds more than a request may, is left to the parser itself. */
async function parseAnswer(answer: Buffer): Promise<JsonObject> {
  if (!isLargeJson(answer)) return parseObject(answer);
  try {
    await scanAhead(answer);
  } catch {
    return parseObject(answer);
  }
  return parseLargeJson(answer);
}

function parseObject(answer: Buffer): JsonObject {
  try {
    const parsed: unknown = JSON.parse(answer.toString('utf8'));
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
    private readonly client: WireFormat,
    private readonly context: AnswerContext,
  ) {
    this.encoder = client.ingress.createStreamEncoder(context);
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
