import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeEvents } from './api-events.cases.js';
import { type ApiHarness, startApiHarness } from './api-harness.js';
import { describeIdempotency } from './api-idempotency.cases.js';
import { LIST_TOKENS, describeLists } from './api-lists.cases.js';
import { describeOpenAiClient } from './api-openai.cases.js';
import { REQUEST_MODELS, REQUEST_TOKENS, describeRequests } from './api-requests.cases.js';
import { describeTasks } from './api-tasks.cases.js';
import { describeRefusedRemixes } from './remix.cases.js';
import { measureLeast, measureMs } from '../../cpu-time/index.js';

let harness: ApiHarness;
const harnessed = (): ApiHarness => harness;

beforeAll(async () => {
  harness = await startApiHarness({
    keepAliveMs: 200,
    models: REQUEST_MODELS,
    tokens: [...REQUEST_TOKENS, ...LIST_TOKENS],
  });
});

afterAll(() => harness.stop());

describeTasks(harnessed);
describeIdempotency(harnessed);
describeLists(harnessed);
describeOpenAiClient(harnessed);
describeRefusedRemixes(harnessed);
describeRequests(harnessed);
describeEvents(harnessed);

describe('without the queue', () => {
  it('videos are accepted at once all the same', async () => {
    const lonely = await startApiHarness({ environment: { REDIS_URL: 'redis://127.0.0.1:1' } });
    await lonely.create();
    const create = (): Promise<number> => measureMs(() => lonely.create());
    expect(await measureLeast(1_000, create)).toBeLessThan(1_000);
    await lonely.stop();
  });
});
