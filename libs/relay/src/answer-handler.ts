import { MICRO_USD_PER_USD, GatewayError } from '#canonical';
import { type UpstreamResponse } from '#egress';
import { single } from '#upstream';
import { type WireFormat } from '#wire';
import { type Attempt, type RouteCandidate } from './attempts/attempt.js';
import { type Bill } from './billing/bill.js';
import { type AnswerStream } from './chat/exchange.js';
import { deliverStream } from './deliver-stream.js';
import { flaggedHeader } from './policies/flagged-header.js';
import { type RelayRecord } from './relay-record.js';
import { type ClientSide, type ClientStream } from './client-side.js';

const MAX_VALUE_LENGTH = 2000;

/** The few headers of an upstream that are worth showing; all others are its own affair. */
const SHOWN = ['openai-processing-ms', 'openai-version'];

const PLAIN = /^[\u0020-\u007e]*$/;

interface AnswerFacts {
  contentType: string;
  attempts: number;
  warnings: readonly string[];
}

interface ByteDelivery {
  chunks: AsyncIterable<Uint8Array>;
  client: ClientSide;
  headers: Record<string, string>;
  /** Called when the answer is whole, before the client has the last of it. */
  onWhole: () => void;
}

export interface AnswerHead {
  response: UpstreamResponse;
  contentType: string;
}

export interface StreamOptions {
  /** The client's. */
  format: Pick<WireFormat, 'keepAlive'>;
  /** How long a stream may be silent before the client is told that it lives. */
  keepAliveMs: number;
  /** The most that one event may hold, where that is more than usual. */
  maxEventBytes?: number;
}

/** Gives one attempt's answer to the client. What it used is written down before the client has all of it. */
export class AnswerHandler {
  constructor(
    private readonly attempt: Attempt,
    private readonly bill: Bill,
    private readonly record: RelayRecord,
    private readonly head: AnswerHead,
  ) {}

  async sendWhole(body: Buffer): Promise<void> {
    this.attempt.claim();
    await this.bill.closeInTurn('ok', this.attempt, this.record);
    const cost = this.record.costMicroUsd;
    const headers = this.headers();
    if (cost !== undefined) headers['x-modelgate-cost-usd'] = usd(cost);
    await this.attempt.sendWhole(headers, body);
  }

  /** Passes events on, one by one. */
  async stream(answer: AnswerStream, options: StreamOptions): Promise<void> {
    const { attempt, head } = this;
    try {
      await deliverStream({
        ...options,
        response: head.response,
        answer,
        client: attempt,
        headers: this.headers(),
        received: attempt.received,
        onWhole: () => {
          attempt.usage = answer.usage ?? attempt.usage;
          return this.closeWhole();
        },
      });
    } finally {
      attempt.usage = answer.usage ?? attempt.usage;
      attempt.received.isWhole = answer.isComplete;
    }
  }

  /** An answer whose upstream never said what it used is counted as its model counts. */
  private closeWhole(): void | Promise<void> {
    const { attempt, bill, record } = this;
    const { upstreamModel } = attempt.candidate.target;
    const counting = attempt.usage === undefined ? attempt.received.count(upstreamModel) : undefined;
    if (counting === undefined) return bill.close('ok', attempt, record);
    return counting.then(() => bill.close('ok', attempt, record));
  }

  /** Passes bytes on as they come. */
  async bytes(chunks: AsyncIterable<Uint8Array>): Promise<void> {
    await deliverBytes({
      chunks,
      client: this.attempt,
      headers: this.headers(),
      onWhole: () => this.bill.close('ok', this.attempt, this.record),
    });
  }

  private headers(): Record<string, string> {
    const { candidate, ordinal, warnings } = this.attempt;
    const { response, contentType } = this.head;
    const headers = answerHeaders(response, candidate, { contentType, attempts: ordinal, warnings });
    return this.record.flagged === undefined
      ? headers
      : Object.assign(headers, flaggedHeader(this.record.flagged));
  }
}

/** Without an exponent, however little it is. */
function usd(microUsd: number): string {
  return String(Number((microUsd / MICRO_USD_PER_USD).toFixed(6)));
}

/**
 * Passes bytes on as they come. Until the first chunk nothing is sent, so that a failure can still be answered with
 * a status or by another channel. Afterwards a failure cuts the connection: words in the middle of audio are noise.
 */
async function deliverBytes({ chunks, client, headers, onWhole }: ByteDelivery): Promise<void> {
  let stream: ClientStream | undefined;
  try {
    for await (const chunk of chunks) {
      if (chunk.length === 0) continue;
      stream ??= client.openStream(headers);
      await stream.write(chunk);
    }
  } catch (thrown) {
    stream?.breakOff('');
    throw GatewayError.from(thrown);
  }
  if (stream === undefined) {
    throw new GatewayError('upstream-bad-response', 'The model service sent an empty answer.');
  }
  onWhole();
  stream.end();
}

/** What every answer says of where it came from. */
export function answerHeaders(
  response: UpstreamResponse | undefined,
  candidate: RouteCandidate,
  { contentType, attempts, warnings }: AnswerFacts,
): Record<string, string> {
  const { channel, upstreamModel } = candidate.target;
  const headers: Record<string, string> = {
    'content-type': contentType,
    'x-modelgate-channel': headerSafe(channel.name),
    'x-modelgate-model': headerSafe(upstreamModel),
    'x-modelgate-attempts': String(attempts),
  };
  if (response !== undefined && candidate.kind === 'passthrough') addShownHeaders(headers, response);
  if (warnings.length > 0) headers['x-modelgate-warnings'] = headerSafe(warnings.join(', '));
  return headers;
}

function addShownHeaders(shown: Record<string, string>, { headers }: UpstreamResponse): void {
  for (const name of SHOWN) {
    const value = single(headers[name]);
    if (value !== undefined) shown[name] = headerSafe(value);
  }
}

/** Names may hold any character; a header may not, and clients take only so many. */
function headerSafe(value: string): string {
  if (value.length <= MAX_VALUE_LENGTH && PLAIN.test(value)) return value;
  return value
    .slice(0, MAX_VALUE_LENGTH)
    .replaceAll(/[^\u0020-\u007e]+/g, (text) => Buffer.from(text).toString('hex').replaceAll(/../g, '%$&'));
}
