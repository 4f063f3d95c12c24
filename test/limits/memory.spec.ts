import { describe } from '@jest/globals';
import { MemoryCounters } from '#limits';
import { testCounters } from './counters-suite.js';

describe('counting in memory', () => {
  testCounters(() => Promise.resolve(new MemoryCounters()));
});
