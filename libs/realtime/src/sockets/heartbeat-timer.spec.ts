import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { joinHeartbeat, leaveHeartbeat } from './heartbeat-timer.js';

describe('a heartbeat', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('has one timer for all its members, and none without members', () => {
    const members = Array.from({ length: 10_000 }, () => ({ beat: jest.fn() }));
    for (const member of members) joinHeartbeat(1_000, member);
    expect(jest.getTimerCount()).toBe(1);
    for (const member of members) leaveHeartbeat(1_000, member);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('calls each member until it leaves', () => {
    const stayer = { beat: jest.fn() };
    const leaver = { beat: jest.fn(() => leaveHeartbeat(1_000, leaver)) };
    joinHeartbeat(1_000, leaver);
    joinHeartbeat(1_000, stayer);
    jest.advanceTimersByTime(3_000);
    expect(leaver.beat).toHaveBeenCalledTimes(1);
    expect(stayer.beat).toHaveBeenCalledTimes(3);
    leaveHeartbeat(1_000, stayer);
  });

  it('passes the elapsed time, capped after a stall of the process', () => {
    const member = { beat: jest.fn() };
    joinHeartbeat(1_000, member);
    jest.advanceTimersByTime(1_000);
    expect(member.beat).toHaveBeenLastCalledWith(1_000);
    const wokenAtMs = performance.now() + 90_000;
    jest.spyOn(performance, 'now').mockReturnValueOnce(wokenAtMs);
    jest.advanceTimersByTime(1_000);
    expect(member.beat).toHaveBeenLastCalledWith(2_000);
    leaveHeartbeat(1_000, member);
  });

  it('starts again after all members have left', () => {
    const member = { beat: jest.fn() };
    joinHeartbeat(1_000, member);
    leaveHeartbeat(1_000, member);
    leaveHeartbeat(1_000, member);
    joinHeartbeat(1_000, member);
    jest.advanceTimersByTime(1_000);
    expect(member.beat).toHaveBeenCalledTimes(1);
    leaveHeartbeat(1_000, member);
  });
});
