import { describe, expect, it } from '@jest/globals';
import { type ListedModel, pickFirstModel, suggestModels } from './suggest-models.js';

const TODAY = '2026-11-17';
const model = (id: string, facts: Partial<ListedModel> = {}): ListedModel => ({
  id,
  capabilities: ['chat'],
  isKnown: true,
  ...facts,
});
const many = (count: number, facts: Partial<ListedModel> = {}): ListedModel[] =>
  Array.from({ length: count }, (_, position) =>
    model(`old-${position}`, { released: '2024-01-01', ...facts }),
  );

describe('suggestModels', () => {
  it('suggests all models of a short list except retired ones', () => {
    const models = [model('a'), model('b', { isKnown: false }), model('c', { retires: '2026-01-01' })];
    expect([...suggestModels(models, TODAY)]).toEqual(['a', 'b']);
  });

  it('suggests the newest models of a long list, a few of each kind, without dated releases', () => {
    const models = [
      ...many(30),
      ...Array.from({ length: 5 }, (_, position) =>
        model(`vectors-${position}`, { capabilities: ['embeddings'], released: `2025-0${position + 1}-01` }),
      ),
      model('new', { released: '2026-10-01' }),
      model('new-2026-10-01', { released: '2026-10-01' }),
      model('odd', { isKnown: false }),
    ];
    const suggested = suggestModels(models, TODAY);
    expect(suggested.size).toBe(23);
    expect([...suggested].slice(0, 4)).toEqual(['new', 'vectors-4', 'vectors-3', 'vectors-2']);
    expect(suggested.has('odd') || suggested.has('new-2026-10-01')).toBe(false);
  });

  it('suggests some models if none is in the catalog', () => {
    expect(suggestModels(many(50, { isKnown: false }), TODAY).size).toBe(20);
  });
});

describe('pickFirstModel', () => {
  it('picks the cheapest chat model; a free one before one without a price', () => {
    const models = [
      model('dear', { usdPerMTok: 10 }),
      model('cheap', { usdPerMTok: 0.5 }),
      model('free', { usdPerMTok: 0 }),
      model('unknown'),
      model('vectors', { capabilities: ['embeddings'], usdPerMTok: 0.01 }),
    ];
    const pick = (without: string[]) => {
      const left = models.filter(({ id }) => !without.includes(id));
      return pickFirstModel(left, new Set(left.map(({ id }) => id)));
    };
    expect(pick([])).toBe('cheap');
    expect(pick(['cheap', 'dear'])).toBe('free');
    expect(pick(['cheap', 'dear', 'free'])).toBe('unknown');
    expect(pick(['cheap', 'dear', 'free', 'unknown'])).toBeUndefined();
  });
});
