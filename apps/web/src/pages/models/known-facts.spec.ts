import { describe, expect, it } from '@jest/globals';
import { findRetirement, listSources } from './fact-age.js';
import { groupByFacts, listAbilities } from './known-facts.js';
import { type KnownFacts, type Model } from './model-queries.js';
import { listOverrides } from './own-settings.js';

const PAGE = 'https://vendor.example/models/';

const NO_FACTS: KnownFacts = {
  id: 'm',
  provider: 'vendor',
  label: null,
  family: null,
  kind: 'chat',
  modalities: null,
  limits: null,
  parameters: null,
  reasoning: null,
  price: null,
  released: null,
  retires: null,
  sources: [],
};

const FACTS: KnownFacts = {
  ...NO_FACTS,
  family: 'gpt',
  modalities: { input: ['text', 'image'], output: ['text'] },
  limits: { context: 400_000, input: null, output: 128_000 },
  parameters: { taken: ['tools'], refused: ['temperature'], refused_while_reasoning: [], exclusive: [] },
  reasoning: {
    efforts: ['low', 'high'],
    min_budget: 1024,
    max_budget: null,
    adaptive: null,
    can_be_turned_off: false,
    off_by_default: null,
  },
  price: { input_per_m_tok: 1, output_per_m_tok: 2 },
  retires: '2026-09-01',
  sources: [
    { group: 'limits', url: PAGE, as_of: '2026-01-10' },
    { group: 'limits', url: PAGE, as_of: '2026-01-10' },
    { group: 'price', url: PAGE, as_of: '2026-01-10' },
    { group: 'price', url: PAGE, as_of: '2026-07-20' },
    { group: 'reasoning', url: null, as_of: null },
  ],
};

const CHANNEL: Model['channels'][number] = {
  id: 'c',
  name: 'one',
  provider: 'openai',
  upstream_model: 'm',
  priority: 0,
  weight: 1,
  price: null,
  known: FACTS,
  status: 'healthy',
  reason: null,
  since: null,
  until: null,
};

describe('the catalog facts of a model', () => {
  it('are described one per line', () => {
    expect(listAbilities(FACTS)).toEqual([
      { label: 'Kind', value: 'chat (gpt)' },
      { label: 'Input', value: 'text, images' },
      { label: 'Output', value: 'text' },
      { label: 'Context', value: '400K tokens' },
      { label: 'Max output', value: '128K tokens' },
      { label: 'Parameters', value: 'tools' },
      { label: 'Unsupported parameters', value: 'temperature' },
      {
        label: 'Reasoning',
        value: 'effort low / high, budget from 1,024 tokens, cannot be turned off',
      },
      { label: 'Retires', value: '2026-09-01' },
    ]);
    expect(listAbilities(NO_FACTS)).toEqual([{ label: 'Kind', value: 'chat' }]);
  });

  it('are grouped by the channels that they apply to', () => {
    const channels = [
      // A host can have its own price, which may be missing in the catalog.
      { ...CHANNEL, known: { ...FACTS, price: null, sources: [] } },
      { ...CHANNEL, name: 'two', known: null },
      { ...CHANNEL, name: 'three', known: { ...FACTS } },
    ];
    expect(groupByFacts({ channels })).toEqual([
      { channels: ['one', 'three'], known: FACTS },
      { channels: ['two'], known: null },
    ]);
  });

  it('have sources with an age', () => {
    expect(listSources(FACTS, new Date('2026-08-01'))).toEqual([
      {
        url: PAGE,
        name: 'vendor.example/models',
        asOf: '2026-01-10',
        age: '6 months ago',
        isOld: true,
        groups: ['Limits', 'Price'],
      },
      {
        url: PAGE,
        name: 'vendor.example/models',
        asOf: '2026-07-20',
        age: 'less than a month ago',
        isOld: false,
        groups: ['Price'],
      },
      {
        url: null,
        name: 'config',
        asOf: null,
        age: 'less than a month ago',
        isOld: false,
        groups: ['Reasoning'],
      },
    ]);
  });

  it.each([
    ['2026-05-01', undefined],
    ['2026-08-31', { isPast: false, text: expect.stringContaining('in 1 day.') }],
    ['2026-09-01', { isPast: true, text: expect.stringContaining('2026-09-01') }],
  ])('include a warning before the retirement (%s)', (today, retirement) => {
    expect(findRetirement(FACTS, new Date(today))).toEqual(retirement);
  });

  it('are compared with custom settings', () => {
    const price = {
      rates: { input_per_m_tok: 1.5, output_per_m_tok: 2, per_request: 0.01 },
      origin: 'console' as const,
      source: null,
      as_of: null,
      version: 'v',
    };
    const host = { ...CHANNEL, known: { ...FACTS, price: null } };
    const model = { channels: [host, CHANNEL], price, settings: null };
    expect(listOverrides(model)).toEqual([
      { what: 'Input, per 1M tokens', own: '$1.50', catalogue: '$1.00' },
      { what: 'Request, per request', own: '$0.01', catalogue: null },
    ]);
    expect(listOverrides({ ...model, price: { ...price, origin: 'built-in' } })).toEqual([]);
  });
});
