import { describe, expect, it } from '@jest/globals';
import { VirtualClock } from '../routing/testing/virtual-clock.js';
import { type StateChange } from './channel-state.js';
import { CircuitBreaker } from './circuit-breaker.js';
import { TARGET_BREAKER } from './health-rules.js';

const SECOND_MS = 1_000;

class Harness {
  readonly clock = new VirtualClock();
  readonly breaker = new CircuitBreaker(TARGET_BREAKER, this.clock);

  succeed(): StateChange | undefined {
    const pass = this.breaker.begin();
    return this.breaker.noteFirstByte(pass) ?? this.breaker.noteSuccess(pass);
  }

  fail(): StateChange | undefined {
    return this.breaker.noteFailure(this.breaker.begin(), { hasResponded: false });
  }

  /** Starts a response and truncates it. */
  breakOff(): StateChange | undefined {
    const pass = this.breaker.begin();
    return this.breaker.noteFirstByte(pass) ?? this.breaker.noteFailure(pass, { hasResponded: true });
  }

  times(count: number, act: () => unknown): void {
    for (let index = 0; index < count; index += 1) act();
  }

  open(): void {
    this.times(5, () => this.fail());
  }

  /** Advances to the end of its time. */
  wait(): void {
    this.clock.advanceTo(this.breaker.lastOpening?.until ?? 0);
  }
}

describe('a closed breaker', () => {
  it('opens at the fifth failure in a row', () => {
    const harness = new Harness();
    harness.times(4, () => harness.fail());
    harness.succeed();
    harness.times(4, () => harness.fail());
    expect(harness.breaker.phase).toBe('closed');
    expect(harness.fail()).toMatchObject({ state: 'open', reason: 'failures-in-a-row', times: 1 });
    expect(harness.breaker.phase).toBe('open');
  });

  it('opens when half of twenty have failed within ten seconds', () => {
    const harness = new Harness();
    harness.times(9, () => {
      harness.succeed();
      harness.fail();
    });
    harness.succeed();
    expect(harness.breaker.phase).toBe('closed');
    expect(harness.fail()).toMatchObject({ reason: 'error-rate' });
  });

  it('does not open if fewer than half fail, or not within ten seconds', () => {
    const few = new Harness();
    few.times(50, () => {
      few.times(2, () => few.succeed());
      few.fail();
    });
    expect(few.breaker.phase).toBe('closed');
    const slow = new Harness();
    slow.times(50, () => {
      slow.succeed();
      slow.fail();
      slow.clock.advance(1.2 * SECOND_MS);
    });
    expect(slow.breaker.phase).toBe('closed');
  });

  it('opens at the fifth truncated stream in a row, although each has started', () => {
    const harness = new Harness();
    harness.times(4, () => harness.breakOff());
    expect(harness.breakOff()).toMatchObject({ state: 'open', reason: 'broken-streams' });
    harness.wait();
    const probe = harness.breaker.begin();
    expect(harness.breaker.noteFirstByte(probe)).toBeUndefined();
    expect(harness.breaker.phase).toBe('half-open');
    expect(harness.breaker.noteSuccess(probe)).toMatchObject({ state: 'closed' });
  });
});

describe('an open breaker', () => {
  it('remains open for thirty seconds, plus or minus a fifth', () => {
    const lengths = Array.from({ length: 200 }, (_, index) => {
      const harness = new Harness();
      harness.times(index, () => harness.clock.random());
      harness.open();
      return ((harness.breaker.lastOpening?.until ?? 0) - harness.clock.now()) / SECOND_MS;
    });
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(24);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(36);
    expect(new Set(lengths).size).toBeGreaterThan(100);
  });

  it('is not extended by attempts that were already running', () => {
    const harness = new Harness();
    const before = harness.breaker.begin();
    harness.open();
    const until = harness.breaker.lastOpening?.until;
    expect(harness.breaker.noteFailure(before, { hasResponded: false })).toBeUndefined();
    expect(harness.breaker.noteFirstByte(before)).toBeUndefined();
    expect(harness.breaker.lastOpening?.until).toBe(until);
    expect(harness.breaker.phase).toBe('open');
  });

  it('closes when an attempt without a better target gets a response', () => {
    const harness = new Harness();
    harness.open();
    expect(harness.succeed()).toMatchObject({ state: 'closed', reason: 'recovered' });
    expect(harness.breaker.phase).toBe('closed');
  });

  it('is not closed by one response if it opened because of the error rate', () => {
    const harness = new Harness();
    harness.times(10, () => {
      harness.succeed();
      harness.fail();
    });
    expect(harness.breaker.phase).toBe('open');
    harness.succeed();
    expect(harness.breaker.phase).toBe('open');
    harness.wait();
    harness.succeed();
    expect(harness.breaker.phase).toBe('closed');
  });
});

describe('a half-open breaker', () => {
  it('allows one probe at a time', () => {
    const harness = new Harness();
    harness.open();
    expect(harness.breaker.awaitsProbe).toBe(false);
    harness.wait();
    expect(harness.breaker.awaitsProbe).toBe(true);
    const probe = harness.breaker.begin();
    expect(probe.isProbe).toBe(true);
    expect(harness.breaker.awaitsProbe).toBe(false);
    expect(harness.breaker.begin().isProbe).toBe(false);
    harness.breaker.release(probe);
    expect(harness.breaker.awaitsProbe).toBe(true);
  });

  it('considers a probe without a reported end lost', () => {
    const harness = new Harness();
    harness.open();
    harness.wait();
    harness.breaker.begin();
    harness.clock.advance(121 * SECOND_MS);
    expect(harness.breaker.awaitsProbe).toBe(true);
  });

  it('opens longer each time a probe fails, up to five minutes, and resets after a success', () => {
    const harness = new Harness();
    harness.open();
    const lengths: number[] = [];
    harness.times(14, () => {
      harness.wait();
      const change = harness.fail();
      lengths.push(((change?.until ?? 0) - harness.clock.now()) / SECOND_MS);
    });
    for (const [index, length] of lengths.entries()) {
      const usual = Math.min(30 * (index + 2), 300);
      expect(length).toBeGreaterThanOrEqual(usual * 0.8);
      expect(length).toBeLessThanOrEqual(usual * 1.2);
    }
    harness.wait();
    expect(harness.succeed()).toMatchObject({ state: 'closed' });
    harness.open();
    expect(harness.breaker.lastOpening?.times).toBe(1);
  });
});
