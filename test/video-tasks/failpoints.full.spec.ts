import { describe } from '@jest/globals';
import { FAILPOINT_CASES } from './failpoint-case.js';
import { testFailpoints } from './test-failpoints.js';

describe('a worker that dies or is paused anywhere', () => {
  testFailpoints(FAILPOINT_CASES);
});
