import { expect, it } from '@jest/globals';
import { ownerInWords } from './owner-words.js';

it.each([
  ['team-a', 'ci', 'team-a'],
  ['token:0b0e', 'ci', 'Nobody (token ci)'],
  ['token:0b0e', null, 'Nobody (a deleted token)'],
])('the owner %s of the token %s is %s', (owner, token, words) => {
  expect(ownerInWords(owner, token)).toBe(words);
});
