import { randomUUID } from 'node:crypto';
import { type Admission, UNLIMITED } from './admission.js';
import { CountedAdmission, type CountingServices, type Grant } from './counted-admission.js';
import { type Counters, type TakeResult } from './counters/counters.js';
import { type LimitCheck, prepareChecks, withTokens } from './limit-check.js';
import { LimitRefusal } from './limit-refusal.js';
import { type LimitSubject } from './limit-subject.js';
import { getTightestLimits } from './rate-limit-state.js';
import { type RefusalFacts, RefusalMemory } from './refusal-memory.js';

export interface AdmitOptions {
  requestId: string;
  /** An estimate that the admission can correct. Undefined if the size is unknown; then `reserve` must follow. */
  estimatedTokens: number | undefined;
  /** Replaces the clock, in tests. */
  nowMs?: number;
}

/** The checks of an array of subjects. */
interface PreparedChecks {
  all: readonly LimitCheck[];
  tokenChecks: readonly LimitCheck[];
  otherChecks: readonly LimitCheck[];
}

const EMPTY_GRANT: Grant = { takenAtMs: 0, state: {} };

/** Enforces the rate and concurrency limits of tokens and owners. */
export class Limits {
  private readonly refusals = new RefusalMemory();
  private readonly processId = randomUUID().slice(0, 8);
  private readonly prepared = new WeakMap<readonly LimitSubject[], PreparedChecks>();
  private admitted = 0;
  private seenGeneration = 0;

  private readonly services: CountingServices;

  constructor(private readonly counters: Counters) {
    const { refusals } = this;
    this.services = { counters, refusals, take: (...counted) => this.take(...counted) };
  }

  /** Whether all processes count together. Otherwise each admits its share of a limit. */
  get isShared(): boolean {
    return this.counters.isShared;
  }

  /** The number of processes that count, as far as it is known. */
  get processes(): number {
    return this.counters.processes;
  }

  /**
   * Counts the request against all limits of all subjects, or throws a LimitRefusal and counts nothing. The checks of
   * an array of subjects are prepared once and cached.
   */
  admit(subjects: readonly LimitSubject[], request: AdmitOptions): Admission | Promise<Admission> {
    const prepared = this.prepare(subjects);
    return prepared.all.length === 0 ? UNLIMITED : this.admitLimited(prepared, request);
  }

  /** The refusal that a request would get, if it is already known. Counts nothing. */
  findRefusal(
    subjects: readonly LimitSubject[],
    estimatedTokens: number,
    nowMs: number,
  ): RefusalFacts | undefined {
    this.clearAfterChange();
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
      const tokenChecks = all.filter(({ name }) => name === 'tpm');
      prepared = { all, tokenChecks, otherChecks: all.filter(({ name }) => name !== 'tpm') };
      this.prepared.set(subjects, prepared);
    }
    return prepared;
  }

  private admitLimited(
    { all, tokenChecks, otherChecks }: PreparedChecks,
    { requestId, estimatedTokens, nowMs }: AdmitOptions,
  ): Admission | Promise<Admission> {
    const isUnsized = estimatedTokens === undefined && tokenChecks.length > 0;
    const checks = isUnsized ? otherChecks : withTokens(all, estimatedTokens ?? 0);
    for (const check of checks) {
      if (check.name === 'tpm' && check.cost > check.limit) throw LimitRefusal.forGood(check);
    }
    // If a token limit is exhausted, a request of unknown size is refused before its body is read.
    if (isUnsized) this.throwRemembered(tokenChecks, nowMs);
    // The holder must be unique per running request, but clients can repeat a request id.
    const holder = `${this.processId}:${(this.admitted += 1)}:${requestId}`;
    const granted = checks.length === 0 ? EMPTY_GRANT : this.take(checks, holder, nowMs);
    const tokens = isUnsized || tokenChecks.length === 0 ? 0 : Math.max(1, Math.ceil(estimatedTokens ?? 0));
    const counted = { checks, tokenChecks, tokens, holder };
    const build = (grant: Grant): Admission => new CountedAdmission(counted, grant, this.services);
    return granted instanceof Promise ? granted.then(build) : build(granted);
  }

  /** Counts against all checks, or throws the refusal. */
  private take(checks: readonly LimitCheck[], holder: string, nowMs?: number): Grant | Promise<Grant> {
    this.throwRemembered(checks, nowMs);
    const result = this.counters.take({ checks, holder, nowMs });
    if (!(result instanceof Promise)) return this.decide(checks, result, nowMs);
    return result.then((counted) => this.decide(checks, counted, nowMs));
  }

  private throwRemembered(checks: readonly LimitCheck[], nowMs = Date.now()): void {
    this.clearAfterChange();
    const refusal = this.refusals.find(checks, nowMs);
    if (refusal !== undefined) throw LimitRefusal.forNow(refusal);
  }

  /** Returns the grant, or remembers and throws the refusal. */
  private decide(checks: readonly LimitCheck[], result: TakeResult, nowMs = Date.now()): Grant {
    const state = getTightestLimits(checks, result.readings);
    if (result.isAdmitted) return { takenAtMs: result.atMs, state };
    const refusal = { ...findLongestWait(checks, result), state };
    this.refusals.remember(refusal, nowMs, this.counters.refusalValidityMs);
    throw LimitRefusal.forNow(refusal);
  }

  private clearAfterChange(): void {
    if (this.seenGeneration === this.counters.generation) return;
    this.seenGeneration = this.counters.generation;
    this.refusals.clear();
  }
}

/** If several limits are exhausted, the error names the one with the longest wait. */
function findLongestWait(
  checks: readonly LimitCheck[],
  { readings }: TakeResult,
): { check: LimitCheck; waitMs: number } {
  return checks
    .map((check, index) => ({ check, waitMs: readings[index]?.waitMs ?? 0 }))
    .reduce((longest, other) => (other.waitMs > longest.waitMs ? other : longest));
}
