import { describe, expect, it } from '@jest/globals';
import { explainAccess } from './explain-access.js';

describe('explainAccess', () => {
  it.each([
    [{ tokens: 2, usable: 1 }, null],
    [{ isServed: false, tokens: 2, usable: 2 }, /No channel serves it/],
    [{ isAllowed: false, tokens: 2, usable: 0 }, /not among the models that you may use here as a member/],
    [{ isAllowed: false, tokens: 0, usable: 0 }, /as a member/],
    [{ tokens: 0, usable: 0 }, /no token that is active/],
    [{ tokens: 1, usable: 0 }, /Your token is limited to other models/],
    [{ tokens: 3, usable: 0 }, /None of your 3 tokens/],
  ])('of %j says %s', (given, said) => {
    const access = { isServed: true, isAllowed: true, ...given };
    if (said === null) expect(explainAccess(access)).toBeNull();
    else expect(explainAccess(access)).toMatch(said);
  });
});
