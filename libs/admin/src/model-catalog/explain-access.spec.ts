import { describe, expect, it } from '@jest/globals';
import { explainAccess } from './explain-access.js';

describe('explainAccess', () => {
  it.each([
    [{ isServed: true, tokens: 2, usable: 1 }, null],
    [{ isServed: false, tokens: 2, usable: 2 }, /No channel serves it/],
    [{ isServed: true, tokens: 0, usable: 0 }, /no token that is active/],
    [{ isServed: true, tokens: 1, usable: 0 }, /Your token is limited to other models/],
    [{ isServed: true, tokens: 3, usable: 0 }, /None of your 3 tokens/],
  ])('of %j says %s', (access, said) => {
    if (said === null) expect(explainAccess(access)).toBeNull();
    else expect(explainAccess(access)).toMatch(said);
  });
});
