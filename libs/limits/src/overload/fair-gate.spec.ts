import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { FairGate } from './fair-gate.js';
import { watchEventLoop } from './watch-event-loop.js';

/** A gate whose windows are closed by hand. */
function gateByHand(): { gate: FairGate; observe: (...delaysMs: number[]) => void } {
  const listeners: ((delayMs: number) => void)[] = [];
  const gate = new FairGate((tell) => {
    listeners.push(tell);
    return () => undefined;
  });
  const observe = (...delaysMs: number[]): void => {
    for (const delayMs of delaysMs) for (const tell of listeners) tell(delayMs);
  };
  return { gate, observe };
}

const OVERLOAD = [200, 200, 200];
const enterTimes = (gate: FairGate, tokenId: string, count: number): (() => void)[] =>
  Array.from({ length: count }, () => gate.admitUnderPressure(tokenId, 'ordinary'));

function getRefusal(gate: FairGate, tokenId: string): GatewayError | undefined {
  try {
    gate.admitUnderPressure(tokenId, 'ordinary');
  } catch (error) {
    return GatewayError.from(error);
  }
  return undefined;
}

describe('an overload', () => {
  it.each([
    { delaysMs: [], isOverloaded: false },
    { delaysMs: [200, 200], isOverloaded: false },
    { delaysMs: [2_000, 10, 2_000, 10, 2_000], isOverloaded: false },
    { delaysMs: [150, 150, 150, 150], isOverloaded: false },
    { delaysMs: [151, 200, 900], isOverloaded: true },
    { delaysMs: [200, 200, 200, 200, 149], isOverloaded: false },
  ])('after windows of $delaysMs ms', ({ delaysMs, isOverloaded }) => {
    const { gate, observe } = gateByHand();
    observe(...delaysMs);
    expect(gate.isOverloaded).toBe(isOverloaded);
  });
});

describe('fairness', () => {
  it('refuses nobody while there is no overload', () => {
    const { gate } = gateByHand();
    enterTimes(gate, 'quiet', 1);
    enterTimes(gate, 'busy', 500);
    expect(getRefusal(gate, 'busy')).toBeUndefined();
  });

  it('refuses the busy token, and lets in everybody else', () => {
    const { gate, observe } = gateByHand();
    enterTimes(gate, 'busy', 50);
    enterTimes(gate, 'quiet', 2);
    observe(...OVERLOAD);
    expect(getRefusal(gate, 'busy')).toMatchObject({ kind: 'overloaded', source: 'gateway' });
    expect(getRefusal(gate, 'quiet')).toBeUndefined();
    expect(getRefusal(gate, 'new')).toBeUndefined();
  });

  it('lets a token in again once it has no more than its share', () => {
    const { gate, observe } = gateByHand();
    const leave = enterTimes(gate, 'busy', 10);
    enterTimes(gate, 'quiet', 4);
    observe(...OVERLOAD);
    for (const done of leave.slice(0, 5)) {
      expect(getRefusal(gate, 'busy')).toBeDefined();
      done();
      done();
    }
    // Five against four is more than half; four against four is not.
    expect(getRefusal(gate, 'busy')).toBeDefined();
    leave[5]?.();
    expect(getRefusal(gate, 'busy')).toBeUndefined();
  });

  it('counts a token that asks now and then as present, for five seconds', () => {
    const { gate, observe } = gateByHand();
    enterTimes(gate, 'busy', 20);
    gate.admitUnderPressure('sporadic', 'ordinary')();
    observe(...OVERLOAD);
    expect(getRefusal(gate, 'busy')).toBeDefined();
    observe(...Array<number>(20).fill(200));
    expect(getRefusal(gate, 'busy')).toBeUndefined();
  });

  it('never refuses what is essential', () => {
    const { gate, observe } = gateByHand();
    enterTimes(gate, 'busy', 50);
    enterTimes(gate, 'quiet', 1);
    observe(...OVERLOAD);
    expect(() => gate.admitUnderPressure('busy', 'essential')()).not.toThrow();
  });

  it('spreads those who come back over three seconds', () => {
    const { gate, observe } = gateByHand();
    enterTimes(gate, 'busy', 50);
    enterTimes(gate, 'quiet', 1);
    observe(...OVERLOAD);
    const seconds = Array.from({ length: 200 }, () => getRefusal(gate, 'busy')?.retryAfterSeconds);
    expect(new Set(seconds)).toEqual(new Set([1, 2, 3]));
  });
});

describe('the event loop', () => {
  it('shows a long delay while every turn is long, and none when it rests', async () => {
    const delaysMs: number[] = [];
    const stop = watchEventLoop((delayMs) => delaysMs.push(delayMs));
    const work = setInterval(() => {
      const endAt = performance.now() + 200;
      while (performance.now() < endAt);
    }, 1);
    await eventually(() => delaysMs.some((delayMs) => delayMs > 150));
    clearInterval(work);
    delaysMs.length = 0;
    await eventually(() => delaysMs.some((delayMs) => delayMs < 50));
    stop();
  });
});

async function eventually(holds: () => boolean): Promise<void> {
  const giveUpAt = performance.now() + 10_000;
  while (!holds()) {
    expect(performance.now()).toBeLessThan(giveUpAt);
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
}
