import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { SCENARIO_REASONING, startFakeUpstream, type FakeUpstream } from '../index.js';

const QUESTION = { role: 'user' as const, content: 'Været i Oslo? ☀️' };
const TOOLS = ['get_weather', 'get_time'].map((name) => ({
  type: 'function' as const,
  function: { name, parameters: { type: 'object', properties: { city: { type: 'string' } } } },
}));
const CHAT = { model: 'gpt-fake', messages: [QUESTION], tools: TOOLS };

let upstream: FakeUpstream;
let client: OpenAI;

beforeEach(async () => {
  upstream = await startFakeUpstream({ strictFields: true });
  client = new OpenAI({ apiKey: 'sk-upstream-1', baseURL: upstream.url, maxRetries: 0 });
});

afterEach(() => upstream.close());

describe('what the helper does not show', () => {
  it('reasoning is in a field of its own', async () => {
    upstream.scenario('reasoning');
    const { choices } = await client.chat.completions.create(CHAT);
    expect(choices[0]?.message).toHaveProperty('reasoning_content', SCENARIO_REASONING);
    const thoughts: string[] = [];
    for await (const chunk of await client.chat.completions.create({ ...CHAT, stream: true })) {
      const delta = chunk.choices[0]?.delta as { reasoning_content?: string } | undefined;
      if (delta?.reasoning_content) thoughts.push(delta.reasoning_content);
    }
    expect(thoughts.length).toBeGreaterThan(1);
    expect(thoughts.join('')).toBe(SCENARIO_REASONING);
  });

  it('fragments of parallel calls take turns', async () => {
    upstream.scenario('parallel-tools');
    const indexes: number[] = [];
    for await (const chunk of await client.chat.completions.create({ ...CHAT, stream: true })) {
      for (const { index } of chunk.choices[0]?.delta.tool_calls ?? []) indexes.push(index);
    }
    expect(indexes.slice(0, 6)).toEqual([0, 1, 0, 1, 0, 1]);
  });

  it('a tool scenario needs a tool', async () => {
    upstream.scenario('tool');
    await expect(client.chat.completions.create({ ...CHAT, tools: undefined })).rejects.toThrow('Connection');
    await expect(upstream.close()).rejects.toThrow('could not follow its script');
    upstream = await startFakeUpstream();
  });
});
