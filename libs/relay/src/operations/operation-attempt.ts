import {
  type CancelSignal,
  type Form,
  GatewayError,
  type JsonObject,
  type Usage,
  toAbortSignal,
} from '#canonical';
import { type AnswerKind, type UpstreamResponse, readWholeBody } from '#egress';
import { type Expected, callUpstream, channelSecrets, fetchUpstreamFile, getEndpoint } from '#upstream';
import { type FormatId } from '#wire';
import { AnswerHandler } from '../answer-handler.js';
import { type Attempt } from '../attempts/attempt.js';
import { type Bill } from '../billing/bill.js';
import { type AnswerStream } from '../chat/exchange.js';
import { type FetchMedia } from '../media-fetcher.js';
import { type RelayTools } from '../relay-tools.js';
import { type RelayedRequest } from '../relayed-request.js';
import { type OperationCandidate } from './operation-candidate.js';

const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
/** Answers that cost next to nothing: where one does not come in time, another channel is asked. */
const CHEAP: ReadonlySet<string> = new Set(['embeddings', 'rerank', 'moderation']);
const KEEP_ALIVE = ': keep-alive\n\n';

interface BilledAttempt {
  attempt: Attempt<OperationCandidate>;
  bill: Bill;
}

export interface JsonAnswer {
  bytes: Buffer;
  json: JsonObject;
  response: UpstreamResponse;
}

/** One try to serve a request at one target: how to ask the upstream, and how to answer the client. */
export class OperationAttempt {
  constructor(
    private readonly request: RelayedRequest,
    private readonly serving: BilledAttempt,
    readonly tools: RelayTools,
  ) {}

  get candidate(): OperationCandidate {
    return this.serving.attempt.candidate;
  }

  get requestId(): string {
    return this.request.requestId;
  }

  get owner(): string {
    return this.request.token.owner;
  }

  private get apiKey(): string | undefined {
    return this.serving.attempt.use.apiKey;
  }

  get signal(): CancelSignal {
    return this.serving.attempt.signal;
  }

  get upstreamModel(): string {
    return this.candidate.target.upstreamModel;
  }

  /** Fetches a link of the client's request. */
  get fetchMedia(): FetchMedia {
    const fetchMedia = this.tools.fetchMediaOf(this.request);
    return (url, options) => fetchMedia(url, { signal: toAbortSignal(this.signal), ...options });
  }

  /** Words of ours that the upstream must not repeat to the client. */
  get secrets(): readonly string[] {
    return channelSecrets(this.candidate.target.channel);
  }

  async post(
    body: Uint8Array | Form,
    expected: Expected,
    { format = this.candidate.format, answer }: { format?: FormatId; answer?: AnswerKind } = {},
  ): Promise<Awaited<ReturnType<typeof callUpstream>>> {
    const { target, provider } = this.candidate;
    const { apiKey, signal } = this;
    // What nobody waits for any more is not sent, and so not billed.
    signal.throwIfAborted();
    await this.serving.bill.beginInTurn(target, signal);
    return callUpstream(this.tools.http, {
      target,
      provider,
      format,
      body,
      expected,
      answer,
      isRepeatable: CHEAP.has(this.request.operation),
      apiKey,
      signal,
      trace: this.serving.attempt.trace,
    });
  }

  /** Whether this is the upstream's own address, which the operator chose. */
  isAtUpstream(url: URL): boolean {
    return url.origin === getEndpoint(this.candidate).origin;
  }

  /** A file at the upstream's own address, fetched with the key that was used last. */
  async fetchFromUpstream(url: URL, maxBytes: number): Promise<Buffer> {
    const { candidate, apiKey, signal } = this;
    return fetchUpstreamFile(this.tools.http, { ...candidate, url, apiKey, signal, maxBytes });
  }

  /** An answer that is no JSON object is a failed attempt. */
  async postJson(body: Uint8Array | Form | JsonObject, format?: FormatId): Promise<JsonAnswer> {
    return this.readJson(await this.post(asBody(body), 'json', { format }));
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
    if (first !== undefined && this.request.isStrict) {
      throw new GatewayError(
        'unsupported-parameter',
        `"${first.param}" cannot be carried to this model: ${first.reason}.`,
        { param: first.param },
      );
    }
    const { attempt } = this.serving;
    attempt.warnings = [...new Set([...attempt.warnings, ...lost.map(({ param }) => param)])];
  }

  noteUsage(usage: Usage | undefined): void {
    this.serving.attempt.usage = usage;
  }

  async sendWhole(body: Buffer, contentType: string, response: UpstreamResponse): Promise<void> {
    await this.answer(contentType, response).sendWhole(body);
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
    const { keepAliveMs } = this.tools;
    const options = { format: { keepAlive: KEEP_ALIVE }, keepAliveMs, maxEventBytes };
    await this.answer('text/event-stream; charset=utf-8', response).stream(answer, options);
  }

  /** Passes bytes on as they come. */
  async deliverBytes(
    chunks: AsyncIterable<Uint8Array>,
    contentType: string,
    response: UpstreamResponse,
  ): Promise<void> {
    await this.answer(contentType, response).bytes(chunks);
  }

  private answer(contentType: string, response: UpstreamResponse): AnswerHandler {
    const { attempt, bill } = this.serving;
    return new AnswerHandler(attempt, bill, this.request.record, { contentType, response });
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
