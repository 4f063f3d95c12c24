import { describe, expect, it } from '@jest/globals';
import { type ErrorDetails, type ErrorKind, GatewayError } from '#canonical';
import { type Channel } from '../channel.js';
import { sampleChannel } from '../routing/testing/sample-channel.js';
import { VirtualClock } from '../routing/testing/virtual-clock.js';
import { type Target } from '../select-targets.js';
import { ChannelHealth } from './channel-health.js';
import { type ChannelState } from './channel-state.js';
import { type HealthStatus } from './health-status.js';

const MINUTE_MS = 60_000;

const buildTarget = (channel: Channel, upstreamModel = `${channel.name}-m`): Target => ({
  channel,
  upstreamModel,
});

class Harness {
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

  status(target: Target): HealthStatus | undefined {
    // With other targets, so that the rule about half of them does not apply.
    const others = [1, 2, 3].map((number) => buildTarget(sampleChannel(`other-${number}`)));
    return this.health.getHealthStatuses([target, ...others])[0];
  }
}

describe('the health of a target', () => {
  const table: [ErrorKind, number, HealthStatus][] = [
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
    const harness = new Harness();
    const target = buildTarget(sampleChannel('a'));
    harness.fail(target, kind, {}, times);
    expect(harness.status(target)).toBe(expected);
  });

  it('is not changed by a cancelled use', () => {
    const harness = new Harness();
    const target = buildTarget(sampleChannel('a'));
    for (let index = 0; index < 50; index += 1) harness.health.begin(target).abandoned();
    expect(harness.status(target)).toBe('healthy');
  });

  it('is changed once by each use', () => {
    const harness = new Harness();
    const target = buildTarget(sampleChannel('a'));
    const use = harness.health.begin(target);
    for (let index = 0; index < 5; index += 1) use.failed(new GatewayError('upstream-error', 'failed'));
    use.finished();
    expect(harness.status(target)).toBe('healthy');
    expect(harness.health.snapshot([target.channel])).toMatchObject([
      { consecutiveFailures: 1, inFlight: 0 },
    ]);
  });

  it('concerns one model of a channel', () => {
    const harness = new Harness();
    const channel = sampleChannel('a');
    harness.fail(buildTarget(channel, 'one'), 'upstream-error', {}, 5);
    expect(harness.status(buildTarget(channel, 'one'))).toBe('ejected');
    expect(harness.status(buildTarget(channel, 'other'))).toBe('healthy');
  });

  it('is cooling for the time that the upstream requests', () => {
    const harness = new Harness();
    const target = buildTarget(sampleChannel('a'));
    harness.fail(target, 'upstream-overloaded', { retryAfterSeconds: 30 });
    harness.clock.advance(29_000);
    expect(harness.status(target)).toBe('cooling');
    harness.clock.advance(1_000);
    expect(harness.status(target)).toBe('healthy');
  });

  it('recovers if the probe is rejected only because of its request', () => {
    const harness = new Harness();
    const target = buildTarget(sampleChannel('a'));
    harness.fail(target, 'upstream-error', {}, 5);
    harness.clock.advance(MINUTE_MS);
    expect(harness.status(target)).toBe('probe');
    harness.fail(target, 'upstream-rejected');
    expect(harness.status(target)).toBe('healthy');
  });

  it('is ejected for others during a probe', () => {
    const harness = new Harness();
    const target = buildTarget(sampleChannel('a'));
    harness.fail(target, 'upstream-error', {}, 5);
    harness.clock.advance(MINUTE_MS);
    const probe = harness.health.begin(target);
    expect(probe.isProbe).toBe(true);
    expect(harness.status(target)).toBe('ejected');
    probe.answered(10);
    expect(harness.status(target)).toBe('healthy');
  });
});

describe('error rates', () => {
  it('never eject more than half of the targets of a model', () => {
    const harness = new Harness();
    const targets = ['a', 'b', 'c', 'd'].map((name) => buildTarget(sampleChannel(name)));
    for (let index = 0; index < 10; index += 1) {
      for (const target of targets) {
        harness.succeed(target);
        harness.fail(target, 'upstream-error');
      }
    }
    const statuses = harness.health.getHealthStatuses(targets);
    expect(statuses.filter((status) => status === 'ejected')).toHaveLength(2);
    expect(statuses.filter((status) => status === 'healthy')).toHaveLength(2);
    expect(harness.health.getHealthStatuses(targets.slice(0, 1))).toEqual(['healthy']);
  });

  it('do not reinstate targets that always fail', () => {
    const harness = new Harness();
    const targets = ['a', 'b'].map((name) => buildTarget(sampleChannel(name)));
    for (const target of targets) harness.fail(target, 'upstream-error', {}, 5);
    expect(harness.health.getHealthStatuses(targets)).toEqual(['ejected', 'ejected']);
  });
});

describe('keys', () => {
  const channel = sampleChannel('a', { apiKeys: ['one', 'two', 'three'] });
  const target = buildTarget(channel);

  const buildKeys = (harness: Harness, count: number): (string | undefined)[] =>
    Array.from({ length: count }, () => {
      const use = harness.health.begin(target);
      use.abandoned();
      return use.apiKey;
    });

  it('rotate', () => {
    expect(buildKeys(new Harness(), 5)).toEqual(['one', 'two', 'three', 'one', 'two']);
    const none = new Harness().health.begin(buildTarget(sampleChannel('none', { apiKeys: [] })));
    expect(none.apiKey).toBeUndefined();
  });

  it.each([
    ['is refused', 'upstream-auth', 401],
    ['is out of credit', 'upstream-quota', 402],
  ] as const)('leave out one that %s, until its time is over', (_, kind, upstreamStatus) => {
    const harness = new Harness();
    harness.fail(target, kind, { upstreamStatus });
    expect(harness.status(target)).toBe('healthy');
    expect(buildKeys(harness, 4)).toEqual(['two', 'three', 'two', 'three']);
    harness.clock.advance(12 * MINUTE_MS);
    expect(new Set(buildKeys(harness, 3))).toEqual(new Set(['one', 'two', 'three']));
  });

  it('are probed after a rejection, with one request at a time', () => {
    const harness = new Harness();
    harness.fail(target, 'upstream-auth', { upstreamStatus: 401 });
    harness.clock.advance(12 * MINUTE_MS);
    const uses = Array.from({ length: 6 }, () => harness.health.begin(target));
    expect(uses.filter(({ apiKey }) => apiKey === 'one')).toHaveLength(1);
    expect(uses.filter(({ isProbe }) => isProbe)).toHaveLength(1);
  });

  it('report whether another key is usable', () => {
    const harness = new Harness();
    const refused = new GatewayError('upstream-auth', 'no', { upstreamStatus: 401 });
    const others = [1, 2, 3].map(() => {
      const use = harness.health.begin(target);
      use.failed(refused);
      return use.hasOtherKey;
    });
    expect(others).toEqual([true, true, false]);
  });

  it('eject the channel when the last one is rejected, until a probe succeeds', () => {
    const harness = new Harness();
    harness.fail(target, 'upstream-auth', { upstreamStatus: 401 }, 3);
    expect(harness.status(target)).toBe('ejected');
    expect(harness.health.snapshot([channel])[0]).toMatchObject({ channel: 'a', state: 'key-refused' });
    expect(harness.lines).toContain('channel ejected: all of its keys are rejected: undefined');
    harness.clock.advance(12 * MINUTE_MS);
    expect(harness.status(target)).toBe('probe');
    harness.succeed(target);
    expect(harness.status(target)).toBe('healthy');
  });

  it('are reset when the settings of their channel change', () => {
    const harness = new Harness();
    harness.fail(target, 'upstream-auth', { upstreamStatus: 401 }, 3);
    harness.fail(target, 'upstream-error', {}, 5);
    expect(harness.status(buildTarget({ ...channel, weight: 5 }))).toBe('ejected');
    expect(harness.status(buildTarget({ ...channel, baseUrl: 'http://127.0.0.1:1' }))).toBe('healthy');
  });

  it('are not ejected at once if only the request may be forbidden', () => {
    const harness = new Harness();
    const single = buildTarget(sampleChannel('single'));
    harness.fail(single, 'upstream-auth', { upstreamStatus: 403 }, 2);
    harness.succeed(single);
    harness.fail(single, 'upstream-auth', { upstreamStatus: 403 }, 2);
    expect(harness.status(single)).toBe('healthy');
    harness.fail(single, 'upstream-auth', { upstreamStatus: 403 });
    expect(harness.status(single)).toBe('ejected');
  });

  it('are published as fingerprints only', () => {
    const harness = new Harness();
    harness.fail(target, 'upstream-auth', { upstreamStatus: 401 });
    expect(harness.published).toMatchObject([
      { channelId: 'a', keyFingerprint: '7692c3ad', state: 'key-refused' },
    ]);
    expect(JSON.stringify([harness.published, harness.health.snapshot([channel])])).not.toContain('"one"');
  });
});

describe('latency', () => {
  it('follows the newest measurements', () => {
    const harness = new Harness();
    const target = buildTarget(sampleChannel('a'));
    expect(harness.health.getFirstByteMs(target)).toBeUndefined();
    const first = harness.health.begin(target);
    expect(harness.health.getFirstByteMs(target)).toBe(Infinity);
    first.answered(1_000);
    expect(harness.health.getFirstByteMs(target)).toBe(1_000);
    for (let index = 0; index < 20; index += 1) harness.succeed(target, 100);
    expect(harness.health.getFirstByteMs(target)).toBeLessThan(110);
  });
});

describe('published states', () => {
  const target = buildTarget(sampleChannel('a'));

  it('include each change once', () => {
    const harness = new Harness();
    harness.fail(target, 'upstream-error', {}, 9);
    harness.clock.advance(MINUTE_MS);
    harness.succeed(target);
    harness.succeed(target);
    harness.fail(target, 'upstream-overloaded', {}, 3);
    expect(harness.lines).toEqual([
      'channel ejected after failures: failures-in-a-row',
      'channel recovered: recovered',
      'channel paused: overloaded',
    ]);
    expect(harness.published.map(({ state }) => state)).toEqual(['open', 'closed', 'cooling']);
  });

  it('do not include models that a client has invented', () => {
    const harness = new Harness();
    const pattern = sampleChannel('pattern', { models: [{ id: '*', upstream: '*' }] });
    harness.fail(buildTarget(pattern, 'invented'), 'upstream-model-unavailable');
    expect(harness.status(buildTarget(pattern, 'invented'))).toBe('cooling');
    expect([...harness.lines, ...harness.published]).toEqual([]);
  });

  it('are applied by another process, which neither logs nor publishes them', () => {
    const [one, other] = [new Harness(), new Harness()];
    one.fail(target, 'upstream-error', {}, 5);
    for (const state of one.published) other.health.learn(state);
    expect(other.status(target)).toBe('ejected');
    expect([...other.lines, ...other.published]).toEqual([]);
    const until = (harness: Harness): number =>
      harness.health.snapshot([target.channel])[0]?.until?.getTime() ?? 0;
    expect(until(other)).toBeGreaterThan(until(one));
    one.clock.advance(MINUTE_MS);
    one.succeed(target);
    for (const state of one.published) other.health.learn(state);
    expect(other.status(target)).toBe('healthy');
  });

  it('are applied by a process that has not used the channel yet, including keys', () => {
    const [one, other] = [new Harness(), new Harness()];
    one.fail(target, 'upstream-auth', { upstreamStatus: 401 });
    for (const state of one.published) other.health.learn(state);
    expect(other.status(target)).toBe('ejected');
  });
});

describe('memory', () => {
  it('has a limited size, even if clients send many different names', () => {
    const harness = new Harness();
    const pattern = sampleChannel('pattern', { models: [{ id: '*', upstream: '*' }] });
    for (let index = 0; index < 6_000; index += 1) harness.succeed(buildTarget(pattern, `invented-${index}`));
    expect(harness.health.snapshot([pattern])).toHaveLength(5_000);
  });
});
