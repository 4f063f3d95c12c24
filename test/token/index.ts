import { BLANK_TOKEN, type Token, asToken } from '#access';

const STORED_TOKEN = {
  ...BLANK_TOKEN,
  id: 't1',
  name: 'tester',
  keyHash: Buffer.alloc(32),
  keyHint: 'sk-mg-…',
  origin: 'console',
  createdAt: new Date(0),
  updatedAt: new Date(0),
} as const;

/** Creates a token with only these settings. When tokens get a new setting, the tests that use this need no change. */
export function createToken(values: Partial<Token>): Token {
  return { ...asToken(STORED_TOKEN), ...values };
}
