import { describe, expect, it } from '@jest/globals';
import { buildChoices } from './owner-choices.js';

const choose = (options: Partial<Parameters<typeof buildChoices>[0]>) =>
  buildChoices({ known: ['a', 'b'], value: null, search: '', mayAdd: true, ...options }).map(
    ({ label }) => label,
  );

describe('buildChoices', () => {
  it('offers the owners that were found, and the chosen one', () => {
    expect(choose({})).toEqual(['a', 'b']);
    expect(choose({ value: 'b', search: 'b' })).toEqual(['a', 'b']);
    expect(choose({ value: 'z', search: 'z' })).toEqual(['z', 'a', 'b']);
  });

  it('offers a new owner, only where that is allowed', () => {
    expect(choose({ search: 'team c' })).toEqual(['a', 'b', 'New owner “team c”']);
    expect(choose({ search: 'team c', mayAdd: false })).toEqual(['a', 'b']);
    expect(choose({ search: 'x'.repeat(129) })).toEqual(['a', 'b']);
  });
});
