import { describe } from '@jest/globals';
import { MemoryCounters } from '#limits';
import { promiseCounting } from './counters-suite.js';

describe('counting in memory', () => {
  promiseCounting(() => Promise.resolve(new MemoryCounters()));
});
