import { describe, expect, it } from '@jest/globals';
import { buildChoices } from './owner-choices.js';

const choose = (options: Partial<Parameters<typeof buildChoices>[0]>) =>
  buildChoices({ foundNames: ['a', 'b'], value: null, search: '', canAdd: true, ...options }).map(
    ({ label }) => label,
  );

describe('buildChoices', () => {
  it('offers the found owners and the selected one', () => {
    expect(choose({})).toEqual(['a', 'b']);
    expect(choose({ value: 'b', search: 'b' })).toEqual(['a', 'b']);
    expect(choose({ value: 'z', search: 'z' })).toEqual(['z', 'a', 'b']);
  });

  it('offers a new owner only if that is allowed', () => {
    expect(choose({ search: 'team c' })).toEqual(['a', 'b', 'New owner “team c”']);
    expect(choose({ search: 'team c', canAdd: false })).toEqual(['a', 'b']);
    expect(choose({ search: 'x'.repeat(129) })).toEqual(['a', 'b']);
  });
});
