import { describe, expect, it } from '@jest/globals';
import { type Channel, type ReportedState, toFingerprint } from '#catalog';
import { getModelHealth, viewHealth, viewKeys } from './channel-view.js';

const KEYS = ['sk-first-0123456789', 'sk-second-0123456789'];
const since = new Date('2026-11-15T12:00:00Z');
const until = new Date('2026-11-15T12:01:00Z');
const channel = {
  apiKeys: KEYS,
  models: [
    { id: 'a', upstream: 'a' },
    { id: 'b', upstream: 'b-2' },
  ],
} as Channel;

function known(state: Partial<ReportedState>): ReportedState {
  const reason = 'failures-in-a-row' as const;
  return {
    channelId: 'c',
    state: 'open',
    reason,
    times: 1,
    reportedBy: 'p',
    since,
    until,
    isOver: false,
    ...state,
  };
}

function healthBy(...states: ReportedState[]) {
  return viewHealth(channel, { states, result: { okAt: since } }, viewKeys(channel, states));
}

describe('the health of a channel', () => {
  it.each<[Partial<ReportedState>, string]>([
    [{ state: 'open' }, 'ejected'],
    [{ state: 'open', isOver: true }, 'probe'],
    [{ state: 'cooling' }, 'cooling'],
    [{ state: 'cooling', isOver: true }, 'healthy'],
    [{ state: 'closed' }, 'healthy'],
  ])('shows a model with %j as %s', (state, status) => {
    const { models } = healthBy(known({ upstreamModel: 'b-2', ...state }));
    expect(models.map((model) => model.status)).toEqual(['healthy', status]);
  });

  it('has the reason, the beginning and the end', () => {
    expect(healthBy(known({ upstreamModel: 'b-2' })).models[1]).toEqual({
      upstream_model: 'b-2',
      status: 'ejected',
      reason: 'failures-in-a-row',
      since: '2026-11-15T12:00:00.000Z',
      until: '2026-11-15T12:01:00.000Z',
    });
  });

  it('includes models that only match a pattern', () => {
    const { models } = healthBy(known({ upstreamModel: 'gpt-x' }));
    expect(models.map((model) => model.upstream_model)).toEqual(['a', 'b-2', 'gpt-x']);
  });

  it.each<[ReportedState[], string]>([
    [[], 'healthy'],
    [[known({ upstreamModel: 'a' })], 'degraded'],
    [[known({ upstreamModel: 'a' }), known({ upstreamModel: 'b-2', state: 'cooling' })], 'failing'],
    [[keyRefused(0)], 'degraded'],
    [[keyRefused(0), keyRefused(1)], 'failing'],
  ])('depends on its models and keys: %#', (states, status) => {
    expect(healthBy(...states).status).toBe(status);
  });

  it('distinguishes keys without showing them', () => {
    const keys = viewKeys(channel, [keyRefused(1)]);
    expect(keys.map(({ hint, status }) => [hint, status])).toEqual([
      ['…6789', 'healthy'],
      ['…6789', 'refused'],
    ]);
  });
});

function keyRefused(index: number): ReportedState {
  return known({ state: 'key-refused', reason: 'key-refused', keyFingerprint: toFingerprint(KEYS[index]) });
}

describe('the health of a model of a channel', () => {
  it('is not better than that of the keys', () => {
    const keyStates = KEYS.map((key) => known({ state: 'key-refused', keyFingerprint: toFingerprint(key) }));
    expect(getModelHealth(channel, 'a', keyStates)).toMatchObject({ status: 'refused' });
    expect(getModelHealth(channel, 'a', keyStates.slice(1))).toMatchObject({ status: 'healthy' });
    expect(getModelHealth(channel, 'b-2', [known({ upstreamModel: 'b-2' })])).toMatchObject({
      status: 'ejected',
    });
  });
});
