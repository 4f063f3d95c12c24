import { describe, expect, it } from '@jest/globals';
import { type ErrorKind, GatewayError } from '#canonical';
import { type Channel } from '../channel.js';
import { ChannelHealth } from '../health/channel-health.js';
import { RetryBudget } from './retry-budget.js';
import { CandidateSelector, type SelectableCandidate, type SelectedCandidate } from './candidate-selector.js';
import { sampleChannel } from './testing/sample-channel.js';
import { VirtualClock } from './testing/virtual-clock.js';

type Candidate = SelectableCandidate;

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
  const createSelector = (...candidates: Candidate[]): CandidateSelector<Candidate> =>
    new CandidateSelector(candidates, { health, budget });
  return { clock, health, budget, eject, createSelector };
}

/** The selected candidates if all fail with the same error. */
function triedBy(selector: CandidateSelector<Candidate>, error = failure()): string[] {
  const tried: string[] = [];
  for (let selected = selector.next(); selected !== undefined; selected = selector.next()) {
    tried.push(`${selected.candidate.target.channel.name} ${selected.reason}`);
    selected.use.failed(error);
  }
  return tried;
}

describe('CandidateSelector', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((name) => candidateTo(sampleChannel(name))) as [
    Candidate,
    Candidate,
    Candidate,
  ];

  it('selects all healthy targets, even without credit', () => {
    const { budget, createSelector } = harness();
    while (budget.take());
    expect(triedBy(createSelector(a, b, c))).toEqual(['a first', 'b failover', 'c failover']);
  });

  it('reports a fallback to another model', () => {
    const { createSelector } = harness();
    const other = candidateTo(sampleChannel('x'), 'x');
    expect(triedBy(createSelector(a, other))).toEqual(['a first', 'x fallback']);
  });

  it('selects ejected targets last, if there is credit', () => {
    const { eject, createSelector } = harness();
    eject(a);
    expect(triedBy(createSelector(a, b))).toEqual(['b first', 'a failover']);
  });

  it('omits ejected targets without credit', () => {
    const { budget, eject, createSelector } = harness();
    eject(a);
    while (budget.take());
    expect(triedBy(createSelector(a, b))).toEqual(['b first']);
  });

  it('selects one target without credit if all are ejected', () => {
    const { budget, eject, createSelector } = harness();
    for (const candidate of [a, b]) eject(candidate);
    while (budget.take());
    expect(triedBy(createSelector(a, b))).toEqual(['a first']);
  });

  it('uses the current health of targets', () => {
    const { eject, createSelector } = harness();
    const selector = createSelector(a, b, c);
    selector.next()?.use.failed(failure());
    eject(b);
    expect(selector.next()?.candidate).toBe(c);
  });

  it('tries the other keys of a channel before the next channel, each once', () => {
    const { createSelector } = harness();
    const many = candidateTo(sampleChannel('many', { apiKeys: ['1', '2', '3'] }));
    const refused = failure('upstream-auth', 401);
    expect(triedBy(createSelector(many, b), refused)).toEqual([
      'many first',
      'many retry',
      'many retry',
      'b failover',
    ]);
    const used = new Set<string | undefined>();
    const selector = harness().createSelector(many, b);
    for (let selected = selector.next(); selected?.candidate === many; selected = selector.next()) {
      used.add(selected.use.apiKey);
      selected.use.failed(refused);
    }
    expect([...used]).toEqual(['1', '2', '3']);
  });

  it('does not try further keys of a channel after a failure with another cause', () => {
    const { createSelector } = harness();
    const many = candidateTo(sampleChannel('many', { apiKeys: ['1', '2', '3'] }));
    const selector = createSelector(many, b);
    selector.next()?.use.failed(failure('upstream-auth', 401));
    selector.next()?.use.failed(failure());
    expect(selector.next()?.candidate).toBe(b);
  });

  it('tries the other key also after a failed hedge', () => {
    const { createSelector } = harness();
    const many = candidateTo(sampleChannel('many', { apiKeys: ['1', '2'] }));
    const selector = createSelector(many, b);
    const [first, hedge] = [selector.next(), selector.hedge()];
    first?.use.failed(failure('upstream-quota', 402));
    hedge?.use.failed(failure());
    expect(selector.next()).toMatchObject({ candidate: many, reason: 'retry', use: { apiKey: '2' } });
  });

  it('hedges only with a healthy target of another channel, and only with credit', () => {
    const { budget, eject, createSelector } = harness();
    const sameChannel: Candidate = { target: { ...a.target } };
    eject(b);
    const first = createSelector(a, sameChannel, b, c);
    first.next();
    expect(first.hedge()).toMatchObject({ candidate: c, reason: 'hedge' });
    expect(first.hedge()).toBeUndefined();
    while (budget.take());
    const second = createSelector(a, c);
    second.next();
    expect(second.hedge()).toBeUndefined();
  });

  it('hedges only with channels of the requested model', () => {
    const selector = harness().createSelector(a, candidateTo(b.target.channel, 'other'));
    selector.next();
    expect(selector.hedge()).toBeUndefined();
  });

  it('retries the same candidate after a pause, with credit', () => {
    const { budget, createSelector } = harness();
    const selector = createSelector(a);
    const selected = selector.next() as SelectedCandidate<Candidate>;
    selected.use.failed(failure('upstream-overloaded'));
    expect(selector.retry(selected.candidate)).toMatchObject({ candidate: a, reason: 'retry' });
    while (budget.take());
    expect(selector.retry(selected.candidate)).toBeUndefined();
  });
});
