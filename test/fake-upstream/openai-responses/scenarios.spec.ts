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

type Item = OpenAI.Responses.ResponseInputItem;
type Body = OpenAI.Responses.ResponseCreateParamsNonStreaming;

const QUESTION = 'Været i Oslo? ☀️';
const ASKED: Item = { role: 'user', content: [{ type: 'input_text', text: QUESTION }] };
const TOOLS = ['get_weather', 'get_time'].map((name) => ({
  type: 'function' as const,
  name,
  strict: false,
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
}));
const SEALED = { store: false, include: ['reasoning.encrypted_content' as const] };

let upstream: FakeUpstream;
let client: OpenAI;

beforeEach(async () => {
  upstream = await startFakeUpstream();
  client = toClient(upstream);
});

afterEach(() => upstream.close());

function toClient({ url }: FakeUpstream): OpenAI {
  return new OpenAI({ apiKey: 'sk-upstream-1', baseURL: url, maxRetries: 0 });
}

const CANDIDATES = {
  whole: (body: Body) => client.responses.create(body),
  streamed: (body: Body) => client.responses.stream({ ...body, stream: true }).finalResponse(),
};

function resultsFor(output: readonly OpenAI.Responses.ResponseOutputItem[]): Item[] {
  return output
    .filter((item) => item.type === 'function_call')
    .map(({ call_id: callId }, index) => ({
      type: 'function_call_output',
      call_id: callId,
      output: `${index}°`,
    }));
}

describe.each(['whole', 'streamed'] as const)('a response, %s', (way) => {
  const ask = (scenario: ScenarioName, more: Partial<Body> = {}) => {
    upstream.scenario(scenario);
    return CANDIDATES[way]({ model: 'gpt-fake', input: [ASKED], tools: TOOLS, ...more });
  };

  it.each([
    ['text', QUESTION, null],
    ['json', SCENARIO_TEXTS.json, null],
    ['length', SCENARIO_TEXTS.length, 'max_output_tokens'],
    ['filter', SCENARIO_TEXTS.filter, 'content_filter'],
    ['cached', SCENARIO_TEXTS.cached, null],
    ['unicode', SCENARIO_TEXTS.unicode, null],
  ] as const)('%s', async (scenario, text, reason) => {
    const response = await ask(scenario);
    expect(response.output_text).toBe(text);
    expect(response.output).toHaveLength(1);
    expect(response.status).toBe(reason ? 'incomplete' : 'completed');
    expect(response.incomplete_details?.reason ?? null).toBe(reason);
    expect(response.usage).toEqual({
      input_tokens: 21,
      input_tokens_details: {
        cached_tokens: scenario === 'cached' ? SCENARIO_TOKENS.cached : 0,
        cache_write_tokens: 0,
      },
      output_tokens: 13,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 34,
    });
  });

  it('refusal', async () => {
    const { output, status } = await ask('refusal');
    expect(status).toBe('completed');
    expect(output).toMatchObject([{ content: [{ type: 'refusal', refusal: SCENARIO_TEXTS.refusal }] }]);
  });

  it('reasoning, sealed only if asked', async () => {
    const { output, output_text: text, usage } = await ask('reasoning', SEALED);
    expect(output[0]).toEqual({
      type: 'reasoning',
      id: expect.stringMatching(/^rs_/),
      summary: [{ type: 'summary_text', text: SCENARIO_REASONING }],
      encrypted_content: expect.any(String),
    });
    expect(text).toBe(SCENARIO_TEXTS.reasoning);
    expect(usage?.output_tokens_details.reasoning_tokens).toBe(SCENARIO_TOKENS.reasoning);
    expect((await ask('reasoning')).output[0]).not.toHaveProperty('encrypted_content');
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
    const { output } = await ask(scenario, SEALED);
    const calls = output.flatMap((item) =>
      item.type === 'function_call' ? [[item.name, item.arguments]] : [],
    );
    expect(calls).toEqual(expected);
    expect(output.map(({ type }) => type).includes('reasoning')).toBe(scenario === 'reasoning-tool');
    // The parser of the helper adds a field of its own to calls, which the service does not know.
    const returned = output.map((item) =>
      item.type === 'function_call' ? { ...item, parsed_arguments: undefined } : item,
    );
    const results = resultsFor(output);
    const final = await ask(scenario, { ...SEALED, input: [ASKED, ...returned, ...results] as Item[] });
    expect(final.output_text).toContain(results.map((_, index) => `${index}°`).join(' and '));
    expect(final.status).toBe('completed');
  });

  it('goes on from a stored response', async () => {
    const first = await ask('reasoning-tool');
    const final = await ask('reasoning-tool', {
      previous_response_id: first.id,
      input: resultsFor(first.output),
    });
    expect(final.output_text).toContain('0°');
    const [reasoning] = first.output;
    const again = await ask('text', { input: [ASKED, { type: 'item_reference', id: reasoning?.id ?? '' }] });
    expect(again.output_text).toBe(QUESTION);
  });
});

describe('what the helper does not show', () => {
  it('the order of the events', async () => {
    upstream.scenario('reasoning');
    const steps: string[] = [];
    const numbers: number[] = [];
    for await (const event of await client.responses.create({ model: 'm', input: QUESTION, stream: true })) {
      numbers.push(event.sequence_number);
      if (steps.at(-1) !== event.type) steps.push(event.type);
    }
    expect(numbers).toEqual([...numbers.keys()]);
    expect(steps.map((step) => step.replace('response.', ''))).toEqual([
      'created',
      'in_progress',
      'output_item.added',
      'reasoning_summary_part.added',
      'reasoning_summary_text.delta',
      'reasoning_summary_text.done',
      'reasoning_summary_part.done',
      'output_item.done',
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.done',
      'content_part.done',
      'output_item.done',
      'completed',
    ]);
  });

  it('sealed thoughts mean nothing to another account', async () => {
    upstream.scenario('reasoning');
    const { output } = await client.responses.create({ model: 'm', input: QUESTION, ...SEALED });
    const body = { model: 'm', input: [ASKED, ...output, ASKED] as Item[] };
    await expect(client.responses.create(body)).resolves.toHaveProperty('status', 'completed');
    const other = await startFakeUpstream();
    await expect(toClient(other).responses.create(body)).rejects.toMatchObject({
      status: 400,
      code: 'invalid_encrypted_content',
    });
    await other.close();
  });
});
