import { randomUUID } from 'node:crypto';
import { type Admission, UNLIMITED } from './admission.js';
import { CountedAdmission } from './counted-admission.js';
import { type Counters, type Taken } from './counters/counters.js';
import { type LimitCheck, prepareChecks, withTokens } from './limit-check.js';
import { LimitRefusal } from './limit-refusal.js';
import { type LimitSubject } from './limit-subject.js';
import { getTightest } from './rate-limit-state.js';
import { type KnownRefusal, RefusalMemory } from './refusal-memory.js';

export interface AdmitRequest {
  requestId: string;
  /** What the request will probably use; corrected by the admission when more is known. */
  estimatedTokens: number;
  /** Instead of the clock. */
  nowMs?: number;
}

/** Holds tokens and their owners to what they may use at a time. */
export class Limits {
  private readonly refusals = new RefusalMemory();
  private readonly processId = randomUUID().slice(0, 8);
  private readonly prepared = new WeakMap<readonly LimitSubject[], readonly LimitCheck[]>();
  private admitted = 0;
  private seenChanges = 0;

  constructor(private readonly counters: Counters) {}

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
    return prepared.length === 0 ? UNLIMITED : this.admitLimited(prepared, request);
  }

  /** The refusal that a request would get, where it is known already; nothing is counted. */
  findRefusal(
    subjects: readonly LimitSubject[],
    estimatedTokens: number,
    nowMs: number,
  ): KnownRefusal | undefined {
    this.forgetAfterChange();
    return this.refusals.find(withTokens(this.prepare(subjects), estimatedTokens), nowMs);
  }

  close(): Promise<void> {
    return this.counters.close();
  }

  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  private prepare(subjects: readonly LimitSubject[]): readonly LimitCheck[] {
    let checks = this.prepared.get(subjects);
    if (checks === undefined) this.prepared.set(subjects, (checks = prepareChecks(subjects)));
    return checks;
  }

  private admitLimited(
    prepared: readonly LimitCheck[],
    { requestId, estimatedTokens, nowMs }: AdmitRequest,
  ): Admission | Promise<Admission> {
    const checks = withTokens(prepared, estimatedTokens);
    for (const check of checks) {
      if (check.name === 'tpm' && check.cost > check.limit) throw LimitRefusal.forGood(check);
    }
    this.forgetAfterChange();
    const known = this.refusals.find(checks, nowMs ?? Date.now());
    if (known !== undefined) throw LimitRefusal.forNow(known);
    // What clients call their requests may repeat itself; a place among the running ones may not.
    const holder = `${this.processId}:${(this.admitted += 1)}:${requestId}`;
    const taken = this.counters.take({ checks, holder, nowMs });
    if (!(taken instanceof Promise)) return this.decide(checks, holder, taken, nowMs);
    return taken.then((answer) => this.decide(checks, holder, answer, nowMs));
  }

  private decide(checks: readonly LimitCheck[], holder: string, taken: Taken, nowMs = Date.now()): Admission {
    const state = getTightest(checks, taken.readings);
    if (taken.isAdmitted) {
      const counted = { checks, holder, takenAtMs: taken.atMs, state };
      return new CountedAdmission(counted, this.counters, this.refusals);
    }
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
