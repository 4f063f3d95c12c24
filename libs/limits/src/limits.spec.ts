import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { type Admission } from './admission.js';
import { type TakeRequest, type TakeResult } from './counters/counters.js';
import { LocalShares } from './counters/local-shares.js';
import { MemoryCounters } from './counters/memory-counters.js';
import { type LimitSubject, type SubjectLimits } from './limit-subject.js';
import { Limits } from './limits.js';

const NOON_MS = Date.UTC(2030, 0, 1, 12);

class CountingCounters extends MemoryCounters {
  override generation = 0;
  calls = 0;

  override take(request: TakeRequest): TakeResult {
    this.calls += 1;
    return super.take(request);
  }
}

const token = (limits: SubjectLimits, id = 'token:a'): LimitSubject => ({ id, limits });

function buildHarness(counters = new CountingCounters()) {
  const limits = new Limits(counters);
  const admit = (subject: LimitSubject, atMs = 0, estimatedTokens = 0): Admission =>
    limits.admit([subject], { requestId: 'r', estimatedTokens, nowMs: NOON_MS + atMs }) as Admission;
  const refusal = (...request: Parameters<typeof admit>): GatewayError | undefined => {
    try {
      admit(...request);
    } catch (error) {
      return GatewayError.from(error);
    }
    return undefined;
  };
  return { counters, limits, admit, refusal };
}

describe('a request without limits', () => {
  it('does not use the counters, and has an empty state', () => {
    const { counters, limits } = buildHarness();
    const subjects = [token({}), token({ rpm: undefined }, 'owner:b')];
    const admission = limits.admit(subjects, { requestId: 'r', estimatedTokens: 1e9 }) as Admission;
    expect(admission.state).toEqual({});
    admission.adjustTokens(5);
    admission.release();
    expect(counters.calls).toBe(0);
    expect(limits.admit([], { requestId: 'r', estimatedTokens: 0 })).toBe(admission);
  });
});

describe('a flood over a limit', () => {
  it('uses the counters once, until a request can be admitted again', () => {
    const { admit, refusal, counters } = buildHarness();
    const limited = token({ rpm: 1 });
    admit(limited);
    for (let atMs = 0; atMs < 62_000; atMs += 250) {
      expect(refusal(limited, atMs)?.retryAfterSeconds).toBe(
        Math.min(60, Math.ceil((62_000 - atMs) / 1_000)),
      );
    }
    expect(counters.calls).toBe(2);
    admit(limited, 62_000);
  });

  it('receives the current state of its limits each time', () => {
    const { admit, refusal } = buildHarness();
    const limited = token({ rpm: 1, tpm: 50 });
    admit(limited, 0, 10);
    refusal(limited, 0, 10);
    expect(refusal(limited, 2_000, 10)).toMatchObject({
      state: {
        requests: { limit: 1, remaining: 0, resetMs: 60_000 },
        tokens: { limit: 50, remaining: 40, resetMs: 60_000 },
      },
    });
  });

  it('is not refused after its limit was raised', () => {
    const { admit, refusal } = buildHarness();
    admit(token({ rpm: 1 }));
    expect(refusal(token({ rpm: 1 }))).toBeDefined();
    expect(refusal(token({ rpm: 2 }))).toBeUndefined();
  });

  it('does not affect a smaller request', () => {
    const { admit, refusal } = buildHarness();
    const limited = token({ tpm: 100 });
    admit(limited, 0, 90);
    expect(refusal(limited, 0, 20)).toBeDefined();
    expect(refusal(limited, 0, 5)).toBeUndefined();
  });

  it.each([
    { limits: { tpm: 10 }, forMs: 250 },
    { limits: { concurrency: 1 }, forMs: 50 },
  ])(
    'uses the counters again after $forMs ms, since another process may have changed them',
    ({ limits, forMs }) => {
      const { admit, refusal, counters } = buildHarness();
      const limited = token(limits);
      admit(limited, 0, 10);
      for (const atMs of [0, 1, forMs - 1]) refusal(limited, atMs, 10);
      expect(counters.calls).toBe(2);
      refusal(limited, forMs, 10);
      expect(counters.calls).toBe(3);
    },
  );

  it('is counted again after the counters have changed, or the clock was set back', () => {
    const { admit, refusal, counters } = buildHarness();
    const limited = token({ rpm: 1 });
    admit(limited);
    refusal(limited);
    counters.generation += 1;
    refusal(limited);
    expect(counters.calls).toBe(3);
    refusal(limited, -1_000);
    expect(counters.calls).toBe(4);
  });
});

function countAdmitted(processes: number, limits: SubjectLimits, estimatedTokens = 0): number {
  const harness = new Limits(new LocalShares(processes));
  let admitted = 0;
  for (let attempt = 0; attempt < 100; attempt += 1) {
    try {
      void harness.admit([token(limits)], { requestId: 'r', estimatedTokens, nowMs: NOON_MS });
      admitted += 1;
    } catch {
      continue;
    }
  }
  return admitted;
}

describe('shares of processes without shared counters', () => {
  it.each([
    { processes: 1, limits: { rpm: 10 }, admitted: 10 },
    { processes: 3, limits: { rpm: 10 }, admitted: 3 },
    { processes: 4, limits: { rpm: 3 }, admitted: 1 },
    { processes: 2, limits: { concurrency: 9 }, admitted: 4 },
    { processes: 2, limits: { rpm: 90, requestsPerDay: 12 }, admitted: 6 },
    { processes: 2, limits: { tpm: 1_000 }, tokens: 100, admitted: 5 },
  ])('$processes processes, $limits', ({ processes, limits, admitted, tokens }) => {
    expect(countAdmitted(processes, limits, tokens)).toBe(admitted);
  });

  it('admit one request above the share, but not above the limit', () => {
    expect(countAdmitted(4, { tpm: 1_000 }, 600)).toBe(1);
    expect(countAdmitted(4, { tpm: 1_000 }, 1_001)).toBe(0);
  });
});

function getRefusal(work: () => unknown): GatewayError | undefined {
  try {
    work();
  } catch (error) {
    return GatewayError.from(error);
  }
  return undefined;
}

describe('a request of unknown size', () => {
  const limited = token({ rpm: 10, tpm: 100 });

  function admitUnsized(limits: Limits): Admission {
    const request = { requestId: 'r', estimatedTokens: undefined, nowMs: NOON_MS };
    return limits.admit([limited], request) as Admission;
  }

  it('reserves its tokens later, and is refused if others have taken them', () => {
    const { limits } = buildHarness();
    const [first, second] = [admitUnsized(limits), admitUnsized(limits)];
    expect(first.isUnsized).toBe(true);
    void first.reserve(80, NOON_MS);
    expect(first.isUnsized).toBe(false);
    expect(getRefusal(() => second.reserve(80, NOON_MS))).toMatchObject({
      kind: 'rate-limited',
      limit: 'tpm',
    });
    first.adjustTokens(10, NOON_MS);
    void admitUnsized(limits).reserve(90, NOON_MS);
  });

  it('counts against no limit if it is refused', () => {
    const { limits, refusal } = buildHarness();
    const subject = token({ rpm: 2, tpm: 100, concurrency: 2 });
    const admit = (): Admission =>
      limits.admit([subject], { requestId: 'r', estimatedTokens: undefined, nowMs: NOON_MS }) as Admission;
    void admit().reserve(100, NOON_MS);
    expect(getRefusal(() => admit().reserve(1, NOON_MS))).toMatchObject({ limit: 'tpm' });
    expect(refusal(token({ rpm: 2 }))).toBeUndefined();
    expect(refusal(token({ concurrency: 2 }))).toBeUndefined();
    expect(refusal(token({ rpm: 2 }))).toMatchObject({ limit: 'rpm' });
  });

  it('is admitted above the limit if nothing else is counted', () => {
    const { limits, counters } = buildHarness();
    const admission = admitUnsized(limits);
    void admission.reserve(1_000, NOON_MS);
    expect(getRefusal(() => admitUnsized(limits))).toBeUndefined();
    expect(getRefusal(() => admitUnsized(limits).reserve(1, NOON_MS))).toBeDefined();
    expect(getRefusal(() => admitUnsized(limits).reserve(1, NOON_MS))).toBeDefined();
    expect(counters.calls).toBeGreaterThan(0);
  });

  it('is admitted above the share of a process', () => {
    const limits = new Limits(new LocalShares(4));
    const admission = limits.admit([limited], { requestId: 'r', estimatedTokens: 1, nowMs: NOON_MS });
    expect(getRefusal(() => (admission as Admission).reserve(90, NOON_MS))).toBeUndefined();
  });

  it('keeps its reservation if a later estimate is lower', () => {
    const { limits } = buildHarness();
    const admission = admitUnsized(limits);
    void admission.reserve(100, NOON_MS);
    void admission.reserve(1, NOON_MS);
    expect(getRefusal(() => admitUnsized(limits).reserve(1, NOON_MS))).toBeDefined();
  });
});
