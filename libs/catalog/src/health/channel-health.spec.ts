import { describe, expect, it } from '@jest/globals';
import { type ErrorDetails, type ErrorKind, GatewayError } from '#canonical';
import { type Channel } from '../channel.js';
import { sampleChannel } from '../routing/testing/sample-channel.js';
import { VirtualClock } from '../routing/testing/virtual-clock.js';
import { type Target } from '../select-targets.js';
import { ChannelHealth } from './channel-health.js';
import { type ChannelState } from './channel-state.js';
import { type Standing } from './standing.js';

const MINUTE_MS = 60_000;

const targetOf = (channel: Channel, upstreamModel = `${channel.name}-m`): Target => ({
  channel,
  upstreamModel,
});

class Bench {
  readonly clock = new VirtualClock();
  readonly lines: string[] = [];
  readonly published: ChannelState[] = [];
  readonly health: ChannelHealth;

  constructor() {
    const write = (facts: unknown, text?: string): void => {
      this.lines.push(`${text}: ${(facts as { reason?: string }).reason}`);
    };
    this.health = new ChannelHealth({ logger: { info: write, warn: write }, clock: this.clock });
    this.health.onStateChange((state) => this.published.push(state));
  }

  fail(target: Target, kind: ErrorKind, details: ErrorDetails = {}, times = 1): void {
    for (let index = 0; index < times; index += 1) {
      this.health.begin(target).failed(new GatewayError(kind, 'failed', details));
    }
  }

  succeed(target: Target, firstByteMs = 100): void {
    const use = this.health.begin(target);
    use.answered(firstByteMs);
    use.finished();
  }

  standing(target: Target): Standing | undefined {
    // Among others, so that the rule about half of them does not matter.
    const others = [1, 2, 3].map((number) => targetOf(sampleChannel(`other-${number}`)));
    return this.health.standingsOf([target, ...others])[0];
  }
}

describe('what counts against a target', () => {
  const table: [ErrorKind, number, Standing][] = [
    ['upstream-error', 5, 'ejected'],
    ['upstream-unreachable', 5, 'ejected'],
    ['upstream-timeout', 5, 'ejected'],
    ['upstream-bad-response', 5, 'ejected'],
    ['upstream-error', 4, 'healthy'],
    ['upstream-overloaded', 1, 'cooling'],
    ['upstream-quota', 1, 'cooling'],
    ['upstream-model-unavailable', 1, 'cooling'],
    ['upstream-auth', 1, 'ejected'],
    ['upstream-rejected', 50, 'healthy'],
    ['upstream-too-large', 50, 'healthy'],
    ['invalid-value', 50, 'healthy'],
    ['client-gone', 50, 'healthy'],
    ['rate-limited', 50, 'healthy'],
    ['internal-error', 50, 'healthy'],
  ];
  it.each(table)('%s, %i times: %s', (kind, times, expected) => {
    const bench = new Bench();
    const target = targetOf(sampleChannel('a'));
    bench.fail(target, kind, {}, times);
    expect(bench.standing(target)).toBe(expected);
  });

  it('is nothing where it was called off', () => {
    const bench = new Bench();
    const target = targetOf(sampleChannel('a'));
    for (let index = 0; index < 50; index += 1) bench.health.begin(target).abandoned();
    expect(bench.standing(target)).toBe('healthy');
  });

  it('is counted once for each use', () => {
    const bench = new Bench();
    const target = targetOf(sampleChannel('a'));
    const use = bench.health.begin(target);
    for (let index = 0; index < 5; index += 1) use.failed(new GatewayError('upstream-error', 'failed'));
    use.finished();
    expect(bench.standing(target)).toBe('healthy');
    expect(bench.health.snapshot([target.channel])).toMatchObject([{ consecutiveFailures: 1, inFlight: 0 }]);
  });

  it('is known of one model, not of its neighbours', () => {
    const bench = new Bench();
    const channel = sampleChannel('a');
    bench.fail(targetOf(channel, 'one'), 'upstream-error', {}, 5);
    expect(bench.standing(targetOf(channel, 'one'))).toBe('ejected');
    expect(bench.standing(targetOf(channel, 'other'))).toBe('healthy');
  });

  it('waits as long as the upstream asks for', () => {
    const bench = new Bench();
    const target = targetOf(sampleChannel('a'));
    bench.fail(target, 'upstream-overloaded', { retryAfterSeconds: 30 });
    bench.clock.advance(29_000);
    expect(bench.standing(target)).toBe('cooling');
    bench.clock.advance(1_000);
    expect(bench.standing(target)).toBe('healthy');
  });

  it('is disproved by a refusal of the probe that only concerns its request', () => {
    const bench = new Bench();
    const target = targetOf(sampleChannel('a'));
    bench.fail(target, 'upstream-error', {}, 5);
    bench.clock.advance(MINUTE_MS);
    expect(bench.standing(target)).toBe('probe');
    bench.fail(target, 'upstream-rejected');
    expect(bench.standing(target)).toBe('healthy');
  });

  it('ejects for others while somebody probes', () => {
    const bench = new Bench();
    const target = targetOf(sampleChannel('a'));
    bench.fail(target, 'upstream-error', {}, 5);
    bench.clock.advance(MINUTE_MS);
    const probe = bench.health.begin(target);
    expect(probe.isProbe).toBe(true);
    expect(bench.standing(target)).toBe('ejected');
    probe.answered(10);
    expect(bench.standing(target)).toBe('healthy');
  });
});

describe('rates of errors', () => {
  it('never eject more than half of the targets of a model', () => {
    const bench = new Bench();
    const targets = ['a', 'b', 'c', 'd'].map((name) => targetOf(sampleChannel(name)));
    for (let index = 0; index < 10; index += 1) {
      for (const target of targets) {
        bench.succeed(target);
        bench.fail(target, 'upstream-error');
      }
    }
    const standings = bench.health.standingsOf(targets);
    expect(standings.filter((standing) => standing === 'ejected')).toHaveLength(2);
    expect(standings.filter((standing) => standing === 'healthy')).toHaveLength(2);
    expect(bench.health.standingsOf(targets.slice(0, 1))).toEqual(['healthy']);
  });

  it('are no excuse for those that only fail', () => {
    const bench = new Bench();
    const targets = ['a', 'b'].map((name) => targetOf(sampleChannel(name)));
    for (const target of targets) bench.fail(target, 'upstream-error', {}, 5);
    expect(bench.health.standingsOf(targets)).toEqual(['ejected', 'ejected']);
  });
});

describe('keys', () => {
  const channel = sampleChannel('a', { apiKeys: ['one', 'two', 'three'] });
  const target = targetOf(channel);

  const keysOf = (bench: Bench, count: number): (string | undefined)[] =>
    Array.from({ length: count }, () => {
      const use = bench.health.begin(target);
      use.abandoned();
      return use.apiKey;
    });

  it('take turns', () => {
    expect(keysOf(new Bench(), 5)).toEqual(['one', 'two', 'three', 'one', 'two']);
    const none = new Bench().health.begin(targetOf(sampleChannel('none', { apiKeys: [] })));
    expect(none.apiKey).toBeUndefined();
  });

  it.each([
    ['is refused', 'upstream-auth', 401],
    ['is out of credit', 'upstream-quota', 402],
  ] as const)('leave out one that %s, until its time is over', (_, kind, upstreamStatus) => {
    const bench = new Bench();
    bench.fail(target, kind, { upstreamStatus });
    expect(bench.standing(target)).toBe('healthy');
    expect(keysOf(bench, 4)).toEqual(['two', 'three', 'two', 'three']);
    bench.clock.advance(12 * MINUTE_MS);
    expect(new Set(keysOf(bench, 3))).toEqual(new Set(['one', 'two', 'three']));
  });

  it('try a refused one again with one request at a time', () => {
    const bench = new Bench();
    bench.fail(target, 'upstream-auth', { upstreamStatus: 401 });
    bench.clock.advance(12 * MINUTE_MS);
    const uses = Array.from({ length: 6 }, () => bench.health.begin(target));
    expect(uses.filter(({ apiKey }) => apiKey === 'one')).toHaveLength(1);
    expect(uses.filter(({ isProbe }) => isProbe)).toHaveLength(1);
  });

  it('say whether another one might do', () => {
    const bench = new Bench();
    const refused = new GatewayError('upstream-auth', 'no', { upstreamStatus: 401 });
    const others = [1, 2, 3].map(() => {
      const use = bench.health.begin(target);
      use.failed(refused);
      return use.hasOtherKey;
    });
    expect(others).toEqual([true, true, false]);
  });

  it('take the channel with them when the last is refused, until a probe works', () => {
    const bench = new Bench();
    bench.fail(target, 'upstream-auth', { upstreamStatus: 401 }, 3);
    expect(bench.standing(target)).toBe('ejected');
    expect(bench.health.snapshot([channel])[0]).toMatchObject({ channel: 'a', state: 'key-refused' });
    expect(bench.lines).toContain('every key of a channel is refused: it is left out: undefined');
    bench.clock.advance(12 * MINUTE_MS);
    expect(bench.standing(target)).toBe('probe');
    bench.succeed(target);
    expect(bench.standing(target)).toBe('healthy');
  });

  it('are forgiven when the settings of their channel change', () => {
    const bench = new Bench();
    bench.fail(target, 'upstream-auth', { upstreamStatus: 401 }, 3);
    bench.fail(target, 'upstream-error', {}, 5);
    expect(bench.standing(targetOf({ ...channel, weight: 5 }))).toBe('ejected');
    expect(bench.standing(targetOf({ ...channel, baseUrl: 'http://127.0.0.1:1' }))).toBe('healthy');
  });

  it('are doubted at first where only what was asked for may be forbidden', () => {
    const bench = new Bench();
    const single = targetOf(sampleChannel('single'));
    bench.fail(single, 'upstream-auth', { upstreamStatus: 403 }, 2);
    bench.succeed(single);
    bench.fail(single, 'upstream-auth', { upstreamStatus: 403 }, 2);
    expect(bench.standing(single)).toBe('healthy');
    bench.fail(single, 'upstream-auth', { upstreamStatus: 403 });
    expect(bench.standing(single)).toBe('ejected');
  });

  it('are published by a fingerprint, and never themselves', () => {
    const bench = new Bench();
    bench.fail(target, 'upstream-auth', { upstreamStatus: 401 });
    expect(bench.published).toMatchObject([
      { channelId: 'a', keyFingerprint: '7692c3ad', state: 'key-refused' },
    ]);
    expect(JSON.stringify([bench.published, bench.health.snapshot([channel])])).not.toContain('"one"');
  });
});

describe('latency', () => {
  it('follows the newest measurements', () => {
    const bench = new Bench();
    const target = targetOf(sampleChannel('a'));
    expect(bench.health.firstByteMsOf(target)).toBeUndefined();
    const first = bench.health.begin(target);
    expect(bench.health.firstByteMsOf(target)).toBe(Infinity);
    first.answered(1_000);
    expect(bench.health.firstByteMsOf(target)).toBe(1_000);
    for (let index = 0; index < 20; index += 1) bench.succeed(target, 100);
    expect(bench.health.firstByteMsOf(target)).toBeLessThan(110);
  });
});

describe('what is told', () => {
  const target = targetOf(sampleChannel('a'));

  it('is each change, once', () => {
    const bench = new Bench();
    bench.fail(target, 'upstream-error', {}, 9);
    bench.clock.advance(MINUTE_MS);
    bench.succeed(target);
    bench.succeed(target);
    bench.fail(target, 'upstream-overloaded', {}, 3);
    expect(bench.lines).toEqual([
      'a channel fails and is left out for a while: failures-in-a-row',
      'a channel is back: recovered',
      'a channel is given a rest: overloaded',
    ]);
    expect(bench.published.map(({ state }) => state)).toEqual(['open', 'closed', 'cooling']);
  });

  it('is not what a client has made up', () => {
    const bench = new Bench();
    const pattern = sampleChannel('pattern', { models: [{ id: '*', upstream: '*' }] });
    bench.fail(targetOf(pattern, 'invented'), 'upstream-model-unavailable');
    expect(bench.standing(targetOf(pattern, 'invented'))).toBe('cooling');
    expect([...bench.lines, ...bench.published]).toEqual([]);
  });

  it('reaches another process, which neither says so again nor tells anybody', () => {
    const [one, other] = [new Bench(), new Bench()];
    one.fail(target, 'upstream-error', {}, 5);
    for (const state of one.published) other.health.learn(state);
    expect(other.standing(target)).toBe('ejected');
    expect([...other.lines, ...other.published]).toEqual([]);
    const until = (bench: Bench): number => bench.health.snapshot([target.channel])[0]?.until?.getTime() ?? 0;
    expect(until(other)).toBeGreaterThan(until(one));
    one.clock.advance(MINUTE_MS);
    one.succeed(target);
    for (const state of one.published) other.health.learn(state);
    expect(other.standing(target)).toBe('healthy');
  });

  it('reaches a process that has not met the channel yet, keys included', () => {
    const [one, other] = [new Bench(), new Bench()];
    one.fail(target, 'upstream-auth', { upstreamStatus: 401 });
    for (const state of one.published) other.health.learn(state);
    expect(other.standing(target)).toBe('ejected');
  });
});

describe('memory', () => {
  it('is bounded, whatever names clients make up', () => {
    const bench = new Bench();
    const pattern = sampleChannel('pattern', { models: [{ id: '*', upstream: '*' }] });
    for (let index = 0; index < 6_000; index += 1) bench.succeed(targetOf(pattern, `invented-${index}`));
    expect(bench.health.snapshot([pattern])).toHaveLength(5_000);
  });
});
