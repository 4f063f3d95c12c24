import { describe } from '@jest/globals';
import { API_CASES } from './api-case.js';
import { testApiFailpoints } from './test-api-failpoints.js';

describe('a process that accepts a submission', () => {
  // What the upstream can prove does not matter yet: the other tiers are in the full run.
  testApiFailpoints(API_CASES.filter(({ tier }) => tier === 'list'));
});
