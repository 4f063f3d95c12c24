import { describe, expect, it } from '@jest/globals';
import { EventLoop, type Loop } from './event-loop.js';
import { FairGate } from './fair-gate.js';
import { OverloadRefusal } from './overload-refusal.js';

/** A loop whose time is set by hand. */
class HandLoop implements Loop {
  nowMs = 0;
  idleMs = 0;
  private onIteration: () => void = () => undefined;

  get busyMs(): number {
    return this.nowMs - this.idleMs;
  }

  start(onIteration: () => void): void {
    this.onIteration = onIteration;
  }

  noticeRequest(): void {}
  stop(): void {}

  work(ms: number): void {
    this.nowMs += ms;
  }

  endIteration(): void {
    this.onIteration();
  }

  rest(ms: number): void {
    this.nowMs += ms;
    this.idleMs += ms;
    this.endIteration();
  }
}

interface Arrivals {
  /** How many requests of each token arrive in an iteration of the loop. */
  perIteration: Record<string, number>;
  bodyBytes?: number;
}

/** Serves requests that take a millisecond each, in iterations, and counts what becomes of them. */
class Process {
  readonly loop = new HandLoop();
  readonly gate = new FairGate(this.loop);
  served: Record<string, number> = {};
  refused: Record<string, number> = {};

  run(iterations: number, { perIteration, bodyBytes = 0 }: Arrivals): this {
    for (let iteration = 0; iteration < iterations; iteration += 1) {
      // Tokens in turns, as their connections become ready.
      const arrivals = Object.entries(perIteration).flatMap(([tokenId, count]) =>
        Array.from({ length: count }, (_, index) => ({ tokenId, at: index / count })),
      );
      for (const { tokenId } of arrivals.toSorted((left, right) => left.at - right.at)) {
        this.request(tokenId, bodyBytes);
      }
      this.loop.endIteration();
    }
    return this;
  }

  request(tokenId: string, bodyBytes = 0): void {
    if (this.gate.findRefusal(tokenId, bodyBytes) === undefined) {
      this.gate.admitUnderPressure(tokenId, bodyBytes);
      this.served[tokenId] = (this.served[tokenId] ?? 0) + 1;
      this.loop.work(1);
    } else {
      this.refused[tokenId] = (this.refused[tokenId] ?? 0) + 1;
      this.loop.work(0.1);
    }
  }

  forget(): this {
    this.served = {};
    this.refused = {};
    return this;
  }
}

describe('an overload', () => {
  it.each([
    { name: 'nothing', act: () => undefined, isOverloaded: false },
    {
      name: 'a burst of 900 ms',
      act: (it: Process) => it.run(1, { perIteration: { a: 900 } }),
      isOverloaded: false,
    },
    {
      name: 'short iterations without a rest',
      act: (it: Process) => it.run(200, { perIteration: { a: 35 } }),
      isOverloaded: false,
    },
    {
      name: 'long iterations with rests between them',
      act: (it: Process) => {
        for (let round = 0; round < 20; round += 1) {
          it.run(1, { perIteration: { a: 50 } }).loop.rest(10);
        }
      },
      isOverloaded: false,
    },
    {
      name: 'one step of two seconds, as of a garbage collection',
      act: (it: Process) => {
        it.loop.work(2_000);
        it.run(1, { perIteration: { a: 300 } });
      },
      isOverloaded: false,
    },
    {
      name: 'a few requests on a host that gives the process little of its processor',
      act: (it: Process) => {
        for (let round = 0; round < 12; round += 1) {
          for (let request = 0; request < 8; request += 1) {
            it.gate.admitUnderPressure('a', 0);
            it.loop.work(10);
          }
          it.loop.endIteration();
        }
      },
      isOverloaded: false,
    },
    {
      name: 'long iterations',
      act: (it: Process) => it.run(14, { perIteration: { a: 80 } }),
      isOverloaded: true,
    },
    {
      name: 'one endless iteration',
      act: (it: Process) => it.run(1, { perIteration: { a: 1_100 } }),
      isOverloaded: true,
    },
    {
      name: 'iterations that are short, but accept connections all the time',
      act: (it: Process) => {
        for (let round = 0; round < 60; round += 1) {
          it.gate.noticeConnection();
          it.run(1, { perIteration: { a: 20 } });
        }
      },
      isOverloaded: true,
    },
  ])('after $name: $isOverloaded', ({ act, isOverloaded }) => {
    const process = new Process();
    act(process);
    expect(process.gate.isOverloaded).toBe(isOverloaded);
    process.gate.close();
  });

  it.each([
    { name: 'a second with time to spare', act: (it: Process) => it.loop.rest(1_000) },
    { name: 'a second without a refusal', act: (it: Process) => it.run(1_100, { perIteration: { a: 1 } }) },
  ])('ends after $name', ({ act }) => {
    const process = new Process().run(40, { perIteration: { a: 100 } });
    expect(process.gate.isOverloaded).toBe(true);
    // The window in which it began has refusals in it.
    process.run(1_100, { perIteration: { a: 1 } });
    act(process);
    expect(process.gate.isOverloaded).toBe(false);
  });

  it('is not ended by its own refusals', () => {
    const process = new Process().run(400, { perIteration: { a: 100 } });
    expect(process.gate.isOverloaded).toBe(true);
  });
});

describe('what an overload refuses', () => {
  it('is nothing before it begins', () => {
    const process = new Process().run(100, { perIteration: { a: 5 } });
    expect(process.refused).toEqual({});
  });

  it('is bounded work: iterations stay short, and the process stays busy with what it serves', () => {
    const process = new Process().run(20, { perIteration: { a: 50, b: 50 } }).forget();
    const startedAt = process.loop.nowMs;
    process.run(200, { perIteration: { a: 50, b: 50 } });
    const tookMs = process.loop.nowMs - startedAt;
    const served = (process.served.a ?? 0) + (process.served.b ?? 0);
    expect(tookMs / 200).toBeLessThan(70);
    // Each iteration refuses some 95 requests of 0.1 ms, which no connection is held for here.
    expect(served).toBeGreaterThan(200 * 2);
  });

  it('is the same for equal tokens', () => {
    const { served } = new Process()
      .run(20, { perIteration: { a: 50, b: 50 } })
      .forget()
      .run(500, {
        perIteration: { a: 50, b: 50 },
      });
    expect((served.a ?? 0) / (served.b ?? 0)).toBeGreaterThan(0.7);
    expect((served.a ?? 0) / (served.b ?? 0)).toBeLessThan(1.4);
  });

  it('is of the heavy token, and of no token within its share', () => {
    const process = new Process().run(500, { perIteration: { heavy: 100, light: 1 } });
    expect(process.refused.heavy).toBeGreaterThan(process.served.heavy ?? 0);
    expect(process.refused.light).toBeUndefined();
    expect(process.served.light).toBe(500);
  });

  it('is of the token with large bodies, where both send as often', () => {
    const process = new Process().run(20, { perIteration: { small: 40, large: 40 } }).forget();
    for (let iteration = 0; iteration < 300; iteration += 1) {
      for (let pair = 0; pair < 40; pair += 1) {
        process.request('small');
        process.request('large', 1_048_576);
      }
      process.loop.endIteration();
    }
    expect(process.served.small).toBeGreaterThan(2 * (process.served.large ?? 0));
  });

  it('tells when to return, spread over three seconds', () => {
    const process = new Process().run(40, { perIteration: { a: 100 } });
    process.loop.work(50);
    process.gate.findRefusal('b', 0);
    const seconds = Array.from({ length: 200 }, () => {
      try {
        process.loop.work(1);
        process.gate.admitUnderPressure('a', 0);
      } catch (error) {
        expect(error).toMatchObject({ kind: 'overloaded', reason: 'share' });
        return (error as OverloadRefusal).retryAfterSeconds;
      }
      return undefined;
    });
    expect(new Set(seconds.filter((value) => value !== undefined))).toEqual(new Set([1, 2, 3]));
  });
});

describe('the event loop', () => {
  it('is watched by the iteration while it is busy, and does not keep a process awake', async () => {
    const loop = new EventLoop();
    let iterations = 0;
    loop.start(() => (iterations += 1));
    const work = setInterval(() => {
      const endAt = performance.now() + 20;
      while (performance.now() < endAt);
    }, 1);
    await eventually(() => iterations > 50);
    clearInterval(work);
    // At rest there are five checks a second.
    await eventually(async () => {
      const before = iterations;
      await sleep(500);
      return iterations - before <= 5;
    });
    const { idleMs, nowMs } = { idleMs: loop.nowMs - loop.busyMs, nowMs: loop.nowMs };
    await sleep(200);
    expect(loop.nowMs - loop.busyMs - idleMs).toBeGreaterThan((loop.nowMs - nowMs) / 2);
    loop.stop();
  });
});

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + 10_000;
  while (!(await holds())) {
    expect(performance.now()).toBeLessThan(giveUpAt);
    await sleep(10);
  }
}
