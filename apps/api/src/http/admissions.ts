import { OwnerDirectory, type Token, TokenDirectory } from '#access';
import { callersDialect, type Exchange } from '#http-edge';
import { type Admission, FairGate, LimitRefusal, type LimitSubject, Limits, UNLIMITED } from '#limits';
import { estimateTokens } from '#relay';
import { encodeRateLimits } from '#wire';
import { Injectable } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { RequestObserver } from '../tracing/request-observer.js';

/** Whose limits count for a token. */
interface Limited {
  together: ReturnType<OwnerDirectory['find']>;
  subjects: readonly LimitSubject[];
  /** The lowest limit on tokens per minute. */
  minTpm: number;
}

/** Holds tokens to what they may use at a time, before anything of a request is read. */
@Injectable()
export class Admissions {
  private readonly limited = new WeakMap<Token, Limited>();

  constructor(
    private readonly limits: Limits,
    private readonly gate: FairGate,
    private readonly owners: OwnerDirectory,
    private readonly tokens: TokenDirectory,
    private readonly observer: RequestObserver,
  ) {}

  /** Throws the refusal. Waits only where the counts are kept elsewhere. */
  enter(request: FastifyRequest, reply: FastifyReply, token: Token): void | Promise<void> {
    this.observer.observe(request, reply);
    const leave = this.gate.admitUnderPressure(token.id, 'ordinary');
    request.exchange.whenOver(leave);
    const { subjects, minTpm } = this.getLimited(token);
    try {
      const admission = this.limits.admit(subjects, {
        requestId: request.id,
        estimatedTokens: likelyTokens(request.headers['content-length'], minTpm),
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

  /** The refusal that a request of this length would get, where it is known already; nothing is counted. */
  findRefusal(
    token: Token,
    contentLength: string | undefined,
    nowMs: number,
  ): ReturnType<Limits['findRefusal']> {
    const { subjects, minTpm } = this.getLimited(token);
    return this.limits.findRefusal(subjects, likelyTokens(contentLength, minTpm), nowMs);
  }

  /** One more request of a session, which may keep a place of its own among those that run. */
  admitWithin(
    tokenId: string,
    requestId: string,
    { hasPlace }: { hasPlace: boolean },
  ): Admission | Promise<Admission> {
    const token = this.tokens.findById(tokenId);
    const subjects = token === undefined ? [] : this.getLimited(token).subjects;
    return this.limits.admit(hasPlace ? subjects.map(withoutConcurrency) : subjects, {
      requestId,
      estimatedTokens: 0,
    });
  }

  /** The same object until a limit of the token or of its owner changes. */
  private getLimited(token: Token): Limited {
    const together = this.owners.find(token.owner);
    const known = this.limited.get(token);
    if (known !== undefined && known.together === together) return known;
    const subjects: LimitSubject[] = [{ id: `token:${token.id}`, limits: token.limits }];
    if (together !== undefined) subjects.push({ id: `owner:${token.owner}`, limits: together.limits });
    const minTpm = Math.min(...subjects.map(({ limits }) => limits.tpm ?? Number.POSITIVE_INFINITY));
    const limited = { together, subjects, minTpm };
    this.limited.set(token, limited);
    return limited;
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
function likelyTokens(contentLength: string | undefined, minTpm: number): number {
  if (minTpm === Number.POSITIVE_INFINITY) return 0;
  const bytes = Number(contentLength ?? 0);
  return Math.min(Number.isFinite(bytes) ? estimateTokens(bytes) : 0, minTpm);
}

/** Whatever reached an upstream has its usage by now, if only estimated. */
function settle(admission: Admission, { record: { usage } }: Exchange): void {
  admission.adjustTokens(usage === undefined ? 0 : usage.inputTokens + usage.outputTokens);
  admission.release();
}
