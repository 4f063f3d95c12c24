import { describe, expect, it } from '@jest/globals';
import { VirtualClock } from '../routing/testing/virtual-clock.js';
import { CoolDown } from './cool-down.js';
import { COOL_DOWNS } from './health-rules.js';

function harness() {
  const clock = new VirtualClock();
  const coolDown = new CoolDown(clock);
  const remainingSeconds = (): number => Math.max(0, coolDown.until - clock.now()) / 1000;
  const overload = (retryAfterMs?: number) =>
    coolDown.start(COOL_DOWNS.overloaded, clock.now(), retryAfterMs);
  return { clock, coolDown, remainingSeconds, overload };
}

describe('CoolDown', () => {
  it.each([
    [undefined, 5],
    [0, 1],
    [7_000, 7],
    [3_600_000, 300],
  ])('lasts as long as it was asked for, within reason: %s ms', (retryAfterMs, seconds) => {
    const { coolDown, overload, remainingSeconds } = harness();
    expect(overload(retryAfterMs)).toMatchObject({ state: 'cooling', reason: 'overloaded', times: 1 });
    expect(remainingSeconds()).toBe(seconds);
    expect(coolDown.isOn).toBe(true);
  });

  it('lasts twice as long each time in a row, up to five minutes', () => {
    const { clock, coolDown, overload, remainingSeconds } = harness();
    const lengths = Array.from({ length: 9 }, () => {
      clock.advanceTo(coolDown.until);
      overload();
      return remainingSeconds();
    });
    expect(lengths).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
    clock.advanceTo(coolDown.until);
    coolDown.answered(clock.now());
    overload();
    expect(remainingSeconds()).toBe(5);
  });

  it('is not one more time for what was under way, and only made longer by more than a moment', () => {
    const { clock, coolDown, overload } = harness();
    const begunAt = clock.now();
    overload();
    expect(coolDown.start(COOL_DOWNS.overloaded, begunAt)).toBeUndefined();
    clock.advance(2_000);
    expect(coolDown.start(COOL_DOWNS.overloaded, begunAt)).toMatchObject({ times: 1, isExtension: true });
  });

  it('is not ended by an answer where the upstream has said how long', () => {
    const { clock, coolDown, overload } = harness();
    overload();
    clock.advance(100);
    expect(coolDown.answered(clock.now())).toBeUndefined();
    expect(coolDown.isOn).toBe(true);
  });

  it('is ended by an answer where its length was a guess, unless that was begun before', () => {
    const { clock, coolDown } = harness();
    const before = clock.now();
    clock.advance(100);
    coolDown.start(COOL_DOWNS['out-of-credit'], before);
    expect(coolDown.answered(before)).toBeUndefined();
    expect(coolDown.isOn).toBe(true);
    expect(coolDown.answered(clock.now())).toMatchObject({ state: 'closed' });
    expect(coolDown.isOn).toBe(false);
  });
});
