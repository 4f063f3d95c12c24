import Anthropic from '@anthropic-ai/sdk';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SCENARIO_TOKENS, startFakeUpstream, type FakeUpstream } from '../index.js';

const QUESTION = { role: 'user' as const, content: 'Været i Oslo? ☀️' };
const TOOLS = ['get_weather', 'get_time'].map((name) => ({
  name,
  input_schema: { type: 'object' as const, properties: { city: { type: 'string' } } },
}));

let upstream: FakeUpstream;
let client: Anthropic;

beforeEach(async () => {
  upstream = await startFakeUpstream();
  client = new Anthropic({ apiKey: 'sk-upstream-1', baseURL: upstream.origin, maxRetries: 0 });
});

afterEach(() => upstream.close());

describe('what the helper does not show', () => {
  it('the order of the events', async () => {
    upstream.scenario('reasoning-tool');
    const body = { model: 'm', max_tokens: 9, messages: [QUESTION], tools: TOOLS, stream: true as const };
    const steps: string[] = [];
    for await (const event of await client.messages.create(body)) {
      const step = event.type === 'content_block_delta' ? event.delta.type : event.type;
      if (steps.at(-1) !== step) steps.push(step);
    }
    expect(steps.filter((step) => step !== 'ping')).toEqual([
      'message_start',
      'content_block_start',
      'thinking_delta',
      'signature_delta',
      'content_block_stop',
      'content_block_start',
      'input_json_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
  });

  it('counts tokens', async () => {
    upstream.scenario('tool');
    const count = await client.messages.countTokens({ model: 'm', messages: [QUESTION] });
    expect(count).toEqual({ input_tokens: SCENARIO_TOKENS.input });
  });

  it('counts words when no scenario is set', async () => {
    const { usage } = await client.messages.create({ model: 'm', max_tokens: 9, messages: [QUESTION] });
    expect(usage).toMatchObject({ input_tokens: 4, output_tokens: 4 });
  });
});
