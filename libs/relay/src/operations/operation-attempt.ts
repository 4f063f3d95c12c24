import {
  type CancelSignal,
  type Form,
  GatewayError,
  type JsonObject,
  type Usage,
  toAbortSignal,
} from '#canonical';
import { type ResponseKind, type UpstreamResponse, readWholeBody } from '#egress';
import { type Expected, channelSecrets, fetchUpstreamFile, getEndpoint } from '#upstream';
import { type FormatId } from '#wire';
import { ResponseSender } from '../response-sender.js';
import { type AttemptWithBill, sendAttempt } from '../attempts/send-attempt.js';
import { type ResponseStream } from '../chat/prepared-request.js';
import { type FetchMedia } from '../media-fetcher.js';
import { type RelayServices } from '../relay-services.js';
import { type RelayedRequest } from '../relayed-request.js';
import { type OperationCandidate } from './operation-candidate.js';

const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;
/** Cheap operations: after a timeout, they are sent to another channel. */
const REPEATABLE_OPERATIONS: ReadonlySet<string> = new Set(['embeddings', 'rerank', 'moderation']);
const KEEP_ALIVE = ': keep-alive\n\n';

/** A complete response. It is parsed when `json` is first read, because some are only forwarded. */
export class JsonResponse {
  private parsed: JsonObject | undefined;

  constructor(
    readonly bytes: Buffer,
    readonly response: UpstreamResponse,
  ) {}

  /** Throws if the response is not a JSON object. */
  get json(): JsonObject {
    this.parsed ??= parseObject(this.bytes);
    return this.parsed;
  }
}

/** One attempt to serve a request: calls the upstream and responds to the client. */
export class OperationAttempt {
  constructor(
    private readonly request: RelayedRequest,
    private readonly attemptWithBill: AttemptWithBill<OperationCandidate>,
    readonly services: RelayServices,
  ) {}

  get candidate(): OperationCandidate {
    return this.attemptWithBill.attempt.candidate;
  }

  get requestId(): string {
    return this.request.requestId;
  }

  get owner(): string {
    return this.request.token.owner;
  }

  private get apiKey(): string | undefined {
    return this.attemptWithBill.attempt.use.apiKey;
  }

  get signal(): CancelSignal {
    return this.attemptWithBill.attempt.signal;
  }

  get upstreamModel(): string {
    return this.candidate.target.upstreamModel;
  }

  /** Fetches a link of the client's request. */
  get fetchMedia(): FetchMedia {
    const fetchMedia = this.services.createMediaFetch(this.request);
    return (url, options) => fetchMedia(url, { signal: toAbortSignal(this.signal), ...options });
  }

  /** Secrets that must not reach the client if the upstream repeats them. */
  get secrets(): readonly string[] {
    return channelSecrets(this.candidate.target.channel);
  }

  async post(
    body: Uint8Array | Form,
    expected: Expected,
    { format = this.candidate.format, responseKind }: { format?: FormatId; responseKind?: ResponseKind } = {},
  ): ReturnType<typeof sendAttempt> {
    const isRepeatable = REPEATABLE_OPERATIONS.has(this.request.operation);
    return sendAttempt(this.services.http, this.attemptWithBill, {
      format,
      body,
      expected,
      responseKind,
      isRepeatable,
    });
  }

  /** Whether a URL has the address of the upstream, which the operator configured. */
  isAtUpstream(url: URL): boolean {
    return url.origin === getEndpoint(this.candidate).origin;
  }

  /** Fetches a file from the address of the upstream, with the key of this attempt. */
  async fetchFromUpstream(url: URL, maxBytes: number): Promise<Buffer> {
    const { candidate, apiKey, signal } = this;
    const { permit } = this.attemptWithBill.attempt;
    return fetchUpstreamFile(this.services.http, { ...candidate, permit, url, apiKey, signal, maxBytes });
  }

  async postJson(body: Uint8Array | Form | JsonObject, format?: FormatId): Promise<JsonResponse> {
    return this.readJson(await this.post(toBody(body), 'json', { format }));
  }

  async readJson(response: UpstreamResponse): Promise<JsonResponse> {
    return new JsonResponse(await this.readWhole(response), response);
  }

  async readWhole(response: UpstreamResponse): Promise<Buffer> {
    const body = await readWholeBody(response.body, MAX_RESPONSE_BYTES);
    this.attemptWithBill.attempt.noteBody(body);
    return body;
  }

  /** Reports parameters that this upstream does not support as warnings, or throws if the client is strict. */
  reportLost(lost: readonly { param: string; reason: string }[]): void {
    const [first] = lost;
    if (first !== undefined && this.request.isStrict) {
      throw new GatewayError(
        'unsupported-parameter',
        `"${first.param}" is not supported by this model: ${first.reason}.`,
        { param: first.param },
      );
    }
    const { attempt } = this.attemptWithBill;
    attempt.warnings = [...new Set([...attempt.warnings, ...lost.map(({ param }) => param)])];
  }

  noteUsage(usage: Usage | undefined): void {
    this.attemptWithBill.attempt.usage = usage;
  }

  async sendWhole(body: Buffer, contentType: string, response: UpstreamResponse): Promise<void> {
    await this.createSender(contentType, response).sendWhole(body);
  }

  async sendJson(body: Buffer | JsonObject, response: UpstreamResponse): Promise<void> {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    await this.sendWhole(bytes, 'application/json', response);
  }

  /** Forwards events as they arrive. */
  async forwardEvents(
    response: UpstreamResponse,
    responseStream: ResponseStream,
    { maxEventBytes }: { maxEventBytes?: number } = {},
  ): Promise<void> {
    const { keepAliveMs } = this.services;
    const options = { format: { keepAlive: KEEP_ALIVE }, keepAliveMs, maxEventBytes };
    await this.createSender('text/event-stream; charset=utf-8', response).sendStream(responseStream, options);
  }

  /** Forwards bytes as they arrive. */
  async forwardBytes(
    chunks: AsyncIterable<Uint8Array>,
    contentType: string,
    response: UpstreamResponse,
  ): Promise<void> {
    await this.createSender(contentType, response).sendBytes(chunks);
  }

  private createSender(contentType: string, response: UpstreamResponse): ResponseSender {
    return new ResponseSender(this.attemptWithBill, this.request.record, { contentType, response });
  }
}

function toBody(body: Uint8Array | Form | JsonObject): Uint8Array | Form {
  if (body instanceof Uint8Array || Array.isArray(body)) return body as Uint8Array | Form;
  return Buffer.from(JSON.stringify(body));
}

function parseObject(bytes: Buffer): JsonObject {
  try {
    const parsed: unknown = JSON.parse(bytes.toString('utf8'));
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as JsonObject;
  } catch {
    // The error is thrown below.
  }
  throw new GatewayError(
    'upstream-bad-response',
    'The provider returned a response that could not be parsed.',
  );
}
