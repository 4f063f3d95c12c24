import { describe, expect, it } from '@jest/globals';
import { type ErrorKind, GatewayError } from '#canonical';
import { type SimulatedRequest, Simulation, type Scenario, type Upstream } from './testing/simulation.js';
import { sampleChannel } from './testing/sample-channel.js';

const errorOf = (kind: ErrorKind, retryAfterSeconds?: number, upstreamStatus?: number): GatewayError =>
  new GatewayError(kind, 'simulated', { retryAfterSeconds, upstreamStatus });

const FAILURE = errorOf('upstream-error');
const TIMEOUT = errorOf('upstream-timeout');
const OVERLOAD = errorOf('upstream-overloaded');
const LIMIT = errorOf('upstream-overloaded', 2);
const REFUSAL = errorOf('upstream-auth', undefined, 401);

const works: Upstream = () => ({ afterMs: 200 });
const fails: Upstream = () => ({ afterMs: 20, error: FAILURE });
const hangs: Upstream = () => ({ afterMs: 5_000, error: TIMEOUT });
const isBusy: Upstream = () => ({ afterMs: 20, error: OVERLOAD });
const recovers: Upstream = (seconds) => (seconds < 30 ? { afterMs: 20, error: FAILURE } : { afterMs: 200 });
const flaps: Upstream = (seconds) =>
  Math.floor(seconds / 10) % 2 === 0 ? { afterMs: 200 } : { afterMs: 20, error: FAILURE };
const refusesOne: Upstream = (_, apiKey) =>
  apiKey === 'old' ? { afterMs: 20, error: REFUSAL } : { afterMs: 200 };
const isSlowAtFirst: Upstream = (seconds) => ({ afterMs: seconds < 30 ? 2_000 : 100 });

interface Summary {
  requests: number;
  attempts: number;
  errors: number;
  lostMs: { mean: number; p99: number; max: number };
}

const lines: string[] = [];

/** Runs 200 requests per second for a minute by default, and records the results. */
function simulate(
  title: string,
  scenario: Partial<Scenario> & Pick<Scenario, 'upstreams'>,
): Summary & { all: SimulatedRequest[] } {
  const channels = Object.keys(scenario.upstreams).map((name) => sampleChannel(name));
  const all = new Simulation({ channels, requestsPerSecond: 200, seconds: 60, ...scenario }).run();
  const summary = summarize(all);
  lines.push(row(title, summary));
  return { ...summary, all };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function summarize(all: readonly SimulatedRequest[]): Summary {
  const lost = all.map(({ lostMs }) => lostMs).toSorted((a, b) => a - b);
  return {
    requests: all.length,
    attempts: sum(all.map(({ attempts }) => attempts)) / all.length,
    errors: all.filter(({ isError }) => isError).length,
    lostMs: {
      mean: sum(lost) / all.length,
      p99: lost[Math.floor(lost.length * 0.99)] ?? 0,
      max: lost.at(-1) ?? 0,
    },
  };
}

function row(title: string, { requests, attempts, errors, lostMs }: Summary): string {
  const cells = [requests, attempts.toFixed(4), errors, lostMs.mean.toFixed(1), lostMs.p99, lostMs.max];
  return `${title.padEnd(46)}${cells.map((cell) => String(cell).padStart(10)).join('')}`;
}

function getShare(channel: string, all: readonly SimulatedRequest[]): number {
  return all.filter((request) => request.channel === channel).length / all.length;
}

describe('a full outage', () => {
  it.each([
    ['two channels fail', { upstreams: { a: fails, b: fails } }],
    ['five channels fail', { upstreams: { a: fails, b: fails, c: fails, d: fails, e: fails } }],
    ['two channels are overloaded', { upstreams: { a: isBusy, b: isBusy } }],
    ['two channels hang', { upstreams: { a: hangs, b: hangs } }],
    [
      'a channel and its reserve hang',
      {
        upstreams: { a: hangs, b: hangs },
        channels: [sampleChannel('a', { priority: 1 }), sampleChannel('b')],
      },
    ],
    ['two channels fail, 20 requests a second', { upstreams: { a: fails, b: fails }, requestsPerSecond: 20 }],
  ])('is not amplified: %s', (title, scenario) => {
    const { attempts, errors, requests } = simulate(title, scenario);
    expect(attempts).toBeLessThanOrEqual(1.2);
    expect(errors).toBe(requests);
  });

  it('ends for the clients when it ends', () => {
    const { all } = simulate('both fail for half a minute', { upstreams: { a: recovers, b: recovers } });
    const later = summarize(all.filter(({ secondsIn }) => secondsIn >= 30));
    expect(later.errors).toBe(0);
    expect(later.attempts).toBe(1);
  });

  it('leaves a single client its second attempt each time', () => {
    const { all } = simulate('two channels fail, a lone client', {
      upstreams: { a: fails, b: fails },
      requestsPerSecond: 0.5,
      seconds: 600,
    });
    expect(all.map(({ attempts }) => attempts)).toEqual(all.map(() => 2));
  });
});

describe('a second channel that is healthy', () => {
  it.each([
    ['one of two fails', fails, 1.01, 20],
    ['one of two hangs', hangs, 1.06, 5_000],
    ['one of two is overloaded', isBusy, 1.01, 20],
  ])('hides the first: %s', (title, sick, maxAttempts, maxLostMs) => {
    const { attempts, errors, lostMs } = simulate(title, { upstreams: { sick, healthy: works } });
    expect(errors).toBe(0);
    expect(attempts).toBeLessThanOrEqual(maxAttempts);
    expect(lostMs.max).toBeLessThanOrEqual(maxLostMs);
  });

  it('hides one that hangs and has priority, despite its pending requests', () => {
    const channels = [sampleChannel('sick', { priority: 1 }), sampleChannel('healthy')];
    const { errors, attempts, all } = simulate('the preferred one hangs', {
      upstreams: { sick: hangs, healthy: works },
      channels,
    });
    expect(errors).toBe(0);
    expect(attempts).toBeLessThanOrEqual(1.1);
    const later = all.filter(({ secondsIn }) => secondsIn > 6);
    // Only probes wait for it.
    expect(later.filter(({ attempts }) => attempts > 1).length).toBeLessThanOrEqual(3);
  });

  it('hides one that fails intermittently', () => {
    const { errors, attempts } = simulate('one of two flaps', {
      upstreams: { flaps, healthy: works },
      seconds: 120,
    });
    expect(errors).toBe(0);
    expect(attempts).toBeLessThanOrEqual(1.01);
  });

  it('hides one that fails every third time, which opens no breaker', () => {
    let count = 0;
    const limps: Upstream = () => {
      count += 1;
      return count % 3 === 0 ? { afterMs: 200, error: FAILURE } : { afterMs: 200 };
    };
    const { errors, all } = simulate('one of two fails every third time', {
      upstreams: { limps, healthy: works },
    });
    expect(errors).toBe(0);
    expect(getShare('limps', all)).toBeGreaterThan(0.3);
  });

  it('replaces an upstream over its limit until the time of its retry-after', () => {
    const perSecond = new Map<number, number>();
    const limited: Upstream = (seconds) => {
      const second = Math.floor(seconds);
      const count = (perSecond.get(second) ?? 0) + 1;
      perSecond.set(second, count);
      return count <= 50 ? { afterMs: 200 } : { afterMs: 20, error: LIMIT };
    };
    const { errors, attempts, all } = simulate('one of two: 50 a second, Retry-After 2', {
      upstreams: { limited, healthy: works },
    });
    expect(errors).toBe(0);
    expect(attempts).toBeLessThanOrEqual(1.02);
    expect(getShare('limited', all)).toBeGreaterThan(0.1);
  });
});

describe('a channel with several keys', () => {
  const channels = [sampleChannel('keys', { apiKeys: ['old', 'new', 'newer'] })];

  it('uses the others when one is rejected, and probes that from time to time', () => {
    const { errors, attempts, requests } = simulate('one of three keys is refused', {
      upstreams: { keys: refusesOne },
      channels,
      seconds: 1_800,
      requestsPerSecond: 10,
    });
    expect(errors).toBe(0);
    const refused = Math.round((attempts - 1) * requests);
    expect(refused).toBeGreaterThanOrEqual(3);
    expect(refused).toBeLessThanOrEqual(4);
  });
});

describe('a model that is routed by latency', () => {
  it('uses the faster channel, and detects when the slower one has become fast', () => {
    const { all, errors } = simulate('one of two is slow for half a minute', {
      upstreams: { slow: isSlowAtFirst, fast: works },
      strategy: 'latency',
    });
    expect(errors).toBe(0);
    const between = (from: number, to: number): SimulatedRequest[] =>
      all.filter(({ secondsIn }) => secondsIn >= from && secondsIn < to);
    expect(getShare('fast', between(5, 30))).toBeGreaterThan(0.95);
    expect(getShare('slow', between(45, 60))).toBeGreaterThan(0.9);
  });
});

describe('the results', () => {
  it('are printed', () => {
    const heads = ['requests', 'attempts', 'errors', 'lost ms', 'p99', 'max'];
    const head = `${'what happened'.padEnd(46)}${heads.map((one) => one.padStart(10)).join('')}`;
    process.stdout.write(`\n${[head, ...lines].join('\n')}\n`);
    expect(lines.length).toBeGreaterThan(10);
  });
});
