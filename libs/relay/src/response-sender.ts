import { type CallRecord } from '#admission';
import { MICRO_USD_PER_USD, GatewayError } from '#canonical';
import { type UpstreamResponse } from '#egress';
import { single } from '#upstream';
import { type WireFormat } from '#wire';
import { type Attempt, type RouteCandidate } from './attempts/attempt.js';
import { type AttemptWithBill } from './attempts/send-attempt.js';
import { type ResponseStream } from './chat/prepared-request.js';
import { deliverStream } from './deliver-stream.js';
import { flaggedHeader } from './policies/flagged-header.js';
import { type ClientSide, type ClientStream } from './client-side.js';

const MAX_HEADER_LENGTH = 2000;

/** Response headers of the upstream that are copied to the client. All others are dropped. */
const FORWARDED_HEADERS = ['openai-processing-ms', 'openai-version'];

const PRINTABLE_ASCII = /^[\u0020-\u007e]*$/;

interface HeaderFacts {
  contentType: string;
  attempts: number;
  warnings: readonly string[];
}

interface ByteDelivery {
  chunks: AsyncIterable<Uint8Array>;
  client: ClientSide;
  headers: Record<string, string>;
  /** Called when the response is complete, before its last byte is sent. */
  onComplete: () => void;
}

export interface ResponseHead {
  response: UpstreamResponse;
  contentType: string;
}

export interface StreamOptions {
  /** Of the client. */
  format: Pick<WireFormat, 'keepAlive'>;
  /** A keep-alive is written after this much silence. */
  keepAliveMs: number;
  /** Replaces the default limit of one event. */
  maxEventBytes?: number;
}

/** Sends the response of one attempt to the client. Its usage is recorded before the last byte is sent. */
export class ResponseSender {
  constructor(
    private readonly attemptWithBill: AttemptWithBill,
    private readonly record: CallRecord,
    private readonly head: ResponseHead,
  ) {}

  private get attempt(): Attempt {
    return this.attemptWithBill.attempt;
  }

  async sendWhole(body: Buffer): Promise<void> {
    this.attempt.claim();
    await this.attemptWithBill.closeBill('ok', 'batched');
    const cost = this.record.costMicroUsd;
    const headers = this.buildHeaders();
    if (cost !== undefined) headers['x-modelgate-cost-usd'] = formatUsd(cost);
    await this.attempt.sendWhole(headers, body);
  }

  /** Forwards the events of the upstream as they arrive. */
  async sendStream(responseStream: ResponseStream, options: StreamOptions): Promise<void> {
    const { attempt, head } = this;
    try {
      await deliverStream({
        ...options,
        response: head.response,
        responseStream,
        client: attempt,
        headers: this.buildHeaders(),
        received: attempt.received,
        onComplete: () => {
          attempt.usage = responseStream.usage ?? attempt.usage;
          return this.closeBill();
        },
      });
    } finally {
      attempt.usage = responseStream.usage ?? attempt.usage;
      attempt.received.isWhole = responseStream.isComplete;
    }
  }

  /** Without usage from the upstream, the received text is counted with the tokenizer of the model. */
  private closeBill(): void | Promise<void> {
    const { attempt, closeBill } = this.attemptWithBill;
    const { upstreamModel } = attempt.candidate.target;
    const counting = attempt.usage === undefined ? attempt.received.countTokens(upstreamModel) : undefined;
    return counting === undefined ? closeBill('ok', 'now') : counting.then(() => closeBill('ok', 'now'));
  }

  /** Forwards the bytes of the upstream as they arrive. */
  async sendBytes(chunks: AsyncIterable<Uint8Array>): Promise<void> {
    await deliverBytes({
      chunks,
      client: this.attempt,
      headers: this.buildHeaders(),
      onComplete: () => void this.attemptWithBill.closeBill('ok', 'now'),
    });
  }

  private buildHeaders(): Record<string, string> {
    const { candidate, ordinal, warnings } = this.attempt;
    const { response, contentType } = this.head;
    const headers = buildResponseHeaders(response, candidate, { contentType, attempts: ordinal, warnings });
    return this.record.flagged === undefined
      ? headers
      : Object.assign(headers, flaggedHeader(this.record.flagged));
  }
}

/** Written without an exponent, also for very small amounts. */
function formatUsd(microUsd: number): string {
  return String(Number((microUsd / MICRO_USD_PER_USD).toFixed(6)));
}

/**
 * Forwards bytes as they arrive. Nothing is sent before the first chunk, so an earlier failure still has an HTTP status
 * and another channel can be tried. A later failure destroys the connection: an error message inside audio would be
 * noise.
 */
async function deliverBytes({ chunks, client, headers, onComplete }: ByteDelivery): Promise<void> {
  let stream: ClientStream | undefined;
  try {
    for await (const chunk of chunks) {
      if (chunk.length === 0) continue;
      stream ??= client.openStream(headers);
      await stream.write(chunk);
    }
  } catch (thrown) {
    stream?.abort('');
    throw GatewayError.from(thrown);
  }
  if (stream === undefined) {
    throw new GatewayError('upstream-bad-response', 'The provider returned an empty response.');
  }
  onComplete();
  stream.end();
}

/** The headers of every response: its channel, model and number of attempts. */
export function buildResponseHeaders(
  response: UpstreamResponse | undefined,
  candidate: RouteCandidate,
  { contentType, attempts, warnings }: HeaderFacts,
): Record<string, string> {
  const { channel, upstreamModel } = candidate.target;
  const headers: Record<string, string> = {
    'content-type': contentType,
    'x-modelgate-channel': toHeaderValue(channel.name),
    'x-modelgate-model': toHeaderValue(upstreamModel),
    'x-modelgate-attempts': String(attempts),
  };
  if (response !== undefined && candidate.kind === 'passthrough') addUpstreamHeaders(headers, response);
  if (warnings.length > 0) headers['x-modelgate-warnings'] = toHeaderValue(warnings.join(', '));
  return headers;
}

function addUpstreamHeaders(shown: Record<string, string>, { headers }: UpstreamResponse): void {
  for (const name of FORWARDED_HEADERS) {
    const value = single(headers[name]);
    if (value !== undefined) shown[name] = toHeaderValue(value);
  }
}

/**
 * A header value may have printable ASCII only, and clients limit its length. Names of channels and models have neither
 * limit.
 */
function toHeaderValue(value: string): string {
  if (value.length <= MAX_HEADER_LENGTH && PRINTABLE_ASCII.test(value)) return value;
  return value
    .slice(0, MAX_HEADER_LENGTH)
    .replaceAll(/[^\u0020-\u007e]+/g, (text) => Buffer.from(text).toString('hex').replaceAll(/../g, '%$&'));
}
