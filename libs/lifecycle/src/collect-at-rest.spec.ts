import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { collectAtRest } from './collect-at-rest.js';

const MB = 2 ** 20;

describe('collectAtRest', () => {
  let timer: NodeJS.Timeout;
  let collections: number;
  let heldBytes: number;
  let busyShare: number;

  beforeEach(() => {
    jest.useFakeTimers();
    collections = 0;
    heldBytes = 100 * MB;
    busyShare = 0;
    timer = collectAtRest({
      collect: () => {
        collections += 1;
        heldBytes = 50 * MB;
      },
      heldBytes: () => heldBytes,
      busyShare: () => busyShare,
    });
  });

  afterEach(() => {
    clearInterval(timer);
    jest.useRealTimers();
  });

  it('collects once at rest, and again only after the memory has grown', () => {
    jest.advanceTimersByTime(60_000);
    expect(collections).toBe(1);
    heldBytes = 60 * MB;
    jest.advanceTimersByTime(60_000);
    expect(collections).toBe(1);
    heldBytes = 70 * MB;
    jest.advanceTimersByTime(10_000);
    expect(collections).toBe(2);
  });

  it('does not collect in a busy process', () => {
    busyShare = 0.1;
    jest.advanceTimersByTime(60_000);
    expect(collections).toBe(0);
  });
});
