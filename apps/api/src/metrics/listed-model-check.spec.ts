import { describe, expect, it } from '@jest/globals';
import { type Channel, DEFAULT_TIMEOUTS } from '#catalog';
import { createListedModelCheck } from './listed-model-check.js';

function channelWith(...names: string[]): Channel {
  return {
    id: 'c',
    name: 'c',
    provider: 'sandbox',
    origin: 'file',
    createdAt: new Date(0),
    apiKeys: [],
    headers: {},
    models: names.map((id) => ({ id, upstream: id })),
    priority: 0,
    weight: 1,
    timeouts: DEFAULT_TIMEOUTS,
    enabled: true,
  };
}

describe('createListedModelCheck', () => {
  it('lists names, but no models that only match a pattern', () => {
    const isListed = createListedModelCheck({ activeChannels: [channelWith('small', 'gpt-*')] });
    expect(['small', 'gpt-5', 'large'].map(isListed)).toEqual([true, false, false]);
  });

  it('updates when the catalog changes', () => {
    const catalog = { activeChannels: [channelWith('small')] };
    const isListed = createListedModelCheck(catalog);
    expect(isListed('large')).toBe(false);
    catalog.activeChannels = [channelWith('large')];
    expect(isListed('large')).toBe(true);
    expect(isListed('small')).toBe(false);
  });
});
