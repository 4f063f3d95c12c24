import { type Admission, LimitRefusal } from '#limits';
import { type RelayRecord } from '#relay';
import { type RateLimit } from '../conversation/ports.js';
import { type SessionHost } from '../session.js';
import { type InnerRequest } from './inner-requests.js';

type RateLimitState = Admission['state'];

/** Counts the responses of a session against the limits of its token, and keeps the latest state. */
export class ResponseLimits {
  private state: RateLimitState = {};

  constructor(private readonly host: Pick<SessionHost, 'admit'>) {}

  /** Runs a response if it may run. What it has used is counted when it is over, however it ends. */
  async keep({ requestId, record }: InnerRequest, respond: () => Promise<void>): Promise<void> {
    const admission = await this.admit(requestId);
    try {
      await respond();
    } finally {
      admission.adjustTokens(countTokens(record));
      admission.release();
    }
  }

  /** The limits as of the last response. */
  get rateLimits(): RateLimit[] {
    return (['requests', 'tokens'] as const).flatMap((name) => {
      const found = this.state[name];
      if (found === undefined) return [];
      const { limit, remaining, resetMs } = found;
      return [{ name, limit, remaining, reset_seconds: resetMs / 1000 }];
    });
  }

  private async admit(requestId: string): Promise<Admission> {
    try {
      const admission = await this.host.admit(requestId);
      this.state = admission.state;
      return admission;
    } catch (refusal) {
      if (refusal instanceof LimitRefusal) this.state = refusal.state;
      throw refusal;
    }
  }
}

/** A request that reached an upstream has its usage by then, if only estimated. */
function countTokens({ usage }: RelayRecord): number {
  return usage === undefined ? 0 : usage.inputTokens + usage.outputTokens;
}
