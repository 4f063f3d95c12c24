import { type Admission, LimitRefusal } from '#limits';
import { type RelayRecord } from '#relay';
import { type RateLimit } from '../conversation/ports.js';
import { type SessionDesk } from '../session.js';
import { type InnerRequest } from './inner-requests.js';

type RateLimitState = Admission['state'];

/** Counts the responses of a session against what its token may use, and remembers how that stands. */
export class ResponseLimits {
  private state: RateLimitState = {};

  constructor(private readonly desk: Pick<SessionDesk, 'admit'>) {}

  /** Runs a response if it may run. What it has used is counted when it is over, however it ends. */
  async keep({ requestId, record }: InnerRequest, respond: () => Promise<void>): Promise<void> {
    const admission = await this.admit(requestId);
    try {
      await respond();
    } finally {
      admission.adjustTokens(tokensOf(record));
      admission.release();
    }
  }

  /** How they stood when the last response was let in, or was not. */
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
      const admission = await this.desk.admit(requestId);
      this.state = admission.state;
      return admission;
    } catch (refusal) {
      if (refusal instanceof LimitRefusal) this.state = refusal.state;
      throw refusal;
    }
  }
}

/** Whatever reached an upstream has its usage by then, if only estimated. */
function tokensOf({ usage }: RelayRecord): number {
  return usage === undefined ? 0 : usage.inputTokens + usage.outputTokens;
}
