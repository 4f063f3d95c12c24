import { type Form, GatewayError, type JsonObject, type Usage } from '#canonical';
import { type UpstreamResponse, readWholeBody } from '#egress';
import { type FormatId } from '#wire';
import { answerHeaders } from '../answer-headers.js';
import { channelSecrets } from '../channel-secrets.js';
import { type AnswerStream } from '../chat/exchange.js';
import { type ClientSide } from '../client-side.js';
import { deliverBytes } from '../deliver-bytes.js';
import { deliverStream } from '../deliver-stream.js';
import { type RelayRecord } from '../relay-record.js';
import { type Expected, callUpstream, endpointOf } from '../upstream-call.js';
import { fetchUpstreamFile } from '../upstream-file.js';
import { type OperationParts } from './operation-parts.js';
import { type OperationWay } from './operation-way.js';

const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
const KEEP_ALIVE = ': keep-alive\n\n';

export interface AttemptCall {
  client: ClientSide;
  record: RelayRecord;
  requestId: string;
  /** Whether anything that would be lost on the way is to be refused instead. */
  isStrict: boolean;
  startedAt: number;
}

export interface JsonAnswer {
  bytes: Buffer;
  json: JsonObject;
  response: UpstreamResponse;
}

/** One try to serve a request at one target: how to ask the upstream, and how to answer the client. */
export class Attempt {
  private apiKey: string | undefined;

  constructor(
    readonly way: OperationWay,
    private readonly call: AttemptCall,
    readonly parts: OperationParts,
  ) {}

  get requestId(): string {
    return this.call.requestId;
  }

  get signal(): AbortSignal {
    return this.call.client.signal;
  }

  get upstreamModel(): string {
    return this.way.target.upstreamModel;
  }

  /** Words of ours that the upstream must not repeat to the client. */
  get secrets(): readonly string[] {
    return channelSecrets(this.way.target.channel);
  }

  async post(
    body: Uint8Array | Form,
    expected: Expected,
    format: FormatId = this.way.format,
  ): Promise<Awaited<ReturnType<typeof callUpstream>>> {
    const { target, provider } = this.way;
    const { keys, http } = this.parts;
    this.apiKey = keys.next(target.channel);
    const { apiKey, signal } = this;
    return callUpstream(http, { target, provider, format, body, expected, apiKey, signal });
  }

  /** Whether this is the upstream's own address, which the operator chose. */
  isAtUpstream(url: URL): boolean {
    return url.origin === endpointOf(this.way).origin;
  }

  /** A file at the upstream's own address, fetched with the key that was used last. */
  async fetchFromUpstream(url: URL, maxBytes: number): Promise<Buffer> {
    const { way, apiKey, signal } = this;
    return fetchUpstreamFile(this.parts.http, { ...way, url, apiKey, signal, maxBytes });
  }

  /** An answer that is no JSON object is a failed attempt. */
  async postJson(body: Uint8Array | Form | JsonObject, format?: FormatId): Promise<JsonAnswer> {
    return this.readJson(await this.post(asBody(body), 'json', format));
  }

  async readJson(response: UpstreamResponse): Promise<JsonAnswer> {
    const bytes = await this.readWhole(response);
    return { bytes, json: parseObject(bytes), response };
  }

  async readWhole(response: UpstreamResponse): Promise<Buffer> {
    return readWholeBody(response.body, MAX_ANSWER_BYTES);
  }

  /** What cannot be carried to this upstream is said aloud, or refused where the client wants that. */
  lose(lost: readonly { param: string; reason: string }[]): void {
    const [first] = lost;
    if (first !== undefined && this.call.isStrict) {
      throw new GatewayError(
        'unsupported-parameter',
        `"${first.param}" cannot be carried to this model: ${first.reason}.`,
        { param: first.param },
      );
    }
    this.call.record.warnings = [...new Set(lost.map(({ param }) => param))];
  }

  noteUsage(usage: Usage | undefined): void {
    this.call.record.usage = usage;
  }

  async sendWhole(body: Buffer, contentType: string, response: UpstreamResponse): Promise<void> {
    this.commit();
    await this.call.client.sendWhole(this.headers(contentType, response), body);
  }

  async sendJson(body: Buffer | JsonObject, response: UpstreamResponse): Promise<void> {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    await this.sendWhole(bytes, 'application/json', response);
  }

  /** Passes events on, one by one. */
  async deliverEvents(
    response: UpstreamResponse,
    answer: AnswerStream,
    { maxEventBytes }: { maxEventBytes?: number } = {},
  ): Promise<void> {
    try {
      await deliverStream({
        response,
        answer,
        maxEventBytes,
        format: { keepAlive: KEEP_ALIVE },
        client: this.call.client,
        headers: this.headers('text/event-stream; charset=utf-8', response),
        keepAliveMs: this.parts.keepAliveMs,
        onCommit: () => this.commit(),
      });
    } finally {
      this.noteUsage(answer.usage ?? this.call.record.usage);
    }
  }

  /** Passes bytes on as they come. */
  async deliverBytes(
    pieces: AsyncIterable<Uint8Array>,
    contentType: string,
    response: UpstreamResponse,
  ): Promise<void> {
    await deliverBytes({
      pieces,
      client: this.call.client,
      headers: this.headers(contentType, response),
      onCommit: () => this.commit(),
    });
  }

  private headers(contentType: string, response: UpstreamResponse): Record<string, string> {
    const { attempts, warnings = [] } = this.call.record;
    return answerHeaders(response, this.way, { contentType, attempts: attempts.length, warnings });
  }

  private commit(): void {
    this.call.record.firstByteMs ??= performance.now() - this.call.startedAt;
  }
}

function asBody(body: Uint8Array | Form | JsonObject): Uint8Array | Form {
  if (body instanceof Uint8Array || Array.isArray(body)) return body as Uint8Array | Form;
  return Buffer.from(JSON.stringify(body));
}

function parseObject(bytes: Buffer): JsonObject {
  try {
    const parsed: unknown = JSON.parse(bytes.toString('utf8'));
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as JsonObject;
  } catch {
    // Said below.
  }
  throw new GatewayError('upstream-bad-response', 'The model service sent an answer that cannot be read.');
}
