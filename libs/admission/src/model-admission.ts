import { OwnerDirectory, type Token } from '#access';
import { type LimitSubject, Limits } from '#limits';
import { Injectable } from '@nestjs/common';
import { AdmittedCall, type CallOrigin, withoutStorage } from './admitted-call.js';
import { SURFACES, type Surface, selectLimits } from './surfaces.js';

export interface CallToAdmit extends CallOrigin {
  /** The estimated tokens; undefined if the size is unknown yet. */
  tokens: number | undefined;
}

type LimitedToken = Pick<Token, 'id' | 'owner' | 'limits'>;

/** The counted connection of an open socket. */
export interface SocketPermit {
  release(): void;
}

type RefusalFacts = ReturnType<Limits['findRefusal']>;

/** The limits that apply to a token. */
interface TokenSubjects {
  ownerLimits: ReturnType<OwnerDirectory['find']>;
  bySurface: Record<Surface, readonly LimitSubject[]>;
  /** The lowest limit on tokens per minute. */
  minTpm: number;
}

/** Admits every model call, on every surface, within the limits of its token and the token's owner. */
@Injectable()
export class ModelAdmission {
  private readonly subjects = new WeakMap<object, TokenSubjects>();

  constructor(
    private readonly limits: Limits,
    private readonly owners: OwnerDirectory,
  ) {}

  /** Throws the refusal. Returns a promise only if counters outside this process must be queried. */
  admit(call: CallToAdmit): AdmittedCall | Promise<AdmittedCall> {
    const { token, requestId, surface, tokens } = call;
    const { bySurface, minTpm } = this.getSubjects(token);
    // An estimate above the whole limit would always be refused.
    const estimatedTokens = tokens === undefined ? undefined : Math.min(tokens, minTpm);
    const admission = this.limits.admit(bySurface[surface], { requestId, estimatedTokens });
    const origin = SURFACES[surface].isStored ? call : { ...call, token: withoutStorage(token) };
    if (!(admission instanceof Promise)) return new AdmittedCall(admission, origin);
    return admission.then((counted) => new AdmittedCall(counted, origin));
  }

  /** The refusal that such a call would get, if it is known without a query. Counts nothing. */
  findRefusal(
    { token, surface, tokens = 0 }: Pick<CallToAdmit, 'token' | 'surface' | 'tokens'>,
    nowMs: number,
  ): RefusalFacts {
    const { bySurface, minTpm } = this.getSubjects(token);
    return this.limits.findRefusal(bySurface[surface], Math.min(tokens, minTpm), nowMs);
  }

  /** Counts an open WebSocket of a token, or throws the refusal. */
  admitSocket(
    { id }: Pick<Token, 'id'>,
    { requestId, maxSockets }: { requestId: string; maxSockets: number },
  ): SocketPermit | Promise<SocketPermit> {
    const subjects = [{ id: `token:${id}`, limits: { sockets: maxSockets } }];
    return this.limits.admit(subjects, { requestId, estimatedTokens: 0 });
  }

  /** Whether a limit on tokens applies, so that an estimate is needed. */
  isLimitedByTokens(token: LimitedToken): boolean {
    return this.getSubjects(token).minTpm !== Number.POSITIVE_INFINITY;
  }

  /** The same object until a limit of the token or of its owner changes. */
  private getSubjects(token: LimitedToken): TokenSubjects {
    const ownerLimits = this.owners.find(token.owner);
    const cached = this.subjects.get(token);
    if (cached !== undefined && cached.ownerLimits === ownerLimits) return cached;
    const all: LimitSubject[] = [{ id: `token:${token.id}`, limits: token.limits }];
    if (ownerLimits !== undefined) all.push({ id: `owner:${token.owner}`, limits: ownerLimits.limits });
    const minTpm = Math.min(...all.map(({ limits }) => limits.tpm ?? Number.POSITIVE_INFINITY));
    const subjects = { ownerLimits, bySurface: groupBySurface(all), minTpm };
    this.subjects.set(token, subjects);
    return subjects;
  }
}

function groupBySurface(all: readonly LimitSubject[]): TokenSubjects['bySurface'] {
  const subjects = Object.keys(SURFACES).map((surface) => [
    surface,
    all.map(({ id, limits }) => ({ id, limits: selectLimits(surface as Surface, limits) })),
  ]);
  return Object.fromEntries(subjects) as TokenSubjects['bySurface'];
}
