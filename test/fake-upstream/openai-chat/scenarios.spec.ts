import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import {
  SCENARIO_REASONING,
  SCENARIO_TEXTS,
  SCENARIO_TOKENS,
  startFakeUpstream,
  type FakeUpstream,
  type ScenarioName,
} from '../index.js';

type Message = OpenAI.ChatCompletionMessage & { reasoning_content?: string };

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

const CANDIDATES = {
  whole: (body: OpenAI.ChatCompletionCreateParamsNonStreaming) => client.chat.completions.create(body),
  streamed: (body: OpenAI.ChatCompletionCreateParamsNonStreaming) =>
    client.chat.completions
      .stream({ ...body, stream: true, stream_options: { include_usage: true } })
      .finalChatCompletion(),
};

describe.each(['whole', 'streamed'] as const)('a chat completion, %s', (way) => {
  const ask = async (scenario: ScenarioName, messages: OpenAI.ChatCompletionMessageParam[] = [QUESTION]) => {
    upstream.scenario(scenario);
    const completion = await CANDIDATES[way]({ ...CHAT, messages });
    const choice = completion.choices[0];
    return { message: choice?.message as Message, finish: choice?.finish_reason, usage: completion.usage };
  };

  it.each([
    ['text', QUESTION.content, 'stop'],
    ['json', SCENARIO_TEXTS.json, 'stop'],
    ['reasoning', SCENARIO_TEXTS.reasoning, 'stop'],
    ['length', SCENARIO_TEXTS.length, 'length'],
    ['filter', SCENARIO_TEXTS.filter, 'content_filter'],
    ['cached', SCENARIO_TEXTS.cached, 'stop'],
    ['unicode', SCENARIO_TEXTS.unicode, 'stop'],
  ] as const)('%s', async (scenario, text, finishReason) => {
    const { message, finish, usage } = await ask(scenario);
    expect(message).toMatchObject({ role: 'assistant', content: text });
    expect(finish).toBe(finishReason);
    const cached = scenario === 'cached' ? SCENARIO_TOKENS.cached : 0;
    const reasoning = scenario === 'reasoning' ? SCENARIO_TOKENS.reasoning : 0;
    expect(usage).toMatchObject({ prompt_tokens: 21, completion_tokens: 13, total_tokens: 34 });
    expect(usage?.prompt_tokens_details?.cached_tokens).toBe(cached);
    expect(usage?.completion_tokens_details?.reasoning_tokens).toBe(reasoning);
  });

  it('refusal', async () => {
    const { message, finish } = await ask('refusal');
    expect(message.refusal).toBe(SCENARIO_TEXTS.refusal);
    expect(message.content ?? '').toBe('');
    expect(finish).toBe('stop');
  });

  it.each([
    ['tool', [['get_weather', '{"city":"Oslo"}']]],
    ['reasoning-tool', [['get_weather', '{"city":"Oslo"}']]],
    [
      'parallel-tools',
      [
        ['get_weather', '{"city":"Oslo"}'],
        ['get_time', '{"city":"Tromsø"}'],
      ],
    ],
  ] as const)('%s, there and back', async (scenario, expected) => {
    const { message, finish } = await ask(scenario);
    const calls = (message.tool_calls ?? []).filter((call) => call.type === 'function');
    expect(calls.map(({ function: { name, arguments: json } }) => [name, json])).toEqual(expected);
    expect(finish).toBe('tool_calls');
    const results = calls.map(({ id }, index) => ({
      role: 'tool' as const,
      tool_call_id: id,
      content: `${index}°`,
    }));
    const { role, content, tool_calls: toolCalls } = message;
    const final = await ask(scenario, [QUESTION, { role, content, tool_calls: toolCalls }, ...results]);
    expect(final.message.content).toContain(results.map(({ content }) => content).join(' and '));
    expect(final.finish).toBe('stop');
  });
});

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
