import { GoogleGenAI, type Content, type GenerateContentResponse, type Part } from '@google/genai';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  SCENARIO_REASONING,
  SCENARIO_TEXTS,
  SCENARIO_TOKENS,
  startFakeUpstream,
  type FakeUpstream,
  type ScenarioName,
} from '../index.js';

const QUESTION: Content = { role: 'user', parts: [{ text: 'Været i Oslo? ☀️' }] };
const TOOLS = [
  {
    functionDeclarations: [
      { name: 'get_weather', parametersJsonSchema: { type: 'object', additionalProperties: false } },
      { name: 'get_time' },
    ],
  },
];

let upstream: FakeUpstream;
let client: GoogleGenAI;

beforeEach(async () => {
  upstream = await startFakeUpstream();
  client = new GoogleGenAI({ apiKey: 'sk-upstream-1', httpOptions: { baseUrl: upstream.origin, fetch } });
});

afterEach(() => upstream.close());

interface Received {
  parts: Part[];
  last: GenerateContentResponse | undefined;
}

const getParts = (response: GenerateContentResponse) => response.candidates?.[0]?.content?.parts ?? [];

const CANDIDATES = {
  async whole(contents: Content[]): Promise<Received> {
    const response = await client.models.generateContent({ model: 'g', contents, config: { tools: TOOLS } });
    return { parts: getParts(response), last: response };
  },
  async streamed(contents: Content[]): Promise<Received> {
    const received: Received = { parts: [], last: undefined };
    const request = { model: 'g', contents, config: { tools: TOOLS } };
    for await (const chunk of await client.models.generateContentStream(request)) {
      received.parts.push(...getParts(chunk));
      received.last = chunk;
    }
    return received;
  },
};

const buildText = (parts: Part[], isThought = false) =>
  parts
    .filter(({ thought }) => (thought ?? false) === isThought)
    .map(({ text }) => text ?? '')
    .join('');

describe.each(['whole', 'streamed'] as const)('generated content, %s', (way) => {
  const ask = (scenario: ScenarioName, contents: Content[] = [QUESTION]) => {
    upstream.scenario(scenario);
    return CANDIDATES[way](contents);
  };

  it.each([
    ['text', QUESTION.parts?.[0]?.text, 'STOP'],
    ['json', SCENARIO_TEXTS.json, 'STOP'],
    ['length', SCENARIO_TEXTS.length, 'MAX_TOKENS'],
    ['filter', SCENARIO_TEXTS.filter, 'SAFETY'],
    ['cached', SCENARIO_TEXTS.cached, 'STOP'],
    ['unicode', SCENARIO_TEXTS.unicode, 'STOP'],
  ] as const)('%s', async (scenario, text, finishReason) => {
    const { parts, last } = await ask(scenario);
    expect(buildText(parts)).toBe(text);
    expect(last?.candidates?.[0]?.finishReason).toBe(finishReason);
    expect(last?.modelVersion).toBe('g');
    expect(last?.usageMetadata).toMatchObject({
      promptTokenCount: 21,
      candidatesTokenCount: 13,
      totalTokenCount: 34,
    });
    const cached = scenario === 'cached' ? SCENARIO_TOKENS.cached : undefined;
    expect(last?.usageMetadata?.cachedContentTokenCount).toBe(cached);
  });

  it('refusal', async () => {
    const { last } = await ask('refusal');
    expect(last?.candidates).toBeUndefined();
    expect(last?.promptFeedback?.blockReason).toBe('PROHIBITED_CONTENT');
    expect(last?.usageMetadata).toEqual({ promptTokenCount: 21, totalTokenCount: 21 });
  });

  it('reasoning, there and back', async () => {
    const { parts, last } = await ask('reasoning');
    expect(buildText(parts, true)).toBe(SCENARIO_REASONING);
    expect(buildText(parts)).toBe(SCENARIO_TEXTS.reasoning);
    expect(parts.filter(({ thoughtSignature }) => thoughtSignature)).toHaveLength(1);
    expect(last?.usageMetadata).toMatchObject({
      candidatesTokenCount: SCENARIO_TOKENS.output - SCENARIO_TOKENS.reasoning,
      thoughtsTokenCount: SCENARIO_TOKENS.reasoning,
      totalTokenCount: 34,
    });
    const again = await ask('text', [QUESTION, { role: 'model', parts }, QUESTION]);
    expect(buildText(again.parts)).toBe('Været i Oslo? ☀️');
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
    const { parts, last } = await ask(scenario);
    const calls = parts.flatMap(({ functionCall }) => functionCall ?? []);
    expect(calls.map(({ name, args }) => [name, args?.city])).toEqual(expected);
    expect(parts.filter(({ thoughtSignature }) => thoughtSignature)).toHaveLength(1);
    expect(last?.candidates?.[0]?.finishReason).toBe('STOP');
    const results = calls.map(({ id, name }, index) => ({
      functionResponse: { id, name, response: { output: `${index}°` } },
    }));
    const final = await ask(scenario, [QUESTION, { role: 'model', parts }, { role: 'user', parts: results }]);
    const said = results.map((_, index) => `{"output":"${index}°"}`).join(' and ');
    expect(buildText(final.parts)).toContain(said);
  });

  it('goes through a chat of the client', async () => {
    upstream.scenario('parallel-tools');
    const chat = client.chats.create({ model: 'g', config: { tools: TOOLS } });
    const send = async (message: Part[]) => {
      if (way === 'whole') return getParts(await chat.sendMessage({ message }));
      const parts: Part[] = [];
      for await (const chunk of await chat.sendMessageStream({ message })) parts.push(...getParts(chunk));
      return parts;
    };
    const calls = (await send([{ text: 'hei' }])).flatMap(({ functionCall }) => functionCall ?? []);
    const results = calls.map(({ name }) => ({ functionResponse: { name, response: { output: 'ok' } } }));
    expect(buildText(await send(results))).toContain('{"output":"ok"} and {"output":"ok"}');
  });
});

const post = (path: string) =>
  fetch(`${upstream.origin}/v1beta/models/g:${path}`, {
    method: 'POST',
    body: JSON.stringify({ contents: [QUESTION], generation_config: { max_output_tokens: 5 } }),
    headers: { 'x-goog-api-key': 'sk-upstream-1', 'content-type': 'application/json' },
  });

describe('what the client does not show', () => {
  it('a stream is an array unless asked to be events', async () => {
    const chunks = (await (await post('streamGenerateContent')).json()) as GenerateContentResponse[];
    expect(chunks.map((chunk) => buildText(getParts(chunk))).join('')).toBe('Været i Oslo? ☀️');
    expect(await (await post('streamGenerateContent?alt=sse')).text()).toMatch(/^data: \{.*\}\r\n\r\n$/s);
  });

  it('counts tokens', async () => {
    upstream.scenario('tool');
    const count = await client.models.countTokens({ model: 'g', contents: [QUESTION] });
    expect(count.totalTokens).toBe(SCENARIO_TOKENS.input);
  });
});
