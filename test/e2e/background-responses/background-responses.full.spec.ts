import { afterAll, beforeAll, describe } from '@jest/globals';
import { type BackgroundHarness, startBackgroundHarness } from './background-harness.js';
import { describeCancelling } from './cancelling.cases.js';
import { describeFollowing } from './following.cases.js';
import { describeInterruptedRuns } from './interrupted-runs.cases.js';
import { describeLimits } from './limits.cases.js';
import { describeMaintenance } from './maintenance.cases.js';
import { describeCreation } from './creation.cases.js';
import { describeMemory } from './memory.cases.js';
import { describeUsage } from './usage.cases.js';

let harness: BackgroundHarness;
const harnessed = (): BackgroundHarness => harness;

beforeAll(async () => {
  harness = await startBackgroundHarness();
});

afterAll(() => harness.stop());

// The first worker of a gateway deletes old rows as soon as it starts.
describeMaintenance(harnessed);

describe('with a worker', () => {
  beforeAll(() => harness.ensureWorker());

  // Before other tests add charges for their responses.
  describeUsage(harnessed);
  describeLimits(harnessed);
  describeFollowing(harnessed);
  describeInterruptedRuns(harnessed);
  describeCreation(harnessed);
  describeMemory(harnessed);
  // Last, with a worker that has the default settings.
  describeCancelling(harnessed);
});
