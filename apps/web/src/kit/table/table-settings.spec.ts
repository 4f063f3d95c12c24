import { describe, expect, it } from '@jest/globals';
import { isShown, readChoices } from './table-settings.js';

describe('the choice of columns', () => {
  it('is read from storage, ignoring invalid values', () => {
    expect(readChoices('{"Owner":true,"Cost":false,"Model":"yes"}')).toEqual({ Owner: true, Cost: false });
    expect(readChoices(null)).toEqual({});
    expect(readChoices('[true]')).toEqual({});
    expect(readChoices('no JSON')).toEqual({});
  });

  it('overrides the default, except for fixed columns', () => {
    expect(isShown({ header: 'Cost' }, {})).toBe(true);
    expect(isShown({ header: 'Cost' }, { Cost: false })).toBe(false);
    expect(isShown({ header: 'Owner', isHidden: true }, {})).toBe(false);
    expect(isShown({ header: 'Owner', isHidden: true }, { Owner: true })).toBe(true);
    expect(isShown({ header: 'Time', isFixed: true }, { Time: false })).toBe(true);
  });
});
