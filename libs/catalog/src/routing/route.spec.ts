import { describe, expect, it } from '@jest/globals';
import { type ErrorKind, GatewayError } from '#canonical';
import { type Channel } from '../channel.js';
import { ChannelHealth } from '../health/channel-health.js';
import { RetryBudget } from './retry-budget.js';
import { Route, type RoutedCandidate, type Step } from './route.js';
import { sampleChannel } from './testing/sample-channel.js';
import { VirtualClock } from './testing/virtual-clock.js';

type Candidate = RoutedCandidate;

const candidateTo = (channel: Channel, model = 'm'): Candidate => ({
  target: {
    channel,
    upstreamModel: `${channel.name}-m`,
    model,
    reason: model === 'm' ? 'weight' : 'fallback',
  },
});

const failure = (kind: ErrorKind = 'upstream-error', upstreamStatus?: number): GatewayError =>
  new GatewayError(kind, 'failed', { upstreamStatus });

function harness() {
  const clock = new VirtualClock();
  const health = new ChannelHealth({ logger: { info: () => undefined, warn: () => undefined }, clock });
  const budget = new RetryBudget(clock);
  const eject = ({ target }: Candidate): void => {
    for (let index = 0; index < 5; index += 1) health.begin(target).failed(failure());
  };
  const getRoute = (...candidates: Candidate[]): Route<Candidate> =>
    new Route(candidates, { health, budget });
  return { clock, health, budget, eject, getRoute };
}

/** What is tried where everything fails in the same way. */
function triedBy(route: Route<Candidate>, error = failure()): string[] {
  const tried: string[] = [];
  for (let step = route.next(); step !== undefined; step = route.next()) {
    tried.push(`${step.candidate.target.channel.name} ${step.reason}`);
    step.use.failed(error);
  }
  return tried;
}

describe('Route', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((name) => candidateTo(sampleChannel(name))) as [
    Candidate,
    Candidate,
    Candidate,
  ];

  it('goes through all targets that nothing is known against, earned or not', () => {
    const { budget, getRoute } = harness();
    while (budget.take());
    expect(triedBy(getRoute(a, b, c))).toEqual(['a first', 'b failover', 'c failover']);
  });

  it('says when it leaves the model that was asked for', () => {
    const { getRoute } = harness();
    const other = candidateTo(sampleChannel('x'), 'x');
    expect(triedBy(getRoute(a, other))).toEqual(['a first', 'x fallback']);
  });

  it('passes over what is ejected, and comes to it in the end if that is earned', () => {
    const { eject, getRoute } = harness();
    eject(a);
    expect(triedBy(getRoute(a, b))).toEqual(['b first', 'a failover']);
  });

  it('leaves out what is ejected where nothing is earned', () => {
    const { budget, eject, getRoute } = harness();
    eject(a);
    while (budget.take());
    expect(triedBy(getRoute(a, b))).toEqual(['b first']);
  });

  it('tries one where all are ejected, at no cost', () => {
    const { budget, eject, getRoute } = harness();
    for (const candidate of [a, b]) eject(candidate);
    while (budget.take());
    expect(triedBy(getRoute(a, b))).toEqual(['a first']);
  });

  it('goes by how targets stand when their turn comes', () => {
    const { eject, getRoute } = harness();
    const route = getRoute(a, b, c);
    route.next()?.use.failed(failure());
    eject(b);
    expect(route.next()?.candidate).toBe(c);
  });

  it('tries the other keys of a channel before the next channel, each once', () => {
    const { getRoute } = harness();
    const many = candidateTo(sampleChannel('many', { apiKeys: ['1', '2', '3'] }));
    const refused = failure('upstream-auth', 401);
    expect(triedBy(getRoute(many, b), refused)).toEqual([
      'many first',
      'many retry',
      'many retry',
      'b failover',
    ]);
    const used = new Set<string | undefined>();
    const route = harness().getRoute(many, b);
    for (let step = route.next(); step?.candidate === many; step = route.next()) {
      used.add(step.use.apiKey);
      step.use.failed(refused);
    }
    expect([...used]).toEqual(['1', '2', '3']);
  });

  it('does not insist on a channel whose other key has failed for another reason', () => {
    const { getRoute } = harness();
    const many = candidateTo(sampleChannel('many', { apiKeys: ['1', '2', '3'] }));
    const route = getRoute(many, b);
    route.next()?.use.failed(failure('upstream-auth', 401));
    route.next()?.use.failed(failure());
    expect(route.next()?.candidate).toBe(b);
  });

  it('comes back to the other key after a race that was lost, too', () => {
    const { getRoute } = harness();
    const many = candidateTo(sampleChannel('many', { apiKeys: ['1', '2'] }));
    const route = getRoute(many, b);
    const [first, hedge] = [route.next(), route.hedge()];
    first?.use.failed(failure('upstream-quota', 402));
    hedge?.use.failed(failure());
    expect(route.next()).toMatchObject({ candidate: many, reason: 'retry', use: { apiKey: '2' } });
  });

  it('races only a healthy target of another channel, and only if that is earned', () => {
    const { budget, eject, getRoute } = harness();
    const sameChannel: Candidate = { target: { ...a.target } };
    eject(b);
    const first = getRoute(a, sameChannel, b, c);
    first.next();
    expect(first.hedge()).toMatchObject({ candidate: c, reason: 'hedge' });
    expect(first.hedge()).toBeUndefined();
    while (budget.take());
    const second = getRoute(a, c);
    second.next();
    expect(second.hedge()).toBeUndefined();
  });

  it('races only channels of the model that was asked for', () => {
    const route = harness().getRoute(a, candidateTo(b.target.channel, 'other'));
    route.next();
    expect(route.hedge()).toBeUndefined();
  });

  it('tries the same again after a pause, if that is earned', () => {
    const { budget, getRoute } = harness();
    const route = getRoute(a);
    const step = route.next() as Step<Candidate>;
    step.use.failed(failure('upstream-overloaded'));
    expect(route.again(step.candidate)).toMatchObject({ candidate: a, reason: 'retry' });
    while (budget.take());
    expect(route.again(step.candidate)).toBeUndefined();
  });
});
