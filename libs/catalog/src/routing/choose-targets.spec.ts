import { describe, expect, it } from '@jest/globals';
import { type Channel } from '../channel.js';
import { randomPickFor } from '../random-pick.js';
import { type HealthStatus } from '../health/health-status.js';
import { type Target, getTimeouts } from '../select-targets.js';
import { chooseTargets } from './choose-targets.js';
import { findModel } from './find-model.js';
import { type RoutedModel, type RoutingFacts } from './routing-facts.js';
import { findStandInFallbacks } from './stand-in-fallbacks.js';
import { sampleChannel } from './testing/sample-channel.js';

const serving = (...ids: string[]): Pick<Channel, 'models'> => ({
  models: ids.map((id) => ({ id, upstream: id })),
});

const model = (settings: Partial<RoutedModel> = {}): RoutedModel => ({
  capabilities: null,
  strategy: null,
  fallbacks: null,
  timeouts: null,
  ...settings,
});

interface Given extends Partial<Omit<RoutingFacts, 'models' | 'draw'>> {
  model?: string;
  models?: Record<string, RoutedModel>;
  statuses?: Record<string, HealthStatus>;
  latencies?: Record<string, number>;
  prices?: Record<string, number>;
  /** With equal weights, the highest is first. */
  picks?: Record<string, number>;
}

const choose = ({
  model: name = 'm',
  channels = [],
  models: settings = {},
  statuses = {},
  latencies = {},
  prices = {},
  picks = {},
  ...facts
}: Given) => {
  const models = new Map(Object.entries(settings));
  return chooseTargets(findModel(name, { channels, models }), {
    channels,
    models,
    capability: 'chat',
    chance: 1,
    randomPick: (id) => picks[id] ?? 0.5,
    getHealthStatuses: (targets) => targets.map(({ channel }) => statuses[channel.name] ?? 'healthy'),
    getFirstByteMs: ({ channel }: Target) => latencies[channel.name],
    getPrice: ({ channel }: Target) => prices[channel.name],
    ...facts,
  });
};

const getNames = (given: Given): string[] =>
  choose(given).map(({ channel, upstreamModel, model }) => {
    const isUsual = upstreamModel === `${channel.name}-m` && model === 'm';
    return isUsual ? channel.name : `${channel.name}:${model}`;
  });

const [a, b, c] = ['a', 'b', 'c'].map((name) => sampleChannel(name)) as [Channel, Channel, Channel];

describe('a model name', () => {
  const channels = [
    sampleChannel('openai', serving('gpt', 'eu/gpt')),
    sampleChannel('openai/eu', serving('gpt')),
    sampleChannel('router', serving('*')),
    sampleChannel('exact', serving('openai/special')),
    sampleChannel('off', { ...serving('gpt'), enabled: false }),
  ];

  it.each([
    ['a pin selects only that channel', 'openai/gpt', ['openai:gpt']],
    ['the longest matching channel is pinned', 'openai/eu/gpt', ['openai/eu:gpt']],
    ['a shorter one if the longest does not serve the rest', 'openai/eu/gpt/x', ['router:openai/eu/gpt/x']],
    ['a pin to a channel with a pattern', 'router/anything/at-all', ['router:anything/at-all']],
    [
      'a listed name has priority over a pin',
      'openai/special',
      ['router:openai/special', 'exact:openai/special'],
    ],
    ['a channel that does not serve the rest is not pinned', 'openai/claude', ['router:openai/claude']],
    ['a disabled channel cannot be pinned', 'off/gpt', ['router:off/gpt']],
    ['a plain name', 'gpt', ['openai:gpt', 'openai/eu:gpt', 'router:gpt']],
  ])('%s: %s', (_, name, expected) => {
    expect(getNames({ channels, model: name, picks: {} })).toEqual(expected);
  });

  it('is a model if it is configured, even if only a pattern serves it', () => {
    const models = { 'openai/gpt': model() };
    expect(getNames({ channels, model: 'openai/gpt', models })).toEqual(['router:openai/gpt']);
  });

  it('is mapped to the upstream name if it is listed, also beside a pattern', () => {
    const both = sampleChannel('both', {
      models: [
        { id: 'g*', upstream: 'g*' },
        { id: 'gpt', upstream: 'gpt-5' },
      ],
    });
    expect(choose({ channels: [both], model: 'gpt' })[0]?.upstreamModel).toBe('gpt-5');
    expect(choose({ channels: [both], model: 'both/gpt' })[0]?.upstreamModel).toBe('gpt-5');
    expect(choose({ channels: [both], model: 'gemma' })[0]?.upstreamModel).toBe('gemma');
  });

  it('is reported as pinned', () => {
    expect(choose({ channels, model: 'openai/gpt' })[0]).toMatchObject({ reason: 'pinned', model: 'gpt' });
  });
});

describe('the order of targets', () => {
  const tiers = [sampleChannel('low', { priority: -1 }), sampleChannel('high', { priority: 5 }), a, b];
  const reserve = sampleChannel('reserve', { weight: 0 });
  const latency = { m: model({ strategy: 'latency' }) };
  const cost = { m: model({ strategy: 'cost' }) };

  const table: [string, Given, string[]][] = [
    ['strictly by priority', { channels: tiers, picks: { low: 0.9, b: 0.8 } }, ['high', 'b', 'a', 'low']],
    [
      'a weight of 0 last in its priority',
      { channels: [reserve, a], picks: { reserve: 0.9 } },
      ['a', 'reserve'],
    ],
    [
      'the fastest',
      { channels: [a, b, c], models: latency, latencies: { a: 300, b: 100, c: 200 } },
      ['b', 'c', 'a'],
    ],
    [
      'within a tenth of the fastest: by weight',
      {
        channels: [a, b, c],
        models: latency,
        latencies: { a: 109, b: 100, c: 111 },
        picks: { a: 0.9, c: 0.95 },
      },
      ['a', 'b', 'c'],
    ],
    ['unmeasured before measured', { channels: [a, b], models: latency, latencies: { a: 100 } }, ['b', 'a']],
    [
      'being measured after measured',
      { channels: [b, a], models: latency, latencies: { a: 100, b: Infinity } },
      ['a', 'b'],
    ],
    [
      'by weight for the share of exploring requests',
      { channels: [a, b], models: latency, latencies: { a: 900, b: 100 }, picks: { a: 0.9 }, chance: 0.04 },
      ['a', 'b'],
    ],
    [
      'the fastest only within its priority',
      { channels: tiers, models: latency, latencies: { low: 1, high: 900, a: 20, b: 10 } },
      ['high', 'b', 'a', 'low'],
    ],
    ['the cheapest', { channels: [a, b, c], models: cost, prices: { a: 3, b: 1, c: 2 } }, ['b', 'c', 'a']],
    ['an unknown price last', { channels: [a, b, c], models: cost, prices: { b: 9, c: 8 } }, ['c', 'b', 'a']],
    [
      'the same price by weight',
      { channels: [a, b, c], models: cost, prices: { a: 1, b: 1, c: 1 }, picks: { b: 0.9, c: 0.7 } },
      ['b', 'c', 'a'],
    ],
    ['a price of 0 is not unknown', { channels: [a, b], models: cost, prices: { a: 1, b: 0 } }, ['b', 'a']],
    [
      'ejected after cooling, and both after healthy',
      { channels: [a, b, ...tiers.slice(0, 1)], statuses: { a: 'ejected', b: 'cooling' } },
      ['low', 'b', 'a'],
    ],
    [
      'a probe in its normal position',
      { channels: [a, b], statuses: { a: 'probe' }, picks: { a: 0.9 } },
      ['a', 'b'],
    ],
    ['the last target is never removed', { channels: [a], statuses: { a: 'ejected' } }, ['a']],
    ['no target for an unknown model', { channels: [a], model: 'unknown' }, []],
  ];
  it.each(table)('%s', (_, given, expected) => {
    expect(getNames(given)).toEqual(expected);
  });
});

describe('fallbacks', () => {
  const channels = [
    a,
    sampleChannel('x', serving('x')),
    sampleChannel('y', serving('y')),
    sampleChannel('z', serving('z')),
  ];
  const models = {
    m: model({ fallbacks: ['x', 'm', 'y', 'x'] }),
    x: model({ fallbacks: ['z', 'm'] }),
    y: model({ capabilities: ['embeddings'] }),
  };

  const table: [string, Given, string[]][] = [
    [
      'in order, one level deep, without duplicates, and only with the capability',
      { channels, models },
      ['a', 'x:x'],
    ],
    ['with the requested capability', { channels, models, capability: 'embeddings' }, ['a', 'x:x', 'y:y']],
    ['before a target that is ejected', { channels, models, statuses: { a: 'ejected' } }, ['x:x', 'a']],
    ['none for a pin', { channels, models, model: 'a/m', statuses: { a: 'ejected' } }, ['a']],
    ['also if no channel serves the model itself', { channels: channels.slice(1), models }, ['x:x']],
    [
      'to a pinned channel, but not to a target of the model itself',
      { channels: [a, b, ...channels.slice(1)], models: { m: model({ fallbacks: ['b/m', 'x/x'] }) } },
      ['a', 'b', 'x:x'],
    ],
    [
      'none for a capability that the model does not have',
      { channels, models, model: 'y', capability: 'chat' },
      [],
    ],
  ];
  it.each(table)('%s', (_, given, expected) => {
    expect(getNames(given)).toEqual(expected);
  });

  it('use their own strategy', () => {
    const cheap = [sampleChannel('dear', serving('x')), sampleChannel('cheap', serving('x'))];
    const routed = { m: model({ fallbacks: ['x'] }), x: model({ strategy: 'cost' }) };
    const choices = choose({ channels: [a, ...cheap], models: routed, prices: { dear: 2, cheap: 1 } });
    expect(choices.map(({ channel, reason }) => [channel.name, reason])).toEqual([
      ['a', 'weight'],
      ['cheap', 'fallback'],
      ['dear', 'fallback'],
    ]);
  });
});

describe('a stand-in', () => {
  const standIn = sampleChannel('built-in', { ...serving('s', 't'), isStandIn: true });
  const given = {
    channels: [a, standIn],
    models: { m: model({ fallbacks: ['s'] }), gone: model({ fallbacks: ['s'] }) },
  };

  it('is not a fallback of another model, not even of one without channels', () => {
    expect(getNames(given)).toEqual(['a']);
    expect(getNames({ ...given, model: 'gone' })).toEqual([]);
    expect(findStandInFallbacks(given.channels, [{ id: 'm', ...given.models.m }])).toEqual(['m']);
  });

  it('can be a fallback of its own models', () => {
    const models = { s: model({ fallbacks: ['t'] }) };
    expect(getNames({ ...given, model: 's', models })).toEqual(['built-in:s', 'built-in:t']);
    expect(findStandInFallbacks(given.channels, [{ id: 's', ...models.s }])).toEqual([]);
  });
});

describe('a conversation', () => {
  it('uses the same account, except while that is unhealthy', () => {
    const channels = [a, b, c];
    for (let index = 0; index < 50; index += 1) {
      const order = (statuses: Record<string, HealthStatus>): string[] =>
        chooseTargets(findModel('m', { channels, models: new Map() }), {
          channels,
          models: new Map(),
          capability: 'chat',
          chance: 0,
          randomPick: randomPickFor(`conversation ${index}`),
          getHealthStatuses: (targets) => targets.map(({ channel }) => statuses[channel.name] ?? 'healthy'),
          getFirstByteMs: () => undefined,
          getPrice: () => undefined,
        }).map(({ channel }) => channel.name);
      const [first = '', second = '', third = ''] = order({});
      expect(order({ [first]: 'cooling' })).toEqual([second, third, first]);
      expect(order({ [second]: 'ejected' })[0]).toBe(first);
      expect(order({})[0]).toBe(first);
    }
  });
});

describe('the timeouts of targets', () => {
  const slow = sampleChannel('slow', { ...serving('m', 'spare'), timeouts: { ...a.timeouts, idleMs: 7 } });
  const wait = (given: Given) => choose({ channels: [slow], ...given }).map((choice) => getTimeouts(choice));

  it('are those of the channel by default', () => {
    expect(wait({})).toEqual([slow.timeouts]);
    expect(wait({ models: { m: model({ timeouts: {} }) } })).toEqual([slow.timeouts]);
  });

  it.each(['m', 'slow/m'])('are those of the model if it has any: %s', (name) => {
    const models = { m: model({ timeouts: { wholeMs: 1 } }) };
    expect(wait({ model: name, models })).toEqual([{ ...slow.timeouts, wholeMs: 1 }]);
  });

  it('of a fallback are its own', () => {
    const models = {
      m: model({ timeouts: { wholeMs: 1 }, fallbacks: ['spare'] }),
      spare: model({ timeouts: { firstByteMs: 2 } }),
    };
    expect(wait({ models })).toEqual([
      { ...slow.timeouts, wholeMs: 1 },
      { ...slow.timeouts, firstByteMs: 2 },
    ]);
  });
});
