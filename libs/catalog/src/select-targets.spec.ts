import { describe, expect, it } from '@jest/globals';
import { type Channel, DEFAULT_TIMEOUTS } from './channel.js';
import { randomPickFor } from './random-pick.js';
import { type RandomPick, selectTargets } from './select-targets.js';

const channel = (name: string, settings: Partial<Channel> = {}): Channel => ({
  id: name,
  name,
  provider: 'openai-compatible',
  apiKeys: ['k'],
  headers: {},
  models: [{ id: 'm', upstream: `${name}-m` }],
  priority: 0,
  weight: 1,
  timeouts: DEFAULT_TIMEOUTS,
  enabled: true,
  origin: 'file',
  createdAt: new Date(0),
  ...settings,
});

const getNames = (channels: Channel[], model = 'm', randomPick: RandomPick = () => 0.5): string[] =>
  selectTargets(channels, model, randomPick).map((target) => target.channel.name);

describe('selectTargets', () => {
  it('tries higher priority first', () => {
    const channels = [channel('low', { priority: -1 }), channel('high', { priority: 10 }), channel('middle')];
    expect(getNames(channels)).toEqual(['high', 'middle', 'low']);
  });

  it('omits channels that are disabled or do not serve the model', () => {
    const channels = [
      channel('off', { enabled: false }),
      channel('other', { models: [{ id: 'x', upstream: 'x' }] }),
      channel('on'),
    ];
    expect(getNames(channels)).toEqual(['on']);
  });

  it('returns the upstream names of the model', () => {
    expect(selectTargets([channel('a')], 'm', () => 0)[0]?.upstreamModel).toBe('a-m');
  });

  it('matches patterns by prefix, after listed names', () => {
    const models = [
      { id: 'gpt-*', upstream: 'gpt-*' },
      { id: 'gpt-fast', upstream: 'gpt-5-nano' },
    ];
    const getUpstream = (model: string) =>
      selectTargets([channel('a', { models })], model, () => 0)[0]?.upstreamModel;
    expect(getUpstream('gpt-5-mini')).toBe('gpt-5-mini');
    expect(getUpstream('gpt-fast')).toBe('gpt-5-nano');
    expect(getUpstream('claude')).toBeUndefined();
  });

  it.each<[string, string[], string[]]>([
    ['another channel that lists the name', ['m'], ['other']],
    ['a matching pattern', ['*'], ['built-in']],
    ['other models', ['x'], ['built-in']],
  ])('never returns both a stand-in and other channels: %s', (_case, ids, expected) => {
    const models = ids.map((id) => ({ id, upstream: id }));
    const channels = [channel('other', { models }), channel('built-in', { isStandIn: true })];
    expect(getNames(channels)).toEqual(expected);
  });

  it('picks among equal priorities in proportion to weight', () => {
    const channels = [
      channel('one', { weight: 1 }),
      channel('three', { weight: 3 }),
      channel('none', { weight: 0 }),
    ];
    const firsts = Array.from(
      { length: 4000 },
      (_, i) => getNames(channels, 'm', randomPickFor(`conversation ${i}`))[0],
    );
    const share = firsts.filter((name) => name === 'three').length / firsts.length;
    expect(share).toBeGreaterThan(0.71);
    expect(share).toBeLessThan(0.79);
    expect(firsts).not.toContain('none');
    expect(getNames(channels)).toHaveLength(3);
  });

  it('picks the same target for a conversation, also if other channels are added or removed', () => {
    const channels = ['a', 'b', 'c', 'd'].map((name) => channel(name));
    for (let i = 0; i < 50; i += 1) {
      const randomPick = randomPickFor(`conversation ${i}`);
      const order = getNames(channels, 'm', randomPick);
      expect(getNames(channels.toReversed(), 'm', randomPick)).toEqual(order);
      const withoutLast = channels.filter(({ name }) => name !== order[3]);
      expect(getNames(withoutLast, 'm', randomPick)[0]).toBe(order[0]);
    }
  });
});
