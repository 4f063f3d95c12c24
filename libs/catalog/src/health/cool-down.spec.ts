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
  ])('lasts for the requested time, within limits: %s ms', (retryAfterMs, seconds) => {
    const { coolDown, overload, remainingSeconds } = harness();
    expect(overload(retryAfterMs)).toMatchObject({ state: 'cooling', reason: 'overloaded', times: 1 });
    expect(remainingSeconds()).toBe(seconds);
    expect(coolDown.isOn).toBe(true);
  });

  it('doubles each time in a row, up to five minutes', () => {
    const { clock, coolDown, overload, remainingSeconds } = harness();
    const lengths = Array.from({ length: 9 }, () => {
      clock.advanceTo(coolDown.until);
      overload();
      return remainingSeconds();
    });
    expect(lengths).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
    clock.advanceTo(coolDown.until);
    coolDown.noteResponse(clock.now());
    overload();
    expect(remainingSeconds()).toBe(5);
  });

  it('is not counted again for running attempts, and only extended by more than a second', () => {
    const { clock, coolDown, overload } = harness();
    const startedAt = clock.now();
    overload();
    expect(coolDown.start(COOL_DOWNS.overloaded, startedAt)).toBeUndefined();
    clock.advance(2_000);
    expect(coolDown.start(COOL_DOWNS.overloaded, startedAt)).toMatchObject({ times: 1, isExtension: true });
  });

  it('is not ended by a response if the upstream gave a duration', () => {
    const { clock, coolDown, overload } = harness();
    overload();
    clock.advance(100);
    expect(coolDown.noteResponse(clock.now())).toBeUndefined();
    expect(coolDown.isOn).toBe(true);
  });

  it('is ended by a response if its duration was estimated, unless that attempt started before', () => {
    const { clock, coolDown } = harness();
    const before = clock.now();
    clock.advance(100);
    coolDown.start(COOL_DOWNS['out-of-credit'], before);
    expect(coolDown.noteResponse(before)).toBeUndefined();
    expect(coolDown.isOn).toBe(true);
    expect(coolDown.noteResponse(clock.now())).toMatchObject({ state: 'closed' });
    expect(coolDown.isOn).toBe(false);
  });
});
