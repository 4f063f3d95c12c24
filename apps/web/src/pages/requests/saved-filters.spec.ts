import { describe, expect, it } from '@jest/globals';
import { addSaved, readSaved, toSavedSearch } from './saved-filters.js';

const ERRORS = { name: 'Errors', search: 'outcome=error' };

describe('saved filters', () => {
  it('are read from storage, ignoring invalid entries', () => {
    expect(readSaved(JSON.stringify([ERRORS]))).toEqual([ERRORS]);
    expect(readSaved(null)).toEqual([]);
    expect(readSaved('no JSON')).toEqual([]);
    expect(readSaved('{"name":"x"}')).toEqual([]);
    expect(readSaved(JSON.stringify([ERRORS, null, { name: 'x' }, 'y']))).toEqual([ERRORS]);
  });

  it('have unique names and are sorted by name', () => {
    const saved = addSaved([ERRORS], { name: 'Cached', search: 'cache_hit=true' });
    expect(saved?.map(({ name }) => name)).toEqual(['Cached', 'Errors']);
    expect(addSaved([ERRORS], { ...ERRORS, search: 'outcome=ok' })).toEqual([
      { name: 'Errors', search: 'outcome=ok' },
    ]);
  });

  it('are limited to twenty', () => {
    const full = Array.from({ length: 20 }, (_, index) => ({ name: `${index}`, search: '' }));
    expect(addSaved(full, ERRORS)).toBeUndefined();
    expect(addSaved(full, { name: '3', search: 'model=m' })).toHaveLength(20);
  });

  it('include filters, period and sort order, but not the page', () => {
    const params = new URLSearchParams('period=7d&model=m&sort=-cost_usd&cursor=abc&live=on');
    expect(toSavedSearch(params)).toBe('period=7d&model=m&sort=-cost_usd');
  });
});
