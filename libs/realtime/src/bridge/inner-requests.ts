import { GatewayError } from '#canonical';
import { type RelayRecord } from '#relay';
import { type SessionHost } from '../session.js';

/** One request that the session makes for its client. */
export interface InnerRequest {
  requestId: string;
  record: RelayRecord;
}

/** The requests of a session: each has an id and a record of its own, and is reported once it is over. */
export class InnerRequests {
  private count = 0;
  private readonly running = new Set<Promise<unknown>>();

  constructor(
    private readonly sessionRequestId: string,
    private readonly host: Pick<SessionHost, 'onRequest'>,
    private readonly onFailure: (error: GatewayError) => void,
  ) {}

  /** Rejects with what `perform` is rejected with. */
  async run<Result>(perform: (request: InnerRequest) => Promise<Result>): Promise<Result> {
    const running = this.perform(perform);
    this.running.add(running);
    try {
      return await running;
    } finally {
      this.running.delete(running);
    }
  }

  /** Resolves when all that run are over. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.running);
  }

  private async perform<Result>(perform: (request: InnerRequest) => Promise<Result>): Promise<Result> {
    this.count += 1;
    const requestId = `${this.sessionRequestId}-${this.count}`;
    const record: RelayRecord = { attempts: [] };
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
