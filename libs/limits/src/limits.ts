import { randomUUID } from 'node:crypto';
import { type Admission, UNLIMITED } from './admission.js';
import { CountedAdmission, type CountingServices, type Grant } from './counted-admission.js';
import { type Counters, type Taken } from './counters/counters.js';
import { type LimitCheck, prepareChecks, withTokens } from './limit-check.js';
import { LimitRefusal } from './limit-refusal.js';
import { type LimitSubject } from './limit-subject.js';
import { getTightest } from './rate-limit-state.js';
import { type KnownRefusal, RefusalMemory } from './refusal-memory.js';

export interface AdmitRequest {
  requestId: string;
  /** Corrected by the admission when more is known. Undefined where nothing is known yet: `reserve` has to follow. */
  estimatedTokens: number | undefined;
  /** Instead of the clock. */
  nowMs?: number;
}

/** The limits of some subjects, as checks. */
interface PreparedChecks {
  all: readonly LimitCheck[];
  ofTokens: readonly LimitCheck[];
  others: readonly LimitCheck[];
}

const NOTHING_COUNTED: Grant = { takenAtMs: 0, state: {} };

/** Holds tokens and their owners to what they may use at a time. */
export class Limits {
  private readonly refusals = new RefusalMemory();
  private readonly processId = randomUUID().slice(0, 8);
  private readonly prepared = new WeakMap<readonly LimitSubject[], PreparedChecks>();
  private admitted = 0;
  private seenChanges = 0;

  private readonly services: CountingServices;

  constructor(private readonly counters: Counters) {
    const { refusals } = this;
    this.services = { counters, refusals, take: (...counted) => this.take(...counted) };
  }

  /** Whether all processes count together; otherwise each of them admits its share. */
  get isShared(): boolean {
    return this.counters.isShared;
  }

  /** Processes that count, as far as known. */
  get processes(): number {
    return this.counters.processes;
  }

  /**
   * Counts the request against every limit of every subject, or against none and throws a LimitRefusal. Subjects that
   * are given as the same array each time are prepared once.
   */
  admit(subjects: readonly LimitSubject[], request: AdmitRequest): Admission | Promise<Admission> {
    const prepared = this.prepare(subjects);
    return prepared.all.length === 0 ? UNLIMITED : this.admitLimited(prepared, request);
  }

  /** The refusal that a request would get, where it is known already; nothing is counted. */
  findRefusal(
    subjects: readonly LimitSubject[],
    estimatedTokens: number,
    nowMs: number,
  ): KnownRefusal | undefined {
    this.forgetAfterChange();
    return this.refusals.find(withTokens(this.prepare(subjects).all, estimatedTokens), nowMs);
  }

  close(): Promise<void> {
    return this.counters.close();
  }

  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  private prepare(subjects: readonly LimitSubject[]): PreparedChecks {
    let prepared = this.prepared.get(subjects);
    if (prepared === undefined) {
      const all = prepareChecks(subjects);
      const ofTokens = all.filter(({ name }) => name === 'tpm');
      prepared = { all, ofTokens, others: all.filter(({ name }) => name !== 'tpm') };
      this.prepared.set(subjects, prepared);
    }
    return prepared;
  }

  private admitLimited(
    { all, ofTokens, others }: PreparedChecks,
    { requestId, estimatedTokens, nowMs }: AdmitRequest,
  ): Admission | Promise<Admission> {
    const isUnsized = estimatedTokens === undefined && ofTokens.length > 0;
    const checks = isUnsized ? others : withTokens(all, estimatedTokens ?? 0);
    for (const check of checks) {
      if (check.name === 'tpm' && check.cost > check.limit) throw LimitRefusal.forGood(check);
    }
    // Where a limit on tokens is used up, a request of unknown size is refused before it is read.
    if (isUnsized) this.refuseKnown(ofTokens, nowMs);
    // Clients may repeat a request id; every running request needs a place of its own.
    const holder = `${this.processId}:${(this.admitted += 1)}:${requestId}`;
    const granted = checks.length === 0 ? NOTHING_COUNTED : this.take(checks, holder, nowMs);
    const tokens = isUnsized || ofTokens.length === 0 ? 0 : Math.max(1, Math.ceil(estimatedTokens ?? 0));
    const counted = { checks, tokenChecks: ofTokens, tokens, holder };
    const build = (grant: Grant): Admission => new CountedAdmission(counted, grant, this.services);
    return granted instanceof Promise ? granted.then(build) : build(granted);
  }

  /** Counts against all checks, or throws the refusal. */
  private take(checks: readonly LimitCheck[], holder: string, nowMs?: number): Grant | Promise<Grant> {
    this.refuseKnown(checks, nowMs);
    const taken = this.counters.take({ checks, holder, nowMs });
    if (!(taken instanceof Promise)) return this.decide(checks, taken, nowMs);
    return taken.then((answer) => this.decide(checks, answer, nowMs));
  }

  private refuseKnown(checks: readonly LimitCheck[], nowMs = Date.now()): void {
    this.forgetAfterChange();
    const known = this.refusals.find(checks, nowMs);
    if (known !== undefined) throw LimitRefusal.forNow(known);
  }

  private decide(checks: readonly LimitCheck[], taken: Taken, nowMs = Date.now()): Grant {
    const state = getTightest(checks, taken.readings);
    if (taken.isAdmitted) return { takenAtMs: taken.atMs, state };
    const refusal = { ...maxWait(checks, taken), state };
    this.refusals.remember(refusal, nowMs, this.counters.refusalsHoldMs);
    throw LimitRefusal.forNow(refusal);
  }

  private forgetAfterChange(): void {
    if (this.seenChanges === this.counters.changes) return;
    this.seenChanges = this.counters.changes;
    this.refusals.clear();
  }
}

/** Where several limits are in the way, the client learns of the one that will be so for longest. */
function maxWait(checks: readonly LimitCheck[], { readings }: Taken): { check: LimitCheck; waitMs: number } {
  return checks
    .map((check, index) => ({ check, waitMs: readings[index]?.waitMs ?? 0 }))
    .reduce((longest, other) => (other.waitMs > longest.waitMs ? other : longest));
}
