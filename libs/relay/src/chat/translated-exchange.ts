import {
  type ChatRequest,
  GatewayError,
  type JsonObject,
  type RequestField,
  type StreamPart,
  type Usage,
  type Warning,
  type JsonValue,
} from '#canonical';
import { type SseBlock } from '#sse';
import {
  type AnswerContext,
  type StreamDecoder,
  type StreamEncoder,
  WIRE_FORMATS,
  type WireFormat,
  encodeLargeJson,
  isLargeJson,
} from '#wire';
import { type ClientRequest } from './client-request.js';
import { type AnswerStream, type Exchange, asBytes } from './exchange.js';
import { type UsablePlan } from './plan-relay.js';
import { type ResolveOptions, resolveMedia } from './resolve-media.js';

/** Through the hub: decoded once from the client's format, encoded for the upstream, and the answer back. */
export async function prepareTranslation(
  request: ClientRequest,
  plan: UsablePlan,
  media: Omit<ResolveOptions, 'locate'>,
): Promise<Exchange> {
  const client: WireFormat = WIRE_FORMATS[plan.clientFormat];
  const upstream: WireFormat = WIRE_FORMATS[plan.upstreamFormat];
  await request.parseAhead();
  const { body, translated } = request.decode();
  const locate = (url: string, occurrence: number): string | undefined => findText(body, url, occurrence);
  const chat =
    upstream.needsMediaBytes === true
      ? await resolveMedia(translated.value, { ...media, locate })
      : translated.value;
  const encoded = encodeRequest(chat, plan, client, upstream);
  const isSameFormat = plan.clientFormat === plan.upstreamFormat;
  const lostOnTheWay = isSameFormat ? [] : lostExtensions(chat);
  const lost = [...translated.warnings, ...encoded.warnings, ...lostOnTheWay].map((warning) =>
    inClientWords(warning, client),
  );
  request.refuseIfStrict(lost);
  const { hints, requestId } = request.options;
  const outgoing = isSameFormat ? { ...chat.extensions, ...encoded.value } : encoded.value;
  const isLarge = isLargeJson(request.options.body) || chat !== translated.value;
  const context: AnswerContext = { request: translated.value, body, hints, requestId };
  return {
    body: isLarge ? await encodeLargeJson(outgoing) : Buffer.from(JSON.stringify(outgoing)),
    headers: {},
    warnings: [...new Set(lost.map(({ param }) => param))],
    readWhole: (answer) => translateWhole(answer, { client, upstream, context }),
    openStream: () => new TranslatedStream(upstream.egress.createStreamDecoder(), client, context),
  };
}

function encodeRequest(chat: ChatRequest, plan: UsablePlan, client: WireFormat, upstream: WireFormat) {
  try {
    return upstream.egress.encodeRequest(chat, plan.target.upstreamModel);
  } catch (error) {
    if (!(error instanceof GatewayError) || error.param === undefined) throw error;
    const param = clientName(error.param, client);
    throw new GatewayError(error.kind, error.message, { param, code: error.code });
  }
}

/** What the client's format has and the hub has no word for goes nowhere else. */
function lostExtensions({ extensions = {} }: ChatRequest): Warning[] {
  return Object.keys(extensions).map((param) => ({
    field: { param },
    reason: 'the upstream has no such parameter',
  }));
}

function inClientWords({ field, reason }: Warning, client: WireFormat): { param: string; reason: string } {
  return { param: typeof field === 'string' ? clientName(field, client) : field.param, reason };
}

function clientName(field: string, { ingress, conversationName }: WireFormat): string {
  if (field === 'messages') return conversationName;
  return Object.hasOwn(ingress.fieldNames, field) ? ingress.fieldNames[field as RequestField] : field;
}

interface Sides {
  client: WireFormat;
  upstream: WireFormat;
  context: AnswerContext;
}

function translateWhole(
  answer: Buffer,
  { client, upstream, context }: Sides,
): { body: Buffer; usage: Usage | undefined } {
  const response = upstream.egress.decodeResponse(parseObject(answer));
  const body = client.ingress.encodeResponse(named(response, context), context);
  return { body: Buffer.from(JSON.stringify(body)), usage: response.usage };
}

/** The client sees the name it asked for, not what the upstream calls the model; and a time, also where none was given. */
function named<Answer extends { model: string; createdAtSeconds: number }>(
  answer: Answer,
  { request }: AnswerContext,
): Answer {
  const createdAtSeconds = answer.createdAtSeconds || Math.floor(Date.now() / 1000);
  return { ...answer, model: request.model, createdAtSeconds };
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

/** Where a text stands in a request, in the grammar of errors: `messages[2].content[0].image_url.url`. */
function findText(json: JsonValue, text: string, occurrence: number): string | undefined {
  let left = occurrence;
  const visit = (value: JsonValue | undefined, path: string): string | undefined => {
    if (value === text) {
      left -= 1;
      return left < 0 ? path : undefined;
    }
    if (typeof value !== 'object' || value === null) return undefined;
    for (const [key, member] of Object.entries(value)) {
      const step = Array.isArray(value) ? `[${key}]` : `${path === '' ? '' : '.'}${key}`;
      const found = visit(member, path + step);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return visit(json, '');
}
