import { describe } from '@jest/globals';
import { API_CASES } from './api-case.js';
import { testApiFailpoints } from './test-api-failpoints.js';

describe('a process that takes a submission, wherever it goes', () => {
  testApiFailpoints(API_CASES);
});
