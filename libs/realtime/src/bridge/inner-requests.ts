import { type AdmittedCall, type CallRecord, newRecord } from '#admission';
import { GatewayError } from '#canonical';
import { LimitRefusal } from '#limits';
import { type RateLimit } from '../conversation/ports.js';
import { type SessionHost } from '../session.js';

/** One request that the session makes for its client. */
export interface InnerRequest {
  requestId: string;
  record: CallRecord;
}

type RateLimitState = AdmittedCall['state'];

/** The requests of a session. Each has its own id and record, and is reported when it has ended. */
export class InnerRequests {
  private count = 0;
  private readonly running = new Set<Promise<unknown>>();

  constructor(
    private readonly sessionRequestId: string,
    private readonly host: Pick<SessionHost, 'client' | 'onRequest'>,
    private readonly onFailure: (error: GatewayError) => void,
  ) {}

  /** Runs a request and rejects if it does. */
  async run<Result>(perform: (request: InnerRequest) => Promise<Result>): Promise<Result> {
    const running = this.perform(perform);
    this.running.add(running);
    try {
      return await running;
    } finally {
      this.running.delete(running);
    }
  }

  /** Resolves when all running requests have ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.running);
  }

  private async perform<Result>(perform: (request: InnerRequest) => Promise<Result>): Promise<Result> {
    this.count += 1;
    const requestId = `${this.sessionRequestId}-${this.count}`;
    const record = { ...newRecord(), client: this.host.client };
    const startedAt = performance.now();
    let error: GatewayError | undefined;
    try {
      return await perform({ requestId, record });
    } catch (thrown) {
      error = GatewayError.from(thrown);
      record.outcome = error.kind;
      this.onFailure(error);
      throw thrown;
    } finally {
      const durationMs = performance.now() - startedAt;
      this.host.onRequest({ requestId, record, ...(error === undefined ? {} : { error }), durationMs });
    }
  }
}

/** Counts the responses of a session against the limits of its token, and stores the latest state. */
export class ResponseLimits {
  private state: RateLimitState = {};

  constructor(private readonly host: Pick<SessionHost, 'admit'>) {}

  /**
   * Runs a response with this estimate of tokens if the limits allow it. The actual usage is counted when it has ended,
   * with or without an error.
   */
  async keep(
    { requestId, record }: InnerRequest,
    tokens: number,
    respond: (admitted: AdmittedCall) => Promise<void>,
  ): Promise<void> {
    const admitted = await this.admit(requestId, tokens);
    try {
      await respond(admitted);
    } finally {
      // A request that reached an upstream has its usage by now, possibly estimated.
      admitted.settle(record.usage);
    }
  }

  /** The limits after the last response. */
  get rateLimits(): RateLimit[] {
    return (['requests', 'tokens'] as const).flatMap((name) => {
      const found = this.state[name];
      if (found === undefined) return [];
      const { limit, remaining, resetMs } = found;
      return [{ name, limit, remaining, reset_seconds: resetMs / 1000 }];
    });
  }

  private async admit(requestId: string, tokens: number): Promise<AdmittedCall> {
    try {
      const admitted = await this.host.admit(requestId, tokens);
      this.state = admitted.state;
      return admitted;
    } catch (refusal) {
      if (refusal instanceof LimitRefusal) this.state = refusal.state;
      throw refusal;
    }
  }
}
