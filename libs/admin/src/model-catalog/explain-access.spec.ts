import { describe, expect, it } from '@jest/globals';
import { explainAccess } from './explain-access.js';

describe('explainAccess', () => {
  it.each([
    [{ tokens: 2, usable: 1 }, null],
    [{ isServed: false, tokens: 2, usable: 2 }, /No channel serves this model/],
    [{ isAllowed: false, tokens: 2, usable: 0 }, /Members are not allowed to use this model/],
    [{ isAllowed: false, tokens: 0, usable: 0 }, /Members are not allowed/],
    [{ tokens: 0, usable: 0 }, /no active token/],
    [{ tokens: 1, usable: 0 }, /Your token is limited to other models/],
    [{ tokens: 3, usable: 0 }, /All of your 3 tokens/],
  ])('returns for %j %s', (given, message) => {
    const access = { isServed: true, isAllowed: true, ...given };
    if (message === null) expect(explainAccess(access)).toBeNull();
    else expect(explainAccess(access)).toMatch(message);
  });
});
