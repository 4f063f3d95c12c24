import { describe } from '@jest/globals';
import { API_CASES } from './api-case.js';
import { testApiFailpoints } from './test-api-failpoints.js';

describe('a process that accepts a submission, with any fate', () => {
  // Those of the other tier are in the short run.
  testApiFailpoints(API_CASES.filter(({ tier }) => tier !== 'list'));
});
