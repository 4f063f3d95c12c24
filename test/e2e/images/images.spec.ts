import { afterAll, beforeAll } from '@jest/globals';
import { describeBadRequests } from './bad-requests.cases.js';
import { describeEdits } from './edits.cases.js';
import { describeGenerations } from './generations.cases.js';
import { describeSandbox } from './sandbox.cases.js';
import { describeStreams } from './streams.cases.js';
import { type ImageHarness, startImageHarness } from './image-harness.js';

let harness: ImageHarness;

beforeAll(async () => {
  harness = await startImageHarness();
});

afterAll(() => harness.stop());

describeBadRequests(() => harness);
describeGenerations(() => harness);
describeEdits(() => harness);
describeStreams(() => harness);
describeSandbox(() => harness);
