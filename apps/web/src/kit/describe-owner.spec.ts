import { expect, it } from '@jest/globals';
import { describeOwner } from './describe-owner.js';

it.each([
  ['team-a', 'ci', 'team-a'],
  ['token:0b0e', 'ci', 'None (token “ci”)'],
  ['token:0b0e', null, 'None (deleted token)'],
])('describes the owner %s of the token %s as %s', (owner, token, words) => {
  expect(describeOwner(owner, token)).toBe(words);
});
