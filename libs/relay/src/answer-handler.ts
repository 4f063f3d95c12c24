import { MICRO_USD_PER_USD } from '#canonical';
import { type UpstreamResponse } from '#egress';
import { type WireFormat } from '#wire';
import { answerHeaders } from './answer-headers.js';
import { type Attempt } from './attempts/attempt.js';
import { type Bill } from './billing/bill.js';
import { type AnswerStream } from './chat/exchange.js';
import { deliverBytes } from './deliver-bytes.js';
import { deliverStream } from './deliver-stream.js';
import { flaggedHeader } from './policies/flagged-header.js';
import { type RelayRecord } from './relay-record.js';

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
    this.bill.close('ok', this.attempt, this.record);
    const cost = this.record.costMicroUsd;
    await this.attempt.client.sendWhole(
      { ...this.headers(), ...(cost === undefined ? {} : { 'x-modelgate-cost-usd': usd(cost) }) },
      body,
    );
  }

  /** Passes events on, one by one. */
  async stream(answer: AnswerStream, options: StreamOptions): Promise<void> {
    const { attempt, head } = this;
    try {
      await deliverStream({
        ...options,
        response: head.response,
        answer,
        client: attempt.client,
        headers: this.headers(),
        received: attempt.received,
        onWhole: () => {
          attempt.usage = answer.usage ?? attempt.usage;
          this.bill.close('ok', attempt, this.record);
        },
      });
    } finally {
      attempt.usage = answer.usage ?? attempt.usage;
      attempt.received.isWhole = answer.isComplete;
    }
  }

  /** Passes bytes on as they come. */
  async bytes(chunks: AsyncIterable<Uint8Array>): Promise<void> {
    await deliverBytes({
      chunks,
      client: this.attempt.client,
      headers: this.headers(),
      onWhole: () => this.bill.close('ok', this.attempt, this.record),
    });
  }

  private headers(): Record<string, string> {
    const { candidate, ordinal, warnings } = this.attempt;
    const { response, contentType } = this.head;
    return {
      ...answerHeaders(response, candidate, { contentType, attempts: ordinal, warnings }),
      ...flaggedHeader(this.record.flagged ?? []),
    };
  }
}

/** Without an exponent, however little it is. */
function usd(microUsd: number): string {
  return String(Number((microUsd / MICRO_USD_PER_USD).toFixed(6)));
}
