import { describe, expect, it } from '@jest/globals';
import { VirtualClock } from '../routing/testing/virtual-clock.js';
import { type StateChange } from './channel-state.js';
import { CircuitBreaker } from './circuit-breaker.js';
import { TARGET_BREAKER } from './health-rules.js';

const SECOND_MS = 1_000;

class Bench {
  readonly clock = new VirtualClock();
  readonly breaker = new CircuitBreaker(TARGET_BREAKER, this.clock);

  succeed(): StateChange | undefined {
    const pass = this.breaker.begin();
    return this.breaker.answered(pass) ?? this.breaker.finished(pass);
  }

  fail(): StateChange | undefined {
    return this.breaker.failed(this.breaker.begin(), { hasAnswered: false });
  }

  /** Begins an answer, and breaks it off. */
  breakOff(): StateChange | undefined {
    const pass = this.breaker.begin();
    return this.breaker.answered(pass) ?? this.breaker.failed(pass, { hasAnswered: true });
  }

  times(count: number, act: () => unknown): void {
    for (let index = 0; index < count; index += 1) act();
  }

  open(): void {
    this.times(5, () => this.fail());
  }

  /** To where its time is over, and nothing more. */
  wait(): void {
    this.clock.advanceTo(this.breaker.lastOpening?.until ?? 0);
  }
}

describe('a closed breaker', () => {
  it('opens at the fifth failure in a row', () => {
    const bench = new Bench();
    bench.times(4, () => bench.fail());
    bench.succeed();
    bench.times(4, () => bench.fail());
    expect(bench.breaker.phase).toBe('closed');
    expect(bench.fail()).toMatchObject({ state: 'open', reason: 'failures-in-a-row', times: 1 });
    expect(bench.breaker.phase).toBe('open');
  });

  it('opens when half of twenty have failed within ten seconds', () => {
    const bench = new Bench();
    bench.times(9, () => {
      bench.succeed();
      bench.fail();
    });
    bench.succeed();
    expect(bench.breaker.phase).toBe('closed');
    expect(bench.fail()).toMatchObject({ reason: 'error-rate' });
  });

  it('does not open where fewer than half fail, or not within ten seconds', () => {
    const few = new Bench();
    few.times(50, () => {
      few.times(2, () => few.succeed());
      few.fail();
    });
    expect(few.breaker.phase).toBe('closed');
    const slow = new Bench();
    slow.times(50, () => {
      slow.succeed();
      slow.fail();
      slow.clock.advance(1.2 * SECOND_MS);
    });
    expect(slow.breaker.phase).toBe('closed');
  });

  it('opens at the fifth stream in a row that breaks, though each has begun well', () => {
    const bench = new Bench();
    bench.times(4, () => bench.breakOff());
    expect(bench.breakOff()).toMatchObject({ state: 'open', reason: 'broken-streams' });
    bench.wait();
    const probe = bench.breaker.begin();
    expect(bench.breaker.answered(probe)).toBeUndefined();
    expect(bench.breaker.phase).toBe('half-open');
    expect(bench.breaker.finished(probe)).toMatchObject({ state: 'closed' });
  });
});

describe('an open breaker', () => {
  it('stays so for thirty seconds, a fifth more or less', () => {
    const lengths = Array.from({ length: 200 }, (_, index) => {
      const bench = new Bench();
      bench.times(index, () => bench.clock.random());
      bench.open();
      return ((bench.breaker.lastOpening?.until ?? 0) - bench.clock.now()) / SECOND_MS;
    });
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(24);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(36);
    expect(new Set(lengths).size).toBeGreaterThan(100);
  });

  it('is not made longer by what was under way', () => {
    const bench = new Bench();
    const before = bench.breaker.begin();
    bench.open();
    const until = bench.breaker.lastOpening?.until;
    expect(bench.breaker.failed(before, { hasAnswered: false })).toBeUndefined();
    expect(bench.breaker.answered(before)).toBeUndefined();
    expect(bench.breaker.lastOpening?.until).toBe(until);
    expect(bench.breaker.phase).toBe('open');
  });

  it('closes when one that was sent for want of a better target is answered', () => {
    const bench = new Bench();
    bench.open();
    expect(bench.succeed()).toMatchObject({ state: 'closed', reason: 'recovered' });
    expect(bench.breaker.phase).toBe('closed');
  });

  it('is not closed by one lucky answer where it opened for a rate of errors', () => {
    const bench = new Bench();
    bench.times(10, () => {
      bench.succeed();
      bench.fail();
    });
    expect(bench.breaker.phase).toBe('open');
    bench.succeed();
    expect(bench.breaker.phase).toBe('open');
    bench.wait();
    bench.succeed();
    expect(bench.breaker.phase).toBe('closed');
  });
});

describe('a half-open breaker', () => {
  it('lets one probe through at a time', () => {
    const bench = new Bench();
    bench.open();
    expect(bench.breaker.awaitsProbe).toBe(false);
    bench.wait();
    expect(bench.breaker.awaitsProbe).toBe(true);
    const probe = bench.breaker.begin();
    expect(probe.isProbe).toBe(true);
    expect(bench.breaker.awaitsProbe).toBe(false);
    expect(bench.breaker.begin().isProbe).toBe(false);
    bench.breaker.release(probe);
    expect(bench.breaker.awaitsProbe).toBe(true);
  });

  it('takes a probe for lost that nobody has reported the end of', () => {
    const bench = new Bench();
    bench.open();
    bench.wait();
    bench.breaker.begin();
    bench.clock.advance(121 * SECOND_MS);
    expect(bench.breaker.awaitsProbe).toBe(true);
  });

  it('opens longer each time a probe fails, up to five minutes, and begins anew after a success', () => {
    const bench = new Bench();
    bench.open();
    const lengths: number[] = [];
    bench.times(14, () => {
      bench.wait();
      const change = bench.fail();
      lengths.push(((change?.until ?? 0) - bench.clock.now()) / SECOND_MS);
    });
    for (const [index, length] of lengths.entries()) {
      const usual = Math.min(30 * (index + 2), 300);
      expect(length).toBeGreaterThanOrEqual(usual * 0.8);
      expect(length).toBeLessThanOrEqual(usual * 1.2);
    }
    bench.wait();
    expect(bench.succeed()).toMatchObject({ state: 'closed' });
    bench.open();
    expect(bench.breaker.lastOpening?.times).toBe(1);
  });
});
