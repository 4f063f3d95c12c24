import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../../harness/index.js';
import { type ProviderFakes, startProviderFakes } from './provider-fakes.js';
import { TEXT_CASES } from './text-cases.js';
import { listTextRows } from './text-rows.js';

const ROWS = listTextRows();

let fakes: ProviderFakes;
let gateway: TestGateway;
let openai: OpenAI;

beforeAll(async () => {
  fakes = await startProviderFakes();
  gateway = await startTestGateway({
    channels: ROWS.map(({ name, provider, model, settings }) => ({
      name,
      provider,
      models: [{ id: name, upstream: model }],
      ...settings(fakes),
    })),
  });
  openai = new OpenAI({ baseURL: gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });
});

beforeEach(() => {
  fakes.services.refusals.length = 0;
  gateway.forgetFaults();
});

afterAll(async () => {
  await gateway.stop();
  await fakes.close();
});

describe.each(ROWS)('$name', (row) => {
  it.each(TEXT_CASES)('$name', async ({ run }) => {
    expect.hasAssertions();
    await run({ row, openai, services: fakes.services });
  });
});
