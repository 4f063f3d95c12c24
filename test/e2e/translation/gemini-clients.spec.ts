import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GoogleGenAI } from '@google/genai';
import type { ScenarioName } from '../../fake-upstream/index.js';
import { TEST_TOKEN } from '../../harness/index.js';
import { Harness, UPSTREAMS } from './harness.js';

interface Part {
  text?: string;
  thought?: boolean;
  thoughtSignature?: string;
  functionCall?: { id?: string; name: string; args: object };
}

interface Chunk {
  candidates: { content: { role: string; parts: Part[] } }[];
}

const WEATHER = {
  name: 'get_weather',
  parameters: { type: 'OBJECT', properties: { city: { type: 'STRING' } } },
};
const QUESTION = { role: 'user', parts: [{ text: 'How is it there?' }] };
const TRANSLATED = UPSTREAMS.filter(({ name }) => name !== 'gemini');
const SCENARIOS: ScenarioName[] = [
  'tool',
  'reasoning-tool',
  'parallel-tools',
  'text',
  'reasoning',
  'unicode',
];

/** The configuration that Gemini CLI sends for every model. */
const CLI_CONFIG = {
  temperature: 1,
  topP: 0.95,
  topK: 64,
  thinkingConfig: { thinkingBudget: 8192, includeThoughts: true },
};

let harness: Harness;

beforeAll(async () => {
  harness = await Harness.start();
});

afterAll(() => harness.stop());

function post(model: string, verb: string, body: object): Promise<Response> {
  return fetch(`${harness.gateway.origin}/v1beta/models/${model}:${verb}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-goog-api-key': TEST_TOKEN },
    body: JSON.stringify(body),
  });
}

async function stream(model: string, contents: object[], generationConfig = CLI_CONFIG): Promise<Part[]> {
  const body = { contents, tools: [{ functionDeclarations: [WEATHER] }], generationConfig };
  const response = await post(model, 'streamGenerateContent?alt=sse', body);
  const text = await response.text();
  expect(text).toMatch(/^(data: .*\n\n)+$/);
  const chunks = text.match(/^data: .*$/gm) ?? [];
  return chunks.flatMap((chunk) => {
    const { candidates } = JSON.parse(chunk.slice('data: '.length)) as Chunk;
    return candidates[0]?.content.parts ?? [];
  });
}

function toText(parts: readonly Part[]): string {
  return parts.map(({ text, thought }) => (thought ? '' : text)).join('');
}

/** A turn as Gemini CLI stores it: without thoughts, empty texts and unknown members, and with its own ids. */
function keepAsAgent(parts: readonly Part[]): object[] {
  return parts
    .filter(({ thought }) => thought !== true)
    .map(({ text, functionCall, thoughtSignature }) => ({
      ...(text ? { text } : {}),
      ...(functionCall
        ? { functionCall: { ...functionCall, id: `${functionCall.name}__${functionCall.id}` } }
        : {}),
      ...(thoughtSignature ? { thoughtSignature } : {}),
    }));
}

describe.each(TRANSLATED)('a Gemini client of $name', ({ model }) => {
  it.each(SCENARIOS)('stores every streamed turn (%s)', async (scenario) => {
    harness.upstream.scenario(scenario);
    const { chats } = new GoogleGenAI({
      apiKey: TEST_TOKEN,
      httpOptions: { baseUrl: harness.gateway.origin },
    });
    const chat = chats.create({
      model,
      config: {
        thinkingConfig: CLI_CONFIG.thinkingConfig,
        tools: [
          { functionDeclarations: [{ name: 'get_weather', parametersJsonSchema: { type: 'object' } }] },
        ],
      },
    });
    const calls = [];
    for await (const chunk of await chat.sendMessageStream({ message: 'How is it there?' })) {
      calls.push(...(chunk.functionCalls ?? []));
    }
    const kept = chat.getHistory(true).flatMap(({ parts = [] }) => parts);
    expect(kept.filter(({ text }) => text === '')).toEqual([]);
    expect(chat.getHistory(true).at(-1)?.role).toBe('model');
    const results = calls.map(({ id, name }) => ({
      functionResponse: { id, name, response: { output: '4 °C' } },
    }));
    const message = results.length > 0 ? results : 'Really?';
    for await (const _ of await chat.sendMessageStream({ message }));
    expect(chat.getHistory(true).filter(({ role }) => role === 'user')).toHaveLength(2);
  });

  it.each([
    ['tool', true],
    ['reasoning-tool', true],
    ['reasoning-tool', false],
    ['parallel-tools', true],
  ] as const)('continues after its tools (%s, thoughts included: %s)', async (scenario, includeThoughts) => {
    harness.upstream.scenario(scenario);
    const config = { ...CLI_CONFIG, thinkingConfig: { thinkingBudget: 8192, includeThoughts } };
    const parts = await stream(model, [QUESTION], config);
    if (!includeThoughts) expect(parts.filter(({ thought }) => thought)).toEqual([]);
    const turn = { role: 'model', parts: keepAsAgent(parts) };
    const results = parts.flatMap(({ functionCall: call }) =>
      call
        ? [
            {
              functionResponse: {
                id: `${call.name}__${call.id}`,
                name: call.name,
                response: { output: '4 °C' },
              },
            },
          ]
        : [],
    );
    expect(results.length).toBeGreaterThan(0);
    const resumed = [...results, ...results];
    for (const answers of [results, resumed]) {
      const said = await stream(model, [QUESTION, turn, { role: 'user', parts: answers }], config);
      expect(toText(said)).toContain('4 °C');
    }
  });

  it('receives no thoughts that it has not requested', async () => {
    harness.upstream.scenario('reasoning');
    for (const thinkingConfig of [undefined, { thinkingBudget: 8192 }]) {
      const response = await post(model, 'generateContent', {
        contents: [QUESTION],
        generationConfig: { thinkingConfig },
      });
      const { candidates } = (await response.json()) as Chunk;
      const parts = candidates[0]?.content.parts ?? [];
      expect(parts).toMatchObject([{ text: expect.any(String) }]);
      expect(parts[0]).not.toHaveProperty('thought');
    }
  });

  it('may send placeholders of earlier responses as separate parts', async () => {
    harness.upstream.scenario('text');
    const earlier = { role: 'model', parts: [{ text: 'Cold.' }, { thoughtSignature: 'bWdwcm9vZi4u' }] };
    const said = await stream(model, [QUESTION, earlier, { role: 'user', parts: [{ text: 'Really?' }] }]);
    expect(toText(said)).toBe('Really?');
  });
});

describe.each(UPSTREAMS)('an older Gemini client of $name', ({ model }) => {
  it('returns one object instead of a list', async () => {
    harness.upstream.scenario('tool');
    const response = await post(model, 'generateContent', {
      contents: QUESTION,
      tools: { functionDeclarations: [WEATHER] },
      safetySettings: { category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' },
    });
    const { candidates } = (await response.json()) as Chunk;
    expect(candidates[0]?.content.parts).toMatchObject([{ functionCall: { name: 'get_weather' } }]);
  });
});
