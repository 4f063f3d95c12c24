import Anthropic from '@anthropic-ai/sdk';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  SCENARIO_REASONING,
  SCENARIO_TEXTS,
  SCENARIO_TOKENS,
  startFakeUpstream,
  type FakeUpstream,
  type ScenarioName,
} from '../index.js';

type MessageParam = Anthropic.MessageParam;

const QUESTION = { role: 'user' as const, content: 'Været i Oslo? ☀️' };
const TOOLS = ['get_weather', 'get_time'].map((name) => ({
  name,
  input_schema: { type: 'object' as const, properties: { city: { type: 'string' } } },
}));
const THINKING = { type: 'enabled' as const, budget_tokens: 1024 };

let upstream: FakeUpstream;
let client: Anthropic;

beforeEach(async () => {
  upstream = await startFakeUpstream();
  client = new Anthropic({ apiKey: 'sk-upstream-1', baseURL: upstream.origin, maxRetries: 0 });
});

afterEach(() => upstream.close());

const CANDIDATES = {
  whole: (body: Anthropic.MessageCreateParamsNonStreaming) => client.messages.create(body),
  streamed: (body: Anthropic.MessageCreateParamsNonStreaming) => client.messages.stream(body).finalMessage(),
};

describe.each(['whole', 'streamed'] as const)('a message, %s', (way) => {
  const ask = (scenario: ScenarioName, messages: MessageParam[] = [QUESTION], more: object = {}) => {
    upstream.scenario(scenario);
    return CANDIDATES[way]({ model: 'claude-fake', max_tokens: 2048, messages, tools: TOOLS, ...more });
  };

  it.each([
    ['text', QUESTION.content, 'end_turn'],
    ['json', SCENARIO_TEXTS.json, 'end_turn'],
    ['length', SCENARIO_TEXTS.length, 'max_tokens'],
    ['filter', SCENARIO_TEXTS.filter, 'refusal'],
    ['refusal', SCENARIO_TEXTS.refusal, 'refusal'],
    ['cached', SCENARIO_TEXTS.cached, 'end_turn'],
    ['unicode', SCENARIO_TEXTS.unicode, 'end_turn'],
  ] as const)('%s', async (scenario, text, stopReason) => {
    const message = await ask(scenario);
    expect(message).toMatchObject({ type: 'message', role: 'assistant', model: 'claude-fake' });
    expect(message.content).toEqual([{ type: 'text', text }]);
    expect(message.stop_reason).toBe(stopReason);
    expect(message.stop_details?.type).toBe(stopReason === 'refusal' ? 'refusal' : undefined);
    const cached = scenario === 'cached' ? SCENARIO_TOKENS.cached : 0;
    expect(message.usage).toMatchObject({
      input_tokens: SCENARIO_TOKENS.input - cached,
      cache_read_input_tokens: cached,
      cache_creation_input_tokens: 0,
      output_tokens: SCENARIO_TOKENS.output,
      output_tokens_details: null,
    });
  });

  it('reasoning', async () => {
    const { content, usage } = await ask('reasoning');
    expect(content).toEqual([
      { type: 'thinking', thinking: SCENARIO_REASONING, signature: expect.stringMatching(/^sig_/) },
      { type: 'text', text: SCENARIO_TEXTS.reasoning },
    ]);
    expect(usage.output_tokens_details).toEqual({ thinking_tokens: SCENARIO_TOKENS.reasoning });
  });

  it.each([
    ['tool', [['get_weather', 'Oslo']]],
    ['reasoning-tool', [['get_weather', 'Oslo']]],
    [
      'parallel-tools',
      [
        ['get_weather', 'Oslo'],
        ['get_time', 'Tromsø'],
      ],
    ],
  ] as const)('%s, there and back', async (scenario, expected) => {
    const { content, stop_reason: stopReason } = await ask(scenario, [QUESTION], { thinking: THINKING });
    const calls = content.filter((block) => block.type === 'tool_use');
    expect(calls.map(({ name, input }) => [name, (input as { city: string }).city])).toEqual(expected);
    expect(content[0]?.type).toBe('thinking');
    expect(stopReason).toBe('tool_use');
    const results = calls.map(({ id }, index) => ({
      type: 'tool_result' as const,
      tool_use_id: id,
      content: [{ type: 'text' as const, text: `${index}°` }],
    }));
    const messages = [
      QUESTION,
      { role: 'assistant' as const, content },
      { role: 'user' as const, content: results },
    ];
    const final = await ask(scenario, messages, { thinking: THINKING });
    const said = final.content.find((block) => block.type === 'text')?.text;
    expect(said).toContain(results.map((_, index) => `${index}°`).join(' and '));
    expect(final.stop_reason).toBe('end_turn');
  });
});

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
