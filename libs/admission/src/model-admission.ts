import { OwnerDirectory, type Token } from '#access';
import { type Admission, type LimitSubject, Limits, UNLIMITED } from '#limits';
import { Injectable } from '@nestjs/common';
import { AdmittedCall, UNCOUNTED } from './admitted-call.js';
import { SURFACES, type Surface, limitsFor } from './surfaces.js';

export interface CallToAdmit {
  token: Pick<Token, 'id' | 'owner' | 'limits'>;
  requestId: string;
  surface: Surface;
  /** What it will probably use; undefined where nothing is known of its size yet. */
  tokens: number | undefined;
}

/** The place that an open socket holds. */
export interface SocketPlace {
  release(): void;
}

type KnownRefusal = ReturnType<Limits['findRefusal']>;

/** The limits that count for a token. */
interface TokenSubjects {
  ownerLimits: ReturnType<OwnerDirectory['find']>;
  bySurface: Record<Surface, readonly LimitSubject[]>;
  /** The lowest limit on tokens per minute. */
  minTpm: number;
}

/** Admits every call of a model, whatever brings it: holds tokens and their owners to their limits. */
@Injectable()
export class ModelAdmission {
  private readonly subjects = new WeakMap<object, TokenSubjects>();

  constructor(
    private readonly limits: Limits,
    private readonly owners: OwnerDirectory,
  ) {}

  /** Throws the refusal. Returns a promise only where the counts are kept outside this process. */
  admit({ token, requestId, surface, tokens }: CallToAdmit): AdmittedCall | Promise<AdmittedCall> {
    const { bySurface, minTpm } = this.findSubjects(token);
    // An estimate above a whole limit would never pass.
    const estimatedTokens = tokens === undefined ? undefined : Math.min(tokens, minTpm);
    const admission = this.limits.admit(bySurface[surface], { requestId, estimatedTokens });
    return admission instanceof Promise ? admission.then(toCall) : toCall(admission);
  }

  /** The refusal that such a call would get, where it is known without asking the store; nothing is counted. */
  findRefusal({ token, surface, tokens = 0 }: Omit<CallToAdmit, 'requestId'>, nowMs: number): KnownRefusal {
    const { bySurface, minTpm } = this.findSubjects(token);
    return this.limits.findRefusal(bySurface[surface], Math.min(tokens, minTpm), nowMs);
  }

  /** Counts an open WebSocket of a token, or throws the refusal. */
  admitSocket(
    { id }: Pick<Token, 'id'>,
    { requestId, maxSockets }: { requestId: string; maxSockets: number },
  ): SocketPlace | Promise<SocketPlace> {
    const subjects = [{ id: `token:${id}`, limits: { sockets: maxSockets } }];
    return this.limits.admit(subjects, { requestId, estimatedTokens: 0 });
  }

  /** Whether a limit on tokens counts for it, so that an estimate is worth making. */
  isLimitedByTokens(token: CallToAdmit['token']): boolean {
    return this.findSubjects(token).minTpm !== Number.POSITIVE_INFINITY;
  }

  /** The same object until a limit of the token or of its owner changes. */
  private findSubjects(token: CallToAdmit['token']): TokenSubjects {
    const ownerLimits = this.owners.find(token.owner);
    const known = this.subjects.get(token);
    if (known !== undefined && known.ownerLimits === ownerLimits) return known;
    const all: LimitSubject[] = [{ id: `token:${token.id}`, limits: token.limits }];
    if (ownerLimits !== undefined) all.push({ id: `owner:${token.owner}`, limits: ownerLimits.limits });
    const minTpm = Math.min(...all.map(({ limits }) => limits.tpm ?? Number.POSITIVE_INFINITY));
    const subjects = { ownerLimits, bySurface: divideBySurface(all), minTpm };
    this.subjects.set(token, subjects);
    return subjects;
  }
}

function divideBySurface(all: readonly LimitSubject[]): TokenSubjects['bySurface'] {
  const divided = Object.keys(SURFACES).map((surface) => [
    surface,
    all.map(({ id, limits }) => ({ id, limits: limitsFor(surface as Surface, limits) })),
  ]);
  return Object.fromEntries(divided) as TokenSubjects['bySurface'];
}

function toCall(admission: Admission): AdmittedCall {
  return admission === UNLIMITED ? UNCOUNTED : new AdmittedCall(admission);
}
