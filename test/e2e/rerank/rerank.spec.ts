import { afterAll, beforeAll } from '@jest/globals';
import { describeRerank } from './rerank.cases.js';
import { describeFailover, describeFaults } from './rerank-faults.cases.js';
import { type RerankHarness, startRerankHarness } from './harness.js';

let harness: RerankHarness;

beforeAll(async () => {
  harness = await startRerankHarness();
});

afterAll(() => harness.stop());

describeRerank(() => harness);
describeFaults(() => harness);
describeFailover();
