import { OwnerDirectory, type Token, TokenDirectory } from '#access';
import { callersDialect, type Exchange } from '#http-edge';
import { type Admission, FairGate, LimitRefusal, type LimitSubject, Limits, UNLIMITED } from '#limits';
import { estimateTokens } from '#relay';
import { Metrics } from '#telemetry';
import { encodeRateLimits } from '#wire';
import { Injectable } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { recordRequest } from '../metrics/record-request.js';
import { getOutcome } from './request-log.js';

/** Holds tokens to what they may use at a time, before anything of a request is read. */
@Injectable()
export class Admissions {
  constructor(
    private readonly limits: Limits,
    private readonly gate: FairGate,
    private readonly owners: OwnerDirectory,
    private readonly tokens: TokenDirectory,
    private readonly metrics: Metrics,
  ) {}

  /** Throws the refusal. Waits only where the counts are kept elsewhere. */
  enter(request: FastifyRequest, reply: FastifyReply, token: Token): void | Promise<void> {
    this.count(request, reply);
    const leave = this.gate.admitUnderPressure(token.id, 'ordinary');
    request.exchange.whenOver(leave);
    const subjects = this.getSubjects(token);
    try {
      const admission = this.limits.admit(subjects, {
        requestId: request.id,
        estimatedTokens: likelyTokens(request, subjects),
      });
      if (!(admission instanceof Promise)) return this.note(admission, request, reply);
      return admission.then(
        (admitted) => this.note(admitted, request, reply),
        (error: unknown) => this.refuse(error, request, reply),
      );
    } catch (error) {
      return this.refuse(error, request, reply);
    }
  }

  /** One more request of a session, which keeps its own place among those that run. */
  admitWithin(tokenId: string, requestId: string): Admission | Promise<Admission> {
    const token = this.tokens.findById(tokenId);
    const subjects = token === undefined ? [] : this.getSubjects(token).map(withoutConcurrency);
    return this.limits.admit(subjects, { requestId, estimatedTokens: 0 });
  }

  private count({ exchange }: FastifyRequest, reply: FastifyReply): void {
    const { metrics } = this;
    const running = metrics.requestStarted();
    exchange.whenOver(() => {
      const { record, error, startedAt } = exchange;
      const outcome = getOutcome(reply, exchange);
      recordRequest(metrics, running, { record, error, outcome, durationMs: performance.now() - startedAt });
    });
  }

  private getSubjects({ id, owner, limits }: Token): LimitSubject[] {
    const together = this.owners.find(owner);
    const own = { id: `token:${id}`, limits };
    return together === undefined ? [own] : [own, { id: `owner:${owner}`, limits: together.limits }];
  }

  private note(admission: Admission, request: FastifyRequest, reply: FastifyReply): void {
    if (admission === UNLIMITED) return;
    // Its client may have left while the counts were asked for.
    if (reply.raw.closed || reply.raw.destroyed) return admission.release();
    void reply.headers(encodeRateLimits(admission.state, callersDialect(request)));
    request.exchange.whenOver(() => settle(admission, request.exchange));
  }

  private refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): never {
    if (error instanceof LimitRefusal) {
      void reply.headers(encodeRateLimits(error.state, callersDialect(request)));
    }
    throw error;
  }
}

function withoutConcurrency({ id, limits: { concurrency: _place, ...limits } }: LimitSubject): LimitSubject {
  return { id, limits };
}

/** From its length alone, and never more than the limit: what audio and images weigh says little about tokens. */
function likelyTokens({ headers }: FastifyRequest, subjects: readonly LimitSubject[]): number {
  const lowest = Math.min(...subjects.map(({ limits }) => limits.tpm ?? Number.POSITIVE_INFINITY));
  if (lowest === Number.POSITIVE_INFINITY) return 0;
  const bytes = Number(headers['content-length'] ?? 0);
  return Math.min(Number.isFinite(bytes) ? estimateTokens(bytes) : 0, lowest);
}

/** Whatever reached an upstream has its usage by now, if only estimated. */
function settle(admission: Admission, { record: { usage } }: Exchange): void {
  admission.adjustTokens(usage === undefined ? 0 : usage.inputTokens + usage.outputTokens);
  admission.release();
}
